package gate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/ledger"
)

// TestProfiles reads every profile that is shipped.
func TestProfiles(t *testing.T) {
	rules := map[string]int{"adhoc": 2, "monthly": 4, "quarterly": 4}
	if len(Profiles()) != len(rules) {
		t.Fatalf("profiles %v", Profiles())
	}
	for name, want := range rules {
		p, err := Open(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.Name != name || len(p.Rules) != want || p.NeedsBaseline() != (name != "quarterly") {
			t.Errorf("%s: %+v", name, p)
		}
	}
	monthly, err := Open("monthly")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range monthly.Rules {
		lines = append(lines, fmt.Sprintf("%s: %s %s → %s", r.Name, r.Subject(), r.Limit(), r.Severity))
	}
	want := `a sentence finds itself: self@1 [regime=filtered] at least 0.95 → P0
neighbours found, filtered: hit@5 [regime=filtered] up or down by at most 7 points → P1
neighbours found, open: hit@5 [regime=open] up or down by at most 5 points → P2
distances stay where they were: median of distance up or down by at most 0.05 → P2`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestOpenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	text, err := Source("adhoc")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "change: 3", "change: 4")), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Open(path)
	if err != nil || *p.Rules[0].Change != 4 {
		t.Errorf("%+v, %v", p, err)
	}
	for _, name := range []string{"weekly", filepath.Join(t.TempDir(), "none.yaml"), t.TempDir()} {
		if p, err := Open(name); err == nil {
			t.Errorf("Open(%q) = %+v", name, p)
		}
	}
	if _, err := Open("weekly"); err == nil || !strings.Contains(err.Error(), "there are adhoc, monthly, quarterly") {
		t.Errorf("%v", err)
	}
}

func TestParse(t *testing.T) {
	p, err := Parse("p.yaml", []byte(`
name: all keys
level: 0.9
rules:
  - name: first
    measure: exact
    where: {kind: "yes", year: 2024}
    statistic: rate
    min: 0.5
    max: 1
    severity: P3
    min_n: 100
    unscored: 0.2
    on: point
  - measure: cost
    change: 0.1
    unit: relative
    direction: rise
    severity: P2
`))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%v %+v", p.Level, p.Rules[0]); !strings.Contains(got,
		"Where:map[kind:yes year:2024] Statistic:rate") || p.Rules[0].On != onPoint || p.Rules[0].MinN != 100 ||
		p.Rules[0].Unscored != 0.2 || *p.Rules[0].Max != 1 {
		t.Error(got)
	}
	if r := p.Rules[1]; r.Name != "cost up by at most 0.1 of the baseline" || r.Statistic != Mean ||
		r.Unscored != DefaultUnscored || r.On != onInterval {
		t.Errorf("%+v", r)
	}
}

func TestParseRefuses(t *testing.T) {
	const head = "name: x\nrules:\n"
	for _, rule := range []string{"measure: f1, min: 1", "measure: f1, max: 0",
		"measure: f1, change: 100, unit: points, direction: any", "measure: f1, change: 7, unit: relative, direction: any",
		"measure: f1, statistic: count, max: 12", "measure: distance, max: 3", "measure: unheard-of, min: 80"} {
		if p, err := Parse("p.yaml", []byte(head+"  - {"+rule+", severity: P0}\n")); err != nil {
			t.Errorf("%s: %v", rule, err)
		} else if err := p.checkRanges(&ledger.Header{}); err != nil {
			t.Errorf("%s: %v", rule, err)
		}
	}
	cases := []struct {
		name, text string
		want       []string // in this order
	}{
		{"everything at once", "nmae: x\nlevel: 2\nrules:\n  - mesure: a\n    statistic: middle\n    min: low\n    severity: P9\n    " +
			"where: [a]\n    min_n: 1.5\n    unscored: 7\n",
			[]string{"p.yaml:1:1: nmae: unknown key", "p.yaml:2:8: level: must lie between",
				"p.yaml:4:5: mesure: unknown key; a rule has name, measure", "p.yaml:5:16: statistic: must be one of mean, median",
				"p.yaml:6:10: min: must be a number", "p.yaml:7:15: severity: must be one of P0", "p.yaml:8:12: where must be a mapping",
				"p.yaml:9:12: min_n: must be a whole", "p.yaml:10:15: unscored: must be a share"}},
		{"no name", "rules:\n  - {measure: a, min: 1, severity: P0}\n", []string{"name: is missing"}},
		{"no rules", "name: x\n", []string{"rules: there are none"}},
		{"nothing", "# nothing\n", []string{"a profile is one document"}},
		{"two documents", "name: x\n---\nname: y\n", []string{"a profile is one document"}},
		{"a list", "- a\n", []string{"a profile must be a mapping"}},
		{"no YAML", "name: [\n", []string{"p.yaml:"}},
		{"an alias", "name: &n x\nrules:\n  - {measure: *n, min: 1, severity: P0}\n", []string{"must be text"}},
		{"a key twice", head + "  - {measure: a, min: 1, max: 2, min: 2, severity: P0}\n", []string{"already defined"}},
		{"two rules of a name", head + "  - {name: r, measure: a, min: 1, severity: P0}\n  - {name: r, measure: b, min: 1, severity: P0}\n",
			[]string{`p.yaml:4:5: rule "r": another rule has this name`}},
		{"no limit", head + "  - {measure: a, severity: P0}\n", []string{"the rule has no limit"}},
		{"no measure", head + "  - {min: 1}\n", []string{"measure: is missing", "severity: is missing"}},
		{"change and min", head + "  - {measure: a, min: 1, change: 2, unit: points, direction: any, severity: P0}\n",
			[]string{"a rule is about a change or about min and max"}},
		{"no unit", head + "  - {measure: a, change: 2, direction: any, severity: P0}\n", []string{"unit: goes with change"}},
		{"a unit of nothing", head + "  - {measure: a, min: 2, unit: points, severity: P0}\n", []string{"p.yaml:3:32: unit: goes with change"}},
		{"a negative change", head + "  - {measure: a, change: -2, unit: points, direction: drop, severity: P0}\n",
			[]string{"change: must be above 0"}},
		{"min above max", head + "  - {measure: a, min: 2, max: 1, severity: P0}\n", []string{"min: 2 is above max, 1"}},
		{"a changed count", head + "  - {measure: a, statistic: count, change: 2, unit: points, direction: drop, severity: P0}\n",
			[]string{"a count is held against min and max"}},
		{"a percent for a share", head + "  - {measure: f1, min: 80, severity: P0}\n",
			[]string{"p.yaml:3:24: min: f1 lies from 0 to 1", "80 % is 0.8"}},
		{"a limit that all values keep", head + "  - {measure: hit@5, max: 5, severity: P0}\n", []string{"max: hit@5 lies from 0 to 1"}},
		{"a change that all keep", head + "  - {measure: f1, change: 5, unit: absolute, direction: drop, severity: P0}\n",
			[]string{"change: a change of f1 lies from 0 to 1", "5 % is 0.05"}},
		{"more points than there are",
			head + "  - {measure: f1, change: 101, unit: points, direction: drop, severity: P0}\n",
			[]string{"change: a change of f1 lies from 0 to 100,"}},
		{"not a number", head + "  - {measure: a, min: .nan, severity: P0}\n", []string{"min: must be a number"}},
		{"infinite", head + "  - {measure: a, min: 1e999, severity: P0}\n", []string{"min: must be a number"}},
		{"deep", "name: " + strings.Repeat("[", 100), []string{"nested deeper"}},
		{"deep lists", strings.Repeat("- ", 100) + "a", []string{"nested deeper"}},
		{"large", strings.Repeat("#", maxProfile+1), []string{"is no list of rules"}},
		{"many rules", head + strings.Repeat("  - {}\n", maxRules+1), []string{"more than the 200"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, err := Parse("p.yaml", []byte(c.text))
			if err == nil {
				err = p.checkRanges(&ledger.Header{})
			}
			if err == nil {
				t.Fatal("accepted")
			}
			at := 0
			for _, want := range c.want {
				i := strings.Index(err.Error()[at:], want)
				if i < 0 {
					t.Fatalf("%q\nlacks, from byte %d: %q", err, at, want)
				}
				at += i
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	seeds := 0
	for _, name := range Profiles() {
		text, err := Source(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		seeds++
	}
	for _, text := range []string{"name: x\nrules: [{measure: a, min: 1, severity: P0}]", "a: &a [*a]", "? - ? - x",
		"name: \"\\u0000\"", "rules:\n- {where: {a: {}}}", "{", "--- !!map {name: !!str 1}", "rules: [1, ~, {}, []]"} {
		f.Add(text)
		seeds++
	}
	if seeds < 11 {
		f.Fatalf("%d seeds only", seeds)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("p.yaml", []byte(text))
		if err == nil && (p == nil || p.Name == "" || len(p.Rules) == 0) {
			t.Errorf("accepted %+v", p)
		}
		if err != nil {
			return
		}
		for i := range p.Rules {
			r := &p.Rules[i]
			if low, high := r.good(); r.Measure == "" || r.Severity == "" || !(low <= high) || r.Name == "" {
				t.Errorf("accepted %+v", r)
			}
		}
	})
}
