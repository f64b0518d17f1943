package embedded

import (
	"fmt"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/mapped"
)

// InMemory builds an index of a few records, such as the sentences of one document, without a directory. It is
// searched by the same code as one on disk, with the same scores, and cannot be changed. Closing it is not needed:
// its memory is freed when it is no longer used.
func InMemory(s Settings, records []index.Record) (*Index, error) {
	s = s.withDefaults()
	x, err := inMemory(s, records)
	if err != nil {
		return nil, fmt.Errorf("index in memory: %w", err)
	}
	return x, nil
}

func inMemory(s Settings, records []index.Record) (*Index, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	at := files{mapped.InMemory(), mapped.InMemory(), mapped.InMemory()}
	w := &newSegment{}
	if err := w.create(at, "", &s); err != nil {
		w.abort()
		return nil, err
	}
	for i := range records {
		r := &records[i]
		err := w.fits(r, &s)
		if err == nil {
			err = w.fields.Add(r.ID, r.Fields)
		}
		if err == nil {
			err = w.add(r)
		}
		if err != nil {
			w.abort()
			return nil, fmt.Errorf("record %q: %w", r.ID, err)
		}
	}
	if err := w.commit(); err != nil {
		w.abort()
		return nil, err
	}
	entry := Segment{Name: "segment-1", Records: len(records)}
	opened, err := openFiles(at, &s, entry)
	if err != nil {
		return nil, err
	}
	m := &Manifest{Format: formatVersion, Settings: s, Segments: []Segment{entry}}
	return &Index{dir: "in memory", manifest: m, segments: []*segment{opened}}, nil
}
