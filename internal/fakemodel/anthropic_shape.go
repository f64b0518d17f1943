package fakemodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
)

// A check looks at one JSON value in its place and returns what is wrong with it, or nil. The request
// of each provider is a tree of checks; the text of a problem is the provider's own.
type check func(at []string, v any) *problem

// problem is one way in which a request breaks its provider's rules.
type problem struct {
	kind string // unknownField, missingField, wrongType or badValue
	at   []string
	text string // of wrongType: what was wanted; of badValue: the whole message
}

const (
	unknownField = "unknown"
	missingField = "missing"
	wrongType    = "type"
	badValue     = "value"
)

func below(at []string, name string) []string { return append(slices.Clone(at), name) }

// decodeBody reads exactly one JSON object; numbers keep their spelling.
func decodeBody(body []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows the object")
	}
	if out == nil {
		return nil, fmt.Errorf("the body is null, not an object")
	}
	return out, nil
}

type fields map[string]check

// objectOf takes these fields and no others; the required ones may not be null.
func objectOf(f fields, required ...string) check {
	return func(at []string, v any) *problem {
		m, ok := v.(map[string]any)
		if !ok {
			return &problem{wrongType, at, "object"}
		}
		for _, name := range required {
			if m[name] == nil {
				return &problem{missingField, below(at, name), ""}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(m)) {
			inner, known := f[name]
			if !known {
				return &problem{unknownField, below(at, name), ""}
			}
			if m[name] == nil {
				continue
			}
			if p := inner(below(at, name), m[name]); p != nil {
				return p
			}
		}
		return nil
	}
}

func listOf(item check, least, most int) check {
	return func(at []string, v any) *problem {
		l, ok := v.([]any)
		if !ok {
			return &problem{wrongType, at, "list"}
		}
		if len(l) < least {
			return &problem{badValue, at, fmt.Sprintf("List should have at least %d item after validation, not %d", least,
				len(l))}
		}
		if most > 0 && len(l) > most {
			return &problem{badValue, at, fmt.Sprintf("List should have at most %d items after validation, not %d", most,
				len(l))}
		}
		for i, e := range l {
			if p := item(below(at, strconv.Itoa(i)), e); p != nil {
				return p
			}
		}
		return nil
	}
}

func textOf(least, most int) check {
	return func(at []string, v any) *problem {
		s, ok := v.(string)
		if !ok {
			return &problem{wrongType, at, "string"}
		}
		if len(s) < least {
			return &problem{badValue, at, fmt.Sprintf("String should have at least %d character", least)}
		}
		if most > 0 && len(s) > most {
			return &problem{badValue, at, fmt.Sprintf("String should have at most %d characters", most)}
		}
		return nil
	}
}

// anyText is a string of any length.
func anyText(at []string, v any) *problem { return textOf(0, 0)(at, v) }

// anything is a value that the provider does not look into, such as a schema.
func anything([]string, any) *problem { return nil }

func truth(at []string, v any) *problem {
	if _, ok := v.(bool); !ok {
		return &problem{wrongType, at, "boolean"}
	}
	return nil
}

func numberOf(least, most float64, whole bool) check {
	return func(at []string, v any) *problem {
		want := "number"
		if whole {
			want = "integer"
		}
		n, ok := v.(json.Number)
		if !ok {
			return &problem{wrongType, at, want}
		}
		x, err := n.Float64()
		if err != nil || whole && x != math.Trunc(x) {
			return &problem{wrongType, at, want}
		}
		if x < least {
			return &problem{badValue, at, fmt.Sprintf("Input should be greater than or equal to %v", least)}
		}
		if x > most {
			return &problem{badValue, at, fmt.Sprintf("Input should be less than or equal to %v", most)}
		}
		return nil
	}
}

func countFrom(least float64) check { return numberOf(least, math.MaxInt32, true) }

func oneOf(values ...string) check {
	return func(at []string, v any) *problem {
		s, ok := v.(string)
		if !ok {
			return &problem{wrongType, at, "string"}
		}
		if !slices.Contains(values, s) {
			return &problem{badValue, at, fmt.Sprintf("Input should be one of %q, not %q", values, s)}
		}
		return nil
	}
}

// tagged takes an object by the value of one of its fields; each branch lists that field too.
func tagged(key string, branches map[string]check) check {
	return func(at []string, v any) *problem {
		m, ok := v.(map[string]any)
		if !ok {
			return &problem{wrongType, at, "object"}
		}
		tag, ok := m[key].(string)
		if !ok {
			return &problem{missingField, below(at, key), ""}
		}
		branch, ok := branches[tag]
		if !ok {
			return &problem{badValue, at,
				fmt.Sprintf("Input tag '%s' found using '%s' does not match any of the expected tags: %q", tag, key,
					slices.Sorted(maps.Keys(branches)))}
		}
		return branch(at, v)
	}
}

// textOr takes a string, or else what the other check takes.
func textOr(other check) check {
	return func(at []string, v any) *problem {
		if _, ok := v.(string); ok {
			return nil
		}
		return other(at, v)
	}
}
