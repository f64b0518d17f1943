package corpus

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/text"
)

func TestZZDecl(t *testing.T) {
	if os.Getenv("ZZ") == "" {
		t.Skip("no")
	}
	for _, path := range realFilings(t, 70) {
		src := readReal(t, path)
		r := &reading{}
		if err := r.addFiling(src, 0); err != nil {
			t.Fatal(err)
		}
		p := &r.pieces[0]
		if p.facts == nil {
			continue
		}
		a := &assembly{rows: &store.Rows{}, splitter: text.NewSplitter(nil)}
		a.piece(p)
		for _, d := range a.declared {
			if d.End-d.Start < 3000 {
				t.Logf("SHORT %s %v %.500q", filepath.Base(path), d.scale, p.doc.Of(d.Span))
			}
		}
		at := map[int32]bool{}
		for i := range p.facts.Facts {
			f := &p.facts.Facts[i]
			for _, s := range f.Spans {
				at[a.placeRow(s.Start)] = true
			}
		}
		for i := range a.places {
			pl := &a.places[i]
			if pl.scale == (Scale{}) || at[pl.sentence] {
				continue
			}
			s := &a.rows.Sentences[pl.sentence]
			if s.TableID >= 0 {
				continue
			}
			before := figure.Find(s.Text)
			for k, m := range pl.scale.Figures(s.Text) {
				if !m.Value.Equal(before[k].Value) {
					t.Logf("SCALED %s %s -> %s | %.60q [%s] %.60q", filepath.Base(path)[:12], before[k].Digits, m.Value, s.Text[max(0, m.Start-60):m.Start], s.Text[m.Start:m.End], s.Text[m.End:])
				}
			}
		}
	}
}

func (a *assembly) placeRow(at int32) int32 {
	for i := range a.places {
		if a.places[i].span.Start <= at && at < a.places[i].span.End {
			return a.places[i].sentence
		}
	}
	return -1
}
