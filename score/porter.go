package score

// porter stems a word of the letters a to z and digits in place, by Porter's algorithm as NLTK extends
// it, which rouge_score uses. The stem is never longer than the word.
func porter(w []byte) []byte {
	if stem, ok := irregular(w); ok {
		return append(w[:0], stem...)
	}
	if len(w) <= 2 {
		return w
	}
	w = plural(w)
	w = pastOrGerund(w)
	if hasSuffix(w, "y") && len(w) > 2 && isConsonant(w, len(w)-2) {
		w[len(w)-1] = 'i'
	}
	w = double(w)
	w = firstSuffix(w, endings3, 0)
	w = lastSuffix(w)
	return tidied(w)
}

// irregular is the stem of a word that the rules would get wrong.
func irregular(w []byte) (string, bool) {
	switch string(w) {
	case "sky", "skies":
		return "sky", true
	case "dying":
		return "die", true
	case "lying":
		return "lie", true
	case "tying":
		return "tie", true
	case "innings":
		return "inning", true
	case "outings":
		return "outing", true
	case "cannings":
		return "canning", true
	case "news", "inning", "outing", "canning", "howe", "proceed", "exceed", "succeed":
		return string(w), true
	}
	return "", false
}

// plural is step 1a.
func plural(w []byte) []byte {
	switch n := len(w); {
	case hasSuffix(w, "ies") && n == 4:
		return w[:n-1]
	case hasSuffix(w, "sses") || hasSuffix(w, "ies"):
		return w[:n-2]
	case hasSuffix(w, "s") && !hasSuffix(w, "ss"):
		return w[:n-1]
	}
	return w
}

// pastOrGerund is step 1b.
func pastOrGerund(w []byte) []byte {
	n := len(w)
	switch {
	case hasSuffix(w, "ied") && n == 4:
		return w[:n-1]
	case hasSuffix(w, "ied"):
		return w[:n-2]
	case hasSuffix(w, "eed"):
		if measure(w[:n-3]) > 0 {
			return w[:n-1]
		}
		return w
	case hasSuffix(w, "ed") && hasVowel(w[:n-2]):
		return restored(w[:n-2])
	case hasSuffix(w, "ing") && hasVowel(w[:n-3]):
		return restored(w[:n-3])
	}
	return w
}

// restored gives a stem that lost "ed" or "ing" its e back, or takes one of two equal consonants.
func restored(w []byte) []byte {
	n := len(w)
	switch {
	case hasSuffix(w, "at") || hasSuffix(w, "bl") || hasSuffix(w, "iz"):
		return append(w, 'e')
	case n >= 2 && w[n-1] == w[n-2] && isConsonant(w, n-1):
		if c := w[n-1]; c == 'l' || c == 's' || c == 'z' {
			return w
		}
		return w[:n-1]
	case measure(w) == 1 && endsShort(w):
		return append(w, 'e')
	}
	return w
}

// ending is a suffix and what takes its place.
type ending struct{ from, to string }

// The rules of steps 2 to 4. The first suffix that fits decides.
var (
	endings2 = byLastLetter([]ending{
		{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
		{"bli", "ble"}, {"alli", "al"}, {"entli", "ent"}, {"eli", "e"}, {"ousli", "ous"}, {"ization", "ize"},
		{"ation", "ate"}, {"ator", "ate"}, {"alism", "al"}, {"iveness", "ive"}, {"fulness", "ful"},
		{"ousness", "ous"}, {"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"}, {"fulli", "ful"},
	})
	endings3 = byLastLetter([]ending{
		{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""},
	})
	endings4 = byLastLetter([]ending{
		{"al", ""}, {"ance", ""}, {"ence", ""}, {"er", ""}, {"ic", ""}, {"able", ""}, {"ible", ""}, {"ant", ""},
		{"ement", ""}, {"ment", ""}, {"ent", ""}, {"ion", ""}, {"ou", ""}, {"ism", ""}, {"ate", ""}, {"iti", ""},
		{"ous", ""}, {"ive", ""}, {"ize", ""},
	})
)

// rules are endings by the last letter of their suffix: most words end in none of them.
type rules [256][]ending

func byLastLetter(list []ending) *rules {
	var r rules
	for _, e := range list {
		last := e.from[len(e.from)-1]
		r[last] = append(r[last], e)
	}
	return &r
}

// double is step 2, which takes apart double suffixes; what "alli" leaves may end in another.
func double(w []byte) []byte {
	if hasSuffix(w, "alli") && measure(w[:len(w)-4]) > 0 {
		w = w[:len(w)-2]
	}
	for _, e := range endings2[w[len(w)-1]] {
		if hasSuffix(w, e.from) {
			return replaced(w, e, 0)
		}
	}
	if hasSuffix(w, "logi") && measure(w[:len(w)-3]) > 0 {
		return w[:len(w)-1]
	}
	return w
}

// firstSuffix applies the first rule that fits, if what stays has more than so many syllables.
func firstSuffix(w []byte, r *rules, least int) []byte {
	for _, e := range r[w[len(w)-1]] {
		if hasSuffix(w, e.from) {
			return replaced(w, e, least)
		}
	}
	return w
}

func replaced(w []byte, e ending, least int) []byte {
	if stem := w[:len(w)-len(e.from)]; measure(stem) > least {
		return append(stem, e.to...)
	}
	return w
}

// lastSuffix is step 4. "ion" goes only after s or t.
func lastSuffix(w []byte) []byte {
	if stem := len(w) - 3; hasSuffix(w, "ion") && (stem == 0 || w[stem-1] != 's' && w[stem-1] != 't') {
		return w
	}
	return firstSuffix(w, endings4, 1)
}

// tidied is step 5: no e at the end, no double l.
func tidied(w []byte) []byte {
	if hasSuffix(w, "e") {
		stem := w[:len(w)-1]
		if m := measure(stem); m > 1 || m == 1 && !endsShort(stem) {
			w = stem
		}
	}
	if hasSuffix(w, "ll") && measure(w[:len(w)-1]) > 1 {
		w = w[:len(w)-1]
	}
	return w
}

func hasSuffix(w []byte, suffix string) bool {
	return len(w) >= len(suffix) && string(w[len(w)-len(suffix):]) == suffix
}

func isVowelLetter(c byte) bool {
	return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'
}

// isConsonant reports whether the letter at w[i] is a consonant: y is one unless a consonant is
// before it.
func isConsonant(w []byte, i int) bool {
	first := i
	for first > 0 && w[first] == 'y' {
		first--
	}
	consonant := !isVowelLetter(w[first])
	return consonant != ((i-first)%2 == 1)
}

// measure counts how often a vowel comes before a consonant: Porter's m.
func measure(w []byte) int {
	m, vowel := 0, false
	for i, c := range w {
		v := isVowelLetter(c) || c == 'y' && i > 0 && !vowel
		if vowel && !v {
			m++
		}
		vowel = v
	}
	return m
}

func hasVowel(w []byte) bool {
	for i, c := range w {
		if isVowelLetter(c) || c == 'y' && i > 0 { // a y is a vowel, or follows one
			return true
		}
	}
	return false
}

// endsShort is Porter's *o: consonant, vowel, consonant other than w, x and y; or the whole is a vowel
// and a consonant.
func endsShort(w []byte) bool {
	n := len(w)
	if n == 2 {
		return !isConsonant(w, 0) && isConsonant(w, 1)
	}
	return n >= 3 && isConsonant(w, n-3) && !isConsonant(w, n-2) && isConsonant(w, n-1) &&
		w[n-1] != 'w' && w[n-1] != 'x' && w[n-1] != 'y'
}
