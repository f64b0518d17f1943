package rank

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// runLine is the layout of a run file.
const runLine = "query Q0 document rank score tag"

// ReadRun reads a run file, one hit per line: query, an unused column, document, rank, score, tag.
// As in trec_eval the score decides and the rank is not used. The name is that of the file in errors.
func ReadRun(name string, r io.Reader) (*Run, error) {
	run := NewRun("")
	lines := map[string][]int32{}
	read := runReader{bad: &problems{File: name}, names: interned{}, use: func(b *block) error {
		run.add(b.query, b.hits...)
		lines[b.query] = append(lines[b.query], b.lines...)
		return nil
	}}
	if err := read.all(r); err != nil {
		return nil, err
	}
	for _, query := range run.queries {
		(&block{query, run.of[query], lines[query]}).twice(read.bad)
	}
	if read.bad.Count > 0 {
		return nil, read.bad
	}
	run.heading = read.heading
	return run, nil
}

// block is consecutive hits of one query in the file.
type block struct {
	query string
	hits  []Hit
	lines []int32 // of the hits
}

// runReader is a run while it is read, block by block.
type runReader struct {
	heading
	bad   *problems
	names interned // nil where documents need no sharing
	use   func(*block) error

	block block
	rank  int // of the line before, where it has one
	score float64
}

// all reads a file to its end. That there are bad lines is no error yet.
func (read *runReader) all(r io.Reader) error {
	if err := eachLine(read.bad, r, runLine, read.line); err != nil {
		return err
	}
	if err := read.flush(); err != nil {
		return err
	}
	if read.bad.Count == 0 && read.block.query == "" {
		return fmt.Errorf("read %q: no hits in it; a line is: %s", read.bad.File, runLine)
	}
	return nil
}

func (read *runReader) line(n int, f [][]byte) error {
	if string(f[0]) != read.block.query {
		if err := read.flush(); err != nil {
			return err
		}
		read.block.query, read.rank = string(f[0]), noRank
	}
	h := Hit{Doc: read.name(f[2])}
	var err error
	if h.Score, err = parseScore(f[4]); err != nil {
		return err
	}
	if err := named(read.block.query, h.Doc); err != nil {
		return err
	}
	if string(f[5]) != read.Tag {
		read.Tag = string(f[5])
		if err := nameOf("tag", read.Tag); err != nil {
			return err
		}
	}
	read.block.hits, read.block.lines = append(read.block.hits, h), append(read.block.lines, int32(n))
	read.compare(f[3], h.Score)
	return nil
}

func (read *runReader) name(doc []byte) string {
	if read.names == nil {
		return string(doc)
	}
	return read.names.of(doc)
}

// flush hands a block on when it is complete.
func (read *runReader) flush() error {
	b := &read.block
	if len(b.hits) == 0 {
		return nil
	}
	err := read.use(b)
	b.hits, b.lines = b.hits[:0], b.lines[:0]
	return err
}

// twice finds documents that a ranking lists twice. Sorting takes a fraction of the memory of looking each
// hit up in a set.
func (b *block) twice(bad *problems) {
	order := make([]int, len(b.hits))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(b.hits[i].Doc, b.hits[j].Doc), cmp.Compare(i, j))
	})
	for i := 1; i < len(order); i++ {
		if was, is := order[i-1], order[i]; b.hits[was].Doc == b.hits[is].Doc {
			bad.add(int(b.lines[is]), fmt.Errorf("document %q of query %q is listed twice, before on line %d", b.hits[is].Doc,
				b.query, b.lines[was]))
		}
	}
}

// noRank is the rank of a line that has none.
const noRank = -1 << 31

// compare looks at the direction of scores from one rank to the next.
func (read *runReader) compare(field []byte, score float64) {
	rank, err := strconv.Atoi(string(field))
	if err != nil {
		rank = noRank
	}
	if read.rank != noRank && rank > read.rank && score != read.score {
		read.Steps++
		if score > read.score {
			read.Rising++
		}
	}
	read.rank, read.score = rank, score
}

// parseScore reads a finite decimal number, and none of Go's other notations.
func parseScore(field []byte) (float64, error) {
	if len(bytes.Trim(field, "0123456789.+-eE")) > 0 {
		return 0, fmt.Errorf("score %s is no finite number", short(string(field)))
	}
	x, err := strconv.ParseFloat(string(field), 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("score %s is too large", short(string(field)))
	case err != nil:
		return 0, fmt.Errorf("score %s is no number", short(string(field)))
	}
	return x, nil
}
