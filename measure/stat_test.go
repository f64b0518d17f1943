package measure

import (
	"math"
	"slices"
	"testing"
)

func TestStatEdges(t *testing.T) {
	ones, zeros := slices.Repeat([]float64{1}, 60), slices.Repeat([]float64{0}, 60)
	five := make([]string, 60)
	for i := range five {
		five[i] = string(rune('a' + i%5))
	}
	for _, row := range []struct {
		name      string
		scale     Scale
		values    []float64
		clusters  []string
		mean      *float64
		absent    string
		method    string
		low, high float64
	}{
		{"nothing", Auto, nil, nil, nil, AbsentEmpty, "", 0, 0},
		{"one case", Auto, []float64{0.4}, nil, number(0.4), AbsentSingle, "", 0, 0},
		{"one cluster", Auto, []float64{0.4, 0.6}, []string{"a", "a"}, number(0.5), AbsentCluster, "", 0, 0},
		{"all the same", Auto, []float64{0.4, 0.4, 0.4}, nil, number(0.4), AbsentConstant, "", 0, 0},
		{"no failure in 60", Auto, ones, nil, number(1), "", MethodNone, math.Pow(0.05, 1.0/60), 1},
		{"no success in 60", Auto, zeros, nil, number(0), "", MethodNone, 0, 1 - math.Pow(0.05, 1.0/60)},
		{"no failure in five clusters", Auto, ones, five, number(1), "", MethodNone, math.Pow(0.05, 1.55/60), 1},
		{"rate", Auto, []float64{1, 1, 1, 0, 0, 1, 1, 1, 1, 1}, nil, number(0.8), "", methodWilson, 0.490162, 0.943317},
		{"declared binary but not 0 or 1", Binary, []float64{0, 0.5, 1}, nil, number(0.5), "", methodT, -0.742069, 1.742069},
		{"ratio at its bound", Ratio, []float64{1, 1, 1, 1}, nil, number(1), "", MethodNone, math.Pow(0.05, 0.25), 1},
		{"ratio in the middle", Ratio, []float64{0.3, 0.3, 0.3}, nil, number(0.3), AbsentConstant, "", 0, 0},
		{"ratio", Ratio, []float64{0, 0.5, 1}, nil, number(0.5), "", methodT, 0, 1},
		{"t", Auto, []float64{0, 0.5, 1}, nil, number(0.5), "", methodT, -0.742069, 1.742069},
		{"two clusters alike", Auto, []float64{0, 1, 0, 1}, []string{"a", "a", "b", "b"}, number(0.5), "",
			methodWilsonEffective, 0.006081, 0.993919},
		{"two clusters with one mean", Auto, []float64{0.25, 0.75, 0.25, 0.75}, []string{"a", "a", "b", "b"}, number(0.5),
			"", methodEvenMeans, -1.333983, 2.333983},
		{"but for rounding", Ratio, []float64{0.1, 0.2, 0.3, 0.2, 0.2, 0.2}, []string{"a", "a", "a", "b", "b", "b"},
			number(0.2), "", methodEvenMeans, 0, 0.528073},
		{"not finite", Auto, []float64{math.NaN(), math.Inf(1), 0.25, 1e300}, nil, number(0.25), AbsentSingle, "", 0, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := Of("m", row.scale, row.values, row.clusters).Stat(Options{})
			switch {
			case (s.Mean == nil) != (row.mean == nil) || s.Mean != nil && math.Abs(*s.Mean-*row.mean) > 1e-15:
				t.Errorf("mean %v", s.Mean)
			case s.Absent != row.absent:
				t.Errorf("absent %q, want %q", s.Absent, row.absent)
			case (s.Interval == nil) != (row.method == ""):
				t.Errorf("interval %v", s.Interval)
			case s.Interval != nil && (s.Interval.Method != row.method ||
				math.Abs(s.Interval.Low-row.low) > 1e-6 || math.Abs(s.Interval.High-row.high) > 1e-6):
				t.Errorf("interval %+v, want %s from %g to %g", *s.Interval, row.method, row.low, row.high)
			case s.Attempted != len(row.values):
				t.Errorf("%d attempted of %d", s.Attempted, len(row.values))
			}
		})
	}
}

func TestReasons(t *testing.T) {
	frame := NewFrame()
	s := frame.Sample("m", Auto)
	for i, reason := range []string{"refused", "", "truncated", "refused", "", "error"} {
		number, err := frame.Case(string(rune('a'+i)), "")
		if err != nil {
			t.Fatal(err)
		}
		if reason == "" {
			s.Add(number, 1)
		} else {
			s.Miss(number, reason)
		}
	}
	s.Add(0, math.NaN())
	want := []Reason{{"refused", 2}, {"error", 1}, {NotFinite, 1}, {"truncated", 1}}
	if got := s.Stat(Options{}); !slices.Equal(got.Reasons, want) || got.Scored != 2 || got.Attempted != 7 {
		t.Errorf("%d of %d, %v; want 2 of 7, %v", got.Scored, got.Attempted, got.Reasons, want)
	}
	for i := range 10 * MaxReasons {
		s.Miss(0, string(rune('a'+i)))
	}
	if got := len(s.Reasons()); got > MaxReasons+1 {
		t.Errorf("%d reasons are told apart", got)
	}
}

func TestFrame(t *testing.T) {
	frame := NewFrame()
	for _, row := range []struct {
		id, cluster string
		number      int
		refused     bool
	}{
		{"a", "x", 0, false}, {"b", "", 1, false}, {"a", "x", 0, false}, {"b", "", 1, false}, {"c", "x", 2, false},
		{"a", "y", 0, true}, {"a", "", 0, true}, {"b", "b", 0, true},
	} {
		number, err := frame.Case(row.id, row.cluster)
		if (err != nil) != row.refused || err == nil && number != row.number {
			t.Errorf("case %q of %q: %d, %v", row.id, row.cluster, number, err)
		}
	}
	if frame.Len() != 3 || frame.ID(2) != "c" || frame.Cluster(2) != "x" || frame.Cluster(1) != "" {
		t.Errorf("%d cases, third %q of %q", frame.Len(), frame.ID(2), frame.Cluster(2))
	}
	_, err := Pair(frame.Sample("a", Auto), NewFrame().Sample("b", Auto))
	if err == nil {
		t.Error("samples of two frames are paired")
	}
}

// TestRepeatedCase: repeats count once, and equal repeats change nothing.
func TestRepeatedCase(t *testing.T) {
	frame := numbers(t, 30, 1)
	once, thrice := frame.Sample("once", Auto), frame.Sample("thrice", Auto)
	for i := range 30 {
		v := float64(i%7) / 7
		once.Add(i, v)
		for range 3 {
			thrice.Add(i, v)
		}
	}
	a, b := once.Stat(Options{}), thrice.Stat(Options{})
	if *a.SE != *b.SE || a.Cases != b.Cases || b.Scored != 90 || *a.Interval != *b.Interval {
		t.Errorf("once %+v, thrice %+v", a, b)
	}
	if b.Repeats == nil || b.Repeats.Within != 0 || b.Repeats.PerCase != 3 || b.Repeats.Cases != 30 {
		t.Errorf("repeats %+v", b.Repeats)
	}
}

func TestMedianOf(t *testing.T) {
	sorted, cluster, sizes := []float64{1, 2, 3, 10}, []int32{0, 1, 1, 2}, []int64{1, 2, 1}
	for _, row := range []struct {
		times []int32
		want  float64
	}{
		{[]int32{1, 1, 1}, 2.5}, {[]int32{3, 0, 0}, 1}, {[]int32{1, 0, 2}, 10}, {[]int32{0, 3, 0}, 2.5}, {[]int32{2, 0, 2},
			5.5}, {[]int32{2, 1, 0}, 1.5},
	} {
		if got := (orderedValues{sorted, cluster, sizes}).median(row.times); got != row.want {
			t.Errorf("clusters drawn %v: median %g, want %g", row.times, got, row.want)
		}
	}
}

// TestMedianLarge: many cases are drawn less often, and the interval stays where it belongs.
func TestMedianLarge(t *testing.T) {
	t.Parallel()
	if draws := (Options{}).drawsFor(600_000); draws != fewestDraws {
		t.Errorf("%d draws of 600,000 cases", draws)
	}
	values := make([]float64, 3_000)
	for i := range values {
		values[i] = float64(i*7919%len(values)) / float64(len(values))
	}
	interval, why := Of("m", Auto, values, nil).MedianInterval(Options{})
	if interval == nil || !interval.Contains(quantile(sortedCopy(values), 0.5)) || interval.High-interval.Low > 0.1 {
		t.Errorf("interval %+v %s", interval, why)
	}
}

func sortedCopy(values []float64) []float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted
}
