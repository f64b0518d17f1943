package bertscore

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/internal/tensor"
)

const dir = "../testdata/sentence"

func open(t testing.TB) *encode.Model {
	t.Helper()
	m, err := encode.Open(dir, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// scored are the pairs that the bert-score package was given.
func scored(t testing.TB) []Pair {
	t.Helper()
	text, err := os.ReadFile(dir + "/texts.json")
	if err != nil {
		t.Fatal(err)
	}
	var given struct {
		Scored [][2]string `json:"scored"`
	}
	if err := json.Unmarshal(text, &given); err != nil || len(given.Scored) < 4 {
		t.Fatalf("%d pairs: %v", len(given.Scored), err)
	}
	var pairs []Pair
	for _, p := range given.Scored {
		pairs = append(pairs, Pair{Candidate: p[0], Reference: p[1]})
	}
	return pairs
}

func expected(t testing.TB, name string) []float32 {
	t.Helper()
	set, err := tensor.Open(dir + "/vectors.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	found, _ := set.Lookup(name)
	values, err := found.Floats()
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// TestAgainstReference compares with the numbers of the bert-score package.
func TestAgainstReference(t *testing.T) {
	m, pairs := open(t), scored(t)
	for name, idf := range map[string]bool{"bertscore": false, "bertscore.idf": true} {
		o := Options{Layer: 1}
		if idf {
			for _, p := range pairs {
				o.References = append(o.References, p.Reference)
			}
		}
		s, err := New(m, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Scores(t.Context(), pairs)
		if err != nil {
			t.Fatal(err)
		}
		want := expected(t, name)
		if len(want) != 3*len(got) {
			t.Fatalf("%d numbers for %d pairs", len(want), len(got))
		}
		for i, one := range got {
			for j, v := range []float64{one.Precision, one.Recall, one.F1} {
				if math.Abs(v-float64(want[3*i+j])) > 1e-4 {
					t.Errorf("%s, pair %d, number %d: %v, want %v", name, i, j, v, want[3*i+j])
				}
			}
			if one.Empty || one.Truncated {
				t.Errorf("pair %d: %+v", i, one)
			}
		}
	}
}

func TestProperties(t *testing.T) {
	m := open(t)
	s, err := New(m, Options{Layer: 2})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("net sales rose in the year. ", 20)
	got, err := s.Scores(t.Context(), []Pair{
		{"net sales rose", "net sales rose"}, {"", "net sales"}, {"net sales", " \n"}, {"", ""}, {long, "net"}, {"cash flow", "loss of the year"},
		{"loss of the year", "cash flow"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if one := got[0]; math.Abs(one.F1-1) > 1e-6 || math.Abs(one.Precision-1) > 1e-6 {
		t.Errorf("a text and itself: %+v", one)
	}
	for i := 1; i < 4; i++ {
		if !got[i].Empty || got[i].F1 != 0 {
			t.Errorf("pair %d has an empty text: %+v", i, got[i])
		}
	}
	if !got[4].Truncated {
		t.Error("a long text is not said to be truncated")
	}
	if a, b := got[5], got[6]; math.Abs(a.Precision-b.Recall) > 1e-6 || math.Abs(a.F1-b.F1) > 1e-6 {
		t.Errorf("%+v turned round is %+v", a, b)
	}
	if none, err := s.Scores(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("no pairs make %d scores (%v)", len(none), err)
	}
}

// TestScoresDoNotDependOnBatches: scores do not depend on how pairs are divided, nor on texts that come again.
func TestScoresDoNotDependOnBatches(t *testing.T) {
	s, err := New(open(t), Options{Layer: 1})
	if err != nil {
		t.Fatal(err)
	}
	some := scored(t)
	want, err := s.Scores(t.Context(), some)
	if err != nil {
		t.Fatal(err)
	}
	var many []Pair
	for range 100 {
		many = append(many, some...)
	}
	got, err := s.Scores(t.Context(), append(many, some[0]))
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range got {
		if one != want[i%len(some)] {
			t.Fatalf("pair %d of many is %+v, and %+v among few", i, one, want[i%len(some)])
		}
	}
}

func TestBaseline(t *testing.T) {
	b, err := ReadBaseline(strings.NewReader("LAYER,P,R,F\n0,0.3,0.3,0.3\n1,0.5,0.25,0.4\n"))
	if err != nil {
		t.Fatal(err)
	}
	m, pairs := open(t), scored(t)
	plain, err := New(m, Options{Layer: 1})
	if err != nil {
		t.Fatal(err)
	}
	rescaled, err := New(m, Options{Layer: 1, Baseline: b})
	if err != nil {
		t.Fatal(err)
	}
	x, _ := plain.Scores(t.Context(), pairs)
	y, err := rescaled.Scores(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	for i := range x {
		if math.Abs(y[i].Recall-(x[i].Recall-0.25)/0.75) > 1e-12 || math.Abs(y[i].F1-(x[i].F1-0.4)/0.6) > 1e-12 {
			t.Errorf("%+v becomes %+v", x[i], y[i])
		}
	}
	first, _ := plain.Signature()
	second, err := rescaled.Signature()
	if err != nil || first == second || !strings.HasPrefix(first, "bert_") || !strings.Contains(first, "_L1") {
		t.Errorf("signatures %q and %q (%v)", first, second, err)
	}
	for name, text := range map[string]string{
		"empty": "", "head alone": "LAYER,P,R,F\n", "few": "0,1\n", "no layer": "x,0,0,0\n", "no number": "0,x,0,0\n",
		"one": "0,1,0,0\n", "not a number": "0,NaN,0,0\n", "twice": "0,0,0,0\n0,0,0,0\n", "long": strings.Repeat("\n", maxBaseline) + "0,0,0,0\n",
	} {
		if _, err := ReadBaseline(strings.NewReader(text)); err == nil {
			t.Errorf("%s: a baseline without sense is taken", name)
		}
	}
	if _, err := New(m, Options{Layer: 2, Baseline: b}); err == nil {
		t.Error("a baseline without the layer is taken")
	}
}

func TestOptions(t *testing.T) {
	m := open(t)
	for _, o := range []Options{{}, {Name: "nobody/knows"}, {Layer: -1}, {Layer: 3}, {Name: "roberta-large"}} {
		if _, err := New(m, o); err == nil {
			t.Errorf("%+v is taken for a model of two layers", o)
		}
	}
	for name, want := range map[string]int{"roberta-large": 17, "FacebookAI/roberta-large": 17,
		"google-bert/bert-base-uncased": 9, "microsoft/deberta-xlarge-mnli": 40} {
		if got, ok := layerOf(name); !ok || got != want {
			t.Errorf("layer %d for %s, want %d", got, name, want)
		}
	}
	static, err := encode.Open("../testdata/static", encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer static.Close()
	if _, err := New(static, Options{Layer: 1}); err == nil {
		t.Error("a static model is taken")
	}
}

func FuzzReadBaseline(f *testing.F) {
	seeds := []string{"LAYER,P,R,F\n0,0.3,0.3,0.3\n1,0.5,0.25,0.4\n", "", "0,1,0,0", "7,-0.5,1e-9,0.99",
		"0,0,0,0\n0,0,0,0", "LAYER", "x,y,z,w", "0,NaN,Inf,0x1p-3"}
	if len(seeds) < 8 {
		f.Fatalf("%d seeds", len(seeds))
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ReadBaseline(strings.NewReader(text))
		if err != nil {
			return
		}
		for layer := range b.rows {
			s := b.rescale(Score{Precision: 1, Recall: 1, F1: 1}, layer)
			if math.Abs(s.F1-1) > 1e-9 || math.IsNaN(s.Precision) {
				t.Errorf("equal texts score %+v", s)
			}
		}
	})
}
