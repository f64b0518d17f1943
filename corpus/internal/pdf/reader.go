package pdf

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"
)

// glyph is one visible character and its place.
type glyph struct {
	r              rune
	x0, y0, x1, y1 float32 // the box of its advance and its font's height, not of its ink
	base           float32
	font           int32
	blank          blank
}

// blank is what precedes a character.
type blank uint8

const (
	noBlank    blank = iota
	guessBlank       // PDFium saw a distance or a line's end
	trueBlank        // the text has one
)

// face is the type that glyphs are set in.
type face struct {
	size         float32
	bold, italic bool
	turn         uint8 // quarter turns to the left that its text is drawn with
}

// textReader carries what stays the same from one character to the next.
type textReader struct {
	ctx                  context.Context
	e                    *engine
	text                 uint64
	page                 *rawPage
	unicode, box, origin api.Function
	object, generated    api.Function

	last  uint64 // the text object that the face was asked for
	face  int32
	seen  map[face]int32
	blank blank
	high  rune // the first half of a surrogate pair
}

// readText reads the characters of a page in the order of its content.
func readText(ctx context.Context, e *engine, text uint64, p *rawPage) {
	n := int(int32(e.call(ctx, "FPDFText_CountChars", text)))
	if n > MaxPageChars {
		p.failure = fmt.Sprintf("%s: %d, the limit is %d", failChars, n, MaxPageChars)
		n = MaxPageChars
	}
	if n <= 0 {
		return
	}
	t := &textReader{
		ctx: ctx, e: e, text: text, page: p, seen: map[face]int32{},
		unicode: e.function("FPDFText_GetUnicode"),
		box:     e.function("FPDFText_GetLooseCharBox"),
		origin:  e.function("FPDFText_GetCharOrigin"),
		object:  e.function("FPDFText_GetTextObject"),

		generated: e.function("FPDFText_IsGenerated"),
	}
	p.glyphs = make([]glyph, 0, n)
	for i := 0; i < n && e.broken == nil; i++ {
		t.char(uint64(i))
	}
	if p.unmapped > scanChars && p.unmapped > p.chars/unmappedShare && p.failure == "" {
		p.failure = failFonts
	}
}

func (t *textReader) ask(f api.Function, args ...uint64) uint64 {
	t.e.stack[0] = t.text
	copy(t.e.stack[1:], args)
	return t.e.invoke(t.ctx, f)
}

func (t *textReader) char(i uint64) {
	r := rune(int32(t.ask(t.unicode, i)))
	if isBlank(r) && r != 0 {
		if t.blank == noBlank && int32(t.ask(t.generated, i)) != 0 {
			t.blank = guessBlank
		} else if t.blank == noBlank {
			t.blank = trueBlank
		}
		return
	}
	if r, ok := t.visible(r); ok {
		t.addCharacter(i, r)
	}
}

// visible drops what has no shape and puts surrogate pairs together.
func (t *textReader) visible(r rune) (rune, bool) {
	switch {
	case r == 0:
		t.page.unmapped++
		return 0, false
	case utf16.IsSurrogate(r):
		if t.high == 0 {
			t.high = r
			return 0, false
		}
		r = utf16.DecodeRune(t.high, r)
		t.high = 0
		return r, true
	case isInvisible(r):
		return 0, false
	}
	t.high = 0
	return r, true
}

// farAway is a coordinate that no page has; NaN and infinity fail the test against it.
const farAway = 1e6

// unmappedShare: a page is incomplete if one in so many of its shapes has no character.
const unmappedShare = 10

// scanChars is the number of characters from which a page with a picture counts as text.
const scanChars = 20

// offPage is how far outside its page a character may be and still be read. Text beyond was put
// where no reader of the page sees it.
const offPage = 2

func (t *textReader) addCharacter(i uint64, r rune) {
	e, buffer := t.e, uint64(t.e.buffer)
	t.ask(t.box, i, buffer)
	b := e.rect()
	if !(b.Left <= b.Right && b.Bottom <= b.Top) || b.outside(t.page.box) {
		return
	}
	t.ask(t.origin, i, buffer, buffer+8)
	xy := e.result(16)
	x, y := double(xy), double(xy[8:])
	if o := t.ask(t.object, i); o != t.last || i == 0 {
		t.last = o
		t.face = t.faceOf(i, b)
	}
	if !(abs(x) < farAway && abs(y) < farAway) {
		return
	}
	g := glyph{r: r, x0: b.Left, x1: b.Right, y0: b.Bottom, y1: b.Top, base: y, font: t.face, blank: t.blank}
	turnGlyph(&g, x, t.page.faces[t.face].turn)
	t.blank = noBlank
	t.page.chars++
	t.page.glyphs = append(t.page.glyphs, g)
}

func (b Box) outside(page Box) bool {
	return b.Right < page.Left-offPage || b.Left > page.Right+offPage ||
		b.Top < page.Bottom-offPage || b.Bottom > page.Top+offPage
}

// Bits of a font descriptor's flags, and the weight from which type looks bold.
const (
	flagItalic    = 1 << 6
	flagForceBold = 1 << 18
	boldWeight    = 600
)

// faceOf describes the type of a character. The nominal size means little, since a matrix may scale
// it; the height of the box is the size as drawn.
func (t *textReader) faceOf(i uint64, b Box) int32 {
	e, buffer := t.e, uint64(t.e.buffer)
	angle := asFloat(t.ask(e.function("FPDFText_GetCharAngle"), i))
	weight := int32(t.ask(e.function("FPDFText_GetFontWeight"), i))
	n := uint32(t.ask(e.function("FPDFText_GetFontInfo"), i, buffer+8, 256, buffer))
	info := e.result(8 + min(n, 256))
	flags := binary.LittleEndian.Uint32(info)
	name := strings.ToLower(string(info[8:]))
	f := face{turn: quarterTurns(angle)}
	f.size = b.Top - b.Bottom
	if f.turn%2 == 1 {
		f.size = b.Right - b.Left
	}
	f.bold = flags&flagForceBold != 0 || weight >= boldWeight && weight <= 1000 || boldName(name)
	f.italic = flags&flagItalic != 0 || strings.Contains(name, "italic") || strings.Contains(name, "oblique")
	k, ok := t.seen[f]
	if !ok {
		k = int32(len(t.page.faces))
		t.page.faces = append(t.page.faces, f)
		t.seen[f] = k
	}
	return k
}

func boldName(name string) bool {
	for _, mark := range []string{"bold", "black", "heavy"} {
		if strings.Contains(name, mark) {
			return true
		}
	}
	return false
}

// quarterTurns rounds PDFium's angle, in radians to the right, to quarter turns to the left.
func quarterTurns(angle float32) uint8 {
	if !(angle > 0 && angle < 7) {
		return 0
	}
	return (4 - uint8(math.Round(float64(angle)/(math.Pi/2)))%4) % 4
}

// turnGlyph turns a character so that its line runs from left to right; x is its origin's.
func turnGlyph(g *glyph, x float32, turn uint8) {
	x0, y0 := g.x0, g.y0
	x1, y1 := g.x1, g.y1
	switch turn {
	case 1:
		g.x0, g.x1 = y0, y1
		g.y0, g.y1 = -x1, -x0
		g.base = -x
	case 2:
		g.x0, g.x1 = -x1, -x0
		g.y0, g.y1 = -y1, -y0
		g.base = -g.base
	case 3:
		g.x0, g.x1 = -y1, -y0
		g.y0, g.y1 = x0, x1
		g.base = x
	}
}
