package text

import "github.com/assayhq/assay/internal/ascii"

// AppendShape appends the normal form of a text with every figure masked: a number with its currency
// sign, brackets, ordinal ending or scale word is "#", a percentage "#%", and so is a spelled number
// from two on, a month, and a whole date or list of them. "Revenue grew $1.2 million, or 5%, in
// March 2023" and "Revenue grew $980 thousand, or 12%, in May 2024" have one shape.
func AppendShape[T bytestring](dst []byte, s T) []byte {
	return appendShape(dst, AppendNormal(make([]byte, 0, len(s)), s))
}

// appendShape appends the shape of a normal text.
func appendShape(dst, normal []byte) []byte {
	w := shaper{text: normal, out: dst, base: len(dst)}
	for w.pos < len(w.text) {
		w.step()
	}
	return w.out
}

// shaper copies normal text and masks its figures.
type shaper struct {
	text []byte
	pos  int
	out  []byte
	base int
}

// step copies or masks what stands at pos.
func (w *shaper) step() {
	c := w.text[w.pos]
	switch {
	case ascii.IsDigit(c):
		w.mask(w.numberEnd(w.pos))
	case !isWordByte(c):
		w.out = append(w.out, c)
		w.pos++
	default:
		end := w.wordEnd(w.pos)
		kind := maskWords[string(w.text[w.pos:end])]
		if kind == figureWord || kind == dateWord && w.nearNumber(end) {
			w.mask(end)
			return
		}
		w.out = append(w.out, w.text[w.pos:end]...)
		w.pos = end
	}
}

// wordEnd is the offset behind the word at text[i], digits inside it included.
func (w *shaper) wordEnd(i int) int {
	for i < len(w.text) && isWordByte(w.text[i]) {
		i++
	}
	return i
}

// numberEnd is the offset behind the number at text[i] with its ordinal ending and scale word.
func (w *shaper) numberEnd(i int) int {
	for i < len(w.text) {
		if isInnerOfNumber(w.text[i]) && i+1 < len(w.text) && ascii.IsDigit(w.text[i+1]) {
			i++
		} else if !isWordByte(w.text[i]) {
			break
		}
		i++
	}
	if i < len(w.text) && w.text[i] == ' ' {
		if end := w.wordEnd(i + 1); maskWords[string(w.text[i+1:end])] == scaleWord {
			return end
		}
	}
	return i
}

func isInnerOfNumber(c byte) bool { return c == '.' || c == ',' || c == '/' || c == ':' || c == '-' }

// nearNumber reports whether a number stands before pos or behind end: then "may" is a month.
func (w *shaper) nearNumber(end int) bool {
	if end+1 < len(w.text) && w.text[end] == '.' {
		end++
	}
	if end+1 < len(w.text) && w.text[end] == ' ' && ascii.IsDigit(w.text[end+1]) {
		return true
	}
	n := len(w.out)
	return n-w.base >= 2 && w.out[n-1] == ' ' && w.out[n-2] == '#'
}

// mask writes "#" for text[pos:end], unless it goes on with a date or list that ends the output, and
// takes the currency sign before it and the brackets around it away.
func (w *shaper) mask(end int) {
	w.pos = end
	n := len(w.out)
	for n > w.base && (w.out[n-1] == ' ' || w.out[n-1] == ',') {
		n--
	}
	if n > w.base && w.out[n-1] == '#' {
		w.out = w.out[:n]
		return
	}
	w.dropCurrency()
	if n = len(w.out); n > w.base && w.out[n-1] == '(' && w.pos < len(w.text) && w.text[w.pos] == ')' {
		w.out = w.out[:n-1]
		w.pos++
		w.dropCurrency()
	}
	w.out = append(w.out, '#')
}

// dropCurrency takes a currency sign, and the blank behind it, off the end of the output.
func (w *shaper) dropCurrency() {
	n := len(w.out)
	if n-1 > w.base && w.out[n-1] == ' ' && w.out[n-2] == '$' {
		n--
	}
	if n > w.base && w.out[n-1] == '$' {
		w.out = w.out[:n-1]
	}
}

// maskWord is why a word is masked.
type maskWord uint8

const (
	_          maskWord = iota // not masked
	figureWord                 // a number or month in words, masked wherever it stands
	dateWord                   // a month that is also another word: masked beside a number
	scaleWord                  // belongs to the number before it
)

var maskWords = map[string]maskWord{
	"hundred": scaleWord, "thousand": scaleWord, "million": scaleWord, "billion": scaleWord,
	"trillion": scaleWord, "bps": scaleWord,

	"two": figureWord, "three": figureWord, "four": figureWord, "five": figureWord, "six": figureWord,
	"seven": figureWord, "eight": figureWord, "nine": figureWord, "ten": figureWord, "eleven": figureWord,
	"twelve": figureWord, "thirteen": figureWord, "fifteen": figureWord, "eighteen": figureWord,
	"twenty": figureWord, "thirty": figureWord, "forty": figureWord, "fifty": figureWord,
	"sixty": figureWord, "ninety": figureWord, "first": figureWord, "second": figureWord,
	"third": figureWord, "fourth": figureWord, "january": figureWord, "february": figureWord,
	"april": figureWord, "june": figureWord, "july": figureWord, "august": figureWord,
	"september": figureWord, "october": figureWord, "november": figureWord, "december": figureWord,

	"march": dateWord, "may": dateWord, "jan": dateWord, "feb": dateWord, "mar": dateWord, "apr": dateWord,
	"jun": dateWord, "jul": dateWord, "aug": dateWord, "sep": dateWord, "sept": dateWord,
	"oct": dateWord, "nov": dateWord, "dec": dateWord,
}
