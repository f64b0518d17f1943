package encode

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/assayhq/assay/internal/tensor"
)

// tiny are the models in testdata, made by bench/encode/expect.py.
func tiny(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if _, err := os.Stat(filepath.Join("testdata", e.Name(), "expected.safetensors")); err == nil {
			names = append(names, e.Name())
		}
	}
	if len(names) < 12 {
		t.Fatalf("%d models in testdata; there should be 12 at least", len(names))
	}
	return names
}

func intsOf(t testing.TB, set *tensor.Set, name string) []int32 {
	t.Helper()
	found, ok := set.Lookup(name)
	if !ok {
		t.Fatalf("%s is missing", name)
	}
	values, err := found.Ints()
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int32, len(values))
	for i, v := range values {
		out[i] = int32(v)
	}
	return out
}

// expectation is what transformers makes of a text.
type expectation struct {
	input  Input
	states [][]float32 // of each layer
	logits []float32
}

func expectations(t testing.TB, name string) []expectation {
	t.Helper()
	set, err := tensor.Open(filepath.Join("testdata", name, "expected.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	var all []expectation
	for i := 0; ; i++ {
		if _, ok := set.Lookup(fmt.Sprintf("%d.ids", i)); !ok {
			break
		}
		e := expectation{input: Input{IDs: intsOf(t, set, fmt.Sprintf("%d.ids", i)), Types: bytesOf(intsOf(t, set, fmt.Sprintf("%d.types", i)))}}
		for layer := 0; ; layer++ {
			found, ok := set.Lookup(fmt.Sprintf("%d.states.%d", i, layer))
			if !ok {
				break
			}
			values, err := found.Floats()
			if err != nil {
				t.Fatal(err)
			}
			e.states = append(e.states, values)
		}
		logits, _ := set.Lookup(fmt.Sprintf("%d.logits", i))
		if e.logits, err = logits.Floats(); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	if len(all) < 3 {
		t.Fatalf("%d texts are expected", len(all))
	}
	return all
}

func open(t testing.TB, dir string, o Options) *Model {
	t.Helper()
	m, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// furthest is the largest difference.
func furthest(got, want []float32) float64 {
	if len(got) != len(want) {
		return math.Inf(1)
	}
	var most float64
	for i := range got {
		most = max(most, math.Abs(float64(got[i]-want[i])))
	}
	return most
}

// TestAgainstTransformers: the hidden states of every layer.
func TestAgainstTransformers(t *testing.T) {
	for _, name := range tiny(t) {
		t.Run(name, func(t *testing.T) {
			m := open(t, filepath.Join("testdata", name), Options{})
			want := expectations(t, name)
			inputs := make([]Input, len(want))
			for i, e := range want {
				inputs[i] = e.input
			}
			var worst float64
			for layer := range want[0].states {
				got, err := m.StatesOf(t.Context(), inputs, layer)
				if err != nil {
					t.Fatal(err)
				}
				for i, e := range want {
					off := furthest(got[i].Values, e.states[layer])
					worst = max(worst, off)
					if !(off <= 1e-4) {
						t.Errorf("text %d, layer %d: %.3g off", i, layer, off)
					}
				}
			}
			t.Logf("at most %.2g off", worst)
		})
	}
}

func bytesOf(values []int32) []uint8 {
	out := make([]uint8, len(values))
	for i, v := range values {
		out[i] = uint8(v)
	}
	return out
}

// TestClassificationHeadsMatchReference: the heads of sequence classification.
func TestClassificationHeadsMatchReference(t *testing.T) {
	for _, name := range tiny(t) {
		t.Run(name, func(t *testing.T) {
			m := open(t, filepath.Join("testdata", name), Options{})
			want := expectations(t, name)
			inputs := make([]Input, len(want))
			for i, e := range want {
				inputs[i] = e.input
			}
			got, err := m.LogitsOf(t.Context(), inputs)
			if err != nil {
				t.Fatal(err)
			}
			for i, e := range want {
				if off := furthest(got[i], e.logits); !(off <= 1e-4) {
					t.Errorf("text %d: %v, want %v", i, got[i], e.logits)
				}
			}
		})
	}
}

// TestDistanceBucketsMatchReference: where the references begin another bucket; distances exactly between two are among them.
func TestDistanceBucketsMatchReference(t *testing.T) {
	for name, c := range map[string]struct {
		of     func(int) int
		starts [][2]int // distance, bucket
	}{
		"mpnet": {mpnetBucket, [][2]int{
			{0, 0}, {1, 17}, {2, 18}, {3, 19}, {4, 20}, {5, 21}, {6, 22}, {7, 23}, {8, 24}, {12, 25}, {16, 26}, {23, 27}, {32, 28},
			{46, 29}, {64, 30}, {91, 31}, {600, 31},
		}},
		"deberta, 10 of 48": {func(d int) int { return logBucket(d, 10, 48) }, [][2]int{
			{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {9, 7}, {16, 8}, {27, 9}, {47, 9},
		}},
		"deberta, 256 of 512": {func(d int) int { return logBucket(d, 256, 512) }, [][2]int{
			{449, 244}, {454, 245}, {459, 246}, {464, 247}, {469, 248}, {474, 249}, {479, 250}, {484, 251}, {490, 252}, {495, 253},
			{500, 254}, {506, 255}, {511, 255},
		}},
	} {
		at := 0
		for d := c.starts[0][0]; d <= c.starts[len(c.starts)-1][0]; d++ {
			if at+1 < len(c.starts) && c.starts[at+1][0] == d {
				at++
			}
			if got := c.of(d); got != c.starts[at][1] {
				t.Errorf("%s: distance %d is in bucket %d, not %d", name, d, got, c.starts[at][1])
			}
		}
	}
	for d := 1; d < 600; d++ {
		if logBucket(-d, 64, 512) != -logBucket(d, 64, 512) || mpnetBucket(-d) != mpnetBucket(d)-16 {
			t.Errorf("distance %d before and behind", d)
		}
	}
}

// TestOldConfigNamesModelByClass: config.json of old models names a class alone.
func TestOldConfigNamesModelByClass(t *testing.T) {
	for name, class := range map[string]string{
		"bert": "BertForMaskedLM", "roberta": "RobertaModel", "xlm-roberta": "XLMRobertaForSequenceClassification", "deberta": "DebertaModel",
		"deberta-v2": "DebertaV2ForMaskedLM", "mpnet": "MPNetModel", "distilbert": "DistilBertModel",
	} {
		dir := copied(t, name)
		setting(t, dir, "config.json", "model_type", nil)
		setting(t, dir, "config.json", "architectures", []string{class})
		if got := open(t, dir, Options{}).Facts().Architecture; got != name {
			t.Errorf("%s is %s", class, got)
		}
	}
}
