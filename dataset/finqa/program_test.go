package finqa

import (
	"errors"
	"strings"
	"testing"
)

var larkmoor = Table{
	{"", "2024", "2023"},
	{"net sales", "$ 1,200", "1000"},
	{"interest, net ( note 3 )", "-26 ( 26 )", "$ 14"},
	{"margin", "12.4% ( 12.4 % )", "10.2%"},
	{"outlook", "n/a", "7"},
	{"total", "1", "2"},
	{"total", "3", "5"},
	{"empty"},
}

func TestRun(t *testing.T) {
	for _, tt := range []struct{ name, program, want string }{
		{"steps", "subtract(5829, 5735), divide(#0, 5735)", "0.01639"},
		{"nested", "divide(subtract(5829, 5735), 5735)", "0.01639"},
		{"no blanks", "add(262,126),add(#0,402),divide(#1,const_2)", "395"},
		{"an end mark", "add(1, 2), EOF", "3"},
		{"exact decimals", "add(0.1, 0.2)", "0.3"},
		{"percent", "multiply(25%, 5283.3)", "1320.825"},
		{"percent alone", "add(1.61%, 2.14%)", "0.0375"},
		{"signs", "add(7367, -5974), subtract(#0, +3)", "1390"},
		{"no digit before the point", "subtract(.455, .450), divide(#0, .450)", "0.01111"},
		{"constants", "multiply(2, const_1000), multiply(#0, const_m1)", "-2000"},
		{"a constant with a point", "add(const_0.5, 1)", "1.5"},
		{"commas that group", "add(1,234, 5)", "1239"},
		{"commas that group twice", "add(1,234,567,1,000)", "1235567"},
		{"commas that do not", "add(1,234)", "235"},
		{"a power", "divide(6.9%, const_100), add(const_1, #0), exp(#1, 10), multiply(4273.1, #2)", "4302.67611"},
		{"a negative power", "exp(2, -2)", "0.25"},
		{"a root", "exp(2, 0.5)", "1.41421"},
		{"greater", "greater(14, 19)", "no"},
		{"greater, yes", "greater(19, 14)", "yes"},
		{"half to even, as Python rounds", "divide(1, 64)", "0.01562"},
		{"a small negative", "divide(-1, 10000000)", "0"},
		{"a sum of a row", "table_sum(net sales, none)", "2200"},
		{"a mean of a row", "table_average(net sales,none)", "1100"},
		{"a row whose name has commas and brackets", "table_min(interest, net ( note 3 ), none), add(#0, 1)", "-25"},
		{"percentages of a row", "table_max(margin, none)", "0.124"},
		{"the last of two rows", "table_max(total, none)", "5"},
		{"another case", "table_sum(Net  Sales, none)", "2200"},
		{"rows in calls", "subtract(table_max(net sales, none), table_average(net sales, none))", "100"},
		{"a number", "2401", "2401"},
		{"a number with a percent sign", "1.5%", "0.015"},
		{"assignments", "cost_2024 = 120\ncost_2023 = 100 # in millions\n\nanswer = (cost_2024 - cost_2023) / cost_2023 * 100\n", "20"},
		{"assignments without an answer", "a = 1_000; b = a ** 2", "1000000"},
		{"the answer before the end", "answer = 3\nprint(answer)\nx = 4", "3"},
		{"functions", "values = [3, 4, 8]\nanswer = round(sum(values) / len(values), 2) - min(values) + max(1, 2) + abs(-1)", "5"},
		{"a list over lines", "v = [\n  1,\n  2,\n]\nanswer = sum(v)", "3"},
		{"signs and powers", "answer = -2 ** 2 + 2 ** -1", "-3.5"},
		{"powers of powers", "2 ** 3 ** 2", "512"},
		{"a comparison", "answer = 3 >= 2 + 1", "yes"},
		{"an expression", "[(166+178)/2] - [(57+44)/2]", "121.5"},
		{"an expression with commas", "(73,260-57,768)/57,768", "0.26818"},
		{"a caret", "(1 + 5%) ^ 2", "1.1025"},
		{"round is half to even", "round(2.5) + round(0.125, 2)", "2.12"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Parse(tt.program)
			if err != nil {
				t.Fatal(err)
			}
			v, err := p.Run(larkmoor)
			if err != nil || v.String() != tt.want {
				t.Errorf("%s, %v; want %s", v, err, tt.want)
			}
			if v.Exact == (tt.name == "a root") {
				t.Errorf("exact is %v", v.Exact)
			}
		})
	}
}

func TestOutcomes(t *testing.T) {
	for _, tt := range []struct {
		name, program string
		want          Outcome
	}{
		{"nothing", " \n", NoProgram},
		{"a comment", "# answer", NoProgram},
		{"a bracket that is open", "add(1, 2", Syntax},
		{"a bracket that is open around a row", "table_sum(net sales, none", Syntax},
		{"an argument that is missing", "add(1, )", Syntax},
		{"one argument", "add(1)", Syntax},
		{"three arguments", "add(1, 2, 3)", Syntax},
		{"no comma", "add(1, 2) add(3, 4)", Syntax},
		{"a comma at the end", "add(1, 2),", Syntax},
		{"a row without a name", "table_sum(, none)", Syntax},
		{"a step in place of a row", "add(1, 2), table_sum(#0, none)", Syntax},
		{"an operation of nobody", "average(1, 2)", UnknownOperation},
		{"a function of nobody", "answer = sqrt(2)", UnknownOperation},
		{"a step that is not there", "divide(#0, 2)", MissingReference},
		{"a step behind it", "add(1, 2), divide(#1, 2)", MissingReference},
		{"a number of a step that is none", "add(1, 2), divide(#x, 2)", MissingReference},
		{"a very large number of a step", "add(1, 2), divide(#99999999999999999999999, 2)", MissingReference},
		{"a name of nobody", "answer = sales / 2", MissingReference},
		{"a text", "add(net sales, 2)", NoNumber},
		{"a constant of nobody", "add(const_pi, 2)", NoNumber},
		{"a not-a-number", "add(nan, 2)", NoNumber},
		{"an infinite number", "add(inf, 2)", NoNumber},
		{"yes is computed with", "greater(2, 1), add(#0, 1)", NoNumber},
		{"a list is computed with", "answer = [1, 2] + 3", NoNumber},
		{"a list is the end", "answer = [1, 2]", NoNumber},
		{"decimals that are none", "round(1, 0.5)", NoNumber},
		{"a row of nobody", "table_sum(goodwill, none)", UnknownRow},
		{"a cell without a number", "table_sum(outlook, none)", NoCellNumber},
		{"a row without cells", "table_sum(empty, none)", NoCellNumber},
		{"zero", "subtract(5, 5.0), divide(1, #0)", DivisionByZero},
		{"zero to a negative power", "exp(0, -1)", DivisionByZero},
		{"zero to a negative root", "exp(0, -0.5)", DivisionByZero},
		{"a root of a negative number", "exp(-2, 0.5)", NotReal},
		{"a tower of powers", "exp(9, 999), exp(#0, 999), exp(#1, 999)", TooLarge},
		{"a large power", "exp(1.5, 1e9)", TooLarge},
		{"an exponent in digits", "add(1e999999999, 1)", NoNumber},
		{"calls in calls", strings.Repeat("add(", 5000) + "1", TooLarge},
		{"brackets in brackets", strings.Repeat("(", 5000) + "1", TooLarge},
		{"signs", strings.Repeat("-", 5000) + "x", TooLarge},
		{"powers of powers", strings.Repeat("2**", 5000) + "2", TooLarge},
		{"many steps", strings.Repeat("add(1, 2), ", maxSteps) + "add(1, 2)", TooLarge},
		{"squares of squares", "add(3, 4)" + strings.Repeat(", multiply(#0, #0)", 2) + squares(30), TooLarge},
		{"much text", strings.Repeat(" ", maxText) + "1", TooLarge},
		{"a statement of Python", "import os", MissingReference},
		{"a loop", "for i in [1, 2]: x = i", MissingReference},
		{"an attribute", "x = 1\nx.real", Syntax},
		{"whole division", "7 // 2", Syntax},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Parse(tt.program)
			if err == nil {
				_, err = p.Run(larkmoor)
			}
			if OutcomeOf(err) != tt.want {
				t.Errorf("%q: %v, want %s", OutcomeOf(err), err, tt.want)
			}
		})
	}
	if OutcomeOf(errors.New("other")) != "" {
		t.Error("another error has an outcome")
	}
}

// squares doubles the digits of a number in each step.
func squares(n int) string {
	b := ", add(7, 0)"
	for i := range n {
		at := string(rune('0'+(3+i)/10)) + string(rune('0'+(3+i)%10))
		b += ", multiply(#" + at + ", #" + at + ")"
	}
	return b
}

func TestString(t *testing.T) {
	for _, tt := range [][2]string{
		{"divide(subtract(5829, 5735), 5735)", "subtract(5829, 5735), divide(#0, 5735)"},
		{"subtract(table_max(net sales, none), table_average(net sales, none))", "table_max(net sales, none), table_average(net sales, none), subtract(#0, #1)"},
		{"a = 3\nanswer = -(a + 2) * 4", "add(3, 2), multiply(#0, const_m1), multiply(#1, 4)"},
		{"add(1,2),add(3,4),add(#0,#1)", "add(1, 2), add(3, 4), add(#0, #1)"},
		{"add(add(1, 2), 3), add(#0, 4)", "add(1, 2), add(#0, 3), add(#1, 4)"},
		{"6.9%", "6.9%"},
	} {
		p, err := Parse(tt[0])
		if err != nil || p.String() != tt[1] {
			t.Errorf("%q is %q, want %q: %v", tt[0], p, tt[1], err)
		}
	}
	if p, _ := Parse("add(add(1, 2), 3)"); p.Steps() != 2 {
		t.Errorf("%d steps", p.Steps())
	}
}

// TestEqual has the verdicts that a symbolic algebra gives to the same pairs.
func TestEqual(t *testing.T) {
	for _, tt := range []struct {
		gold, other string
		want        bool
	}{
		{"add(5, 7)", "add(7, 5)", true},
		{"subtract(5, 7)", "subtract(7, 5)", false},
		{"subtract(5829, 5735), divide(#0, 5735)", "divide(subtract(5829, 5735), 5735)", true},
		{"subtract(5829, 5735), divide(#0, 5735)", "divide(5829, 5735), divide(5735, 5735), subtract(#0, #1)", true},
		{"subtract(5829, 5735), divide(#0, 5735)", "divide(5829, 5735), subtract(#0, const_1)", false},
		{"add(5, 7), add(#0, 9)", "add(9, 7), add(5, #0)", true},
		{"multiply(5, 7), divide(#0, 9)", "divide(9, 5), divide(7, #0)", true},
		{"divide(5, const_100)", "divide(5, 100)", false},
		{"divide(5, 7)", "divide(5, 7.0)", false},
		{"multiply(5, 2), subtract(#0, 5)", "add(5, 2), subtract(#0, 2)", false},
		{"greater(5, 7)", "greater(5, 7)", true},
		{"greater(5, 7)", "greater(7, 5)", false},
		{"exp(5, 7)", "exp(5, 7)", true},
		{"exp(5, 7)", "exp(7, 5)", false},
		{"divide(7, 7), exp(5, #0)", "add(5, 7), subtract(#0, 7)", true},
		{"table_sum(net sales, none), divide(#0, 2)", "divide(table_sum(net sales, none), 2)", true},
		{"table_sum(net sales, none)", "table_max(net sales, none)", false},
		{"table_sum(net sales, none)", "table_sum(margin, none)", false},
		{"add(5, 7)", "add(5, 9)", false},
		{"subtract(5, 5), divide(7, #0)", "subtract(5, 5), divide(7, #0)", true},
		{"subtract(5, 5), divide(7, #0)", "divide(7, 5)", false},
		{"2401", "2401", true},
		{"2401", "2402", false},
	} {
		a, err := Parse(tt.gold)
		b, other := Parse(tt.other)
		if err != nil || other != nil || Equal(a, b) != tt.want {
			t.Errorf("%q and %q: want %v (%v, %v)", tt.gold, tt.other, tt.want, err, other)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name    string
		gold    Gold
		fault   Fault
		outcome Outcome
	}{
		{"sound", Gold{Program: "divide(114400, 329500)", Result: "0.34719", Printed: "34.7%"}, Sound, ""},
		{"without a printed answer", Gold{Program: "add(7367, -5974)", Result: "1393.0"}, Sound, ""},
		{"a verdict", Gold{Program: "greater(2, 1)", Result: "yes", Printed: "Yes"}, Sound, ""},
		{"of a row", Gold{Program: "table_sum(net sales, none)", Table: larkmoor, Result: "2200.0", Printed: "$ 2200 thousand"}, Sound, ""},
		{"printed only", Gold{Program: "divide(1, 3)", Printed: "33%"}, Sound, ""},
		{"printed only, and wrong", Gold{Program: "divide(1, 3)", Printed: "44%"}, OtherPrinted, ""},
		{"another result", Gold{Program: "divide(1, 3)", Result: "0.3333"}, OtherResult, ""},
		{"another printed", Gold{Program: "subtract(25, 31), divide(#0, 31)", Result: "-0.19355", Printed: "19.4%"}, OtherPrinted, ""},
		{"a number for a verdict", Gold{Program: "greater(2, 1)", Result: "1"}, VerdictNumber, ""},
		{"a verdict for a number", Gold{Program: "add(2, 1)", Result: "yes"}, VerdictNumber, ""},
		{"the other verdict", Gold{Program: "greater(2, 1)", Result: "no"}, OtherResult, ""},
		{"nothing to hold it against", Gold{Program: "add(2, 1)"}, NoResult, ""},
		{"no program", Gold{Result: "3"}, NotExecuted, NoProgram},
		{"no row", Gold{Program: "table_sum(net sales, none)", Result: "3"}, NotExecuted, UnknownRow},
	} {
		f := Check(&tt.gold)
		if f.Fault != tt.fault || f.Outcome != tt.outcome || (f.Reason == "") != (tt.fault == Sound) {
			t.Errorf("%s: %+v, want %q %q", tt.name, f, tt.fault, tt.outcome)
		}
	}
}

func TestRenders(t *testing.T) {
	for _, tt := range []struct {
		printed, result string
		want            bool
	}{
		{"56%", "0.56197", true}, {"56", "0.56197", true}, {".562", "0.56197", true}, {"57%", "0.56197", true}, {"58%", "0.56197", false},
		{"3.8%", "3.8", true}, {"-3.2%", "-16.0", false}, {"58.6%", "-0.58621", false}, {"7.222222", "7.22222", true},
		{"4.9\\n", "4.85514", true}, {"$ 2.33 million", "2.3345", true}, {"1,320.8", "1320.825", true}, {"yes", "yes", true}, {"yes", "no", false},
		{"0.001", "0.0021", false}, {"0%", "0.0", true}, {"none", "0.0", false},
	} {
		if Renders(tt.printed, tt.result) != tt.want {
			t.Errorf("%q of %q: want %v", tt.printed, tt.result, tt.want)
		}
	}
}

func TestValue(t *testing.T) {
	run := func(s string) Value {
		p, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	third := run("divide(1, 3)")
	if f, ok := third.Float(); !ok || f != 1.0/3 {
		t.Errorf("%v", f)
	}
	if _, ok := run("greater(2, 1)").Float(); ok {
		t.Error("yes is a number")
	}
	if !third.Same(run("0.33333")) || third.Same(run("0.3333")) || third.Same(run("greater(2, 1)")) || !run("greater(2, 1)").Same(run("greater(3, 1)")) {
		t.Error("values are the same at five decimals")
	}
	if (Value{}).Is("0") || (Value{}).String() != "" || (Value{}).Same(Value{}) {
		t.Error("no value is one")
	}
}
