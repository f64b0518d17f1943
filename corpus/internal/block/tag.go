package block

import (
	"bytes"

	"github.com/assayhq/assay/internal/ascii"
)

// Tag is one markup tag of the source.
type Tag struct {
	Name  []byte // lower case, prefix included; shares a buffer with the next tag
	Range Range  // "<" to after ">"
	Close bool   // </name>
	Empty bool   // <name/>
	attrs Range
}

const (
	// maxName is the longest tag name that is read; the longest that this package knows is
	// "ix:continuation". The rest of a longer name is read as attributes.
	maxName = 64

	// maxTag bounds the search for the ">" of one tag. The longest seen in real filings, a root element
	// with its namespace declarations, is under 8 kB; an image inlined as data can reach megabytes.
	maxTag = 16 << 20

	// maxDeclaration bounds the search for the ">" of a doctype or a processing instruction.
	maxDeclaration = 4096

	// shortTag bounds that search once a document has shown that it opens tags and does not end them.
	shortTag = 256

	// longValue is the length from which a quoted value with a "<" in it is a quote never closed.
	longValue = 4096
)

// scanner finds tags in a source. It knows quotes and comments, but not nesting.
type scanner struct {
	src       []byte
	wasted    int  // bytes looked at in vain for the end of a tag
	noComment bool // no "-->" follows any more
	cut       bool // the source ends inside a tag
	name      [maxName]byte
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

// ReadTag reads the tag that opens at the given place of src; false where none does.
func ReadTag(src []byte, at int32) (Tag, bool) {
	if at < 0 || int(at) >= len(src) || src[at] != '<' {
		return Tag{}, false
	}
	s := scanner{src: src}
	tag, _, ok := s.tag(int(at))
	return tag, ok
}

// tag reads the tag whose "<" is at the given place. Where it finds none (a bare "<", a comment), ok is
// false and next is where to read on; next == at+1 means that the "<" is text.
func (s *scanner) tag(at int) (tag Tag, next int, ok bool) {
	src, i := s.src, at+1
	if i >= len(src) {
		return Tag{}, i, false
	}
	switch c := src[i]; {
	case ascii.IsLetter(c):
	case c == '/':
		tag.Close = true
		i++
		if i >= len(src) || !ascii.IsLetter(src[i]) {
			// "</" and then no name: browsers take it for a comment.
			return Tag{}, s.declaration(at), false
		}
	case c == '!' || c == '?':
		return Tag{}, s.declaration(at), false
	default:
		return Tag{}, i, false
	}
	start := i
	for i < len(src) && i-start < maxName && isNameByte(src[i]) {
		s.name[i-start] = ascii.ToLower(src[i])
		i++
	}
	tag.Name = s.name[:i-start]
	end := i + 1
	if i >= len(src) || src[i] != '>' {
		end = s.endOfTag(i)
		if end < 0 {
			return Tag{}, at + 1, false
		}
	}
	tag.attrs = Range{int32(i), int32(end - 1)}
	if end-2 >= i && src[end-2] == '/' {
		tag.Empty = true
		tag.attrs.End--
	}
	tag.Range = Range{int32(at), int32(end)}
	return tag, end, true
}

// endOfTag is the place after the ">" that ends a tag, quotes respected, or -1. A quote that is never
// closed, which real filings have, ends at the first ">" instead. Searches in vain are counted: a
// source that spends more on them than a few times its length gets short ones from there on.
func (s *scanner) endOfTag(from int) int {
	src, limit := s.src, min(len(s.src), from+maxTag)
	if s.wasted > 4*len(src)+1<<16 {
		limit = min(limit, from+shortTag)
	}
	valued := false // the last visible byte was "=": a quote opens a value only there, else it is a stray
	i := from
	for ; i < limit; i++ {
		c := src[i]
		switch c {
		case '>':
			return i + 1
		case '"', '\'':
			if !valued {
				continue
			}
			valued = false
			end := bytes.IndexByte(src[i+1:limit], c)
			if end < 0 || runsOn(src[i+1:i+1+end]) {
				if gt := bytes.IndexByte(src[i:limit], '>'); gt >= 0 {
					return i + gt + 1
				}
				s.wasted += limit - from
				s.cut = s.cut || limit == len(src)
				return -1
			}
			i += end + 1
		case '<':
			// The tag was never finished: let the next one begin.
			s.wasted += i - from
			return -1
		default:
			valued = c == '=' || valued && isSpace(c)
		}
	}
	s.wasted += limit - from
	s.cut = s.cut || limit == len(src)
	return -1
}

// runsOn reports whether the text between two quotes shows that the first was never closed.
func runsOn(value []byte) bool {
	lt := bytes.IndexByte(value, '<')
	return lt >= 0 && (len(value) > longValue || bytes.Contains(value[lt:], []byte("</")))
}

// declaration passes over a comment, a CDATA opening, a doctype, a processing instruction or an end tag
// without a name.
func (s *scanner) declaration(at int) int {
	rest := s.src[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		if !s.noComment {
			// From "--" on: "<!-->" is a comment.
			if end := bytes.Index(rest[2:], []byte("-->")); end >= 0 {
				return at + 2 + end + 3
			}
			s.noComment = true
		}
		// Never closed: the text after it is still the filing's.
		return at + 4
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return at + len("<![CDATA[")
	case rest[1] == '!' && (len(rest) < 3 || !ascii.IsLetter(rest[2]) && rest[2] != '['):
		return at + 1
	}
	limit := maxDeclaration
	if s.wasted > 4*len(s.src)+1<<16 {
		limit = shortTag
	}
	limit = min(len(rest), limit)
	if end := bytes.IndexByte(rest[:limit], '>'); end >= 0 {
		return at + end + 1
	}
	s.wasted += limit
	return at + 1
}

// Attr is one attribute. Value is as written, references not decoded.
type Attr struct{ Name, Value []byte }

// Attr is the value of the named attribute (any case), or nil.
func (t Tag) Attr(src []byte, name string) []byte {
	rest := src[t.attrs.Start:t.attrs.End]
	for {
		var a Attr
		if a, rest = nextAttr(rest); a.Name == nil {
			return nil
		}
		if equalFold(a.Name, name) {
			if a.Value == nil {
				return []byte{}
			}
			return a.Value
		}
	}
}

// nextAttr reads the first attribute of what a tag holds; its Name is nil at the end.
func nextAttr(b []byte) (a Attr, rest []byte) {
	i := 0
	for i < len(b) && (isSpace(b[i]) || b[i] == '/' || b[i] == '"' || b[i] == '\'' || b[i] == '=') {
		i++
	}
	start := i
	for i < len(b) && b[i] != '=' && !isSpace(b[i]) {
		i++
	}
	if i == start {
		return Attr{}, nil
	}
	a.Name = b[start:i]
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	if i >= len(b) || b[i] != '=' {
		return a, b[i:]
	}
	i++
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	if i < len(b) && (b[i] == '"' || b[i] == '\'') {
		if end := bytes.IndexByte(b[i+1:], b[i]); end >= 0 {
			a.Value = b[i+1 : i+1+end]
			return a, b[i+end+2:]
		}
		i++
	}
	start = i
	for i < len(b) && !isSpace(b[i]) {
		i++
	}
	a.Value = b[start:i]
	return a, b[i:]
}

// equalFold compares ASCII text without case; name is lower case.
func equalFold(b []byte, name string) bool {
	if len(b) != len(name) {
		return false
	}
	for i := range b {
		if ascii.ToLower(b[i]) != name[i] {
			return false
		}
	}
	return true
}

func isNameByte(c byte) bool {
	return ascii.IsAlnum(c) || c == ':' || c == '-' || c == '_' || c == '.'
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
}
