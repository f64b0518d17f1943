package figure

import "testing"

// TestNotations holds forms that answers have and filings do not.
func TestNotations(t *testing.T) {
	for _, c := range []struct {
		gold, answer, question string
		want                   Reason
	}{
		{"$4.6 billion", "＄４．６ ｂｉｌｌｉｏｎ", "", noReason},
		{"12.5%", "１２．５％", "", noReason},
		{"38.98%", "The result is __38.98%__", "", noReason},
		{"-1,386.93", "`-1_386.93`", "", noReason},
		{"$9,068 million", "$9_068 million", "", noReason},
		{"0.4884", "4.884 × 10⁻¹", "", noReason},
		{"382 million", "3.82 × 10^8", "", noReason},
		{"83.2 million", `\$83.2 \times 10^{6}`, "", noReason},
		{"$224 million", "USD 224e6", "", noReason},
		{"$224 million", "USD 224e9", "", wrongScale},
		{"1.2345 billion", "1,234.5 × 10**6", "", noReason},
		{"96.04%", "960.4‰", "", noReason},
		{"2.8%", "2.8‰", "what percent was it?", Other},
		{"-0.6%", "-0.6 p.p.", "", noReason},
		{"0.563%", "El resultado es 0,563 por ciento.", "", noReason},
		{"12.3%", "12,3 Prozent", "", noReason},
		{"356.67 million", "Le montant est de 356,67 millions de dollars.", "", noReason},
		{"356.67 million", "356,67 millones de dólares", "", noReason},
		{"$35.5 million", "35,5 Mio. USD", "", noReason},
		{"4.2 billion", "4,2 млрд", "", noReason},
		{"4.2 billion", "4,2 Mrd. €", "", noReason},
		{"$2,573 million", "25.73亿美元", "", noReason},
		{"$9.6 million", "9.6百万ドル", "", noReason},
		{"$6.36", "6 dollars and 36 cents", "", noReason},
		{"$6.05", "6 dollars and 5 cents", "", noReason},
		{"0.78", "78/100", "", noReason},
		{"6.96 billion", "6.96 thousand million dollars", "", noReason},
		{"$23,762 thousand", "$23,762 thou.", "", noReason},
		{"-17 million", "17- million (trailing minus)", "", noReason},
		{"-1.4%", "↓ 1.4%", "", noReason},
		{"56.22%", "56.22% of one percent", "what percent was it?", wrongScale},
		// A question that says how to round, and an answer that shows fewer digits than its gold.
		{"65.4%", "1", "in units of percents and round to one decimal place", Rounding},
		{"65.4%", "7%", "in percent, rounded to one decimal", Other},
	} {
		m, err := CompareText(c.gold, c.answer, ReadQuestion(c.question))
		if err != nil {
			t.Errorf("%q for %q: %v", c.answer, c.gold, err)
		} else if m.Reason != c.want {
			t.Errorf("%q for %q = %q (%s, %s), want %q", c.answer, c.gold, m.Reason, m.Got.Value, m.Gold.Value, c.want)
		}
	}
}
