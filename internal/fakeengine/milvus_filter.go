package fakeengine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// filter reads an expression of Milvus: comparisons, lists, is null, and, or and brackets. A missing value makes
// every comparison untrue.
func (c *milvusCollection) filter(text string) (func(*item) bool, error) {
	if text == "" {
		return func(*item) bool { return true }, nil
	}
	p := &milvusParser{c: c, rest: text}
	f, err := p.either()
	if err == nil && p.peek() != "" {
		err = fmt.Errorf("something follows the end: %q", p.rest)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot parse expression: %.200s, error: %w", text, err)
	}
	return f, nil
}

type milvusParser struct {
	c    *milvusCollection
	rest string
	next string // a word that was looked at
}

// word takes the next word: a name, a number, a text in its quotes, or a sign.
func (p *milvusParser) word() string {
	if w := p.next; w != "" {
		p.next = ""
		return w
	}
	p.rest = strings.TrimLeft(p.rest, " ")
	n := 0
	for n < len(p.rest) && (p.rest[n] == '_' || p.rest[n] == '.' || ascii.IsAlnum(p.rest[n]) ||
		n > 0 && (p.rest[n] == '+' || p.rest[n] == '-') && p.rest[n-1] == 'e' && p.rest[0] <= '9') {
		n++
	}
	switch {
	case n > 0 || p.rest == "":
	case p.rest[0] == '"':
		for n = 1; n < len(p.rest) && p.rest[n] != '"' && p.rest[n] != '\n'; n++ {
			if p.rest[n] == '\\' {
				n++
			}
		}
		n = min(n+1, len(p.rest))
	case len(p.rest) > 1 && slices.Contains([]string{"==", "!=", "<=", ">="}, p.rest[:2]):
		n = 2
	default:
		n = 1
	}
	w := p.rest[:n]
	p.rest = p.rest[n:]
	return w
}

func (p *milvusParser) peek() string {
	if p.next == "" {
		p.next = p.word()
	}
	return p.next
}

func (p *milvusParser) expect(want string) error {
	if got := p.word(); got != want {
		return fmt.Errorf("%q where %q is expected", got, want)
	}
	return nil
}

func (p *milvusParser) either() (func(*item) bool, error) {
	return p.several("or", func(all []func(*item) bool, it *item) bool {
		return slices.ContainsFunc(all, func(f func(*item) bool) bool { return f(it) })
	}, func() (func(*item) bool, error) {
		return p.several("and", func(all []func(*item) bool, it *item) bool {
			return !slices.ContainsFunc(all, func(f func(*item) bool) bool { return !f(it) })
		}, p.one)
	})
}

// several reads parts with a word between them.
func (p *milvusParser) several(between string, join func([]func(*item) bool, *item) bool,
	part func() (func(*item) bool, error)) (func(*item) bool, error) {
	var all []func(*item) bool
	for {
		f, err := part()
		if err != nil {
			return nil, err
		}
		all = append(all, f)
		if p.peek() != between {
			break
		}
		p.word()
	}
	return func(it *item) bool { return join(all, it) }, nil
}

func (p *milvusParser) one() (func(*item) bool, error) {
	w := p.word()
	if w == "(" {
		f, err := p.either()
		if err == nil {
			err = p.expect(")")
		}
		return f, err
	}
	field := p.c.field(w)
	if field == nil {
		return nil, fmt.Errorf("field %s not exist", w)
	}
	switch op := p.word(); op {
	case "is":
		return p.null(field)
	case "in":
		values, err := p.list(field)
		return func(it *item) bool { v, ok := it.at(field); return ok && slices.Contains(values, v) }, err
	case "not":
		if err := p.expect("in"); err != nil {
			return nil, err
		}
		values, err := p.list(field)
		return func(it *item) bool { v, ok := it.at(field); return ok && !slices.Contains(values, v) }, err
	case "==", "!=", "<", "<=", ">", ">=":
		bound, err := p.value(field)
		if err == nil && field.kind == milvusBool && op != "==" && op != "!=" {
			err = errors.New("comparisons between boolean fields are no order")
		}
		return func(it *item) bool { v, ok := it.at(field); return ok && milvusHolds(op, v, bound) }, err
	default:
		return nil, fmt.Errorf("no operator: %q", op)
	}
}

func (p *milvusParser) null(field *milvusField) (func(*item) bool, error) {
	want := false
	if p.peek() == "not" {
		p.word()
		want = true
	}
	if !field.nullable {
		return nil, fmt.Errorf("field %s is never null", field.name)
	}
	return func(it *item) bool { _, ok := it.at(field); return ok == want }, p.expect("null")
}

func (p *milvusParser) list(field *milvusField) ([]any, error) {
	if err := p.expect("["); err != nil {
		return nil, err
	}
	var all []any
	for {
		v, err := p.value(field)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
		switch w := p.word(); w {
		case "]":
			return all, nil
		case ",":
		default:
			return nil, fmt.Errorf("%q in a list", w)
		}
	}
}

// value reads a value of a field's type. A minus is an operator of its own, as Milvus reads it: the least
// whole number is none.
func (p *milvusParser) value(field *milvusField) (any, error) {
	w := p.word()
	minus := w == "-"
	if minus {
		w = p.word()
	}
	switch field.kind {
	case milvusVarChar:
		if minus || !strings.HasPrefix(w, `"`) {
			return nil, fmt.Errorf("%s is no text, which field %s has", w, field.name)
		}
		return strconv.Unquote(w)
	case milvusBool:
		if minus || w != "true" && w != "false" {
			return nil, fmt.Errorf("%s is neither true nor false", w)
		}
		return w == "true", nil
	case milvusInt64:
		n, err := strconv.ParseInt(w, 10, 64)
		if minus {
			n = -n
		}
		return n, err
	}
	if !strings.ContainsAny(w, ".e") {
		return nil, fmt.Errorf("%s is no floating point", w)
	}
	x, err := strconv.ParseFloat(w, 64)
	if minus {
		x = -x
	}
	return x, err
}

// at is an item's value in a field.
func (it *item) at(f *milvusField) (any, bool) {
	if f.primary {
		return it.id, true
	}
	v, ok := it.fields[f.name]
	return v, ok
}

func milvusHolds(op string, a, b any) bool {
	order := 0
	switch a := a.(type) {
	case string:
		order = cmp.Compare(a, b.(string))
	case int64:
		order = cmp.Compare(a, b.(int64))
	case float64:
		order = cmp.Compare(a, b.(float64))
	case bool:
		order = map[bool]int{true: 0, false: 1}[a == b.(bool)]
	}
	switch op {
	case "==":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}
