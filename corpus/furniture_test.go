package corpus

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// words is filler prose of about n bytes that begins with a capital and ends with a full stop.
func words(n int) string {
	return "The kiln " + strings.Repeat("burns lime and sand ", n/20) + "at night."
}

// furnitureOf lists the texts that a document's furniture consists of.
func furnitureOf(d *block.Doc) []string {
	var list []string
	for i, is := range furniture(d) {
		if is {
			list = append(list, string(d.Of(d.Blocks[i].Span)))
		}
	}
	return list
}

// pages builds a document of prose with lines between, one a page, and no page breaks.
func pages(n, size int, between func(page int) string) []byte {
	var b strings.Builder
	for page := 1; page <= n; page++ {
		fmt.Fprintf(&b, "<p>%s</p>%s", words(size), between(page))
	}
	return []byte("<html><body>" + b.String() + "</body></html>")
}

func TestFurnitureWithoutPageBreaks(t *testing.T) {
	for _, c := range []struct {
		name string
		src  []byte
		want int // marked blocks
	}{
		{"page numbers", pages(8, 900, func(p int) string { return fmt.Sprintf("<p>%d</p>", p) }), 8},
		{"page numbers of an appendix", pages(8, 900, func(p int) string { return fmt.Sprintf("<p>F-%d</p>", p) }), 8},
		{"page numbers in dashes", pages(8, 900, func(p int) string { return fmt.Sprintf("<p>- %d -</p>", p) }), 8},
		{"figures of a torn table between them", pages(8, 900, func(p int) string { return fmt.Sprintf("<p>812</p><p>77</p><p>%d</p>", p) }), 8},
		{"page numbers with full stops", pages(25, 900, func(p int) string { return fmt.Sprintf("<p>%d.</p><p>Lantern Inc.</p>", p) }), 50},
		{"items of a list", pages(9, 900, func(p int) string { return fmt.Sprintf("<p>%d.</p>", p) }), 0},
		{"too few pages", pages(4, 900, func(p int) string { return fmt.Sprintf("<p>%d</p>", p) }), 0},
		{"figures of one column", pages(8, 40, func(p int) string { return fmt.Sprintf("<p>%d</p>", p) }), 0},
		{"years", pages(8, 900, func(p int) string { return "<p>2019</p>" }), 0},
		{"header says continued", pages(3, 900, func(int) string { return "<p>NOTES TO THE BOOKS - (Continued)</p>" }), 3},
		{"continued but twice", pages(2, 900, func(int) string { return "<p>NOTES TO THE BOOKS - (Continued)</p>" }), 0},
		{"name above the header", pages(9, 900, func(int) string { return "<p>LANTERN QUARRIES, INC.</p><p>NOTES (Continued)</p>" }), 18},
		{"name beside the number", pages(9, 900, func(p int) string { return fmt.Sprintf("<p>Lantern 10-K</p><p>%d</p>", p) }), 18},
		{"sentence beside the number", pages(9, 900, func(p int) string { return fmt.Sprintf("<p>See notes to the books.</p><p>%d</p>", p) }), 9},
		{"signature beside the number", pages(9, 900, func(p int) string { return fmt.Sprintf("<p>/s/ Ada Quill</p><p>%d</p>", p) }), 9},
		{"repeated line with no page", pages(9, 900, func(int) string { return "<p>Lantern Quarries</p>" }), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := furnitureOf(block.HTML(c.src))
			if len(got) != c.want {
				t.Errorf("furniture %q, want %d blocks", got, c.want)
			}
		})
	}
}

func TestFurnitureAtPageBreaks(t *testing.T) {
	src := pages(4, 300, func(p int) string {
		return fmt.Sprintf(`<p>%d</p><p style="page-break-before:always">Lantern Quarries, Inc.</p><p>Notes, page %d</p>`, p, p)
	})
	if got := furnitureOf(block.HTML(src)); len(got) != 12 {
		t.Errorf("furniture %q, want 12 blocks", got)
	}
	src = pages(6, 300, func(int) string {
		return `<p>None.</p><p style="page-break-before:always">Item 4. Mine Safety Disclosures</p><p>[Not applicable.]</p>`
	})
	if got := furnitureOf(block.HTML(src)); len(got) != 6 {
		t.Errorf("furniture %q, want no answer of an item among it", got)
	}
	var text strings.Builder
	for _, town := range []string{"Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel"} {
		for _, word := range strings.Fields("one two three four five six") {
			fmt.Fprintf(&text, "The %s-th lease of a shed in %s ended.\n\n", word, town)
		}
		fmt.Fprintf(&text, "We signed the last of those in %s on April 4,\n1999.\n<PAGE>\n", town)
	}
	if got := furnitureOf(block.Plain([]byte(text.String()))); len(got) != 0 {
		t.Errorf("furniture %q, want no end of a sentence among it", got)
	}
}

// TestRepeatedSentencesAreText: sentences that differ in a figure, and answers to items, are text at page breaks too.
func TestRepeatedSentencesAreText(t *testing.T) {
	for _, c := range []struct {
		name string
		line func(page int) string // plain text
		want int
	}{
		{"another figure", func(p int) string { return fmt.Sprintf("We sold as many as %d kilns to dealers in the north.", 7*p) }, 0},
		{"another figure in the second line", func(p int) string {
			return fmt.Sprintf("We sold kilns to dealers in the north of the country, and among\nthem were %d of the small ones that burn lime.", 7*p)
		}, 0},
		{"a reference", func(int) string {
			return "The information required by this item is in our proxy statement and is\nincorporated by reference."
		}, 0},
		{"another page number", func(p int) string { return fmt.Sprintf("Lantern Quarries, Annual Report, page %d", p) }, 5},
		{"the same sentence", func(int) string { return "See the notes that accompany these financial statements." }, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			for p := 1; p <= 6; p++ {
				for k := range 8 {
					fmt.Fprintf(&b, "Lease %d of shed %d in the valley ended before we could use it.\n\n", 10*p+k, p)
				}
				b.WriteString(c.line(p) + "\n<PAGE>\n")
			}
			if got := furnitureOf(block.Plain([]byte(b.String()))); len(got) != c.want {
				t.Errorf("furniture %q, want %d blocks", got, c.want)
			}
		})
	}
}

// TestLoneNumbersStayLinear holds the search for chains to a bounded look back.
func TestLoneNumbersStayLinear(t *testing.T) {
	d := block.HTML([]byte("<html><body>" + strings.Repeat("<p>1</p><p>2</p>", 60_000) + "</body></html>"))
	if got := len(furnitureOf(d)); got != 0 {
		t.Errorf("%d of the numbers taken for page numbers", got)
	}
}

func BenchmarkFurniture(b *testing.B) {
	d := block.HTML(pages(200, 3000, func(p int) string { return fmt.Sprintf("<p>Lantern 10-K</p><p>%d</p>", p) }))
	b.SetBytes(int64(len(d.Text)))
	for b.Loop() {
		furniture(d)
	}
}
