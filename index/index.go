// Package index turns sentences into something that can be searched, and holds the nouns of it: records go in,
// queries are asked, hits come out. Each engine is a package below this one.
//
// A searcher takes many queries at once, each with a filter of its own, because an evaluation asks thousands
// and an engine that sees them together answers in one pass. A filter that cannot mean anything is an error;
// a filter that lets nothing through is a result without hits.
package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Record is one sentence as an engine keeps it. Its text is what a text index reads; the corpus keeps it, too,
// and an engine need not give it back.
type Record struct {
	ID     string
	Text   string
	Vector []float32 // nil in an engine that searches text only
	Fields Fields
}

// Fields are what filters can ask about a record, by name: each value is a string, an int64, a float64 or a
// bool, of the kind that the schema gives the field. A field that is not known is left out.
type Fields map[string]any

// Query asks for the K best records that pass its filter: the nearest to Vector, those that match Text, or
// both, as the engine and its mode have it.
type Query struct {
	Text   string
	Vector []float32
	Filter *Filter // nil lets everything through
	K      int
}

// Hit is one record that a query found.
type Hit struct {
	ID       string
	Rank     int     // from 1
	Score    float64 // higher is better; comparable within one engine and mode only
	Distance float64 // smaller is nearer, as the engine measures it; where Result.Metric is None it means nothing
	Fields   Fields
}

// Metric is what a distance is.
type Metric string

// The metrics. Cosine is 1 − cos and lies in 0 to 2; Euclidean is not squared.
const (
	None      Metric = ""
	Cosine    Metric = "cosine"
	Euclidean Metric = "euclidean"
)

// Result is what came of one query: its hits, best first, or why there are none. Fewer than K hits without an
// error are all that the engine has to say.
type Result struct {
	Hits   []Hit
	Metric Metric
	Err    error
}

// ErrRefused is in the error of a query whose filter means something, and which the engine cannot ask exactly: it
// is refused rather than asked otherwise. The embedded index refuses none.
var ErrRefused = errors.New("the engine refuses this filter; the index here takes it: search without --engine")

// Searcher answers queries. There is a result for each, in their order; an error is one that no query survives.
type Searcher interface {
	Search(context.Context, []Query) ([]Result, error)
}

// Kind is the type of a field's values.
type Kind string

// The kinds of fields. A text is UTF-8 and a float is finite: JSON says nothing else, and what it cannot say is
// another value to one engine, and none to the next.
const (
	Text  Kind = "text"
	Int   Kind = "int"
	Float Kind = "float"
	Bool  Kind = "bool"
)

// Field is a field that records may have.
type Field struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	Doc  string `json:"doc,omitempty"`
}

// Schema is the fields of an index.
type Schema []Field

// Sentences is the schema of every index of a corpus; users add fields to it.
var Sentences = Schema{
	{"doc_id", Text, "the document's id"},
	{"cik_int", Int, "central index key of the first registrant"},
	{"name", Text, "company as filed"},
	{"report_year", Int, "year of the report"},
	{"form_type", Text, "form as filed: 10-K, 10-K405, 10-Q/A …"},
	{"section_name", Text, "item as a name: ITEM_7"},
	{"sic", Text, "standard industrial classification"},
	{"sentence_pos", Int, "place of the sentence in its section, from 0"},
	{"text_hash", Int, "equal for sentences of the same text, blanks and case apart"},
	{"mask_hash", Int, "equal for sentences of the same text but for figures and dates"},
}

// Find is the field of a name.
func (s Schema) Find(name string) (Field, bool) {
	i := slices.IndexFunc(s, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return s[i], true
}

func (s Schema) names() string {
	names := make([]string, len(s))
	for i := range s {
		names[i] = s[i].Name
	}
	return strings.Join(names, ", ")
}

// Check reports what is wrong with a record's fields.
func (s Schema) Check(f Fields) error {
	for name, value := range f {
		field, ok := s.Find(name)
		if !ok {
			return fmt.Errorf("field %q is not a field of this index; it has %s", name, s.names())
		}
		if _, ok := field.Kind.value(value); !ok {
			return fmt.Errorf("field %q has the %T %v and takes %s", name, value, value, field.Kind.values())
		}
	}
	return nil
}

// values is which values a kind takes, in words.
func (k Kind) values() string {
	switch k {
	case Text:
		return "values of kind text, in UTF-8"
	case Float:
		return "values of kind float, which are finite"
	}
	return "values of kind " + string(k)
}

// value is a value of a kind, from what JSON or Go code gives; false if it is none. A whole number is a float,
// too.
func (k Kind) value(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		return v, k == Text && utf8.ValidString(v)
	case bool:
		return v, k == Bool
	case int:
		return k.value(int64(v))
	case int64:
		if k == Float {
			return float64(v), true
		}
		return v, k == Int
	case float64:
		x, ok := float(v)
		return x, ok && k == Float
	}
	return nil, false
}
