package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/block"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/corpus/xbrl"
	"github.com/assayhq/assay/text"
)

func TestZZDump(t *testing.T) {
	if os.Getenv("ZZ") == "" {
		t.Skip("no")
	}
	out, _ := os.Create("/tmp/dis.tsv")
	defer out.Close()
	seen := map[string]bool{}
	for _, path := range realFilings(t, 70) {
		src := readReal(t, path)
		r := &reading{}
		if err := r.addFiling(src, 0); err != nil {
			t.Fatal(err)
		}
		p := &r.pieces[0]
		if p.facts == nil || seen[string(src[len(src)/2:len(src)/2+200])] {
			continue
		}
		seen[string(src[len(src)/2:len(src)/2+200])] = true
		a := &assembly{rows: &store.Rows{}, splitter: text.NewSplitter(nil)}
		a.piece(p)
		name := strings.TrimSuffix(filepath.Base(path), ".htm.gz")
		for i := range p.facts.Facts {
			f := &p.facts.Facts[i]
			if f.Hidden || f.Nil || len(f.Spans) == 0 || f.Kind != xbrl.Numeric || !f.HasNumber {
				continue
			}
			got, place := a.shownValue(i)
			class := "ok"
			if got == nil || !got.Abs().Equal(f.Number.Abs()) {
				class = disagreement(got, f.Number.Abs())
			}
			around := string(a.p.doc.Of(block.Span{Start: max(0, f.Spans[0].Start-90), End: min(int32(len(a.p.doc.Text)), f.Spans[0].End+40)}))
			tab := int32(-1)
			bi := blockAtZZ(a.p.doc, f.Spans[0].Start)
			kind := ""
			if bi >= 0 {
				tab = a.p.doc.Blocks[bi].Table
				if tab >= 0 {
					kind = a.l.grids[tab].Kind.String()
				}
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t%v\t%s\t%d\t%s\t%q\n", name, place, class, f.Concept, f.Unit, f.Scale, f.Number, f.Shown, tab, kind, around)
		}
	}
}

func blockAtZZ(d *block.Doc, at int32) int {
	for i := range d.Blocks {
		if d.Blocks[i].End > at {
			return i
		}
	}
	return -1
}
