package encode

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/internal/tensor"
)

// given are the texts that bench/encode/expect.py has sentence-transformers read.
type given struct {
	Texts  []string    `json:"texts"`
	Pairs  [][2]string `json:"pairs"`
	Scored [][2]string `json:"scored"`
}

func readGiven(t testing.TB) given {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "sentence", "texts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var g given
	if err := json.Unmarshal(text, &g); err != nil || len(g.Texts) < 5 || len(g.Pairs) < 3 {
		t.Fatalf("%d texts and %d pairs: %v", len(g.Texts), len(g.Pairs), err)
	}
	return g
}

// expected is a matrix of what others make of texts.
func expected(t testing.TB, dir, name string) [][]float32 {
	t.Helper()
	set, err := tensor.Open(filepath.Join("testdata", dir, "vectors.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	found, ok := set.Lookup(name)
	if !ok || len(found.Shape) != 2 {
		t.Fatalf("no matrix %s", name)
	}
	values, err := found.Floats()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]float32
	for i := range found.Shape[0] {
		rows = append(rows, slices.Clone(values[i*found.Shape[1]:(i+1)*found.Shape[1]]))
	}
	return rows
}

func cosineOf(a, b []float32) float64 {
	var dot, x, y float64
	for i := range a {
		dot, x, y = dot+float64(a[i])*float64(b[i]), x+float64(a[i])*float64(a[i]), y+float64(b[i])*float64(b[i])
	}
	return dot / math.Sqrt(x*y)
}

// TestVectors: pooling by two ways, a dense layer, normalisation, prompts, truncation and an empty text.
func TestVectors(t *testing.T) {
	m := open(t, "testdata/sentence", Options{})
	g := readGiven(t)
	for prompt, name := range map[string]string{"": "vectors", "document": "vectors", "query": "queries"} {
		got, err := m.Vectors(t.Context(), g.Texts, prompt)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range expected(t, "sentence", name) {
			if off := furthest(got[i].Values, want); !(off <= 1e-4) || !(cosineOf(got[i].Values, want) >= 0.9999) {
				t.Errorf("prompt %q, text %d: %.3g off", prompt, i, off)
			}
			if long := i == len(g.Texts)-1; got[i].Truncated != long || long && got[i].Tokens != 16 {
				t.Errorf("prompt %q, text %d: %d tokens, truncated %v", prompt, i, got[i].Tokens, got[i].Truncated)
			}
		}
	}
	if _, err := m.Vectors(t.Context(), g.Texts, "summary"); err == nil || !strings.Contains(err.Error(), `"document" "query"`) {
		t.Errorf("an unknown prompt: %v", err)
	}
	plain, err := m.Embed(t.Context(), g.Texts[:1])
	if err != nil || len(plain) != 1 || len(plain[0]) != 20 {
		t.Errorf("%d vectors (%v)", len(plain), err)
	}
	if none, err := m.Embed(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("no texts make %d vectors (%v)", len(none), err)
	}
	if _, err := m.Embed(t.Context(), []string{"\xff\xfe net sales \x00", strings.Repeat("sales ", 1e5)}); err != nil {
		t.Error(err)
	}
}

// TestPoolingModes: all ways to pool but the first token, over what a prompt leaves of a text.
func TestPoolingModes(t *testing.T) {
	dir := copied(t, "sentence")
	put(t, dir, "modules.json",
		`[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"1_Pooling","type":"sentence_transformers.models.Pooling"}]`)
	want := expected(t, "sentence", "left")
	for _, settings := range []string{
		`{"embedding_dimension":24,"include_prompt":false,"pooling_mode":["max","mean","mean_sqrt_len_tokens","weightedmean","lasttoken"]}`,
		`{"word_embedding_dimension":24,"include_prompt":false,"pooling_mode_cls_token":false,"pooling_mode_max_tokens":true,` +
			`"pooling_mode_mean_tokens":true,
			"pooling_mode_mean_sqrt_len_tokens":true,"pooling_mode_weightedmean_tokens":true,"pooling_mode_lasttoken":true}`,
	} {
		put(t, dir, "1_Pooling/config.json", settings)
		got, err := open(t, dir, Options{}).Vectors(t.Context(), readGiven(t).Texts, "query")
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if off := furthest(got[i].Values, want[i]); !(off <= 1e-4) {
				t.Errorf("text %d: %.3g off", i, off)
			}
		}
	}
}

func TestPairs(t *testing.T) {
	m := open(t, "testdata/sentence", Options{})
	g := readGiven(t)
	got, err := m.Pairs(t.Context(), g.Pairs)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range expected(t, "sentence", "pairs") {
		if off := furthest(got[i].Logits, want); !(off <= 1e-4) {
			t.Errorf("pair %d: %v, want %v", i, got[i].Logits, want)
		}
		if long := i == len(g.Pairs)-1; got[i].Truncated != long || long && got[i].Tokens != 40 {
			t.Errorf("pair %d: %d tokens, truncated %v", i, got[i].Tokens, got[i].Truncated)
		}
	}
}

func TestStatic(t *testing.T) {
	m := open(t, "testdata/static", Options{})
	g := readGiven(t)
	want := expected(t, "static", "vectors")
	got, err := m.Vectors(t.Context(), slices.Delete(slices.Clone(g.Texts), 2, 3), "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if off := furthest(got[i].Values, want[i]); !(off <= 1e-6) {
			t.Errorf("text %d: %v, want %v", i, got[i].Values, want[i])
		}
	}
	nothing, err := m.Embed(t.Context(), []string{"", "zzz"})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range nothing {
		if len(v) != 12 || slices.Max(v) != 0 || slices.Min(v) != 0 {
			t.Errorf("text %d without known words is %v", i, v)
		}
	}
	if _, err := m.Tokens(t.Context(), []string{"a"}, -1); !errors.Is(err, errNoBody) {
		t.Errorf("hidden states of a static model: %v", err)
	}
	if _, err := m.Pairs(t.Context(), g.Pairs); !errors.Is(err, errNoHead) {
		t.Errorf("pair scores of a static model: %v", err)
	}
	if _, err := m.VectorsOf(t.Context(), []Input{{IDs: []int32{1 << 20}}}); err == nil {
		t.Error("a token beyond the table is taken")
	}
	if f := m.Facts(); f.Layers != 0 || f.Dim != 12 || f.Tokens != model2vecTokens {
		t.Errorf("facts are %+v", f)
	}
}

func TestTokens(t *testing.T) {
	m := open(t, "testdata/sentence", Options{})
	texts := []string{"net sales rose", ""}
	last, err := m.Tokens(t.Context(), texts, -1)
	if err != nil {
		t.Fatal(err)
	}
	second, err := m.Tokens(t.Context(), texts, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range []int{5, 2} {
		if len(last[i].IDs) != n || len(last[i].Values) != n*24 || !last[i].Special[0] || !slices.Equal(last[i].Values, second[i].Values) {
			t.Errorf("text %d: %d tokens, %d values", i, len(last[i].IDs), len(last[i].Values))
		}
	}
	for _, layer := range []int{3, -4} {
		if _, err := m.Tokens(t.Context(), texts, layer); err == nil {
			t.Errorf("layer %d of 2 is there", layer)
		}
	}
}

func TestFacts(t *testing.T) {
	m := open(t, "testdata/sentence", Options{})
	f := m.Facts()
	if f.Architecture != "bert" || f.Layers != 2 || f.Width != 24 || f.Dim != 20 || f.Tokens != 16 ||
		len(f.Labels) != 2 || f.Parameters < 1000 ||
		!slices.Equal(f.Prompts, []string{"document", "query"}) {
		t.Errorf("facts are %+v", f)
	}
	if len(architectures) < 9 {
		t.Errorf("%d architectures", len(architectures))
	}
	for _, a := range architectures {
		if len(a.types) == 0 || len(a.doc) < 40 {
			t.Errorf("%v: %q", a.types, a.doc)
		}
	}
}

// TestHashNamesTheFiles: a copy elsewhere has the same hash, and a change to any file that matters another.
func TestHashNamesTheFiles(t *testing.T) {
	of := func(dir string) string {
		t.Helper()
		m := open(t, dir, Options{})
		h, err := m.Hash()
		if err != nil || len(h) != 64 {
			t.Fatalf("%q (%v)", h, err)
		}
		return h
	}
	want := of("testdata/sentence")
	dir := copied(t, "sentence")
	if got := of(dir); got != want {
		t.Error("a copy has another hash")
	}
	for _, name := range []string{"config.json", "tokenizer.json", "modules.json", "2_Dense/config.json", "1_Pooling/config.json"} {
		dir := copied(t, "sentence")
		appendTo(t, filepath.Join(dir, name), "\n ")
		if of(dir) == want {
			t.Errorf("a change to %s does not change the hash", name)
		}
	}
	appendTo(t, filepath.Join(dir, "README.md"), "---\nlicense: mit\n---\n")
	if got := of(dir); got != want {
		t.Error("the card changes the hash")
	}
}

// TestSettingsElsewhere: what sentence-transformers reads beside the transformer's own settings.
func TestSettingsElsewhere(t *testing.T) {
	texts := readGiven(t).Texts[:1]
	whole, err := open(t, "testdata/sentence", Options{}).Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	short := copied(t, "sentence")
	setting(t, short, "config_sentence_transformers.json", "truncate_dim", 7)
	m := open(t, short, Options{})
	got, err := m.Embed(t.Context(), texts)
	if err != nil || !slices.Equal(got[0], whole[0][:7]) || m.Facts().Dim != 7 {
		t.Errorf("the first 7 values of %d, of vectors of %d (%v)", len(got[0]), m.Facts().Dim, err)
	}
	named := copied(t, "sentence")
	if err := os.Rename(filepath.Join(named, "sentence_bert_config.json"), filepath.Join(named, "sentence_roberta_config.json")); err != nil {
		t.Fatal(err)
	}
	if n := open(t, named, Options{}).Facts().Tokens; n != 16 {
		t.Errorf("%d tokens are read; sentence_roberta_config.json says 16", n)
	}
}

// TestStaticModelWithoutConfig: as sentence-transformers writes them, static embeddings have no config.json.
func TestStaticModelWithoutConfig(t *testing.T) {
	dir := copied(t, "static")
	remove(t, dir, "config.json")
	put(t, dir, "config_sentence_transformers.json", `{"truncate_dim": 5}`)
	m := open(t, dir, Options{})
	got, err := m.Embed(t.Context(), []string{"net sales"})
	if err != nil || len(got[0]) != 5 || m.Facts().Dim != 5 {
		t.Errorf("%v, of vectors of %d (%v)", got, m.Facts().Dim, err)
	}
}

// TestSentencePiece: a model that has a tokenizer under one of the names of SentencePiece alone reads texts, and the
// tokenizer counts in its hash.
func TestSentencePiece(t *testing.T) {
	spm, err := os.ReadFile(filepath.Join("..", "internal", "token", "testdata", "xlmr-spm", "sentencepiece.bpe.model"))
	if err != nil {
		t.Fatal(err)
	}
	hashes := map[string]bool{}
	for _, name := range []string{"", "sentencepiece.model", "sent_piece.model", "spm.model"} {
		dir := copied(t, "rembert")
		if name != "" {
			put(t, dir, name, string(spm))
			put(t, dir, "tokenizer_config.json", `{"tokenizer_class": "XLMRobertaTokenizer"}`)
		}
		m := open(t, dir, Options{})
		if (m.tokens != nil) != (name != "") {
			t.Errorf("%q: a tokenizer: %v", name, m.tokens != nil)
		}
		h, err := m.Hash()
		if err != nil || hashes[h] {
			t.Errorf("%q: a hash that another has (%v)", name, err)
		}
		hashes[h] = true
	}
}

// TestReadableBeforeWeights: before the weights are there, the settings say whether they can be read.
func TestReadableBeforeWeights(t *testing.T) {
	for _, name := range append(tiny(t), "sentence", "static") {
		dir := copied(t, name)
		remove(t, dir, "model.safetensors")
		if err := Readable(dir); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		put(t, dir, "config.json", `{"model_type":"bert","auto_map":{"AutoModel":"modeling.Own"}}`)
		if err := Readable(dir); name != "static" && (err == nil || !strings.Contains(err.Error(), "auto_map")) {
			t.Errorf("%s with code of its own: %v", name, err)
		}
	}
	if err := Readable(t.TempDir()); err == nil || !strings.Contains(err.Error(), "config.json is missing") {
		t.Errorf("nothing: %v", err)
	}
}

// copied is a model of testdata in a directory that may be changed.
func copied(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func appendTo(t testing.TB, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestClosedModelIsAnError: a closed model says so, and is not read.
func TestClosedModelIsAnError(t *testing.T) {
	for _, name := range []string{"sentence", "static"} {
		m := open(t, filepath.Join("testdata", name), Options{})
		for range 2 {
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := m.Embed(context.Background(), []string{"net"}); err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := m.Hash(); err == nil {
			t.Error("a closed model is hashed")
		}
	}
}
