// Package findings turns the records of a run over documents into what such a run shows beside its measures: why
// figures are wrong, where the two rules of figures disagree, and which golds do not follow from their own programs.
//
// It makes no statistics: measures are those of package analysis. It counts, and it shows cases.
package findings

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/dataset/finqa"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// The measures that are looked into.
const (
	headline = "figure"
	legacy   = "docqa"
)

// maxCases is how many cases of each group are kept.
const maxCases = 200

// Of reads the results of a run.
func Of(_ *analysis.Run, results func(ledger.With) iter.Seq2[*ledger.Result, error]) ([]finding.Finding, error) {
	g := &gathered{wrong: map[string]int{}, rules: map[string]int{}, faults: map[string]int{}}
	for r, err := range results(ledger.With{Bodies: true, Answers: true, Details: true}) {
		if err != nil {
			return nil, err
		}
		if err := g.take(r); err != nil {
			return nil, err
		}
	}
	var all []finding.Finding
	for _, f := range []finding.Finding{g.reasons(), g.disagreement(), g.integrity()} {
		if len(f.Counts) > 0 {
			all = append(all, f)
		}
	}
	return all, nil
}

// gathered is what was counted.
type gathered struct {
	wrong            map[string]int
	wrongCases       []finding.Case
	rules            map[string]int
	ruleCases        []finding.Case
	faults           map[string]int
	faultCases       []finding.Case
	figures, unread  int
	compared, single int
	programs         int
	untabled         int // programs that read a table which the record does not hold
}

func (g *gathered) take(r *ledger.Result) error {
	var c system.Case
	if err := json.Unmarshal(r.Body, &c); err != nil {
		return fmt.Errorf("case %q as it is stored: %w", r.Case.ID, err)
	}
	at := func(name string) *score.Score {
		if i := slices.IndexFunc(r.Scores, func(s score.Score) bool { return s.Name == name }); i >= 0 {
			return &r.Scores[i]
		}
		return nil
	}
	h, l := at(headline), at(legacy)
	one := finding.Case{ID: r.Case.ID, Cluster: r.Case.Cluster, Text: c.Question}
	g.reason(h, one)
	g.rule(h, l, one)
	if r.Repeat == 0 {
		g.program(&c, one)
	}
	return nil
}

// reason counts why a figure is wrong.
func (g *gathered) reason(h *score.Score, one finding.Case) {
	switch {
	case h == nil || h.Outcome == score.Skipped:
	case h.Outcome != score.Scored:
		g.unread++
	default:
		g.figures++
		kind := "right"
		if h.Value != 1 {
			kind = h.Explanation
			one.Group, one.Why = kind, figures(h)
			g.wrongCases = kept(g.wrongCases, one)
		}
		g.wrong[kind]++
	}
}

func figures(h *score.Score) string { return "gold " + h.Expected + ", answer " + h.Extracted }

// rule counts what the two rules say.
func (g *gathered) rule(h, l *score.Score, one finding.Case) {
	if h == nil || l == nil {
		return
	}
	if h.Outcome != score.Scored || l.Outcome != score.Scored {
		if h.Outcome == score.Scored || l.Outcome == score.Scored {
			g.single++
		}
		return
	}
	g.compared++
	kind := ruleKinds[2*index(h.Value)+index(l.Value)].Name
	g.rules[kind]++
	if h.Value != l.Value {
		one.Group, one.Why = kind, figures(h)+": "+h.Explanation+"; the older rule: "+l.Explanation
		g.ruleCases = kept(g.ruleCases, one)
	}
}

func index(value float64) int {
	if value == 1 {
		return 1
	}
	return 0
}

// program compares a gold with its program.
func (g *gathered) program(c *system.Case, one finding.Case) {
	gold, ok := dataset.Working(c)
	switch {
	case !ok:
		return
	case gold.Table == nil && strings.Contains(gold.Program, "table_"):
		g.untabled++
		return
	}
	g.programs++
	f := finqa.Check(gold)
	name := string(f.Fault)
	if f.Fault == finqa.Sound {
		name = sound
	} else {
		one.Group, one.Why = name, gold.Program+": "+f.Reason
		g.faultCases = kept(g.faultCases, one)
	}
	g.faults[name]++
}

// kept adds a case, unless there are enough of its group.
func kept(all []finding.Case, one finding.Case) []finding.Case {
	n := 0
	for i := range all {
		if all[i].Group == one.Group {
			n++
		}
	}
	if n >= maxCases {
		return all
	}
	one.Lists = []finding.List{}
	return append(all, one)
}

// Kinds of verdicts, as figure names its reasons.
var reasonKinds = []finding.Label{
	{Name: "right"},
	{Name: "right within the tolerance of the gold", Doc: "the data allows it to be off by a share"},
	{Name: "sign", Doc: "the figure with the other sign"},
	{Name: "scale", Doc: "off by a power of ten: thousands for millions, a fraction for a percentage that was not asked for"},
	{Name: "unit", Doc: "another currency or kind of figure"},
	{Name: "rounding", Doc: "near, but not what the digits shown say"},
	{Name: "year_as_answer", Doc: "a year where a figure was asked for"},
	{Name: "other", Doc: "another figure"},
}

// ruleKinds are what two rules can say, by 2 × the headline's verdict + the older rule's.
var ruleKinds = []finding.Label{
	{Name: "both wrong"},
	{Name: "right by the older rule only", Doc: "what its tolerance of a half or 2 % lets pass, whatever sign, scale and unit"},
	{Name: "right by the headline only", Doc: "notation that it cannot read, such as commas of thousands, and percentages for fractions"},
	{Name: "both right"},
}

const sound = "sound"

var faultKinds = []finding.Label{
	{Name: sound, Doc: "the program comes to what the data says"},
	{Name: string(finqa.NotExecuted), Doc: "the program has no value"},
	{Name: string(finqa.OtherResult), Doc: "it comes to something else than the data says"},
	{Name: string(finqa.OtherPrinted), Doc: "the printed answer is not what the data says that it comes to"},
	{Name: string(finqa.NoResult), Doc: "the data does not say what it comes to"},
	{Name: string(finqa.VerdictNumber), Doc: "yes or no here, a number there"},
}

// counts lays numbers out by kinds; kinds without any are left out.
func counts(head, of string, kinds []finding.Label, n map[string]int, left int) []finding.Counts {
	c := finding.Counts{Head: head, Of: of, Series: []finding.Series{{Name: of, Left: left}}}
	for _, k := range kinds {
		if n[k.Name] > 0 {
			c.Kinds = append(c.Kinds, k)
			c.Series[0].Counts = append(c.Series[0].Counts, n[k.Name])
		}
	}
	if len(c.Kinds) == 0 {
		return nil
	}
	return []finding.Counts{c}
}

func (g *gathered) reasons() finding.Finding {
	sortByGroup(g.wrongCases, reasonKinds)
	return finding.Finding{Name: "figures", Title: "Why figures are wrong",
		Doc: "Answers whose figure was compared with the gold's, by what is wrong with them; those that could not be compared are left out. " +
			"Scale and sign are errors of copying, which a better prompt can mend; other is mostly another row or year, " +
			"which only better evidence can.",
		Counts: counts("verdict", "answers", reasonKinds, g.wrong, g.unread), Cases: g.wrongCases}
}

func (g *gathered) disagreement() finding.Finding {
	sortByGroup(g.ruleCases, ruleKinds)
	return finding.Finding{Name: "rules", Title: "The headline and the older rule",
		Doc: "What 'figure' and 'docqa' say of the same answers. Answers that only one of the two could read are left out. " +
			"The share that only the older rule lets pass is how much figures made by it flatter.",
		Counts: counts("verdicts", "answers", ruleKinds, g.rules, g.single), Cases: g.ruleCases}
}

func (g *gathered) integrity() finding.Finding {
	sortByGroup(g.faultCases, faultKinds)
	var wrong []string
	for _, k := range faultKinds[1:] {
		if n := g.faults[k.Name]; n > 0 {
			wrong = append(wrong, fmt.Sprintf("%d %s", n, k.Name))
		}
	}
	doc := fmt.Sprintf("The programs of %d golds were executed, and all come to their golds.", g.programs)
	if len(wrong) > 0 {
		doc = fmt.Sprintf("The programs of %d golds were executed: %s. An answer to such a case is held against a gold "+
			"that its own program does not give; such cases still count in every measure.", g.programs, strings.Join(wrong, ", "))
	}
	if g.untabled > 0 {
		doc += fmt.Sprintf(" %d were not: they read a table that the run does not keep.", g.untabled)
	}
	return finding.Finding{Name: "golds", Title: "Golds and their programs", Doc: doc,
		Counts: counts("gold", "golds", faultKinds, g.faults, g.untabled), Cases: g.faultCases}
}

// sortByGroup puts the cases of groups together, in the order of kinds.
func sortByGroup(cases []finding.Case, kinds []finding.Label) {
	place := func(c *finding.Case) int {
		return slices.IndexFunc(kinds, func(k finding.Label) bool { return k.Name == c.Group })
	}
	slices.SortStableFunc(cases, func(a, b finding.Case) int { return place(&a) - place(&b) })
}
