package fakeengine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// qdrantFilter reads a filter of Qdrant: the object of a request's member, which has clauses.
func qdrantFilter(text json.RawMessage) (passing, error) {
	if len(text) == 0 {
		return func(map[string]any) bool { return true }, nil
	}
	var f struct {
		Must    []json.RawMessage `json:"must"`
		Should  []json.RawMessage `json:"should"`
		MustNot []json.RawMessage `json:"must_not"`
	}
	if err := strict(text, &f); err != nil {
		return nil, err
	}
	must, err := qdrantConditions(f.Must)
	should, err2 := qdrantConditions(f.Should)
	not, err3 := qdrantConditions(f.MustNot)
	if err := errors.Join(err, err2, err3); err != nil {
		return nil, err
	}
	return func(m map[string]any) bool {
		pass := func(p passing) bool { return p(m) }
		return !slices.ContainsFunc(must, func(p passing) bool { return !p(m) }) &&
			(len(should) == 0 || slices.ContainsFunc(should, pass)) && !slices.ContainsFunc(not, pass)
	}, nil
}

func qdrantConditions(list []json.RawMessage) ([]passing, error) {
	all := make([]passing, len(list))
	for i, text := range list {
		var err error
		if all[i], err = qdrantCondition(text); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func qdrantCondition(text json.RawMessage) (passing, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	if _, ok := members["key"]; !ok {
		return qdrantFilter(text)
	}
	var c struct {
		Key   string                 `json:"key"`
		Match map[string]any         `json:"match"`
		Range map[string]json.Number `json:"range"`
	}
	if err := strict(text, &c); err != nil {
		return nil, err
	}
	if (c.Match == nil) == (c.Range == nil) {
		return nil, fmt.Errorf("the condition on %q is neither a match nor a range", c.Key)
	}
	if c.Range != nil {
		return qdrantRange(c.Key, c.Range)
	}
	return qdrantMatch(c.Key, c.Match)
}

// qdrantRange compares as floating point, as Qdrant does.
func qdrantRange(key string, bounds map[string]json.Number) (passing, error) {
	for op := range bounds {
		if !slices.Contains([]string{"gt", "gte", "lt", "lte"}, op) {
			return nil, fmt.Errorf("unknown bound %q", op)
		}
	}
	return func(m map[string]any) bool {
		n, ok := m[key].(json.Number)
		for op, bound := range bounds {
			ok = ok && within(roughly(n, bound), op)
		}
		return ok
	}, nil
}

func qdrantMatch(key string, match map[string]any) (passing, error) {
	if v, ok := match["value"]; ok && len(match) == 1 {
		if n, ok := v.(json.Number); ok {
			if _, err := n.Int64(); err != nil {
				return nil, fmt.Errorf("%v is no value of a match: texts, whole numbers and booleans are", v)
			}
		}
		return func(m map[string]any) bool { w, there := m[key]; return there && equal(w, v) }, nil
	}
	list, ok := match["any"].([]any)
	if !ok || len(match) != 1 {
		return nil, fmt.Errorf("the match of %q has neither a value nor a list of any", key)
	}
	for i, v := range list {
		_, text := v.(string)
		n, number := v.(json.Number)
		if _, err := n.Int64(); !text && (!number || err != nil) || slices.Contains(list[:i], v) {
			return nil, fmt.Errorf("%v is no value of any: distinct texts or whole numbers are", v)
		}
	}
	return func(m map[string]any) bool {
		w, there := m[key]
		return there && slices.ContainsFunc(list, func(v any) bool { return equal(w, v) })
	}, nil
}
