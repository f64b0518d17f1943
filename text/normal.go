package text

import (
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// Normal is a text in the form in which texts are compared, mapped back to the original.
//
// Letters are in lower case and without accents; curly and typewriter quotes are straight; every
// dash and run of dashes is one hyphen without blanks around it; blanks of any kind and bullets are
// one blank, none at the ends; ligatures, full-width forms, superscript digits and common fractions
// are spelled out; soft hyphens, zero-width characters and the signs ™ ® © are removed.
// Normalising a normal text changes nothing.
type Normal struct {
	Text []byte
	runs []run
}

// run says where a stretch of normal text comes from, up to the next run: byte by byte from source,
// or, if width is not 0, all of it from the width bytes there.
type run struct{ normal, source, width int }

// Normalize returns the normal form of a text.
func Normalize[T bytestring](s T) *Normal {
	w := normalizer{out: make([]byte, 0, len(s)), mapped: true}
	write(&w, s)
	return &Normal{Text: w.out, runs: w.runs}
}

// AppendNormal appends the normal form of a text, without the mapping.
func AppendNormal[T bytestring](dst []byte, s T) []byte {
	w := normalizer{out: dst, base: len(dst)}
	write(&w, s)
	return w.out
}

// Original is the span of the original text that a span of the normal text came from.
func (n *Normal) Original(s Span) Span {
	if s.Start >= s.End {
		at := n.sourceOf(s.Start).Start
		return Span{at, at}
	}
	return Span{n.sourceOf(s.Start).Start, n.sourceOf(s.End - 1).End}
}

// sourceOf is the span of the original that the byte at Text[i] came from.
func (n *Normal) sourceOf(i int) Span {
	k := sort.Search(len(n.runs), func(k int) bool { return n.runs[k].normal > i }) - 1
	if k < 0 {
		return Span{}
	}
	r := n.runs[k]
	if r.width > 0 {
		return Span{r.source, r.source + r.width}
	}
	at := r.source + i - r.normal
	return Span{at, at + 1}
}

// normalizer writes normal text.
type normalizer struct {
	out     []byte
	base    int // where its text begins in out
	mapped  bool
	runs    []run
	blank   int // where the pending blanks begin
	blanks  int // how many bytes of them are pending
	pending bool
}

// write normalises s; plain ASCII takes the fast path through a table.
func write[T bytestring](w *normalizer, s T) {
	for i := 0; i < len(s); {
		c := s[i]
		if plainBytes[c] != 0 {
			i = writePlain(w, s, i)
			continue
		}
		if c < utf8.RuneSelf {
			w.emitSpecial(i, c)
			i++
			continue
		}
		r, n := decode(s, i)
		w.emitRune(i, n, r)
		i += n
	}
}

// writePlain writes the plain words that begin at s[i], with the single blanks between them, and
// returns the offset after them. All of it maps byte by byte.
func writePlain[T bytestring](w *normalizer, s T, i int) int {
	if w.pending {
		w.flush()
	}
	w.note(i, 1, 1)
	w.out = slices.Grow(w.out, len(s)-i)
	out, n := w.out[len(w.out):cap(w.out)], 0
	for ; i < len(s) && n < len(out); i++ {
		c := plainBytes[s[i]]
		if c == 0 {
			if s[i] != ' ' || i+1 == len(s) || plainBytes[s[i+1]] == 0 {
				break
			}
			c = ' '
		}
		out[n] = c
		n++
	}
	w.out = w.out[:len(w.out)+n]
	return i
}

// plainBytes maps the ASCII characters that are kept, letters to lower case.
var plainBytes = indexPlain()

func indexPlain() (table [256]byte) {
	for c := byte('!'); c <= '~'; c++ {
		table[c] = ascii.ToLower(c)
	}
	table['-'], table['\''], table['`'] = 0, 0, 0
	return table
}

// emitSpecial writes the ASCII characters that plainBytes leaves out.
func (w *normalizer) emitSpecial(at int, c byte) {
	switch c {
	case '-':
		w.emitDash(at, 1)
	case '\'', '`':
		w.emitQuote(at, 1)
	default:
		w.setBlank(at, 1)
	}
}

// emitRune writes what a rune outside ASCII becomes.
func (w *normalizer) emitRune(at, n int, r rune) {
	switch r = unicode.ToLower(r); {
	case isInvisible(r):
	case isBlank(r) || isBullet(r) || unicode.IsControl(r):
		w.setBlank(at, n)
	case isDashRune(r):
		w.emitDash(at, n)
	default:
		plain, known := foldRune(r)
		switch {
		case plain == "'" || plain == "`":
			w.emitQuote(at, n)
		case known:
			w.emit(at, n, plain)
		default:
			var buffer [utf8.UTFMax]byte
			w.emitBytes(at, n, utf8.AppendRune(buffer[:0], r))
		}
	}
}

func isDashRune(r rune) bool {
	return '\u2010' <= r && r <= '\u2015' || r == '\u2212' || r == '\ufe58' || r == '\ufe63' || r == '\uff0d'
}

// isInvisible reports whether a rune only steers layout.
func isInvisible(r rune) bool {
	switch {
	case r == '\u00ad' || '\u200b' <= r && r <= '\u200f' || '\u202a' <= r && r <= '\u202e':
		return true
	case r == '\u2060' || r == '\ufeff' || '\u0300' <= r && r <= '\u036f':
		return true
	}
	return r == '™' || r == '®' || r == '©' || r == '℠'
}

func (w *normalizer) setBlank(at, n int) {
	if !w.pending {
		w.pending, w.blank = true, at
	}
	w.blanks = at + n - w.blank
}

// emitDash writes a hyphen in place of a dash, the dashes before it and the blanks around it.
func (w *normalizer) emitDash(at, n int) {
	w.pending = false
	if len(w.out) > w.base && w.out[len(w.out)-1] == '-' {
		return
	}
	w.emit(at, n, "-")
}

// emitQuote writes a single quote; the second of a pair makes the first one double, as typewriters
// and TeX have it.
func (w *normalizer) emitQuote(at, n int) {
	if last := len(w.out) - 1; !w.pending && last >= w.base && w.out[last] == '\'' {
		w.out[last] = '"'
		return
	}
	w.emit(at, n, "'")
}

// flush writes the pending blank, unless it is at the beginning or after a hyphen.
func (w *normalizer) flush() {
	w.pending = false
	if len(w.out) > w.base && w.out[len(w.out)-1] != '-' {
		w.note(w.blank, w.blanks, 1)
		w.out = append(w.out, ' ')
	}
}

func (w *normalizer) emit(at, n int, s string) {
	if w.pending {
		w.flush()
	}
	w.note(at, n, len(s))
	w.out = append(w.out, s...)
}

func (w *normalizer) emitBytes(at, n int, s []byte) {
	if w.pending {
		w.flush()
	}
	w.note(at, n, len(s))
	w.out = append(w.out, s...)
}

// note records that the next bytes of the output come from n bytes at source. One byte for one byte
// extends the run before it if it can.
func (w *normalizer) note(source, n, length int) {
	if !w.mapped {
		return
	}
	normal := len(w.out) - w.base
	if n != 1 || length != 1 {
		w.runs = append(w.runs, run{normal, source, n})
		return
	}
	if k := len(w.runs) - 1; k >= 0 && w.runs[k].width == 0 && source-w.runs[k].source == normal-w.runs[k].normal {
		return
	}
	w.runs = append(w.runs, run{normal, source, 0})
}
