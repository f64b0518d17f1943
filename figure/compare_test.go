package figure

import "testing"

func TestCompareText(t *testing.T) {
	percent, millions := "what percent was it?", "what was it, in millions?"
	for _, c := range []struct {
		name, gold, answer, question string
		want                         Reason
	}{
		{"as printed", "$ 1,234.5", "$1,234.5", "", noReason},
		{"digits shown decide", "0.1523", "0.15", "", noReason},
		{"finer than the gold", "0.15", "0.1523", "", noReason},
		{"another percentage", "15.2 %", "15.9 %", "", Other},
		{"the next percentage", "15.2 %", "15.3 %", "", Rounding},
		{"within one percent", "1,234.56", "1,230.00", "", Rounding},
		{"five percent off", "1,234.56", "1,296.29", "", Other},
		{"sign, and the last digit", "55.1%", "-55.2%", "", wrongSign},
		{"scale words", "$2.3 billion", "2,300 million", "", noReason},
		{"scale letters", "$2.3 billion", "2.3 bn", "", noReason},
		{"written out", "$2.3 billion", "$2,300,000,000", "", noReason},
		{"rounded to its scale", "$2,345 million", "$2.3 billion", "", noReason},
		{"percent of a fraction", "0.152", "15.2%", percent, noReason},
		{"fraction of a percent", "15.2%", "0.152", "", noReason},
		{"bare number of percents", "15.2%", "15.2", "", noReason},
		{"bare numbers, asked in percent", "0.152", "15.2", percent, noReason},
		{"bare numbers, not asked in percent", "0.152", "15.2", "what was the price?", wrongScale},
		{"basis points", "0.5%", "50 bps", "", noReason},
		{"multiple", "1.5x", "1.5", "", noReason},
		{"a decrease after the figure", "-5.3%", "a 5.3% decrease", "", noReason},
		{"lower than before", "-5.3%", "5.3% lower", "", noReason},
		{"a decrease where growth is asked for", "5.3%", "a decrease of 5.3%", "what was the growth?", wrongSign},
		{"a decrease where one is asked for", "5.3%", "a decrease of 5.3%", "what was the decrease?", noReason},
		{"a decrease where a change is asked for", "5.3%", "a decrease of 5.3%", "what was the change?", wrongSign},
		{"a decrease as growth", "-5.3%", "it fell by 5.3%", "what was the growth?", noReason},
		{"per share is in no scale", "1.23", "$1.23 million", "what were earnings per share?", wrongScale},
		{"a percentage where a sum is asked for", "0.4", "40%", "how much, in USD billions?", wrongUnit},
		{"a percentage of LaTeX", "10.5%", `$10.5\%$`, "", noReason},
		{"a range in words", "10% to 12%", "from 10% to 12%", "", noReason},
		{"another range in words", "10% to 12%", "from 10% to 15%", "", Other},
		{"one end of a range", "10% to 12%", "10%", "", Other},
		{"a range around the figure", "1,234", "between 1,234 and 1,500", "", Other},
		{"a fiscal year for a year", "2019", "FY2019", "in which year?", noReason},
		{"another fiscal year", "2019", "FY2018", "in which year?", Other},
		{"a year for a fiscal one", "fiscal 2019", "2019", "in which year?", noReason},
		{"a fraction or its percentage", "12.5%", "= 0.125 or 12.5%", "", noReason},
		{"a ratio of ones", "3", "3:1", "", noReason},
		{"a ratio", "1.5", "3:2", "", noReason},
		{"a ratio turned round", "3", "1:3", "", Other},
		{"the first of a ratio", "3", "3:2", "", Other},
		{"a ratio as gold", "1:3", "0.33", "", noReason},
		{"numbered", "1,234", "1) 1,234", "", noReason},
		{"nothing has changed", "0", "No change.", "", noReason},
		{"break-even", "0", "break-even", "", noReason},
		{"nothing has changed, but it has", "5", "unchanged", "", Other},
		{"gold in the unit of the question", "2300", "$2.3 billion", millions, noReason},
		{"answer in the unit of the question", "$2.3 billion", "2300", millions, noReason},
		{"gold in an unstated unit", "2300", "$2,300 million", "", noReason},
		{"gold in an unstated unit, converted", "2300", "$2.3 billion", "", wrongScale},
		{"gold in an unstated unit, rounded", "6.25", "$6 million", "", wrongScale},
		{"few digits in an unstated unit", "97", "$97 billion", "", wrongScale},
		{"dollars written out for millions", "5466", "$5,466,312,000", millions, noReason},
		{"millions without the word", "5466", "$5,466,312", millions, wrongScale},
		{"digits without a currency", "5466", "5,466,312,000", millions, noReason},
		{"cents", "3.45 cents per share", "3.45", "", noReason},
		{"millions for a count of one digit", "4", "3,944 million", "", wrongScale},
		{"percent where none is asked for", "298.5", "298.5%", "what was the total?", wrongScale},
		{"percent where it is", "73.22", "73.22%", percent, noReason},
		{"a gold rounded as asked", "0.01", "0.0142", "what is the ratio? round to two decimal places", noReason},
		{"a gold rounded as asked, in percent", "0.01", "1.42%", "what is the return? round to two decimal places", noReason},
		{"a gold that lost its digits", "0.01", "0.0142", "what is the ratio?", Rounding},
		{"gold in another unit than the question's", "2300", "$2.3 million", millions, wrongScale},
		{"unit left out", "$240.41", "240.41", "", noReason},
		{"per share left out", "$1.23 per share", "$1.23", "", noReason},
		{"parentheses", "-3.2%", "(3.2%)", "", noReason},
		{"in words", "25", "twenty-five", "", noReason},
		{"a fall in words", "-3.2%", "it decreased by 3.2%", "", noReason},
		{"sign", "-3.2%", "3.2%", "", wrongSign},
		{"sign in words", "3.2%", "negative 3.2%", "", wrongSign},
		{"thousandfold", "1234", "1,234,000", "", wrongScale},
		{"hundredfold", "15.2%", "1520%", "", wrongScale},
		{"currency", "$5 million", "€5 million", "", wrongUnit},
		{"money for a percentage", "15%", "$15", "", wrongUnit},
		{"a year", "114", "2012", "", yearAsAnswer},
		{"a year asked for", "2012", "2012", "", noReason},
		{"another year", "2012", "2013", "", Other},
		{"a year asked for in a sentence", "2019", "In 2019, sales rose by 5%.", "", noReason},
		{"a time asked for", "2.5 years", "In fiscal 2017, the result was 2.5 years.", "", noReason},
		{"another time", "2.5 years", "In fiscal 2017, the result was 3.5 years.", "", Other},
		{"zero", "0.15", "0", "", Other},
		{"zero asked for", "0", "0.00", "", noReason},
		{"something near zero", "0", "0.001", "", Other},
		{"one digit", "0.96", "1", "", noReason},
		{"one digit of another number", "0.94", "1", "", Rounding},
		{"one digit too few", "0.6", "1", "", Rounding},
		{"last digit", "1,234", "1,235", "", Rounding},
		{"another number", "1,234", "77", "", Other},
		{"range", "$1.2 to $1.5 billion", "between $1.2 billion and $1.5 billion", "", noReason},
		{"half a range", "$1.2 to $1.5 billion", "$1.2 billion", "", Other},
		{"a date", "December 31, 2022", "12/31/2022", "", noReason},
		{"another date", "December 31, 2022", "December 30, 2022", "", Other},
		{"a fall without a sign", "9.86%", "decreased by 9.86 %", "what was the change?", wrongSign},
		{"the size of a fall", "9.86%", "decreased by 9.86 %", "how much did it decrease?", noReason},
		{"a rise for a fall", "9.86%", "increased by 9.86 %", "how much did it decrease?", wrongSign},
		{"less than before", "-35", "$35 less", "what was the change, in millions?", noReason},
		{"a level that fell", "55", "Sales fell in 2019 to $55", "what were sales?", noReason},
		{"a hyphen apart", "-3 million", "- 3 million", "", noReason},
		{"a scale in brackets", "273", "273 (in millions)", millions, noReason},
		{"another scale in brackets", "273", "273 (in thousands)", millions, wrongScale},
		{"a scale in a heading", "$5 million", "| | USD millions |\n|---|---|\n| Sales | 5 |", "", noReason},
		{"a sum padded with decimals", "$1577.00", "$1,577.4 million", "in USD millions?", noReason},
		{"all of the dollars", "$9068.00", "$9,068,000,000", "in USD millions?", noReason},
		{"no millions", "74.33", "74.33 dollars exactly, not in millions", millions, wrongScale},
		{"one of two", "5%", "5% / 6%", percent, Other},
		{"denied", "130", "It is not 130.", "what was it?", Other},
		{"denied, and then stated", "14%", "It is not 12%, it is 14%.", percent, noReason},
		{"a quotient as percent", "3.46", "346", "what is the turnover ratio?", wrongScale},
		{"another currency", "400", "400 million euros", "what was it in USD millions?", wrongUnit},
		{"tonnes of money", "1,234", "1,234 tonnes", "what were sales?", wrongUnit},
		{"tonnes asked for", "1,234", "1,234 tonnes", "how many tonnes?", noReason},
		{"dollars for a count", "1,234", "$1,234", "how many stores were there?", wrongUnit},
		{"a sum per day", "1,234", "$1,234 million per day", millions, wrongUnit},
		{"points of a relative change", "25.1%", "25.1 percentage points", "what was the percentage change of sales?", wrongUnit},
		{"a change after its level", "34.2%", "It is 1.342x its earlier level, i.e. growth of 34.2%.", "what was the growth?", noReason},
		{"twice the gold", "5", "twice $5 million", millions, Other},
		{"half of it", "5", "half of $5 million", millions, Other},
		{"a sum left undone", "5", "$5 million + $3 million", millions, Other},
		{"a sum left undone, in words", "5", "$5 million plus $3 million", millions, Other},
		{"a sum after its result", "5", "$5 million (= $2 million + $3 million)", millions, noReason},
		{"neither", "5", "It is neither $5 million nor $6 million.", millions, Other},
		{"a bound with the gold's digits", "1577", "less than $1,577 million", millions, Other},
		{"a bound that cuts the gold off", "48.21%", "over 48%", percent, noReason},
		{"at least", "7", "at least 7", "how many stores?", Other},
		{"two labels", "13%", "Mills: 13%; Harbor: 12%", "what was the change in percent?", Other},
		{"restated otherwise", "0.7446", "0.7446, i.e. 46.17%", percent, Other},
		{"restated in another scale", "1577", "$1,577 million ($1.77 billion)", millions, Other},
		{"restated rightly", "1577", "$1,577 million (about $1.6 billion)", millions, noReason},
		{"short of", "5", "$5 million short of the plan", millions, wrongSign},
		{"after what fell", "$55", "Net revenue, after reductions, of $55", "what was net revenue?", noReason},
		{"a payment in brackets", "$1577.00", "Capital expenditures: $(1,577) million", "what is capital expenditure (in USD millions)?", noReason},
		{"income in brackets", "$1577.00", "Net income: $(1,577) million", "what is net income (in USD millions)?", wrongSign},
		{"years for millions", "965.635", "965.64 years", "what long-term debt is due, in millions?", wrongUnit},
		{"thousands per share", "3.45", "3.45 thousand", "what was the EPS?", wrongScale},
		{"a scale after a comma", "4900 million", "4,900, in millions", "", noReason},
		{"a scale of noughts", "4900 thousand", "4,900 ($000s)", "", noReason},
		{"shares of a scale apart", "4900 thousand", "4,900 (in thousands of shares)", "how many shares?", noReason},
		{"a rounded sum padded with decimals", "$8.70", "$8,738 million", "in USD billions?", noReason},
		{"a change of levels", "-11", "It fell from 29 billion to 18 billion, i.e. by 11 billion.", "what was the change in billions?", noReason},
		{"a change of levels the other way", "11", "It fell from 29 billion to 18 billion, i.e. by 11 billion.", "what was the change in billions?", Other},
		{"the level, not its change", "18", "It went from 29 to 18, i.e. by 11.", "what was the change?", Other},
		{"a share of quantities", "15.5%", "31 of 200, or about 15.5%", percent, noReason},
		{"a share before its quotient", "15.5%", "15.5% (= 31 / 200)", percent, noReason},
		{"digits of another script", "1577", "١٥٧٧ million", millions, noReason},
		{"none", "0", "There were none.", "what were the impairments?", noReason},
		{"none of what is asked for", "0", "It had no impairments", "what were the impairments?", noReason},
		{"none, but some", "5", "It had no impairments, 3 stores", "what were the impairments?", Other},
		{"in a sentence", "105", "the five year change is 105", "", noReason},
		{"a conclusion", "6.25", "Turnover = $16,830 million / $2,694 million\nTurnover ≈ 6.25\nTherefore, the turnover for 2019 is approximately 6.25.", "", noReason},
		{"a conclusion over its working", "0.002",
			"Change = 4.27% - 4.09% ≈ 0.18%\nRounded to one decimal place, the change is 0.2%.", percent, noReason},
		{"the last equals sign after the conclusion", "0.014", "Therefore, the ratio is: 1,248 / 88,083 = 0.0142 or 1.42%.", percent, noReason},
		{"a conclusion in days", "93.86",
			"365 * 0.2572 ≈ 93.86 days. So the time is 93.86 days when rounded to two decimal places.", "", noReason},
		{"decimal places are no answer", "5", "To round to two decimal places gives 5", "", noReason},
		{"after an equals sign", "66.7%", "(5 - 3) / 3 = 66.7%", "", noReason},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := CompareText(c.gold, c.answer, ReadQuestion(c.question))
			if err != nil {
				t.Fatal(err)
			}
			if m.Reason != c.want || m.Right != (c.want == noReason) {
				t.Errorf("%q for %q = %q (%s, %s), want %q", c.answer, c.gold, m.Reason, m.Got.Value, m.Gold.Value, c.want)
			}
		})
	}
	for _, c := range [][2]string{{"yes", "5"}, {"5", "I do not know"}, {"", ""}} {
		if m, err := CompareText(c[0], c[1]); err == nil {
			t.Errorf("CompareText(%q, %q) = %+v, want an error", c[0], c[1], m)
		}
	}
}

func TestReadQuestion(t *testing.T) {
	for _, c := range []struct {
		question string
		want     Hint
	}{
		{"", Hint{}},
		{"What was the total?", Hint{Asked: true}},
		{"What percentage of sales was it?", Hint{Asked: true, Percent: true}},
		{"By how many % did it grow?", Hint{Asked: true, Percent: true, Rises: true}},
		{"How much did sales grow?", Hint{Asked: true, Rises: true}},
		{"What was the growth or decline of sales?", Hint{Asked: true, Percent: true}},
		{"What were earnings per diluted share?", Hint{Asked: true, Each: true}},
		{"What was the EPS?", Hint{Asked: true, Each: true}},
		{"What were sales in millions?", Hint{Asked: true, Scale: 6}},
		{"What is the FY2018 total (in USD thousands)?", Hint{Asked: true, Scale: 3}},
		{"Of the $5 million, what was paid?", Hint{Asked: true}},
	} {
		c.want.question = c.question
		got := ReadQuestion(c.question)
		if got.about = (subject{}); got != c.want {
			t.Errorf("ReadQuestion(%q) = %+v, want %+v", c.question, got, c.want)
		}
	}
}
