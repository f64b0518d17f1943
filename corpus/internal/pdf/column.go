package pdf

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// Rules for splitting a page into columns.
const (
	maxCuts        = 8   // columns within columns
	minColumnLines = 4   // on each side of a gutter
	minGutter      = 5   // points
	maxGutters     = 24  // candidates that are looked at
	maxAssessed    = 6   // candidates that are looked at closely
	zoneGap        = 2.5 // sizes of the type between the columns and what is below them
	proseFill      = 0.6 // lines of prose fill so much of their column on average
	proseWords     = 3.5 // and have so many words
	proseCells     = 0.3 // and at most so many of them are broken into cells
	proseLow       = 0.2 // and at least so many begin in mid-sentence
	alignedRows    = 0.7 // from here on both sides of a gutter are rows of one table
	figureRows     = 0.6 // from here on a side is columns of figures
	edgeBucket     = 2   // points within which left edges are one edge
	rightEdgeSlack = 3   // points by which a line may begin left of its column's edge
	baselineSlack  = 0.3 // sizes of the type by which two baselines may differ and be one
)

// cut splits segments into regions in reading order: what is above a pair of columns, the left
// column, the right one, what is below; each again.
func cut(segments []segment, depth int) [][]segment {
	if len(segments) == 0 {
		return nil
	}
	rows := rowsOf(segments)
	z, ok := zone{}, false
	if depth < maxCuts && len(rows) >= minColumnLines {
		z, ok = bestZone(rows)
	}
	if !ok {
		return [][]segment{segments}
	}
	left, right := z.sides(rows)
	out := cut(flat(rows[:z.from]), depth+1)
	out = append(out, cut(left, depth+1)...)
	out = append(out, cut(right, depth+1)...)
	return append(out, cut(flat(rows[z.to:]), depth+1)...)
}

func flat(rows []row) []segment {
	var out []segment
	for _, r := range rows {
		out = append(out, r.segments...)
	}
	return out
}

// zone is a run of rows that no text crosses at x.
type zone struct {
	x           float32
	from, to    int
	left, right int // rows with text on that side
}

func (z *zone) score() int { return min(z.left, z.right) }

func (z *zone) sides(rows []row) (left, right []segment) {
	for _, r := range rows[z.from:z.to] {
		for _, s := range r.segments {
			if s.x0 >= z.x-rightEdgeSlack {
				right = append(right, s)
			} else {
				left = append(left, s)
			}
		}
	}
	return left, right
}

// bestZone finds the gutter with the most lines on both sides that really separates columns. A table below
// two columns may leave their gutter free; only a zone that does not look like columns is
// split at its blank bands, because columns have such bands as well.
func bestZone(rows []row) (zone, bool) {
	edges := gutters(rows)
	z, ok := bestOf(rows, edges, farAway)
	if !ok {
		z, ok = bestOf(rows, edges, zoneGap)
	}
	return z, ok
}

// bestOf looks at zones without a band of more than so many sizes of the type.
func bestOf(rows []row, edges []float32, band float32) (zone, bool) {
	var zones []zone
	for _, x := range edges {
		zones = appendZones(zones, rows, x, band)
	}
	slices.SortStableFunc(zones, func(a, b zone) int { return cmp.Compare(b.score(), a.score()) })
	for i := range zones[:min(len(zones), maxAssessed)] {
		left, right := zones[i].sides(rows)
		if partsColumns(left, right) {
			return zones[i], true
		}
	}
	return zone{}, false
}

// gutters are the left edges at which enough lines start, the commonest first.
func gutters(rows []row) []float32 {
	counts := map[int]int{}
	leftmost := float32(farAway)
	for _, r := range rows {
		for _, s := range r.segments {
			counts[int(s.x0/edgeBucket)]++
			leftmost = min(leftmost, s.x0)
		}
	}
	var edges []int
	for e, n := range counts {
		if n+counts[e+1] >= minColumnLines && float32(e)*edgeBucket > leftmost+rightEdgeSlack {
			edges = append(edges, e)
		}
	}
	slices.SortFunc(edges, func(a, b int) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	var out []float32
	for _, e := range edges[:min(len(edges), maxGutters)] {
		out = append(out, float32(e)*edgeBucket)
	}
	return out
}

// appendZones adds the runs of rows that leave x free and have lines enough on both sides.
func appendZones(zones []zone, rows []row, x, band float32) []zone {
	z := zone{x: x}
	end := func(at int) {
		if z.score() >= minColumnLines {
			z.to = at
			zones = append(zones, z)
		}
	}
	for i := range rows {
		if i > 0 && rows[i-1].base-rows[i].base > band*rows[i].size {
			end(i)
			z = zone{x: x, from: i}
		}
		left, right, crossed := sidesOf(&rows[i], x)
		if crossed {
			end(i)
			z = zone{x: x, from: i + 1}
			continue
		}
		if left && !right && z.right == 0 {
			z.left, z.from = 0, i // a heading above both columns is read before them either way
		}
		if left {
			z.left++
		}
		if right {
			z.right++
		}
	}
	end(len(rows))
	return zones
}

func sidesOf(r *row, x float32) (left, right, crossed bool) {
	for i := range r.segments {
		s := &r.segments[i]
		switch {
		case s.x0 >= x-rightEdgeSlack:
			right = true
		case s.x1 <= x-minGutter:
			left = true
		default:
			return left, right, true
		}
	}
	return left, right, false
}

// partsColumns reports whether a gutter is between columns of text, not between the cells of a table, where
// lines are side by side because they belong together.
func partsColumns(left, right []segment) bool {
	l, r := rowsOf(left), rowsOf(right)
	if len(l) < minColumnLines || len(r) < minColumnLines || mostlyFigures(left) || mostlyFigures(right) {
		return false
	}
	lp, rp := isProse(l), isProse(r)
	if lp && rp {
		return true
	}
	ll, rl := isLedger(l), isLedger(r)
	if sameBaselines(l, r) < alignedRows {
		return lp || rp || ll && rl
	}
	return lp && rl || rp && ll
}

func isProse(rows []row) bool {
	left, right := float32(farAway), float32(-farAway)
	var fill, words, broken, low float32
	for _, r := range rows {
		a, b := r.segments[0].x0, r.segments[len(r.segments)-1].x1
		left, right = min(left, a), max(right, b)
		fill += b - a
		for i := range r.segments {
			words += float32(r.segments[i].words())
		}
		if len(r.segments) > 1 {
			broken++
		}
		if unicode.IsLower(r.segments[0].firstRune()) {
			low++
		}
	}
	n := float32(len(rows))
	return fill/n >= proseFill*(right-left) && words/n >= proseWords && broken/n <= proseCells && low/n >= proseLow
}

// isLedger: most rows have a label of their own next to their figures.
func isLedger(rows []row) bool {
	n := 0
	for _, r := range rows {
		if len(r.segments) > 1 && !isFigure(r.segments[0].text) && isFigure(r.segments[len(r.segments)-1].text) {
			n++
		}
	}
	return float32(n) >= figureRows*float32(len(rows))
}

func mostlyFigures(segments []segment) bool {
	n := 0
	for i := range segments {
		if isFigure(segments[i].text) {
			n++
		}
	}
	return float32(n) >= figureRows*float32(len(segments))
}

// sameBaselines is the share of the shorter side's rows that have a row next to them.
func sameBaselines(a, b []row) float32 {
	if len(a) > len(b) {
		a, b = b, a
	}
	n, j := 0, 0
	for i := range a {
		slack := baselineSlack * a[i].size
		for j < len(b) && b[j].base > a[i].base+slack {
			j++
		}
		if j < len(b) && b[j].base >= a[i].base-slack {
			n++
		}
	}
	return float32(n) / float32(len(a))
}

// maxUnitLetters: "x", "bps" and "pts" may follow a figure.
const maxUnitLetters = 3

// isFigure: an amount, a percentage or a dash in the place of one.
func isFigure(text []byte) bool {
	var digits, letters, dashes, others int
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case ascii.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		case r == '-' || r == '–' || r == '—':
			dashes++
		case r != ' ' && r != '$' && r != '%' && r != '(' && r != ')' && r != '.' && r != ',' && r != '€' && r != '£':
			others++
		}
	}
	if digits == 0 {
		return letters == 0 && others == 0 && (dashes > 0 || len(text) <= 3)
	}
	return letters <= maxUnitLetters && digits >= letters
}
