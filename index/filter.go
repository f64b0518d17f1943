package index

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Op is an operator of a filter.
type Op string

// The operators. NotEqual and NotIn let a record through that lacks the field: they are the complements of
// Equal and In, in every engine. The other comparisons do not.
const (
	And            Op = "$and"
	Or             Op = "$or"
	Equal          Op = "$eq"
	NotEqual       Op = "$ne"
	In             Op = "$in"
	NotIn          Op = "$nin"
	Greater        Op = "$gt"
	GreaterOrEqual Op = "$gte"
	Less           Op = "$lt"
	LessOrEqual    Op = "$lte"
)

// comparisons are the operators on a field.
var comparisons = []Op{Equal, NotEqual, In, NotIn, Greater, GreaterOrEqual, Less, LessOrEqual}

// Filter is a condition on the fields of a record: And and Or of other filters, or a comparison of one field
// with values, of which only In and NotIn take several.
type Filter struct {
	Op     Op
	Of     []*Filter
	Field  string
	Values []any // of the field's kind
}

// Bounds of filters, which come from users and their files.
const (
	maxFilterBytes  = 1 << 20
	maxFilterDepth  = 32
	maxFilterValues = 10_000
)

// ParseFilter reads a filter as people write it:
//
//	{"form_type": "10-K", "report_year": {"$gte": 2018, "$lt": 2021}, "$or": [{"sic": "3571"}, {"cik_int": {"$in": [7, 9]}}]}
//
// Fields beside each other must all hold. What the schema does not have, and values that a field cannot have,
// are errors. An empty object lets everything through and is nil.
func ParseFilter(text []byte, s Schema) (*Filter, error) {
	if len(text) > maxFilterBytes {
		return nil, fmt.Errorf("the filter has %d bytes; it may have %d", len(text), maxFilterBytes)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	p := filterParser{d: d, schema: s}
	f, err := p.object(0)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows its end")
		}
	}
	if err == nil && f.depth() > maxFilterDepth {
		err = errDeep
	}
	if err != nil {
		return nil, fmt.Errorf("filter, byte %d: %w", d.InputOffset(), err)
	}
	return f, nil
}

// filterParser reads token by token, so that a repeated key is seen and nesting is bounded.
type filterParser struct {
	d      *json.Decoder
	schema Schema
	values int
}

func (p *filterParser) token() (json.Token, error) {
	t, err := p.d.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return t, err
}

// keys reads an object whose opening brace is read, a key at a time.
func (p *filterParser) keys(do func(key string) error) error {
	seen := map[string]bool{}
	for p.d.More() {
		t, err := p.token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if seen[key] {
			return fmt.Errorf("%q is there twice; put the two into one $and", key)
		}
		seen[key] = true
		if err := do(key); err != nil {
			return err
		}
	}
	_, err := p.token()
	return err
}

func (p *filterParser) object(depth int) (*Filter, error) {
	if depth > maxFilterDepth {
		return nil, errDeep
	}
	t, err := p.token()
	if err != nil {
		return nil, err
	}
	if t != json.Delim('{') {
		return nil, errors.New(`a filter is an object, such as {"form_type": "10-K"}`)
	}
	var all []*Filter
	err = p.keys(func(key string) error {
		var of []*Filter
		var err error
		switch {
		case key == string(And) || key == string(Or):
			of, err = p.several(Op(key), depth)
		case strings.HasPrefix(key, "$"):
			return fmt.Errorf("%q is no operator between filters; there are $and and $or", key)
		default:
			of, err = p.field(key)
		}
		all = append(all, of...)
		return err
	})
	return Both(all...), err
}

// several reads the array of an $and or $or.
func (p *filterParser) several(op Op, depth int) ([]*Filter, error) {
	t, err := p.token()
	if err != nil {
		return nil, err
	}
	if t != json.Delim('[') {
		return nil, fmt.Errorf("%s takes an array of filters", op)
	}
	var of []*Filter
	for p.d.More() {
		f, err := p.object(depth + 1)
		if err != nil {
			return nil, err
		}
		if f == nil {
			return nil, fmt.Errorf("%s holds an empty filter, which says nothing", op)
		}
		of = append(of, f)
	}
	if _, err := p.token(); err != nil {
		return nil, err
	}
	switch len(of) {
	case 0:
		return nil, fmt.Errorf("%s is empty, and can be neither met nor missed", op)
	case 1:
		return of, nil
	}
	return []*Filter{{Op: op, Of: of}}, nil
}

// field reads what follows a field's name: a value, or an object of operators.
func (p *filterParser) field(name string) ([]*Filter, error) {
	field, ok := p.schema.Find(name)
	if !ok {
		return nil, fmt.Errorf("%q is no field of this index; it has %s", name, p.schema.names())
	}
	t, err := p.token()
	if err != nil {
		return nil, err
	}
	if t != json.Delim('{') {
		v, err := p.value(field, t)
		return []*Filter{{Op: Equal, Field: name, Values: []any{v}}}, err
	}
	var all []*Filter
	err = p.keys(func(key string) error {
		f, err := p.comparison(field, Op(key))
		all = append(all, f)
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("field %q has no condition", name)
	}
	return all, err
}

func (p *filterParser) comparison(field Field, op Op) (*Filter, error) {
	if !slices.Contains(comparisons, op) {
		return nil, fmt.Errorf("%q is no operator on a field; there are %s", op, opNames())
	}
	t, err := p.token()
	if err != nil {
		return nil, err
	}
	f := &Filter{Op: op, Field: field.Name}
	if op != In && op != NotIn {
		v, err := p.value(field, t)
		f.Values = []any{v}
		return f, cmp.Or(err, field.ordered(op))
	}
	if t != json.Delim('[') {
		return nil, fmt.Errorf("%s takes an array of values", op)
	}
	for p.d.More() {
		t, err := p.token()
		if err != nil {
			return nil, err
		}
		v, err := p.value(field, t)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(f.Values, v) {
			f.Values = append(f.Values, v)
		}
	}
	if len(f.Values) == 0 {
		return nil, fmt.Errorf("%s of field %q is empty", op, field.Name)
	}
	_, err = p.token()
	return f, err
}

func opNames() string {
	names := make([]string, len(comparisons))
	for i, op := range comparisons {
		names[i] = string(op)
	}
	return strings.Join(names, ", ")
}

func (o Op) ordered() bool {
	return o == Greater || o == GreaterOrEqual || o == Less || o == LessOrEqual
}

// value is a token as a value of a field.
func (p *filterParser) value(field Field, t json.Token) (any, error) {
	if p.values++; p.values > maxFilterValues {
		return nil, fmt.Errorf("it holds more than %d values", maxFilterValues)
	}
	raw := any(t)
	if n, ok := t.(json.Number); ok {
		if i, err := strconv.ParseInt(n.String(), 10, 64); err == nil {
			raw = i
		} else if x, err := n.Float64(); err == nil {
			raw = x
		}
	}
	if v, ok := field.Kind.value(raw); ok {
		return v, nil
	}
	return nil, fmt.Errorf("field %q takes values of kind %s, and %v is none", field.Name, field.Kind, t)
}

// Match reports whether a record with these fields passes. A nil filter lets everything through.
func (f *Filter) Match(with Fields) bool {
	if f == nil {
		return true
	}
	switch f.Op {
	case And:
		return !slices.ContainsFunc(f.Of, func(o *Filter) bool { return !o.Match(with) })
	case Or:
		return slices.ContainsFunc(f.Of, func(o *Filter) bool { return o.Match(with) })
	}
	v, there := with[f.Field]
	switch f.Op {
	case Equal, In:
		return there && slices.Contains(f.Values, v)
	case NotEqual, NotIn:
		return !there || !slices.Contains(f.Values, v)
	}
	return there && f.Op.holds(compare(v, f.Values[0]))
}

// holds reports whether an order of a value against a bound is what the operator asks for.
func (o Op) holds(order int) bool {
	switch o {
	case Greater:
		return order > 0
	case GreaterOrEqual:
		return order >= 0
	case Less:
		return order < 0
	}
	return order <= 0
}

// compare orders two values of one kind: numbers by size, texts by their bytes.
func compare(a, b any) int {
	switch a := a.(type) {
	case string:
		return cmp.Compare(a, b.(string))
	case int64:
		return cmp.Compare(a, b.(int64))
	case float64:
		return cmp.Compare(a, b.(float64))
	}
	return 0
}

// All are the filter and those below it, each before what it holds.
func (f *Filter) All(yield func(*Filter) bool) { f.walk(yield) }

func (f *Filter) walk(yield func(*Filter) bool) bool {
	if f == nil {
		return true
	}
	if !yield(f) {
		return false
	}
	return !slices.ContainsFunc(f.Of, func(o *Filter) bool { return !o.walk(yield) })
}

// String is the filter as JSON that ParseFilter reads; equal filters that are written alike are equal texts.
func (f *Filter) String() string {
	if f == nil {
		return "{}"
	}
	if f.Op == And || f.Op == Or {
		parts := make([]string, len(f.Of))
		for i, o := range f.Of {
			parts[i] = o.String()
		}
		return fmt.Sprintf(`{%q:[%s]}`, string(f.Op), strings.Join(parts, ","))
	}
	var value any = f.Values
	if f.Op != In && f.Op != NotIn {
		value = f.Values[0]
	}
	text, err := json.Marshal(map[string]any{f.Field: map[string]any{string(f.Op): value}})
	if err != nil {
		return "{}" // a parsed filter holds nothing that JSON does not
	}
	return string(text)
}

// Where is a filter of fields that equal values, in the order of their names.
func Where(equal Fields) *Filter {
	var all []*Filter
	for _, name := range slices.Sorted(maps.Keys(equal)) {
		all = append(all, &Filter{Op: Equal, Field: name, Values: []any{equal[name]}})
	}
	return Both(all...)
}

// Both is a filter that lets through what all of several filters do; those that are nil let everything through.
func Both(filters ...*Filter) *Filter {
	all := slices.DeleteFunc(slices.Clone(filters), func(f *Filter) bool { return f == nil })
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return &Filter{Op: And, Of: all}
}
