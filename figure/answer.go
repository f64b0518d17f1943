package figure

import (
	"fmt"
	"strings"
)

// Answer finds the figure that a short answer gives: the answer itself when it is one figure, else
// the first figure behind the last equals sign, or the first behind the verb of a sentence. "The
// five year change is 105" answers 105. A year counts only where there is nothing else.
func Answer(s string) (Amount, bool) {
	if a, err := Parse(s); err == nil {
		return a, true
	}
	found := Find(s)
	if tail := strings.LastIndexByte(s, '='); tail >= 0 {
		if a := firstBehind(found, tail); a != nil {
			return *a, true
		}
	}
	if a := firstBehind(found, verbAt(s)); a != nil {
		return *a, true
	}
	if a := firstBehind(found, 0); a != nil {
		return *a, true
	}
	for _, a := range found {
		if a.IsAmount() || !a.Period.IsZero() {
			return a, true
		}
	}
	return Amount{}, false
}

// firstBehind is the first amount from an offset on that does not count time.
func firstBehind(found []Amount, at int) *Amount {
	for i := range found {
		if a := &found[i]; a.Start >= at && a.IsAmount() && !a.timeSpan() {
			return a
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
		return Match{Reason: Other, Gold: want[0], Got: got[0]}, nil
	}
	m := Compare(want[0], got[0], hints...)
	if m.Right && len(want) == 2 {
		m = Compare(want[1], got[1], hints...)
	}
	return m, nil
}

// ends is the figure of a text, or the two of a range.
func ends(s string) []Amount {
	a, ok := Answer(s)
	if !ok {
		return nil
	}
	if a.Bound != Low {
		return []Amount{a}
	}
	for _, b := range Find(s) {
		if b.Bound == High && b.Start >= a.End {
			return []Amount{a, b}
		}
	}
	return []Amount{a}
}
