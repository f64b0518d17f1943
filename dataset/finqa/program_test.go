package finqa

import (
	"errors"
	"strconv"
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
			v, err := p.run(larkmoor)
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
		want          outcome
	}{
		{"nothing", " \n", noProgram},
		{"a comment", "# answer", noProgram},
		{"a bracket that is open", "add(1, 2", badSyntax},
		{"a bracket that is open around a row", "table_sum(net sales, none", badSyntax},
		{"an argument that is missing", "add(1, )", badSyntax},
		{"one argument", "add(1)", badSyntax},
		{"three arguments", "add(1, 2, 3)", badSyntax},
		{"no comma", "add(1, 2) add(3, 4)", badSyntax},
		{"a comma at the end", "add(1, 2),", badSyntax},
		{"a row without a name", "table_sum(, none)", badSyntax},
		{"a step in place of a row", "add(1, 2), table_sum(#0, none)", badSyntax},
		{"an operation of nobody", "average(1, 2)", unknownOperation},
		{"a function of nobody", "answer = sqrt(2)", unknownOperation},
		{"a step that is not there", "divide(#0, 2)", missingReference},
		{"a step behind it", "add(1, 2), divide(#1, 2)", missingReference},
		{"a number of a step that is none", "add(1, 2), divide(#x, 2)", missingReference},
		{"a very large number of a step", "add(1, 2), divide(#99999999999999999999999, 2)", missingReference},
		{"a name of nobody", "answer = sales / 2", missingReference},
		{"a text", "add(net sales, 2)", noNumber},
		{"a constant of nobody", "add(const_pi, 2)", noNumber},
		{"a not-a-number", "add(nan, 2)", noNumber},
		{"an infinite number", "add(inf, 2)", noNumber},
		{"yes is computed with", "greater(2, 1), add(#0, 1)", noNumber},
		{"a list is computed with", "answer = [1, 2] + 3", noNumber},
		{"a list is the end", "answer = [1, 2]", noNumber},
		{"decimals that are none", "round(1, 0.5)", noNumber},
		{"a row of nobody", "table_sum(goodwill, none)", unknownRow},
		{"a cell without a number", "table_sum(outlook, none)", noCellNumber},
		{"a row without cells", "table_sum(empty, none)", noCellNumber},
		{"zero", "subtract(5, 5.0), divide(1, #0)", divisionByZero},
		{"zero to a negative power", "exp(0, -1)", divisionByZero},
		{"zero to a negative root", "exp(0, -0.5)", divisionByZero},
		{"a root of a negative number", "exp(-2, 0.5)", notReal},
		{"a tower of powers", "exp(9, 999), exp(#0, 999), exp(#1, 999)", tooLarge},
		{"a large power", "exp(1.5, 1e9)", tooLarge},
		{"an exponent in digits", "add(1e999999999, 1)", noNumber},
		{"calls in calls", strings.Repeat("add(", 5000) + "1", tooLarge},
		{"brackets in brackets", strings.Repeat("(", 5000) + "1", tooLarge},
		{"signs", strings.Repeat("-", 5000) + "x", tooLarge},
		{"powers of powers", strings.Repeat("2**", 5000) + "2", tooLarge},
		{"many steps", strings.Repeat("add(1, 2), ", maxSteps) + "add(1, 2)", tooLarge},
		{"squares of squares", "add(3, 4)" + strings.Repeat(", multiply(#0, #0)", 2) + squares(30), tooLarge},
		{"much text", strings.Repeat(" ", maxText) + "1", tooLarge},
		{"a statement of Python", "import os", missingReference},
		{"a loop", "for i in [1, 2]: x = i", missingReference},
		{"an attribute", "x = 1\nx.real", badSyntax},
		{"whole division", "7 // 2", badSyntax},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Parse(tt.program)
			if err == nil {
				_, err = p.run(larkmoor)
			}
			if outcomeOf(err) != tt.want {
				t.Errorf("%q: %v, want %s", outcomeOf(err), err, tt.want)
			}
		})
	}
	if outcomeOf(errors.New("other")) != "" {
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
		{"subtract(table_max(net sales, none), table_average(net sales, none))",
			"table_max(net sales, none), table_average(net sales, none), subtract(#0, #1)"},
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

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name    string
		gold    Gold
		fault   Fault
		outcome outcome
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
		{"no program", Gold{Result: "3"}, NotExecuted, noProgram},
		{"no row", Gold{Program: "table_sum(net sales, none)", Result: "3"}, NotExecuted, unknownRow},
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
		{"4.9\\n", "4.85514", true}, {"$ 2.33 million", "2.3345", true}, {"1,320.8", "1320.825", true}, {"yes", "yes",
			true}, {"yes", "no", false},
		{"0.001", "0.0021", false}, {"0%", "0.0", true}, {"none", "0.0", false},
	} {
		if Renders(tt.printed, tt.result) != tt.want {
			t.Errorf("%q of %q: want %v", tt.printed, tt.result, tt.want)
		}
	}
}

func TestValue(t *testing.T) {
	run := func(s string) value {
		p, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.run(nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if got := run("divide(1, 3)").String(); got != "0.33333" {
		t.Errorf("a third is %s", got)
	}
	if (value{}).Is("0") || (value{}).String() != "" {
		t.Error("no value is one")
	}
}

// String is the program in FinQA's language, as steps. Parse reads it, except for operations that only Python has.
func (p *program) String() string {
	if p.result.number != nil {
		return p.result.text
	}
	var b strings.Builder
	for i := range p.steps[:p.result.ref+1] {
		if i > 0 {
			b.WriteString(", ")
		}
		p.steps[i].write(&b)
	}
	return b.String()
}

func (s *step) write(b *strings.Builder) {
	name := operations[s.op].name
	if name == "" {
		name = operations[s.op].python
	}
	b.WriteString(name + "(")
	if s.op.ofTable() {
		b.WriteString(s.row + ", none)")
		return
	}
	for i, a := range s.args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.String())
	}
	b.WriteByte(')')
}

func (a operand) String() string {
	if a.number == nil {
		return "#" + strconv.Itoa(a.ref)
	}
	return a.text
}
