package block

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const realData = "../../../shared/data"

// filings are real primary documents, or nil with the test skipped where they are absent.
func filings(t testing.TB, least int) map[string][]byte {
	t.Helper()
	if _, err := os.Stat(realData); err != nil {
		t.Skip("no real filings here: ../shared/data is absent")
	}
	files := map[string][]byte{}
	for _, pattern := range []string{"filings/10k/*.gz", "filings-10k/html/*.html", "filings-10k/eras/*.htm"} {
		paths, _ := filepath.Glob(filepath.Join(realData, pattern))
		for _, path := range paths {
			files[filepath.Base(path)] = readFiling(t, path)
		}
	}
	if len(files) < least {
		t.Fatalf("%d filings under %s, want at least %d", len(files), realData, least)
	}
	return files
}

func readFiling(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	data, err = io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func BenchmarkHTML(b *testing.B) {
	var docs [][]byte
	size := 0
	for name, data := range filings(b, 60) {
		if strings.HasPrefix(name, "sp_") {
			docs = append(docs, data)
			size += len(data)
		}
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, d := range docs {
			HTML(d)
		}
	}
}
