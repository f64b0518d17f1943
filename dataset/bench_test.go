package dataset

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchLines writes a set of n cases of about a kilobyte.
func benchLines(tb testing.TB, n int) string {
	path := filepath.Join(tb.TempDir(), "cases.jsonl")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	passage := strings.Repeat("Net sales of Quarrystone rose to 4.2 billion dollars. ", 16)
	for i := range n {
		fmt.Fprintf(f, "{\"question\":\"What were the net sales in year %d?\",\"gold\":\"%d\",\"passages\":[{\"id\":\"p%d\",\"text\":%q}],"+
			"\"tags\":{\"year\":\"%d\"}}\n", i, i, i, passage, i%30)
	}
	return path
}

// BenchmarkOpen reads 100,000 cases through, as a run does before its first call.
func BenchmarkOpen(b *testing.B) {
	path := benchLines(b, 100_000)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		if s, err := Open(path, ""); err != nil || s.Len != 100_000 {
			b.Fatal(err)
		}
	}
}
