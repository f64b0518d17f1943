package block

import (
	"bytes"
	"html"
	"net/url"
)

// maxAnchor is the longest name of an anchor; generators' identifiers have about 40 characters.
const maxAnchor = 256

// name is an anchor before it is known whether a link points to it.
type name struct {
	text []byte // in the source
	at   int32
}

// anchor keeps a place that a link may point to.
func (r *reader) anchor(text []byte) {
	if len(text) > 0 && len(text) <= maxAnchor {
		r.names = append(r.names, name{text, int32(len(r.w.text))})
	}
}

// openLink begins a link into this document; -1 where the element is none.
func (r *reader) openLink(t *Tag) int32 {
	href := bytes.TrimSpace(t.Attr(r.scan.src, "href"))
	if len(href) < 2 || href[0] != '#' || len(href) > maxAnchor+1 {
		return -1
	}
	at := int32(len(r.w.text))
	r.doc.Links = append(r.doc.Links, Link{Span: Span{at, at}, Target: string(href[1:])})
	return int32(len(r.doc.Links) - 1)
}

// closeLink ends a link that the next one ends without saying so.
func (r *reader) closeLink() {
	if r.opened[elA] == 0 {
		return
	}
	for i := len(r.stack) - 1; i > 0 && i > len(r.stack)-8; i-- {
		if r.stack[i].element == elA {
			r.popTo(i)
			return
		}
		if r.stack[i].element == elTd {
			return
		}
	}
}

// settleLinks trims the links and drops the anchors that nothing points to: generators give every
// element an id. Targets that were written with escapes are put as the anchor's name is.
func (r *reader) settleLinks() {
	d := &r.doc
	targets := make(map[string]bool, len(d.Links))
	for i := range d.Links {
		l := &d.Links[i]
		l.Span = trim(d.Text, l.Span)
		targets[l.Target] = true
		if plain := unescape(l.Target); plain != l.Target {
			targets[plain] = true
		}
	}
	for _, n := range r.names {
		if targets[string(n.text)] {
			d.Anchors = append(d.Anchors, Anchor{string(n.text), d.visibleFrom(n.at)})
		}
	}
	named := make(map[string]bool, len(d.Anchors))
	for _, a := range d.Anchors {
		named[a.Name] = true
	}
	for i := range d.Links {
		l := &d.Links[i]
		if plain := unescape(l.Target); !named[l.Target] && named[plain] {
			l.Target = plain
		}
	}
}

// visibleFrom is the first place from the given one on that is no separator.
func (d *Doc) visibleFrom(at int32) int32 {
	at = min(at, int32(len(d.Text)))
	return trim(d.Text, Span{at, int32(len(d.Text))}).Start
}

// unescape undoes character references and percent signs in the target of a link.
func unescape(target string) string {
	plain := html.UnescapeString(target)
	if decoded, err := url.PathUnescape(plain); err == nil {
		return decoded
	}
	return plain
}
