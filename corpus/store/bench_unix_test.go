//go:build unix

package store

import (
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// used is the processor time of this process so far. Rates are per processor second: on a machine
// that does other things too, the clock says little.
func used() time.Duration {
	var r unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// rate reports how many of something were done per processor second.
func rate(b *testing.B, from time.Duration, n float64, unit string) {
	b.Helper()
	b.ReportMetric(n*float64(b.N)/(used()-from).Seconds(), unit+"/cpu-s")
}

// filings makes documents of the size of modern annual reports.
func filings(tb testing.TB, n int) []*Rows {
	tb.Helper()
	v := invent(30)
	var docs []*Rows
	for i := range n {
		d := v.filing(int64(i*7919%10007+1), 2023, annual)
		if _, err := d.stamp(); err != nil {
			tb.Fatal(err)
		}
		docs = append(docs, d)
	}
	return docs
}

// BenchmarkEncode packs and writes every table of 16 filings.
func BenchmarkEncode(b *testing.B) {
	docs := filings(b, 16)
	for t := range tables {
		b.Run(tables[t].name, func(b *testing.B) {
			e := tables[t].encoder()
			rows, bytes, from := 0, &counter{}, used()
			var chunk []byte
			for b.Loop() {
				rows, bytes.n = 0, 0
				e.reset(bytes)
				for _, d := range docs {
					n := d.len(t)
					rows += n
					for first := 0; first < n; first += spoolRows {
						end := min(first+spoolRows, n)
						chunk = tables[t].pack(chunk[:0], d, first, end)
						must(b, e.add(chunk, end-first, n))
					}
				}
				_, err := e.close()
				must(b, err)
			}
			b.ReportMetric((used()-from).Seconds()*1000/float64(b.N*len(docs)), "cpu-ms/filing")
			rate(b, from, float64(rows), "rows")
			rate(b, from, float64(bytes.n)/1e6, "MB-out")
			b.ReportMetric(float64(bytes.n)/float64(len(docs))/1000, "kB/filing")
		})
	}
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}

var _ io.Writer = new(counter)

// BenchmarkIngest adds 64 filings and merges the parts: what a filing of 2.5 MB of HTML costs here.
func BenchmarkIngest(b *testing.B) {
	docs := filings(b, 64)
	for _, merge := range []bool{false, true} {
		b.Run(fmt.Sprint("merge=", merge), func(b *testing.B) {
			from := used()
			for b.Loop() {
				w := openWriter(b, b.TempDir())
				for _, d := range docs {
					must(b, w.Add(d))
				}
				if merge {
					must(b, w.Merge(context.Background()))
				}
				must(b, w.Close())
			}
			b.ReportMetric((used()-from).Seconds()*1000/float64(b.N*len(docs)), "cpu-ms/filing")
			rate(b, from, 2.5*float64(len(docs)), "MB-of-HTML")
		})
	}
}

// BenchmarkScan reads all sentences, all columns and two of them.
func BenchmarkScan(b *testing.B) {
	dir := b.TempDir()
	w := openWriter(b, dir)
	for _, d := range filings(b, 64) {
		must(b, w.Add(d))
	}
	must(b, w.Merge(context.Background()))
	must(b, w.Close())
	c := open(b, dir)
	rows := float64(c.Stats().Sentences)
	b.Run("all columns", func(b *testing.B) {
		from := used()
		for b.Loop() {
			drain(b, c.Sentences(Query{}))
		}
		rate(b, from, rows, "rows")
	})
	b.Run("id and text", func(b *testing.B) {
		from := used()
		type brief struct {
			ID   string `parquet:"sentence_id,delta"`
			Text string `parquet:"text"`
		}
		for b.Loop() {
			drain(b, Select[brief](c, "sentences", Query{}))
		}
		rate(b, from, rows, "rows")
	})
	b.Run("section 7", func(b *testing.B) {
		from := used()
		for b.Loop() {
			drain(b, c.Sentences(Query{Sections: []string{"7"}}))
		}
		rate(b, from, 64, "filings")
	})
	b.Run("one sentence", func(b *testing.B) {
		from := used()
		id := SentenceID(c.parts[0].manifest.Documents[30].ID, "7", 20)
		for b.Loop() {
			_, _, _, err := c.Sentence(id, 3)
			must(b, err)
		}
		rate(b, from, 1, "sentences")
	})
	b.Run("one document", func(b *testing.B) {
		from := used()
		id := c.parts[0].manifest.Documents[30].ID
		for b.Loop() {
			drain(b, c.Sentences(Query{Documents: []string{id}}))
		}
		rate(b, from, 1, "documents")
	})
}

func drain[T any](b *testing.B, rows func(func(T, error) bool)) {
	b.Helper()
	n := 0
	for _, err := range rows {
		must(b, err)
		n++
	}
	if n == 0 {
		b.Fatal("no rows")
	}
}

// BenchmarkOpen opens a corpus of 100,000 documents for reading and for writing: what an ingest of
// files that are all known costs here.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	w := openWriter(b, dir)
	w.limit = 1 << 40
	sums := make([]string, 0, 100_000)
	for i := range 100_000 {
		d := &Rows{Document: Document{Key: Key{DocID: fmt.Sprintf("%010d_10-K_%d", i/10, 2010+i%10), CIK: int64(i / 10),
			Year: int32(2010 + i%10)}, Form: "10-K", FormFamily: "10-K", SHA256: fmt.Sprintf("%064x", i), ReaderVersion: "1"}}
		sums = append(sums, d.Document.SHA256)
		must(b, w.Add(d))
	}
	must(b, w.Close())
	b.Run("reader", func(b *testing.B) {
		for b.Loop() {
			c, err := Open(dir)
			must(b, err)
			must(b, c.Close())
		}
	})
	b.Run("writer", func(b *testing.B) {
		for b.Loop() {
			w := openWriter(b, dir)
			for _, sum := range sums {
				if len(w.Known(sum, "1")) != 1 {
					b.Fatal("not known")
				}
			}
			must(b, w.Close())
		}
	})
}
