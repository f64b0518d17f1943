package structured

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const gradeSchema = `{
  "type": "object",
  "required": ["grade", "items"],
  "properties": {
    "grade": {"enum": ["Poor", "Fair", "Good"]},
    "items": {"type": "array", "items": {"type": "object", "properties": {"n/m": {"type": "integer"}}}}
  }
}`

func compiled(t testing.TB, text string) *Schema {
	t.Helper()
	s, err := Compile([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCheckNamesPaths(t *testing.T) {
	s := compiled(t, gradeSchema)
	tests := []struct {
		name, text string
		paths      []string
	}{
		{"all well", `{"grade": "Poor", "items": [{"n/m": 1}]}`, nil},
		{"another grade", `{"grade": "poor", "items": []}`, []string{"/grade"}},
		{"deep", `{"grade": "Poor", "items": [{}, {"n/m": 1.5}]}`, []string{"/items/1/n~1m"}},
		{"a member lacks", `{"grade": "Poor"}`, []string{""}},
		{"two problems", `{"grade": 1, "items": 2}`, []string{"/grade", "/items"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := s.Read(test.text)
			if err != nil {
				t.Fatal(err)
			}
			err = s.Check(r)
			var m *Mismatch
			if errors.As(err, &m) != (test.paths != nil) || errors.Is(err, ErrMismatch) != (test.paths != nil) {
				t.Fatalf("error %v", err)
			}
			var paths []string
			for _, p := range problems(m) {
				paths = append(paths, p.Path)
				if p.Reason == "" || !strings.Contains(err.Error(), p.Reason) {
					t.Errorf("%v does not say why", err)
				}
			}
			slices.Sort(paths)
			if !slices.Equal(paths, test.paths) {
				t.Errorf("paths %q, want %q", paths, test.paths)
			}
		})
	}
}

func problems(m *Mismatch) []Problem {
	if m == nil {
		return nil
	}
	return m.Problems
}

func TestSchemaChooses(t *testing.T) {
	object, list := compiled(t, gradeSchema), compiled(t, `{"type": "array", "items": {"type": "object"}}`)
	tests := []struct {
		name, text, want string
		schema           *Schema
	}{
		{"the one that matches", `A draft {"grade": "?"} and then {"grade": "Fair", "items": []}`, `{"grade":"Fair","items":[]}`, object},
		{"two that match", `{"grade": "Poor", "items": []} {"grade": "Fair", "items": []}`, ``, object},
		{"none that matches", `{"a": 1} {"b": 2}`, ``, object},
		{"a draft and an answer that was cut", `{"grade": "Poor", "items": []} {"grade": "Fair", "items": [`, ``, object},
		{"a list of one", `[{"grade": "Fair", "items": []}]`, `{"grade":"Fair","items":[]}`, object},
		{"a list that is wanted", `[{"grade": "Fair"}]`, `[{"grade":"Fair"}]`, list},
		{"a list that is wanted, cut", `[{"grade": "Fair"`, `[{"grade":"Fair"}]`, list},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := test.schema.Read(test.text)
			if string(r.JSON) != test.want || errors.Is(err, ErrUnparsable) != (test.want == "") {
				t.Errorf("got %s, %v", r.JSON, err)
			}
		})
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, text := range []string{`{"type": 1}`, `{`, `{"$ref": "https://example.com/x"}`, `{"$ref": "file:///etc/hosts"}`} {
		if _, err := Compile([]byte(text)); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

func TestDecode(t *testing.T) {
	type inner struct {
		Page  int      `json:"page"`
		Share *float64 `json:"share"`
	}
	type target struct {
		Grade string           `json:"grade"`
		Items []inner          `json:"items"`
		Pair  [2]int           `json:"pair"`
		By    map[string]inner `json:"by"`
		Any   any              `json:"any"`
		inner
	}
	tests := []struct{ name, text, problem string }{
		{"what fits", `{"grade": "Fair", "items": [{"page": 1, "share": null}], "pair": [1, 2], "any": 1, "more": [], "by": null}`, ""},
		{"another case", `{"Grade": "Fair"}`, ""},
		{"two spellings", `{"Grade": "Fair", "grade": "Poor"}`, `"Grade" and "grade" both mean "grade"`},
		{"a number for a string", `{"grade": 1}`, "/grade: a number does not fit into string"},
		{"a string for a number", `{"items": [{"page": 1}, {"page": "2"}]}`, "/items/1/page: a string does not fit into int"},
		{"null for a number", `{"items": [{"page": null}]}`, "/items/0/page: null does not fit into int"},
		{"null for a string", `{"grade": null}`, "/grade: null does not fit into string"},
		{"a fraction for an integer", `{"items": [{"page": 1.5}]}`, "number 1.5 does not fit into int"},
		{"a list for an object", `[1]`, "the value: a list does not fit into"},
		{"a short list", `{"pair": [1]}`, "/pair: a list of 1"},
		{"deep in a map", `{"by": {"a/b": {"page": true}}}`, "/by/a~1b/page: a boolean"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := Read(test.text)
			if err != nil {
				t.Fatal(err)
			}
			var v target
			err = r.Decode(&v)
			if (err == nil) != (test.problem == "") || err != nil && !strings.Contains(err.Error(), test.problem) {
				t.Errorf("error %v, want %q", err, test.problem)
			}
			if err == nil && v.Grade != "Fair" {
				t.Errorf("decoded %+v", v)
			}
		})
	}
	if err := (Reading{JSON: []byte("1")}).Decode(reflect.Value{}); err == nil {
		t.Error("decoding into no pointer: no error")
	}
}
