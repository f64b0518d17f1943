package figure

import "strings"

// Hint is what a question says about the form of its answer.
type Hint struct {
	Asked   bool // there is a question
	Percent bool // it asks for a percentage, so fractions and percentages are the same
	Scale   int  // it asks for thousands, millions or billions, as a power of ten; 0 when it does not
	Rounded bool // it says to how many digits the answer is to be rounded
	Rises   bool // it asks for an increase, so that what fell has a negative sign
	Each    bool // it asks for a sum per share, which is in no scale

	about    subject
	question string // finds which of several named figures it asks for
}

// percentWords are words of questions whose answers are percentages as often as fractions.
var percentWords = []string{
	"percent", "percents", "percentage", "percentages", "pct", "portion", "proportion", "fraction",
	"ratio", "rate", "margin", "growth", "return", "yield", "volatility", "roi", "roe", "roa",
}

// ReadQuestion reads the hints in a question.
func ReadQuestion(q string) Hint {
	h := Hint{question: q, Asked: strings.TrimSpace(q) != "", Percent: strings.Contains(q, "%")}
	down := false
	for i := 0; i < len(q); {
		stop := wordEnd(q, i)
		if stop == i {
			i++
			continue
		}
		word := q[i:stop]
		h.Percent = h.Percent || oneOf(word, percentWords) || percentPhrase(q, i)
		h.Rounded = h.Rounded || oneOf(word, []string{"round", "rounded"})
		h.Each = h.Each || oneOf(word, []string{"eps"}) || perShare(q, i)
		h.Rises, down = h.Rises || oneOf(word, riseWords), down || oneOf(word, fallVerbs) || oneOf(word, fallNouns)
		if power := askedScale(q, i, word); power > 0 {
			h.Scale = power
		}
		i = stop
	}
	h.Rises = h.Rises && !down
	if h.Asked {
		h.about = subjectOf(q)
		h.Each = h.Each || eachAsked.MatchString(h.about.text)
	}
	return h
}

// riseWords are words of questions whose answers have a sign: growth that is a decrease is negative. Of
// "what was the change" golds often state the size alone.
var riseWords = []string{
	"increase", "increased", "increases", "growth", "grow", "grew", "grown", "rise", "rose", "risen", "gain",
}

// perShare reports whether the word at i begins "per share", with or without a word between.
func perShare(q string, i int) bool {
	for _, phrase := range []string{
		"per share", "per diluted share", "per basic share", "per common share", "per ordinary share",
	} {
		if _, ok := phraseAt(q, i, phrase); ok {
			return true
		}
	}
	return false
}

func percentPhrase(q string, i int) bool {
	_, ok := phraseAt(q, i, "per cent")
	return ok
}

// askedScale is the power of ten of "in millions" or "USD millions" at the word at i. A scale
// figureAfter a number belongs to that number.
func askedScale(q string, i int, word string) int {
	power := ScalePower(word)
	if power == 0 || len(word) == 1 {
		return 0
	}
	p := backBlanks(q, i)
	if p > 0 && q[p-1] == '$' {
		return power
	}
	for _, lead := range []string{"in", "of", "usd", "us", "u.s", "many", "dollars", "the"} {
		if _, ok := phraseBefore(q, p, lead); ok {
			return power
		}
	}
	return 0
}

// merge takes what any of the hints says.
func merge(hints []Hint) Hint {
	var all Hint
	for _, h := range hints {
		all.Asked = all.Asked || h.Asked
		all.Percent = all.Percent || h.Percent
		all.Rounded = all.Rounded || h.Rounded
		all.Rises = all.Rises || h.Rises
		all.Each = all.Each || h.Each
		if h.Asked {
			all.about = h.about
		}
		if h.question != "" {
			all.question = h.question
		}
		if h.Scale > 0 {
			all.Scale = h.Scale
		}
	}
	return all
}
