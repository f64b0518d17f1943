package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
)

// Shape is what the records of an index look like.
type Shape struct {
	Schema    index.Schema
	Dimension int // 0 where records have no vectors
	Metric    index.Metric
}

// Validate reports a shape that no engine can hold. Dots, brackets and quotes in a field's name are paths to
// one engine or another, so there are none.
func (s Shape) Validate() error {
	if err := s.Schema.Validate(); err != nil {
		return err
	}
	for _, f := range s.Schema {
		if strings.Trim(f.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
			return fmt.Errorf("field %q: remote engines take letters, digits, _ and - in a field's name", f.Name)
		}
	}
	switch {
	case s.Dimension < 0:
		return fmt.Errorf("%d dimensions are none", s.Dimension)
	case s.Dimension > 0 && s.Metric != index.Cosine && s.Metric != index.Euclidean:
		return fmt.Errorf("metric %q is none; there are %s and %s", s.Metric, index.Cosine, index.Euclidean)
	}
	return nil
}

// Vector reports a vector that cannot be compared with others: of another length, with a value that is no
// number, or, under the cosine, without a direction.
func (s Shape) Vector(v []float32) error {
	if len(v) != s.Dimension {
		return fmt.Errorf("the vector has %d dimensions, the index %d", len(v), s.Dimension)
	}
	sum := 0.0
	for i, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return fmt.Errorf("the vector has %v at place %d", x, i)
		}
		sum += float64(x) * float64(x)
	}
	if sum == 0 && s.Metric == index.Cosine && s.Dimension > 0 {
		return errors.New("the vector is zero and has no direction, which the cosine needs")
	}
	return nil
}

// Records are the records of one batch as they are to be sent: fields as the schema has them. A record that
// cannot be kept is an error that names it, and so is one that is there twice: engines differ in which they
// keep.
func (s Shape) Records(records []index.Record) ([]index.Record, error) {
	seen := make(map[string]bool, len(records))
	checked := make([]index.Record, len(records))
	for i := range records {
		r := records[i]
		if r.ID == "" {
			return nil, fmt.Errorf("record %d of the batch has no id", i+1)
		}
		if seen[r.ID] {
			return nil, fmt.Errorf("record %q is in the batch twice", r.ID)
		}
		seen[r.ID] = true
		fields, err := s.Schema.Normal(r.Fields)
		if err == nil {
			err = errors.Join(s.Vector(r.Vector), sendable(r.ID), sendable(r.Text))
		}
		if err != nil {
			return nil, fmt.Errorf("record %q: %w", r.ID, err)
		}
		r.Fields = fields
		checked[i] = r
	}
	return checked, nil
}

// sendable reports a text that is not UTF-8: encoded all the same it becomes another one, and two ids become one.
func sendable(s string) error {
	if !utf8.ValidString(s) {
		return fmt.Errorf("the text %q is not UTF-8, and remote engines take nothing else", call.Shorten(s))
	}
	return nil
}

// Refused is the error of a filter that an engine cannot ask exactly.
func Refused(format string, args ...any) error {
	return fmt.Errorf("%w: %w", fmt.Errorf(format, args...), index.ErrRefused)
}

// Query reports a query that cannot be asked; most is how many hits the engine gives at most, 0 being any
// number.
func (s Shape) Query(q *index.Query, most int) error {
	switch {
	case q.K < 1:
		return fmt.Errorf("the query asks for %d hits", q.K)
	case most > 0 && q.K > most:
		return fmt.Errorf("the query asks for %d hits and the engine gives at most %d: %w; ask for fewer, or set max_k if "+
			"this engine is known to give more", q.K, most, ErrLimit)
	}
	return q.Filter.Check(s.Schema)
}

// Fields are the fields of a hit as the schema has them, from an object of JSON. What the schema does not
// have, and null, is left out: others may write into the index, too.
func (s Shape) Fields(object map[string]json.RawMessage) (index.Fields, error) {
	raw := make(index.Fields, len(object))
	for name, text := range object {
		field, ok := s.Schema.Find(name)
		if !ok || len(text) == 0 || string(text) == "null" {
			continue
		}
		v, err := value(field, text)
		if err != nil {
			return nil, fmt.Errorf("field %q holds %s, which is no %s", name, text, field.Kind)
		}
		raw[name] = v
	}
	return s.Schema.Normal(raw)
}

// value reads one value of valid JSON. Engines give whole numbers back as 7, 7.0 or 7e0. A decoder for each
// would take most of the time of reading hits.
func value(field index.Field, text json.RawMessage) (any, error) {
	switch text[0] {
	case 't', 'f':
		return text[0] == 't', nil
	case '"':
		if inner := text[1 : len(text)-1]; !bytes.ContainsRune(inner, '\\') && utf8.Valid(inner) {
			return string(inner), nil
		}
		var s string
		err := json.Unmarshal(text, &s)
		return s, err
	case '{', '[':
		return nil, errors.New("several values")
	}
	if i, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return i, nil
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err == nil && field.Kind == index.Int {
		if x != math.Trunc(x) || math.Abs(x) > MaxExact {
			return nil, errors.New("not whole")
		}
		return int64(x), nil
	}
	return x, err
}

// MaxExact is the largest whole number below which every other is a float64, too.
const MaxExact = 1 << 53
