package score

import "strings"

// exact compares the characters as they are.
func exact(in *Input) Score {
	answer := strings.TrimSpace(in.Answer)
	return in.best(func(gold string) Score {
		out := Of("", indicator(strings.TrimSpace(gold) == answer))
		out.Expected, out.Extracted = Shown(gold), Shown(answer)
		return out
	})
}
