package xbrl

import (
	"fmt"
	"strconv"
	"strings"
)

// concept is a qualified name with the namespace of its prefix.
type concept struct{ name, space string }

// format is a transform as facts refer to it, or why there is none.
type format struct {
	written   string
	transform *transform
	problem   string
}

// numberForm is how the text of a number becomes its value.
type numberForm struct {
	format   *format // nil where the text is the value
	scale    int32
	negative bool
	bad      bool // scale or sign make no sense, so there is no value
}

func (f *Fact) problem(format string, args ...any) {
	f.Problems = append(f.Problems, fmt.Sprintf(format, args...))
}

// addFact takes a fact from its attributes; its text and value come later.
func (r *reader) addFact(i int32) {
	e, a := &r.elements[i], &r.attrs
	r.in.Facts = append(r.in.Facts, Fact{
		Kind: Kind(e.kind - nonFraction), Hidden: e.hidden, Cell: e.cell, Parent: -1, Source: e.source,
		ID: r.arena.string(clean(a.id)), Decimals: r.intern(a.decimals), Precision: r.intern(a.precision), Context: &r.empty,
	})
	at := int32(len(r.in.Facts) - 1)
	f := &r.in.Facts[at]
	r.name(f, e.tag.Start)
	f.Nil = len(a.nilled) > 0 && (string(a.nilled) == "true" || string(a.nilled) == "1")
	p := pending{element: i, number: r.numberForm(f, e.tag.Start)}
	f.Scale, f.Negative = p.number.scale, p.number.negative
	if p.number.format != nil {
		f.Format = p.number.format.written
	}
	r.refer(f)
	r.pending = append(r.pending, p)
	if len(a.next) > 0 {
		r.next.starts = append(r.next.starts, start{at: at, id: string(clean(a.next))})
	}
	if len(a.tupleID) > 0 && f.Kind == Tuple {
		r.index(r.tuples, string(clean(a.tupleID)), at, "tuples")
	}
	if len(a.tupleRef) > 0 {
		r.tupleRefs = append(r.tupleRefs, link{at, string(clean(a.tupleRef))})
	}
	if len(a.notes) > 0 {
		r.relations = append(r.relations, relation{fact: at, direct: true, to: a.notes})
	}
}

// name resolves the concept.
func (r *reader) name(f *Fact, at int32) {
	raw := r.attrs.name
	c, ok := r.concepts[string(raw)]
	if !ok {
		written := clean(raw)
		prefix, _ := split(written)
		c = concept{name: r.arena.string(written), space: r.names.space(prefix, at)}
		if c.space == "" && len(written) > 0 {
			r.undeclared(prefix)
		}
		if !r.names.twice && len(written) == len(raw) {
			r.concepts[c.name] = c
		}
	}
	if c.name == "" {
		f.problem("fact has no name")
	}
	f.Concept, f.Namespace = c.name, c.space
}

// undeclared reports a prefix without a namespace, once.
func (r *reader) undeclared(prefix []byte) {
	if len(r.lost) < maxProblems && !r.lost[string(prefix)] {
		r.lost[string(prefix)] = true
		r.problem("namespace prefix %q is not declared", clip(string(prefix)))
	}
}

// refer resolves context and unit.
func (r *reader) refer(f *Fact) {
	a := &r.attrs
	if i, ok := r.contexts[string(clean(a.context))]; ok {
		f.Context = &r.in.Contexts[i]
	} else if f.Kind != Tuple {
		f.problem("context %q is missing", clip(string(a.context)))
	}
	if i, ok := r.units[string(clean(a.unit))]; ok && len(a.unit) > 0 {
		f.Unit = r.in.Units[i].Name
	} else if len(a.unit) > 0 || f.Kind == Numeric && !f.Nil {
		f.problem("unit %q is missing", clip(string(a.unit)))
	}
}

// numberForm reads format, scale and sign. What is wrong with them is the fact's problem.
func (r *reader) numberForm(f *Fact, at int32) (n numberForm) {
	a := &r.attrs
	if len(a.format) > 0 {
		n.format = r.format(a.format, at)
		if n.format.problem != "" {
			f.Problems = append(f.Problems, n.format.problem)
		}
	}
	if len(a.scale) > 0 {
		scale, err := strconv.Atoi(string(clean(a.scale)))
		if n.bad = err != nil || scale > maxScale || scale < -maxScale; n.bad {
			f.problem("scale %q is no small whole number", clip(string(a.scale)))
		} else {
			n.scale = int32(scale)
		}
	}
	switch string(a.sign) {
	case "":
	case "-":
		n.negative = true
	default:
		n.bad = true
		f.problem("sign %q is neither absent nor -", clip(string(a.sign)))
	}
	return n
}

// format resolves a transform once for all facts that use it.
func (r *reader) format(raw []byte, at int32) *format {
	if f, ok := r.formats[string(raw)]; ok {
		return f
	}
	written := clean(raw)
	prefix, local := split(written)
	f := &format{written: string(written)}
	var err error
	if space := r.names.space(prefix, at); space != "" {
		f.transform, err = findTransform(space, string(local))
	} else {
		r.undeclared(prefix)
		f.transform, err = findUndeclared(string(prefix), string(local))
	}
	if err != nil {
		f.problem = err.Error()
	}
	if !r.names.twice {
		r.formats[string(raw)] = f
	}
	return f
}

// intern is the bytes as a string, the same one for the same bytes.
func (r *reader) intern(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if s, ok := r.strings[string(b)]; ok {
		return s
	}
	s := string(clean(b))
	r.strings[string(b)] = s
	return s
}

// arena makes many short strings in few allocations. The strings of one chunk share its memory, which
// suits facts: they are kept or dropped together.
type arena struct{ chunk strings.Builder }

const arenaChunk = 16 << 10

func (a *arena) string(b []byte) string {
	if len(b) > arenaChunk/4 {
		return string(b)
	}
	if a.chunk.Cap()-a.chunk.Len() < len(b) {
		a.chunk = strings.Builder{}
		a.chunk.Grow(arenaChunk)
	}
	start := a.chunk.Len()
	a.chunk.Write(b)
	return a.chunk.String()[start:]
}
