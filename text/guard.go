package text

// guard makes the sentence of a span, cut if it is too long: at the last semicolon within
// MaxSentence that stands before an enumerator, else at the last one at all. A sentence without any
// is left whole, because a cut at a comma would tear figures and names apart.
func guard(text []byte, start, end int) Sentence {
	whole := Sentence{Span: Span{start, end}}
	if end-start <= MaxSentence {
		return whole
	}
	listed, plain := -1, -1
	for i := start + 1; i < end-1 && (i < start+MaxSentence || plain < 0); i++ {
		if text[i] != ';' || blankLen(text, i+1) == 0 {
			continue
		}
		plain = i + 1
		if enumeratorFollows(text, i+1, end) {
			listed = i + 1
		}
	}
	cut := listed
	if cut < 0 {
		cut = plain
	}
	if cut < 0 {
		whole.Long = true
		return whole
	}
	return Sentence{Span: Span{start, cut}, Cut: true, Long: cut-start > MaxSentence}
}

// enumeratorFollows reports whether "(iii)", "b)" or "2." stands at text[i], perhaps after "and".
func enumeratorFollows(text []byte, i, end int) bool {
	i = skipBlanks(text, i, end)
	for _, word := range [...]string{"and", "or"} {
		if end-i > len(word) && string(text[i:i+len(word)]) == word && blankLen(text, i+len(word)) > 0 {
			i = skipBlanks(text, i+len(word), end)
			break
		}
	}
	_, after := readEnumerator(text, i, end)
	return after > i && after < end
}
