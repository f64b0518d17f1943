package structured

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Decode puts the value into what v points to. Unknown members are passed over. Types are taken at their
// word: a string is no number, and null fits only what can be nil, because a zero that was not written must
// not become a score. Members that are missing leave their fields as they are: ask a Schema for them.
func (r Reading) Decode(v any) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return fmt.Errorf("decode reply into %T: a pointer is needed", v)
	}
	decoder := json.NewDecoder(bytes.NewReader(r.JSON))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return fmt.Errorf("decode reply: %w", err)
	}
	if err := fits(tree, target.Type().Elem(), ""); err != nil {
		return err
	}
	err := json.Unmarshal(r.JSON, v)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("decode reply: /%s: %s does not fit into %s", strings.ReplaceAll(wrong.Field, ".", "/"),
			wrong.Value, wrong.Type)
	}
	if err != nil {
		return fmt.Errorf("decode reply: %w", err)
	}
	return nil
}

var (
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// fits compares a value with the type that is to take it, and names the path where they differ.
func fits(value any, t reflect.Type, path string) error {
	if ptr := reflect.PointerTo(t); ptr.Implements(unmarshaler) || ptr.Implements(textUnmarshaler) ||
		t.Kind() == reflect.Interface {
		return nil
	}
	if t.Kind() == reflect.Pointer {
		if value == nil {
			return nil
		}
		return fits(value, t.Elem(), path)
	}
	kind, ok := "null", t.Kind() == reflect.Map || t.Kind() == reflect.Slice
	switch value := value.(type) {
	case bool:
		kind, ok = "a boolean", t.Kind() == reflect.Bool
	case string:
		kind, ok = "a string", t.Kind() == reflect.String && t != reflect.TypeFor[json.Number]() ||
			t == reflect.TypeFor[[]byte]()
	case json.Number:
		kind, ok = "a number", t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 || t == reflect.TypeFor[json.Number]()
	case []any:
		if kind, ok = "a list", t.Kind() == reflect.Slice || t.Kind() == reflect.Array; ok {
			return listFits(value, t, path)
		}
	case map[string]any:
		if kind, ok = "an object", t.Kind() == reflect.Map || t.Kind() == reflect.Struct; ok {
			return objectFits(value, t, path)
		}
	}
	if !ok {
		return fmt.Errorf("decode reply: %s: %s does not fit into %s", pathName(path), kind, t)
	}
	return nil
}

func listFits(list []any, t reflect.Type, path string) error {
	if t.Kind() == reflect.Array && len(list) != t.Len() {
		return fmt.Errorf("decode reply: %s: a list of %d does not fit into %s", pathName(path), len(list), t)
	}
	for i, value := range list {
		if err := fits(value, t.Elem(), path+"/"+strconv.Itoa(i)); err != nil {
			return err
		}
	}
	return nil
}

// objectFits also refuses two members that would go into one field: the standard library takes the later.
func objectFits(object map[string]any, t reflect.Type, path string) error {
	if t.Kind() == reflect.Map {
		for key, value := range object {
			if err := fits(value, t.Elem(), path+"/"+escapePointer(key)); err != nil {
				return err
			}
		}
		return nil
	}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "-" || field.Anonymous && name == "" {
			continue
		}
		name = cmp.Or(name, field.Name)
		if err := fieldFits(object, name, field.Type, path); err != nil {
			return err
		}
	}
	return nil
}

func fieldFits(object map[string]any, name string, t reflect.Type, path string) error {
	taken := ""
	for key, value := range object {
		if !strings.EqualFold(key, name) {
			continue
		}
		if taken != "" {
			return fmt.Errorf("decode reply: %s: %q and %q both mean %q", pathName(path), min(taken, key), max(taken, key), name)
		}
		taken = key
		if err := fits(value, t, path+"/"+escapePointer(key)); err != nil {
			return err
		}
	}
	return nil
}
