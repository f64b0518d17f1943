package grid

import (
	"bytes"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// BenchmarkAll measures grids of whole filings per byte of their source; row lines separately.
func BenchmarkAll(b *testing.B) {
	var docs []*block.Doc
	size, tables, cells := 0, 0, 0
	for _, f := range filings(b, 60) {
		if bytes.Contains(f.src, []byte(":nonFraction")) {
			d := block.HTML(f.src)
			docs = append(docs, d)
			size += len(f.src)
			tables += len(d.Tables)
			cells += len(d.Cells)
		}
	}
	b.Run("grids", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			for _, d := range docs {
				All(d)
			}
		}
		b.ReportMetric(float64(cells)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mcells/s")
		b.ReportMetric(float64(tables)/float64(len(docs)), "tables/filing")
		b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N)/float64(len(docs)), "ms/filing")
	})
	b.Run("lines", func(b *testing.B) {
		var all [][]Grid
		for _, d := range docs {
			all = append(all, All(d))
		}
		b.SetBytes(int64(size))
		b.ReportAllocs()
		var buf []byte
		for b.Loop() {
			for _, grids := range all {
				for i := range grids {
					for k := range grids[i].Rows {
						buf = grids[i].AppendLine(buf[:0], &grids[i].Rows[k])
					}
				}
			}
		}
	})
}
