package xbrl

import (
	"fmt"

	"github.com/assayhq/assay/corpus/internal/block"
)

// Read returns the facts of a document that block.HTML made from src. It accepts anything; what it could
// not understand is in the problems of the facts or of the instance.
func Read(doc *block.Doc, src []byte) *Instance {
	n, showing := landmarks(src)
	h := readHeaders(src, doc.Headers, &n)
	r := newReader(doc, src, &n, &h)
	for i := range r.elements {
		r.element(int32(i))
	}
	r.follow()
	r.linkParents()
	r.values()
	r.placeHidden(doc, showing)
	r.relate()
	return r.in
}

// reader is the state of putting one instance together.
type reader struct {
	src      []byte
	names    *names
	in       *Instance
	elements []element
	text     [2]string // Doc.Text, and the header's

	contexts map[string]int32
	units    map[string]int32
	concepts map[string]concept
	formats  map[string]*format
	lost     map[string]bool // prefixes that are not declared
	strings  map[string]string
	arena    arena

	attrs     attrs
	pending   []pending // what is still to do for each fact
	notes     []pending // and for each footnote
	parts     []int32   // numerators and denominators, as elements
	relations []relation
	tuples    map[string]int32
	tupleRefs []link
	next      chains
	excluded  [2][]int32 // exclude elements of the page, and of the header
	empty     Context

	spans   []block.Span
	pieces  []piece
	scratch []byte
	joined  int // bytes put together so far
}

// pending is what is still to do for a fact once all elements are known.
type pending struct {
	element int32
	chain   tail
	number  numberForm
}

// link says that a fact or footnote refers to an id.
type link struct {
	from int32
	to   string
}

func newReader(doc *block.Doc, src []byte, n *names, h *header) *reader {
	r := &reader{
		src: src, names: n, elements: h.elements, text: [2]string{string(doc.Text), string(h.text)},
		in:       &Instance{Contexts: h.contexts, Units: h.units, Problems: h.problems},
		contexts: make(map[string]int32, len(h.contexts)), units: make(map[string]int32, len(h.units)),
		concepts: make(map[string]concept, len(doc.Marks)/3), formats: map[string]*format{},
		strings: map[string]string{}, tuples: map[string]int32{}, lost: map[string]bool{},
		next: chains{ids: map[string]int32{}}, scratch: make([]byte, 0, 1024),
	}
	all := len(h.elements) + len(doc.Marks)
	r.in.Facts = make([]Fact, 0, all)
	r.pending = make([]pending, 0, all)
	r.spans = make([]block.Span, 0, all)
	for i := range h.contexts {
		r.index(r.contexts, h.contexts[i].ID, int32(i), "contexts")
	}
	for i := range h.units {
		r.index(r.units, h.units[i].ID, int32(i), "units")
	}
	r.addMarks(doc.Marks)
	return r
}

// addMarks adds the elements of the page after those of the header.
func (r *reader) addMarks(marks []block.Mark) {
	base := int32(len(r.elements))
	all := make([]element, len(r.elements), int(base)+len(marks))
	copy(all, r.elements)
	for i := range marks {
		m := &marks[i]
		e := element{parent: -1, owner: -1, cell: m.Cell, span: m.Span, tag: m.Tag, source: m.Source}
		if m.Parent >= 0 {
			e.parent = base + m.Parent
		}
		all = append(all, e)
	}
	r.elements = all
}

// index keeps the first of several things with one id.
func (r *reader) index(ids map[string]int32, id string, i int32, what string) {
	if _, twice := ids[id]; twice {
		r.problem("several %s have the id %q; the first counts", what, clip(id))
		return
	}
	ids[id] = i
}

func (r *reader) problem(format string, args ...any) {
	if len(r.in.Problems) < maxProblems {
		r.in.Problems = append(r.in.Problems, fmt.Sprintf(format, args...))
	}
}

// element records one element; what depends on others waits in pending.
func (r *reader) element(i int32) {
	e := &r.elements[i]
	e.kind = r.attrs.read(r.src[e.tag.Start:e.tag.End])
	switch {
	case e.kind.fact():
		r.addFact(i)
	case e.kind == continuation:
		r.addContinuation(i)
	case e.kind == footnote:
		r.addFootnote(i)
	case e.kind == relationship:
		r.relations = append(r.relations, relation{from: r.attrs.from, to: r.attrs.to})
	case e.kind == exclude:
		r.excluded[e.side()] = append(r.excluded[e.side()], i)
	case e.kind == numerator || e.kind == denominator:
		r.parts = append(r.parts, i)
	}
}

// side is which of the two texts the element's span lies in.
func (e *element) side() int {
	if e.hidden {
		return 1
	}
	return 0
}

// linkParents finds the fact that each fact is nested in. Text inside a continuation is inside the fact that
// it continues. A parent always comes before its children, so that no walk upwards can go round.
func (r *reader) linkParents() {
	fact := int32(0)
	for i := range r.elements {
		e := &r.elements[i]
		owner := int32(-1)
		if e.parent >= 0 {
			owner = r.elements[e.parent].owner
		}
		switch {
		case e.kind.fact() && int(fact) < len(r.pending) && r.pending[fact].element == int32(i):
			if owner < fact {
				r.in.Facts[fact].Parent = owner
			}
			e.owner = fact
			fact++
		case e.kind != continuation || e.owner < 0:
			e.owner = owner
		}
	}
	for _, t := range r.tupleRefs {
		r.joinTuple(t)
	}
}

func (r *reader) joinTuple(t link) {
	f := &r.in.Facts[t.from]
	parent, ok := r.tuples[t.to]
	if !ok || parent >= t.from {
		f.problem("tuple %q is missing or comes after its member", clip(t.to))
		return
	}
	f.Parent = parent
}
