package lsa

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func sequence(texts []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, s := range texts {
			if !yield(s, nil) {
				return
			}
		}
	}
}

func train(t *testing.T, texts []string, o Options) *Model {
	t.Helper()
	m, err := Train(t.Context(), sequence(texts), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Verify(); err != nil {
		t.Fatal(err)
	}
	return m
}

// sample is the sentences of real filings in invented words; bench/lsa/expect.py makes it.
func sample(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/sample.txt")
	if err != nil {
		t.Fatal(err)
	}
	texts := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(texts) < 1000 {
		t.Fatalf("testdata/sample.txt has %d sentences, fewer than 1,000", len(texts))
	}
	return texts
}

// TestAgainstScikit compares with TfidfVectorizer and the exact TruncatedSVD.
func TestAgainstScikit(t *testing.T) {
	data, err := os.ReadFile("testdata/expect.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Terms    []string
		IDF      []float64
		Total    float64
		Singular []float64
		Vectors  [][]float64
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Terms) < 300 || len(want.Singular) < 64 || len(want.Vectors) < 8 {
		t.Fatalf("too little to compare with: %d terms, %d singular values, %d vectors", len(want.Terms), len(want.Singular), len(want.Vectors))
	}
	m := train(t, sample(t), Options{Dim: len(want.Singular), MinTexts: 3})
	if got := slices.Sorted(slices.Values(m.words)); !slices.Equal(got, want.Terms) {
		t.Fatalf("%d terms, want %d", len(got), len(want.Terms))
	}
	if m.facts.Trained != int64(math.Round(want.Total)) {
		t.Errorf("trained on %d texts, want %v", m.facts.Trained, want.Total)
	}
	explained := 0.0
	for i, got := range m.Singular() {
		explained += got * got / want.Total
		if off := math.Abs(got/want.Singular[i] - 1); off > 1e-3 {
			t.Errorf("singular value %d is %v, want %v", i, got, want.Singular[i])
		}
	}
	if math.Abs(explained-m.facts.Explained) > 1e-9 {
		t.Errorf("explained %v, want %v", m.facts.Explained, explained)
	}
	idf := map[string]float64{}
	for i, w := range want.Terms {
		idf[w] = want.IDF[i]
	}
	if cos := smallestCosine(m, want.Terms, want.Vectors, idf); cos < 1-5e-6 {
		t.Errorf("the angle between the subspaces has the cosine %v", cos)
	}
}

// smallestCosine is that of the largest principal angle between some right singular vectors and the model's.
func smallestCosine(m *Model, terms []string, vectors [][]float64, idf map[string]float64) float64 {
	k := len(vectors)
	product := mat.NewDense(k, k, nil)
	for i, term := range terms {
		at := int(m.columns[term]) * m.Dim()
		for a := range k {
			for b := range k {
				product.Set(a, b, product.At(a, b)+vectors[a][i]*float64(m.vectors[at+b])/idf[term])
			}
		}
	}
	var svd mat.SVD
	svd.Factorize(product, mat.SVDNone)
	return slices.Min(svd.Values(nil))
}

// TestSameModel holds what must not change a model against it.
func TestSameModel(t *testing.T) {
	texts := sample(t)
	base := train(t, texts, Options{Dim: 32, Seed: 3})
	turned := slices.Clone(texts)
	slices.Reverse(turned)
	for _, c := range []struct {
		name       string
		texts      []string
		options    Options
		processors int
		same       bool
	}{
		{"again", texts, Options{Dim: 32, Seed: 3}, 0, true},
		{"one worker", texts, Options{Dim: 32, Seed: 3, Workers: 1}, 0, true},
		{"seven workers", texts, Options{Dim: 32, Seed: 3, Workers: 7}, 0, true},
		{"one processor", texts, Options{Dim: 32, Seed: 3}, 1, true},
		{"other order", turned, Options{Dim: 32, Seed: 3}, 0, true},
		{"other seed", texts, Options{Dim: 32, Seed: 4}, 0, false},
		{"other dimensions", texts, Options{Dim: 31, Seed: 3}, 0, false},
		{"one text less", texts[1:], Options{Dim: 32, Seed: 3}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.processors > 0 {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.processors))
			}
			m := train(t, c.texts, c.options)
			if same := m.Hash() == base.Hash() && slices.Equal(m.vectors, base.vectors); same != c.same {
				t.Errorf("same model: %v, want %v", same, c.same)
			}
		})
	}
}

// TestOrthonormal: the dimensions are, whatever the texts.
func TestOrthonormal(t *testing.T) {
	for name, texts := range map[string][]string{
		"real":          sample(t),
		"two groups":    repeated("one two three", "four five six"),
		"one dominates": append(repeated(strings.Split(strings.Repeat("many alike,", 400), ",")...), sample(t)[:100]...),
	} {
		t.Run(name, func(t *testing.T) {
			m := train(t, texts, Options{Dim: 48, MaxShare: 1})
			idf := make([]float64, len(m.words))
			in := termsIn(texts)
			for i, w := range m.words {
				idf[i] = inverse(len(texts), int32(in[w]))
			}
			for a := range m.Dim() {
				for b := range a + 1 {
					sum := 0.0
					for i := range m.words {
						sum += float64(m.vectors[i*m.Dim()+a]) * float64(m.vectors[i*m.Dim()+b]) / idf[i] / idf[i]
					}
					want := 0.0
					if a == b {
						want = 1
					}
					if math.Abs(sum-want) > 1e-4 {
						t.Fatalf("dimensions %d and %d of %d have the product %v", a, b, m.Dim(), sum)
					}
				}
			}
		})
	}
}

func repeated(texts ...string) []string { return slices.Concat(texts, texts, texts) }

func termsIn(texts []string) map[string]int {
	in := map[string]int{}
	for _, s := range texts {
		seen := map[string]bool{}
		for _, w := range strings.Fields(s) {
			if !seen[w] {
				seen[w] = true
				in[w]++
			}
		}
	}
	return in
}

// TestTextsOfSharedContextAreNear: texts whose words keep the same company are near each other, without a word in common.
func TestTextsOfSharedContextAreNear(t *testing.T) {
	var texts []string
	for i := range 50 {
		texts = append(texts, fmt.Sprintf("the pump lifts water from well %d", i%7), "water fills the cistern of the well",
			fmt.Sprintf("the loom weaves cloth on frame %d", i%5), "cloth is dyed beside the frame")
	}
	m := train(t, texts, Options{Dim: 2})
	v := embed(t, m, "pump", "cistern", "loom", "The PUMP!", "pump pump", "nothing here")
	if near, far := dot(v[0], v[1]), dot(v[0], v[2]); near < far+0.3 {
		t.Errorf("pump and cistern %v, pump and loom %v", near, far)
	}
	if dot(v[0], v[3]) < 1-1e-6 || dot(v[0], v[4]) < 1-1e-6 {
		t.Error("case, marks and repetition move a text of one word")
	}
	if v[5] != nil {
		t.Errorf("a text without a known word has the vector %v", v[5])
	}
}

func embed(t *testing.T, m *Model, texts ...string) [][]float32 {
	t.Helper()
	vectors, err := m.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if len(vectors) != len(texts) {
		t.Fatalf("%d vectors for %d texts", len(vectors), len(texts))
	}
	for i, v := range vectors {
		if v == nil {
			continue
		}
		if off := math.Abs(dot(v, v) - 1); len(v) != m.Dim() || !(off < 1e-6) {
			t.Fatalf("text %d: %d dimensions, length off by %v", i, len(v), off)
		}
	}
	return vectors
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestSmallCorpora(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string
		o     Options
		dim   int // 0: nothing to learn from
	}{
		{"none", nil, Options{}, 0},
		{"one text", []string{"the river rose in spring"}, Options{}, 0},
		{"one text, all terms", []string{"the river rose in spring"}, Options{MinTexts: 1, MaxShare: 1}, 1},
		{"empty texts", []string{"", " ", "...", "\x00"}, Options{MinTexts: 1, MaxShare: 1}, 0},
		{"twice the same", []string{"river rose", "river rose"}, Options{MaxShare: 1}, 1},
		{"every term everywhere", []string{"river rose", "river rose"}, Options{}, 0},
		{"fewer terms than dimensions", []string{"river rose", "river fell", "mill rose", "mill fell", "kiln"}, Options{MinTexts: 2}, 3},
		{"not UTF-8", []string{"caf\xff\xfe r\xe9sum\xe9", "caf\xff\xfe r\xe9sum\xe9 two", "three"}, Options{MaxShare: 1}, 1},
		{"other scripts", []string{"река поднялась", "река упала", "河 升", "河 降", "ποταμός"}, Options{}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Train(t.Context(), sequence(c.texts), c.o)
			if c.dim == 0 {
				if !errors.Is(err, ErrNoTerms) {
					t.Fatalf("error %v, want %v", err, ErrNoTerms)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if m.Dim() != c.dim {
				t.Errorf("%d dimensions, want %d: singular values %v", m.Dim(), c.dim, m.Singular())
			}
			embed(t, m, c.texts...)
		})
	}
}

func TestHostileTexts(t *testing.T) {
	m := train(t, sample(t), Options{Dim: 16})
	known := m.words[0]
	texts := []string{
		strings.Repeat(known+" ", 1<<17), strings.Repeat("x", 1<<20), strings.Repeat("a-1.", 1<<18), strings.Repeat("\xff", 1<<18),
		strings.Repeat("́", 1<<18), known + "\x00" + known, strings.Repeat(strings.Join(m.words, " ")+" ", 40),
	}
	v := embed(t, m, texts...)
	for i, want := range []bool{true, false, false, false, false, true, true} {
		if (v[i] != nil) != want {
			t.Errorf("text %d has a vector: %v, want %v", i, v[i] != nil, want)
		}
	}
	train(t, append(texts, sample(t)...), Options{Dim: 16})
}

func TestEmbedInParts(t *testing.T) {
	texts := sample(t)
	m := train(t, texts, Options{Dim: 16})
	all := embed(t, m, texts...)
	if len(all) <= 2*block {
		t.Fatalf("%d texts are one worker's", len(all))
	}
	for i, s := range texts {
		if one := embed(t, m, s); !slices.Equal(one[0], all[i]) {
			t.Fatalf("text %d has another vector alone than among all", i)
		}
	}
	none := embed(t, m)
	if len(none) != 0 {
		t.Errorf("no texts have %d vectors", len(none))
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("page 7 is cut")
	_, err := Train(t.Context(), func(yield func(string, error) bool) {
		_ = yield("a river", nil) && yield("", broken)
	}, Options{})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	ctx, cancel := context.WithCancel(t.Context())
	m := train(t, sample(t), Options{Dim: 4})
	cancel()
	if _, err := Train(ctx, sequence(sample(t)), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("train: error %v", err)
	}
	if _, err := m.Embed(ctx, sample(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("embed: error %v", err)
	}
	for _, o := range []Options{{Dim: -1}, {Dim: maxDim + 1}, {MinTexts: -1}, {MaxTerms: maxTermsCap + 1}, {Sample: 1},
		{Workers: -1}, {MaxShare: -0.1}, {MaxShare: 1.1}, {MaxShare: math.NaN()}} {
		if _, err := Train(t.Context(), sequence(nil), o); err == nil || errors.Is(err, ErrNoTerms) {
			t.Errorf("%+v: error %v", o, err)
		}
	}
}

func TestFile(t *testing.T) {
	m := train(t, sample(t), Options{Dim: 16, Seed: 9})
	path := filepath.Join(t.TempDir(), "model.map")
	if err := m.Save(path, "test"); err != nil {
		t.Fatal(err)
	}
	back, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := back.Verify(); err != nil {
		t.Error(err)
	}
	if back.Hash() != m.Hash() || back.Facts() != m.Facts() || !slices.Equal(back.Singular(), m.Singular()) {
		t.Errorf("came back as %+v %s, was %+v %s", back.Facts(), back.Hash(), m.Facts(), m.Hash())
	}
	a, b := embed(t, m, sample(t)...), embed(t, back, sample(t)...)
	for i := range a {
		if !slices.Equal(a[i], b[i]) {
			t.Fatalf("text %d has another vector", i)
		}
	}
	if err := errors.Join(back.Close(), back.Close()); err != nil {
		t.Error(err)
	}
	if v, err := back.Embed(t.Context(), sample(t)); err == nil {
		t.Errorf("a closed model makes %d vectors", len(v))
	}
	other := filepath.Join(t.TempDir(), "other.map")
	if err := train(t, sample(t), Options{Dim: 16, Seed: 9, Workers: 1}).Save(other, "test"); err != nil {
		t.Fatal(err)
	}
	one, err := os.ReadFile(path)
	two, err2 := os.ReadFile(other)
	if err := errors.Join(err, err2); err != nil || !bytes.Equal(one, two) {
		t.Errorf("trained twice, %d and %d bytes are not the same; %v", len(one), len(two), err)
	}
}

func TestTerms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"The Acquisition was acquired.", "the acqui was acqui"},
		{"U.S. sales, company's 10-K", "us sales compa 10-k"},
		{"$1,234,567.89 in 2023", "1234567.89 in 2023"},
		{"Überschüsse ποταμός", "übers ποταμ"},
		{strings.Repeat("x", maxTerm) + " " + strings.Repeat("y", maxTerm+1), "xxxxx"},
		{"a\xffb", "a b"},
	} {
		var r reader
		r.read(c.text)
		var got []string
		r.each(func(term []byte) { got = append(got, string(term)) })
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: terms %q, want %q", c.text, s, c.want)
		}
	}
}

// TestDamagedFile changes single bytes and cuts: what opens must not panic, and Verify must find the damage.
func TestDamagedFile(t *testing.T) {
	m := train(t, sample(t), Options{Dim: 3, MaxTerms: 20})
	path := filepath.Join(t.TempDir(), "model.map")
	if err := m.Save(path, "test"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	try := func(data []byte) error {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := Open(path)
		if err != nil {
			return err
		}
		defer m.Close()
		m.Embed(t.Context(), sample(t)[:50])
		return m.Verify()
	}
	found := 0
	for i := range data {
		damaged := slices.Clone(data)
		damaged[i] ^= 0x55
		if try(damaged) != nil {
			found++
		}
		if i%16 == 0 && try(data[:i]) == nil {
			t.Fatalf("cut to %d bytes it is whole", i)
		}
	}
	// Bytes between sections belong to none.
	if found < len(data)-4*64 {
		t.Errorf("%d of %d damaged bytes were found", found, len(data))
	}
}

// TestLargeCorpusIsSampled: a corpus above the sample is halved until it fits, and the model says so.
func TestLargeCorpusIsSampled(t *testing.T) {
	var texts []string
	for i := range 5000 {
		texts = append(texts, fmt.Sprintf("n%d of m%d", i%13, i%17))
	}
	m := train(t, texts, Options{Dim: 8, Sample: 1000})
	f := m.Facts()
	if f.Texts != 5000 || f.Sampled >= 0.5 || f.Trained > 1000 || f.Trained < 300 {
		t.Errorf("%+v", f)
	}
	if again := train(t, texts, Options{Dim: 8, Sample: 1000, Workers: 1}); again.Hash() != m.Hash() {
		t.Error("another sample with one worker")
	}
	if other := train(t, texts, Options{Dim: 8, Sample: 1000, Seed: 1}); other.Hash() == m.Hash() {
		t.Error("the same sample with another seed")
	}
}

// TestTermsBeyondTheBoundAreDropped: pairs and terms that would not fit are not kept.
func TestTermsBeyondTheBoundAreDropped(t *testing.T) {
	o, err := Options{}.check(2)
	if err != nil {
		t.Fatal(err)
	}
	c := newCounts(o)
	c.mostPairs, c.mostSeen = 4000, 1000
	for i := range 20_000 {
		row := []string{"common", fmt.Sprint("of", i%50), fmt.Sprint("once", i)}
		if !c.draws(int64(i)) {
			continue
		}
		c.add(int64(i), func(yield func([]byte) bool) {
			for _, w := range row {
				if !yield([]byte(w)) {
					return
				}
			}
		})
		c.bound()
		if c.kept.n > c.mostPairs || len(c.names) > c.mostSeen {
			t.Fatalf("text %d: %d pairs, %d terms", i, c.kept.n, len(c.names))
		}
	}
	if c.kept.rows() < 100 || len(c.vocabulary(Options{MinTexts: 2, MaxShare: 1, MaxTerms: 1000})) < 40 {
		t.Errorf("%d texts and %d terms are left", c.kept.rows(), len(c.names))
	}
}

func BenchmarkTrain(b *testing.B) {
	texts := sample(b)
	for b.Loop() {
		if _, err := Train(b.Context(), sequence(texts), Options{Dim: 64}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEmbed(b *testing.B) {
	texts := sample(b)
	m, err := Train(b.Context(), sequence(texts), Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Embed(b.Context(), texts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(texts)), "µs/text")
}
