package score

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// The real texts, and what is in testdata for them: written by bench/score/expect.py.
const (
	realTexts  = "../../shared/data"
	leastPairs = 2000
	near       = 1e-6
)

// expectations is the head of testdata/pairs.jsonl.gz and the whole of testdata/invented.json.
type expectations struct {
	Versions map[string]string
	Columns  []string
	Files    []string
	Corpus   []struct {
		Set       string
		Answers   int
		BLEU      float64
		Signature string
	}
	Stems []struct {
		File, Words int
		SHA256      string
	}
	Pairs int
}

// realPair is one pair by the places of its texts.
type realPair struct {
	Set    string
	Gold   []place
	Answer place
	SHA256 []string
	Values []float64
}

// place is [file, pointer, start, end].
type place struct {
	file       int
	pointer    string
	start, end int
}

func (p *place) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&p.file, &p.pointer, &p.start, &p.end})
}

// library reads texts by their places, each file once.
type library struct {
	files  []string
	loaded map[int]any
}

func (l *library) text(p place) (string, error) {
	node, err := l.load(p.file)
	if err != nil {
		return "", err
	}
	for _, key := range strings.Split(p.pointer, "/")[1:] {
		switch at := node.(type) {
		case map[string]any:
			node = at[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(at) {
				return "", fmt.Errorf("%s: no %s", l.files[p.file], p.pointer)
			}
			node = at[i]
		}
	}
	s, ok := node.(string)
	if !ok || p.end > len(s) {
		return "", fmt.Errorf("%s: no text at %s", l.files[p.file], p.pointer)
	}
	return s[p.start:p.end], nil
}

func (l *library) load(file int) (any, error) {
	if node, ok := l.loaded[file]; ok {
		return node, nil
	}
	data, err := os.ReadFile(filepath.Join(realTexts, l.files[file]))
	if err != nil {
		return nil, err
	}
	node, err := decoded(l.files[file], data)
	l.loaded[file] = node
	return node, err
}

func decoded(name string, data []byte) (node any, err error) {
	switch filepath.Ext(name) {
	case ".json":
		err = json.Unmarshal(data, &node)
		return node, err
	case ".jsonl":
		var lines []any
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			var row any
			if err := json.Unmarshal(bytes.ReplaceAll(line, []byte(": NaN"), []byte(": null")), &row); err != nil {
				return nil, err
			}
			lines = append(lines, row)
		}
		return lines, nil
	}
	return string(data), nil
}

// eachRealPair calls do with every stored pair and its texts, checked against their hashes.
func eachRealPair(t testing.TB, do func(n int, pair *realPair, golds []string, answer string)) *expectations {
	t.Helper()
	if _, err := os.Stat(realTexts); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real texts in %s: they stand outside the repository", realTexts)
	}
	head, lines := openPairs(t)
	lib := &library{head.Files, map[int]any{}}
	n := 0
	for ; lines.Scan(); n++ {
		if underRace && n%2 == 1 {
			continue
		}
		var pair realPair
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			t.Fatalf("pair %d: %v", n, err)
		}
		var texts []string
		for i, p := range append(slices.Clone(pair.Gold), pair.Answer) {
			s, err := lib.text(p)
			if err != nil {
				t.Fatalf("pair %d: %v", n, err)
			}
			if sum := sha256.Sum256([]byte(s)); hex.EncodeToString(sum[:8]) != pair.SHA256[i] {
				t.Fatalf("pair %d: %s has changed at %s", n, head.Files[p.file], p.pointer)
			}
			texts = append(texts, s)
		}
		do(n, &pair, texts[:len(texts)-1], texts[len(texts)-1])
	}
	if err := lines.Err(); err != nil || n != head.Pairs {
		t.Fatalf("read %d of %d pairs: %v", n, head.Pairs, err)
	}
	return head
}

func openPairs(t testing.TB) (*expectations, *bufio.Scanner) {
	t.Helper()
	data, err := os.ReadFile("testdata/pairs.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	var head expectations
	if !lines.Scan() {
		t.Fatal("testdata/pairs.jsonl.gz is empty")
	}
	if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
		t.Fatal(err)
	}
	return &head, lines
}

// measured is the value of a column: what the row's scorer computes, without the outcomes around it,
// because the packages have a value for an empty answer too.
func measured(t testing.TB, column string, golds []string, answer string) float64 {
	t.Helper()
	best := 0.0
	for _, gold := range golds {
		var v float64
		var m PRF
		var err error
		switch column {
		case "exact-normal":
			if squadNormal(gold) == squadNormal(answer) {
				v = 1
			}
		case "f1":
			v = F1(gold, answer).F
		case "bleu":
			counts := countBLEU(golds, answer)
			return counts.score(true)
		case "ratcliff":
			v, err = Ratcliff(gold, answer)
		default:
			m, err = rougeColumn(column).Of(gold, answer)
			v = m.F
		}
		if err != nil {
			t.Fatalf("%s: %v", column, err)
		}
		best = max(best, v)
	}
	return best
}

func rougeColumn(column string) Rouge {
	kind, stem := strings.CutSuffix(column, "-stem")
	r := Rouge{Stem: stem, Sum: kind == "rougeLsum"}
	if n, err := strconv.Atoi(kind[len("rouge"):]); err == nil {
		r.N = n
	}
	return r
}

// TestPackages holds the scorers equal to rouge_score, sacreBLEU, SQuAD's script and difflib on pairs of
// real texts.
func TestPackages(t *testing.T) {
	compared, long := map[string]int{}, 0
	wrong := map[string]int{}
	var columns []string
	head, _ := openPairs(t)
	columns = head.Columns
	eachRealPair(t, func(n int, pair *realPair, golds []string, answer string) {
		if len(answer) > 8000 {
			long++
		}
		for i, column := range columns {
			got := measured(t, column, golds, answer)
			compared[column]++
			if math.Abs(got-pair.Values[i]) <= near {
				continue
			}
			if wrong[column]++; wrong[column] <= 3 {
				t.Errorf("pair %d (%s), %s: %.9f, the package says %.9f", n, pair.Set, column, got, pair.Values[i])
			}
		}
	})
	for _, column := range columns {
		if compared[column] < leastPairs {
			t.Errorf("%s: %d pairs compared, want at least %d", column, compared[column], leastPairs)
		}
		t.Logf("%-16s %d pairs, %d differ", column, compared[column], wrong[column])
	}
	if len(columns) != 12 || long < 10 {
		t.Errorf("%d columns and %d long answers, want 12 and at least 10", len(columns), long)
	}
}

// TestCorpusBLEU holds corpus BLEU and its signature equal to sacreBLEU's, a set of texts at a time.
func TestCorpusBLEU(t *testing.T) {
	if underRace {
		t.Skip("needs every pair, of which the race detector sees every other one")
	}
	sets := map[string]*CorpusBLEU{}
	head := eachRealPair(t, func(_ int, pair *realPair, golds []string, answer string) {
		if sets[pair.Set] == nil {
			sets[pair.Set] = new(CorpusBLEU)
		}
		sets[pair.Set].Add(golds, answer)
	})
	if len(head.Corpus) < 5 {
		t.Fatalf("%d sets, want at least 5", len(head.Corpus))
	}
	for _, want := range head.Corpus {
		got := sets[want.Set]
		if s := got.Score(); got.Answers() != want.Answers || s.Outcome != Scored || math.Abs(s.Value-want.BLEU) > near {
			t.Errorf("%s: %+v, sacreBLEU says %v over %d", want.Set, s, want.BLEU, want.Answers)
		}
		if got.Signature() != want.Signature {
			t.Errorf("%s: signature %s, want %s", want.Set, got.Signature(), want.Signature)
		}
	}
}

// TestStems holds the stems of every token of whole filings equal to NLTK's.
func TestStems(t *testing.T) {
	if _, err := os.Stat(realTexts); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real texts in %s: they stand outside the repository", realTexts)
	}
	head, _ := openPairs(t)
	lib := &library{head.Files, map[int]any{}}
	words := 0
	for _, want := range head.Stems {
		node, err := lib.load(want.File)
		if err != nil {
			t.Fatal(err)
		}
		lines, n := stemLines(node.(map[string]any))
		words += n
		if sum := sha256.Sum256([]byte(lines)); n != want.Words || hex.EncodeToString(sum[:8]) != want.SHA256 {
			t.Errorf("%s: the stems of %d words differ from NLTK's of %d", head.Files[want.File], n, want.Words)
		}
	}
	if words < 20_000 {
		t.Errorf("%d words stemmed, want at least 20,000", words)
	}
}

// stemLines lists the different tokens of a filing with their stems.
func stemLines(filing map[string]any) (lines string, words int) {
	s := getScratch(0)
	defer s.giveBack(maxKept + 1)
	for key, value := range filing {
		if text, ok := value.(string); ok && strings.HasPrefix(key, "item_") {
			s.rougeTokens(nil, text, false)
		}
	}
	var all []string
	for id := range int32(len(s.vocab.ends)) {
		all = append(all, string(s.vocab.token(id)))
	}
	slices.Sort(all)
	var b strings.Builder
	for _, word := range all {
		stem := []byte(word)
		if len(word) > 3 {
			stem = porter(stem)
		}
		fmt.Fprintf(&b, "%s %s\n", word, stem)
	}
	return b.String(), len(all)
}

// TestInvented holds the scorers equal to the packages on the corners of the tokenisers.
func TestInvented(t *testing.T) {
	data, err := os.ReadFile("testdata/invented.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Columns []string
		Pairs   []struct {
			Gold   []string
			Answer string
			Values []float64
		}
	}
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Pairs) < 50 || len(table.Columns) != 12 {
		t.Fatalf("%d pairs of %d columns, want at least 50 of 12", len(table.Pairs), len(table.Columns))
	}
	for _, pair := range table.Pairs {
		if !utf8.ValidString(pair.Answer) {
			t.Fatalf("invalid text in testdata/invented.json")
		}
		for i, column := range table.Columns {
			if got := measured(t, column, pair.Gold, pair.Answer); math.Abs(got-pair.Values[i]) > near {
				t.Errorf("%s of %.60q against %.60q: %.9f, the package says %.9f", column, pair.Answer, pair.Gold, got, pair.Values[i])
			}
		}
	}
}
