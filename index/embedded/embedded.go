// Package embedded turns records into an index that needs no server: a directory of segments that are mapped
// into memory and searched exactly, by vectors, by BM25, or by both.
//
//	.assay/index/NAME/
//	  manifest.json      what the index holds, and which segments are it
//	  segment-<number>/  fields.map, dense.map if there are vectors, terms.map if there are texts
//	  gone-<number>.map  rows of a segment that were removed or replaced
//	  lock               held by the one process that writes
//	  .new-*             what a writer has not finished
//
// A segment never changes. It appears complete, by a rename, and becomes part of the index when the manifest that
// names it replaces the last one; so a reader sees the index before a change or after it. A writer that is
// killed leaves files that no manifest names, and the next writer removes them.
//
// What a search finds does not depend on how records are divided among segments: vectors are compared by
// themselves, BM25 counts over all segments, and equal scores are in the order in which records were added.
// Records that were removed are not found. BM25 goes on counting their words until Compact, or Tidy where they have
// become many, rewrites the segment, from what is on disk and without the texts.
//
// It refuses a second writer, an id that is there already (unless it is to be replaced), records that do not fit
// the index, and files that contradict each other.
package embedded

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"regexp"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/bm25"
	"github.com/assayhq/assay/vec"
)

// formatVersion is the version of the manifest and of how the directory is laid out.
const formatVersion = 1

const (
	manifestName = "manifest.json"
	lockName     = "lock"
	fieldsName   = "fields.map"
	denseName    = "dense.map"
	termsName    = "terms.map"
)

// Bounds of what a manifest may claim.
const (
	maxManifest = 16 << 20
	maxSegments = 1 << 14
)

var (
	// ErrNone is the error of Open for a directory without an index.
	ErrNone = errors.New("there is no index; make one with: assay index build")
	// ErrExists is the error of Create for a directory with an index.
	ErrExists = errors.New("there is an index already")
	// errBusy is the error of OpenWriter while another process writes.
	errBusy = errors.New("another process is writing to the index")
	// errThere is the error of Add for an id that the index has.
	errThere = errors.New("the index has this id; to replace its record, say so")

	errDamaged = errors.New("its files contradict each other; build the index again: assay index build --fresh")
)

// DefaultAnalyzer is the analyzer of texts that name none.
const DefaultAnalyzer = "filings"

// Terms is an analyzer: a text into the terms that BM25 counts.
func Terms(analyzer string) (func(text string) []string, error) {
	a, err := bm25.FindAnalyzer(analyzer)
	return a.Terms, err
}

// Texts says how texts are indexed.
type Texts struct {
	Analyzer string  `json:"analyzer"`
	K1       float64 `json:"k1"`
	B        float64 `json:"b"`
}

func (t *Texts) settings() bm25.Settings {
	return bm25.Settings{Analyzer: t.Analyzer, Parameters: bm25.Parameters{K1: t.K1, B: t.B}}
}

// Settings say what an index holds; they are given once. One with neither vectors nor texts cannot be searched and
// is a record of ids and their fields.
type Settings struct {
	Schema    index.Schema `json:"schema"`
	Embedder  *embed.Info  `json:"embedder,omitempty"`   // nil: there are no vectors
	CodesOnly bool         `json:"codes_only,omitempty"` // vectors as one byte a value only: a quarter of the space, not exact
	Texts     *Texts       `json:"texts,omitempty"`      // nil: there is no BM25
}

func (s Settings) withDefaults() Settings {
	if s.Texts != nil {
		t := *s.Texts
		t.Analyzer = cmp.Or(t.Analyzer, DefaultAnalyzer)
		if t.K1 == 0 && t.B == 0 {
			t.K1, t.B = bm25.Usual.K1, bm25.Usual.B
		}
		s.Texts = &t
	}
	return s
}

func (s Settings) check() error {
	if err := s.Schema.Validate(); err != nil {
		return err
	}
	if e := s.Embedder; e != nil && (e.Dimension < 1 || e.Dimension > vec.MaxDim) {
		return fmt.Errorf("vectors of %d dimensions; they may have 1 to %d", e.Dimension, vec.MaxDim)
	}
	if s.Texts == nil {
		return nil
	}
	_, err := bm25.FindAnalyzer(s.Texts.Analyzer)
	return err
}

// Manifest is what an index says of itself.
type Manifest struct {
	Format int    `json:"format"`
	Tool   string `json:"tool"` // version of the assay that wrote last
	Settings
	Source   string    `json:"source,omitempty"` // hash of the corpus that the records come from
	Next     int       `json:"next"`             // number of the next file
	Segments []Segment `json:"segments"`
}

// Segment is an entry of the manifest.
type Segment struct {
	Name    string `json:"name"`
	Records int    `json:"records"`        // with those that are gone
	Gone    int    `json:"gone,omitempty"` // records that were removed or replaced
	List    string `json:"list,omitempty"` // file that says which
}

// Len is the number of records that can be found.
func (m *Manifest) Len() int {
	n := 0
	for _, s := range m.Segments {
		n += s.Records - s.Gone
	}
	return n
}

var (
	segmentNames = regexp.MustCompile(`^segment-[0-9]{1,9}$`)
	listNames    = regexp.MustCompile(`^(gone-[0-9]{1,9}\.map)?$`)
)

// check refuses a manifest that cannot be, before any of its names is used as a path.
func (m *Manifest) check() error {
	if m.Format < 1 || m.Format > formatVersion {
		return fmt.Errorf("its format is %d and this assay knows formats up to %d; update assay", m.Format, formatVersion)
	}
	if len(m.Segments) > maxSegments {
		return fmt.Errorf("it has %d segments; an index has up to %d", len(m.Segments), maxSegments)
	}
	seen := map[string]bool{}
	for _, s := range m.Segments {
		if !segmentNames.MatchString(s.Name) || !listNames.MatchString(s.List) || seen[s.Name] ||
			s.Records < 0 || s.Gone < 0 || s.Gone > s.Records || (s.Gone > 0) != (s.List != "") {
			return fmt.Errorf("its segment %q: %w", s.Name, errDamaged)
		}
		seen[s.Name] = true
	}
	return m.Settings.check()
}

// readManifest reads the manifest of an index.
func readManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, manifestName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open index %q: %w", dir, ErrNone)
	}
	if err == nil && info.Size() > maxManifest {
		err = fmt.Errorf("it has %d bytes", info.Size())
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	m := new(Manifest)
	if err == nil {
		err = json.Unmarshal(text, m)
	}
	if err == nil {
		err = m.check()
	}
	if err != nil {
		return nil, fmt.Errorf("open index %q: manifest: %w", dir, err)
	}
	return m, nil
}

// Index is an index as it was when it was opened: what a writer does later is not seen. Its methods may be
// called from many goroutines.
type Index struct {
	dir      string
	manifest *Manifest
	segments []*segment
}

// rereads is how often a writer may take files away while they are being opened.
const rereads = 5

// Open opens the index in a directory.
func Open(dir string) (*Index, error) {
	for try := 0; ; try++ {
		m, err := readManifest(dir)
		if err != nil {
			return nil, err
		}
		x := &Index{dir: dir, manifest: m}
		if err = x.open(); err == nil {
			return x, nil
		}
		err = errors.Join(err, x.Close())
		now, _ := readManifest(dir)
		if try == rereads || !errors.Is(err, fs.ErrNotExist) || now == nil || reflect.DeepEqual(m, now) {
			return nil, fmt.Errorf("open index %q: %w", dir, err)
		}
	}
}

func (x *Index) open() error {
	for _, s := range x.manifest.Segments {
		opened, err := openSegment(x.dir, &x.manifest.Settings, s)
		if err != nil {
			return fmt.Errorf("segment %q: %w", s.Name, err)
		}
		x.segments = append(x.segments, opened)
	}
	return nil
}

// Manifest is what the index says of itself. It must not be changed.
func (x *Index) Manifest() *Manifest { return x.manifest }

// Len is the number of records that can be found.
func (x *Index) Len() int { return x.manifest.Len() }

// Size is that of all files, in bytes.
func (x *Index) Size() int64 {
	n := int64(0)
	for _, s := range x.segments {
		n += s.size()
	}
	return n
}

// place is where a record is.
type place struct {
	segment int
	row     uint32
}

// find is where the record of an id is, if it is there.
func (x *Index) find(id string) (place, bool, error) {
	for i, s := range x.segments {
		row, ok, err := s.find(id)
		if ok || err != nil {
			return place{i, row}, ok, err
		}
	}
	return place{}, false, nil
}

// Has reports whether there is a record of an id.
func (x *Index) Has(id string) (bool, error) {
	_, ok, err := x.find(id)
	return ok, err
}

// IDs are the ids of all records that can be found, in the order in which they were added.
func (x *Index) IDs() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, s := range x.segments {
			for row := range uint32(s.Records) {
				if s.isGone(row) {
					continue
				}
				id, err := s.fields.ID(row)
				if !yield(id, err) || err != nil {
					return
				}
			}
		}
	}
}

// Fields is what the record of an id has in its fields, if it is there.
func (x *Index) Fields(id string) (index.Fields, bool, error) {
	at, ok, err := x.find(id)
	if !ok || err != nil {
		return nil, false, err
	}
	f, err := x.segments[at.segment].fields.Fields(at.row)
	return f, err == nil, err
}

// Vector is that of the record of an id, of length one, or nil for one without, if the record is there. It must not
// be changed, nor used after Close.
func (x *Index) Vector(id string) ([]float32, bool, error) {
	if x.manifest.Embedder == nil {
		return nil, false, errors.New("the index holds no vectors")
	}
	at, ok, err := x.find(id)
	if !ok || err != nil {
		return nil, false, err
	}
	v, err := x.segments[at.segment].dense.Vector(at.row, nil)
	return v, err == nil, err
}

// Close ends the use of the index.
func (x *Index) Close() error {
	var errs []error
	for _, s := range x.segments {
		errs = append(errs, s.close())
	}
	x.segments = nil
	return errors.Join(errs...)
}
