package figure

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

// finqa is where the third-party gold answers lie when they are there; they are no part of the
// repository.
const finqa = "../../shared/data/finqa"

// leastGolds guards against a data folder that has become empty.
const leastGolds = 900

// goldAnswer is a gold answer of a question, as it is printed.
type goldAnswer struct{ question, text string }

// mutation makes an answer out of a gold; other is the gold of another question. It returns the
// empty string where it does not apply.
type mutation struct {
	name  string
	right bool
	make  func(gold, other Amount, text string) string
}

var mutations = []mutation{
	{"as printed", true, func(_, _ Amount, text string) string { return text }},
	{"in a sentence", true, func(g, _ Amount, text string) string { return "The answer is " + text + "." }},
	{"as percent", true, asPercent},
	{"as fraction", true, asFraction},
	{"$ and commas", true, withCommas},
	{"negative in parentheses", true, inParentheses},
	{"rounded to 3 digits", true, rounded},
	{"sign", false, func(g, _ Amount, _ string) string { return render(g, g.Value.Neg()) }},
	{"5 % too high", false, func(g, _ Amount, _ string) string { return render(g, g.Value.Mul(decimal.RequireFromString("1.05"))) }},
	{"5 % too low", false, func(g, _ Amount, _ string) string { return render(g, g.Value.Mul(decimal.RequireFromString("0.95"))) }},
	{"zero", false, func(g, _ Amount, _ string) string { return "0" }},
	{"other gold", false, func(g, o Amount, _ string) string {
		if o.Value.Equal(g.Value) {
			return ""
		}
		return render(o, o.Value)
	}},
	{"times 1000", false, func(g, _ Amount, _ string) string { return render(g, g.Value.Shift(3)) }},
	{"thousandth", false, func(g, _ Amount, _ string) string { return render(g, g.Value.Shift(-3)) }},
	{"a year", false, func(g, _ Amount, _ string) string { return "2017" }},
}

// render prints a value in the notation of a gold.
func render(g Amount, v decimal.Decimal) string {
	if g.Kind == Percent {
		return v.Shift(2).String() + "%"
	}
	return v.String()
}

func asPercent(g, _ Amount, _ string) string {
	if g.Kind == Percent {
		return g.Value.Shift(2).StringFixed(int32(g.Decimals)) + " percent"
	}
	return ""
}

func asFraction(g, _ Amount, _ string) string {
	if g.Kind == Percent {
		return g.Value.String()
	}
	return ""
}

func withCommas(g, _ Amount, _ string) string {
	if g.Kind == Percent || g.Value.Sign() < 0 || g.Scale != 0 {
		return ""
	}
	return "$" + commas(g.Value.StringFixed(int32(g.Decimals)))
}

func inParentheses(g, _ Amount, _ string) string {
	if g.Value.Sign() >= 0 || g.Scale > 0 {
		return ""
	}
	if g.Kind == Percent {
		return "(" + g.Value.Abs().Shift(2).StringFixed(int32(g.Decimals)) + "%)"
	}
	return "(" + commas(g.Value.Abs().StringFixed(int32(g.Decimals))) + ")"
}

// rounded shows fewer digits than the gold does: what a careful analyst writes.
func rounded(g, _ Amount, _ string) string {
	shown := render(g, g.Value)
	a, err := Parse(shown)
	if err != nil || a.Value.IsZero() {
		return ""
	}
	v := a.Value.Shift(int32(-a.Scale))
	places := 3 - (len(v.Abs().Coefficient().String()) + int(v.Exponent()))
	if places < 0 || places >= a.Decimals {
		return ""
	}
	return render(g, v.Round(int32(places)).Shift(int32(a.Scale)))
}

// commas groups the digits before the decimal point.
func commas(s string) string {
	whole, rest, _ := strings.Cut(s, ".")
	var b strings.Builder
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	if rest != "" {
		return b.String() + "." + rest
	}
	return b.String()
}

// readGolds reads every numeric gold of the annotated and of the executed sets.
func readGolds(t testing.TB) []goldAnswer {
	if _, err := os.Stat(finqa); err != nil {
		t.Skipf("no gold answers at %s: %v", finqa, err)
	}
	var golds []goldAnswer
	for _, name := range []string{"dev_200.json", "train_100.json"} {
		golds = append(golds, annotated(t, filepath.Join(finqa, name))...)
	}
	golds = append(golds, executed(t, filepath.Join(finqa, "dev_838_flat.jsonl"))...)
	if len(golds) < leastGolds {
		t.Fatalf("%d gold answers under %s, want at least %d", len(golds), finqa, leastGolds)
	}
	return golds
}

func annotated(t testing.TB, path string) []goldAnswer {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var records []struct {
		QA struct{ Question, Answer string }
	}
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatal(err)
	}
	var golds []goldAnswer
	for _, r := range records {
		text := strings.TrimSuffix(strings.TrimSpace(r.QA.Answer), `\\n`)
		if text == "" || text == "yes" || text == "no" {
			continue
		}
		golds = append(golds, goldAnswer{r.QA.Question, text})
	}
	return golds
}

func executed(t testing.TB, path string) []goldAnswer {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	var golds []goldAnswer
	for lines.Scan() {
		var r struct {
			Question string
			Answer   json.Number
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		golds = append(golds, goldAnswer{r.Question, strings.TrimSuffix(r.Answer.String(), ".0")})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return golds
}

// noMoney matches questions whose answers are no sums of money: dollars are wrong there.
var noMoney = regexp.MustCompile(`(?i)%|percent|\bratio\b|turnover|how many|number of`)

// confusion counts the answers made by one mutation and those that were accepted.
type confusion struct {
	made, accepted int
	reasons        map[Reason]int
	samples        []string // of the verdicts that are mistakes
}

func mutate(t testing.TB, golds []goldAnswer) []confusion {
	amounts := make([]Amount, 0, len(golds))
	kept := golds[:0:0]
	for _, g := range golds {
		if a, ok := Answer(g.text); ok && a.Bound == Single {
			amounts, kept = append(amounts, a), append(kept, g)
		} else {
			t.Logf("not one figure: %q", g.text)
		}
	}
	table := make([]confusion, len(mutations))
	for i, g := range kept {
		hint := ReadQuestion(g.question)
		other := amounts[(i+7)%len(amounts)]
		for k, m := range mutations {
			if m.name == "$ and commas" && noMoney.MatchString(g.question) {
				continue
			}
			answer := m.make(amounts[i], other, g.text)
			if answer == "" || !m.right && amounts[i].Value.IsZero() {
				continue
			}
			table[k].reasonFor(g, answer, hint, m.right)
		}
	}
	return table
}

func (c *confusion) reasonFor(g goldAnswer, answer string, hint Hint, right bool) {
	m, err := CompareText(g.text, answer, hint)
	if c.made++; c.reasons == nil {
		c.reasons = map[Reason]int{}
	}
	switch {
	case err != nil:
		c.reasons[Reason(err.Error())]++
	case m.Right:
		c.accepted++
	default:
		c.reasons[m.Reason]++
	}
	if (err == nil && m.Right) != right && len(c.samples) < 6 {
		c.samples = append(c.samples, fmt.Sprintf("%q for %q (%s) %v", answer, g.text, g.question, err))
	}
}

// TestMutations holds the comparator to its targets on real gold answers and prints how it judged
// them: go test -run Mutations -v ./figure/
func TestMutations(t *testing.T) {
	table := mutate(t, readGolds(t))
	var right, rightAll, wrong, wrongAll, off, offAll int
	for i, m := range mutations {
		c := &table[i]
		t.Logf("%-24s right=%-5v %4d made %4d accepted %6.2f %%  %v", m.name, m.right, c.made, c.accepted,
			100*float64(c.accepted)/float64(max(1, c.made)), c.reasons)
		for _, s := range c.samples {
			t.Log("    ", s)
		}
		switch {
		case c.made == 0:
			t.Errorf("%s: no answer made", m.name)
		case m.right:
			right, rightAll = right+c.accepted, rightAll+c.made
		case strings.HasPrefix(m.name, "5 %"):
			off, offAll = off+c.accepted, offAll+c.made
		default:
			wrong, wrongAll = wrong+c.accepted, wrongAll+c.made
		}
	}
	requireAtLeast(t, "right forms accepted", right, rightAll, 0.99)
	requireAtMost(t, "wrong forms accepted", wrong, wrongAll, 0.01)
	requireAtMost(t, "5 % off accepted", off, offAll, 0.03)
}

func requireAtLeast(t *testing.T, what string, n, of int, ratio float64) {
	t.Helper()
	t.Logf("%s: %d of %d (%.2f %%)", what, n, of, 100*float64(n)/float64(of))
	if float64(n) < ratio*float64(of) {
		t.Errorf("%s: %d of %d, want at least %.1f %%", what, n, of, 100*ratio)
	}
}

func requireAtMost(t *testing.T, what string, n, of int, ratio float64) {
	t.Helper()
	t.Logf("%s: %d of %d (%.2f %%)", what, n, of, 100*float64(n)/float64(of))
	if float64(n) > ratio*float64(of) {
		t.Errorf("%s: %d of %d, want at most %.1f %%", what, n, of, 100*ratio)
	}
}

func BenchmarkCompareText(b *testing.B) {
	golds := readGolds(b)
	for i := 0; b.Loop(); i++ {
		g := golds[i%len(golds)]
		if _, err := CompareText(g.text, g.text, Hint{}); err != nil {
			b.Fatal(err)
		}
	}
}
