package measure

import (
	"strings"
	"testing"
)

// judgedBy makes a judge and labels from rows of "label, judge, how many"; a space says there is none.
func judgedBy(t *testing.T, rows map[string]int) (judge, labels *Sample) {
	t.Helper()
	n := 0
	for _, count := range rows {
		n += count
	}
	frame := numbers(t, n, 1)
	judge, labels = frame.Sample("judge", Auto), frame.Sample("labels", Auto)
	at := 0
	for row, count := range rows {
		for range count {
			if row[0] != ' ' {
				labels.Add(at, float64(row[0]-'0'))
			}
			if row[1] != ' ' {
				judge.Add(at, float64(row[1]-'0'))
			}
			at++
		}
	}
	return judge, labels
}

func TestCorrectChoice(t *testing.T) {
	for _, row := range []struct {
		name        string
		drawn       Drawn
		rows        map[string]int
		method, why string
		absent      string
	}{
		{"few labels", AtRandom, map[string]int{"11": 100, "00": 60, "10": 20, " 1": 500, " 0": 100}, methodLabels, "fewer than 300 labels", ""},
		{"enough labels", AtRandom, map[string]int{"11": 200, "00": 100, "10": 20, " 1": 500, " 0": 100}, methodPPI, "enough labels", ""},
		{"near 1", AtRandom, map[string]int{"11": 400, "00": 10, " 1": 500, " 0": 100}, methodLabels, "near 0 or 1", ""},
		{"everything labelled", AtRandom, map[string]int{"11": 200, "00": 200}, methodLabels, "no judged case is without label", ""},
		{"a judge that never fails", AtRandom, map[string]int{"11": 200, "01": 200, " 1": 50}, methodLabels, "the same verdict", ""},
		{"no labels", AtRandom, map[string]int{" 1": 50, " 0": 20}, methodLabels, "fewer than 300", AbsentEmpty},
		{"by class", ByClass, map[string]int{"11": 50, "10": 10, "00": 40, "01": 5, " 1": 300, " 0": 100}, methodRoganGladen, "by class", ""},
		{"elsewhere", Elsewhere, map[string]int{"11": 50, "10": 10, "00": 40, "01": 5, " 1": 300, " 0": 100}, methodRoganGladen, "elsewhere", ""},
		{"elsewhere with nothing to correct", Elsewhere, map[string]int{"11": 50, "10": 10, "00": 40, "01": 5},
			methodRoganGladen, "elsewhere", "no judged case to correct"},
		{"a judge no better than chance", ByClass, map[string]int{"11": 50, "10": 50, "00": 50, "01": 50, " 1": 300},
			methodRoganGladen, "by class", "the judge cannot be distinguished from chance"},
		{"a judge worse than chance", ByClass, map[string]int{"11": 10, "10": 90, "00": 10, "01": 90, " 1": 300},
			methodRoganGladen, "by class", "the judge cannot be distinguished from chance"},
		{"labels of one kind", ByClass, map[string]int{"11": 50, "10": 50, " 1": 300}, methodRoganGladen, "by class",
			"it needs two labelled cases"},
		{"a judge of grades", ByClass, map[string]int{"13": 50, "02": 50, " 3": 300}, methodRoganGladen, "by class",
			"it is for judges and labels of 0 or 1"},
		{"by verdict", ByVerdict, map[string]int{"11": 45, "01": 5, "00": 30, "10": 20, " 1": 300, " 0": 100}, methodByVerdict, "verdict", ""},
		{"only what passed", ByVerdict, map[string]int{"11": 45, "01": 5, " 1": 300, " 0": 100}, methodByVerdict, "verdict",
			"it needs two labels"},
	} {
		t.Run(row.name, func(t *testing.T) {
			judge, labels := judgedBy(t, row.rows)
			c, err := Correct(judge, labels, row.drawn, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if c.Method != row.method || !strings.Contains(c.Why, row.why) || !strings.HasPrefix(c.Absent, row.absent) ||
				(c.Absent == "") != (row.absent == "") {
				t.Errorf("method %q because %q, absent %q", c.Method, c.Why, c.Absent)
			}
			if (c.Interval == nil) != (row.absent != "") {
				t.Errorf("interval %v", c.Interval)
			}
		})
	}
}

// TestRoganGladen computes the textbook case by hand: sensitivity 0.9, specificity 0.8, rate 0.62.
func TestRoganGladen(t *testing.T) {
	judge, labels := judgedBy(t, map[string]int{"11": 90, "10": 10, "00": 80, "01": 20, " 1": 620, " 0": 380})
	c, err := RoganGladen(judge, labels, Elsewhere, Options{})
	if err != nil {
		t.Fatal(err)
	}
	closeTo(t, "estimate", c.Estimate, 0.6, 1e-12)
	closeTo(t, "sensitivity", c.Sensitivity, 0.9, 1e-12)
	closeTo(t, "specificity", c.Specificity, 0.8, 1e-12)
	for _, row := range []struct {
		passed int
		absent bool
	}{{180, false}, {50, true}} {
		judge, labels = judgedBy(t, map[string]int{"11": 90, "10": 10, "00": 80, "01": 20, " 1": row.passed, " 0": 1000 - row.passed})
		if c, err = RoganGladen(judge, labels, Elsewhere, Options{}); err != nil {
			t.Fatal(err)
		}
		switch {
		case row.absent:
			if c.Interval != nil || c.Estimate != nil || c.Absent != absentContradiction {
				t.Errorf("%d of 1000 passed, far below the false alarms: %+v", row.passed, c)
			}
		case *c.Estimate != 0 || c.Interval.Low != 0 || c.Interval.High <= 0:
			t.Errorf("%d of 1000 passed, just below the false alarms: %g %+v, want 0", row.passed, *c.Estimate, *c.Interval)
		}
	}
}

func TestCorrectRefuses(t *testing.T) {
	judge, labels := judgedBy(t, map[string]int{"11": 3, "00": 3})
	if _, err := Correct(judge, labels, "somehow", Options{}); err == nil {
		t.Error("labels drawn somehow are taken")
	}
	if _, err := Correct(judge, NewFrame().Sample("labels", Auto), AtRandom, Options{}); err == nil {
		t.Error("labels of another frame are taken")
	}
}
