package score

import (
	"bytes"

	"github.com/assayhq/assay/text"
)

// verdictWords are the words that say yes or no, in lower case.
var verdictWords = []struct {
	word   string
	yes    bool
	closed bool // inside a text only at the end of a phrase: "no." but not "no change"
}{
	{"yes", true, false}, {"yeah", true, false}, {"yep", true, false}, {"true", true, true}, {"correct", true, true},
	{"no", false, true}, {"nope", false, false}, {"false", false, true}, {"incorrect", false, true}, {"untrue", false,
		true},
}

// hedges are the words that take a yes or no back, in normal form.
var hedges = byFirstWord([]string{
	"maybe", "perhaps", "possibly", "probably", "it depends", "depends on", "depending on", "unclear", "not clear",
	"partly", "partially", "to some extent", "to a degree", "not entirely", "not necessarily", "mixed", "uncertain",
	"inconclusive", "hard to say",
})

// hedgeReach is how many words after a yes or no may take it back: "Yes, but only partially".
const hedgeReach = 3

// YesNo reads the yes or no of an answer: "yes", "no", or a reason why it is neither. After "FINAL:" only
// what is there counts.
func YesNo(answer string) (verdict, problem string) {
	if final, tagged := Final(answer); tagged {
		answer = final
	}
	normal := text.AppendNormal(nil, answer)
	yes, no, end := verdicts(normal)
	switch {
	case !yes && !no:
		return "", "there is neither yes nor no in it"
	case yes && no:
		return "", "it says both yes and no"
	}
	if hedge := hedged(normal, end); hedge != "" {
		return "", "it hedges: " + hedge
	}
	if yes {
		return "yes", ""
	}
	return "no", ""
}

// hedged is the hedge before a verdict in its sentence, or a few words after it.
func hedged(normal []byte, end int) string {
	start := bytes.LastIndex(normal[:end], []byte(". ")) + 1
	words := 0
	for end < len(normal) && words <= hedgeReach {
		if normal[end] == ' ' {
			words++
		}
		end++
	}
	hedge, _ := hedges.in(normal[start:end])
	return hedge
}

// verdicts are the verdicts of a normal text, and where the first one ends.
func verdicts(normal []byte) (yes, no bool, end int) {
	for i := 0; i < len(normal); i++ {
		start := i
		for i < len(normal) && isLetterByte(normal[i]) {
			i++
		}
		v, ok := verdictAt(normal, start, i)
		if ok && end == 0 {
			end = i
		}
		yes, no = yes || ok && v, no || ok && !v
	}
	return yes, no, end
}

// verdictAt is the verdict of the word at normal[start:end], if it is one.
func verdictAt(normal []byte, start, end int) (yes, ok bool) {
	for i := range verdictWords {
		w := &verdictWords[i]
		if string(normal[start:end]) != w.word {
			continue
		}
		if _, ok := absences.at(normal, start, end); ok { // "no information"
			return false, false
		}
		if w.closed && start > 0 && !closes(normal[end:]) {
			return false, false
		}
		return w.yes != bytes.HasSuffix(normal[:start], []byte("not ")), true
	}
	return false, false
}

// closes reports whether what follows a word ends its phrase.
func closes(rest []byte) bool {
	rest = bytes.TrimLeft(rest, "*\"')")
	return len(rest) == 0 || bytes.IndexByte([]byte(".,;:!-"), rest[0]) >= 0 ||
		bytes.HasPrefix(rest, []byte(" and ")) || bytes.HasPrefix(rest, []byte(" or "))
}

// yesNo compares the yes or no of an answer with that of its gold.
func yesNo(in *Input) Score {
	got, unclear := YesNo(in.Answer)
	return in.best(func(gold string) Score {
		want, problem := YesNo(gold)
		if problem != "" {
			return Not("", Skipped, "the gold is no yes or no: "+problem)
		}
		if unclear != "" {
			return unread(in, want, "no yes or no: "+unclear)
		}
		out := Of("", indicator(want == got))
		out.Expected, out.Extracted = want, got
		return in.unlessAbstained(out)
	})
}
