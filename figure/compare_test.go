package figure

import "testing"

func TestCompareText(t *testing.T) {
	percent, millions := "what percent was it?", "what was it, in millions?"
	for _, c := range []struct {
		name, gold, answer, question string
		want                         Reason
	}{
		{"as printed", "$ 1,234.5", "$1,234.5", "", Right},
		{"digits shown decide", "0.1523", "0.15", "", Right},
		{"finer than the gold", "0.15", "0.1523", "", Right},
		{"another percentage", "15.2 %", "15.9 %", "", Rounding},
		{"scale words", "$2.3 billion", "2,300 million", "", Right},
		{"scale letters", "$2.3 billion", "2.3 bn", "", Right},
		{"written out", "$2.3 billion", "$2,300,000,000", "", Right},
		{"rounded to its scale", "$2,345 million", "$2.3 billion", "", Right},
		{"percent of a fraction", "0.152", "15.2%", percent, Right},
		{"fraction of a percent", "15.2%", "0.152", "", Right},
		{"bare number of percents", "15.2%", "15.2", "", Right},
		{"bare numbers, asked in percent", "0.152", "15.2", percent, Right},
		{"bare numbers, not asked in percent", "0.152", "15.2", "what was the price?", WrongScale},
		{"basis points", "0.5%", "50 bps", "", Right},
		{"multiple", "1.5x", "1.5", "", Right},
		{"gold in the unit of the question", "2300", "$2.3 billion", millions, Right},
		{"answer in the unit of the question", "$2.3 billion", "2300", millions, Right},
		{"gold in a unit nobody names", "2300", "$2.3 billion", "", Right},
		{"gold in another unit than the question's", "2300", "$2.3 million", millions, WrongScale},
		{"unit left out", "$240.41", "240.41", "", Right},
		{"per share left out", "$1.23 per share", "$1.23", "", Right},
		{"parentheses", "-3.2%", "(3.2%)", "", Right},
		{"in words", "25", "twenty-five", "", Right},
		{"a fall in words", "-3.2%", "it decreased by 3.2%", "", Right},
		{"sign", "-3.2%", "3.2%", "", WrongSign},
		{"sign in words", "3.2%", "negative 3.2%", "", WrongSign},
		{"thousandfold", "1234", "1,234,000", "", WrongScale},
		{"hundredfold", "15.2%", "1520%", "", WrongScale},
		{"currency", "$5 million", "€5 million", "", WrongUnit},
		{"money for a percentage", "15%", "$15", "", WrongUnit},
		{"a year", "114", "2012", "", YearAsAnswer},
		{"a year asked for", "2012", "2012", "", Right},
		{"another year", "2012", "2013", "", Rounding},
		{"zero", "0.15", "0", "", Other},
		{"zero asked for", "0", "0.00", "", Right},
		{"something near zero", "0", "0.001", "", Other},
		{"one digit", "0.94", "1", "", Right},
		{"one digit too few", "0.6", "1", "", Rounding},
		{"last digit", "1,234", "1,235", "", Rounding},
		{"another number", "1,234", "77", "", Other},
		{"range", "$1.2 to $1.5 billion", "between $1.2 billion and $1.5 billion", "", Right},
		{"half a range", "$1.2 to $1.5 billion", "$1.2 billion", "", Other},
		{"a date", "December 31, 2022", "12/31/2022", "", Right},
		{"another date", "December 31, 2022", "December 30, 2022", "", Other},
		{"in a sentence", "105", "the five year change is 105", "", Right},
		{"behind an equals sign", "66.7%", "(5 - 3) / 3 = 66.7%", "", Right},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := CompareText(c.gold, c.answer, ReadQuestion(c.question))
			if err != nil {
				t.Fatal(err)
			}
			if m.Reason != c.want || m.Right != (c.want == Right) {
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
		{"By how many % did it grow?", Hint{Asked: true, Percent: true}},
		{"What were sales in millions?", Hint{Asked: true, Scale: 6}},
		{"What is the FY2018 total (in USD thousands)?", Hint{Asked: true, Scale: 3}},
		{"Of the $5 million, what was paid?", Hint{Asked: true}},
	} {
		if got := ReadQuestion(c.question); got != c.want {
			t.Errorf("ReadQuestion(%q) = %+v, want %+v", c.question, got, c.want)
		}
	}
}
