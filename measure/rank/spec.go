package rank

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxCut is the greatest cut-off.
const maxCut = 1_000_000

// whole is the cut-off of a measure of the whole list. It is far above the length of any list, and yet low
// enough to calculate with.
const whole = math.MaxInt32

// Spec is a measure with its parameter: ndcg@10.
type Spec struct {
	*Measure
	k int
}

// Parse reads the name of a measure, such as map or ndcg@10.
func Parse(name string) (Spec, error) {
	base, cut, at := strings.Cut(strings.ToLower(strings.TrimSpace(name)), "@")
	for i := range Measures {
		if m := &Measures[i]; m.Name == base {
			return m.spec(name, cut, at)
		}
	}
	return Spec{}, fmt.Errorf("measure %q: no such measure%s; there are %s", name, suggestName(name), names())
}

// ParseList reads names of measures between commas.
func ParseList(list string) ([]Spec, error) {
	var specs []Spec
	seen := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		s, err := Parse(name)
		if err != nil {
			return nil, err
		}
		if !seen[s.String()] {
			specs = append(specs, s)
		}
		seen[s.String()] = true
	}
	return specs, nil
}

func (m *Measure) spec(name, cut string, at bool) (Spec, error) {
	if !at {
		return Spec{m, whole}, nil
	}
	if !m.Cut {
		return Spec{}, fmt.Errorf("measure %q: %s takes no cut-off", name, m.Name)
	}
	k, err := strconv.Atoi(cut)
	if err != nil || k < 1 || k > maxCut {
		return Spec{}, fmt.Errorf("measure %q: the cut-off is a whole number from 1 to %d", name, maxCut)
	}
	return Spec{m, k}, nil
}

// suggestName returns our name of a measure that trec_eval names otherwise.
func suggestName(name string) string {
	name = strings.TrimSpace(name)
	for i := range Measures {
		m := &Measures[i]
		base, _, cut := strings.Cut(m.Trec, "_%d")
		rest, ok := strings.CutPrefix(name, base)
		if m.Trec == "" || !ok {
			continue
		}
		k := strings.TrimLeft(rest, "_.")
		if _, err := strconv.Atoi(k); cut && k != rest && err == nil {
			return fmt.Sprintf(" (trec_eval's %s is %s@%s here)", name, m.Name, k)
		}
		if rest == "" {
			return fmt.Sprintf(" (trec_eval's %s is %s here)", name, m.Name)
		}
	}
	return ""
}

func names() string {
	var all []string
	for i := range Measures {
		all = append(all, Measures[i].form())
	}
	return strings.Join(all, ", ")
}

// form is the name with the place of its parameter.
func (m *Measure) form() string {
	if m.Cut {
		return m.Name + "[@k]"
	}
	return m.Name
}

// String is the name that Parse reads.
func (s Spec) String() string {
	if s.k == whole {
		return s.Name
	}
	return s.Name + "@" + strconv.Itoa(s.k)
}

// Of measures one ranking. The value holds where the reason is Scored.
func (s Spec) Of(j *Judged) (float64, Reason) {
	if !s.Needs.met(j) {
		return 0, noRelevant
	}
	return s.of(j, s.k)
}
