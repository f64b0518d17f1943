package score

import "testing"

// short is a pair as answers to questions are.
var short = Input{
	Question: "What was the growth of net sales in percent?",
	Gold:     []string{"Net sales grew by 4.5 % to $1,234.5 million, driven by higher prices in Europe."},
	Answer:   "The company's net sales increased 4.5% to $1.23 billion, which was driven by price increases in Europe and Asia.",
	Sources:  []string{"Net sales grew by 4.5 % to $1,234.5 million, driven by higher prices in Europe."},
}

func BenchmarkScorers(b *testing.B) {
	for i := range Scorers {
		s := &Scorers[i]
		b.Run(s.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Score(&short)
			}
		})
	}
}

func BenchmarkLong(b *testing.B) {
	if testing.Short() {
		b.Skip("reads real texts")
	}
	var gold, answer string
	eachRealPair(b, func(_ int, pair *realPair, golds []string, text string) {
		if pair.Set == "filings" && len(text) > len(answer) {
			gold, answer = golds[0], text
		}
	})
	in := Input{Gold: []string{gold}, Answer: answer}
	for _, name := range []string{"f1", "bleu", "rougeL", "rougeL-stem", "rougeLsum", "ratcliff"} {
		s, err := Find(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(gold) + len(answer)))
			for b.Loop() {
				s.Score(&in)
			}
		})
	}
}
