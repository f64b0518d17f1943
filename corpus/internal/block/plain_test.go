package block

import (
	"slices"
	"strings"
	"testing"
)

// paragraphs are the blocks of a plain text, joined lines put together and rows of tables marked.
func paragraphs(d *Doc) []string {
	var out []string
	for i, b := range d.Blocks {
		switch text := string(d.Of(b.Span)); {
		case b.Style&Joined != 0:
			out[len(out)-1] += string(d.Text[d.Blocks[i-1].End:b.Start]) + text
		case b.Table >= 0:
			out = append(out, "| "+text)
		default:
			out = append(out, text)
		}
	}
	return out
}

// filler makes the width of a page known: ten lines of prose.
var filler = strings.Repeat("A line of prose that is filled up to the common width of this page, so.\n\n", 10)

// plainCases are lines after the filler.
var plainCases = []struct {
	name, source string
	want         []string
}{
	{"a first line moved in", `
     The quarry was opened in the spring of that year and has been worked
without a break since then.
`, []string{"The quarry was opened in the spring of that year and has been worked without a break since then."}},
	{"a hanging indent", `
 10.2  Agreement of lease between the Company and the owners of the quarry,
       dated in the spring.
`, []string{"10.2 Agreement of lease between the Company and the owners of the quarry, dated in the spring."}},
	{"a deep hanging indent is not a centred line", `
   (b)         Agreement of lease between the Company and the owners of land
               with quarries on it.
`, []string{"(b) Agreement of lease between the Company and the owners of land with quarries on it."}},
	{"paragraphs without a blank line", `
     The quarry was opened in the spring of that year and is still worked.
     The mill was closed in the autumn of the year that came after it, when
sales fell.
`, []string{"The quarry was opened in the spring of that year and is still worked.",
		"The mill was closed in the autumn of the year that came after it, when sales fell."}},
	{"a short line that ends with a slash", `
The quarry sells stone of the kinds A/B/
C and slate to the builders of the town.
`, []string{"The quarry sells stone of the kinds A/B/ C and slate to the builders of the town."}},
	{"a short line ends a paragraph", `
The quarry was opened.
The mill was closed in the autumn of the year that came after it.
`, []string{"The quarry was opened.", "The mill was closed in the autumn of the year that came after it."}},
	{"points of a list", "\n   •  the quarry, which was opened in the spring of that year and worked on,\n      with the mill;\n   •  " +
		"the shop\n",
		[]string{"• the quarry, which was opened in the spring of that year and worked on, with the mill;", "• the shop"}},
	{"a number that ends a sentence is no label", `
The kiln and the two sheds beside it are leased by an agreement, no.
2024.
`, []string{"The kiln and the two sheds beside it are leased by an agreement, no. 2024."}},
	{"justified lines are no table", `
The  Company sold  39.3 million  tons of stone in  2004 and 41.2 million  in
2005,  of which 300,000  tons  were  slate and 50,000  tons  were marble, as
before.
`, []string{"The Company sold 39.3 million tons of stone in 2004 and 41.2 million in 2005, of which 300,000 tons were slate and 50," +
		"000 tons were marble, as before."}},
	{"columns of names are not joined", `
Ada Stone                        President and Chief Executive Officer
B. Slate                         Treasurer of the Company, and Secretary
`, []string{"Ada Stone President and Chief Executive Officer", "B. Slate Treasurer of the Company, and Secretary"}},
	{"a list of contents is a table", `
Business                                                         2
Properties                                                      15
`, []string{"| Business                                                         2",
		"| Properties                                                      15"}},
	{"figures separated by two blanks", `
North   1,200  3,400
South     900     --
`, []string{"| North   1,200  3,400", "| South     900     --"}},
	{"a currency sign in a column of its own", `
Stone risk        $  120    $  110
Slate risk        $   14    $   12
`, []string{"| Stone risk        $  120    $  110", "| Slate risk        $   14    $   12"}},
	{"two tables with prose between", `
North   1,200  3,400
South     900    100
The quarry was opened in the spring of that year and has been worked on.
East    1,200  3,400
West      900    100
`, []string{"| North   1,200  3,400", "| South     900    100",
		"The quarry was opened in the spring of that year and has been worked on.",
		"| East    1,200  3,400", "| West      900    100"}},
	{"a table tag never closed", "\n<TABLE>\nThe quarry was opened.\n", []string{"The quarry was opened."}},
	{"text next to table tags", "\n<TABLE>  (In tons)\nstone one </TABLE>\nafter it\n", []string{"| (In tons)", "| stone one", "after it"}},
	{"a divided word", `
     The quarry was opened in the spring of that year under the manage-
ment of its owners. Its management changed.
`, []string{"The quarry was opened in the spring of that year under the management of its owners. Its management changed."}},
	{"a word with a hyphen of its own", `
     The quarry was opened in the spring of that year with some long-
term debt.
`, []string{"The quarry was opened in the spring of that year with some long-term debt."}},
	{"words underlined in the middle of a paragraph", `
     The quarry was sold in the spring of that year under the Lantern Act
                                                             -----------
as amended.
`, []string{"The quarry was sold in the spring of that year under the Lantern Act as amended."}},
	{"a small letter in capitals", `
THE QUARRY WAS OPENED UNDER SECTION 15(d) OF THE ACT OF THAT YEAR, AND
WAS WORKED.
`, []string{"THE QUARRY WAS OPENED UNDER SECTION 15(d) OF THE ACT OF THAT YEAR, AND WAS WORKED."}},
	{"capitals do not run into prose", `
THE QUARRY WAS OPENED IN THE SPRING OF THAT YEAR AND HAS BEEN WORKED ON
The mill was closed.
`, []string{"THE QUARRY WAS OPENED IN THE SPRING OF THAT YEAR AND HAS BEEN WORKED ON", "The mill was closed."}},
}

func TestPlain(t *testing.T) {
	for _, c := range plainCases {
		t.Run(c.name, func(t *testing.T) {
			d := Plain([]byte(filler + c.source))
			if got := paragraphs(d)[10:]; !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			if err := check(d); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestPlainTables(t *testing.T) {
	d := Plain([]byte(filler + `
                      Tons      Price

North                1,200      3,400

South                  900         --
                    ======     ======

One line of text.

<TABLE>
East     1
</TABLE>
<PAGE>
<TABLE>
West     2
</TABLE>
`))
	want := []struct {
		rows int32
		last string
	}{{4, "======     ======"}, {1, "East     1"}, {1, "West     2"}}
	if len(d.Tables) != len(want) {
		t.Fatalf("%d tables, want %d", len(d.Tables), len(want))
	}
	for i, w := range want {
		table := d.Tables[i]
		last := d.Blocks[table.Blocks.End-1]
		if table.Rows != w.rows || string(d.Of(last.Span)) != w.last || !table.Plain {
			t.Errorf("table %d has %d rows, the last %q; want %d, %q", i, table.Rows, d.Of(last.Span), w.rows, w.last)
		}
	}
}

func TestPlainPages(t *testing.T) {
	d := Plain([]byte("\fone\n\ftwo\n\n  3\n<PAGE>\n<PAGE>\nthree\x0c\nfour"))
	var pages []int32
	for _, b := range d.Blocks {
		pages = append(pages, b.Page)
	}
	if want := []int32{0, 1, 1, 2, 2}; !slices.Equal(pages, want) {
		t.Errorf("pages %v of %q, want %v", pages, lines(d), want)
	}
}

// TestPageBreakInLine: a line of plain text is one block, even where a tag in it breaks the page. The
// block used to be cut in two, and the second half reached back over the first.
func TestPageBreakInLine(t *testing.T) {
	for _, source := range []string{
		"zero\n\none <i style='page-break-before:always'>two</i> three\nfour",
		"zero\n\none <b style='page-break-after:always'>two</b> three\nfour",
	} {
		d := Plain([]byte(source))
		if err := check(d); err != nil {
			t.Fatalf("Plain(%q): %v", source, err)
		}
		if len(d.Blocks) != 3 || string(d.Of(d.Blocks[1].Span)) != "one two three" {
			t.Fatalf("Plain(%q) has the blocks %+v of %q", source, d.Blocks, d.Text)
		}
		if d.Blocks[1].Page != 0 || d.Blocks[2].Page != 1 {
			t.Errorf("Plain(%q): pages %d and %d, want 0 and 1", source, d.Blocks[1].Page, d.Blocks[2].Page)
		}
	}
}
