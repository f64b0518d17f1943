package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// formatVersion is the version of the tables' form that this program reads.
const formatVersion = 1

// With is the catalog with another table laid over it; the catalog itself stays as it is. An error of the
// table's contents is a Faults.
func (c *Catalog) With(name string, r io.Reader) (*Catalog, error) {
	hash := sha256.New()
	b, err := c.overlay(name, io.TeeReader(r, hash), own)
	if err != nil {
		return nil, err
	}
	if b.Catalog.version != "" {
		b.Catalog.version += " + "
	}
	b.Catalog.date = max(b.Catalog.date, b.date)
	b.Catalog.version += fmt.Sprintf("%s %s sha256:%s", name, b.date, hex.EncodeToString(hash.Sum(nil))[:12])
	return b.Catalog, nil
}

// overlay reads a table over a copy of the catalog.
func (c *Catalog) overlay(name string, r io.Reader, confidence confidence) (*builder, error) {
	b := &builder{
		Catalog: &Catalog{models: clone(c.models), tariffs: clone(c.tariffs), lives: clone(c.lives), version: c.version,
			date: c.date},
		scanner: scanner{file: name},
		own:     &source{Name: name, Confidence: confidence},
		sources: map[string]*source{},
		seen:    map[string]int{},
		fresh:   map[[2]string]*tariff{},
	}
	if err := b.read(r); err != nil {
		return nil, err
	}
	b.header()
	for _, rec := range b.records {
		b.record(rec)
	}
	b.finish()
	if len(b.faults) > 0 {
		return nil, b.faults
	}
	return b, nil
}

func clone[T any](rows map[string]map[string]*T) map[string]map[string]*T {
	out := make(map[string]map[string]*T, len(rows))
	for provider, ids := range rows {
		out[provider] = maps.Clone(ids)
	}
	return out
}

func put[T any](rows map[string]map[string]*T, provider, id string, row *T) {
	if rows[provider] == nil {
		rows[provider] = map[string]*T{}
	}
	rows[provider][id] = row
}

// builder lays the records of one file over a catalog.
type builder struct {
	*Catalog
	scanner
	date    Day
	own     *source // of rows that name no source
	sources map[string]*source
	seen    map[string]int // what a record is about, and its line
	fresh   map[[2]string]*tariff
	priced  []record
}

// header checks and takes off the first record.
func (b *builder) header() {
	if len(b.records) == 0 {
		b.fault(1, 1, `an empty table: it should begin with "catalog %d" and a date`, formatVersion)
		return
	}
	first := b.records[0]
	b.records = b.records[1:]
	if first.words[0].key != "catalog" || len(first.words) != 3 {
		b.fault(first.line, 1, `the first record should be "catalog %d" and a date`, formatVersion)
		return
	}
	switch v, err := strconv.Atoi(first.words[1].key); {
	case err != nil || v < 1:
		b.fault(first.line, first.words[1].col, "%q is not a version of the form", first.words[1].key)
	case v > formatVersion:
		b.fault(first.line, first.words[1].col,
			"form %d is newer than the form %d that this program reads: update the program", v, formatVersion)
		b.records = nil
	}
	var err error
	if b.date, err = parseDay(first.words[2].key); err != nil {
		b.fault(first.line, first.words[2].col, "%v", err)
	}
	b.own.Date = b.date
}

func (b *builder) record(rec record) {
	kind := rec.words[0]
	want := 3
	if kind.key == "source" {
		want = 2
	}
	names := 0
	for names < len(rec.words) && !rec.words[names].field {
		names++
	}
	if names != want {
		b.fault(rec.line, kind.col, "a %s record begins with %d words, then has fields key=value; here are %d words",
			kind.key, want, names)
		return
	}
	switch kind.key {
	case "source":
		b.addSource(rec)
	case "model":
		b.addModel(rec)
	case "price":
		b.addPrice(rec)
	case "life":
		b.addLife(rec)
	default:
		b.fault(rec.line, kind.col, "%q is none of source, model, price, life", kind.key)
	}
}

// once reports a record about the same thing as another one in the file.
func (b *builder) once(rec record, what string) bool {
	if line, dup := b.seen[what]; dup {
		b.fault(rec.line, rec.words[0].col, "the same as line %d: %s", line, what)
		return false
	}
	b.seen[what] = rec.line
	return true
}

// apply reads the fields of a record; it reports whether all were right.
func apply[T any](b *builder, rec record, to *T, rows []field[T], skip string) bool {
	before := len(b.faults)
	for i, w := range rec.words {
		if !w.field || w.key == skip {
			continue
		}
		if earlier(rec.words[:i], w.key) {
			b.fault(rec.line, w.col, "%q is given twice", w.key)
			continue
		}
		set := setter(rows, w.key)
		if set == nil {
			b.fault(rec.line, w.col, "a %s record has no field %q", rec.words[0].key, w.key)
			continue
		}
		if err := set(to, w.value); err != nil {
			b.fault(rec.line, w.col, "%s: %v", w.key, err)
		}
	}
	return len(b.faults) == before
}

func earlier(words []word, key string) bool {
	return slices.ContainsFunc(words, func(w word) bool { return w.field && w.key == key })
}

func setter[T any](rows []field[T], key string) func(*T, string) error {
	for i := range rows {
		if rows[i].key == key {
			return rows[i].set
		}
	}
	return nil
}

func (b *builder) addSource(rec record) {
	s := &source{Name: rec.words[1].key, Date: b.date, Confidence: b.own.Confidence}
	if apply(b, rec, s, sourceFields, "") && b.once(rec, "source "+s.Name) {
		b.sources[s.Name] = s
	}
}

// source is a source record by its name; rows that name none rest on the file itself.
func (b *builder) source(rec record, name string) *source {
	if name == "" {
		return b.own
	}
	if s := b.sources[name]; s != nil {
		return s
	}
	b.fault(rec.line, rec.words[0].col, "no source record %q above", name)
	return b.own
}

var errLike = errors.New("is not PROVIDER/ID")

func splitLike(v string) (provider, id string, err error) {
	provider, id, ok := strings.Cut(v, "/")
	if !ok || provider == "" || id == "" {
		return "", "", fmt.Errorf("%q %w", v, errLike)
	}
	return Provider(provider), id, nil
}

func (b *builder) addLife(rec record) {
	l := lifeDraft{life: life{Provider: Provider(rec.words[1].key), ID: rec.words[2].key}}
	if !apply(b, rec, &l, lifeFields, "") || !b.once(rec, "life "+l.Provider+" "+l.ID) {
		return
	}
	if l.RoutedOn != 0 && (len(l.Replacement) != 1 || l.Ends != 0) {
		b.fault(rec.line, rec.words[0].col, "a rerouting needs the one model that answers (to=), and no end")
	}
	l.Source = *b.source(rec, l.source)
	put(b.lives, l.Provider, l.ID, &l.life)
}

// finish checks what needs the whole file: that prices belong to models.
func (b *builder) finish() {
	for _, t := range b.fresh {
		t.bound()
	}
	for _, rec := range b.priced {
		if provider, id := Provider(rec.words[1].key), rec.words[2].key; b.find(provider, id) == nil {
			b.fault(rec.line, rec.words[2].col, "a price of %s %s, which no model record lists: add one", provider, id)
		}
	}
}
