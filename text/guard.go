package text

// guard makes the sentence of a span, cut if it is too long: at the last semicolon within
// maxSentence that is followed by an enumerator, else at the last one at all. A sentence without any
// is left uncut, because a cut at a comma would split figures and names.
func guard(text []byte, start, end int) Sentence {
	uncut := Sentence{Span: Span{start, end}}
	if end-start <= maxSentence {
		return uncut
	}
	listed, plain := -1, -1
	for i := start + 1; i < end-1 && (i < start+maxSentence || plain < 0); i++ {
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
		uncut.Long = true
		return uncut
	}
	return Sentence{Span: Span{start, cut}, Cut: true, Long: cut-start > maxSentence}
}

// enumeratorFollows reports whether text[i:] begins with "(iii)", "b)" or "2.", perhaps after "and".
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
