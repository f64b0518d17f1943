package token

import "unicode/utf8"

// added is a token that is found in the text before anything else is done with it.
type added struct {
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	Left       bool   `json:"lstrip"`
	Right      bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`
	ID         uint32 `json:"id"`
}

// finder finds added tokens in a text: of those that begin first the longest.
type finder struct {
	trie   *trie
	tokens map[uint32]added
	first  [256]bool
}

// found is an added token in a text, or a stretch without any.
type found struct {
	start, end int32
	id         int32 // -1 where there is none
}

func newFinder(tokens map[uint32]added, entries []entry) *finder {
	if len(entries) == 0 {
		return nil
	}
	f := &finder{trie: newTrie(entries), tokens: tokens}
	for _, e := range entries {
		f.first[e.text[0]] = true
	}
	return f
}

// find divides a text. An empty one is one stretch.
func (f *finder) find(t *classTable, text []byte, to []found) []found {
	from := 0
	for at := 0; f != nil && at < len(text); at++ {
		if !f.first[text[at]] {
			continue
		}
		id, size := f.trie.longest(text[at:])
		if size == 0 {
			continue
		}
		start, end, token := at, at+size, f.tokens[id]
		at = end - 1
		if token.SingleWord && (wordBefore(t, text[:start]) || wordAfter(t, text[end:])) {
			continue
		}
		if token.Left {
			start = max(from, trimRight(t, text[:start]))
		}
		if token.Right {
			end += trimLeft(t, text[end:])
		}
		if from < start {
			to = append(to, found{int32(from), int32(start), -1})
		}
		to = append(to, found{int32(start), int32(end), int32(id)})
		from = end
	}
	if from < len(text) || len(to) == 0 {
		to = append(to, found{int32(from), int32(len(text)), -1})
	}
	return to
}

func wordBefore(t *classTable, text []byte) bool {
	r, size := utf8.DecodeLastRune(text)
	return size > 0 && t.of(r)&isWord != 0
}

func wordAfter(t *classTable, text []byte) bool {
	r, size := utf8.DecodeRune(text)
	return size > 0 && t.of(r)&isWord != 0
}

// trimRight is where the white space at the end of a text begins.
func trimRight(t *classTable, text []byte) int {
	for len(text) > 0 {
		r, size := utf8.DecodeLastRune(text)
		if t.of(r)&isSpace == 0 {
			break
		}
		text = text[:len(text)-size]
	}
	return len(text)
}

// trimLeft is the size of the white space that a text begins with.
func trimLeft(t *classTable, text []byte) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if t.of(r)&isSpace == 0 {
			break
		}
		at += size
	}
	return at
}

// addTokens gives the added tokens their ids: those of the vocabulary, and of others the next that are free, whatever
// the file says, as in the library. A token is looked for in the text as it is, or after normalizing.
func (t *Tokenizer) addTokens(tokens []added) {
	next := uint32(t.vocab.count)
	ids := map[string]uint32{}
	for _, a := range tokens {
		if a.Content == "" {
			continue
		}
		id, ok := ids[a.Content]
		if !ok {
			id, ok = t.vocab.id(a.Content)
		}
		if !ok {
			id = next
			next++
		}
		ids[a.Content] = id
		t.added[id] = a
	}
	var plain, normal []entry
	for id, a := range t.added {
		if !a.Normalized {
			plain = append(plain, entry{a.Content, id})
			continue
		}
		if text := t.normalize(a.Content); text != "" {
			normal = append(normal, entry{text, id})
		}
	}
	t.plain, t.normal = newFinder(t.added, plain), newFinder(t.added, normal)
	t.addedID = ids
}

// normalize is what becomes of a text before it is cut.
func (t *Tokenizer) normalize(text string) string {
	w := works.Get().(*work)
	defer w.release()
	w.load(text, 0)
	if t.normalizer != nil {
		t.normalizer.apply(w)
	}
	return string(w.text)
}
