package grid

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
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
		if r.Kind != DataRow {
			continue
		}
		name := g.rowName(r)
		t := label.TraitsOf(name)
		if len(name) < shortest || !lists(excepted, name) && !(t.Thing() && lists(excepted, lastWord(name))) {
			continue
		}
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

// namedRows gives those rows their scale that the unit line names as counts beside sums: "(Dollar amounts and square
// feet in millions)", "dollars in millions; production and shipments in thousands".
func (g *Grid) namedRows() {
	for _, n := range g.namedScales() {
		for i := range g.Rows {
			r := &g.Rows[i]
			if r.Kind != DataRow || !isAbout(g.rowName(r), n.subject) {
				continue
			}
			for k := range r.Values {
				switch v := &r.Values[k]; {
				case n.sum && v.isMoney():
					v.Scale, v.scales = n.power, false
				case n.sum:
				case v.isMoney() && v.Currency == "" || v.Unit == label.Count && v.Scale == 0:
					v.Unit, v.Scale, v.scales, v.counts = label.Count, n.power, false, false
				}
			}
		}
	}
}

// isAbout reports whether a label is a name, ends with it after other words or goes on with "of": "Cell sites" with
// "sites", "Shipments of metal" with "shipments".
func isAbout(text, name []byte) bool {
	n := len(text) - len(name)
	if n < 0 {
		return false
	}
	return bytes.EqualFold(text[n:], name) && (n == 0 || text[n-1] == ' ') ||
		bytes.EqualFold(text[:len(name)], name) && bytes.HasPrefix(text[len(name):], []byte(" of "))
}

// rowName is the last label of a row without what is in brackets.
func (g *Grid) rowName(r *Row) []byte {
	if len(r.Path) == 0 {
		return nil
	}
	name := g.doc.Of(r.Path[len(r.Path)-1].Span)
	if open := bytes.IndexByte(name, '('); open > 0 {
		name = name[:open]
	}
	return bytes.TrimSpace(name)
}

// namedScale is a scale for what is counted, and its name in the unit line.
type namedScale struct {
	subject []byte
	power   int8
	sum     bool // it is money, an exception: "except backlog in billions"
}

// namedScales are the scales that the unit line states for things that it names.
func (g *Grid) namedScales() (named []namedScale) {
	const longest = 160
	if g.Scaling.End == 0 {
		return nil
	}
	text := g.doc.Text[max(0, int(g.Scaling.Start)-longest):g.Scaling.End]
	if i := bytes.LastIndexAny(text[:len(text)-int(g.Scaling.End-g.Scaling.Start)], "\n\t\v"); i >= 0 {
		text = text[i+1:]
	}
	for _, scale := range [...]string{" in thousands", " in millions", " in billions"} {
		for from := 0; ; {
			at := ascii.IndexFold(text[from:], scale)
			if at < 0 {
				break
			}
			subjects := text[from : from+at]
			from += at + len(scale)
			if i := bytes.LastIndexAny(subjects, "(;:."); i >= 0 {
				subjects = subjects[i+1:]
			}
			except := ascii.IndexFold(subjects, "except ")
			if except >= 0 {
				subjects = subjects[except+len("except "):]
			}
			power := int8(figure.ScalePower(scale[len(" in "):]))
			for _, list := range bytes.Split(subjects, []byte(",")) {
				for _, s := range bytes.Split(list, []byte(" and ")) {
					s = bytes.TrimSpace(bytes.TrimPrefix(s, []byte("for ")))
					if counts := label.NamesCount(s); len(s) > 0 && (counts || except >= 0) {
						named = append(named, namedScale{subject: s, power: power, sum: !counts})
					}
				}
			}
		}
	}
	return named
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
	text = bytes.ToLower(text[at+len("except"):])
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

// lastWord is what follows the last blank.
func lastWord(text []byte) []byte { return text[bytes.LastIndexByte(text, ' ')+1:] }

// mayBeginAfter reports whether a name may begin after the text.
func mayBeginAfter(before []byte) bool {
	before = bytes.TrimSuffix(before, []byte(" "))
	return len(before) == 0 || bytes.HasSuffix(before, []byte(",")) || bytes.HasSuffix(before, []byte(" and")) ||
		bytes.HasSuffix(before, []byte(" for"))
}

// mayEndBefore reports whether a name may end before the text.
func mayEndBefore(after []byte) bool {
	return len(after) == 0 || after[0] == ',' || after[0] == ';' || after[0] == '.' || bytes.HasPrefix(after, []byte(" and ")) ||
		bytes.HasPrefix(after, []byte(" data")) || bytes.HasPrefix(after, []byte(" amounts"))
}
