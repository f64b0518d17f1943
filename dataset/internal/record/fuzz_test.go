package record

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// FuzzJSON holds the reader of JSON against that of the standard library.
func FuzzJSON(f *testing.F) {
	seeds := []string{`{"a":[1,-2.5e+3,true,false,null,"\u00e9\ud83d\ude00\\\""]}`, `[]`, `"a"`, `-0`, `01`,
		`{"a":1,"a":2}`, `NaN`, `[1,]`, "\"\xff\"", `"\ud83d"`, " 1 ", `{"":{}}`}
	if len(seeds) < 12 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := ParseJSON(data, 1, MaxNodes)
		if err == nil {
			if !json.Valid(data) {
				t.Fatalf("%q is no JSON", data)
			}
			var want any
			if json.Unmarshal(data, &want) == nil && !reflect.DeepEqual(plainJSON(t, n), want) {
				t.Fatalf("%q: read otherwise than the standard library does", data)
			}
			return
		}
		if stricter := strings.Contains(err.Error(), "appears twice") || strings.Contains(err.Error(), "half a character") ||
			strings.Contains(err.Error(), "deep") || strings.Contains(err.Error(), "UTF-8"); !stricter && json.Valid(data) {
			t.Fatalf("%q is JSON, and was refused: %v", data, err)
		}
	})
}

// plainJSON is a node as the standard library would have read it, by way of its own writer.
func plainJSON(t *testing.T, n *Node) any {
	stripRaw(n)
	b, err := n.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%q: %v", b, err)
	}
	return v
}

func stripRaw(n *Node) {
	n.Raw = nil
	for _, v := range Values(n) {
		stripRaw(v)
	}
}

func FuzzYAML(f *testing.F) {
	seeds := []string{"prompts: [a]\ntests: [{vars: {b: c}}]", "a: b", "- - - a", "&a [*a]", "? a\n: b", "!!str 1",
		"a: |\n  b\n", "<<: {a: b}", "{a: [b, {c: d}]}", "a: .nan", "%YAML 1.2\n---\na\n...\n", "\"a\\x41\""}
	if len(seeds) < 12 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := ParseYAML(data)
		if (n == nil) == (err == nil) && err == nil {
			t.Fatal("neither a node nor an error")
		}
	})
}

func FuzzPython(f *testing.F) {
	seeds := []string{`['a', "b"]`, `[]`, `[None, 1, 2.5]`, `['\x41\u00e9\U0001F600\n']`, `['a' 'b']`, `[`, `['a`,
		`[[1]]`, `['\']`, `[ 'a' , ]`}
	if len(seeds) < 10 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, ok := parsePython(s, 1)
		if !ok {
			return
		}
		b, err := n.AppendJSON(nil)
		if n.Kind != List || err != nil || !json.Valid(b) {
			t.Fatalf("%q: %s, %v", s, b, err)
		}
	})
}
