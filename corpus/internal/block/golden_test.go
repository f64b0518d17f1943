package block

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden shows what becomes of a few invented pages: every block, cell, mark, anchor and link.
func TestGolden(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"testdata/*.htm", "testdata/*.txt"} {
		found, _ := filepath.Glob(pattern)
		pages = append(pages, found...)
	}
	if len(pages) < 6 {
		t.Fatalf("%d pages in testdata, want at least 6", len(pages))
	}
	for _, page := range pages {
		t.Run(filepath.Base(page), func(t *testing.T) {
			src, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			read := HTML
			if strings.HasSuffix(page, ".txt") {
				read = Plain
			}
			d := read(src)
			if err := check(d); err != nil {
				t.Error(err)
			}
			got := dump(d)
			golden := page + ".golden"
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("differs from %s:\n%s", golden, got)
			}
		})
	}
}

// dump writes a document for reading: a line a block, then its other parts.
func dump(d *Doc) []byte {
	var b bytes.Buffer
	for i, x := range d.Blocks {
		fmt.Fprintf(&b, "%3d @%-5d page %d", i, d.SourceOf(x.Start), x.Page)
		if x.Table >= 0 {
			fmt.Fprintf(&b, " table %d row %d", x.Table, x.Row)
		}
		fmt.Fprintf(&b, " indent %d%s: %s\n", x.Indent, styleNames(x.Style), shown(d.Of(x.Span)))
	}
	for i, x := range d.Tables {
		fmt.Fprintf(&b, "table %d in %d, %d rows, blocks %d-%d, plain %t, source %d-%d\n", i, x.Parent, x.Rows,
			x.Blocks.Start, x.Blocks.End, x.Plain, x.Source.Start, x.Source.End)
		for _, c := range d.Cells[x.Cells.Start:x.Cells.End] {
			if c.Start < c.End {
				fmt.Fprintf(&b, "  row %d col %d spans %dx%d%s: %s\n", c.Row, c.Col, c.RowSpan, c.ColSpan, styleNames(c.Style), shown(d.Of(c.Span)))
			}
		}
	}
	for i, x := range d.Marks {
		fmt.Fprintf(&b, "mark %d in %d, cell %d: %s => %s\n", i, x.Parent, x.Cell, d.source[x.Tag.Start:x.Tag.End], shown(d.Of(x.Span)))
	}
	for _, x := range d.Headers {
		fmt.Fprintf(&b, "header %d-%d\n", x.Start, x.End)
	}
	for _, x := range d.Anchors {
		fmt.Fprintf(&b, "anchor %s at: %.20s\n", x.Name, shown(d.Text[x.At:]))
	}
	for _, x := range d.Links {
		fmt.Fprintf(&b, "link to %s: %s\n", x.Target, shown(d.Of(x.Span)))
	}
	for _, x := range d.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", x)
	}
	return b.Bytes()
}

func styleNames(s Style) string {
	names := [...]string{"bold", "italic", "underlined", "centered", "heading", "item", "linked", "hidden", "break", "joined", "large"}
	var out string
	for i, name := range names {
		if s&(1<<i) != 0 {
			out += " " + name
		}
	}
	return out
}

func shown(text []byte) string {
	return strings.NewReplacer("\t", " | ", "\v", " ¶ ", "\n", " ⏎ ").Replace(string(text))
}
