// Package gate turns a run, a baseline and rules into a verdict.
//
// A rule passes only where the whole interval lies on its good side, and fails only where all of it lies on
// the bad side; between them the cases cannot tell, and the verdict is insufficient, with what it would
// take. A gate passes where all of its rules do. Failures are adjusted for the number of rules by Holm's
// method, so that two equal systems are told apart no more often than the level says.
//
// It refuses to compare runs of different cases or data, and runs that are not complete.
package gate

import (
	"errors"
	"fmt"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
)

// Verdict is what the cases say of a rule, or of all rules.
type Verdict string

// The verdicts.
const (
	Pass         Verdict = "pass"
	Fail         Verdict = "fail"
	Insufficient Verdict = "insufficient" // the cases cannot tell
	NotMeasured  Verdict = "not measured" // the run, or the baseline, has no such measure; insufficient, too
)

// Report is a run held against a profile.
type Report struct {
	Run      string                `json:"run"`
	Baseline string                `json:"baseline,omitempty"` // the run of that name; empty if there is none
	Profile  string                `json:"profile"`
	Level    float64               `json:"level"` // of the intervals
	Verdict  Verdict               `json:"verdict"`
	Severity string                `json:"severity,omitempty"` // the gravest of the rules that failed
	Results  []Result              `json:"rules"`
	Differs  []analysis.Difference `json:"differs"` // what the headers of run and baseline say differs: A is the run
}

// Result is what came of one rule. Value, Low, High and Limit are in the rule's unit.
type Result struct {
	Rule
	Verdict    Verdict          `json:"verdict"`
	Why        string           `json:"why"`
	Run        *float64         `json:"run"`      // the run's mean, median, rate or count
	Baseline   *float64         `json:"baseline"` // over the same cases
	Value      *float64         `json:"value"`    // what is held against the limit
	Low        *float64         `json:"low"`      // ends of its interval
	High       *float64         `json:"high"`
	Method     string           `json:"method,omitempty"` // of the interval
	Cases      int              `json:"cases"`            // with a number, in both runs
	Clusters   int              `json:"clusters"`
	Scored     int              `json:"scored"` // attempts of the run
	Attempted  int              `json:"attempted"`
	Reasons    []measure.Reason `json:"reasons,omitempty"`
	Detectable *float64         `json:"detectable"` // the smallest true distance from the limit that these cases find
	Needed     *int             `json:"needed"`     // cases that would decide it, if the value holds
}

// Options of a gate.
type Options struct {
	measure.Options
}

// ErrIncomplete says that a run has not all of its cases yet.
var ErrIncomplete = errors.New("is not complete")

// Judge holds a run against a profile. The baseline may be nil if no rule asks for one.
func Judge(l *ledger.Ledger, run, baseline *ledger.Info, p *Profile, o Options) (*Report, error) {
	if p.Level > 0 && o.Level == 0 {
		o.Level = p.Level
	}
	r := &Report{Run: run.Name, Profile: p.Name, Level: o.IntervalLevel(), Differs: []analysis.Difference{}}
	for _, one := range []*ledger.Info{run, baseline} {
		if one != nil && one.Status != ledger.Complete {
			next := "the command that began it goes on with it"
			if one.Status == ledger.Running {
				next = "wait until it has ended"
			}
			return nil, fmt.Errorf("gate: run %s %w: it is %s; %s", one.Name, ErrIncomplete, one.Status, next)
		}
	}
	if baseline == nil && p.NeedsBaseline() {
		return nil, fmt.Errorf("gate: profile %q has rules about changes; name the run to hold against with --baseline",
			p.Name)
	}
	if err := p.checkRanges(&run.Header); err != nil {
		return nil, err
	}
	pairs, err := analysis.Pair(l, run, baseline)
	if err != nil {
		return nil, fmt.Errorf("gate: %w", err)
	}
	if baseline != nil {
		r.Baseline = baseline.Name
		if r.Differs, err = analysis.Differ(l, run, baseline); err != nil {
			return nil, fmt.Errorf("gate: %w", err)
		}
		if err := refuse(pairs, r.Differs); err != nil {
			return nil, err
		}
	}
	r.judge(pairs, p.Rules, o)
	return r, nil
}

// refuse says why two runs cannot be held against each other, or nil. Where the answers are stored in the
// data, the files must differ; then the cases alone decide.
func refuse(p *analysis.Pairs, differs []analysis.Difference) error {
	var changed error
	for _, d := range differs {
		if d.What == "data" {
			changed = errors.Join(changed, fmt.Errorf("%s was %s and is %s", d.Name, d.B, d.A))
		}
	}
	if err := p.Refuse(); err != nil {
		if changed != nil {
			err = fmt.Errorf("%w; the data changed: %w", err, changed)
		}
		return fmt.Errorf("gate: %w; 'assay baseline set' takes a run of the new cases for the baseline", err)
	}
	if changed != nil && !p.Stored() {
		return fmt.Errorf("gate: runs %s and %s were made from different data: %w; 'assay baseline set' takes a run of the "+
			"new data for the baseline", p.A.Name, p.B.Name, changed)
	}
	return nil
}

// conclude makes the verdict on all rules.
func (r *Report) conclude() {
	r.Verdict = Pass
	for i := range r.Results {
		switch one := &r.Results[i]; one.Verdict {
		case Fail:
			if r.Verdict != Fail || one.Severity < r.Severity {
				r.Severity = one.Severity
			}
			r.Verdict = Fail
		case Insufficient, NotMeasured:
			if r.Verdict == Pass {
				r.Verdict = Insufficient
			}
		}
	}
}

// Err is the error of a gate that did not pass, or nil. For one that cannot tell it says what would decide.
func (r *Report) Err() error {
	switch r.Verdict {
	case Fail:
		return fmt.Errorf("the gate failed, gravest %s: %s", r.Severity, r.Summary())
	case Insufficient:
		return fmt.Errorf("the gate cannot tell: %s; %s", r.Summary(), r.remedy())
	}
	return nil
}

// remedy is what would decide a gate that cannot tell.
func (r *Report) remedy() string {
	absent := 0
	for i := range r.Results {
		if r.Results[i].Verdict == NotMeasured {
			absent++
		}
	}
	const cases = "more cases, wider limits, or a --retry of what failed would decide it"
	const profile = "gate a run that has the measures of the profile, or name those of the run in it"
	switch absent {
	case 0:
		return cases
	case len(r.Results):
		return profile
	}
	return cases + "; for what is not measured, " + profile
}
