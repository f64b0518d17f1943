package report

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
)

// Of is what a run says, as all forms show it: without what says only how this ledger came by it. A replay
// that repeated its run is shown as that run, so that both have one report; one that did otherwise is shown
// as itself, with a warning that says what was different.
func Of(l *ledger.Ledger, info *ledger.Info, o analysis.Options) (*analysis.Run, error) {
	r, err := analysis.Of(l, info, o)
	if err != nil {
		return nil, err
	}
	// Which answers were live and which were stored differs between a run and its replay.
	totals := *r.Totals
	totals.Sources = nil
	r.Totals = &totals
	shown, recorded, differ := Shown(l, info)
	r.Info = shown
	switch {
	case recorded == nil:
	case len(differ) == 0:
		r.Warnings, err = l.Warnings(recorded)
	default:
		r.Warnings = append(r.Warnings, fmt.Sprintf("this is a replay of %s that was made with other %s: it is another "+
			"experiment", recorded.Name, strings.Join(differ, ", ")))
	}
	return r, err
}

// Shown is a run's description as reports and exports have it, the run that it replays (nil if it replays
// none that is there), and what the replay did otherwise.
func Shown(l *ledger.Ledger, info *ledger.Info) (shown, recorded *ledger.Info, differ []string) {
	if info.Header.Replays == "" {
		return info, nil, nil
	}
	recorded, err := l.Run(info.Header.Replays)
	if err != nil || recorded.Name != info.Header.Replays {
		return info, nil, nil // it was removed: the replay is all that is left
	}
	differ = differs(&info.Header, &recorded.Header)
	if len(differ) > 0 {
		return info, recorded, differ
	}
	one := *info
	one.Name, one.Started, one.Header = recorded.Name, recorded.Started, recorded.Header
	if one.Status == recorded.Status {
		one.Ended, one.Reason = recorded.Ended, recorded.Reason
	}
	return &one, recorded, nil
}

// differs names what a replay was made with that its run was not. How it was called, where its data was
// and on what machine it ran change no result.
func differs(a, b *ledger.Header) []string {
	var names []string
	note := func(same bool, name string) {
		if !same {
			names = append(names, name)
		}
	}
	note(a.Suite == b.Suite, "suite")
	note(a.System.Hash == b.System.Hash, "system")
	note(slices.EqualFunc(a.Data, b.Data, func(x, y ledger.Source) bool { return x.SHA256 == y.SHA256 }), "data")
	note(slices.Equal(a.Scorers, b.Scorers), "scorers")
	note(a.Repeats == b.Repeats, "repeats")
	note(a.Sample == b.Sample && a.Limit == b.Limit && a.Seed == b.Seed, "choice of cases")
	note(a.Prices == b.Prices, "prices")
	note(a.Tool.Version == b.Tool.Version && a.Tool.Commit == b.Tool.Commit, "version of assay")
	return names
}

// ResultsOf reads the results of a run, until the context ends.
func ResultsOf(ctx context.Context, l *ledger.Ledger, info *ledger.Info) Results {
	return func(with ledger.With) iter.Seq2[*ledger.Result, error] {
		return func(yield func(*ledger.Result, error) bool) {
			for r, err := range l.Results(info, with) {
				if err == nil {
					err = ctx.Err()
				}
				if !yield(r, err) || err != nil {
					return
				}
			}
		}
	}
}
