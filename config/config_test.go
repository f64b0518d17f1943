package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/model/provider"
)

// planted is a key that is where none belongs: no error may repeat it.
const planted = "sk-planted-5up3rs3cret-0123456789"

func open(t *testing.T, yaml, env string) (*Config, error) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if text == "" {
			return
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(FileName, yaml)
	write(".env", env)
	return Open(dir)
}

func TestOpenRefuses(t *testing.T) {
	tests := []struct {
		name, yaml string
		want       []string // all of them, in this order
	}{
		{"unknown sections and keys, all at once",
			"modles:\n  a: {model: openai/x}\nproviders:\n  openai:\n    base-url: http://x\n    colour: red\n",
			[]string{`assay.yaml:1:1: modles: unknown key; did you mean "models"?`,
				`:5:5: providers.openai.base-url: unknown key; did you mean "base_url"?`, ":6:5: providers.openai.colour: unknown key"}},
		{"a key in the file", "providers:\n  openai:\n    key_env: " + planted + "\n",
			[]string{":3:5: providers.openai.key_env: must be the name of a variable"}},
		{"a key under a key of its own", "providers:\n  openai:\n    api_key: " + planted + "\n",
			[]string{":3:5: providers.openai.api_key: unknown key"}},
		{"wrong types", "models:\n  judge:\n    model: openai/x\n    temperature: warm\n    max_tokens: -1\n",
			[]string{":4:5: models.judge.temperature: must be of type number, is string", ":5:5: models.judge.max_tokens: must be at least 1"}},
		{"a choice", "models:\n  judge: {model: openai/x, effort: huge}\n", []string{":2:28: models.judge.effort: must be one of none, minimal"}},
		{"a missing model", "models:\n  judge: {effort: low}\n", []string{":2:3: models.judge: lacks model"}},
		{"a model without a provider", "models:\n  judge: {model: gpt}\n", []string{":2:11: models.judge.model: must be PROVIDER/MODEL"}},
		{"a provider that is none", "models:\n  judge: {model: nowhere/gpt}\nproviders:\n  mine: {base_url: 'http://x'}\n",
			[]string{`:2:11: models.judge.model: there is no provider "nowhere"`, ":4:3: providers.mine: is no provider"}},
		{"a type that is none", "providers:\n  mine: {type: soap}\n", []string{":2:10: providers.mine.type: is no provider"}},
		{"an encoder as a language model", "models:\n  judge: {model: 'encoder:a/b'}\n",
			[]string{":2:11: models.judge.model: an encoder writes no text"}},
		{"a scorer that asks a provider", "scorers:\n  cosine: {model: openai/x}\n",
			[]string{":2:12: scorers.cosine.model: scorers ask models that run here"}},
		{"a scorer that is none", "scorers:\n  vibes: {model: 'encoder:a/b'}\n",
			[]string{":2:3: scorers.vibes: as a name, it must be one of bertscore, bleurt, cosine"}},
		{"no YAML", "models: [\n  " + planted, []string{"assay.yaml:"}},
		{"a duplicate key", "models: {}\nmodels: {}\n", []string{":2:1: mapping key", "already defined"}},
		{"two documents", "models: {}\n---\nmodels: {}\n", []string{"holds 2 documents"}},
		{"a list", "- a\n", []string{"must be of type object, is array"}},
		{"a catalog that is not there", "catalog: none.tsv\n", []string{"assay.yaml: catalog:"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := open(t, test.yaml, "")
			if err == nil {
				t.Fatal("accepted")
			}
			at := 0
			for _, want := range test.want {
				i := strings.Index(err.Error()[at:], want)
				if i < 0 {
					t.Fatalf("%q\nlacks, from byte %d: %q", err, at, want)
				}
				at += i
			}
			if strings.Contains(err.Error(), planted) {
				t.Fatalf("the error repeats a key: %q", err)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	const yaml = `
providers:
  local: {type: scripted, script: answers.jsonl}
models:
  judge: {model: scripted/m, temperature: 0, seed: 7, max_tokens: 100, tier: standard}
embedders:
  main: {model: local/e, dimensions: 256}
`
	c, err := open(t, yaml, "SOME_KEY='abc def'\n# a comment\nexport OTHER=2\n")
	if err != nil {
		t.Fatal(err)
	}
	n, err := c.Find("models", "judge")
	if err != nil || n.Provider != "scripted" || n.ID != "m" {
		t.Fatalf("judge is %+v, %v", n, err)
	}
	r := c.Request(n)
	if r.Model != "m" || r.Temperature == nil || *r.Temperature != 0 || *r.Seed != 7 || r.MaxTokens != 100 || r.Tier != "" {
		t.Errorf("request %+v", r)
	}
	if n, err := c.Find("models", "local/some/model:7b"); err != nil || n.Provider != "local" || n.ID != "some/model:7b" {
		t.Errorf("direct name: %+v, %v", n, err)
	}
	for _, name := range []string{"main", "nowhere/x", "judge2", "local/"} {
		if n, err := c.Find("models", name); err == nil {
			t.Errorf("Find(%q) = %+v", name, n)
		}
	}
	if got := c.env.Get("SOME_KEY") + c.env.Get("OTHER"); got != "abc def2" {
		t.Errorf("variables of .env: %q", got)
	}
	if len(c.All()) != 2 || c.All()[1].Section != "embedders" {
		t.Errorf("models: %+v", c.All())
	}
}

// A provider can be used where any of its variables is set, or where the file names it.
func TestSetProviders(t *testing.T) {
	for _, row := range provider.Rows {
		for _, name := range row.KeyVars() {
			t.Setenv(name, "")
		}
	}
	cases := map[string]struct {
		yaml, env string
		want      []string
	}{
		"nothing":        {"", "", nil},
		"first variable": {"", "GEMINI_API_KEY=k\n", []string{"gemini"}},
		"other variable": {"", "GOOGLE_API_KEY=k\nOPENAI_API_KEY=k\n", []string{"gemini", "openai"}},
		"both":           {"", "GOOGLE_API_KEY=k\nGEMINI_API_KEY=k\n", []string{"gemini"}},
		"in the file":    {"providers:\n  bedrock: {}\n  gemini: {}\n", "GOOGLE_API_KEY=k\n", []string{"bedrock", "gemini"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			cfg, err := open(t, c.yaml, c.env)
			if err != nil {
				t.Fatal(err)
			}
			if got := cfg.SetProviders(); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	cfg, err := open(t, "", "GOOGLE_API_KEY=k\n")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := cfg.Connect("gemini")
	if err != nil || conn.KeyVar != "GOOGLE_API_KEY" || !conn.HasKey || !strings.HasSuffix(cfg.KeyPlace(conn.KeyVar), ".env") {
		t.Errorf("%+v, %v", conn, err)
	}
}

func TestBadEnvironmentFile(t *testing.T) {
	_, err := open(t, "", "GOOD=1\nOPENAI_API_KEY "+planted+"\n")
	if err == nil || !strings.Contains(err.Error(), ".env:2:") || strings.Contains(err.Error(), planted) {
		t.Fatalf("got %v", err)
	}
}

func TestSampleIsValid(t *testing.T) {
	src, err := os.ReadFile("sample.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, string(src), ""); err != nil {
		t.Errorf("as it is: %v", err)
	}
	// With its comments taken away it is what a user makes of it.
	live := regexp.MustCompile(`(?m)^# ?((  )*[a-z_]+:.*)$`).ReplaceAllString(string(src), "$1")
	live = strings.ReplaceAll(live, "catalog: models.tsv", "")
	c, err := open(t, live, "")
	if err != nil {
		t.Fatalf("uncommented: %v", err)
	}
	if len(c.Models) != 2 || len(c.Providers) != 2 || len(c.Embedders) != 2 || len(c.Engines) != 1 || len(c.Scorers) != 2 {
		t.Errorf("uncommented, it holds %+v", c)
	}
}

// TestSchemaKnowsEveryField keeps the schema and the structs in step.
func TestSchemaKnowsEveryField(t *testing.T) {
	var schema struct {
		Properties map[string]any
		Defs       map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	if err := json.Unmarshal(Schema, &schema); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		of    any
		known map[string]any
	}{
		{Config{}, schema.Properties},
		{Provider{}, schema.Defs["provider"].Properties},
		{Model{}, schema.Defs["model"].Properties},
		{Embedder{}, schema.Defs["embedder"].Properties},
		{Reranker{}, schema.Defs["reranker"].Properties},
		{Scorer{}, schema.Defs["scorer"].Properties},
	}
	for _, test := range tests {
		var fields, keys []string
		typ := reflect.TypeOf(test.of)
		for i := range typ.NumField() {
			if tag := typ.Field(i).Tag.Get("yaml"); tag != "" && tag != "-" {
				fields = append(fields, tag)
			}
		}
		for key := range test.known {
			keys = append(keys, key)
		}
		slices.Sort(fields)
		slices.Sort(keys)
		if len(keys) == 0 || !slices.Equal(fields, keys) {
			t.Errorf("%s has %v, the schema %v", typ, fields, keys)
		}
	}
}

func FuzzParse(f *testing.F) {
	seeds := []string{
		"", "a: b", "models: {a: {model: openai/x}}", "providers:\n  a: {type: scripted}\n", "- 1\n- 2", "a: &x {b: *x}",
		"models: &m {a: {model: scripted/x}}\nembedders: *m\n", "? [a]\n: b", "models:\n  a: {model: 'scripted/é'}\n", "\xff",
		laughs(9), wrongModels(50), strings.Repeat("[", 70), "- - ? - - a", "a: &a {b: &b *a, c: *b}", "models: &a\n  <<: *a\n", "!!str &a a: *a",
	}
	if len(seeds) < 17 {
		f.Fatal("seeds are missing")
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		c := &Config{Path: "assay.yaml", dir: t.TempDir()}
		if c.parse([]byte(src)) == nil {
			c.All()
		}
	})
}
