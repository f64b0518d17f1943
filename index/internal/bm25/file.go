package bm25

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strconv"

	"github.com/assayhq/assay/internal/mapped"
)

// What the container says of the file.
const (
	kind   = "terms"
	format = 2
)

// The sections of a file.
const (
	lengthsSection     = "lengths"      // terms of each row, a byte; 255 is 255 or more
	longRowsSection    = "long-rows"    // the rows of which that is so
	longLengthsSection = "long-lengths" // their lengths
	postingsSection    = "postings"     // packed blocks
	namesSection       = "names"        // the terms in the order of their bytes, one after the other
	endsSection        = "ends"         // where each ends
	countsSection      = "counts"       // how many rows it is in
	firstsSection      = "firsts"       // its first block
	bestSection        = "best"         // bounds of its list
	blocksSection      = "blocks"       // of each block two: its last row with its info above, and where it begins
)

// The texts that the container keeps.
const (
	aboutAnalyzer = "analyzer"
	aboutVersion  = "analyzer_version"
	aboutK1       = "k1"
	aboutB        = "b"
	aboutTokens   = "tokens"
)

func aboutTexts(a Analyzer, p Parameters, tokens uint64) map[string]string {
	return map[string]string{
		aboutAnalyzer: a.Name,
		aboutVersion:  strconv.Itoa(a.Version),
		aboutK1:       strconv.FormatFloat(p.K1, 'g', -1, 64),
		aboutB:        strconv.FormatFloat(p.B, 'g', -1, 64),
		aboutTokens:   strconv.FormatUint(tokens, 10),
	}
}

// File is an open file of texts. It may be searched by many goroutines.
type File struct {
	from     mapped.Location
	mapped   *mapped.File
	analyzer Analyzer
	model    Parameters
	tokens   uint64
	lengths  []uint8
	longRows []uint32
	longs    []uint32 // lengths of longRows
	names    []uint8
	ends     []uint64
	counts   []uint32
	firsts   []uint32
	best     []uint32
	blocks   []uint64
	postings []uint8
}

// errDamaged is a file whose numbers contradict each other.
var errDamaged = errors.New("it is damaged; build the index again: assay index build --fresh")

// Open maps a file.
func Open(from mapped.Location) (*File, error) {
	m, err := from.Open(kind, format)
	if err != nil {
		return nil, err
	}
	f := &File{from: from, mapped: m}
	if err := errors.Join(f.readAbout(m.About().Texts), f.readSections()); err != nil {
		return nil, errors.Join(fmt.Errorf("open text index %q: %w", from, err), m.Close())
	}
	return f, nil
}

func (f *File) readAbout(texts map[string]string) error {
	a, err := FindAnalyzer(texts[aboutAnalyzer])
	if err != nil {
		return err
	}
	if v := texts[aboutVersion]; v != strconv.Itoa(a.Version) {
		return fmt.Errorf("its texts were cut by version %s of analyzer %q, and this assay has version %d; build the "+
			"index again: assay index build --fresh", v, a.Name, a.Version)
	}
	f.analyzer = a
	k1, errK1 := strconv.ParseFloat(texts[aboutK1], 64)
	b, errB := strconv.ParseFloat(texts[aboutB], 64)
	tokens, errTokens := strconv.ParseUint(texts[aboutTokens], 10, 62)
	f.model, f.tokens = Parameters{k1, b}, tokens
	return errors.Join(errK1, errB, errTokens, f.model.check())
}

func (f *File) readSections() error {
	var err [10]error
	f.lengths, err[0] = mapped.Array[uint8](f.mapped, lengthsSection)
	f.longRows, err[1] = mapped.Array[uint32](f.mapped, longRowsSection)
	f.longs, err[2] = mapped.Array[uint32](f.mapped, longLengthsSection)
	f.postings, err[3] = mapped.Array[uint8](f.mapped, postingsSection)
	f.names, err[4] = mapped.Array[uint8](f.mapped, namesSection)
	f.ends, err[5] = mapped.Array[uint64](f.mapped, endsSection)
	f.counts, err[6] = mapped.Array[uint32](f.mapped, countsSection)
	f.firsts, err[7] = mapped.Array[uint32](f.mapped, firstsSection)
	f.best, err[8] = mapped.Array[uint32](f.mapped, bestSection)
	f.blocks, err[9] = mapped.Array[uint64](f.mapped, blocksSection)
	if err := errors.Join(err[:]...); err != nil {
		return err
	}
	n := len(f.ends)
	if len(f.longRows) != len(f.longs) || len(f.counts) != n || len(f.firsts) != n || len(f.best) != n ||
		len(f.blocks)%2 != 0 ||
		uint64(len(f.lengths)) > 1<<32-1 {
		return errDamaged
	}
	return nil
}

// Close ends the mapping.
func (f *File) Close() error { return f.mapped.Close() }

// Len is how many texts there are.
func (f *File) Len() int { return len(f.lengths) }

// Terms is how many different terms there are.
func (f *File) Terms() int { return len(f.ends) }

// Size is the file's, in bytes.
func (f *File) Size() int64 { return f.mapped.Size() }

// Settings are those that the file was made with.
func (f *File) Settings() Settings { return Settings{f.analyzer.Name, f.model} }

// Stats are what scores depend on beside the texts themselves.
type Stats struct{ Texts, Tokens uint64 }

// Stats are those of this file; what is searched as one is added up.
func (f *File) Stats() Stats { return Stats{uint64(len(f.lengths)), f.tokens} }

// Frequency is how many texts a term is in.
func (f *File) Frequency(term string) (uint32, error) {
	id, ok, err := f.find(term)
	if err != nil || !ok {
		return 0, err
	}
	return f.counts[id], nil
}

// find is the number of a term.
func (f *File) find(term string) (id int, ok bool, err error) {
	key := []byte(term)
	id = sort.Search(len(f.ends), func(i int) bool {
		name, there := f.name(i)
		if !there {
			err = f.damaged(term)
		}
		return bytes.Compare(name, key) >= 0
	})
	if err != nil || id == len(f.ends) {
		return 0, false, err
	}
	name, _ := f.name(id)
	return id, bytes.Equal(name, key), nil
}

// name is the term of a number; false if the file does not hold it.
func (f *File) name(id int) ([]byte, bool) {
	start, end := uint64(0), f.ends[id]
	if id > 0 {
		start = f.ends[id-1]
	}
	if start > end || end > uint64(len(f.names)) {
		return nil, false
	}
	return f.names[start:end], true
}

func (f *File) damaged(term string) error {
	return fmt.Errorf("text index %q, term %q: %w", f.from, term, errDamaged)
}

// length is how many terms a row has.
func (f *File) length(row uint32) uint32 {
	n := uint32(f.lengths[row])
	if n < long {
		return n
	}
	i := sort.Search(len(f.longRows), func(i int) bool { return f.longRows[i] >= row })
	if i < len(f.longRows) && f.longRows[i] == row {
		return f.longs[i]
	}
	return n // Verify finds out
}
