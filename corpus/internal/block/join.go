package block

// deepest is how far the first line of a paragraph, or the others of a hanging one, are moved in.
const deepest = 12

// continuesParagraph reports whether a line continues the paragraph of the line before it; next is the line after
// it, or nil.
func continuesParagraph(prev, l, next, first *line) bool {
	switch {
	case prev.rule || l.rule || l.bullet:
		return false
	case prev.columns > 0, l.columns > 0 && !(l.lower && prev.full()), l.figures > 1 && l.wide > 0:
		return false // columns, as of a signature block: reading them as prose would mix them
	case prev.capitals != l.capitals && prev.shouts && l.shouts && prev.words > leastProse && prev.full() && !prev.ends &&
		!l.label && sameMargin(prev, l, first):
		return !l.centred() || !prev.centred() // a small letter in capitals: "SECTION 15(d)"
	case prev.capitals && !l.capitals && !l.lower, l.capitals && !prev.capitals && (l.words > 1 || prev.ends):
		return false
	case prev.ends && -1 <= l.left-first.left && l.left-first.left <= 1 && (l.label && !l.closes(next) || next.outdented(l)):
		return false // the next point of a list, the next paragraph
	case !sameMargin(prev, l, first):
		return false
	case prev.slash && prev.words > leastProse:
		return true
	case prev.right < prev.width*13/20:
		return false // the next word would have fit: the paragraph ended
	case prev.right+1+l.firstWord < prev.width*17/20 && (prev.ends || !l.lower):
		return false
	case l.left > deepest && l.centred() && prev.centred():
		return false
	}
	return true
}

// closes reports whether a line is a number alone that ends its paragraph: "… by agreement no. / 2024."
func (l *line) closes(next *line) bool {
	return l.words == 0 && (next == nil || next.blank || next.pageBreak)
}

// underlines reports whether a line of dashes is below words in the middle of a paragraph.
func (l *line) underlines(prev, next *line) bool {
	prose := prev.table == noTable && prev.words > leastProse && prev.columns == 0 && prev.full() && !prev.ends && !prev.capitals
	return l.rule && l.table == noTable && prose && next.table == noTable && next.lower && !next.pageBreak
}

// leastProse is how many words a line of a paragraph has that is underlined in part.
const leastProse = 5

// outdented reports whether a line begins further left than the one before it, as the second line of a
// paragraph does.
func (l *line) outdented(before *line) bool {
	return l != nil && !l.blank && !l.pageBreak && l.left < before.left-1
}

// sameMargin reports whether the left ends of two lines allow them to be of one paragraph: only its first
// line is indented or outdented.
func sameMargin(prev, l, first *line) bool {
	moved := l.left - prev.left
	switch {
	case -1 <= moved && moved <= 1:
		return true
	case prev != first || prev.left > deepest && l.left > deepest && prev.centred():
		return false
	case moved < 0:
		return moved >= -deepest
	}
	// Deeper than the line before: the second line of a hanging indent, or a new paragraph.
	return moved <= deepest && (prev.bullet || prev.label || l.lower || prev.full())
}

// full reports whether a line reaches the right end of the lines around it.
func (l *line) full() bool { return l.right > l.width*17/20 }

// centred reports whether a line is in the middle of the page.
func (l *line) centred() bool {
	d := l.left - (l.page - l.right)
	return l.left >= 8 && d >= -6 && d <= 6
}

// isBullet reports whether r is a mark that list items open with.
func isBullet(r rune) bool {
	switch r {
	case '•', '·', '▪', '●', '○', '■', '□', '◦', '‣', '➢', '►', '❖', '∙':
		return true
	}
	return false
}
