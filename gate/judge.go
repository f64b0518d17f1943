package gate

import (
	"fmt"
	"math"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/measure"
)

// judge fills in the results of the rules, and the verdict on all of them.
func (r *Report) judge(p *analysis.Pairs, rules []Rule, o Options) {
	subjects := make([]*subject, len(rules))
	r.Results = make([]Result, len(rules))
	for i := range rules {
		r.Results[i].Rule = rules[i]
		subjects[i] = newSubject(p, &rules[i])
		r.Results[i].judge(subjects[i], o)
	}
	r.adjust(subjects, o)
	for i := range r.Results {
		r.Results[i].guard(subjects[i])
	}
	r.conclude()
}

// judge holds one rule against its limit, by itself.
func (r *Result) judge(s *subject, o Options) {
	if why := s.missing(); why != "" {
		r.Verdict, r.Why = NotMeasured, why
		return
	}
	r.Scored, r.Attempted, r.Reasons = s.run.Scored(), s.run.Attempted(), s.run.Reasons()
	e := s.estimate(o.Options)
	r.Run, r.Baseline = e.run, e.base
	r.Value, r.Low = e.value, e.low
	r.High, r.Method = e.high, e.method
	r.Cases, r.Clusters = e.cases, e.clusters
	switch {
	case e.value == nil:
		r.Verdict, r.Why = Insufficient, e.absent
	case s.rule.On == onPoint:
		r.Verdict = s.rule.hold(*e.value, *e.value)
		r.Why = map[Verdict]string{Pass: "the value is within the limit; its interval was not asked",
			Fail: "the value is beyond the limit; its interval was not asked"}[r.Verdict]
	case e.low == nil:
		r.Verdict, r.Why = Insufficient, "there is no interval: "+e.absent
	default:
		r.Verdict = s.rule.hold(*e.low, *e.high)
		r.Why = map[Verdict]string{Pass: "the whole interval is within the limit",
			Fail: "the whole interval is beyond the limit"}[r.Verdict]
	}
	r.plan(s.rule, o.Options)
	if r.Verdict == Insufficient && r.Why == "" {
		r.Why = r.across(s)
	}
}

// good is the range of values that a rule allows.
func (r *Rule) good() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if r.Change != nil {
		if r.Direction != Rise {
			low = -*r.Change
		}
		if r.Direction != Drop {
			high = *r.Change
		}
		return low, high
	}
	if r.Min != nil {
		low = *r.Min
	}
	if r.Max != nil {
		high = *r.Max
	}
	return low, high
}

// rounding is how far arithmetic may carry a value past a limit that it meets exactly.
const rounding = 1e-9

// hold says whether a range of values lies within the limits, beyond one, or across.
func (r *Rule) hold(low, high float64) Verdict {
	from, to := r.good()
	slack := rounding * max(1, math.Abs(low), math.Abs(high))
	switch {
	case low >= from-slack && high <= to+slack:
		return Pass
	case high < from-slack || low > to+slack:
		return Fail
	}
	return Insufficient
}

// plan says what these cases can find, and how many would decide the rule if the value stays what it is.
func (r *Result) plan(rule *Rule, o measure.Options) {
	if r.Low == nil || r.Value == nil || rule.Statistic == Count || *r.High <= *r.Low {
		return
	}
	found := measure.Findable((*r.High-*r.Low)/2, o)
	r.Detectable = &found
	from, to := rule.good()
	margin := min(math.Abs(*r.Value-from), math.Abs(*r.Value-to))
	if needed := math.Ceil(float64(r.Cases) * found * found / (margin * margin)); r.Verdict != Pass && needed > 0 &&
		needed <= measure.MaxCases {
		n := int(needed)
		r.Needed = &n
	}
}

// across says why the cases cannot tell.
func (r *Result) across(s *subject) string {
	if s.rule.Statistic == Count {
		return fmt.Sprintf("%d attempts have no number and may count, too", unscored(s.run))
	}
	text := "the interval reaches across the limit"
	if r.Detectable != nil {
		text += fmt.Sprintf("; these cases find a distance of %s%s from it", number(*r.Detectable), s.rule.unit())
	}
	switch {
	case r.Needed != nil:
		text += fmt.Sprintf("; about %d cases would decide it if the value stays", *r.Needed)
	case r.Detectable != nil:
		text += "; the value is so close to it that no number of cases decides"
	}
	return text
}

// adjust withdraws failures that would not fail among so many rules: Holm's step-down method, with an
// interval of the level that each step asks for. Passing needs no such care: a gate passes only where every
// rule does.
func (r *Report) adjust(subjects []*subject, o Options) {
	var open []int
	family := 0
	for i := range r.Results {
		if subjects[i].inferred() && r.Results[i].Low != nil {
			family++
			if r.Results[i].Verdict == Fail {
				open = append(open, i)
			}
		}
	}
	for left := family; len(open) > 0; left-- {
		level := o.Options
		level.Level = 1 - (1-r.Level)/float64(left)
		at := firstFail(subjects, open, level)
		if at < 0 {
			break
		}
		open = append(open[:at], open[at+1:]...)
	}
	for _, i := range open {
		r.Results[i].Verdict = Insufficient
		r.Results[i].Why = fmt.Sprintf("beyond the limit by itself, but not among the %d rules that are judged together (Holm)", family)
	}
}

// inferred reports whether the rule is judged by an interval that may miss.
func (s *subject) inferred() bool { return s.rule.On != onPoint && s.rule.Statistic != Count }

// firstFail is the first of the open rules that fails at a level, or -1.
func firstFail(subjects []*subject, open []int, level measure.Options) int {
	for at, i := range open {
		if e := subjects[i].estimate(level); e.low != nil && subjects[i].rule.hold(*e.low, *e.high) == Fail {
			return at
		}
	}
	return -1
}

// guard takes back what too few numbers say: none of it below the rule's least number of cases, and no pass
// where too many attempts have no number. The cases that failed may be the hard ones.
func (r *Result) guard(s *subject) {
	if r.Value == nil {
		return
	}
	if r.Cases < s.rule.MinN {
		r.Verdict, r.Why = Insufficient, fmt.Sprintf("%d cases have a number; the rule asks for %d", r.Cases, s.rule.MinN)
		return
	}
	if r.Verdict != Pass || s.rule.Statistic == Count {
		return
	}
	for _, side := range []struct {
		of     string
		sample *measure.Sample
	}{{"the run's", s.run}, {"the baseline's", s.base}} {
		if side.sample == nil || side.sample == s.base && s.rule.Change == nil {
			continue
		}
		missed := unscored(side.sample)
		owed := side.sample.Scored() + missed
		if share := float64(missed) / float64(max(owed, 1)); share > s.rule.Unscored+rounding {
			r.Verdict = Insufficient
			r.Why = fmt.Sprintf("%d of %d of %s attempts have no number (%s), more than the share of %g that the rule allows",
				missed, owed, side.of, reasonsOf(side.sample.Reasons()), s.rule.Unscored)
			return
		}
	}
}

func reasonsOf(all []measure.Reason) string {
	var parts []string
	for _, reason := range all {
		parts = append(parts, fmt.Sprintf("%d %s", reason.Count, reason.Reason))
	}
	return strings.Join(parts, ", ")
}
