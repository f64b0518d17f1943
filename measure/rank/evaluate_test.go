package rank

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// opener gives a text as a file and counts how often.
func opener(text []byte, opened *int) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		*opened++
		return io.NopCloser(bytes.NewReader(text)), nil
	}
}

// TestEvaluateFile: ranking by ranking or as a whole, a file gives the same table.
func TestEvaluateFile(t *testing.T) {
	specs := everySpec(t)
	for _, set := range sets {
		qrels, run := readSet(t, set.name, "tied")
		o := Options{Ties: Expected, Complete: set.name == "seeded"}
		want, err := Evaluate(qrels, run, specs, o)
		if err != nil {
			t.Fatal(err)
		}
		apart, err := io.ReadAll(open(t, set.name+".tied.run.gz"))
		if err != nil {
			t.Fatal(err)
		}
		var together bytes.Buffer
		if err := run.Write(&together); err != nil {
			t.Fatal(err)
		}
		for often, text := range map[int][]byte{1: together.Bytes(), 2: apart} {
			opened := 0
			got, err := EvaluateFile(qrels, "file", opener(text, &opened), specs, o)
			if err != nil || opened != often {
				t.Fatalf("%s: opened %d times, want %d: %v", set.name, opened, often, err)
			}
			got.heading = want.heading // the ranks of what we write are others
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, opened %d times: another table", set.name, opened)
			}
		}
	}
}

func TestEvaluateFileRefuses(t *testing.T) {
	qrels := NewQrels()
	if err := qrels.Add("q1", "d1", 1); err != nil {
		t.Fatal(err)
	}
	specs, _ := ParseList("mrr")
	cases := []struct{ name, text, want string }{
		{"twice", "q1 Q0 d1 1 2 t\nq1 Q0 d2 1 2 t\nq1 Q0 d1 1 2 t\n", `file:3: document "d1" of query "q1" is listed twice, before on line 1`},
		{"twice, apart", "q1 Q0 d1 1 2 t\nq2 Q0 d2 1 2 t\nq1 Q0 d1 1 2 t\n",
			`file:3: document "d1" of query "q1" is listed twice, before on line 1`},
		{"bad line", "q1 Q0 d1 1 2 t\nq2\n", "file:2: 1 of 6 fields"},
		{"empty", "", "no hits in it"},
		{"broken", "\x1f\x8bx", "damaged or cut off"},
	}
	for _, c := range cases {
		opened := 0
		if table, err := EvaluateFile(qrels, "file", opener([]byte(c.text), &opened), specs, Options{}); table != nil ||
			err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	gone := errors.New("gone")
	if _, err := EvaluateFile(qrels, "file", func() (io.ReadCloser, error) { return nil, gone }, specs, Options{}); err != gone {
		t.Error(err)
	}
}

// TestMemory: a file whose queries stand together is not kept.
func TestMemory(t *testing.T) {
	qrels := NewQrels()
	if err := qrels.Add("q1", "d1", 1); err != nil {
		t.Fatal(err)
	}
	var kept int
	read := runReader{bad: &problems{}, use: func(b *block) error {
		kept = max(kept, cap(b.hits))
		return nil
	}}
	text := strings.Repeat("q1 Q0 d1 1 2 t\nq1 Q0 d2 1 2 t\nq2 Q0 d2 1 2 t\n", 10_000)
	if err := read.all(strings.NewReader(text)); err != nil || kept == 0 || kept > 8 {
		t.Errorf("%d hits kept (%v)", kept, err)
	}
}
