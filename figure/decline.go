package figure

import (
	"regexp"
	"slices"
	"strings"
)

// declining matches how replies say that they have no answer.
var declining = regexp.MustCompile(`(?i)\b(?:(?:I|we)(?:[’']m| am| are| was| were)? ` +
	`(?:do not|don[’']t|cannot|can not|can[’']t|could not|couldn[’']t|did not|didn[’']t|(?:not able|unable) to)(?: \w+){0,2} ` +
	`(?:have|find|determine|provide|give|state|compute|calculate|derive|locate|confirm|answer|say|report)|` +
	`(?:cannot|can not|could not|can[’']t) be (?:determined|computed|calculated|derived|answered|found|confirmed|stated)|` +
	`(?:(?:is|are|was|were)(?: not|n[’']t)|:\W*not) (?:disclosed|available|reported|given|stated|provided|included|found|shown))\b`)

// noFigure matches how they say that no figure of theirs is one.
var noFigure = regexp.MustCompile(`(?i)\b(?:insufficient|(?:can ?not|can['’]t|could not) (?:say|tell|verify|give)|` +
	`(?:do not|don['’]t)(?: really| actually)? know|won['’]t (?:give|state|guess)|please clarify|disregard|` +
	`(?:does|do|did)(?: not|n['’]t) (?:provide|contain|give|disclose|include|state|specify)(?: \w+){0,3} (?:information|figure|data|answer)|` +
	`unknown|no (?:source|basis|information|way to)|(?:not|n['’]t) (?:disclosed|(?:\w+ )?enough|(?:\w+ )?sufficient)|` +
	`not possible to|no answer|withdraw (?:that|this|it|my)|retract)\b`)

var lastSentence = regexp.MustCompile(`(?s)^.*[.!?]\s`)

// refusing are parts of its words, one of which each of its matches has.
var refusing = []string{"not", "Not", "n't", "n’t", "unable", "insufficient", "clarify", "disregard", "no ",
	"Unknown", "withdraw", "retract"}

// unfinished are words that no sentence ends with.
var unfinished = strings.Fields("and then the is of by to we which from with first in was a for divide gives that")

// optionLine matches one of several answers to choose from; itSaid what is said of the figure before.
var (
	optionLine = regexp.MustCompile(`^\s*\(?[A-Ea-e][).] `)
	itSaid     = regexp.MustCompile(`\b(?:it|that|this)\b`)
)

// isCutOff reports whether a text ends in the middle of a sentence.
func isCutOff(text string) bool {
	text = strings.TrimRight(text, " \t\r\n,:")
	return slices.Contains(unfinished, text[wordStart(text, len(text)):])
}

// refuses reports whether a text has words of a refusal.
func refuses(text string) bool {
	return slices.ContainsFunc(refusing, func(part string) bool { return strings.Contains(text, part) }) &&
		(declining.MatchString(text) || noFigure.MatchString(text))
}

// declines reports whether a reply says that it has no answer, or ends before it: with a sentence that has all of the
// question's words that the name of any figure outside of it has, and more.
func declines(text, question string) bool {
	if question == "" {
		return false
	}
	if !refuses(text) && !isCutOff(text) {
		return false
	}
	q := wordsOf(question)
	figures, _ := namedFigures(text)
	for i := range figures {
		f := &figures[i]
		f.fit = q.fits(f.name[len(lastSentence.FindString(f.name)):], f.period)
	}
	start := 0
	for _, m := range append(clauseEnd.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		end := m[0]
		s := text[start:end]
		if head, _, is := strings.Cut(s, ", but "); is && declining.MatchString(head) {
			s = head
			end = start + len(head)
		}
		if head, _, goesOn := strings.Cut(s, ", but "); goesOn && noFigure.MatchString(head) {
			start = m[1]
			continue
		}
		if noFigure.MatchString(s) && !slices.ContainsFunc(figures, q.isNamed) {
			return true
		}
		if listed := optionLine.MatchString(s); listed {
			start = m[1]
			continue
		}
		if declining.MatchString(s) && len(figures) == 1 && figures[0].rank < first && itSaid.MatchString(s) &&
			strings.TrimSpace(text[m[1]:]) == "" {
			return true
		}
		if declining.MatchString(s) || end == len(text) && isCutOff(s) {
			has := q.fits(s, "").words
			if end == len(text) { // the sentence before may say what for
				has |= q.fits(text[lastEnd(figures, start):], "").words
			}
			better := func(f namedFigure) bool {
				within := start <= f.Start && f.Start < end
				return f.rank == aloneInLine || f.rank == first || !within && !f.other && !q.excludes(&f) && (f.words&^has != 0 || f.words == has)
			}
			if has != 0 && !slices.ContainsFunc(figures, better) {
				return true
			}
		}
		start = m[1]
	}
	return false
}

// isNamed reports whether a figure is stated as what the question asks for, if only by its name.
func (q *asking) isNamed(f namedFigure) bool {
	return f.rank != inPassing || f.words&(q.required|q.computed) != 0 && !f.other && !q.excludes(&f)
}

// lastEnd is where the last figure before a byte ends.
func lastEnd(figures []namedFigure, before int) (end int) {
	for i := range figures {
		if figures[i].End <= before {
			end = figures[i].End
		}
	}
	return end
}
