package figure

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"
)

// Answer finds the figure that an answer gives: the answer itself when it is one figure; else the one
// that its conclusion states, "Therefore, the ratio is 6.25"; else the first figure after the last
// equals sign, or the first after the verb of a sentence. "The five year change is 105" answers 105. A
// year counts only where there is nothing else.
func Answer(s string) (Amount, bool) {
	if len(s) <= maxBare {
		if a, err := Parse(s); err == nil {
			return a, true
		}
	}
	found := Find(s)
	tail := lastEquals(s)
	if at := conclusionAt(s, max(tail, 0)); at > 0 {
		if a := stated(s, found, at); a != nil {
			return *a, true
		}
	}
	if tail >= 0 {
		if a := figureAfter(s, found, tail); a != nil {
			return *a, true
		}
	}
	if a := stated(s, found, 0); a != nil {
		return *a, true
	}
	if a := firstAfter(s, found, 0); a != nil {
		return *a, true
	}
	for _, a := range found {
		if a.IsAmount() || !a.Period.IsZero() {
			return a, true
		}
	}
	return Amount{}, false
}

// maxBare is how long an answer may be that is a figure and nothing else.
const maxBare = 120

// lastEquals is where the last equals sign ends, or -1.
func lastEquals(s string) int {
	plain, about := strings.LastIndexByte(s, '='), strings.LastIndex(s, "≈")
	switch {
	case about > plain:
		return about + len("≈")
	case plain >= 0:
		return plain + 1
	}
	return -1
}

// stated is the figure after the first verb from an offset on.
func stated(s string, found []Amount, at int) *Amount {
	verb := verbAt(s[at:])
	if verb == 0 {
		return nil
	}
	return figureAfter(s, found, at+verb)
}

// figureAfter is the first figure from an offset on. What directly follows counts even if it is a stretch of
// time: "is 93.88 days".
func figureAfter(s string, found []Amount, at int) *Amount {
	for i := range found {
		if a := &found[i]; a.End > at {
			if a.IsAmount() && a.Start <= skipBlanks(s, at) {
				return a
			}
			break
		}
	}
	return firstAfter(s, found, at)
}

// conclusions are words with which an answer that shows its working comes to its end.
var conclusions = []string{"therefore", "thus", "hence", "answer"}

// conclusionAt is where the last of those words ends, from an offset on; 0 without one. "so" and "rounded"
// count at the beginning of a sentence and "answer" before a verb.
func conclusionAt(s string, from int) int {
	last := 0
	for i := from; i < len(s); {
		stop := wordEnd(s, i)
		if stop == i {
			i++
			continue
		}
		if word := s[i:stop]; oneOf(word, conclusions) || word == "So" || word == "Rounded" {
			if _, is := phraseAt(s, skipBlanks(s, stop), "is"); is || !equalFold(word, "answer") {
				last = stop
			}
		}
		i = stop
	}
	return last
}

// firstAfter is the first amount from an offset on that counts neither time nor decimal places.
func firstAfter(s string, found []Amount, at int) *Amount {
	for i := range found {
		if a := &found[i]; a.Start >= at && a.IsAmount() && !a.timeSpan() {
			if _, places := phraseAt(s, skipBlanks(s, a.End), "decimal"); !places {
				return a
			}
		}
	}
	return nil
}

// verbAt is where the first verb ends that leads to an answer, or 0.
func verbAt(s string) int {
	for i := 0; i < len(s); {
		stop := wordEnd(s, i)
		if stop == i {
			i++
			continue
		}
		if oneOf(s[i:stop], []string{"is", "was", "are", "were", "equals", "totaled", "totalled"}) {
			return stop
		}
		i = stop
	}
	return 0
}

// CompareText compares the figure of an answer with that of a gold answer. A gold that is a range
// asks for both of its ends. Text without a figure is an error, never a wrong answer.
func CompareText(gold, answer string, hints ...Hint) (Match, error) {
	want := ends(gold)
	if len(want) == 0 {
		return Match{}, fmt.Errorf("compare with gold %q: %w", clip(gold), errEmpty)
	}
	got := ends(answer)
	if len(got) == 0 {
		return Match{}, fmt.Errorf("compare answer %q: %w", clip(answer), errEmpty)
	}
	if len(got) < len(want) {
		got = fromTo(answer, got[0])
	}
	if len(got) != len(want) {
		return Match{Reason: Other, Gold: want[0], Got: got[0]}, nil
	}
	m := Compare(want[0], got[0], hints...)
	if m.Right && len(want) == 2 {
		m = Compare(want[1], got[1], hints...)
	}
	if !m.Right && len(want) == 1 {
		if a := timeAnswer(want[0], answer); a != nil {
			if other := Compare(want[0], *a, hints...); other.Right || !m.Got.IsAmount() {
				return other, nil
			}
		}
	}
	return m, nil
}

// timeAnswer is the year, period or stretch of time that an answer gives where the gold is one: Answer passes
// over those as long as there is something else.
func timeAnswer(gold Amount, answer string) *Amount {
	if gold.Period.IsZero() && !gold.timeSpan() {
		return nil
	}
	found := Find(answer)
	for _, at := range [...]int{verbAt(answer), 0} {
		for i := range found {
			a := &found[i]
			if a.Start >= at && (gold.timeSpan() && a.timeSpan() || !gold.Period.IsZero() && !a.Period.IsZero()) {
				return a
			}
		}
	}
	return nil
}

// ends is the figure of a text, or the two of a range.
func ends(s string) []Amount {
	a, ok := Answer(s)
	if !ok {
		return nil
	}
	found := Find(s)
	if a.Bound != lowEnd {
		return []Amount{quotient(s, a, found)}
	}
	for _, b := range found {
		if b.Bound == highEnd && b.Start >= a.End {
			return []Amount{a, b}
		}
	}
	return []Amount{a}
}

// fromTo is a figure with the one after it if words make a stretch of both: "from 10 % to 12 %", which is a range
// only where one was asked for.
func fromTo(s string, a Amount) []Amount {
	for _, b := range Find(s) {
		if b.Start >= a.End {
			if l := linkOf(s[a.End:b.Start]); b.IsAmount() && (l == upTo || l == dashed) {
				return []Amount{a, b}
			}
			break
		}
	}
	return []Amount{a}
}

// quotientPlaces is how many decimals a ratio is worked out to.
const quotientPlaces = 6

// quotient is a figure, or what it comes to if it is the first of a ratio: 3:2 is 1.5.
func quotient(s string, a Amount, found []Amount) Amount {
	for i := range found {
		b := &found[i]
		if b.Start < a.End {
			continue
		}
		if b.Start != a.End+1 || s[a.End] != ':' || !a.bare() || !b.bare() ||
			b.Value.Sign() <= 0 || b.Value.Equal(decimal.New(1, 0)) {
			break
		}
		a.Value = a.Value.DivRound(b.Value, quotientPlaces)
		a.Decimals, a.End = quotientPlaces, b.End
		break
	}
	return a
}
