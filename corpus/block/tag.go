package block

import "bytes"

// Tag is one markup tag as it stands in the source.
type Tag struct {
	Name  []byte // lower case, prefix included; shares a buffer with the next tag
	Range Range  // "<" to after ">"
	Close bool   // </name>
	Empty bool   // <name/>
	attrs Range
}

// maxName is the longest tag name told apart; filings' longest is "ix:continuation" and its like.
const maxName = 64

// maxTag bounds the search for the ">" of one tag. The longest seen in real filings, a root element
// with its namespace declarations, is under 8 kB; an image inlined as data can reach megabytes.
const maxTag = 16 << 20

// scanner finds tags in a source. It knows quotes and comments and nothing of nesting.
type scanner struct {
	src  []byte
	name [maxName]byte
}

// Tags calls yield for each tag of src[from:to] in order, until it returns false. Comments,
// declarations and processing instructions are passed over.
func Tags(src []byte, within Range, yield func(Tag) bool) {
	s := scanner{src: src[:within.End]}
	for at := int(within.Start); at < int(within.End); {
		open := bytes.IndexByte(s.src[at:], '<')
		if open < 0 {
			return
		}
		tag, next, ok := s.tag(at + open)
		if ok && !yield(tag) {
			return
		}
		at = next
	}
}

// tag reads the tag whose "<" is at the given place. Where it finds none (a bare "<", a comment), ok is
// false and next is where to read on; next == at+1 means that the "<" is text.
func (s *scanner) tag(at int) (tag Tag, next int, ok bool) {
	src, i := s.src, at+1
	if i >= len(src) {
		return Tag{}, i, false
	}
	switch c := src[i]; {
	case c == '/':
		tag.Close = true
		i++
	case c == '!' || c == '?':
		return Tag{}, s.declaration(at), false
	}
	start := i
	for i < len(src) && i-start < maxName && isNameByte(src[i]) {
		s.name[i-start] = lower(src[i])
		i++
	}
	if i == start || !isLetter(src[start]) {
		return Tag{}, at + 1, false
	}
	tag.Name = s.name[:i-start]
	end := endOfTag(src, i)
	if end < 0 {
		return Tag{}, at + 1, false
	}
	tag.attrs = Range{int32(i), int32(end - 1)}
	if src[end-2] == '/' && end-2 >= i {
		tag.Empty = true
		tag.attrs.End--
	}
	tag.Range = Range{int32(at), int32(end)}
	return tag, end, true
}

// endOfTag is the place after the ">" that ends a tag, quotes respected, or -1. A quote that is never
// closed, which real filings have, ends at the first ">" instead.
func endOfTag(src []byte, i int) int {
	limit := min(len(src), i+maxTag)
	for k := i; k < limit; k++ {
		switch c := src[k]; c {
		case '>':
			return k + 1
		case '"', '\'':
			// A quote opens a value only after "="; anywhere else it is a stray.
			if !opensValue(src, i, k) {
				continue
			}
			close := bytes.IndexByte(src[k+1:limit], c)
			if close < 0 || bytes.IndexByte(src[k+1:k+1+close], '<') >= 0 && close > 4096 {
				if gt := bytes.IndexByte(src[k:limit], '>'); gt >= 0 {
					return k + gt + 1
				}
				return -1
			}
			k += close + 1
		case '<':
			// The tag was never finished: let the next one begin.
			return -1
		}
	}
	return -1
}

func opensValue(src []byte, from, quote int) bool {
	for k := quote - 1; k >= from; k-- {
		if !isSpace(src[k]) {
			return src[k] == '='
		}
	}
	return false
}

// declaration passes over a comment, a CDATA opening, a doctype or a processing instruction.
func (s *scanner) declaration(at int) int {
	src := s.src
	rest := src[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		if end := bytes.Index(rest[4:], []byte("-->")); end >= 0 {
			return at + 4 + end + 3
		}
		// Never closed: the text behind it is still the filing's.
		return at + 4
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return at + len("<![CDATA[")
	case rest[1] == '?':
		if end := bytes.IndexByte(rest[:min(len(rest), 4096)], '>'); end >= 0 {
			return at + end + 1
		}
		return at + 2
	}
	if len(rest) > 2 && (isLetter(rest[2]) || rest[2] == '[') {
		if end := bytes.IndexByte(rest[:min(len(rest), 4096)], '>'); end >= 0 {
			return at + end + 1
		}
	}
	return at + 1
}

// Attr is one attribute. Value is as written, references not decoded.
type Attr struct{ Name, Value []byte }

// Attrs calls yield for each attribute of a tag, in order, until it returns false. Names keep their
// case; values have lost their quotes.
func (t Tag) Attrs(src []byte, yield func(Attr) bool) {
	b := src[t.attrs.Start:t.attrs.End]
	for i := 0; i < len(b); {
		for i < len(b) && (isSpace(b[i]) || b[i] == '/' || b[i] == '"' || b[i] == '\'') {
			i++
		}
		start := i
		for i < len(b) && !isSpace(b[i]) && b[i] != '=' {
			i++
		}
		name := b[start:i]
		value, next := attrValue(b, i)
		if next <= start {
			next = start + 1
		}
		i = next
		if len(name) > 0 && !yield(Attr{name, value}) {
			return
		}
	}
}

// attrValue reads "= value" at i, if there is one.
func attrValue(b []byte, i int) (value []byte, next int) {
	k := i
	for k < len(b) && isSpace(b[k]) {
		k++
	}
	if k >= len(b) || b[k] != '=' {
		return nil, i
	}
	k++
	for k < len(b) && isSpace(b[k]) {
		k++
	}
	if k < len(b) && (b[k] == '"' || b[k] == '\'') {
		if end := bytes.IndexByte(b[k+1:], b[k]); end >= 0 {
			return b[k+1 : k+1+end], k + end + 2
		}
		k++
	}
	start := k
	for k < len(b) && !isSpace(b[k]) {
		k++
	}
	return b[start:k], k
}

// Attr is the value of the named attribute (any case), or nil.
func (t Tag) Attr(src []byte, name string) []byte {
	var found []byte
	t.Attrs(src, func(a Attr) bool {
		if equalFold(a.Name, name) {
			found = a.Value
			if found == nil {
				found = []byte{}
			}
			return false
		}
		return true
	})
	return found
}

// ReadTag reads the tag that opens at the given place of src; false where none does.
func ReadTag(src []byte, at int32) (Tag, bool) {
	s := scanner{src: src}
	if int(at) >= len(src) || src[at] != '<' {
		return Tag{}, false
	}
	tag, _, ok := s.tag(int(at))
	return tag, ok
}

// equalFold compares ASCII text without case; name is lower case.
func equalFold(b []byte, name string) bool {
	if len(b) != len(name) {
		return false
	}
	for i := range b {
		if lower(b[i]) != name[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isNameByte(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == ':' || c == '-' || c == '_' || c == '.'
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
}
