package xbrl

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/internal/block"
)

// kind is what an element of inline XBRL is to this package.
type kind uint8

const (
	other kind = iota
	nonFraction
	nonNumeric
	fraction
	tuple
	numerator
	denominator
	continuation
	exclude
	footnote
	relationship
)

func (k kind) fact() bool { return nonFraction <= k && k <= tuple }

// kindOf knows an element of inline XBRL by its local name in lower case.
func kindOf(local []byte) kind {
	switch string(local) {
	case "nonfraction":
		return nonFraction
	case "nonnumeric":
		return nonNumeric
	case "fraction":
		return fraction
	case "tuple":
		return tuple
	case "numerator":
		return numerator
	case "denominator":
		return denominator
	case "continuation":
		return continuation
	case "exclude":
		return exclude
	case "footnote":
		return footnote
	case "relationship":
		return relationship
	}
	return other
}

// element is one element of inline XBRL, of the page or of the header. Its span lies in Doc.Text or,
// when hidden, in the text of the header.
type element struct {
	kind   kind
	hidden bool
	parent int32 // the element it is nested in, or -1
	owner  int32 // the nearest fact that it is or is nested in, or -1
	cell   int32
	span   block.Span
	tag    block.Range
	source block.Range
}

// header is what reading the ix:header elements leaves.
type header struct {
	elements []element
	text     []byte // of the facts in it, white space collapsed
	contexts []Context
	units    []Unit
	problems []string
}

// problem notes what was wrong with the header.
func (h *header) problem(format string, args ...any) {
	if len(h.problems) < maxProblems {
		h.problems = append(h.problems, fmt.Sprintf(format, args...))
	}
}

// headerReader is the state of one pass over a header.
type headerReader struct {
	*header
	src      []byte
	names    *names
	open     []int32 // elements that have begun and not ended, as indexes of elements
	resource resourceReader
	textFrom int  // where the text since the last tag begins
	inside   bool // a context or a unit is open
}

// contextSize is what contexts take of a header on average, unpadded, and little more than the least.
const contextSize = 640

// readHeaders reads all headers of a document, of which there should be one.
func readHeaders(src []byte, ranges []block.Range, n *names) header {
	var h header
	interned := map[string]string{}
	for _, within := range ranges {
		size := int(within.End - within.Start)
		h.contexts = slices.Grow(h.contexts, size/contextSize)
		r := headerReader{header: &h, src: src, names: n, textFrom: int(within.Start)}
		r.resource = resourceReader{header: &h, src: src, interned: interned, members: make([]Dimension, 0, size/contextSize)}
		block.Tags(src, within, r.tag)
		r.finish(within)
	}
	return h
}

// tag acts on one tag of the header.
func (r *headerReader) tag(t block.Tag) bool {
	if len(r.open) > 0 {
		r.takeText(int(t.Range.Start))
	}
	prefix, local := split(t.Name)
	if r.inside {
		r.inside = r.resource.tag(t, local)
	} else if k := kindOf(local); k != other && r.inline(prefix, t.Range.Start) {
		r.inlineTag(k, t)
	} else if len(r.open) > 0 {
		r.layoutTag(local)
	} else if !t.Close {
		r.inside = r.resource.begin(t, local)
	}
	r.textFrom = int(t.Range.End)
	return true
}

// inline reports whether a prefix is one of inline XBRL. An undeclared one is: elements with these
// names in a header can hardly be anything else.
func (r *headerReader) inline(prefix []byte, at int32) bool {
	space := r.names.space(prefix, at)
	return space == "" || space == "http://www.xbrl.org/2013/inlineXBRL" || space == "http://www.xbrl.org/2008/inlineXBRL"
}

func (r *headerReader) inlineTag(k kind, t block.Tag) {
	if t.Close {
		r.close(k, t.Range)
		return
	}
	e := element{kind: k, hidden: true, parent: -1, owner: -1, cell: -1, tag: t.Range, source: t.Range}
	if n := len(r.open); n > 0 {
		e.parent = r.open[n-1]
	}
	at := int32(len(r.text))
	e.span = block.Span{Start: at, End: at}
	r.elements = append(r.elements, e)
	if !t.Empty && k != relationship {
		r.open = append(r.open, int32(len(r.elements)-1))
	}
}

// close ends the innermost open element of that kind and all inside it. The search is bounded, so
// that a hostile page of closing tags stays linear.
func (r *headerReader) close(k kind, at block.Range) {
	for n := len(r.open) - 1; n >= 0 && n >= len(r.open)-maxNested; n-- {
		if r.elements[r.open[n]].kind != k {
			continue
		}
		for _, i := range r.open[n:] {
			r.end(i, at.End)
		}
		r.open = r.open[:n]
		return
	}
}

func (r *headerReader) end(i, source int32) {
	r.elements[i].span.End = int32(len(r.text))
	r.elements[i].source.End = source
}

// finish ends what a header that is cut short has left open.
func (r *headerReader) finish(within block.Range) {
	if len(r.open) > 0 {
		r.takeText(int(within.End))
		r.problem("header ends inside an element")
	}
	for _, i := range r.open {
		r.end(i, within.End)
	}
	if r.inside {
		r.problem("header ends inside context or unit %q", clip(r.resource.id))
	}
}

// layoutTag separates the words of two paragraphs; tags inside a line leave no trace.
func (r *headerReader) layoutTag(local []byte) {
	switch string(local) {
	case "p", "div", "table", "tr", "li", "ul", "ol", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6":
		r.separate('\n')
	case "td", "th":
		r.separate(' ')
	}
}

func (r *headerReader) separate(c byte) {
	n := len(r.text)
	switch {
	case n == 0 || r.text[n-1] == '\n':
	case r.text[n-1] == ' ':
		r.text[n-1] = c
	default:
		r.text = append(r.text, c)
	}
}

// takeText adds the source up to the given place to the header's text.
func (r *headerReader) takeText(to int) {
	if from := r.textFrom; from < to {
		r.text = appendText(r.text, r.src[from:to])
	}
}

// appendText adds character data with white space collapsed, references decoded, and comments and the
// brackets of CDATA sections removed.
func appendText(dst, b []byte) []byte {
	if bytes.IndexByte(b, '&') < 0 && bytes.IndexByte(b, '<') < 0 && bytes.IndexByte(b, ']') < 0 {
		return appendCollapsed(dst, b)
	}
	for len(b) > 0 {
		lt := bytes.IndexByte(b, '<')
		if lt < 0 {
			lt = len(b)
		}
		if lt > 0 {
			// The end of a CDATA section that held tags is all that is left of it here.
			text := bytes.ReplaceAll(b[:lt], []byte("]]>"), nil)
			dst = appendCollapsed(dst, []byte(html.UnescapeString(string(text))))
			b = b[lt:]
			continue
		}
		var raw []byte
		raw, b = markup(b)
		dst = appendCollapsed(dst, raw)
	}
	return dst
}

// markup passes over what a "<" in character data can begin, and gives what of it is text.
func markup(b []byte) (text, rest []byte) {
	if after, ok := bytes.CutPrefix(b, []byte("<!--")); ok {
		if _, rest, ok = bytes.Cut(after, []byte("-->")); ok {
			return nil, rest
		}
		return nil, nil
	}
	if after, ok := bytes.CutPrefix(b, []byte("<![CDATA[")); ok {
		text, rest, _ = bytes.Cut(after, []byte("]]>"))
		return text, rest
	}
	if len(b) > 1 && b[1] == '?' {
		_, rest, _ = bytes.Cut(b, []byte(">"))
		return nil, rest
	}
	return b[:1], b[1:]
}

// appendCollapsed adds text with every run of white space as one blank.
func appendCollapsed(dst, b []byte) []byte {
	for i := 0; i < len(b); {
		c := b[i]
		if c > ' ' && c < utf8.RuneSelf {
			dst = append(dst, c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		i += size
		switch {
		case r == utf8.RuneError && size == 1:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		case blank(r) != ' ':
			dst = append(dst, b[i-size:i]...)
		case len(dst) > 0 && dst[len(dst)-1] != ' ' && dst[len(dst)-1] != '\n':
			dst = append(dst, ' ')
		}
	}
	return dst
}
