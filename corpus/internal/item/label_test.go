package item

import (
	"slices"
	"strings"
	"testing"
)

func TestParseLabel(t *testing.T) {
	for _, c := range []struct {
		text, numbers, rest string
		part                string
		through             bool
	}{
		{text: "Item 1. Business", numbers: "1", rest: "Business"},
		{text: "ITEM 7A.\tQuantitative", numbers: "7A", rest: "Quantitative"},
		{text: "Item (7) Discussion", numbers: "7", rest: "Discussion"},
		{text: "Item No. 7. Discussion", numbers: "7", rest: "Discussion"},
		{text: "Item 1 A. Risk Factors", numbers: "1A", rest: "Risk Factors"},
		{text: "Item 1 A Risk Factors", numbers: "1A", rest: "Risk Factors"},
		{text: "Item 1 A brief history", numbers: "1", rest: "A brief history"},
		{text: "Item 1(a). Risk Factors", numbers: "1A", rest: "Risk Factors"},
		{text: "Item 9A(T). Controls", numbers: "9A", rest: "Controls"},
		{text: "Item 9A (T) — Controls", numbers: "9A", rest: "Controls"},
		{text: "Item 9AT. Controls", numbers: "9A", rest: "Controls"},
		{text: "Item 9A-T. Controls", numbers: "9A", rest: "T. Controls"},
		{text: "Item 1-A Risk Factors", numbers: "1A", rest: "Risk Factors"},
		{text: "Item VII. Discussion", numbers: "7", rest: "Discussion"},
		{text: "Item VIIA. Market", numbers: "7A", rest: "Market"},
		{text: "Item IC. Cybersecurity", numbers: "1C", rest: "Cybersecurity"},
		{text: "I T E M  3. LEGAL", numbers: "3", rest: "LEGAL"},
		{text: "Item\u20091A\u200b. Risk", numbers: "1A", rest: "Risk"},
		{text: "Item 7—Discussion", numbers: "7", rest: "Discussion"},
		{text: "Item 7 . Discussion", numbers: "7", rest: "Discussion"},
		{text: "Item 7: Discussion", numbers: "7", rest: "Discussion"},
		{text: "ITEM 1BUSINESS", numbers: "1", rest: "BUSINESS"},
		{text: "Items 1 and 2. Business and Properties", numbers: "1 2", rest: "Business and Properties"},
		{text: "Items 1. and 2. Business", numbers: "1 2", rest: "Business"},
		{text: "Item 1. 10 years of growth", numbers: "1", rest: "10 years of growth"},
		{text: "Items 10, 11, 12, 13 and 14", numbers: "10 11 12 13 14"},
		{text: "Items 10 through 14. Part III", numbers: "10 14", rest: "Part III", through: true},
		{text: "Item 10-14. See", numbers: "10 14", rest: "See", through: true},
		{text: "Items 7 & 7A. Discussion", numbers: "7 7A", rest: "Discussion"},
		{text: "Item 15 - 1. Statements", numbers: "15", rest: "1. Statements"},
		{text: "PART II, Item 5. Market", numbers: "5", rest: "Market", part: "II"},
		{text: "PART I. FINANCIAL INFORMATION Item 1. Statements", numbers: "1", rest: "Statements", part: "I"},
		{text: "Table of Contents Item 2. Properties", numbers: "2", rest: "Properties"},
		{text: "Item 2.02 Results of Operations", numbers: "2.02", rest: "Results of Operations"},
		{text: "• Item 4. Matters", numbers: "4", rest: "Matters"},
		{text: "Item Seven-A. Market", numbers: "7A", rest: "Market"},
		{text: "ITEM TEN: Directors", numbers: "10", rest: "Directors"},
		{text: "(Item 3) Legal", numbers: "3", rest: "Legal"},
		{text: "Part Two, Item 5. Market", numbers: "5", rest: "Market", part: "II"},
		{text: "Item 1117 of Regulation AB", numbers: "1117", rest: "of Regulation AB"},
	} {
		l, ok := parseLabel([]byte(c.text))
		if !ok {
			t.Errorf("%q is no label", c.text)
			continue
		}
		if got := strings.Join(l.numbers, " "); got != c.numbers || c.text[l.end:] != c.rest || l.part != c.part || l.through != c.through {
			t.Errorf("%q: numbers %q, rest %q, part %q, through %t", c.text, got, c.text[l.end:], l.part, l.through)
		}
		if !mayBeLabel([]byte(c.text)) {
			t.Errorf("%q is not looked at", c.text)
		}
	}
}

func TestNoLabel(t *testing.T) {
	for _, text := range []string{
		"", "I", "Item", "Items", "Itemized deductions", "Item is reserved", "Item A. Things", "It 7", "Part II", "Items in transit",
		"“Item 7. Discussion", "In Item 7", "Iteme 7", "Item 1st of the list", "Party 1 Item", "Item 0.",
	} {
		if l, ok := parseLabel([]byte(text)); ok {
			t.Errorf("%q is a label with numbers %v", text, l.numbers)
		}
	}
}

// TestTables checks that every item of every form is found under its own label and title, and nothing
// else is found under it that comes from another row by mistake.
func TestTables(t *testing.T) {
	for _, name := range []string{"10-K", "10-Q", "8-K"} {
		f := table(name)
		var ids []string
		for i := range f.rows {
			r := &f.rows[i]
			if slices.Contains(ids, r.id) {
				t.Errorf("%s: two items %s", name, r.id)
			}
			ids = append(ids, r.id)
			if l, ok := parseLabel([]byte("Item " + r.label + ". X")); !ok || l.numbers[0] != r.label {
				t.Errorf("%s: label %s is read as %v", name, r.label, l.numbers)
			}
			if len(r.titles) == 0 || r.doc == "" {
				t.Errorf("%s: item %s lacks title or caveat", name, r.id)
			}
			for _, title := range r.titles {
				if r.id != "1111" && r.match(normalizeTitle([]byte(title.text))) == foreign {
					t.Errorf("%s: item %s does not know its title %q", name, r.id, title.text)
				}
			}
		}
		if len(ids) < 11 {
			t.Errorf("%s: only %d items", name, len(ids))
		}
	}
}

func TestFormOf(t *testing.T) {
	for typ, name := range map[string]string{"10-K": "10-K", "10-K405": "10-K", "10-K/A": "10-K", "10-KT": "10-K",
		"10-q": "10-Q", "8-K/A": "8-K", "10-KSB40": "10-KSB", "10-KSB/A": "10-KSB", "10-QSB": "10-QSB"} {
		f, err := FormOf(typ)
		if err != nil || f.Name != name || f.Type != typ {
			t.Errorf("%s: form %q of type %q, %v", typ, f.Name, f.Type, err)
		}
	}
	for _, typ := range []string{"10-D", "20-F", "S-1", ""} {
		_, err := FormOf(typ)
		refused, ok := err.(*RefusedForm)
		if !ok || refused.Type != typ || refused.Reason == "" {
			t.Errorf("%s: error %v", typ, err)
		}
	}
}
