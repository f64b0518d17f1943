package xbrl

import (
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

func BenchmarkRead(b *testing.B) {
	src := readReal(b, "filings/10k/et_pg-10-k-2025-08-04.htm.gz")
	doc := block.HTML(src)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	facts := 0
	for b.Loop() {
		facts = len(Read(doc, src).Facts)
	}
	b.ReportMetric(float64(facts), "facts")
}

func BenchmarkHeader(b *testing.B) {
	src := readReal(b, "filings/10k/et_wfc-10-k-2025-02-25.htm.gz")
	doc := block.HTML(src)
	n, _ := landmarks(src)
	b.SetBytes(int64(doc.Headers[0].End - doc.Headers[0].Start))
	b.ReportAllocs()
	for b.Loop() {
		readHeaders(src, doc.Headers, &n)
	}
}

func BenchmarkNames(b *testing.B) {
	src := readReal(b, "filings/10k/et_pg-10-k-2025-08-04.htm.gz")
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		landmarks(src)
	}
}
