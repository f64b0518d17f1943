package structured

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// finder looks for values in a reply that is more than one JSON text.
type finder struct {
	text   string
	sound  bool // all UTF-8
	want   expectation
	mends  []Mend
	values []found // different ones, in order
	seen   map[string]int
	total  int
}

// byteOrderMark may begin a text and is no part of it.
const byteOrderMark = "\ufeff"

// maxAside is the length of brackets in prose that are not taken for a broken value.
const maxAside = 80

// find reads all values of the reply and decides for one.
func (f *finder) find() (Reading, error) {
	start, err := f.head()
	if err != nil {
		return Reading{}, err
	}
	after := start
	for at := f.next(start); at < len(f.text); at = f.next(at) {
		v, aside, err := f.take(at)
		if err != nil {
			return Reading{}, err
		}
		if aside > 0 {
			at += aside
			continue
		}
		if err := f.prose(after, at, false); err != nil {
			return Reading{}, err
		}
		if err := f.add(v); err != nil {
			return Reading{}, err
		}
		at, after = v.end, v.end
	}
	if f.total == 0 {
		return f.scalar(start)
	}
	if err := f.prose(after, len(f.text), true); err != nil {
		return Reading{}, err
	}
	return f.choose(start)
}

// head passes the byte order mark and the reasoning of models that show it.
func (f *finder) head() (start int, err error) {
	if strings.HasPrefix(f.text, byteOrderMark) {
		start = len(byteOrderMark)
		f.mends = append(f.mends, Mend{ByteOrderMark, 0})
	}
	for {
		at := start + len(f.text[start:]) - len(strings.TrimLeft(f.text[start:], blanks))
		tag := reasoningTag(f.text[at:])
		if tag == "" {
			break
		}
		end := strings.Index(f.text[at:], "</"+tag[1:])
		if end < 0 {
			return 0, &Unparsable{at, "the reasoning does not end: there is no answer"}
		}
		start = at + end + len(tag) + 1
		f.mends = append(f.mends, Mend{Reasoning, at})
	}
	return f.headless(start), nil
}

// reasoningTags open what a model thinks before it answers.
var reasoningTags = []string{"<think>", "<thinking>", "<reasoning>"}

func reasoningTag(s string) string {
	for _, tag := range reasoningTags {
		if strings.HasPrefix(s, tag) {
			return tag
		}
	}
	return ""
}

// headless passes reasoning whose opening tag was in the prompt, unless a value is before its end:
// then the tag may be part of it.
func (f *finder) headless(start int) int {
	for _, tag := range reasoningTags {
		closing := "</" + tag[1:]
		if !strings.Contains(f.text[start:], closing) {
			continue
		}
		end := strings.LastIndex(f.text[start:], closing)
		if strings.ContainsAny(f.text[start:start+end], "{[") {
			continue
		}
		f.mends = append(f.mends, Mend{Reasoning, start})
		return start + end + len(closing)
	}
	return start
}

// next is the offset of the next bracket that may open a value.
func (f *finder) next(from int) int {
	if n := strings.IndexAny(f.text[from:], "{["); n >= 0 {
		return from + n
	}
	return len(f.text)
}

// take reads the value at a bracket, or says how many bytes of prose stand in brackets there.
func (f *finder) take(at int) (v found, aside int, err error) {
	if aside = asideLen(f.text[at:]); aside > 0 {
		if v, err = lenient(f.text[:at+aside], at, f.sound); err != nil || v.cut {
			return found{}, aside, nil
		}
		return v, 0, nil
	}
	if v, ok := strict(f.text, at, f.sound, nil); ok {
		return v, 0, nil
	}
	if v, ok := f.escaped(at); ok {
		return v, 0, nil
	}
	v, err = lenient(f.text, at, f.sound)
	return v, 0, err
}

// asideLen is the length of short brackets on one line that hold neither brackets nor quotation marks: a
// citation, a link, a placeholder.
func asideLen(s string) int {
	closer := string(s[0] + 2)
	n := strings.IndexAny(s[1:min(len(s), maxAside)], "{}[]\"\n:")
	if n < 0 || s[1+n:2+n] != closer {
		return 0
	}
	return n + 2
}

// escaped reads an object whose quotation marks are all escaped, as they are within a string.
func (f *finder) escaped(at int) (found, bool) {
	after := strings.TrimLeft(f.text[at+1:min(len(f.text), at+MaxLook)], blanks)
	if !strings.HasPrefix(after, `\"`) && !strings.HasPrefix(after, `\n`) {
		return found{}, false
	}
	end := strings.LastIndexByte(f.text, f.text[at]+2) + 1
	if end <= at {
		return found{}, false
	}
	var inner string
	if json.Unmarshal([]byte(`"`+f.text[at:end]+`"`), &inner) != nil {
		return found{}, false
	}
	v, ok := strict(inner, 0, utf8.ValidString(inner), nil)
	if !ok || v.end != len(inner) {
		return found{}, false
	}
	v.start, v.end = at, end
	v.mends = []Mend{{StringOfJSON, at}}
	return v, true
}

// add keeps a value, once if the reply repeats it.
func (f *finder) add(v found) error {
	f.total++
	if i, ok := f.seen[string(v.json)]; ok {
		f.values[i].cut = f.values[i].cut || v.cut
		return nil
	}
	if len(f.values) >= MaxValues {
		return &Unparsable{v.start, "too many values in one reply"}
	}
	if f.seen == nil {
		f.seen = map[string]int{}
	}
	f.seen[string(v.json)] = len(f.values)
	f.values = append(f.values, v)
	return nil
}

// prose refuses text around values that is not prose but part of a broken value around them: keys, and
// brackets without partners.
func (f *finder) prose(from, to int, last bool) error {
	text := f.text[from:to]
	if last && f.total == 1 && f.values[0].json[0] == '{' && f.values[0].root {
		rest := strings.TrimLeft(text, blanks)
		if strings.HasPrefix(rest, "}") {
			f.mends = append(f.mends, Mend{SurplusBrace, from})
			text = strings.TrimLeft(rest, "} \t\r\n")
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[': // an aside: whatever else begins so was read as a value
			i += max(0, asideLen(text[i:])-1)
		case '}', ']':
			return &Unparsable{from + i, "a closing bracket without its partner"}
		case '"':
			if rest := strings.TrimLeft(text[i+1:min(len(text), i+MaxLook)], blanks); strings.HasPrefix(rest, ":") {
				return &Unparsable{from + i, "a key outside of the value: an opening bracket may be missing"}
			}
		}
	}
	return nil
}

// choose decides for the only value, or the only one that is what was expected.
func (f *finder) choose(start int) (Reading, error) {
	v := f.values[0]
	several := &Unparsable{f.values[len(f.values)-1].start, "several values, and it is unclear which one is the answer"}
	if f.total > 1 && slices.ContainsFunc(f.values, func(v found) bool { return v.cut }) {
		return Reading{}, several
	}
	if len(f.values) > 1 {
		fitting := slices.DeleteFunc(slices.Clone(f.values), func(v found) bool { return !f.acceptable(v) })
		if len(fitting) != 1 || f.want.fits == nil {
			return Reading{}, several
		}
		v = fitting[0]
		f.mends = append(f.mends, Mend{Chosen, v.start})
	} else if f.total > 1 {
		f.mends = append(f.mends, Mend{Repeated, v.start})
	}
	f.noteAround(start, v.start, v.end)
	r, err := settle(v, f.mends, f.want)
	slices.SortStableFunc(r.Mended, func(a, b Mend) int { return a.Offset - b.Offset })
	return r, err
}

// acceptable says whether a value is what was expected, or a list of one that is.
func (f *finder) acceptable(v found) bool {
	return f.want.meets(v.json) || lone(v.json) && f.want.meets(v.json[1:len(v.json)-1])
}

// noteAround notes what is around the value. Surplus braces after it are noted by then.
func (f *finder) noteAround(start, from, to int) {
	before, after := strings.Trim(f.text[start:from], blanks), strings.Trim(f.text[to:], blanks)
	after = strings.TrimLeft(after, "}"+blanks)
	fence := -1
	if i := strings.LastIndex(before, fenceMark); i >= 0 && !strings.ContainsAny(before[i:], " \t\n") {
		fence = start + strings.LastIndex(f.text[start:from], fenceMark)
		before = strings.Trim(before[:i], blanks)
	}
	if rest, closed := strings.CutPrefix(after, fenceMark); closed && (fence >= 0 || rest == "") {
		if fence < 0 { // closed, and never opened
			fence = to + strings.Index(f.text[to:], fenceMark)
		}
		after = strings.Trim(rest, blanks)
	}
	if fence >= 0 {
		f.mends = append(f.mends, Mend{Fence, fence})
	}
	if before != "" {
		f.mends = append(f.mends, Mend{Prose, start})
	}
	if after != "" {
		f.mends = append(f.mends, Mend{Prose, to})
	}
}

// scalar reads a reply without brackets: a string, number or literal that is all of it, fence apart.
func (f *finder) scalar(start int) (Reading, error) {
	text := strings.Trim(f.text[start:], blanks)
	if body, ok := strings.CutPrefix(text, fenceMark); ok {
		body = strings.TrimSuffix(strings.Trim(body, blanks), fenceMark)
		body = strings.TrimPrefix(strings.TrimPrefix(body, "json"), "JSON")
		f.mends = append(f.mends, Mend{Fence, start})
		text = strings.Trim(body, blanks)
	}
	if text == "" {
		return Reading{}, &Unparsable{start, "there is no value"}
	}
	if v, ok := strict(text, 0, f.sound, nil); ok && v.end == len(text) {
		return settle(v, f.mends, f.want)
	}
	for _, w := range words {
		if w.python && text == w.word {
			return settle(found{json: []byte(w.json)}, append(f.mends, Mend{PythonLiteral, start}), f.want)
		}
	}
	return Reading{}, &Unparsable{start, "there is no JSON value: " + excerpt(text)}
}
