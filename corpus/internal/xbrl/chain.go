package xbrl

import (
	"bytes"
	"sort"
	"strings"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// chains is where texts are continued.
type chains struct {
	ids    map[string]int32 // links by the id of their continuation
	links  []chainLink
	starts []start
	order  []int32 // elements of all chains, one chain after the other
}

// chainLink is one continuation.
type chainLink struct {
	element int32
	next    string
	taken   bool
}

// start is a fact or a footnote that is continued at an id.
type start struct {
	at   int32
	note bool
	id   string
}

// tail is one chain: a part of chains.order.
type tail struct{ from, to int32 }

func (r *reader) addContinuation(i int32) {
	id := string(clean(r.attrs.id))
	r.index(r.next.ids, id, int32(len(r.next.links)), "continuations")
	r.next.links = append(r.next.links, chainLink{element: i, next: string(clean(r.attrs.next))})
}

// follow walks all chains. A continuation belongs to the first text that reaches it, so the walk is
// linear and ends whatever the page says.
func (r *reader) follow() {
	for _, s := range r.next.starts {
		t := tail{from: int32(len(r.next.order))}
		for id := s.id; id != ""; {
			i, ok := r.next.ids[id]
			if !ok {
				r.chainProblem(s, "continuation %q is missing", id)
				break
			}
			l := &r.next.links[i]
			if l.taken {
				r.chainProblem(s, "continuation %q is used twice or goes in a circle", id)
				break
			}
			l.taken = true
			if !s.note {
				r.elements[l.element].owner = s.at
			}
			r.next.order = append(r.next.order, l.element)
			id = l.next
		}
		t.to = int32(len(r.next.order))
		if s.note {
			r.notes[s.at].chain = t
		} else {
			r.pending[s.at].chain = t
		}
	}
}

func (r *reader) chainProblem(s start, format, id string) {
	if s.note {
		r.problem("footnote: "+format, clip(id))
		return
	}
	r.in.Facts[s.at].problem(format, clip(id))
}

// piece is a stretch of one of the two texts.
type piece struct {
	block.Span
	side int
	cut  bool // the text before it in the same element was excluded
}

// join is the text of an element with its continuations and without what is excluded from it, and
// its spans on the page; false where joining would exceed maxJoined.
func (r *reader) join(p pending) (text string, spans []block.Span, ok bool) {
	r.pieces = r.pieces[:0]
	ok = r.cut(p.element)
	for _, e := range r.next.order[p.chain.from:p.chain.to] {
		ok = ok && r.cut(e)
	}
	if !ok {
		return "", nil, false
	}
	first := len(r.spans)
	for _, c := range r.pieces {
		if c.side == 0 {
			r.spans = append(r.spans, c.Span)
		}
	}
	spans = r.spans[first:len(r.spans):len(r.spans)]
	switch len(r.pieces) {
	case 0:
		return "", spans, true
	case 1:
		c := r.pieces[0]
		return r.text[c.side][c.Start:c.End], spans, true
	}
	text, ok = r.concatenate()
	return text, spans, ok
}

// cut adds the pieces of one element that are not excluded.
func (r *reader) cut(i int32) bool {
	e := &r.elements[i]
	side := e.side()
	at, cut := e.span.Start, false
	if all := r.excluded[side]; len(all) > 0 {
		n := sort.Search(len(all), func(k int) bool { return r.elements[all[k]].source.Start >= e.source.Start })
		for ; n < len(all) && r.elements[all[n]].source.Start < e.source.End; n++ {
			r.joined++
			if r.joined > maxJoined {
				return false
			}
			x := r.elements[all[n]].span
			r.keep(piece{block.Span{Start: at, End: min(x.Start, e.span.End)}, side, cut}, false)
			at, cut = max(at, x.End), true
		}
	}
	r.keep(piece{block.Span{Start: at, End: e.span.End}, side, cut}, true)
	return true
}

// keep adds a piece, trimmed where its element begins or ends and not where something was cut out.
func (r *reader) keep(p piece, last bool) {
	text := r.text[p.side]
	for p.Start < p.End && !p.cut && ascii.IsSpace(text[p.Start]) {
		p.Start++
	}
	for p.Start < p.End && last && ascii.IsSpace(text[p.End-1]) {
		p.End--
	}
	if p.Start < p.End {
		r.pieces = append(r.pieces, p)
	}
}

// concatenate puts the pieces together.
func (r *reader) concatenate() (string, bool) {
	var b []byte
	for i, c := range r.pieces {
		if r.joined += int(c.End - c.Start); r.joined > maxJoined {
			return "", false
		}
		text := r.text[c.side][c.Start:c.End]
		if i > 0 {
			between := r.between(r.pieces[i-1], c)
			if between == "\n" {
				b = bytes.TrimRight(b, " \t\n\v")
			}
			if between != "" || len(b) > 0 && ascii.IsSpace(b[len(b)-1]) {
				text = strings.TrimLeft(text, " \t\n\v")
			}
			b = append(b, between...)
		}
		b = append(b, text...)
	}
	return strings.TrimSpace(string(b)), true
}

// between separates two pieces: a line break where they are on different lines of the page,
// nothing where only an exclusion was cut out of a line, a blank otherwise.
func (r *reader) between(a, b piece) string {
	const lookahead = 4096
	if a.side != b.side || b.Start < a.End {
		return "\n"
	}
	gap := r.text[a.side][a.End:b.Start]
	switch {
	case gap == "":
		return ""
	case strings.ContainsAny(gap[:min(len(gap), lookahead)], "\n\v"):
		return "\n"
	case b.cut:
		return ""
	}
	return " "
}
