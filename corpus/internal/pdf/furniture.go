package pdf

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// Rules for running headers and footers.
const (
	edgeRows      = 4    // rows at each end of a page that may be furniture
	topShare      = 0.14 // of the page's height in which headers are
	bottomShare   = 0.14
	edgeDrift     = 6.0  // points by which a running line moves from page to page
	minRepeats    = 3    // pages that show a running line
	repeatShare   = 0.06 // of all pages that show it
	maxEdgeText   = 200  // bytes of a running line
	maxPageDigits = 4
)

// edgeRow is a row near the top or bottom of a page.
type edgeRow struct {
	page      *rawPage
	plane     int
	row       int // in the rows of the plane
	bottom    bool
	outermost bool
	inside    bool // too far from the edge for anything but a page number
	base      float32
	text      string
	keys      []string // what other pages' rows would have to say to be the same line
	number    string   // the page number in it, when the key that repeats is that of a number
}

// stripFurniture removes running headers and footers from the pages. A line is one if it is in the
// same place on enough pages with the same words, or with a number that counts along with the pages,
// and if nothing but such lines is between it and the edge.
func stripFurniture(pages []*rawPage) {
	var edges [][]edgeRow // of each plane: from the edge inwards
	seen := map[string][]float32{}
	for _, p := range pages {
		for i := range p.planes {
			for _, bottom := range []bool{false, true} {
				rows := edgeRowsOf(p, i, bottom)
				edges = append(edges, rows)
				for _, r := range rows {
					for _, k := range r.keys {
						seen[k] = append(seen[k], r.base)
					}
				}
			}
		}
	}
	need := max(minRepeats, int(repeatShare*float64(len(pages))))
	drop := map[*rawPage]map[[2]int]bool{}
	for _, rows := range edges {
		for i := range rows {
			if !rows[i].repeats(seen, need) {
				break
			}
			rows[i].take(drop)
		}
	}
	for p, rows := range drop {
		p.dropRows(rows)
	}
}

func edgeRowsOf(p *rawPage, index int, bottom bool) []edgeRow {
	pl := &p.planes[index]
	rows := rowsOf(pl.segments)
	height := pl.box.Top - pl.box.Bottom
	var out []edgeRow
	for k := range min(edgeRows, len(rows)) {
		at := k
		if bottom {
			at = len(rows) - 1 - k
		}
		r := &rows[at]
		inside := !bottom && r.base < pl.box.Top-topShare*height || bottom && r.base > pl.box.Bottom+bottomShare*height
		if inside && k > 0 {
			break
		}
		text := rowText(r.segments)
		if len(text) > maxEdgeText {
			break
		}
		e := edgeRow{
			page: p, plane: index, row: at, bottom: bottom, inside: inside, outermost: k == 0,
			base: r.base, text: text,
		}
		e.keys = edgeKeys(&e, pl.turn)
		out = append(out, e)
	}
	return out
}

func rowText(segments []segment) string {
	var parts [][]byte
	for i := range segments {
		parts = append(parts, segments[i].text)
	}
	return string(bytes.Join(parts, []byte{' '}))
}

// edgeKeys are the row's words, and for each number in it the words around it with the number's
// distance from the page's own: lines that count along with the pages share that key.
func edgeKeys(e *edgeRow, turn uint8) []string {
	where := string([]byte{'0' + turn, 'h'})
	if e.bottom {
		where = string([]byte{'0' + turn, 'f'})
	}
	keys := []string{where + e.text}
	words := strings.Fields(e.text)
	for i, w := range words {
		value, rest, ok := pageNumber(w)
		if !ok {
			continue
		}
		words[i] = rest + "#" + strconv.Itoa(value-e.page.number)
		keys = append(keys, where+"\x00"+strings.Join(words, " "))
		words[i] = w
	}
	return keys
}

// pageNumber reads the one number in a word such as "37", "F-12", "-3-" or "iv", and gives the word's
// other characters.
func pageNumber(word string) (value int, rest string, ok bool) {
	digits := strings.Map(func(r rune) rune {
		if ascii.IsDigit(r) {
			return r
		}
		return -1
	}, word)
	if digits == "" {
		value, ok = roman(word)
		return value, "roman", ok
	}
	if len(digits) > maxPageDigits || !strings.Contains(word, digits) {
		return 0, "", false
	}
	value, err := strconv.Atoi(digits)
	return value, strings.Replace(word, digits, "", 1), err == nil
}

// roman reads lower-case numerals up to xxxix, which is as far as front matter goes.
func roman(s string) (int, bool) {
	units := [...]string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"}
	tens := len(s) - len(strings.TrimLeft(s, "x"))
	if tens > 3 {
		return 0, false
	}
	for v, u := range units {
		if s[tens:] == u && tens+v > 0 {
			return 10*tens + v, true
		}
	}
	return 0, false
}

// repeats reports whether enough pages show the line, and notes the page number in it.
func (e *edgeRow) repeats(seen map[string][]float32, need int) bool {
	found := false
	for _, k := range e.keys {
		_, words, counts := strings.Cut(k, "\x00")
		// Pages that were printed from a web page end where their text does, and the number with them.
		anywhere := counts && e.outermost
		if e.inside && !anywhere {
			continue
		}
		n := 0
		for _, base := range seen[k] {
			if anywhere || abs(base-e.base) <= edgeDrift {
				n++
			}
		}
		if n < need {
			continue
		}
		found = true
		if counts {
			e.number = numberIn(e.text, words)
		}
	}
	return found
}

// numberIn is the word of text that is replaced by its distance in words.
func numberIn(text, words string) string {
	replaced := strings.Fields(words)
	for i, w := range strings.Fields(text) {
		if i < len(replaced) && w != replaced[i] {
			return strings.Trim(w, "-–—.|[]()")
		}
	}
	return ""
}

func (e *edgeRow) take(drop map[*rawPage]map[[2]int]bool) {
	p := e.page
	if drop[p] == nil {
		drop[p] = map[[2]int]bool{}
	}
	key := [2]int{e.plane, e.row}
	if drop[p][key] {
		return
	}
	drop[p][key] = true
	if e.bottom {
		p.footer = append([]string{e.text}, p.footer...)
	} else {
		p.header = append(p.header, e.text)
	}
	if e.number != "" {
		p.printed = e.number
	}
}

func (p *rawPage) dropRows(drop map[[2]int]bool) {
	for i := range p.planes {
		var kept []segment
		for k, r := range rowsOf(p.planes[i].segments) {
			if !drop[[2]int{i, k}] {
				kept = append(kept, r.segments...)
			}
		}
		p.planes[i].segments = kept
	}
}
