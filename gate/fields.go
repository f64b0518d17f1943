package gate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/yamltree"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// Field is a key of a rule.
type Field struct {
	Name string
	Doc  string
	read func(*reader, ast.Node, *Rule)
}

// Fields are the keys of a rule, in the order in which help prints them.
var Fields = []Field{
	{"name", "what the rule is called in reports; the measure and its limit if it is not given",
		func(r *reader, n ast.Node, to *Rule) { to.Name = r.text(n, "name") }},
	{"measure", "the measure, as 'assay runs show' names it",
		func(r *reader, n ast.Node, to *Rule) { to.Measure = r.text(n, "measure") }},
	{"where", "only cases whose tags have these values: {regime: filtered}",
		func(r *reader, n ast.Node, to *Rule) { to.Where = r.where(n) }},
	{"statistic", "mean (which it is if not given), median, rate (of a measure that has 0 and 1 only) or count (of the " +
		"cases whose value is not 0)",
		func(r *reader, n ast.Node, to *Rule) {
			to.Statistic = Statistic(r.choice(n, "statistic", string(Mean), string(Median), string(Rate), string(Count)))
		}},
	{"min", "the least that the statistic may be, in the measure's own unit",
		func(r *reader, n ast.Node, to *Rule) { to.Min = r.pointer(n, "min") }},
	{"max", "the most that the statistic may be",
		func(r *reader, n ast.Node, to *Rule) { to.Max = r.pointer(n, "max") }},
	{"change", "how far the statistic may be from the baseline's; needs unit and direction",
		func(r *reader, n ast.Node, to *Rule) { to.Change = r.pointer(n, "change") }},
	{"unit", "of the change: points (hundredths), relative (0.1 is a tenth of the baseline's value), absolute (the measure's own unit)",
		func(r *reader, n ast.Node, to *Rule) {
			to.Unit = Unit(r.choice(n, "unit", string(Points), string(Relative), string(Absolute)))
		}},
	{"direction", "which changes count: drop, rise or any",
		func(r *reader, n ast.Node, to *Rule) {
			to.Direction = Direction(r.choice(n, "direction", string(Drop), string(Rise), string(Any)))
		}},
	{"severity", "P0, P1, P2 or P3; the gravest of the failed rules is the gate's",
		func(r *reader, n ast.Node, to *Rule) { to.Severity = r.choice(n, "severity", Severities...) }},
	{"min_n", "cases below which the verdict is insufficient, whatever they say",
		func(r *reader, n ast.Node, to *Rule) { to.MinN = r.count(n, "min_n") }},
	{"unscored", "share of the attempts without a number (errors, refusals, abstentions) above which a pass is " +
		"insufficient; 0.05 if not given",
		func(r *reader, n ast.Node, to *Rule) { to.Unscored = r.share(n, "unscored") }},
	{"on", "interval (which it is if not given), or point: judge the value alone, as if it were exact",
		func(r *reader, n ast.Node, to *Rule) { to.On = r.choice(n, "on", onInterval, onPoint) }},
}

func fieldNames() string {
	names := make([]string, len(Fields))
	for i := range Fields {
		names[i] = Fields[i].Name
	}
	return strings.Join(names, ", ")
}

func (r *reader) pointer(n ast.Node, key string) *float64 {
	v, ok := r.number(n, key)
	if !ok {
		return nil
	}
	return &v
}

func (r *reader) count(n ast.Node, key string) int {
	v, ok := r.number(n, key)
	if ok && (v < 0 || v > 1e9 || v != float64(int(v))) {
		r.bad(n, "%s: must be a whole number", key)
	}
	return int(v)
}

func (r *reader) share(n ast.Node, key string) float64 {
	v, ok := r.number(n, key)
	if ok && (v < 0 || v > 1) {
		r.bad(n, "%s: must be a share from 0 to 1", key)
	}
	return v
}

func (r *reader) where(n ast.Node) map[string]string {
	tags := map[string]string{}
	pairs := r.pairs(n, "where")
	if len(pairs) > maxTags {
		r.bad(n, "where: %d tags are more than %d", len(pairs), maxTags)
		return nil
	}
	for _, pair := range pairs {
		switch v := pair.Value.(type) {
		case *ast.StringNode:
			tags[keyOf(pair)] = v.Value
		case *ast.IntegerNode:
			tags[keyOf(pair)] = v.GetToken().Value
		default:
			r.bad(pair.Value, "where.%s: must be the text of a tag; write it in quotation marks", keyOf(pair))
		}
	}
	return tags
}

// check refuses rules whose keys do not go together.
func (r *reader) check(n ast.Node, at map[string]ast.Node, rule *Rule) {
	has := func(key string) bool { return at[key] != nil }
	bad := func(key, format string, args ...any) {
		place := n
		if has(key) {
			place = at[key]
		}
		r.bad(place, format, args...)
	}
	if !has("measure") {
		bad("", "measure: is missing")
	}
	if !has("severity") {
		bad("", "severity: is missing; it is one of %s", strings.Join(Severities, ", "))
	}
	switch {
	case !has("change") && !has("min") && !has("max"):
		bad("", "the rule has no limit: give min, max or change")
	case has("change") && (has("min") || has("max")):
		bad("change", "change: a rule is about a change or about min and max; make two of it")
	case has("min") && has("max") && *rule.Min > *rule.Max:
		bad("min", "min: %g is above max, %g", *rule.Min, *rule.Max)
	}
	for _, key := range []string{"unit", "direction"} {
		if has("change") != has(key) {
			bad(key, "%s: goes with change, and change with it", key)
		}
	}
	if has("change") && *rule.Change <= 0 {
		bad("change", "change: must be above 0; direction says which way")
	}
	if rule.Statistic == Count {
		if has("change") || has("on") {
			bad("statistic", "statistic: a count is held against min and max, and is what it is")
		}
		return
	}
	rule.limits = map[string]yamltree.Problem{}
	for _, key := range []string{"min", "max", "change"} {
		if has(key) {
			rule.limits[key] = *r.problem(at[key], "")
		}
	}
}

// checkRanges refuses limits outside of the range that the header of the run gives for the measure.
func (p *Profile) checkRanges(h *ledger.Header) error {
	var all []error
	for i := range p.Rules {
		rule := &p.Rules[i]
		about := analysis.MeasureOf(h, rule.Measure)
		for _, key := range slices.Sorted(maps.Keys(rule.limits)) {
			if why := rule.beyond(key, &about); why != "" {
				place := rule.limits[key]
				place.Message = key + ": " + why
				all = append(all, &place)
			}
		}
	}
	return errors.Join(all...)
}

// beyond says why a limit is one that no value of the measure is on both sides of, or is empty: such a rule
// would pass always, or never.
func (r *Rule) beyond(key string, about *score.Measure) string {
	low, high, ranged := about.Range()
	if !ranged || math.IsInf(high-low, 0) {
		return ""
	}
	limit, of := r.Min, r.Measure+" lies from "
	switch {
	case key == "max":
		limit = r.Max
	case key == "change" && r.Unit == Relative:
		return ""
	case key == "change":
		limit, of = r.Change, "a change of "+r.Measure+" lies from "
		low, high = 0, high-low
		if r.Unit == Points {
			high *= 100
		}
	}
	if *limit >= low && *limit <= high {
		return ""
	}
	text := fmt.Sprintf("%s%g to %g, so this limit is never reached or always", of, low, high)
	if share := *limit / 100; high == 1 && share > 0 && share <= 1 {
		text += fmt.Sprintf("; %g %% is %g", *limit, share)
	}
	return text
}

// title says what a rule asks.
func (r *Rule) title() string {
	text := r.Subject()
	if limit := r.Limit(); limit != "" {
		text += " " + limit
	}
	return text
}

// Subject is the statistic, the measure and the cases that a rule is about.
func (r *Rule) Subject() string {
	text := r.Measure
	if r.Statistic != Mean {
		text = string(r.Statistic) + " of " + text
	}
	var tags []string
	for _, tag := range slices.Sorted(maps.Keys(r.Where)) {
		tags = append(tags, tag+"="+r.Where[tag])
	}
	if len(tags) > 0 {
		text += " [" + strings.Join(tags, ", ") + "]"
	}
	return text
}

// Limit is what a rule asks of its subject, in words.
func (r *Rule) Limit() string {
	switch {
	case r.Change != nil:
		sign := map[Direction]string{Drop: "down", Rise: "up", Any: "up or down"}[r.Direction]
		unit := map[Unit]string{Points: " points", Relative: " of the baseline", Absolute: ""}[r.Unit]
		return fmt.Sprintf("%s by at most %g%s", sign, *r.Change, unit)
	case r.Min != nil && r.Max != nil:
		return fmt.Sprintf("from %g to %g", *r.Min, *r.Max)
	case r.Min != nil:
		return fmt.Sprintf("at least %g", *r.Min)
	case r.Max != nil:
		return fmt.Sprintf("at most %g", *r.Max)
	}
	return ""
}
