package docqa

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assayhq/assay/system"
)

// whole10Ks are questions whose document is a whole 10-K.
const whole10Ks = "../../../shared/data/docfinqa-shaped/dev_long_7_full_10k_context.json"

type record struct{ Context, Question, Answer, Program string }

func realRecords(t testing.TB) []record {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(whole10Ks))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the whole 10-Ks under ../shared/data are not here")
	}
	var all []record
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil || len(all) < 7 {
		t.Fatalf("%d records, want 7: %v", len(all), err)
	}
	return all
}

var operand, step = regexp.MustCompile(`\d+(\.\d+)?`), regexp.MustCompile(`#\d+`)

// TestEvidenceOfWhole10Ks looks for the figures that the answers are computed from among what is found in filings of
// up to 1.6 MB. The floor is what is found today.
func TestEvidenceOfWhole10Ks(t *testing.T) {
	const least = 14
	found, all := 0, 0
	for _, r := range realRecords(t) {
		s := &setup{K: defaultK, Around: defaultAround}
		sys := open(t, "extractive", s)
		a := answer(t, sys, &system.Case{ID: "q", Question: r.Question, Passages: []system.Passage{{Text: r.Context}}})
		shown := strings.ReplaceAll(joined(a.Passages), ",", "")
		seen := map[string]bool{}
		for _, n := range operand.FindAllString(step.ReplaceAllString(r.Program, ""), -1) {
			if seen[n] {
				continue
			}
			seen[n] = true
			all++
			if regexp.MustCompile(`\b` + regexp.QuoteMeta(n) + `\b`).MatchString(shown) {
				found++
				continue
			}
			t.Logf("%s: %s is not among the evidence", r.Question, n)
		}
	}
	t.Logf("%d of %d operands are among the evidence", found, all)
	if found < least {
		t.Errorf("%d of %d operands are among the evidence, want at least %d", found, all, least)
	}
}

// BenchmarkWhole10K answers a question about a 10-K that has not been seen before.
func BenchmarkWhole10K(b *testing.B) {
	all := realRecords(b)
	bytes := 0
	s := &setup{K: defaultK, Around: defaultAround}
	i := 0
	for b.Loop() {
		r := &all[i%len(all)]
		i++
		sys, _, err := openMode("extractive", s)
		if err != nil {
			b.Fatal(err)
		}
		c := &system.Case{ID: "q", Question: r.Question, Passages: []system.Passage{{Text: r.Context}}}
		if _, err := sys.Answer(context.Background(), c, 0); err != nil {
			b.Fatal(err)
		}
		bytes += len(r.Context)
	}
	b.SetBytes(int64(bytes / max(i, 1)))
}
