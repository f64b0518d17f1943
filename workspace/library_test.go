package workspace

import (
	"errors"
	"testing"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/suite/cases"
)

// A program that sets nothing gets the defaults, and names a run as a baseline.
func TestLibraryDefaults(t *testing.T) {
	w := Open(t.TempDir(), Options{})
	if _, err := w.SetBaseline("prod", "latest"); !errors.Is(err, ledger.ErrNone) {
		t.Errorf("without a run: %v", err)
	}
	done, err := w.Evaluate(t.Context(), &cases.Options{Answers: "testdata/may.jsonl"}, suite.Settings{}, "testdata/cases.jsonl")
	if err != nil || len(done) != 1 {
		t.Fatal(done, err)
	}
	h := done[0].Run.Header
	if h.Tool.Version == "" || h.Repeats != 1 || done[0].Run.Status != ledger.Complete {
		t.Errorf("%+v", h)
	}
	if run, err := w.SetBaseline("prod", "latest"); err != nil || run.Name != done[0].Run.Name {
		t.Errorf("%v, %v", run, err)
	}
	if _, err := w.Compare("latest", "@prod", analysis.Options{}); err != nil {
		t.Error(err)
	}
}
