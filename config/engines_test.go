package config

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/engine"
)

var update = flag.Bool("update", false, "write the engines' part of the schema again")

func TestEnginesRefused(t *testing.T) {
	tests := []struct {
		name, yaml string
		want       []string
	}{
		{"no type", "engines:\n  a: {url: 'http://x'}\n", []string{":2:3: engines.a: lacks type"}},
		{"a type that is none", "engines:\n  a: {type: soap}\n",
			[]string{":2:7: engines.a.type: is no search engine; 'assay engines ls' lists them"}},
		{"an unknown setting, and one that is missing", "engines:\n  a:\n    type: qdrant\n    url: http://x\n    colection: s\n",
			[]string{`:5:5: engines.a.colection: unknown key; did you mean "collection"?`, ":2:3: engines.a: lacks collection"}},
		{"a value that is a list", "engines:\n  a: {type: qdrant, url: [a], collection: b}\n",
			[]string{":2:21: engines.a.url: must be of type boolean or number or string, is array"}},
		{"a key in place of its variable", "engines:\n  a: {type: qdrant, url: 'http://x', collection: b, key_var: " + planted + "}\n",
			[]string{":2:53: engines.a.key_var: must be the name of a variable"}},
		{"a name that is none", "engines:\n  A b: {type: qdrant, url: 'http://x', collection: b}\n",
			[]string{":2:3: engines.A b: as a name, it must be of small letters"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := open(t, test.yaml, "")
			if err == nil {
				t.Fatal("accepted")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q\nlacks %q", err, want)
				}
			}
			if strings.Contains(err.Error(), planted) {
				t.Errorf("the error repeats a key: %q", err)
			}
		})
	}
}

func TestEngineSettings(t *testing.T) {
	c, err := open(t, "engines:\n  a: {type: qdrant, url: 'http://localhost:1', collection: 7, shards: 3, exact: true, timeout: 30s}\n",
		"QDRANT_API_KEY=x\n")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"url": "http://localhost:1", "collection": "7", "shards": "3", "exact": "true", "timeout": "30s"}
	if e, err := c.FindEngine("a"); err != nil || e.Type() != "qdrant" || !reflect.DeepEqual(e.Settings(), want) {
		t.Errorf("got %v %v %v", e.Type(), e.Settings(), err)
	}
	shape := engine.Shape{Schema: index.Sentences, Dimension: 8, Metric: index.Cosine}
	for _, mode := range []string{"", "dense"} {
		e, err := c.OpenEngine("a", mode, shape)
		if err != nil {
			t.Fatalf("mode %q: %v", mode, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, refused := range []struct{ name, mode, want string }{
		{"a", "bm25", `qdrant has no mode "bm25"; it has dense`},
		{"b", "", `engine "b": give it a type and an address under engines in assay.yaml; it has a`},
	} {
		if _, err := c.OpenEngine(refused.name, refused.mode, shape); err == nil || !strings.Contains(err.Error(), refused.want) {
			t.Errorf("%s %s: %v", refused.name, refused.mode, err)
		}
	}
}

// TestSchemaKnowsEveryEngine: editors complete the settings of each type, with what they mean. The engines' part
// of the schema is made of their table: go test ./config -run EveryEngine -update.
func TestSchemaKnowsEveryEngine(t *testing.T) {
	const head, foot = "      \"allOf\": [", "]\n    }\n  }\n}\n"
	var parts []string
	for _, row := range engine.Rows() {
		properties := map[string]map[string]string{"type": {"const": row.Name, "description": row.Doc}}
		for _, s := range row.Settings {
			doc := s.Doc
			if s.Default != "" {
				doc += ". Without it " + s.Default
			}
			properties[s.Name] = map[string]string{"description": doc}
		}
		text, err := json.MarshalIndent(map[string]any{
			"if":   map[string]any{"properties": map[string]any{"type": map[string]string{"const": row.Name}}},
			"then": map[string]any{"properties": properties},
		}, "        ", "  ")
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, "\n        "+string(text))
	}
	at := strings.Index(string(Schema), head)
	if at < 0 {
		t.Fatal("the schema has no place for engines")
	}
	want := string(Schema[:at]) + head + strings.Join(parts, ",") + "\n      " + foot
	if *update {
		if err := os.WriteFile("schema.json", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(Schema) != want {
		t.Error("the schema's engines are not those of the table; go test ./config -run EveryEngine -update writes them")
	}
}
