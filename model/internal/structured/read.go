package structured

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Read reads the one value that a reply holds, whatever it is.
func Read(text string) (Reading, error) { return read(text, expectation{}) }

// ReadObject reads the one object that a reply holds: other values are passed over, and a list that holds
// one object and nothing else is taken for it.
func ReadObject(text string) (Reading, error) {
	r, err := read(text, expectation{fits: isObject, object: true})
	if err == nil && !isObject(r.JSON) {
		return Reading{}, &Unparsable{0, "an object was expected and there is none"}
	}
	return r, err
}

func isObject(value []byte) bool { return value[0] == '{' }

// expectation chooses among several values.
type expectation struct {
	fits   func(value []byte) bool // nil: anything
	object bool                    // nothing but an object can fit
}

func (e expectation) meets(value []byte) bool { return e.fits == nil || e.fits(value) }

// read takes the short way if the whole text is JSON, else looks for values in it.
func read(text string, want expectation) (Reading, error) {
	if len(text) > MaxText {
		return Reading{}, &Unparsable{MaxText, "longer than the limit for replies"}
	}
	sound := utf8.ValidString(text)
	start, end := 0, len(text)
	for start < end && blank(text[start]) {
		start++
	}
	for end > start && blank(text[end-1]) {
		end--
	}
	if start == end {
		return Reading{}, &Unparsable{start, "there is no text"}
	}
	if v, ok := strict(text[:end], start, sound, make([]byte, 0, end-start)); ok && v.end == end {
		return settle(v, nil, want)
	}
	f := finder{text: text, sound: sound, want: want}
	return f.find()
}

// blanks are the characters that JSON allows between its tokens.
const blanks = " \t\r\n"

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// found is a value in a reply.
type found struct {
	start, end int
	json       []byte
	mends      []Mend
	cut        bool
	where      string
	root       bool // its last bracket is beyond doubt its own
}

// strict reads a value that is valid JSON.
func strict(text string, at int, sound bool, out []byte) (found, bool) {
	if !sound {
		return found{}, false
	}
	p := parser{text: text, pos: at, utf8: true, out: out, frames: make([]frame, 0, 8), keys: make([]member, 0, 16)}
	p.line, p.layout.indent = lineOf(text, at)
	kept, err := p.value()
	if err == nil && !kept && numberEnd(text, at) == len(text) && json.Valid([]byte(text[at:])) {
		return found{start: at, end: len(text),
			json: []byte(text[at:])}, true // a number that is all of the text lost nothing
	}
	if err != nil || !kept || p.cut {
		return found{}, false
	}
	return found{start: at, end: p.pos, json: p.out, root: p.root()}, true
}

// lenient reads a value that needs mending.
func lenient(text string, at int, sound bool) (found, error) {
	p := parser{text: text, pos: at, utf8: sound, lenient: true}
	p.line, p.layout.indent = lineOf(text, at)
	kept, err := p.value()
	if err != nil {
		return found{}, err
	}
	v := found{start: at, end: p.pos, json: p.out, mends: p.mends, cut: p.cut, where: p.where, root: p.root()}
	if !p.cut {
		return v, nil
	}
	if !kept {
		return found{}, p.fail(p.pos, "the text ends before anything is complete")
	}
	if strings.TrimRight(p.text[p.closed:], blanks) == "" && !p.square || p.skewed {
		return found{}, p.fail(p.pos, "a closing bracket is missing, and it is unclear which")
	}
	v.mends = append(v.mends, Mend{CutOff, p.pos})
	v.end = len(p.text)
	return v, nil
}

// lineOf is where the line around an offset begins, and its indent. A line that begins too far away
// counts as not indented.
func lineOf(text string, at int) (begin, indent int) {
	begin = at
	for begin > 0 && at-begin < MaxLook && text[begin-1] != '\n' {
		begin--
	}
	for begin+indent < at && blank(text[begin+indent]) {
		indent++
	}
	return begin, indent
}

// settle makes the reading of the value that was chosen, unpacking what was encoded twice or is alone
// in a list though an object is wanted.
func settle(v found, mends []Mend, want expectation) (Reading, error) {
	r := Reading{JSON: v.json, Mended: append(mends, v.mends...), Truncated: v.cut, Cut: v.where}
	if inner, ok := twice(v.json); ok && (want.fits == nil || !want.meets(v.json)) {
		return unpack(r, inner, v.start, want)
	}
	if want.meets(v.json) || !lone(v.json) {
		return r, nil
	}
	if only := v.json[1 : len(v.json)-1]; v.cut && want.object || want.meets(only) {
		r.JSON, r.Cut = only, strings.TrimPrefix(r.Cut, "/0")
		r.Mended = append(r.Mended, Mend{ListOfOne, v.start})
	}
	return r, nil
}

// lone says whether a value is a list of one object.
func lone(value []byte) bool {
	if len(value) < 4 || value[0] != '[' || value[1] != '{' {
		return false
	}
	p := parser{text: string(value), pos: 1, utf8: true}
	kept, err := p.value()
	return err == nil && kept && p.pos == len(value)-1
}

// twice is the JSON text within a string that holds an object or a list.
func twice(value []byte) (inner string, ok bool) {
	if value[0] != '"' || json.Unmarshal(value, &inner) != nil {
		return "", false
	}
	inner = strings.Trim(inner, blanks)
	return inner, inner != "" && (inner[0] == '{' || inner[0] == '[')
}

// unpack reads the JSON within a string. Only valid JSON: a string that merely looks like it
// remains a string.
func unpack(r Reading, inner string, at int, want expectation) (Reading, error) {
	v, ok := strict(inner, 0, utf8.ValidString(inner), nil)
	if !ok || v.end != len(inner) {
		return r, nil
	}
	v.start = at
	return settle(v, append(r.Mended, Mend{StringOfJSON, at}), want)
}
