package score

import (
	"math"
	"slices"
	"strings"
)

// tatqaEM and tatqaF1 are the two measures of TAT-QA's evaluator: an answer counts with its scale.
func tatqaEM(in *Input) Score { return tatqa(in, false) }
func tatqaF1(in *Input) Score { return tatqa(in, true) }

func tatqa(in *Input, partly bool) Score {
	if in.isEmpty() {
		out := Of("", 0)
		out.Expected, out.Explanation = Shown(in.firstGold()), "the answer is empty, which the published evaluator counts as wrong"
		return out
	}
	items, scale := in.tatqaAnswer()
	forms := tatqaForms(items, scale)
	of := func(gold []string, list bool) Score {
		want := tatqaTokens(tatqaText(gold, in.Unit))
		best := tatqaMatch{answer: forms[0]}
		for _, form := range forms {
			if m := matchTatqa(want, form, partly); m.better(best) {
				best = m
			}
		}
		value := best.exact
		if partly && (list || !pyNumeric(gold[0])) {
			value = best.f1 // a computed answer is right or wrong
		}
		out := Of("", value)
		out.Expected, out.Extracted = Shown(strings.Join(want, " ")), Shown(strings.Join(best.answer, " "))
		return out
	}
	if in.GoldList {
		return of(in.Gold, true)
	}
	return in.best(func(gold string) Score { return of([]string{gold}, false) })
}

// tatqaMatch is how one form of the answer does.
type tatqaMatch struct {
	exact, f1 float64
	answer    []string
}

// better orders forms as the evaluator does: by exact match, then by F1.
func (m tatqaMatch) better(than tatqaMatch) bool {
	return m.exact > than.exact || m.exact == than.exact && m.f1 > than.f1
}

// matchTatqa compares tokens: all of them in order and, for what is right in part, as sets.
func matchTatqa(gold, answer []string, partly bool) tatqaMatch {
	m := tatqaMatch{answer: answer}
	if slices.Equal(gold, answer) {
		m.exact, m.f1 = 1, 1
	}
	if !partly || m.exact > 0 {
		return m
	}
	g, a := tokenSet(gold), tokenSet(answer)
	common := 0
	for _, token := range a {
		if _, found := slices.BinarySearch(g, token); found {
			common++
		}
	}
	precision, recall := shareOf(common, len(a)), shareOf(common, len(g))
	if precision+recall > 0 {
		m.f1 = math.RoundToEven(2*precision*recall/(precision+recall)*100) / 100
	}
	return m
}

// shareOf is 1 of nothing, as the evaluator has it.
func shareOf(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

func tokenSet(tokens []string) []string {
	set := slices.Clone(tokens)
	slices.Sort(set)
	return slices.Compact(set)
}

// tatqaScales are the words for the scale of an answer.
var tatqaScales = [...]string{"thousand", "million", "billion", "percent"}

// tatqaAnswer is the answer as the evaluator takes it: its items and its scale. A list is taken as it is. Of a text
// the scale at its end is read, and its items if the gold is a list of several.
func (in *Input) tatqaAnswer() (items []string, scale string) {
	if in.List != nil {
		return in.List, in.AnswerUnit
	}
	answer := in.Answer
	if final, tagged := Final(answer); tagged && final != "" {
		answer = final
	}
	if in.GoldList && len(in.Gold) > 1 {
		items = in.splitAsGold(answer)
		if last := len(items) - 1; last >= 0 && last < maxItems {
			if in.AnswerUnit == "" { // "5 and 6 million"
				items[last], scale = cutScale(items[last])
				return items, scale
			}
			return items, in.AnswerUnit
		}
	}
	answer = strings.TrimRight(strings.TrimSpace(answer), ".")
	if in.AnswerUnit == "" {
		answer, scale = cutScale(answer)
		return []string{answer}, scale
	}
	return []string{answer}, in.AnswerUnit
}

// splitAsGold splits a text into items, but not at the commas that items of the gold have: "Mills, Inc., Harbor".
func (in *Input) splitAsGold(answer string) (items []string) {
	const comma = "\x00"
	for _, g := range in.Gold {
		answer = strings.ReplaceAll(answer, g, strings.ReplaceAll(g, ",", comma))
	}
	for _, part := range splitList(answer, listItems(in.Gold, true, nil)) {
		if part = strings.TrimSpace(strings.ReplaceAll(part, comma, ",")); part != "" {
			items = append(items, part)
		}
	}
	return items
}

// cutScale cuts the scale off the end of a number.
func cutScale(answer string) (number, scale string) {
	for _, word := range tatqaScales {
		at := len(answer) - len(word)
		if at > 0 && answer[at-1] == ' ' && strings.EqualFold(answer[at:], word) && pyNumeric(answer[:at]) {
			return strings.TrimSpace(answer[:at]), word
		}
	}
	return answer, ""
}

// tatqaForms are the tokens of an answer, and for one number without a scale those of its value
// unrounded: 0.2342 is as good as 23.42 percent.
func tatqaForms(items []string, scale string) [][]string {
	forms := [][]string{tatqaTokens(tatqaText(items, scale))}
	if len(items) != 1 || scale != "" || strings.Contains(items[0], "%") || !pyNumeric(items[0]) {
		return forms
	}
	if n, ok := readPyNumber(items[0]); ok {
		forms = append(forms, tatqaTokens(fourPlaces(n.float())))
	}
	return forms
}

// tatqaText is an answer with its scale as one text, numbers multiplied out.
func tatqaText(items []string, scale string) string {
	items = slices.Clone(items)
	slices.Sort(items)
	for i, item := range items {
		n, ok := pyNumber{}, pyNumeric(item)
		if ok {
			n, ok = readPyNumber(item)
		}
		switch {
		case ok && strings.Contains(item, "%"):
			items[i] = fourPlaces(n.float())
		case ok:
			items[i] = fourPlaces(n.rounded(2).times(scaleFactor(scale)).float())
		case scale != "":
			items[i] = item + " " + scale
		}
	}
	return strings.Join(items, " ")
}

// tatqaTokens are the tokens of a text in normal form: lower case, without punctuation and articles,
// numbers by their value. Words that cannot be numbers are made normal together.
func tatqaTokens(text string) []string {
	tokens := make([]string, 0, 1+strings.Count(text, " "))
	words := 0 // where those begin that are not in tokens yet
	flush := func(end int) {
		if words < end {
			tokens = appendFields(tokens, squadNormal(text[words:end]))
		}
	}
	for start := 0; start <= len(text); {
		end := start
		for end < len(text) && text[end] != ' ' {
			end++
		}
		if token := text[start:end]; maybeNumber(token) {
			flush(start)
			tokens = appendToken(tokens, pyLower(token))
			words = end
		}
		start = end + 1
	}
	flush(len(text))
	return tokens
}

// appendToken appends what may be a number, by its value if it is one.
func appendToken(tokens []string, token string) []string {
	if !pyNumeric(token) {
		token = withoutPunctuation(token)
	}
	if pyNumeric(token) {
		return append(tokens, numberToken(token))
	}
	return appendFields(tokens, squadNormal(token))
}

// appendFields appends the parts of a normal text.
func appendFields(tokens []string, normal string) []string {
	for normal != "" {
		var token string
		token, normal, _ = strings.Cut(normal, " ")
		tokens = append(tokens, token)
	}
	return tokens
}

func withoutPunctuation(token string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && asciiClass[r] == punctuation {
			return -1
		}
		return r
	}, token)
}

// numberToken is a number as Python prints it; the evaluator finds none in a text like ".5".
func numberToken(token string) string {
	if n, ok := readPyNumber(token); ok {
		return n.rounded(4).String()
	}
	return "None"
}

func pyLower(s string) string { return strings.ToLower(strings.ReplaceAll(s, "İ", "i̇")) }
