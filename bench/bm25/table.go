package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// measured is one engine on one set.
type measured struct {
	build, query result
	bytes        int64
}

// read reads the results of a name; false if it was not run.
func read(dir, name string) (m measured, ok bool, err error) {
	for what, into := range map[string]*result{"build": &m.build, "query": &m.query} {
		text, err := os.ReadFile(filepath.Join(dir, name+"."+what+".json"))
		if errors.Is(err, fs.ErrNotExist) {
			return m, false, nil
		}
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			return m, false, fmt.Errorf("%s: %w", name, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, name+".kb"))
	if err != nil {
		return m, false, err
	}
	kb, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	m.bytes = kb << 10
	return m, true, err
}

var rows = []struct{ name, title string }{
	{"assay", "index/embedded"},
	{"assay-raw", "index/embedded, cutting the texts itself"},
	{"tantivy", "tantivy 0.27.0"},
	{"bm25s", "bm25s 0.3.16, numba"},
	{"bleve", "bleve 2.6.1, BM25"},
}

// table prints all results as Markdown.
func table(dir, textsArg string) error {
	texts, err := strconv.Atoi(textsArg)
	if err != nil {
		return err
	}
	for _, set := range []struct{ name, title string }{
		{"synthetic", "synthetic sentences, 80,000 words by Zipf, questions of 8 words drawn alike"},
		{"filings", "sentences varied from real filings, questions of 8 words of a sentence"},
	} {
		if err := printSet(dir, set.name, set.title, texts); err != nil {
			return err
		}
	}
	return growth(dir, texts)
}

func printSet(dir, set, title string, texts int) error {
	own, ok, err := read(dir, set+".assay")
	if err != nil || !ok {
		return err
	}
	fmt.Printf("### %d %s, best %d, one thread\n\n", texts, title, best)
	fmt.Println("| | built, texts/s | CPU s to build | memory to build | bytes/text | question p50 / p95 / mean, ms | " +
		"the same in CPU ms | memory to ask | open | of ours found | score |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|")
	for _, row := range rows {
		m, ok, err := read(dir, set+"."+row.name)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		overlap, gap := compare(own.query, m.query)
		fmt.Printf("| %s | %.0f | %.1f | %d MB | %.1f | %s | %s | %d MB | %.1f ms | %.4f | %s |\n", row.title,
			float64(texts)/m.build.Seconds, m.build.CPU,
			m.build.Peak>>20, float64(m.bytes)/float64(texts), spread(m.query.Times), spread(m.query.CPUs),
			m.query.Peak>>20, m.query.Open, overlap, gap)
	}
	rate, err := os.ReadFile(filepath.Join(dir, set+".assay.batch"))
	if err != nil {
		return err
	}
	fmt.Printf("\nindex/embedded, all questions at once on all cores: %s questions/s.\n\n", strings.TrimSpace(string(rate)))
	return nil
}

func spread(times []float64) string {
	sum := 0.0
	for _, t := range times {
		sum += t
	}
	return fmt.Sprintf("%.2f / %.2f / %.2f", quantile(times, 0.5), quantile(times, 0.95), sum/float64(max(1, len(times))))
}

// compare is the share of our rows that another has, too, and how far scores of the same rows are apart.
func compare(own, other result) (overlap float64, gap string) {
	both, all, worst := 0, 0, 0.0
	for q := range min(len(own.Rows), len(other.Rows)) {
		scores := map[int]float64{}
		for i, row := range other.Rows[q] {
			scores[row] = other.Scores[q][i]
		}
		for i, row := range own.Rows[q] {
			all++
			if score, ok := scores[row]; ok {
				both++
				worst = max(worst, math.Abs(score/own.Scores[q][i]-1))
			}
		}
	}
	if worst > 0.01 {
		return float64(both) / float64(max(1, all)), "another scale"
	}
	return float64(both) / float64(max(1, all)), fmt.Sprintf("within %.0e", worst)
}

func growth(dir string, texts int) error {
	fmt.Print("### Growth, synthetic\n\n| sentences | build s | CPU s | memory to build | file | bytes/sentence | " +
		"question p50 / p95 / mean, ms | in CPU ms | memory to ask |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, n := range []int{texts / 10, texts, 5 * texts} {
		m, ok, err := read(dir, "growth."+strconv.Itoa(n))
		if err != nil || !ok {
			return err
		}
		fmt.Printf("| %d | %.1f | %.1f | %d MB | %d MB | %.1f | %s | %s | %d MB |\n", n, m.build.Seconds, m.build.CPU,
			m.build.Peak>>20, m.bytes>>20,
			float64(m.bytes)/float64(n), spread(m.query.Times), spread(m.query.CPUs), m.query.Peak>>20)
	}
	return nil
}
