package corpus

import (
	"bytes"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// paragraphsOf writes the paragraphs of a document as kind: text.
func paragraphsOf(d *block.Doc) []string {
	l := newLayout(d)
	a := assembly{p: &piece{doc: d}, l: l}
	var list []string
	for _, p := range l.paragraphs(nil, block.Span{Start: 0, End: int32(len(d.Text))}) {
		list = append(list, p.kind+": "+string(a.appendPieces(nil, p.pieces)))
	}
	return list
}

const below = "<p>The quarry sold stone to builders in nine counties, and none of them bought a tenth of it in the year.</p>"

func TestParagraphs(t *testing.T) {
	prose := "text: " + strings.TrimSuffix(strings.TrimPrefix(below, "<p>"), "</p>")
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"lower case goes on", "<p>We ship stone by</p><p>barge and by rail.</p>", []string{"text: We ship stone by barge and by rail."}},
		{"an article wants its noun", "<p>It applies to the</p><p>Lantern segment.</p>", []string{"text: It applies to the Lantern segment."}},
		{"across a page", `<p>All of it lies in The</p><p>17</p><p style="page-break-before:always">Lantern valley.</p>`,
			[]string{"text: All of it lies in The Lantern valley."}},
		{"before a name on the next page", `<p>We sold the pit and all that we had in the north of the country to Ada</p><p>17</p>` +
			`<p style="page-break-before:always">Quill and her sons.</p>`,
			[]string{"text: We sold the pit and all that we had in the north of the country to Ada Quill and her sons."}},
		{"title on the next page", `<p>We sold the pit and all that we had in the north of the country</p><p>17</p>` +
			`<p style="page-break-before:always">Stone and Lime</p>` + below,
			[]string{"text: We sold the pit and all that we had in the north of the country", "heading: Stone and Lime", prose}},
		{"bracket left open", "<p>Quill v. Ember (filed</p><p>March 3, 2011, in Oslo), is closed.</p>",
			[]string{"text: Quill v. Ember (filed March 3, 2011, in Oslo), is closed."}},
		{"bold label stays apart", "<p><b>Stone and lime</b></p><p>are sold by weight.</p>",
			[]string{"heading: Stone and lime", "text: are sold by weight."}},
		{"product name opens a sentence", "<p>Stone sold well, lime did not</p><p>eLime was new.</p>",
			[]string{"text: Stone sold well, lime did not", "text: eLime was new."}},
		{"Class A is no article", "<p>Holders of Class A</p><p>Lantern Trust owns most.</p>",
			[]string{"text: Holders of Class A", "text: Lantern Trust owns most."}},
		{"figures join their label", "<p>Stone sold</p><p>$</p><p>4,120</p><p>3,977</p><p>Lime sold</p><p>12</p>",
			[]string{"text: Stone sold $ 4,120 3,977", "text: Lime sold 12"}},
		{"title above prose", "<p>Stone and Lime</p>" + below, []string{"heading: Stone and Lime", prose}},
		{"title above nothing", "<p>Ada Quill</p><p>Ben Ember</p>", []string{"text: Ada Quill", "text: Ben Ember"}},
		{"signature above prose", "<p>/s/ Quill & Ember LLP</p>" + below, []string{"signature: /s/ Quill & Ember LLP", prose}},
		{"day above prose", "<p>March 14, 2019</p>" + below, []string{"text: March 14, 2019", prose}},
		{"item label", "<p>Item 9. Changes in and Disagreements</p><p>None.</p>",
			[]string{"heading: Item 9. Changes in and Disagreements", "text: None."}},
		{"list behind a colon", "<p>It depends on:</p><p>rain in spring;</p><p>wages; and</p><p>the price of coal.</p>",
			[]string{"text: It depends on:", "list_item: rain in spring;", "list_item: wages; and", "list_item: the price of coal."}},
		{"label of a footnote", "<p>(1)</p><p>Net of lime.</p><p>4b)</p><p>Includes stone.</p>",
			[]string{"text: (1) Net of lime.", "text: 4b) Includes stone."}},
		{"label above a title", "<p>13.</p><p>Stone and Lime</p>",
			[]string{"text: 13.", "text: Stone and Lime"}},
		{"number of a label", "<p>It is filed under Registration No.</p><p>33-1234.</p><p>Is it lime? No.</p><p>Stone it is.</p>",
			[]string{"text: It is filed under Registration No. 33-1234.", "text: Is it lime? No.", "text: Stone it is."}},
		{"a preposition wants its year", "<p>Stone sold at a loss since</p><p>2020, when the pit was closed.</p>",
			[]string{"text: Stone sold at a loss since 2020, when the pit was closed."}},
		{"letter o as a bullet", "<p>o rain in spring</p><p>o wages</p>", []string{"list_item: o rain in spring", "list_item: o wages"}},
		{"page number is no bullet", "<p>- 126 -</p>" + below, []string{"text: - 126 -", prose}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := paragraphsOf(block.HTML([]byte("<html><body>" + c.src + "</body></html>")))
			var kept []string
			for _, p := range got {
				if !strings.HasPrefix(p, kindFurniture) {
					kept = append(kept, p)
				}
			}
			if strings.Join(kept, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("paragraphs\n%s\nwant\n%s", strings.Join(kept, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestExhibitsInColumns holds that a text of several lines is one paragraph in a plain-text list with columns.
func TestExhibitsInColumns(t *testing.T) {
	const filler = "Of the pits that we work the one in the valley is the oldest and the deepest.\n\n"
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"numbers before the texts", `
A.1     S-Q      Agreement for the sale of stone dated
                 in March of that year between the Company and
                 Ada Quill.
A.2     S-R      Lease of the pit.
`, []string{"text: A.1     S-Q      Agreement for the sale of stone dated in March of that year between the Company and Ada Quill.",
			"text: A.2     S-R      Lease of the pit."}},
		{"a page after them", `
(a)     Agreement for the sale of stone between
        the Company and Ada Quill.
(b)     Lease of the pit that the Company         45
        has worked in.
(c)     Plan for the members of the board and
        the officers.
`, []string{"text: (a)     Agreement for the sale of stone between the Company and Ada Quill.",
			"text: (b)     Lease of the pit that the Company has worked in.",
			"text: (c)     Plan for the members of the board and the officers."}},
		{"a list inside", `
 10.3   The contracts between the Company and its
        officers, with amendments:
        (1) Contract of Ada Quill dated in the
            spring of that year.
        (2) Contract of Ben Ember.
`, []string{"text: 10.3   The contracts between the Company and its officers, with amendments:",
			"text: (1) Contract of Ada Quill dated in the spring of that year.", "text: (2) Contract of Ben Ember."}},
		{"a number and a letter before the text", `
 10.3   (a) Contract of Ada Quill dated in the
            spring of that year.
`, []string{"text: 10.3   (a) Contract of Ada Quill dated in the spring of that year."}},
		{"ages after names", `
Ada Quill            Vice President for lime         44
                     and stone
Ben Ember            Vice President for sand         51
                     and for the board
`, []string{"text: Ada Quill            Vice President for lime         44", "text: and stone",
			"text: Ben Ember            Vice President for sand         51", "text: and for the board"}},
		{"lines of their own", `
R  Earnings of a share of the stock
S  Rents and other commitments
`, []string{"text: R  Earnings of a share of the stock", "text: S  Rents and other commitments"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := paragraphsOf(block.Plain([]byte(strings.Repeat(filler, 8) + "<TABLE>" + c.src + "</TABLE>\n")))[8:]
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("paragraphs\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestParagraphsAreBounded holds that lines which never end a sentence do not grow into one paragraph.
func TestParagraphsAreBounded(t *testing.T) {
	got := paragraphsOf(block.HTML([]byte("<html><body>" + strings.Repeat("<p>lime and sand and stone and</p>",
		5*maxPieces) + "</body></html>")))
	if len(got) != 5 {
		t.Errorf("%d paragraphs, want 5", len(got))
	}
}

// TestParagraphsCoverRealFilings holds that on real filings every visible block is in one paragraph,
// in order, or is furniture between the pieces of one, and that few paragraphs begin in lower case.
func TestParagraphsCoverRealFilings(t *testing.T) {
	for _, path := range realFilings(t, 70) {
		src := readReal(t, path)
		d, err := block.Read(src, looksLikeHTML(src), nil)
		if err != nil {
			t.Fatal(err)
		}
		l := newLayout(d)
		at, texts, lower := int32(0), 0, 0
		for _, p := range l.paragraphs(nil, block.Span{Start: 0, End: int32(len(d.Text))}) {
			for _, s := range p.pieces {
				if s.Start < at || s.End < s.Start {
					t.Fatalf("%s: a piece from %d to %d behind %d", filepath.Base(path), s.Start, s.End, at)
				}
				l.checkSkipped(t, at, s.Start)
				at = s.End
			}
			text := d.Of(p.pieces[0])
			if p.kind == kindText {
				texts++
				if startsLower(text) && !bytes.ContainsAny(text[:3], "./") {
					lower++
				}
			}
		}
		l.checkSkipped(t, at, int32(len(d.Text)))
		most := 2.0
		if !looksLikeHTML(readReal(t, path)) {
			most = 3 // lists of exhibits in columns of narrow lines
		}
		if texts < 100 || percentOf(lower, texts) > most {
			t.Errorf("%s: %d of %d paragraphs of text begin in lower case, want under %g %%", filepath.Base(path), lower, texts, most)
		}
	}
}

// checkSkipped fails where prose between two pieces is in no paragraph.
func (l *layout) checkSkipped(t *testing.T, from, to int32) {
	t.Helper()
	blocks := l.doc.Blocks
	first := sort.Search(len(blocks), func(i int) bool { return blocks[i].Start >= from })
	for i := first; i < len(blocks) && blocks[i].Start < to; i++ {
		if b := &blocks[i]; b.End > b.Start && !l.furniture[i] && b.Style&block.Hidden == 0 {
			t.Fatalf("block %d is in no paragraph: %.80q", i, l.doc.Of(b.Span))
		}
	}
}

func BenchmarkParagraphs(b *testing.B) {
	d := block.HTML([]byte("<html><body>" + strings.Repeat("<p>Stone and Lime</p>"+below, 2000) + "</body></html>"))
	l := newLayout(d)
	b.SetBytes(int64(len(d.Text)))
	for b.Loop() {
		l.pieces = l.pieces[:0]
		l.paragraphs(nil, block.Span{Start: 0, End: int32(len(d.Text))})
	}
}
