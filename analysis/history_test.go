package analysis

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/assayhq/assay/ledger"
)

func TestPast(t *testing.T) {
	l := newLedger(t)
	value := func(limit int) func(int) float64 {
		return func(i int) float64 { return float64(min(i%limit, 1)) }
	}
	first := store(t, l, header("a"), ledger.Complete, graded(30, "exact", value(2)))
	stopped := store(t, l, header("a"), ledger.Interrupted, graded(10, "exact", value(2)))
	h := header("a")
	h.Replays = first.Name
	replay := store(t, l, h, ledger.Complete, graded(30, "exact", value(2)))
	h = header("b")
	h.Prices, h.Data = "other", []ledger.Source{{Path: "x", SHA256: "1"}}
	second := store(t, l, h, ledger.Complete, append(graded(30, "exact", value(3)), graded(0, "", nil)...))
	h = header("b")
	h.Suite = "docqa"
	other := store(t, l, h, ledger.Complete, graded(30, "exact", value(3)))

	past, err := Past(l, ledger.Filter{Suite: "cases"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(past.Series) != 1 || len(past.Series[0].Points) != 2 {
		t.Fatalf("%+v", past)
	}
	points := past.Series[0].Points
	if points[0].Run != first.Name || points[1].Run != second.Name || len(points[0].Marks) != 0 ||
		points[0].Stat.Interval == nil || *points[1].Stat.Mean <= *points[0].Stat.Mean {
		t.Errorf("%+v", points)
	}
	if got := fmt.Sprint(points[1].Marks); got != "[{data x 1 none} {system name b a}]" {
		t.Errorf("marks %s", got)
	}
	if len(past.LeftOut) != 2 || past.LeftOut[0] != (Left{replay.Name, "it replays " + first.Name}) ||
		past.LeftOut[1] != (Left{stopped.Name, "it is interrupted"}) {
		t.Errorf("left out %+v", past.LeftOut)
	}
	past, err = Past(l, ledger.Filter{}, Options{Replays: true, Incomplete: true})
	if err != nil || len(past.Series) != 2 || len(past.Series[0].Points) != 4 || len(past.LeftOut) != 0 ||
		past.Series[1].Points[0].Run != other.Name {
		t.Errorf("%+v, %v", past, err)
	}
	if past, err = Past(l, ledger.Filter{Limit: 1}, Options{}); err != nil || len(past.Series) != 1 || past.Series[0].Suite != "docqa" {
		t.Errorf("the newest: %+v, %v", past, err)
	}
	if past, err = Past(l, ledger.Filter{}, Options{Measures: []string{"none"}}); err != nil || len(past.Series) != 0 {
		t.Errorf("%+v, %v", past, err)
	}
}

// TestPastDamaged leaves a run out that cannot be read, and says why; where none can, that is the answer.
func TestPastDamaged(t *testing.T) {
	dir := t.TempDir()
	l, err := ledger.Create(dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	value := func(i int) float64 { return float64(i % 2) }
	sound := store(t, l, header("a"), ledger.Complete, graded(30, "exact", value))
	hurt := store(t, l, header("a"), ledger.Complete, graded(30, "exact", value))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	past := func(change string) (*History, error) {
		c, err := sqlite.OpenConn(filepath.Join(dir, ledger.FileName), sqlite.OpenReadWrite)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(sqlitex.ExecuteScript(c, "DROP TRIGGER IF EXISTS scores_stay;"+change, nil), c.Close()); err != nil {
			t.Fatal(err)
		}
		l, err := ledger.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return Past(l, ledger.Filter{}, Options{})
	}
	h, err := past("UPDATE scores SET value = 1 - value WHERE attempt = 45")
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Series) != 1 || len(h.Series[0].Points) != 1 || h.Series[0].Points[0].Run != sound.Name {
		t.Errorf("%+v", h.Series)
	}
	if len(h.LeftOut) != 1 || h.LeftOut[0].Run != hurt.Name || !strings.Contains(h.LeftOut[0].Reason, "damaged") {
		t.Errorf("%+v", h.LeftOut)
	}
	if len(h.Unread) != 1 || !strings.Contains(h.Unread[0].Error(), "--rescue") {
		t.Errorf("%v", h.Unread)
	}
	h, err = past("UPDATE scores SET value = 1 - value WHERE attempt = 45; DROP TRIGGER IF EXISTS runs_stay; UPDATE runs SET header = " +
		"'{' WHERE name = '" + hurt.Name + "'")
	if err != nil || len(h.Series) != 1 || len(h.LeftOut) != 1 || h.LeftOut[0].Run != hurt.Name ||
		!strings.Contains(h.LeftOut[0].Reason, "its header") {
		t.Errorf("a damaged header: %+v, %v", h, err)
	}
	if _, err := past("UPDATE scores SET value = 1 - value WHERE attempt = 5"); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("no run can be read: %v", err)
	}
}
