package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// Parts are merged with others of about their size, so that a row is copied a few times in its life
// and the number of parts stays small.
const (
	smallestTier = 8 << 20  // bytes; all parts below are of one size
	tierFactor   = 2        // bits: a tier holds parts up to four times as large as the one before
	finalBytes   = 96 << 20 // a part of this size is not merged any more
	mergeParts   = 8        // parts of one tier that are merged after an ingest
	crowdedParts = 32       // and during it; no more are merged at once
)

// tier is the size class of a part.
func tier(bytes int64) int {
	return (bits.Len64(uint64(bytes/smallestTier)) + tierFactor - 1) / tierFactor
}

// mergeTiers merges until no tier has that many parts. The caller holds the lock for writing.
func (w *Writer) mergeTiers(ctx context.Context, parts int) error {
	for {
		group := crowded(w.parts, parts)
		if group == nil {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.replace(group, nil); err != nil {
			return err
		}
	}
}

// crowded finds the smallest tier that has at least n parts.
func crowded(parts []*part, n int) []*part {
	tiers := make(map[int][]*part)
	lowest := -1
	for _, p := range parts {
		size := p.manifest.bytes()
		if size >= finalBytes {
			continue
		}
		t := tier(size)
		tiers[t] = append(tiers[t], p)
		if len(tiers[t]) >= n && (lowest < 0 || t < lowest) {
			lowest = t
		}
	}
	group := tiers[lowest]
	return group[:min(len(group), crowdedParts)]
}

// run is a range of documents of one part that stay together in the merged one.
type run struct {
	part       int
	first, end int // documents
}

// merge writes the documents of some parts, in order, as one part. It returns none when nothing
// is left of them.
func (w *Writer) merge(old []*part, gone map[string]bool) (*part, error) {
	m := new(manifest)
	for _, p := range old {
		m.Replaces = append(m.Replaces, p.name)
	}
	runs := interleave(old, gone)
	for _, r := range runs {
		m.Documents = append(m.Documents, old[r.part].manifest.Documents[r.first:r.end]...)
	}
	if len(runs) == 0 {
		return nil, nil
	}
	name, err := w.writePart(w.dir, m, func(t int, out io.Writer) (int64, error) {
		return mergeTable(t, out, old, runs)
	})
	if err != nil {
		return nil, err
	}
	return &part{name: name, path: filepath.Join(w.dir, name), manifest: m}, nil
}

// interleave puts the documents of parts in order.
func interleave(parts []*part, gone map[string]bool) []run {
	at := make([]int, len(parts))
	var runs []run
	for {
		best := -1
		for i, p := range parts {
			for at[i] < len(p.manifest.Documents) && gone[p.manifest.Documents[at[i]].ID] {
				at[i]++
			}
			if at[i] == len(p.manifest.Documents) {
				continue
			}
			if best < 0 || compareEntries(&p.manifest.Documents[at[i]], &parts[best].manifest.Documents[at[best]]) < 0 {
				best = i
			}
		}
		if best < 0 {
			return runs
		}
		if n := len(runs); n > 0 && runs[n-1].part == best && runs[n-1].end == at[best] {
			runs[n-1].end++
		} else {
			runs = append(runs, run{best, at[best], at[best] + 1})
		}
		at[best]++
	}
}

// mergeTable copies the rows of runs of documents, row group by row group.
func mergeTable(t int, out io.Writer, parts []*part, runs []run) (rows int64, err error) {
	m := &merger{t: t, w: parquet.NewGenericWriter[any](out, writerOptions(tables[t].schema)...)}
	defer func() { err = errors.Join(err, m.close()) }()
	for _, p := range parts {
		p.computeStarts(t)
		src, err := openColumns(p, t)
		if err != nil {
			return 0, err
		}
		m.sources = append(m.sources, src)
	}
	for _, r := range runs {
		if err := m.add(parts[r.part], r); err != nil {
			return 0, err
		}
	}
	if err := m.flush(); err != nil {
		return 0, err
	}
	return m.rows, m.w.Close()
}

// merger collects stretches of rows until they fill a row group, and then copies them column by column,
// without building rows.
type merger struct {
	t       int
	w       *parquet.GenericWriter[any]
	sources []*columns
	rows    int64

	group      []stretch
	groupRows  int64
	groupBytes int64
}

// stretch is a range of rows of one source.
type stretch struct {
	source     int
	first, end int64
}

// add adds a run of documents. Row groups that lie in it and are not too small are copied as they are on disk;
// rows around them are added document by document.
func (m *merger) add(p *part, r run) error {
	src := m.sources[r.part]
	for doc := r.first; doc < r.end; {
		first, end := p.rowsOf(m.t, doc)
		if next, g := src.rowGroupFrom(p, m.t, doc, r.end); g != nil {
			if err := m.copyGroup(g); err != nil {
				return err
			}
			doc = next
			continue
		}
		if err := m.take(r.part, first, end); err != nil {
			return err
		}
		doc++
	}
	return nil
}

func (m *merger) copyGroup(g parquet.RowGroup) error {
	if err := m.flush(); err != nil {
		return err
	}
	n, err := m.w.WriteRowGroup(g)
	m.rows += n
	return err
}

func (m *merger) take(source int, first, end int64) error {
	n := end - first
	if n == 0 {
		return nil
	}
	size := m.sources[source].bytes(first, end)
	if m.groupRows > 0 && (m.groupRows+n > groupRows || m.groupBytes+size > groupBytes) {
		if err := m.flush(); err != nil {
			return err
		}
	}
	m.groupRows += n
	m.groupBytes += size
	if last := len(m.group) - 1; last >= 0 && m.group[last].source == source && m.group[last].end == first {
		m.group[last].end = end
		return nil
	}
	m.group = append(m.group, stretch{source, first, end})
	return nil
}

// flush copies the collected stretches as one row group.
func (m *merger) flush() error {
	if m.groupRows == 0 {
		return nil
	}
	for c, dst := range m.w.ColumnWriters() {
		for _, s := range m.group {
			if err := m.sources[s.source].copy(dst, c, s.first, s.end); err != nil {
				return err
			}
		}
		for _, src := range m.sources {
			src.release(c)
		}
	}
	m.rows += m.groupRows
	m.group, m.groupRows, m.groupBytes = m.group[:0], 0, 0
	return m.w.Flush()
}

func (m *merger) close() error {
	var errs []error
	for _, src := range m.sources {
		errs = append(errs, src.close())
	}
	return errors.Join(errs...)
}

// openColumns opens a table of a part for copying.
func openColumns(p *part, t int) (*columns, error) {
	path := filepath.Join(p.path, tables[t].file())
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	pf, err := openTable(f, p, t)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read %q: %w", path, err), f.Close())
	}
	return newColumns(f, pf), nil
}

// rowGroupFrom finds the row group that starts with a document and ends with one before the given
// end, if it is large enough to be worth keeping as it is.
func (c *columns) rowGroupFrom(p *part, t, doc, end int) (next int, g parquet.RowGroup) {
	first, _ := p.rowsOf(t, doc)
	i, ok := slices.BinarySearch(c.starts, first)
	if !ok || i == len(c.groups) {
		return 0, nil
	}
	last := c.starts[i+1]
	if last-first < groupRows/2 && c.bytes(first, last) < groupBytes/2 {
		return 0, nil
	}
	next, ok = slices.BinarySearch(p.starts[t][:end+1], last)
	if !ok || next <= doc {
		return 0, nil
	}
	return next, c.groups[i]
}
