package grid

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/internal/ascii"
)

// exceptRows takes those rows out of the table's scale that its unit line names as exceptions: "(in thousands, except
// average unit volume and per share data)".
func (g *Grid) exceptRows() {
	const shortest = 3
	excepted := g.exceptions()
	if len(excepted) == 0 {
		return
	}
	for i := range g.Rows {
		r := &g.Rows[i]
		if r.Kind != DataRow || len(r.Path) == 0 {
			continue
		}
		name := g.doc.Of(r.Path[len(r.Path)-1].Span)
		if open := bytes.IndexByte(name, '('); open > 0 {
			name = name[:open]
		}
		if name = bytes.TrimSpace(name); len(name) < shortest || !lists(excepted, name) {
			continue
		}
		t := label.TraitsOf(name)
		for k := range r.Values {
			v := &r.Values[k]
			if v.isMoney() && v.Currency == "" && t.Thing() {
				v.Unit = label.Count
			}
			if v.scales {
				v.Scale, v.scales = 0, false
			}
		}
	}
}

// exceptions is the text after "except" in the unit line, or nothing where it only names shares.
func (g *Grid) exceptions() []byte {
	const longest = 200
	text := g.doc.Text[g.Scaling.End:min(int(g.Scaling.End)+longest, len(g.doc.Text))]
	if end := bytes.IndexAny(text, ")\n\t"); end >= 0 {
		text = text[:end]
	}
	at := ascii.IndexFold(text, "except")
	if g.Scaling.End == 0 || at < 0 {
		return nil
	}
	text = text[at+len("except"):]
	for _, word := range bytes.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == '-' }) {
		switch string(word) {
		case "for", "share", "shares", "per", "and", "data", "amounts", "amount", "par", "value", "values", "number", "of", "information":
		default:
			return text
		}
	}
	return nil
}

// lists reports whether a list of names has one in it as a whole: "and" and commas are between them.
func lists(list, name []byte) bool {
	for i := 0; i+len(name) <= len(list); i++ {
		if bytes.EqualFold(list[i:i+len(name)], name) && mayBeginAfter(list[:i]) && mayEndBefore(list[i+len(name):]) {
			return true
		}
	}
	return false
}

// mayBeginAfter reports whether a name may begin after the text.
func mayBeginAfter(before []byte) bool {
	before = bytes.TrimSuffix(before, []byte(" "))
	return len(before) == 0 || bytes.HasSuffix(before, []byte(",")) || bytes.HasSuffix(before, []byte(" and")) ||
		bytes.HasSuffix(before, []byte(" for"))
}

// mayEndBefore reports whether a name may end before the text.
func mayEndBefore(after []byte) bool {
	return len(after) == 0 || after[0] == ',' || after[0] == ';' || bytes.HasPrefix(after, []byte(" and ")) ||
		bytes.HasPrefix(after, []byte(" data")) || bytes.HasPrefix(after, []byte(" amounts"))
}
