package finqa

import (
	"math/big"
	"strings"
)

// Gold is a gold with the program that should lead to it.
type Gold struct {
	Program string
	Table   Table
	Result  string // what the data says that the program comes to: FinQA's exe_ans
	Printed string // the answer as printed, where the data has it
}

// Fault names what is wrong with a gold.
type Fault string

// The faults. Sound is a gold without one.
const (
	Sound         Fault = ""
	NotExecuted   Fault = "not_executed"   // the program has no value; the Outcome says why
	OtherResult   Fault = "other_result"   // it comes to something else than the data says
	OtherPrinted  Fault = "other_printed"  // the printed answer is not what the data says that it comes to
	NoResult      Fault = "no_result"      // the data does not say what it comes to
	VerdictNumber Fault = "verdict_number" // yes or no here, a number there
)

// CheckResult is what Check found of a gold.
type CheckResult struct {
	Value   value // where the program has one
	Fault   Fault
	Outcome outcome // of a program without a value
	Reason  string  // in words
}

// Check runs the program of a gold and holds it against what the data says.
func Check(g *Gold) CheckResult {
	p, err := Parse(g.Program)
	var v value
	if err == nil {
		v, err = p.run(g.Table)
	}
	if err != nil {
		return CheckResult{Fault: NotExecuted, Outcome: outcomeOf(err), Reason: err.Error()}
	}
	f := CheckResult{Value: v}
	switch {
	case strings.TrimSpace(g.Result) == "" && g.Printed == "":
		f.Fault, f.Reason = NoResult, "the data has no answer"
	case strings.TrimSpace(g.Result) == "":
		if !Renders(g.Printed, v.String()) {
			f.Fault, f.Reason = OtherPrinted, "it comes to "+v.String()+", and the answer is "+shown(g.Printed)
		}
	case !v.Is(g.Result):
		f.Fault, f.Reason = OtherResult, "it comes to "+v.String()+", and the data says "+shown(g.Result)
		if _, number := readNumber(strings.TrimSpace(g.Result)); number == v.Verdict {
			f.Fault = VerdictNumber
		}
	case strings.TrimSpace(g.Printed) != "" && !Renders(g.Printed, g.Result):
		f.Fault, f.Reason = OtherPrinted, "it comes to "+v.String()+", and the answer is printed as "+shown(g.Printed)
	}
	return f
}

// Is reports whether a value is the result that a data set states, as execution accuracy has it: yes or no,
// or the same number at Places decimals. Results were rounded from floats, so that half a unit of the last
// place may have gone either way.
func (v value) Is(result string) bool {
	result = strings.ToLower(strings.TrimSpace(result))
	if v.Verdict {
		return result == v.String()
	}
	want, ok := readNumber(result)
	if !ok || v.number == nil {
		return false
	}
	off := new(big.Rat).Sub(v.number, want)
	margin := new(big.Rat).Mul(new(big.Rat).Abs(v.number), big.NewRat(1, 1_000_000_000_000))
	margin.Add(margin, big.NewRat(5, 1_000_000))
	return off.Abs(off).Cmp(margin) <= 0
}

// Renders reports whether a printed answer says a result, in one of the ways that people write it: rounded
// or cut off, as a percentage of it, or with the percent sign left out or put in. 56%, 56 and .562 say
// 0.56197; 3.8% says 3.8.
func Renders(printed, result string) bool {
	printed, result = plain(printed), plain(result)
	if printed == result {
		return true
	}
	shown, ok := readNumber(strings.TrimSuffix(printed, "%"))
	want, is := readNumber(result)
	if !ok || !is {
		return false
	}
	unit := big.NewRat(1, 1)
	if _, decimals, has := strings.Cut(strings.TrimSuffix(printed, "%"), "."); has {
		unit = new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(min(len(decimals), maxDigits))), nil))
	}
	for _, times := range []int64{1, 100} {
		off := new(big.Rat).Mul(want, big.NewRat(times, 1))
		off.Sub(off, shown)
		margin := new(big.Rat).Add(unit, big.NewRat(times, 200_000)) // results are rounded to five decimals
		if off.Abs(off).Cmp(margin) < 0 {
			return true
		}
	}
	return false
}

// plain is an answer without what is around its number: the currency before it, the words after it,
// the ends of lines that some data writes as a backslash and an n.
func plain(s string) string {
	s = strings.NewReplacer(`\\n`, " ", `\n`, " ", " %", "%", "$", " ").Replace(strings.ToLower(s))
	first, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return first
}
