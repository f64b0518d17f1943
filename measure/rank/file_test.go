package rank

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// runFiles are files of runs with what is read of them: hits, or a part of the error.
var runFiles = []struct{ name, text, want, err string }{
	{"plain", "q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1 tag\n", "q1 d1 2.5|q1 d2 1", ""},
	{"tabs, blanks, CRLF", "q1\tQ0  d1 \t1 2.5 tag \r\n\r\n q2 Q0 d1 1 -1e-3 tag\r\n", "q1 d1 2.5|q2 d1 -0.001", ""},
	{"no newline at the end", "q1 Q0 d1 1 2.5 tag", "q1 d1 2.5", ""},
	{"byte order mark", "\ufeffq1 Q0 d1 1 2.5 tag\n", "q1 d1 2.5", ""},
	{"remarks", "# made today\nq1 Q0 d1 1 2.5 tag\n", "q1 d1 2.5", ""},
	{"queries apart", "q1 Q0 d1 1 2 t\nq2 Q0 d1 1 2 t\nq1 Q0 d2 2 1 t\n", "q1 d1 2|q1 d2 1|q2 d1 2", ""},
	{"rank is not used", "q1 Q0 d1 none 2 t\n", "q1 d1 2", ""},
	{"empty", "", "", `read "file": no hits in it; a line is: query Q0 document rank score tag`},
	{"remarks only", "# q1 Q0 d1 1 2 t\n\n", "", "no hits in it"},
	{"too few fields", "q1 Q0 d1 1 2\n", "", "file:1: 5 of 6 fields"},
	{"too many fields", "q1 Q0 a document 1 2 t\n", "", "file:1: more than 6 fields"},
	{"not a number", "q1 Q0 d1 1 NaN t\n", "", `file:1: score "NaN" is no finite number`},
	{"infinite", "q1 Q0 d1 1 -inf t\n", "", `file:1: score "-inf" is no finite number`},
	{"too large", "q1 Q0 d1 1 1e999 t\n", "", `file:1: score "1e999" is too large`},
	{"hexadecimal", "q1 Q0 d1 1 0x1p-2 t\n", "", `score "0x1p-2" is no finite number`},
	{"malformed", "q1 Q0 d1 1 1-2 t\n", "", `score "1-2" is no number`},
	{"twice", "q1 Q0 d1 1 2 t\nq2 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n", "", `file:3: document "d1" of query "q1" is listed twice, before on line 1`},
	{"two problems", "q1 Q0 d1 1 x t\n\nq1\n", "", "2 lines cannot be used"},
	{"one problem", "q1\n", "", "one line cannot be used"},
	{"binary", "q1 Q0 d\x001 1 2 t\n", "", `document "d\x001" is no text`},
	{"not UTF-8", "q\xff Q0 d1 1 2 t\n", "", "is no text"},
	{"long name", "q1 Q0 " + strings.Repeat("d", nameLimit+1) + " 1 2 t\n", "", "more than 4096 bytes"},
	{"long line", strings.Repeat("x", maxLine+1), "", "line 1: it is longer than 16384 bytes"},
	{"broken gzip", "\x1f\x8bnothing", "", "the gzip data is damaged or cut off"},
}

func TestReadRun(t *testing.T) {
	for _, c := range runFiles {
		t.Run(c.name, func(t *testing.T) {
			for _, packed := range []bool{false, true} {
				run, err := ReadRun("file", source(t, c.text, packed))
				if c.err != "" {
					if err == nil || !strings.Contains(err.Error(), c.err) || run != nil {
						t.Errorf("error %v, want %q", err, c.err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if got := hits(run); got != c.want {
					t.Errorf("%s, want %s", got, c.want)
				}
			}
		})
	}
}

// source is a file as it is, or packed.
func source(t testing.TB, text string, packed bool) io.Reader {
	t.Helper()
	if !packed || strings.HasPrefix(text, "\x1f") {
		return strings.NewReader(text)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

func hits(run *Run) string {
	var all []string
	for _, query := range run.Queries() {
		for _, h := range run.Of(query) {
			all = append(all, query+" "+h.Doc+" "+strconv.FormatFloat(h.Score, 'g', -1, 64))
		}
	}
	return strings.Join(all, "|")
}

// qrelFiles are files of judgments with what is written of them.
var qrelFiles = []struct{ name, text, want, err string }{
	{"plain", "q2 0 b 1\nq2 0 a 0\nq1 0 a -2\n", "q2 0 a 0\nq2 0 b 1\nq1 0 a -2\n", ""},
	{"tabs, CRLF, remark", "#\r\nq1\tx\ta\t+3\r\n", "q1 0 a 3\n", ""},
	{"empty", "\n", "", `read "file": no judgments in it; a line is: query 0 document grade`},
	{"fraction", "q1 0 a 0.5\n", "", `file:1: grade "0.5" is no whole number`},
	{"too high", "q1 0 a 501\n", "", "file:1: grade 501 is not within ±500"},
	{"huge", "q1 0 a 99999999999999999999\n", "", "is no whole number"},
	{"twice", "q1 0 a 1\nq1 0 a 1\n", "", `file:2: document "a" of query "q1" is judged twice, before with grade 1`},
	{"a run", "q1 Q0 d1 1 2.5 tag\n", "", "file:1: more than 4 fields"},
	{"three fields", "q1 a 1\n", "", "file:1: 3 of 4 fields"},
}

func TestReadQrels(t *testing.T) {
	for _, c := range qrelFiles {
		t.Run(c.name, func(t *testing.T) {
			qrels, err := ReadQrels("file", strings.NewReader(c.text))
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) || qrels != nil {
					t.Errorf("error %v, want %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := qrels.Write(&b); err != nil || b.String() != c.want {
				t.Errorf("%q (%v), want %q", b.String(), err, c.want)
			}
		})
	}
}

// TestProblemsCounted: all are counted, the first are shown.
func TestProblemsCounted(t *testing.T) {
	_, err := ReadRun("file", strings.NewReader(strings.Repeat("q Q0 d 1 bad t\n", 1234)))
	var p *problems
	if !errors.As(err, &p) || p.Count != 1234 || len(p.Shown) != maxShown {
		t.Fatal(err)
	}
	if text := p.Error(); !strings.Contains(text, "\n  file:10: ") || !strings.Contains(text, "\n  and 1224 more\n") {
		t.Error(text)
	}
}

// TestUnpackedSizeIsBounded: what unpacks to more than is read ends in an error, not at an arbitrary line.
func TestUnpackedSizeIsBounded(t *testing.T) {
	b := &bounded{strings.NewReader(strings.Repeat("x", 100)), 99}
	if _, err := io.ReadAll(b); !errors.Is(err, errTooMuch) {
		t.Error(err)
	}
	if _, err := io.ReadAll(&bounded{strings.NewReader("xy"), 2}); err != nil {
		t.Error(err)
	}
	if err := readable(errTooMuch); !strings.Contains(err.Error(), "split it by queries") {
		t.Error(err)
	}
}

func TestCutOff(t *testing.T) {
	var whole bytes.Buffer
	if _, err := io.Copy(&whole, source(t, "q1 Q0 d1 1 2 t\nq1 Q0 d2 2 1 t\n", true)); err != nil {
		t.Fatal(err)
	}
	for n := 2; n < whole.Len(); n++ {
		if _, err := ReadRun("file", bytes.NewReader(whole.Bytes()[:n])); err == nil || !strings.Contains(err.Error(), "damaged or cut off") {
			t.Errorf("%d of %d bytes: %v", n, whole.Len(), err)
		}
	}
}

// TestDistancesAreNotScores: distances in place of scores are noticed.
func TestDistancesAreNotScores(t *testing.T) {
	cases := map[string][2]int{
		"q Q0 a 1 0.1 t\nq Q0 b 2 0.2 t\nq Q0 c 3 0.2 t\np Q0 a 1 0.1 t\np Q0 b 2 0.3 t\n": {2, 2},
		"q Q0 a 1 0.9 t\nq Q0 b 2 0.2 t\nq Q0 c 3 0.4 t\n":                                 {1, 2},
		"q Q0 b 2 0.2 t\nq Q0 a 1 0.9 t\nq Q0 c 3 0.1 t\n":                                 {0, 1},
		"q Q0 a - 0.1 t\nq Q0 b - 0.2 t\n":                                                 {0, 0},
	}
	for text, want := range cases {
		run, err := ReadRun("file", strings.NewReader(text))
		if err != nil || run.Rising != want[0] || run.Steps != want[1] {
			t.Errorf("%q: %+v, %v", text, run, err)
		}
	}
}

// TestFloats: every finite score survives a file.
func TestFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	scores := []float64{0, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 0.1, 1.0 / 3}
	for len(scores) < 3000 {
		if x := math.Float64frombits(r.Uint64()); !math.IsNaN(x) && !math.IsInf(x, 0) {
			scores = append(scores, x)
		}
	}
	run := NewRun("t")
	for i, x := range scores {
		if err := run.Add("q", Hit{"d" + strconv.Itoa(i), x}); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := run.Write(&b); err != nil {
		t.Fatal(err)
	}
	back, err := ReadRun("file", &b)
	if err != nil {
		t.Fatal(err)
	}
	want := slices.SortedFunc(slices.Values(run.Of("q")), before)
	if !slices.Equal(back.Of("q"), want) || back.Tag != "t" {
		t.Error("scores changed")
	}
}

func TestAddRefuses(t *testing.T) {
	for want, err := range map[string]error{
		"has a blank":         NewRun("t").Add("q 1", Hit{"d", 1}),
		"document without":    NewRun("t").Add("q", Hit{"", 1}),
		"begins with #":       NewQrels().Add("#q", "d", 1),
		"no finite number":    NewRun("t").Add("q", Hit{"d", math.NaN()}),
		"not within":          NewQrels().Add("q", "d", -501),
		"tag without a name":  NewRun("").Write(io.Discard),
		"write judgments: EO": written(t),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func written(t *testing.T) error {
	t.Helper()
	q := NewQrels()
	if err := q.Add("q", "d", 1); err != nil {
		t.Fatal(err)
	}
	return q.Write(full{})
}

// full is a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.EOF }

// seeds of the fuzz targets, which the tables above must not lose.
const leastRunSeeds, leastQrelSeeds = 20, 8

func FuzzReadRun(f *testing.F) {
	if len(runFiles) < leastRunSeeds {
		f.Fatalf("%d seeds", len(runFiles))
	}
	for _, c := range runFiles {
		f.Add([]byte(c.text))
	}
	specs, err := ParseList("hit@2,mrr,mrr@3,recall@2,precision@3,rprec,ndcg@5,ndcg-exp,map,map@4,bpref,first,judged@3")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		run, err := ReadRun("file", bytes.NewReader(data))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := run.Write(&first); err != nil {
			t.Fatal(err)
		}
		back, err := ReadRun("file", bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("%v of what was written: %q", err, first.String())
		}
		if err := back.Write(&second); err != nil || first.String() != second.String() {
			t.Fatalf("%q became %q (%v)", first.String(), second.String(), err)
		}
		measured(t, run, specs)
	})
}

// measured makes sure that every measure of a run is a number.
func measured(t *testing.T, run *Run, specs []Spec) {
	t.Helper()
	for _, query := range run.Queries() {
		of := run.Of(query)
		j, err := Judge(of, Judgments{of[0].Doc: 2, "absent": 1, of[len(of)/2].Doc: 1}, Expected, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range specs {
			x, reason := s.Of(j)
			if reason != Scored || x < 0 || math.IsNaN(x) || x > 1 && !s.Lower {
				t.Fatalf("%s is %v (%v)", s, x, reason)
			}
		}
	}
}

func FuzzReadQrels(f *testing.F) {
	if len(qrelFiles) < leastQrelSeeds {
		f.Fatalf("%d seeds", len(qrelFiles))
	}
	for _, c := range qrelFiles {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		qrels, err := ReadQrels("file", bytes.NewReader(data))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := qrels.Write(&first); err != nil {
			t.Fatal(err)
		}
		back, err := ReadQrels("file", bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := back.Write(&second); err != nil || first.String() != second.String() {
			t.Fatalf("%q became %q (%v)", first.String(), second.String(), err)
		}
	})
}
