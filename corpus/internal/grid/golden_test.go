package grid

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// invented are the documents in testdata.
func invented(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, path := range paths {
		if !strings.HasSuffix(path, ".golden") {
			out = append(out, path)
		}
	}
	if len(out) < 8 {
		t.Fatalf("%d invented documents in testdata, want at least 8", len(out))
	}
	return out
}

// TestGolden renders invented tables as grids and row lines.
func TestGolden(t *testing.T) {
	for _, path := range invented(t) {
		t.Run(filepath.Base(path), func(t *testing.T) { golden(t, path) })
	}
}

func golden(t *testing.T, path string) {
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := block.Plain(src)
	if strings.HasSuffix(path, ".html") {
		d = block.HTML(src)
	}
	got := render(d)
	file := path + ".golden"
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from %s; run with -update and read the difference\n%s", path, file, got)
	}
}

// render shows every table of a document and the lines of its rows.
func render(d *block.Doc) []byte {
	var out []byte
	for i, g := range All(d) {
		if i > 0 {
			out = append(out, '\n')
		}
		out = g.AppendShow(out)
		for k := range g.Rows {
			if line := g.AppendLine(nil, &g.Rows[k]); len(line) > 0 {
				out = append(append(append(out, "» "...), line...), '\n')
			}
		}
	}
	return out
}
