package call

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A server knows the key that it is sent, and may send it back in a form that a search for the key does not find and a
// reader of the reply gets back: with escapes of JSON or of URLs, in base64, in hexadecimal or reversed.

// Bounds of the search for keys.
const (
	maxEscapes   = 4       // escapes inside escapes that are undone: JSON in a text of JSON has two
	searchBytes  = 2 << 20 // of a text that are searched at once, so that undoing escapes takes no more memory
	searchShared = 256 << 10
)

// span is a part of a text, from a byte up to another.
type span struct{ start, end int }

// hide is the text with marks in place of the key. It is the text itself if that does not hold the key.
func (s Secret) hide(text []byte) []byte {
	if len(s.value) < minSecret {
		return text
	}
	var out []byte
	done := 0
	s.search(text, func(found span) bool {
		if found.end > done {
			if found.start >= done {
				out = append(append(out, text[done:found.start]...), hidden...)
			}
			done = found.end
		}
		return true
	})
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// isIn reports whether a text holds the key in any form.
func (s Secret) isIn(text []byte) bool {
	if len(s.value) < minSecret {
		return false
	}
	found := false
	s.search(text, func(span) bool {
		found = true
		return false
	})
	return found
}

// search gives where the key is, in the order of the text, until yield returns false. Spans may overlap.
func (s Secret) search(text []byte, yield func(span) bool) {
	forms := s.forms()
	for at := 0; ; at += searchBytes - searchShared {
		end := min(at+searchBytes, len(text))
		for _, found := range spansOf(text[at:end], forms, 0) {
			if !yield(span{at + found.start, at + found.end}) {
				return
			}
		}
		if end == len(text) {
			return
		}
	}
}

// forms are the ways in which a key may be written apart from escapes.
func (s Secret) forms() [][]byte {
	key := []byte(s.value)
	reversed := slices.Clone(key)
	slices.Reverse(reversed)
	all := [][]byte{key, []byte(url.QueryEscape(s.value)), reversed,
		[]byte(hex.EncodeToString(key)), []byte(strings.ToUpper(hex.EncodeToString(key)))}
	for before := range 3 { // bytes that precede the key in the first group of three
		padded := append(make([]byte, before), key...)
		first, last := (before*8+5)/6, len(padded)*8/6 // characters between these are made of the key alone
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			all = append(all, []byte(encoding.EncodeToString(padded)[first:last]))
		}
	}
	return all
}

// spansOf are the places of forms in a text and in what its escapes mean, in the order of the text.
func spansOf(text []byte, forms [][]byte, escapes int) []span {
	var found []span
	for _, form := range forms {
		for at := 0; ; {
			i := bytes.Index(text[at:], form)
			if i < 0 {
				break
			}
			found = append(found, span{at + i, at + i + len(form)})
			at += i + len(form)
		}
	}
	if escapes < maxEscapes {
		if plain := unescape(text); len(plain) < len(text) {
			found = append(found, escapedSpans(text, spansOf(plain, forms, escapes+1))...)
		}
	}
	slices.SortFunc(found, func(a, b span) int { return a.start - b.start })
	return found
}

// escapedSpans are parts of what unescape made of a text, sorted by their starts, as parts of the text.
func escapedSpans(text []byte, plain []span) []span {
	out := make([]span, 0, len(plain))
	var starts, at int // bytes of the unescaped text and of the text up to the start of a span
	for _, part := range plain {
		for ; starts < part.start; starts++ {
			at += escapeLen(text[at:])
		}
		end := at
		for n := starts; n < part.end; n++ {
			end += escapeLen(text[end:])
		}
		out = append(out, span{at, end})
	}
	return out
}

func escapeLen(text []byte) int {
	_, n := unescapeOne(text)
	return n
}

// unescape is a text with a byte for each escape of JSON or of a URL. It is the text itself if there are none.
func unescape(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 && bytes.IndexByte(text, '%') < 0 {
		return text
	}
	plain := make([]byte, 0, len(text))
	for at := 0; at < len(text); {
		next := at
		for next < len(text) && text[next] != '\\' && text[next] != '%' {
			next++
		}
		plain = append(plain, text[at:next]...)
		if at = next; at < len(text) {
			c, n := unescapeOne(text[at:])
			plain = append(plain, c)
			at += n
		}
	}
	return plain
}

// unescapeOne is the byte that a text begins with, and how many bytes it is written with. What is no character of a key
// is some byte that none has.
func unescapeOne(text []byte) (byte, int) {
	digits, size := 0, 0
	switch {
	case text[0] == '%':
		digits, size = 1, 3
	case text[0] != '\\' || len(text) == 1:
		return text[0], 1
	case text[1] == 'u':
		digits, size = 2, 6
	case text[1] == 'x':
		digits, size = 2, 4
	case strings.IndexByte(`"\/`, text[1]) >= 0:
		return text[1], 2
	case strings.IndexByte("bfnrt", text[1]) >= 0:
		return ' ', 2
	}
	if size == 0 || len(text) < size {
		return text[0], 1
	}
	n, err := strconv.ParseUint(string(text[digits:size]), 16, 16)
	switch {
	case err != nil:
		return text[0], 1
	case n > '~':
		return 0, size
	}
	return byte(n), size
}

// Joined is the failure of a result that holds a key which the reply held in pieces, such as the parts of a text; nil if
// it holds none. Vectors are numbers, and are not looked at.
func Joined(c *Call, r *Result, secrets []Secret) *Failure {
	if len(secrets) == 0 || c.Operation == Embed || c.Operation == Rerank {
		return nil
	}
	text, err := json.Marshal(r.Value)
	for _, secret := range secrets {
		if err == nil && secret.isIn(text) {
			return &Failure{Kind: Malformed, Message: "the reply holds the key, in pieces"}
		}
	}
	return nil
}
