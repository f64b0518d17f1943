package figure

import (
	"strings"
	"testing"
)

// prose is like the pages of an annual report with the most figures: one every forty
// bytes. Over a whole filing it is one in two hundred.
const prose = `Net sales of the Harbor segment rose 12.4 % to $1,482.6 million in fiscal 2023, compared with ` +
	`$1,319.0 million in fiscal 2022, because the price of resin fell and because customers who had ` +
	`put off their orders during the first half of the year came back in the third quarter. Gross ` +
	`margin widened by 85 basis points. We opened fourteen stores and closed three; as of September ` +
	`30, 2023 we leased approximately 2.1 million square feet under agreements that expire between ` +
	`2024 and 2039. Diluted earnings were $3.17 per share. See Note 12 to the consolidated financial ` +
	`statements, and Item 1A for the risks that may keep us from repeating these results, among them ` +
	`the loss of either of our two largest customers, each of which accounts for more than 10% of ` +
	`revenue. No other customer does. Management believes that the actions described above will be ` +
	`sufficient to restore the profitability of the business, although there can be no assurance. `

// words is the text between the figures.
const words = `The company competes with many others on price, on quality and on the speed of its ` +
	`deliveries, and some of those have larger resources, longer histories and better known brands. ` +
	`It believes that its customers stay because they trust its service, but they may leave at any ` +
	`time without notice, and then the results of the segment would suffer. Our employees are not ` +
	`represented by unions, and we consider our relations with them to be good. If that changes, or ` +
	`if we fail to attract people with the skills that we need, our growth could slow and our costs ` +
	`could rise. The laws that govern our products differ between the places where we sell them. `

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat(prose+strings.Repeat(words, 6), 20)
	var found []Amount
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		found = Append(found[:0], text)
	}
	if len(found) < 400 {
		b.Fatalf("%d figures", len(found))
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("$ (1,234.5)"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	gold, _ := Parse("$2.3 billion")
	got, _ := Parse("2,300 million")
	b.ReportAllocs()
	for b.Loop() {
		if !Compare(gold, got).Right {
			b.Fatal("wrong")
		}
	}
}
