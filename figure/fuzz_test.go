package figure

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// seeds are the texts of every table of this package.
func seeds() []string {
	var all []string
	for _, c := range append(findCases, separateCases...) {
		all = append(all, c.text)
		for _, a := range Find(c.text) {
			all = append(all, c.text[a.Start:a.End])
		}
	}
	return append(all, "", "(", "$", "$(", "-", "—", "%", "1", "1(", "\xff1\xfe", "€", "1€", "½", "½½", "1/", "1:2:3",
		"Q", "Q9", "FY", "FY2", "H1", "(((1", "1e", "1e-", "and and", "million", "$-$-$1", "1\u00a0\u00a0000", "no.", "Note", "'23",
		"4-foai4-forr-1", "N:19-cv-0", "7 no. 1219-cv-0", "ten million%")
}

// leastSeeds guards against tables that have gone.
const leastSeeds = 200

func TestSeeds(t *testing.T) {
	all := seeds()
	if len(all) < leastSeeds {
		t.Fatalf("%d seeds, want at least %d", len(all), leastSeeds)
	}
	for _, s := range all {
		checkFind(t, s)
		checkParse(t, s)
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkFind(t, s) })
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkParse(t, s) })
}

// answerSeeds are the ways in which an answer leads to its figure.
var answerSeeds = [][3]string{
	{"6.25", "6 / 2 ≈ 6.25 Therefore, it is 6.25.", "round to two decimal places"},
	{"2.5 years", "In fiscal 2017 it was 2.5 years.", ""},
	{"5466", "$5,466,312,000", "in USD millions"},
	{"$1.2 to $1.5 billion", "from 1.2 to 1.5 billion", ""},
	{"2019", "So 2019", "in which year?"},
	{"3.45 cents", "3.45", ""},
	{"15.2%", "the answer is=", "%"},
	{"0", "answer is ≈", ""},
}

func FuzzCompareText(f *testing.F) {
	for _, s := range answerSeeds {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, gold, answer, question string) {
		m, err := CompareText(gold, answer, ReadQuestion(question))
		if err != nil {
			return
		}
		if m.Right != (m.Reason == noReason) || m.Got.Start < 0 || m.Got.End > len(answer) || m.Gold.End > len(gold) {
			t.Errorf("%q for %q: %+v", answer, gold, m)
		}
	})
}

// checkFind checks what must hold of any text: extents in range, in order, disjoint and on rune
// boundaries, values that are what the digits and the scale say, and a printed form that reads as
// the same figure.
func checkFind(t *testing.T, s string) {
	end := 0
	var low *Amount
	for _, a := range Find(s) {
		if a.Start < end || a.End <= a.Start || a.End > len(s) {
			t.Fatalf("%q: extent %v after %d of %d", s, a.Extent, end, len(s))
		}
		end = a.End
		if a.Bare.Start < a.Start || a.Bare.End > a.End || a.Bare.End <= a.Bare.Start {
			t.Fatalf("%q: bare %v outside of %v", s, a.Bare, a.Extent)
		}
		if utf8.ValidString(s) && !(utf8.ValidString(s[a.Start:a.End]) && utf8.ValidString(s[a.Bare.Start:a.Bare.End])) {
			t.Fatalf("%q: %v or %v cuts a rune", s, a.Extent, a.Bare)
		}
		if (a.Bound == highEnd) != (low != nil) {
			t.Fatalf("%q: range without both ends", s)
		}
		low = nil
		if a.Bound == lowEnd {
			low = &a
		}
		checkPrint(t, s, a)
	}
	if low != nil {
		t.Fatalf("%q: range without a high end", s)
	}
}

func checkParse(t *testing.T, s string) {
	a, err := Parse(s)
	if err != nil {
		return
	}
	if a.Start < 0 || a.End > len(s) || a.Start > a.Bare.Start || a.Bare.End > a.End {
		t.Fatalf("%q: extents %v and %v", s, a.Extent, a.Bare)
	}
	checkPrint(t, s, a)
}

// checkPrint prints and reads an amount again, and compares it with itself.
func checkPrint(t *testing.T, s string, a Amount) {
	if !a.Period.IsZero() {
		p, err := parsePeriod(a.Period.String())
		if err != nil || p != a.Period && !sameButCount(p, a.Period) {
			t.Fatalf("%q: period %q reads as %+v, %v; want %+v", s, a.Period.String(), p, err, a.Period)
		}
	}
	if !a.IsAmount() {
		return
	}
	b, err := Parse(a.String())
	if err != nil {
		t.Fatalf("%q: printed %q: %v", s, a.String(), err)
	}
	if b.Kind != a.Kind || b.Unit != a.Unit || b.Decimals != a.Decimals || b.Scale != a.Scale || !b.Value.Equal(a.Value) {
		t.Fatalf("%q: printed %q reads as %s %s %s scale %d decimals %d, want %s %s %s scale %d decimals %d", s, a.String(),
			b.Kind, b.Value, b.Unit, b.Scale, b.Decimals, a.Kind, a.Value, a.Unit, a.Scale, a.Decimals)
	}
	if again := b.String(); again != a.String() {
		t.Fatalf("%q: printed %q, then %q", s, a.String(), again)
	}
	if m := Compare(a, b); !m.Right {
		t.Fatalf("%q: %q is %s for itself", s, a.String(), m.Reason)
	}
	if m := Compare(a, b, Hint{Asked: true, Percent: true, Scale: 6}); !m.Right {
		t.Fatalf("%q: %q is %s for itself under hints", s, a.String(), m.Reason)
	}
}

// sameButCount allows for a quarter whose number the printed form leaves out, because it says where
// the quarter ended.
func sameButCount(a, b Period) bool {
	a.Count, b.Count = 0, 0
	return a == b && a.Month > 0
}

// TestSymmetry compares amounts that show their units and two digits or more: neither side is
// favoured then.
func TestSymmetry(t *testing.T) {
	var all []Amount
	for _, s := range []string{"$2.3 billion", "$2,300 million", "$2,345 million", "$2.34 billion", "-$2.3 billion", "$23 million",
		"15.2%", "15.23%", "15.9%", "-15.2%", "1520 bps", "152%", "€2.3 billion", "12.5 million shares", "12,500,000 shares",
		"12,480,000 shares", "$1.50 per share", "$1.52 per share", "1.5x", "1.52x", "$0.00", "0.0%"} {
		a, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	right := 0
	for _, a := range all {
		for _, b := range all {
			m, n := Compare(a, b), Compare(b, a)
			if m.Right != n.Right {
				t.Errorf("%s for %s is %v, the other way %v", b, a, m.Right, n.Right)
			}
			if m.Right {
				right++
			}
		}
	}
	if right <= len(all) {
		t.Errorf("%d pairs are right, want more than the %d of each with itself", right, len(all))
	}
}

// TestHostile reads long texts that are made to be read again and again; time that grows with the
// square of the length would take hours. What counts is processor time, since the machine may be busy with other work.
func TestHostile(t *testing.T) {
	const size, most = 1 << 16, 5 * time.Second
	for _, unit := range []string{"1", "1,", "1,111", "1,11", "1 ", "1-", "1.", "(", "((1", "$", "$(", "$-", "-", "—", "a", "a1", "a-1", "1a",
		"one ", "one hundred ", "hundred and ", "twenty-", "third quarter of ", "$1, $2 and ", "1 and ", "1 million and ", "Notes 1, ",
		"No. ", "No. 1 ", "more than ", "in excess of ", "December ", "December 1, ", "Q1", "FY", "+1 ", "+", "(1", "1)", "%", "1%", "1/2",
		"1:", "1e-", "½", "\u00a0", "1\u00a0", "€", "\xe2\x80", "\n", "1\n", "months ended ", "not "} {
		text := strings.Repeat(unit, size/len(unit))
		start := processor()
		Find(text)
		Parse(text)
		ReadQuestion(text)
		CompareText(text, text, Hint{Rises: true}) //nolint:errcheck // some hold no figure
		if took := processor() - start; took > most {
			t.Errorf("%q repeated to %d bytes took %v of the processor", unit, size, took)
		}
	}
}
