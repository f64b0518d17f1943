package block

// kind is how an element affects the text.
type kind uint8

const (
	unknown kind = iota // passed over: its text counts, its tags do not
	inline              // changes the look of the text inside it
	flow                // begins and ends a block
	ruler               // separates blocks: br, hr, page
	opaque              // its contents are not text: script, style, title
	tabular             // table, tr, td and their like
	pre                 // contents are laid out by their own white space
)

// element is one name of HTML, or of the mark-up of the submission files, that this package knows.
type element uint8

const (
	other element = iota
	elA
	elB
	elBlockquote
	elBig
	elBr
	elCaption
	elCenter
	elDd
	elDiv
	elDt
	elEm
	elFont
	elH1
	elHr
	elI
	elLi
	elOl
	elP
	elPage
	elPre
	elScript
	elSmall
	elSpan
	elStyle
	elSub
	elSup
	elTable
	elTbody
	elTd
	elTitle
	elTr
	elU
	elUl
	elements // how many there are
)

// elementOf is the element of a lower-case name. Names that behave the same share a constant.
func elementOf(name []byte) (element, kind) {
	switch string(name) {
	case "a":
		return elA, inline
	case "b", "strong":
		return elB, inline
	case "big":
		return elBig, inline
	case "blockquote":
		return elBlockquote, flow
	case "br":
		return elBr, ruler
	case "caption":
		return elCaption, tabular
	case "center":
		return elCenter, flow
	case "dd":
		return elDd, flow
	case "dt":
		return elDt, flow
	case "div", "section", "article", "header", "footer", "main", "address", "form", "body", "html", "dl":
		return elDiv, flow
	case "em", "i", "cite", "var":
		return elI, inline
	case "font":
		return elFont, inline
	case "h1", "h2", "h3", "h4", "h5", "h6":
		return elH1, flow
	case "hr":
		return elHr, ruler
	case "li":
		return elLi, flow
	case "ol":
		return elOl, flow
	case "p":
		return elP, flow
	case "page":
		return elPage, ruler
	case "pre", "xmp", "listing":
		return elPre, pre
	case "script":
		return elScript, opaque
	case "small":
		return elSmall, inline
	case "span":
		return elSpan, inline
	case "style":
		return elStyle, opaque
	case "sub":
		return elSub, inline
	case "sup":
		return elSup, inline
	case "table":
		return elTable, tabular
	case "thead", "tbody", "tfoot":
		return elTbody, tabular
	case "td", "th":
		return elTd, tabular
	case "title":
		return elTitle, opaque
	case "tr":
		return elTr, tabular
	case "u", "ins":
		return elU, inline
	case "ul", "dir", "menu":
		return elUl, flow
	}
	return other, unknown
}

// ownLooks is what an element looks like without any attribute.
func ownLooks(e element) (l looks) {
	switch e {
	case elB:
		l.set = Bold
	case elI:
		l.set = Italic
	case elU:
		l.set = Underlined
	case elH1:
		l.set = Bold | Heading
	case elCenter:
		l.set = Centered
	case elLi:
		l.set = ListItem
	case elBlockquote, elUl, elOl, elDd:
		l.indent = 30
	case elSup:
		l.raised = true
	case elBig:
		l.size = 140
	}
	return l
}

// open is an element that has begun and not ended, with the look of the text inside it.
type open struct {
	element    element
	flows      bool // its end ends a block
	breakAfter bool
	raised     bool
	glyphs     bool
	style      Style
	indent     int32
	textIndent int32
	size       int32
	link       int32 // index into Doc.Links, or -1
}

// inherit is the look of a new element inside this one.
func (o *open) inherit(e element, l *looks) open {
	in := *o
	in.element = e
	in.flows, in.breakAfter, in.link = false, false, -1
	in.style = o.style&^l.clear | l.set
	if o.style&Hidden != 0 {
		in.style |= Hidden
	}
	in.indent += l.indent
	if l.hasText {
		in.textIndent = l.textIndent
	}
	if l.size > 0 {
		in.size = l.size
	}
	in.raised = o.raised || l.raised
	if l.hasFont {
		in.glyphs = l.glyphs
	}
	return in
}
