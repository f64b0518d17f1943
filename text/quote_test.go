package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestFindQuote(t *testing.T) {
	const source = "Overview. Net sales of Brackwater Pumps rose 12.5% to $1,234.5 million, driven by the “smart valve” line—our\n" +
		"largest. We expect margins to widen in ﬁscal 2025. Costs of steel fell, and freight was cheaper than in any year\n" +
		"since 2019. We do not hedge the price of steel."
	tests := []struct {
		name   string
		quote  string
		want   string // what the source holds there; empty if it is not to be found
		exact  bool
		edits  int
		inside int // parts
	}{
		{"verbatim", "We do not hedge the price of steel.", "We do not hedge the price of steel", true, 0, 1},
		{"in quotation marks", `"We do not hedge the price of steel"`, "We do not hedge the price of steel", true, 0, 1},
		{"quotes, dashes and breaks differ", `driven by the "smart valve" line - our largest`,
			"driven by the “smart valve” line—our\nlargest", true, 0, 1},
		{"ligature and case", "WE EXPECT MARGINS TO WIDEN IN FISCAL 2025", "We expect margins to widen in ﬁscal 2025", true, 0, 1},
		{"ellipsis", "Net sales … rose 12.5% ... driven by the",
			"Net sales of Brackwater Pumps rose 12.5% to $1,234.5 million, driven by the", true, 0, 3},
		{"bracketed ellipsis", "Costs of steel fell [...] since 2019",
			"Costs of steel fell, and freight was cheaper than in any year\nsince 2019", true, 0, 2},
		{"spaced ellipsis", "Costs of steel fell . . . since 2019.",
			"Costs of steel fell, and freight was cheaper than in any year\nsince 2019", true, 0, 2},
		{"parts in the wrong order", "since 2019 ... Net sales of Brackwater", "", false, 0, 0},
		{"only punctuation differs", "Costs of steel fell; and freight was cheaper", "Costs of steel fell, and freight was cheaper", false, 0, 1},
		{"one word changed", "We expect margins to shrink in fiscal 2025", "We expect margins to widen in ﬁscal 2025", false, 1, 1},
		{"one word left out", "freight was cheaper than any year since 2019", "freight was cheaper than in any year\nsince 2019", false, 1, 1},
		{"one word added", "We do not ever hedge the price of steel", "We do not hedge the price of steel", false, 1, 1},
		{"a figure changed", "rose 15.2% to $1,234.5 million", "rose 12.5% to $1,234.5 million", false, 1, 1},
		{"a changed part after an ellipsis", "Net sales of Brackwater ... hedge the cost of steel",
			"Net sales of Brackwater Pumps rose 12.5% to $1,234.5 million, driven by the “smart valve” line—our\n" +
				"largest. We expect margins to widen in ﬁscal 2025. Costs of steel fell, and freight was cheaper than in any year\n" +
				"since 2019. We do not hedge the price of steel", false, 1, 2},
		{"inside a word", "argin", "", false, 0, 0},
		{"not in the source", "The board approved a special dividend of two dollars per share", "", false, 0, 0},
		{"two words, one wrong", "special valve", "", false, 0, 0},
		{"no words", "“…”", "", false, 0, 0},
		{"empty", "", "", false, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found, ok := NewSource(source).Find(test.quote)
			if !ok {
				if test.want != "" {
					t.Fatal("not found")
				}
				return
			}
			if got := found.In(source); got != test.want {
				t.Errorf("found %q, want %q", got, test.want)
			}
			if found.Exact != test.exact || found.Edits != test.edits || len(found.Parts) != test.inside {
				t.Errorf("got %+v, want exact %v, %d edits, %d parts", found, test.exact, test.edits, test.inside)
			}
		})
	}
}

func TestFindQuoteTakesTightestParts(t *testing.T) {
	const source = "Sales fell. Sales rose strongly in the year. Sales rose again."
	found, ok := NewSource(source).Find("Sales ... in the year")
	if want := "Sales rose strongly in the year"; !ok || found.In(source) != want {
		t.Errorf("got %q, want %q", found.In(source), want)
	}
}

func TestFindQuoteRefusesWhatIsTooLong(t *testing.T) {
	source := NewSource(strings.Repeat("one two three four ", maxQuoteWords))
	long := strings.Repeat("one two three four ", maxQuoteWords/4)
	if found, ok := source.Find(long + "five"); ok {
		t.Errorf("found a quotation of %d words with differences", found.Words)
	}
	if found, ok := source.Find(long + "one two"); !ok || !found.Exact {
		t.Error("a long quotation that is in the source verbatim is not found")
	}
	if _, ok := source.Find(strings.Repeat("one five ... ", maxQuoteParts+1)); ok {
		t.Errorf("looked for more than %d parts with differences", maxQuoteParts)
	}
}

// TestHostileQuotes: repetitive texts that make a careless search quadratic.
func TestHostileQuotes(t *testing.T) {
	const size = 1 << 20
	for _, c := range []struct{ name, piece, quote string }{
		{"hits inside words", "aab ", strings.Repeat("aab ", 600) + "aa"},
		{"one endless word", "a", strings.Repeat("a", 3000)},
		{"ellipses", "a b ", strings.Repeat("a ... ", 2000) + "c"},
		{"full stops", ". ", strings.Repeat(". ", 2000) + "a"},
		{"near misses", "one two three ", strings.Repeat("one two three ", 600) + "four five six"},
		{"parts that are everywhere", "x y z ", strings.Repeat("x y z [...] ", maxQuoteParts-1) + "q r s"},
	} {
		source := NewSource(strings.Repeat(c.piece, size/len(c.piece)))
		began := time.Now()
		source.Find(c.quote)
		if spent := time.Since(began); spent > 20*time.Second {
			t.Errorf("%s takes %v", c.name, spent)
		}
	}
}

// oracle is the same distance by the textbook: all cells of the table, one by one.
func oracle(quote, words []word, free bool) int {
	row := make([]int, len(quote)+1)
	for i := range row {
		row[i] = i
	}
	best := row[len(quote)]
	for j := range words {
		diagonal := row[0]
		if !free {
			row[0] = j + 1
		}
		for i := range quote {
			cost := diagonal
			if quote[i].hash != words[j].hash {
				cost++
			}
			diagonal = row[i+1]
			row[i+1] = min(cost, diagonal+1, row[i]+1)
		}
		best = min(best, row[len(quote)])
	}
	if free {
		return best
	}
	return row[len(quote)]
}

func TestAlignAgainstOracle(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	draw := func(n, letters int) []word {
		words := make([]word, n)
		for i := range words {
			words[i].hash = uint64(random.IntN(letters))
		}
		return words
	}
	found := 0
	for trial := range 4000 {
		letters := 2 + random.IntN(12)
		quote := draw(1+random.IntN([...]int{6, 70, 200}[trial%3]), letters)
		words := draw(random.IntN(300), letters)
		at := random.IntN(len(words) + 1)
		if trial%2 == 0 {
			words = append(words[:at:at], append(append([]word{}, quote...), words[at:]...)...)
			words[random.IntN(len(words))].hash = 99
		}
		from, to, edits := align(quote, words)
		if want := oracle(quote, words, true); edits != want {
			t.Fatalf("trial %d: %d edits, want %d", trial, edits, want)
		}
		if from == to {
			continue
		}
		found++
		if got := oracle(quote, words[from:to], false); got != edits {
			t.Fatalf("trial %d: words[%d:%d] take %d edits, not %d", trial, from, to, got, edits)
		}
	}
	if found < 3000 {
		t.Errorf("only %d of 4000 trials found anything", found)
	}
}

// prose is invented business text of at least n bytes; every sentence of it is different.
func prose(n int) string {
	subjects := []string{"Net sales", "Freight costs", "The Company's margins", "Orders from U.S. customers", "Warranty claims", "Our leases"}
	verbs := []string{"rose", "fell", "were little changed", "widened", "declined sharply", "improved"}
	reasons := []string{"because of higher steel prices", "as described in Note 4", "mainly in the U.K. and Canada",
		"net of tax (see Item 7)", "after the sale of Brackwater Pumps, Inc. to a competitor"}
	random := rand.New(rand.NewPCG(7, 7))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	var text strings.Builder
	for i := 0; text.Len() < n; i++ {
		fmt.Fprintf(&text, "%s %s by %d.%d%% to $%d.%d million in fiscal %d, %s.", pick(subjects), pick(verbs),
			random.IntN(40), random.IntN(10), random.IntN(9000), random.IntN(10), 1990+random.IntN(35), pick(reasons))
		text.WriteString(map[bool]string{true: "\n", false: " "}[i%6 == 5])
	}
	return text.String()
}

func FuzzFindQuote(f *testing.F) {
	seeds := [][2]string{
		{"We expect growth of 5%.", "we expect growth"}, {"a b c d e f", "a ... f"}, {"a b c d", "a x c d"},
		{"“ﬁve” — six", `"five" - six`}, {"aab aab aab", "aab aa"}, {"\xff\xfe", "\xff"}, {"....", ". . . a"}, {"x", "[...]"},
	}
	if len(seeds) < 8 {
		f.Fatal("seeds are missing")
	}
	for _, seed := range seeds {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, source, quote string) {
		found, ok := NewSource(source).Find(quote)
		if !ok {
			return
		}
		if found.Start < 0 || found.Start >= found.End || found.End > len(source) {
			t.Fatalf("span %v of %d bytes", found.Span, len(source))
		}
		if found.Distance() < 0 || found.Distance() > maxQuoteDistance || found.Exact && found.Edits != 0 {
			t.Fatalf("%+v", found)
		}
		for i, part := range found.Parts {
			if part.Start >= part.End || i > 0 && part.Start < found.Parts[i-1].End {
				t.Fatalf("parts %v", found.Parts)
			}
		}
	})
}

func BenchmarkFindQuote(b *testing.B) {
	source := prose(1_600_000)
	words := strings.Fields(source)
	exact := strings.Join(words[100_000:100_300], " ")
	changed := append([]string{}, words[100_000:100_300]...)
	changed[10], changed[120], changed[250] = "bananas", "bananas", "bananas"
	for _, c := range []struct {
		name, quote string
		prepared    bool
	}{
		{"exact 300 words in 1.6 MB", exact, false},
		{"3 of 300 words changed in 1.6 MB", strings.Join(changed, " "), false},
		{"absent 12 words in 1.6 MB", "the board of trustees approved nine new lighthouses along the northern coast", false},
		{"3 of 300 words changed, source prepared", strings.Join(changed, " "), true},
	} {
		b.Run(c.name, func(b *testing.B) {
			prepared := NewSource(source)
			prepared.Find("words are made by the first fuzzy search")
			for b.Loop() {
				if c.prepared {
					prepared.Find(c.quote)
				} else {
					NewSource(source).Find(c.quote)
				}
			}
		})
	}
}
