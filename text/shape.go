package text

import (
	"strings"
	"time"

	"github.com/assayhq/assay/internal/ascii"
)

// appendShape appends the shape of a normal text: every figure is masked. A number with its currency
// sign, brackets, ordinal ending or scale word is "#", a percentage is "#%"; a spelled number from two
// on, a month, and a date or list of them are "#". "Revenue grew $1.2 million, or 5%, in
// March 2023" and "Revenue grew $980 thousand, or 12%, in May 2024" have one shape.
func appendShape(dst, normal []byte) []byte {
	w := shaper{text: normal, out: dst, base: len(dst)}
	for i := 0; i < len(normal); {
		c := normal[i]
		switch {
		case ascii.IsDigit(c):
			w.copyTo(i)
			w.mask(w.numberEnd(i))
			i = w.pos
		case !wordBytes[c]:
			i++
		default:
			end := w.wordEnd(i)
			if mayBeMasked(normal[i:end]) {
				w.copyTo(i)
				if w.isMasked(end) {
					w.mask(end)
					end = w.pos
				}
			}
			i = end
		}
	}
	w.copyTo(len(normal))
	return w.out
}

// shaper copies normal text and masks its figures.
type shaper struct {
	text []byte
	pos  int // text before it is in out
	out  []byte
	base int
}

// copyTo copies the text from pos to end.
func (w *shaper) copyTo(end int) {
	w.out = append(w.out, w.text[w.pos:end]...)
	w.pos = end
}

// isMasked reports whether the word text[pos:end] is a figure or part of a date.
func (w *shaper) isMasked(end int) bool {
	kind := maskWords[string(w.text[w.pos:end])]
	return kind == figureWord || kind == dateWord && w.nearNumber(end)
}

// wordEnd is the offset after the word at text[i], digits inside it included.
func (w *shaper) wordEnd(i int) int {
	for i < len(w.text) && wordBytes[w.text[i]] {
		i++
	}
	return i
}

// wordBytes are the bytes of words.
var wordBytes = func() (is [256]bool) {
	for c := range is {
		is[c] = isWordByte(byte(c))
	}
	return is
}()

// numberEnd is the offset after the number at text[i] with its ordinal ending and scale word.
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

// nearNumber reports whether a number is before pos or after end: then "may" is a month.
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

// mask writes "#" for text[pos:end], unless it continues a date or list that ends the output, and
// removes the currency sign before it and the brackets around it.
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

// dropCurrency takes a currency sign, and the blank after it, off the end of the output.
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
	figureWord                 // a number or month in words, masked everywhere
	dateWord                   // a month that is also another word: masked next to a number
	scaleWord                  // belongs to the number before it
)

var maskWords = withMonths(map[string]maskWord{
	"hundred": scaleWord, "thousand": scaleWord, "million": scaleWord, "billion": scaleWord,
	"trillion": scaleWord, "bps": scaleWord,

	"two": figureWord, "three": figureWord, "four": figureWord, "five": figureWord, "six": figureWord,
	"seven": figureWord, "eight": figureWord, "nine": figureWord, "ten": figureWord, "eleven": figureWord,
	"twelve": figureWord, "thirteen": figureWord, "fifteen": figureWord, "eighteen": figureWord,
	"twenty": figureWord, "thirty": figureWord, "forty": figureWord, "fifty": figureWord,
	"sixty": figureWord, "ninety": figureWord, "first": figureWord, "second": figureWord,
	"third": figureWord, "fourth": figureWord, "sept": dateWord,
})

// withMonths adds the names of the months and their abbreviations.
func withMonths(words map[string]maskWord) map[string]maskWord {
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		words[name], words[name[:3]] = figureWord, dateWord
	}
	words["march"], words["may"] = dateWord, dateWord
	return words
}

// mayBeMasked turns nearly every word that is not in maskWords away by its first two letters and its length.
func mayBeMasked(word []byte) bool {
	return len(word) > 2 && len(word) < 16 && maskLengths[word[0]&31][word[1]&31]>>len(word)&1 == 1
}

// maskLengths has bit n set for the first two letters of the words in maskWords of n letters.
var maskLengths = func() (lengths [32][32]uint16) {
	for word := range maskWords {
		lengths[word[0]&31][word[1]&31] |= 1 << len(word)
	}
	return lengths
}()
