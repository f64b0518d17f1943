package fakemodel

import (
	"hash/fnv"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Small words say nothing about what a text is about, in a query or in a document.
var smallWords = map[string]bool{
	"a": true, "an": true, "and": true, "are": true, "as": true, "at": true, "be": true, "by": true, "did": true, "do": true,
	"does": true, "for": true, "from": true, "has": true, "have": true, "how": true, "in": true, "is": true, "it": true,
	"its": true, "of": true, "on": true, "or": true, "that": true, "the": true, "this": true, "to": true, "was": true,
	"were": true, "what": true, "which": true, "who": true, "why": true, "with": true,
}

// contentWords is the words of a text in lower case, without the small ones.
func contentWords(s string) []string {
	all := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	out := all[:0]
	for _, w := range all {
		if !smallWords[w] {
			out = append(out, w)
		}
	}
	return out
}

// tokensOf is a count in the usual proportion of four characters to a token: what matters is that it
// grows with the text, is never zero for any text, and is the same every time.
func tokensOf(s string) int { return (utf8.RuneCountInString(s) + 3) / 4 }

// relevance is how much of the query a document has, from 0 to 1: the share of the query's words that it
// contains, a little less where they are diluted by others.
func relevance(query, document string) float64 {
	words := contentWords(query)
	if len(words) == 0 {
		return 0
	}
	in := map[string]bool{}
	for _, w := range contentWords(document) {
		in[w] = true
	}
	wanted, found := map[string]bool{}, 0
	for _, w := range words {
		if !wanted[w] && in[w] {
			found++
		}
		wanted[w] = true
	}
	if found == 0 {
		return 0
	}
	share := float64(found) / float64(len(wanted))
	dilution := 1 / (1 + math.Log1p(float64(len(in)-found)/float64(len(wanted)))/20)
	return share * dilution
}

// meaning is a unit vector of a text: each word and each of its three-letter pieces takes a place by hash,
// so that texts which share words lie near each other. The same text has the same vector everywhere.
func meaning(s string, dimensions int, task string) []float64 {
	out := make([]float64, dimensions)
	add := func(piece string, weight float64) {
		h := fnv.New64a()
		h.Write([]byte(piece))
		sum := h.Sum64()
		if sum>>63 == 1 {
			weight = -weight
		}
		out[sum%uint64(dimensions)] += weight
	}
	for _, w := range contentWords(s) {
		add(w, 1)
		padded := "^" + w + "$"
		for i := 0; i+3 <= len(padded); i++ {
			add(padded[i:i+3], 0.25)
		}
	}
	add("\x00"+task, 0.25) // also of an empty text, so that none has the zero vector
	return scaled(out, 1)
}

// scaled gives a vector this length.
func scaled(v []float64, length float64) []float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	if sum == 0 { // what is left of a vector that was cut off
		v[0], sum = 1, 1
	}
	for i := range v {
		v[i] *= length / math.Sqrt(sum)
	}
	return v
}
