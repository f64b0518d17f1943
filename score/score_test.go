package score

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestScoreJSON(t *testing.T) {
	tests := []struct {
		name  string
		score Score
		want  string
	}{
		{"scored", Of("f1", 0.5), `{"name":"f1","outcome":"scored","value":0.5,"expected":"","extracted":"","explanation":"","evidence":[]}`},
		{"scored nothing", Of("f1", 0), `{"name":"f1","outcome":"scored","value":0,"expected":"","extracted":"","explanation":"","evidence":[]}`},
		{"not", Not("f1", Abstained, "the answer is empty"),
			`{"name":"f1","outcome":"abstained","expected":"","extracted":"","explanation":"the answer is empty","evidence":[]}`},
		{"NaN", Of("f1", math.NaN()),
			`{"name":"f1","outcome":"error","expected":"","extracted":"","explanation":"the scorer's value is not a finite number","evidence":[]}`},
		{"infinite", Of("f1", math.Inf(-1)),
			`{"name":"f1","outcome":"error","expected":"","extracted":"","explanation":"the scorer's value is not a finite number","evidence":[]}`},
		{"scored without a value", Not("f1", Scored, "why"),
			`{"name":"f1","outcome":"error","expected":"","extracted":"","explanation":"outcome \"scored\" without a value: why","evidence":[]}`},
		{"markup", Score{Name: "q", Outcome: Error, Expected: "a < b & c", Evidence: []string{"<x>"}},
			`{"name":"q","outcome":"error","expected":"a < b & c","extracted":"","explanation":"","evidence":["<x>"]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.score.MarshalJSON()
			if err != nil || string(got) != test.want {
				t.Fatalf("got %s, %v\nwant %s", got, err, test.want)
			}
			var back Score
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			if again, _ := back.MarshalJSON(); string(again) != test.want {
				t.Errorf("read and written again: %s", again)
			}
		})
	}
}

func TestScoreJSONRefused(t *testing.T) {
	tests := []struct{ name, json, want string }{
		{"scored without a value", `{"name":"f1","outcome":"scored"}`, "scored without a value"},
		{"null is no value", `{"name":"f1","outcome":"scored","value":null}`, "scored without a value"},
		{"value without scored", `{"name":"f1","outcome":"abstained","value":0}`, `a value beside outcome "abstained"`},
		{"unknown outcome", `{"name":"f1","outcome":"fine"}`, `unknown outcome "fine"`},
		{"no outcome", `{"name":"f1"}`, `unknown outcome ""`},
		{"no name", `{"outcome":"scored","value":1}`, "no name"},
		{"NaN", `{"name":"f1","outcome":"scored","value":NaN}`, "invalid character"},
		{"NaN as a string", `{"name":"f1","outcome":"scored","value":"NaN"}`, "cannot unmarshal"},
		{"beyond numbers", `{"name":"f1","outcome":"scored","value":1e999}`, "cannot unmarshal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := Of("kept", 1)
			if err := json.Unmarshal([]byte(test.json), &s); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want it to say %q", err, test.want)
			}
			if s.Name != "kept" {
				t.Errorf("a record that was refused has changed the score: %+v", s)
			}
		})
	}
	for _, wrong := range []Score{{Name: "x", Outcome: Scored, Value: math.NaN()}, {Name: "x", Outcome: Skipped, Value: 1}, {Name: "x"}} {
		if b, err := json.Marshal(wrong); err == nil {
			t.Errorf("%+v was written: %s", wrong, b)
		}
	}
}

func TestOutcomes(t *testing.T) {
	if len(Outcomes) != 9 {
		t.Fatalf("%d outcomes, want 9", len(Outcomes))
	}
	for _, row := range Outcomes {
		if row.Doc == "" || !row.Outcome.Known() {
			t.Errorf("%q: %q", row.Outcome, row.Doc)
		}
	}
}

func TestTable(t *testing.T) {
	if len(Scorers) != 27 {
		t.Errorf("%d scorers, want 27", len(Scorers))
	}
	names := map[string]string{}
	for i := range Scorers {
		s := &Scorers[i]
		if !strings.HasSuffix(s.Doc, ".") || !strings.HasSuffix(s.Caveats, ".") || s.Low >= s.High ||
			(s.Func == nil) != (s.Needs&NeedsModel != 0) {
			t.Errorf("%s: the row is not complete", s.Name)
		}
		for _, name := range append([]string{s.Name}, s.Also...) {
			if other := names[nameKey(name)]; other != "" {
				t.Errorf("%q finds both %s and %s", name, other, s.Name)
			}
			names[nameKey(name)] = s.Name
			if found, err := Find(strings.ToUpper(name)); err != nil || found != s {
				t.Errorf("%q finds %v, %v", name, found, err)
			}
		}
	}
}

func TestFindUnknown(t *testing.T) {
	tests := []struct{ name, want string }{
		{"rougel_stemmed", `unknown scorer "rougel_stemmed"; did you mean "rougeL-stem"? 'assay score ls' lists them`},
		{"jacard", `unknown scorer "jacard"; did you mean "jaccard"? 'assay score ls' lists them`},
		{"zzzzzz", `unknown scorer "zzzzzz"; 'assay score ls' lists them`},
		{strings.Repeat("rouge", 100), `'assay score ls' lists them`},
	}
	for _, test := range tests {
		if _, err := Find(test.name); err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("Find(%.20q): %v, want %s", test.name, err, test.want)
		}
	}
}

// example is an answer for a scorer, and what must come out.
type example struct {
	name      string
	scorer    string
	in        Input
	outcome   Outcome
	value     float64
	extracted string
	why       string // in the explanation or the evidence
}

func runCases(t *testing.T, tests []example) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.scorer+"/"+test.name, func(t *testing.T) {
			s, err := Find(test.scorer)
			if err != nil {
				t.Fatal(err)
			}
			got := s.Score(&test.in)
			if got.Name != s.Name || got.Outcome != test.outcome || math.Abs(got.Value-test.value) > near {
				t.Errorf("got %+v, want %s %v", got, test.outcome, test.value)
			}
			if test.extracted != "" && got.Extracted != test.extracted {
				t.Errorf("extracted %q, want %q", got.Extracted, test.extracted)
			}
			if said := got.Explanation + "\n" + strings.Join(got.Evidence, "\n"); !strings.Contains(said, test.why) {
				t.Errorf("says %q, want %q in it", said, test.why)
			}
		})
	}
}

func gold(answer string, golds ...string) Input { return Input{Gold: golds, Answer: answer} }

func TestOverlaps(t *testing.T) {
	runCases(t, []example{
		{"as it stands", "exact", gold(" Paris\n", "Paris"), Scored, 1, "Paris", ""},
		{"case counts", "exact", gold("paris", "Paris"), Scored, 0, "", ""},
		{"any gold", "exact", gold("b", "a", "b"), Scored, 1, "", ""},
		{"no gold", "exact", gold("b"), Skipped, 0, "", "there is no gold"},
		{"blank gold", "exact", gold("b", "  "), Skipped, 0, "", "there is no gold"},
		{"blank answer", "exact", gold(" \t", "x"), Abstained, 0, "", "the answer is empty"},
		{"articles and case", "exact-normal", gold("The Cat!", "a cat"), Scored, 1, "cat", ""},
		{"points of numbers are lost", "exact-normal", gold("15", "1.5"), Scored, 1, "", ""},
		{"the best gold", "f1", gold("net sales of $5", "sales", "net sales"), Scored, 2 * 0.5 * 1 / 1.5, "", "precision 0.5000, recall 1.0000"},
		{"blank golds do not count", "f1", gold("x", "", "y"), Scored, 0, "", ""},
		{"the same", "bleu", gold("one two three four five", "one two three four five"), Scored, 100, "", "5/5 4/4 3/3 2/2"},
		{"blank golds are no references", "bleu", gold("one two", "one two", ""), Scored, 100, "", ""},
		{"order", "rougeL", gold("b a", "a b"), Scored, 0.5, "", ""},
		{"stems", "rouge1-stem", gold("operated", "operating"), Scored, 1, "", ""},
		{"no stems", "rouge1", gold("operated", "operating"), Scored, 0, "", ""},
		{"one word has no pairs", "rouge2", gold("yes", "yes"), Scored, 0, "", ""},
		{"lines in any order", "rougeLsum", gold("c d\na b", "a b\nc d"), Scored, 1, "", ""},
		{"characters", "ratcliff", gold("abxd", "abcd"), Scored, 0.75, "", ""},
	})
}

func TestJaccard(t *testing.T) {
	list := Input{Gold: []string{"Research and development", "Sales"}, GoldList: true, Answer: "sales, research and development"}
	both := Input{Gold: []string{"a", "b", "c"}, GoldList: true, Answer: "x", List: []string{"c", "b", "d", "b"}}
	runCases(t, []example{
		{"any order", "jaccard", gold("pears, apples", "apples and pears"), Scored, 1, "apples; pears", ""},
		{"Oxford comma", "jaccard", gold("a1, b1, and c1", "a1, b1 and c1"), Scored, 1, "", ""},
		{"lines", "jaccard", gold("1. Alpha\n- Beta\n• Gamma\n", "alpha; beta; and gamma"), Scored, 1, "", ""},
		{"case and articles", "jaccard", gold("The Netherlands.", "netherlands"), Scored, 1, "", ""},
		{"commas in numbers", "jaccard", gold("$1,234 and $5,678", "$1,234, $5,678"), Scored, 1, "", ""},
		{"known items stay whole", "jaccard", list, Scored, 1, "", ""},
		{"lists", "jaccard", both, Scored, 0.5, "b; c; d", "missing: a"},
		{"extra", "jaccard", gold("a1, b1", "a1"), Scored, 0.5, "", "extra: b1"},
		{"nothing in common", "jaccard", gold("x1", "y1"), Scored, 0, "", ""},
		{"no item", "jaccard", gold("--", "y1"), Unparsable, 0, "", "no item"},
		{"no item in gold", "jaccard", gold("y1", "--"), Skipped, 0, "", "gold has no item"},
		{"abstains", "jaccard", gold("The filing does not mention any.", "y1, z1"), Abstained, 0, "", "does not mention"},
	})
}

func TestBoolean(t *testing.T) {
	runCases(t, []example{
		{"yes", "boolean", gold("Yes.", "yes"), Scored, 1, "yes", ""},
		{"with a reason", "boolean", gold("Yes, there was no impairment in 2023.", "Yes"), Scored, 1, "yes", ""},
		{"no", "boolean", gold("No, sales fell.", "yes"), Scored, 0, "no", ""},
		{"true", "boolean", gold("true", "Yes"), Scored, 1, "yes", ""},
		{"not true", "boolean", gold("That is not true.", "no"), Scored, 1, "no", ""},
		{"behind the tag", "boolean", gold("REASONING: yes or no?\nFINAL: No", "no"), Scored, 1, "no", ""},
		{"in a sentence", "boolean", gold("The answer is yes.", "yes"), Scored, 1, "", ""},
		{"both", "boolean", gold("Yes and no.", "yes"), Unparsable, 0, "", "both yes and no"},
		{"or", "boolean", gold("yes or no", "yes"), Unparsable, 0, "", "both yes and no"},
		{"neither", "boolean", gold("Sales fell 5%.", "yes"), Unparsable, 0, "", "neither yes nor no"},
		{"no as a determiner", "boolean", gold("There were no changes.", "no"), Unparsable, 0, "", "neither"},
		{"hedge before", "boolean", gold("It depends, but probably yes", "yes"), Unparsable, 0, "", "it hedges"},
		{"hedge behind", "boolean", gold("Yes, but only partially.", "yes"), Unparsable, 0, "", "it hedges: partially"},
		{"hedge of something else", "boolean", gold("Yes, higher costs were in turn partially offset by prices.", "yes"), Scored, 1, "", ""},
		{"abstains", "boolean", gold("I cannot determine that.", "yes"), Abstained, 0, "", "cannot determine"},
		{"no information", "boolean", gold("No information on that is given.", "no"), Abstained, 0, "", "no information"},
		{"a wrong word while abstaining", "boolean", gold("I'm sorry, yes or not I cannot determine.", "no"), Abstained, 0, "", ""},
		{"gold is a figure", "boolean", gold("yes", "5"), Skipped, 0, "", "no yes or no"},
		{"known is no no", "boolean", gold("nothing is known", "no"), Unparsable, 0, "", ""},
	})
}

func TestNoAnswer(t *testing.T) {
	runCases(t, []example{
		{"abstains without gold", "no-answer", gold("The filing does not disclose it."), Scored, 1, "no answer", "does not disclose"},
		{"empty", "no-answer", gold("  "), Scored, 1, "no answer", "empty"},
		{"answers without gold", "no-answer", gold("$5 million"), Scored, 0, "an answer", ""},
		{"answers", "no-answer", gold("$5 million", "$6 million"), Scored, 1, "an answer", ""},
		{"abstains before a gold", "no-answer", gold("N/A", "$6 million"), Scored, 0, "no answer", "n/a"},
		{"gold abstains", "no-answer", gold("I don’t know.", "Not available"), Scored, 1, "", ""},
		{"behind the tag", "no-answer", gold("The table does not mention 2020.\nFINAL: $5", "$5"), Scored, 1, "an answer", ""},
		{"a caveat at the end", "no-answer", gold("It was $5. The filing does not mention more.", "$5"), Scored, 1, "an answer", ""},
	})
}

func TestFigures(t *testing.T) {
	percent := Input{Question: "What was the growth in percent?", Gold: []string{"15.2%"}, Answer: "0.152"}
	unit := Input{Gold: []string{"2.3"}, Unit: "billion", Answer: "$2,300 million"}
	loose := Input{Gold: []string{"100.00"}, Answer: "103.00", Tolerance: 0.05}
	strict := loose
	strict.Tolerance = 0
	runCases(t, []example{
		{"scale words", "figure", gold("2,300 million", "$2.3 billion"), Scored, 1, "2,300 million", "right"},
		{"rounding", "figure", gold("15.3%", "15.2%"), Scored, 0, "15.3%", "rounding"},
		{"another figure", "figure", gold("15.9%", "15.2%"), Scored, 0, "15.9%", "other"},
		{"sign", "figure", gold("-12.5", "12.5"), Scored, 0, "", "sign"},
		{"scale", "figure", gold("$2.3 million", "$2.3 billion"), Scored, 0, "", "scale"},
		{"unit", "figure", gold("5%", "$5"), Scored, 0, "", "unit"},
		{"year", "figure", gold("in 2019", "$5.3"), Scored, 0, "", "year_as_answer"},
		{"behind the tag", "figure", gold("10 of 20\nFINAL: 7.5", "7.5"), Scored, 1, "7.5", ""},
		{"question", "figure", percent, Scored, 1, "", ""},
		{"unit of the gold", "figure", unit, Scored, 1, "", ""},
		{"tolerance", "figure", loose, Scored, 1, "", "within the tolerance"},
		{"no tolerance", "figure", strict, Scored, 0, "", "other"},
		{"scale beside a sum", "figure", Input{Gold: []string{"$1,496.5"}, Unit: "million", Answer: "$1.4965 billion"}, Scored, 1, "", "right"},
		{"scale left out", "figure", Input{Gold: []string{"$1,496.5"}, Unit: "million", Answer: "1.4965 million"}, Scored, 0, "", "scale"},
		{"scale beside what reads as a year", "figure", Input{Gold: []string{"1972"}, Unit: "million",
			Answer: "$1,972 million"}, Scored, 1, "", "right"},
		{"percent beside a number", "figure", Input{Gold: []string{"22.22"}, Unit: "percent", Answer: "0.2222"}, Scored, 1, "", "right"},
		{"a unit that the sum has", "figure", Input{Gold: []string{"$5 million"}, Unit: "million", Answer: "$5,000,000"}, Scored, 1, "", "right"},
		{"no information is no zero", "figure", gold("There is no information on it; I cannot determine it.", "0"), Abstained, 0, "", ""},
		{"right by chance in a recipe", "figure", gold("I do not have access to filings. Divide by 3 and you are done.",
			"3"), Abstained, 0, "", "do not have access"},
		{"unsure", "figure", gold("I am not sure, but it was 5.5.", "5.5"), Scored, 1, "5.5", ""},
		{"zero because there is none", "figure", gold("The filing does not mention any. Therefore, the answer is 0.", "0"), Scored, 1, "0", ""},
		{"no figure", "figure", gold("It rose.", "5"), Unparsable, 0, "", "no figure in the answer"},
		{"abstains", "figure", gold("I cannot determine it.", "5"), Abstained, 0, "", ""},
		{"a year while abstaining", "figure", gold("I cannot determine the figure for 2018.", "5"), Abstained, 0, "", "cannot determine"},
		{"right while hedging", "figure", gold("It was 5. Please refer to the filing.", "5"), Scored, 1, "5", ""},
		{"no figure in gold", "figure", gold("5", "it rose"), Skipped, 0, "", "gold has no figure"},
		{"any gold", "figure", gold("5.5", "it rose", "4.5", "5.5"), Scored, 1, "", ""},
	})
}

func TestDocQA(t *testing.T) {
	runCases(t, []example{
		{"within two percent", "docqa", gold("101", "100"), Scored, 1, "101", "off by 1, 2.02 allowed"},
		{"within a half", "docqa", gold("0", "0.4"), Scored, 1, "", ""},
		{"off", "docqa", gold("97", "100"), Scored, 0, "", ""},
		{"behind the tag", "docqa", gold("1 2 FINAL: 100.5 in 2019", "100.5"), Scored, 1, "100.5", ""},
		{"last number", "docqa", gold("from 5 to 100", "100"), Scored, 1, "100", ""},
		{"tag without a number", "docqa", gold("it is 7. FINAL: seven", "7"), Scored, 1, "7", ""},
		{"commas cut", "docqa", gold("1,234", "1234"), Scored, 0, "234", ""},
		{"minus", "docqa", gold("-50", "50"), Scored, 0, "-50", ""},
		{"no number", "docqa", gold("none of it", "5"), Unparsable, 0, "", "no number in the answer"},
		{"endless digits", "docqa", gold(strings.Repeat("9", 400), "5"), Unparsable, 0, "", "no number"},
		{"no number in gold", "docqa", gold("5", "yes"), Skipped, 0, "", "gold has no number"},
	})
}

func TestQuotes(t *testing.T) {
	source := "Net sales rose four percent to nine million dollars because prices were higher in every region of the country."
	with := func(answer string) Input { return Input{Answer: answer, Sources: []string{"Nothing here.", source}} }
	runCases(t, []example{
		{"exact", "quotes", with(`It says "net sales rose four percent".`), Scored, 1, "net sales rose four percent",
			`exact: "net sales rose four percent" in source 2 at 0-27`},
		{"curly", "quotes", with(`It says “Net sales rose four percent … because prices were higher”.`), Scored, 1, "", "exact"},
		{"close", "quotes", with(`"Net sales rose four percent to nine million dollars because prices were lower"`), Scored,
			1, "", "close, 0.08"},
		{"altered", "quotes", with(`"Net sales fell five percent"`), Scored, 0, "", "altered, 0.40"},
		{"not found", "quotes", with(`"profits doubled over night"`), Scored, 0, "", "not found"},
		{"half", "quotes", with(`"net sales rose" and "costs were cut in half"`), Scored, 0.5, "", "1 of 2 quotations verified"},
		{"names are no quotations", "quotes", with(`the "Company" and "Net Sales"`), Skipped, 0, "", "no quotation of 3 words"},
		{"open mark", "quotes", with(`5" of rain, and sales rose`), Skipped, 0, "", "no quotation"},
		{"no sources", "quotes", gold(`"net sales rose four percent"`), Skipped, 0, "", "there are no sources"},
		{"too many", "quotes", with(strings.Repeat(`"one two three" `, maxQuotes+1)), Skipped, 0, "", "more than 256"},
	})
}

// TestNoModel: a scorer that needs a model and has none says so, and never gives a number.
func TestNoModel(t *testing.T) {
	for i := range Scorers {
		if Scorers[i].Needs&NeedsModel == 0 {
			continue
		}
		if got := Scorers[i].Score(&Input{Gold: []string{"a"}, Answer: "a"}); got.Outcome != NoModel || got.Outcome.Applies() || got.Value != 0 {
			t.Errorf("%s: %+v", Scorers[i].Name, got)
		}
		if got := Scorers[i].Score(&Input{Gold: []string{"a"}, Answer: " "}); got.Outcome != Abstained {
			t.Errorf("%s, an empty answer: %+v", Scorers[i].Name, got)
		}
	}
}

func TestExplains(t *testing.T) {
	for _, c := range []struct {
		golds []string
		want  bool
	}{
		{[]string{"Boeing 737"}, true}, {[]string{"One-time"}, true}, {[]string{"3M"}, true}, {[]string{"7-Eleven"}, true},
		{[]string{"Five Below"}, true}, {[]string{"top five customers"}, true}, {[]string{"the iPhone 15"}, true},
		{[]string{"No, since capital spending is 5% of revenue"}, true}, {[]string{"Boeing 737", "737"}, false},
		{[]string{"5"}, false}, {[]string{"$3M"}, false}, {[]string{"3.5M"}, false}, {[]string{"about 5 in 2019"}, false},
		{[]string{"FY2019: 5"}, false}, {[]string{"Seven (7)"}, false}, {[]string{"5 years"}, false}, {[]string{"10-year"}, false},
		{[]string{"Total 12,345"}, false}, {[]string{"no figure"}, false},
		{[]string{"$8.70"}, false}, {[]string{"12.4%"}, false}, {[]string{"about $5 million in 2019"}, false},
		{[]string{"a rise of 4.6 percent"}, false}, {nil, false},
		{[]string{"No, since capital spending is 5% of revenue", "5%"}, false},
	} {
		if got := Explains(c.golds); got != c.want {
			t.Errorf("Explains(%q) = %v, want %v", c.golds, got, c.want)
		}
	}
}
