package embedded

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
)

const (
	benchRecords   = 1_000_000
	benchDimension = 256
)

// benchRecord is a record of an invented corpus: companies of 10 to 20 years, 8 sections, about 40 sentences each,
// in vectors that gather around their sections.
func benchRecord(i int, r *rand.Rand, v []float32) index.Record {
	pos, section := i%40, i/40%8
	document := i / 320
	cik, year := int64(1000+document/15), int64(2005+document%15)
	for k := range v {
		v[k] = r.Float32() - 0.5
	}
	v[section*7%benchDimension] += 2
	v[document*13%benchDimension] += 2
	words := make([]string, 20)
	for k := range words {
		words[k] = fmt.Sprintf("w%d", int(50_000*r.Float64()*r.Float64()*r.Float64()))
	}
	return index.Record{ID: fmt.Sprintf("%010d_10-K_%d_section_%d_%d", cik, year, section, pos), Text: strings.Join(words, " "), Vector: v,
		Fields: index.Fields{"cik_int": cik, "name": fmt.Sprintf("Company %d", cik), "report_year": year,
			"form_type": []string{"10-K", "10-K405"}[document%20/19],
			"section_name": fmt.Sprintf("ITEM_%d",
				section), "sic": fmt.Sprint(1000 + cik%400), "sentence_pos": int64(pos), "doc_id": fmt.Sprintf("%010d_10-K_%d", cik, year),
			"text_hash": r.Int64()}}
}

// benchIndex is an index of a million records; ASSAY_BENCH_INDEX names a place where it may stay.
func benchIndex(b *testing.B) (*Index, []index.Query) {
	b.Helper()
	dir := os.Getenv("ASSAY_BENCH_INDEX")
	if dir == "" {
		dir = b.TempDir()
	}
	if _, err := os.Stat(filepath.Join(dir, manifestName)); err != nil {
		s := Settings{Schema: index.Sentences, Embedder: &embed.Info{Name: "made", Dimension: benchDimension}, Texts: &Texts{}}
		if err := Create(dir, "bench", s); err != nil {
			b.Fatal(err)
		}
		w, err := OpenWriter(dir, Options{})
		if err != nil {
			b.Fatal(err)
		}
		v, r := make([]float32, benchDimension), rand.New(rand.NewPCG(1, 1))
		for i := range benchRecords {
			record := benchRecord(i, r, v)
			if err := w.Add(&record); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Commit(); err != nil {
			b.Fatal(err)
		}
	}
	x := open(b, dir)
	queries := make([]index.Query, 1000)
	r := rand.New(rand.NewPCG(2, 2))
	for i := range queries {
		q := benchRecord(i*997, r, make([]float32, benchDimension))
		queries[i] = index.Query{Vector: q.Vector, Text: q.Text, K: 31,
			Filter: index.Where(index.Fields{"cik_int": q.Fields["cik_int"], "report_year": q.Fields["report_year"],
				"section_name": q.Fields["section_name"]})}
	}
	return x, queries
}

// anonymous is the memory of the process that is not the index, at its highest so far, in MB.
func anonymous(b *testing.B) float64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.Sys) / (1 << 20)
	}
	defer f.Close()
	var kb float64
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "RssAnon:") {
			fmt.Sscanf(s.Text(), "RssAnon: %f kB", &kb)
		}
	}
	return kb / 1024
}

// BenchmarkSearch asks as phase 1 does: a thousand anchors, each within its company, year and section, and open.
// Thousandth is one filter that a thousandth of the records pass, once for one query and once for a thousand.
func BenchmarkSearch(b *testing.B) {
	x, sections := benchIndex(b)
	for _, s := range x.segments {
		b.Logf("%s: bytes a record: fields %d, vectors %d, texts %d", s.Name, s.fields.Size()/int64(s.Records),
			s.dense.Size()/int64(s.Records), s.texts.Size()/int64(s.Records))
	}
	open, thousandth := make([]index.Query, len(sections)), make([]index.Query, len(sections))
	companies := &index.Filter{Op: index.In, Field: "cik_int", Values: []any{int64(1011)}}
	section := index.Where(index.Fields{"section_name": "ITEM_3"})
	for i, q := range sections {
		q.Filter = nil
		open[i] = q
		q.Filter = index.Both(companies, section)
		thousandth[i] = q
	}
	for _, c := range []struct {
		name    string
		queries []index.Query
	}{
		{"1000xSection", sections}, {"1xThousandth", thousandth[:1]}, {"1000xThousandth", thousandth}, {"1xOpen", open[:1]}, {"1000xOpen", open},
	} {
		for _, mode := range []Mode{Dense, Int8, BM25, Hybrid} {
			b.Run(c.name+"/"+string(mode), func(b *testing.B) {
				s := inMode(b, x, mode)
				for b.Loop() {
					results, err := s.Search(context.Background(), c.queries)
					if err != nil {
						b.Fatal(err)
					}
					for i := range results {
						if results[i].Err != nil {
							b.Fatal(results[i].Err)
						}
					}
				}
				b.ReportMetric(anonymous(b), "anon-MB")
			})
		}
	}
}

// BenchmarkBuild builds an index of 200,000 records, which are made on the way.
func BenchmarkBuild(b *testing.B) {
	const records = 200_000
	vectors := &embed.Info{Name: "made", Dimension: benchDimension}
	for name, s := range map[string]Settings{"vectors": {Embedder: vectors}, "texts": {Texts: &Texts{}},
		"both": {Embedder: vectors, Texts: &Texts{}}} {
		b.Run(name, func(b *testing.B) {
			s.Schema = index.Sentences
			for b.Loop() {
				dir := create(b, s)
				w, err := OpenWriter(dir, Options{})
				if err != nil {
					b.Fatal(err)
				}
				v, r := make([]float32, benchDimension), rand.New(rand.NewPCG(1, 1))
				for i := range records {
					record := benchRecord(i, r, v)
					if s.Embedder == nil {
						record.Vector = nil
					}
					if err := w.Add(&record); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Commit(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(records*b.N)/b.Elapsed().Seconds(), "records/s")
			b.ReportMetric(anonymous(b), "anon-MB")
		})
	}
}
