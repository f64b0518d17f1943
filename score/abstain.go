package score

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/text"
)

// abstentions are what answers say of themselves instead of answering, in normal form.
var abstentions = byFirstWord([]string{
	"i don't know", "i do not know", "i'm not sure", "i am not sure", "i'm sorry, but", "i'm sorry but", "i'm sorry, i",
	"i apologize, but", "i apologize but", "sorry, as an ai",
	"as an ai", "as an assistant", "cannot answer", "can't answer", "can not answer", "unable to answer",
	"cannot provide", "can't provide", "unable to provide", "unable to find", "cannot find", "can't find",
	"could not find", "couldn't find", "cannot determine", "can't determine", "unable to determine",
	"cannot be determined", "can't be determined", "could not be determined", "not possible to determine",
	"impossible to determine", "cannot calculate", "can't calculate", "unable to calculate", "cannot be calculated",
	"not possible to calculate", "impossible to calculate", "cannot be completed", "cannot be answered",
	"not enough information", "not enough data", "insufficient information", "insufficient data",
	"insufficient context", "not have enough", "don't have enough", "don't have the information",
	"do not have the information", "don't have the specific", "do not have access", "don't have access",
	"does not have access", "no access to", "don't have real-time", "do not have real-time", "don't have direct access",
	"i would need", "i'd need", "you would need", "you will need to", "you'd need", "if you can provide",
	"if you could provide", "if you provide", "please provide", "please refer to", "no answer", "unanswerable",
	"not answerable",
})

// absences are what answers say of the document where they do not find the answer. In the last sentence
// they qualify an answer that was given before.
var absences = byFirstWord([]string{
	"no information", "no relevant information", "no specific information", "no direct information",
	"no explicit information", "no explicit evidence", "no data", "does not provide", "doesn't provide", "do not provide",
	"don't provide", "did not provide", "does not contain", "doesn't contain", "do not contain", "don't contain",
	"does not include", "doesn't include", "do not include", "don't include", "does not mention", "doesn't mention",
	"do not mention", "does not specify", "doesn't specify", "do not specify", "does not disclose", "doesn't disclose",
	"do not disclose", "does not report", "doesn't report", "does not say", "doesn't say", "do not say", "does not state", "doesn't state",
	"does not explicitly", "does not give",
	"doesn't give", "is not provided", "not been provided", "are not provided", "was not provided", "were not provided",
	"not disclosed", "not available", "not mentioned", "not specified", "not stated", "not explicitly stated",
	"not reported in", "not included in", "not given in", "not found in", "not present in",
})

// abstainedExactly are answers that abstain if they are all there is.
var abstainedExactly = []string{
	"n/a", "na", "none", "unknown", "not found", "not applicable", "nothing", "null", "no answer found", "unclear",
	"undetermined", "undefined",
}

// Abstains finds the words with which an answer says that it has none. After "FINAL:" only what is
// there counts; a longer answer abstains by its first or its last sentence.
func Abstains(answer string) (phrase string, ok bool) {
	if final, tagged := Final(answer); tagged {
		answer = final
	}
	normal := bytes.TrimRight(text.AppendNormal(nil, answer), " .!")
	for _, sentence := range abstainedExactly {
		if string(normal) == sentence {
			return sentence, true
		}
	}
	parts := ends(normal)
	for _, part := range parts {
		if phrase, ok := abstentions.in(part); ok {
			return phrase, true
		}
	}
	return absences.in(parts[0])
}

// optionLines are answers to choose from, of which "cannot be determined" may be one.
var optionLines = regexp.MustCompile(`(?m)^[ \t]*\(?[A-Ea-e][).] .*$`)

// declines reports whether an answer begins by saying that its author has none: what figures it goes on
// with, in a recipe for finding the answer, are none even if one of them is right by chance. Who is not
// sure may still answer.
func declines(answer string) bool {
	if _, tagged := Final(answer); tagged {
		return false
	}
	first := ends(text.AppendNormal(nil, optionLines.ReplaceAllString(answer, "")))[0]
	phrase, ok := abstentions.in(first)
	if _, rest, found := strings.Cut(string(first), phrase); ok && found && strings.Contains(rest, " but ") {
		return false // it goes on with what it has
	}
	return ok && !strings.HasSuffix(phrase, "not sure")
}

// phrases are phrases by their first word.
type phrases map[string][]string

func byFirstWord(list []string) phrases {
	table := phrases{}
	for _, phrase := range list {
		word := phrase[:wordEnd([]byte(phrase), 0)]
		table[word] = append(table[word], phrase)
	}
	return table
}

// in is the first phrase in a normal text that cuts no word.
func (p phrases) in(normal []byte) (string, bool) {
	for i := 0; i < len(normal); {
		end := wordEnd(normal, i)
		if phrase, ok := p.at(normal, i, end); ok {
			return phrase, true
		}
		i = max(end, i+1)
	}
	return "", false
}

// at is the phrase that begins with the word at normal[i:end].
func (p phrases) at(normal []byte, i, end int) (string, bool) {
	for _, phrase := range p[string(normal[i:end])] {
		if stop := i + len(phrase); bytes.HasPrefix(normal[i:], []byte(phrase)) && wordEnd(normal, stop) == stop {
			return phrase, true
		}
	}
	return "", false
}

// wordEnd is where the word that begins at text[i] ends; i if none does.
func wordEnd(text []byte, i int) int {
	for i < len(text) && isLetterByte(text[i]) {
		i++
	}
	return i
}

// ends are the first and the last sentence of a text.
func ends(normal []byte) [][]byte {
	first := bytes.Index(normal, []byte(". "))
	if first < 0 {
		return [][]byte{normal}
	}
	return [][]byte{normal[:first], normal[bytes.LastIndex(normal, []byte(". "))+1:]}
}

func isLetterByte(c byte) bool { return c >= 0x80 || rougeByte[c] != 0 }

// finalTag is before the answer that counts, in the form that prompts for document questions ask for.
const finalTag = "FINAL:"

// Final is the part of an answer that states it, by the rules of figure.ClaimRules: what follows "FINAL:", what is in
// a box or between tags. It is false where an answer is all statement.
func Final(answer string) (part string, stated bool) {
	c, ok := figure.Final(answer)
	return c.Text, ok
}

// noAnswer scores whether an answer abstains exactly if its gold does.
func noAnswer(in *Input) Score {
	expected := "an answer"
	if gold := in.firstGold(); gold == "" {
		expected = "no answer"
	} else if _, none := Abstains(gold); none {
		expected = "no answer"
	}
	extracted, why := "an answer", "the answer answers"
	if in.isEmpty() {
		extracted, why = "no answer", "the answer is empty"
	} else if phrase, none := Abstains(in.Answer); none {
		extracted, why = "no answer", "the answer says: "+phrase
	}
	out := Of("", indicator(expected == extracted))
	out.Expected, out.Extracted, out.Explanation = expected, extracted, why
	return out
}

// unread is the record of an answer in which a scorer did not find what it reads.
func unread(in *Input, expected, why string) Score {
	out, abstained := abstention(in, expected)
	if !abstained {
		out = Not("", Unparsable, why)
		out.Expected = Shown(expected)
	}
	return out
}

// abstention is the record of an answer that says that it has none.
func abstention(in *Input, expected string) (out Score, ok bool) {
	phrase, ok := Abstains(in.Answer)
	if !ok {
		return Score{}, false
	}
	out = Not("", Abstained, "the answer says: "+phrase)
	out.Expected = Shown(expected)
	return out, true
}

// unlessAbstained is a score of what was read in an answer. What is wrong in an answer that says that
// it has none, a year or a figure on the way, was not meant as one.
func (in *Input) unlessAbstained(s Score) Score {
	if s.Outcome != Scored || s.Value > 0 {
		return s
	}
	if out, ok := abstention(in, s.Expected); ok {
		return out
	}
	return s
}
