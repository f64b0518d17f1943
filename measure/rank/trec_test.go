package rank

import (
	"bufio"
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sets are the rankings of testdata, which bench/rank/expect.py makes.
var sets = []struct {
	name    string
	queries int
}{{"seeded", 380}, {"finsights", 31}, {"kgrag", 110}, {"financebench", 102}}

// stored is what other programs made of a run: values by query and measure.
type stored map[string]map[string]float64

func open(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func readStored(t *testing.T, name string) stored {
	t.Helper()
	unzipped, err := gzip.NewReader(open(t, name))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	var columns []string
	values := stored{}
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if columns == nil {
			columns = fields
			continue
		}
		of := map[string]float64{}
		for i, field := range fields[1:] {
			if field == "" {
				continue
			}
			if of[columns[i+1]], err = strconv.ParseFloat(field, 64); err != nil {
				t.Fatal(err)
			}
		}
		values[fields[0]] = of
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return values
}

func readSet(t testing.TB, name, kind string) (*Qrels, *Run) {
	t.Helper()
	qrels, err := ReadQrels(name, open(t, name+".qrels.gz"))
	if err != nil {
		t.Fatal(err)
	}
	run, err := ReadRun(name, open(t, name+"."+kind+".run.gz"))
	if err != nil {
		t.Fatal(err)
	}
	return qrels, run
}

// agreement is how far we are from the stored values.
type agreement struct {
	values, queries int
	worst           float64
	by              map[string]int // values by measure
}

// agree compares every stored value with ours. Values are stored with 13 digits.
func (a *agreement) agree(t *testing.T, name string, want stored, qrels *Qrels, run *Run, o Options) {
	t.Helper()
	var specs []Spec
	for _, of := range want {
		for measure := range of {
			if s, err := Parse(measure); err != nil {
				t.Fatal(err)
			} else if !contains(specs, s) {
				specs = append(specs, s)
			}
		}
	}
	o.Complete = true
	table, err := Evaluate(qrels, run, specs, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		of, ok := want[row.Query]
		if !ok {
			continue
		}
		a.queries++
		for i, s := range specs {
			x, ok := of[s.String()]
			if !ok {
				continue
			}
			a.values++
			a.by[s.Name]++
			v := row.Values[i]
			a.worst = max(a.worst, math.Abs(v.X-x))
			if !v.Scored || math.Abs(v.X-x) > 1e-12 {
				t.Errorf("%s %s: query %s has %v (%v), elsewhere %v", name, s, row.Query, v.X, v.Reason, x)
			}
		}
	}
}

func contains(specs []Spec, s Spec) bool {
	for _, other := range specs {
		if other == s {
			return true
		}
	}
	return false
}

// TestTrecEval compares with trec_eval, ir_measures and ranx: on rankings without ties under both rules, and
// on ties, and with another least relevant grade, under trec_eval's.
func TestTrecEval(t *testing.T) {
	cases := []struct {
		kind, values string
		o            Options
	}{
		{"free", "free", Options{Ties: Expected}},
		{"free", "free", Options{Ties: Trec}},
		{"tied", "tied", Options{Ties: Trec}},
		{"tied", "level2", Options{Ties: Trec, Relevant: 2}},
	}
	all := agreement{by: map[string]int{}}
	for _, set := range sets {
		for _, c := range cases {
			qrels, run := readSet(t, set.name, c.kind)
			want := readStored(t, set.name+"."+c.values+".values.gz")
			before := all.queries
			all.agree(t, set.name+"."+c.values, want, qrels, run, c.o)
			if n := all.queries - before; n < set.queries-20 {
				t.Errorf("%s.%s: %d queries compared, want at least %d", set.name, c.values, n, set.queries-20)
			}
		}
	}
	if all.values < 90_000 {
		t.Errorf("%d values compared, want at least 90,000", all.values)
	}
	for i := range Measures {
		if m := &Measures[i]; all.by[m.Name] < 500 && m.Name != "first" {
			t.Errorf("%s: %d values compared, want at least 500", m.Name, all.by[m.Name])
		}
	}
	t.Logf("%d values of %d queries; greatest difference %.1e", all.values, all.queries, all.worst)
}

// TestTiedRunsHaveTies makes sure that the tied runs are, and that it matters.
func TestTiedRunsHaveTies(t *testing.T) {
	specs, err := ParseList("mrr,ndcg@10")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		qrels, run := readSet(t, set.name, "tied")
		expected, _ := Evaluate(qrels, run, specs, Options{Ties: Expected})
		trec, _ := Evaluate(qrels, run, specs, Options{Ties: Trec})
		differ := 0
		for i, row := range expected.Rows {
			if row.Values[0] != trec.Rows[i].Values[0] {
				differ++
			}
		}
		if differ < 10 {
			t.Errorf("%s: the rules for ties differ on %d queries only", set.name, differ)
		}
	}
}
