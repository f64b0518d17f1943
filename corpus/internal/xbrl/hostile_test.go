package xbrl

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/corpus/internal/block"
)

// hostileTime is what reading a hostile page of some megabytes may take, race detector and a busy
// machine included; anything that is not linear takes minutes.
const hostileTime = 15 * time.Second

func TestHostilePages(t *testing.T) {
	const many = 100_000
	open := `<ix:nonNumeric name="fab:A" contextRef="y24">`
	tests := []struct {
		name, src string
		facts     int // at least
	}{
		{"nested facts", page("", strings.Repeat(open, many)+"x"+strings.Repeat("</ix:nonNumeric>", many)), 1000},
		{"nested hidden facts", page(strings.Repeat(open, many)+"x"+strings.Repeat("</ix:nonNumeric>", many), ""), many},
		{"hidden facts never closed", page(strings.Repeat(open+"x ", many), ""), many},
		{"closing tags of nothing", page(open+strings.Repeat("</ix:nonFraction>", many), ""), 1},
		{"nested exclusions in nested facts", page("", strings.Repeat(open+"<ix:exclude>", many/10)+"x"), 1},
		{"nested hidden exclusions", page(strings.Repeat(open+"y<ix:exclude>", many/10)+"x", ""), many / 10},
		{"one long chain", page("", `<ix:nonNumeric name="fab:A" contextRef="y24" continuedAt="c0">a</ix:nonNumeric>`+chainOf(many)), 1},
		{"chains over nested continuations", page(nestedChains(3000), strings.Repeat("long text ", 2000)), 3000},
		{"declarations of one prefix",
			page("", `<p `+declarations(many)+`><ix:nonNumeric name="fab:A" contextRef="y24">a</ix:nonNumeric></p>`), 1},
		{"relationships of all with all",
			page(`<ix:relationship fromRefs="`+strings.Repeat("f ", many)+`" toRefs="`+strings.Repeat("n ", many)+`"/>`,
				`<p><ix:nonNumeric id="f" name="fab:A" contextRef="y24">a</ix:nonNumeric><ix:footnote id="n">n</ix:footnote></p>`), 1},
		{"styles that show hidden facts", page(hiddenFacts(20000), showingAll(20000)), 20000},
		{"formats all different", page("", differentFormats(many)), 1000},
		{"a number of a million digits",
			page("", `<p><ix:nonFraction name="fab:A" contextRef="y24" unitRef="usd">`+strings.Repeat("9", 1_000_000)+`</ix:nonFraction></p>`), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := block.HTML([]byte(tt.src))
			start := time.Now()
			in := Read(doc, []byte(tt.src))
			if d := time.Since(start); d > hostileTime {
				t.Errorf("took %v", d)
			}
			if len(in.Facts) < tt.facts {
				t.Errorf("%d facts, want at least %d", len(in.Facts), tt.facts)
			}
			check(t, doc, []byte(tt.src), in)
		})
	}
}

func chainOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<p><ix:continuation id="c%d" continuedAt="c%d">x</ix:continuation></p>`, i, i+1)
	}
	return b.String()
}

// nestedChains has facts that are each continued in an element which contains all those after it.
func nestedChains(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<ix:nonNumeric name="fab:A" contextRef="y24" continuedAt="c%d">a</ix:nonNumeric>`, i)
	}
	for i := range n {
		fmt.Fprintf(&b, `<ix:continuation id="c%d">`, i)
	}
	b.WriteString(strings.Repeat("text ", 20_000))
	return b.String()
}

func declarations(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `xmlns:fab="u:%d" `, i)
	}
	return b.String()
}

func hiddenFacts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<ix:nonNumeric id="h%d" name="fab:A" contextRef="y24">a</ix:nonNumeric>`, i)
	}
	return b.String()
}

func showingAll(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<b style="-sec-ix-hidden:h%d">x`, i)
	}
	return b.String()
}

func differentFormats(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<ix:nonNumeric name="fab:A%d" contextRef="y24" format="ixt:x%d">a</ix:nonNumeric> `, i, i)
	}
	return b.String()
}

// check checks an instance against what its types promise.
func check(t *testing.T, doc *block.Doc, src []byte, in *Instance) {
	t.Helper()
	for i := range in.Facts {
		f := &in.Facts[i]
		switch {
		case f.Context == nil:
			t.Fatalf("fact %d has a nil context", i)
		case f.Parent >= int32(i) || f.Parent < -1:
			t.Fatalf("fact %d has the parent %d", i, f.Parent)
		case f.Source.Start < 0 || f.Source.End < f.Source.Start || int(f.Source.End) > len(src):
			t.Fatalf("fact %d has the source %v of %d", i, f.Source, len(src))
		case f.HasNumber && (f.Kind != Numeric || f.Nil || f.Number.String() != f.Value):
			t.Fatalf("fact %d: %s with number %s and value %q", i, f.Kind, f.Number, f.Value)
		case f.Kind == Numeric && !f.HasNumber && !f.Nil && len(f.Problems) == 0:
			t.Fatalf("fact %d has no number and does not say why", i)
		case f.Cell < -1 || int(f.Cell) >= len(doc.Cells):
			t.Fatalf("fact %d is in cell %d of %d", i, f.Cell, len(doc.Cells))
		}
		for _, s := range f.Spans {
			if s.Start < 0 || s.End <= s.Start || int(s.End) > len(doc.Text) {
				t.Fatalf("fact %d has the span %v of %d", i, s, len(doc.Text))
			}
		}
		for _, n := range f.Footnotes {
			if n < 0 || int(n) >= len(in.Footnotes) {
				t.Fatalf("fact %d has the footnote %d of %d", i, n, len(in.Footnotes))
			}
		}
	}
	if len(in.Problems) > maxProblems {
		t.Fatalf("%d problems", len(in.Problems))
	}
}
