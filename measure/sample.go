package measure

import (
	"cmp"
	"slices"
)

// Sample is the values of one measure over the cases of one run: flat, so that half a million cases cost a
// few megabytes. A case with several values was asked several times.
type Sample struct {
	Name  string
	Scale Scale // Auto is read off the values

	frame   *Frame
	cases   []int32 // of each value
	values  []float64
	missed  []int32 // cases of the attempts without a number
	why     []int32 // their reasons
	reasons []string
}

// NotFinite is the reason under which NaN, infinities and magnitudes above MaxValue are counted: they
// are no numbers.
const NotFinite = "not a finite number"

// Sample makes an empty sample over the frame's cases.
func (f *Frame) Sample(name string, scale Scale) *Sample {
	return &Sample{Name: name, Scale: scale, frame: f}
}

// Of is the sample of one value per case, with the cluster of each, or none where clusters is nil.
func Of(name string, scale Scale, values []float64, clusters []string) *Sample {
	frame := NewFrame()
	s := frame.Sample(name, scale)
	for i, v := range values {
		label := ""
		if i < len(clusters) {
			label = clusters[i]
		}
		frame.ids = append(frame.ids, "")
		frame.cluster = append(frame.cluster, frame.clusterOf("", label))
		s.Add(i, v)
	}
	return s
}

// Add records the number of an attempt at a case.
func (s *Sample) Add(number int, value float64) {
	if !finite(value) {
		s.Miss(number, NotFinite)
		return
	}
	s.cases = append(s.cases, int32(number))
	s.values = append(s.values, value)
}

// Miss records an attempt at a case without a number, and why.
func (s *Sample) Miss(number int, reason string) {
	at := slices.Index(s.reasons, reason)
	if at < 0 {
		if len(s.reasons) >= MaxReasons {
			reason = OtherReasons
			at = slices.Index(s.reasons, reason)
		}
		if at < 0 {
			at = len(s.reasons)
			s.reasons = append(s.reasons, reason)
		}
	}
	s.missed = append(s.missed, int32(number))
	s.why = append(s.why, int32(at))
}

// MaxReasons is how many different reasons are counted; those after them count as OtherReasons.
const MaxReasons = 64

// OtherReasons is what reasons beyond the first MaxReasons are counted under.
const OtherReasons = "other reasons"

// Scored is the number of attempts with a number.
func (s *Sample) Scored() int { return len(s.values) }

// Attempted is the number of attempts.
func (s *Sample) Attempted() int { return len(s.values) + len(s.missed) }

// Reason is how many attempts have no number for one reason.
type Reason struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Reasons are why attempts have no number, the most frequent first.
func (s *Sample) Reasons() []Reason {
	counts := make([]int, len(s.reasons))
	for _, at := range s.why {
		counts[at]++
	}
	var list []Reason
	for at, count := range counts {
		if count > 0 {
			list = append(list, Reason{Reason: s.reasons[at], Count: count})
		}
	}
	slices.SortFunc(list, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}

// grouped is one number per case, the mean of its repeats, and the cluster of each.
type grouped struct {
	cases    []int32
	values   []float64
	cluster  []int32 // of each value, numbered from 0
	clusters int
	repeats  []int32   // values of each case; nil where every case has one
	within   []float64 // variance among the repeats of each case; nil likewise
}

// grouped is the sample by case, in the order of the cases' numbers.
func (s *Sample) grouped() grouped {
	g := grouped{cases: s.cases, values: s.values}
	if !ascending(s.cases) {
		g = s.collapse()
	}
	g.cluster, g.clusters = s.frame.clustersOf(g.cases)
	return g
}

// ascending reports whether every case comes once and in order, as the ledger returns them.
func ascending(cases []int32) bool {
	for i := 1; i < len(cases); i++ {
		if cases[i] <= cases[i-1] {
			return false
		}
	}
	return true
}

// collapse puts the repeats of each case together.
func (s *Sample) collapse() grouped {
	order := s.byCase()
	var g grouped
	repeated := false
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && s.cases[order[to]] == s.cases[order[from]] {
			to++
		}
		mean, variance := s.repeatsOf(order[from:to])
		g.cases = append(g.cases, s.cases[order[from]])
		g.values = append(g.values, mean)
		g.repeats = append(g.repeats, int32(to-from))
		g.within = append(g.within, variance)
		repeated = repeated || to-from > 1
		from = to
	}
	if !repeated {
		g.repeats, g.within = nil, nil
	}
	return g
}

// byCase is the order of the values by case, and within a case by value, so that the order in which
// they were added leaves no trace.
func (s *Sample) byCase() []int32 {
	order := make([]int32, len(s.cases))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(s.cases[i], s.cases[j]), cmp.Compare(s.values[i], s.values[j]))
	})
	return order
}

// repeatsOf is the mean and the variance of the values of one case; the variance of one value is 0 and
// is left out of every average by its count.
func (s *Sample) repeatsOf(at []int32) (mean, variance float64) {
	if len(at) == 1 {
		return s.values[at[0]], 0
	}
	values := make([]float64, len(at))
	for i, j := range at {
		values[i] = s.values[j]
	}
	mean = meanOf(values)
	return mean, varianceOf(values, mean)
}

// clustersOf is the cluster of each of the cases, numbered from 0 in the order of first appearance.
func (f *Frame) clustersOf(cases []int32) ([]int32, int) {
	cluster := make([]int32, len(cases))
	if len(cases) < len(f.names)/16 {
		return cluster, renumber(cluster, func(i int) int32 { return f.cluster[cases[i]] }, map[int32]int32{})
	}
	seen := make([]int32, len(f.names))
	next := int32(0)
	for i, number := range cases {
		at := f.cluster[number]
		if seen[at] == 0 {
			next++
			seen[at] = next
		}
		cluster[i] = seen[at] - 1
	}
	return cluster, int(next)
}

// renumber fills cluster with numbers from 0 for what of says; it is for a small part of a large frame.
func renumber(cluster []int32, of func(int) int32, seen map[int32]int32) int {
	for i := range cluster {
		at, known := seen[of(i)]
		if !known {
			at = int32(len(seen))
			seen[of(i)] = at
		}
		cluster[i] = at
	}
	return len(seen)
}
