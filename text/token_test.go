package text

import (
	"slices"
	"strings"
	"testing"
)

// The expectations are the output of rouge_score 0.1.2's DefaultTokenizer without stemming.
func wordStrings(s string) []string {
	var words []string
	for _, span := range Words(nil, s) {
		words = append(words, strings.ToLower(span.In(s)))
	}
	return words
}

func TestWords(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"Net sales rose 12.5% to $1,234.5 million.", []string{"net", "sales", "rose", "12", "5", "to", "1", "234", "5", "million"}},
		{"The U.S. unit's AT&T deal", []string{"the", "u", "s", "unit", "s", "at", "t", "deal"}},
		{"Société Générale's “fiscal-2024”", []string{"soci", "t", "g", "n", "rale", "s", "fiscal", "2024"}},
		{"5 \u212a and \u0130stanbul", []string{"5", "k", "and", "i", "stanbul"}},
		{"naïve 10-K\u00a0filing\tx_y", []string{"na", "ve", "10", "k", "filing", "x", "y"}},
		{"— … —", nil},
		{"", nil},
		{"\xff ends\xc3", []string{"ends"}},
	}
	for _, test := range tests {
		if got := wordStrings(test.text); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
		if a, b := Words(nil, test.text), Words(nil, []byte(test.text)); !slices.Equal(a, b) {
			t.Errorf("%q: string and bytes differ: %v, %v", test.text, a, b)
		}
	}
}

func TestTokens(t *testing.T) {
	tests := []struct {
		text string
		want string // token keys between bars, numbers after a #
	}{
		{"The U.S. rose to $1,234.5 million (12.5%).", "the|us|rose|to|#1234.5|million|#12.5"},
		{"Form 10-K, Rule 10b5-1 and COVID-19", "form|10-k|rule|10b5-1|and|covid-19"},
		{"AT&T's R&D at amazon.com", "at&t|r&d|at|amazon.com"},
		{"the Company’s ends.The next", "the|company|ends|the|next"},
		{"year-over-year, 2019-2020, Notes 1,2", "year|over|year|#2019|#2020|notes|#1|#2"},
		{"Société Générale S.A. in Q4", "société|générale|sa|in|q4"},
		{"U.S.", "us"},
		{"a.m. to 5 p.m.", "am|to|#5|pm"},
		{"1,234,567 and 12,34", "#1234567|and|#12|#34"},
		{"…—…", ""},
	}
	for _, test := range tests {
		var got []string
		for _, token := range Tokens(nil, test.text) {
			key := string(AppendKey(nil, test.text, token))
			if token.Kind == Number {
				key = "#" + key
			}
			got = append(got, key)
		}
		if joined := strings.Join(got, "|"); joined != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, joined, test.want)
		}
	}
}

func TestWordCount(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, " \t\n": 0, "one": 1, "Net sales rose 5% — a lot.": 6, "a\u00a0b": 2, "- • -": 0, "Österreich AG": 2,
	} {
		if got := WordCount(text); got != want {
			t.Errorf("%q: %d words, want %d", text, got, want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	seeds := []string{"", "U.S. 1,234.5", "AT&T’s 10-K", "\xff\xc3", "a.b.c.d.", "1,2,3,4", "é.é’s", "’s 's"}
	if len(seeds) < 8 {
		f.Fatal("seeds are missing")
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, token := range Tokens(nil, s) {
			if token.Start < end || token.End <= token.Start || token.End > len(s) {
				t.Fatalf("token %v after %d of %d", token, end, len(s))
			}
			if len(AppendKey(nil, s, token)) == 0 {
				t.Fatalf("token %q has no key", token.In(s))
			}
			end = token.End
		}
		Words(nil, s)
	})
}

func BenchmarkTokens(b *testing.B) {
	text := prose(1 << 20)
	var tokens []Token
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		tokens = Tokens(tokens[:0], text)
	}
}

func BenchmarkWords(b *testing.B) {
	text := prose(1 << 20)
	var words []Span
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		words = Words(words[:0], text)
	}
}
