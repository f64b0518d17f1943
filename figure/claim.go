package figure

import (
	"iter"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// Claim is the part of a reply that states its answer, and the rule that found it.
type Claim struct {
	Extent
	Text string
	Rule string // name of a row of ClaimRules
}

// ClaimRule is a way in which replies mark their answer.
type ClaimRule struct {
	Name, Doc string                 // an example of it
	words     string                 // of which its mark has one: most replies have none, and are not searched
	sole      bool                   // it marks an answer only where a reply has one of it
	starts    *regexp.Regexp         // the claim starts where this ends, or at its first group
	end       func(reply string) int // of a claim at the start of this text; the end of the line without it
}

// ClaimRules are in their order of precedence. Of one rule the last claim of a reply counts. Before any rule, what
// the reply thinks aloud (<think>…</think>) is left out, and what it takes back ("wait, …", "correction: …") as
// long as it makes a claim after that.
var ClaimRules = []ClaimRule{
	{Name: "tag", Doc: "<answer>…</answer>, [ANSWER]…[/ANSWER]", words: "answer>|result>|answer]|answer |result ",
		starts: regexp.MustCompile(`(?i)<(?:final[_ -]?)?(?:answer|result)\b[^>]*>|\[(?:final[_ -]?)?answer\]`), end: untilClosingTag},
	{Name: "box", Doc: `\boxed{…}`, words: "boxed", starts: regexp.MustCompile(`\\f?boxed\s*\{`), end: untilBrace},
	{Name: "final answer", Doc: "a label such as FINAL:, Final answer:, or a key final_answer",
		words: "final|selected|chosen|verified|corrected|revised|finish|submit|" + foreignFinals,
		starts: label(`(?:verified|corrected|revised|selected|chosen)[ _](?:answer|result|value|figure)|` +
			`final[_ ]?(?:numeric(?:al)?[_ ]?)?(?:answer|result|value|figure|response|output)?|finish|submit|` + foreignFinals)},
	{Name: "hash", Doc: "#### 42", words: "####",
		starts: regexp.MustCompile(`(?m)^[ \t]*####[ \t]*()[-−+(]?[ \t]*[$€£¥]?[ \t]*[-−]?\d`)},
	{Name: "answer", Doc: "a label such as Answer:, A:, or a key answer", words: "answer|ans|a:|a*|" + foreignAnswers,
		starts: label(`answer|ans\.?|(?-i:A)|` + foreignAnswers)},
	{Name: "result", Doc: "a label such as Result:, Conclusion:, or a key result", words: results, starts: label(results)},
	{Name: "value", Doc: "the only key value of a record, in a line of its own or in JSON", words: "value", sole: true,
		starts: regexp.MustCompile(`(?im)(?:^[ \t]{0,4}|[{,][ \t]*)["']?value["']?[ \t]*[:=][ \t]*`)},
	{Name: "sentence", Doc: `"The answer is …"`, words: "answer|" + foreignAnswers, end: untilSentence,
		starts: regexp.MustCompile(`(?i)\b(?:la réponse|la respuesta|die antwort|la risposta|a resposta)(?: finale?)? ` +
			`(?:est|es|lautet|ist|è|é)\b(?: donc)?|\banswer(?: to (?:your|the) question)?\W{0,3}\s+` +
			`(?:is|was|would be|should be|comes to|equals)\b`)},
}

// Words of labels, in other languages too.
const (
	results = `reply|choice|pick|selection|result|solution|conclusion|verdict|outcome|output|response|majority|consensus|` +
		`key takeaway|takeaway|bottom line|tl;dr|tldr|selected|chosen|` +
		`résultat|resultado|risultato|ergebnis|wynik|результат|Результат|结果`
	foreignFinals = `réponse finale|respuesta final|resposta final|risposta finale|endgültige antwort|odpowiedź końcowa|` +
		`итоговый ответ|Итоговый ответ|最终答案|最終的な答え`
	foreignAnswers = `réponse|respuesta|resposta|risposta|antwort|odpowiedź|ответ|Ответ|答案|答え|回答`
)

// label matches words as the label of what follows: at the start of a line or after a mark, whatever emphasis they
// have, with a remark in brackets, before a colon, an equals sign, an arrow or the end of the line. Who calls an
// answer preliminary does not give it.
func label(words string) *regexp.Regexp {
	const (
		markup = `</?[a-z][^<>]*>|\\[a-z]+\b`
		before = `(?im)(?:^|[·|:;,.!?=>{(\x{2014}]|` +
			`\b(?:my|the|our|so|thus|therefore|point|short|correct|corrected|revised|consensus|overall))`
		marks  = `(?:` + markup + `|[^\pL\pN$€£])*(?:\(?[a-z\d][.)][ \t]+)?`
		remark = `(?:[ \t]*\([^()\n]*\))?`
		closes = `(?:` + markup + `|[*_"”'’` + "`" + `~\x{200b}}\]) \t])*`
		number = `[ \t]+#?\d{1,2}`
		mark   = `(?:[:：=→|,;&]|\.{3,}|\.(?:\*\*)?[ \t]+|</t[dh]>\s*<t[dh]\b[^>]*>|—|–|[ \t]-[ \t]|->|=>|[ \t\r]*\n)`
		parts  = `(?:` + mark + `(?:\s*[-=_]{3,}[ \t\r]*\n)?\s*|(?:[ \t]+|[(\[]["']?)()(?:USD |EUR |GBP )?[-−–+(]?[$€£]?[-−–]?\d)`
	)
	return regexp.MustCompile(before + marks + `(?:` + words + `)` +
		`(?:` + number + remark + closes + `[:：=—–|)]\s*|` + remark + closes + parts + `)`)
}

// Bounds of what is looked at.
const (
	maxClaims = 20       // of one rule, from the last
	maxClaim  = 4000     // bytes
	maxReply  = 16 << 10 // bytes at the end of a reply
)

// Final is the claim of a reply, found by the first of the rules that finds one; false if none does. A reply that is
// nothing but its answer makes no claim.
func Final(reply string) (Claim, bool) {
	for c := range claims(reply) {
		return c, true
	}
	return Claim{}, false
}

// claims are those of a reply, the strongest first: after what it took back, and only then before it.
func claims(reply string) iter.Seq[Claim] {
	return func(yield func(Claim) bool) {
		from := spokenFrom(reply)
		at, _ := takenBack(reply, from)
		for c := range claimsBetween(reply, at, len(reply)) {
			if !yield(c) {
				return
			}
		}
		claimsBetween(reply, from, at)(yield)
	}
}

// mayStart reports whether a text has a word of the rule's marks.
func (r *ClaimRule) mayStart(text string) bool {
	for word := range strings.SplitSeq(r.words, "|") {
		if ascii.ContainsFold(text, word) {
			return true
		}
	}
	return false
}

// claimsBetween are the claims of a part of a reply.
func claimsBetween(reply string, from, to int) iter.Seq[Claim] {
	return func(yield func(Claim) bool) {
		if part := reply[from:to]; strings.ContainsAny(part, ":：=→|{<#[(\n") || strings.Contains(part, "nswer") {
			claimsIn(reply, from, to, yield)
		}
	}
}

func claimsIn(reply string, from, to int, yield func(Claim) bool) bool {
	for i := range ClaimRules {
		rule := &ClaimRules[i]
		if !rule.mayStart(reply[from:to]) {
			continue
		}
		part := reply[from:to]
		if rule.sole {
			part, _, _ = strings.Cut(part, "[") // lists have the sources
		}
		all := rule.starts.FindAllStringSubmatchIndex(part, -1)
		if rule.sole && len(all) > 1 {
			continue
		}
		for _, at := range slices.Backward(all[max(0, len(all)-maxClaims):]) {
			start := at[1]
			if len(at) > 3 && at[2] >= 0 {
				start = at[2]
			}
			if extra.MatchString(reply[from+at[0]:from+at[1]]) ||
				ascii.IsLetter(reply[from+at[0]]) && denied.MatchString(reply[max(0, from+at[0]-maxDenial):from+at[0]]) {
				continue
			}
			c := rule.claim(reply, from+start, to)
			if strings.HasPrefix(c.Text, "not ") && hasAmount(c.Text) {
				continue // "the answer is not 5"
			}
			if c.Text != "" && !yield(c) {
				return false
			}
		}
	}
	return true
}

const maxDenial = 16 // bytes

// denied matches a text before a label that says that this is none: "which is not my answer: …".
var denied = regexp.MustCompile(`(?i)\b(?:not|isn[’']t|no)\s*$`)

// extra matches a label of what was not asked for: "Answer 2 (extra): …".
var extra = regexp.MustCompile(`(?i)\((?:[^)]*\b)?(?:extra|bonus|not asked|additional|other|minority)\b`)

// headOfTable matches the head of a table of Markdown, whose columns may be called answer or result.
var headOfTable = regexp.MustCompile(`^[ \t]*\|[^\n]*\n[ \t]*\|?[ \t:|-]*-[ \t:|-]*(?:\n|$)`)

// claim is what follows the mark of a claim; in the row of a table its last cell.
func (r *ClaimRule) claim(reply string, start, to int) Claim {
	line := max(0, start-maxClaim)
	line += strings.LastIndexByte(reply[line:start], '\n') + 1
	if headOfTable.MatchString(reply[line:]) {
		return Claim{}
	}
	if end := strings.IndexByte(reply[start:to], '\n'); strings.HasPrefix(strings.TrimLeft(reply[line:start], " \t"), "|") {
		if end >= 0 {
			to = start + end
		}
		row := strings.TrimRight(reply[start:to], " \t\r|")
		cell := strings.LastIndexByte(row, '|') + 1
		for cell > 0 && strings.IndexFunc(row[cell:], isDigit) < 0 { // the last cells may have units or notes
			to = start + cell - 1
			cell = strings.LastIndexByte(row[:cell-1], '|') + 1
		}
		start += cell
	}
	rest := reply[start:min(to, start+maxClaim)]
	end := r.end
	if end == nil {
		end = untilLineEnd
	}
	rest = rest[:end(rest)]
	if at := sentenceEnd.FindStringIndex(rest); at != nil && at[0] > 0 {
		if _, ok := stated(rest[:at[0]]); ok {
			rest = rest[:at[0]]
		}
	}
	if at := strings.Index(rest, " ("); at > 0 && isBare(rest[:at]) && hasAmount(rest[at:]) {
		rest = rest[:at] // "4.07 (between 4.02 and 4.11)"
	}
	text := strings.TrimSpace(strings.Trim(rest, " \t\r\n*_`\"“”║|"))
	if strings.Trim(text, ":.-") == "" {
		return Claim{}
	}
	at := start + strings.Index(rest, text)
	return Claim{Extent{at, at + len(text)}, text, r.Name}
}

// isBare reports whether a text is a figure and nothing else.
func isBare(text string) bool {
	a, err := Parse(strings.Trim(text, " *_"))
	return err == nil && a.IsAmount()
}

// untilLineEnd is the end of a line, or of the part of it before the next label: "Answer: 5 · Page: 98".
func untilLineEnd(text string) int {
	n := strings.IndexByte(text, '\n')
	if n < 0 {
		n = len(text)
	}
	for _, at := range nextLabel.FindAllStringIndex(text[:n], -1) {
		if at[0] > 0 {
			return at[0]
		}
	}
	return n
}

var nextLabel = regexp.MustCompile(` · | \| |",|, "|"}|; ?"?[A-Za-z_][\w ]{1,30}"?\s*[:=]`)

var sentenceEnd = regexp.MustCompile(`[.!?](?:\s|$)|\n`)

func untilSentence(text string) int {
	if at := sentenceEnd.FindStringIndex(text); at != nil {
		return at[0]
	}
	return len(text)
}

var closingTag = regexp.MustCompile(`(?i)(?:</|\[/)(?:final[_ -]?)?(?:answer|result)`)

func untilClosingTag(text string) int {
	if at := closingTag.FindStringIndex(text); at != nil {
		return at[0]
	}
	return untilLineEnd(text)
}

// untilBrace is where the brace closes that is open at the start of a text.
func untilBrace(text string) int {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return untilLineEnd(text)
}

// spokenFrom is where a reply begins after what it thinks aloud.
func spokenFrom(reply string) int {
	from := 0
	for _, mark := range []string{"</think>", "</thinking>", "</reasoning>", "</scratchpad>", "<|channel|>final<|message|>"} {
		if at := strings.LastIndex(reply, mark) + len(mark); at >= max(from, len(mark)) && strings.TrimSpace(reply[at:]) != "" {
			from = at
		}
	}
	return from
}

// replacement matches how replies take back an answer for good, and not only to look at it again.
var replacement = regexp.MustCompile(`(?i)scratch that|strike that|mistake|\berror\b|apologi|withdraw|retract|wrong|` +
	`incorrect|misread|\b(?:correct(?:ed)?|revised|right|actual) (?:[\w&%-]+ ){1,12}?(?:is|was|comes to)\b`)

// confirms matches how they say that it was right.
var confirms = regexp.MustCompile(`(?i)\b(?:unaffected|unchanged|it holds|` +
	`(?:initial|original|first) \w+ (?:stands|holds)|still (?:holds|stands|correct)|i stay with|confirmed|confirms|` +
	`was (?:right|correct))\b`)

// withdrawal matches how replies take back what they said.
var withdrawal = regexp.MustCompile(`(?im)(?:^|[.!?:;—–-]\s+|\*\*)[\s*_>-]*(?:` +
	`wait\b|hold on\b|hmm\b|oops\b|scratch that\b|strike that\b|correction\b|` +
	`actually,? (?:no\b|wait\b|let me\b)|no, (?:wait|hold on)\b|on (?:second thought|reflection)\b|` +
	`my mistake\b|i made (?:a|an) (?:mistake|error)\b|i misread\b|` +
	`sorry\b|i (?:must |have to |want to |do )?apologi[sz]e\b|erratum\b|` +
	`edit:|let me (?:reconsider|recompute|recalculate|redo|correct|start over|fix)\b|apologies\b|redoing it\b|` +
	`(?:that|this)(?: first (?:figure|attempt))? (?:is|was) (?:wrong|incorrect|out|flawed)\b)`)

// withdrawing are parts of its words, one of which each of its matches has.
var withdrawing = []string{"wait", "hold on", "hmm", "oops", "scratch", "strike", "correct", "actually", "second thought", "reflection",
	"mistake", "error", "misread", "sorry", "apolog", "erratum", "edit:", "let me", "redoing", "wrong", "is out", "was out", "flawed"}

// takenBack is where the last of them ends, from an offset on, or that offset; and whether it replaces what was said.
func takenBack(reply string, from int) (at int, replaced bool) {
	if !containsAny(reply[from:], withdrawing) {
		return from, false
	}
	all := withdrawal.FindAllStringIndex(reply[from:], -1)
	if len(all) == 0 {
		return from, false
	}
	last := all[len(all)-1]
	at = from + last[1]
	return at, replacement.MatchString(reply[from+last[0]:]) && !confirms.MatchString(reply[at:])
}

// note matches the beginning of a paragraph that follows an answer and is not part of it.
var note = regexp.MustCompile(`(?im)^[\s*_>#\-\[(]*(?:` +
	`>\s*["“]|as a bonus\b|in addition\b|additionally\b|notes?\b|n\.b\.|sources?\b|` +
	`references?\b|p\.? ?s\b|caveats?\b|disclaimer\b|check\b|verif|sanity|` +
	`for (?:reference|context|comparison|background)\b|by comparison\b|if you\b|would you\b|let me know\b|` +
	`confidence\b|citations?\b|\[\^?\d+\]|` +
	`assumptions?\b|evidence\b|inputs used\b|footnotes?\b|quelle\b|fuente\b|fonte\b|źródło|источник|📌|⚠)`)

// Brackets and sentences that put a figure aside; such a sentence goes with the rest of its line.
var (
	disownedBrackets = regexp.MustCompile(`(?i)\([^()]*\b(?:not (?:my|the) (?:final )?answer|first pass|superseded|` +
		`1 ?= ?100(?: ?%| percent)?)\b[^()]*\)`)
	disownedSentence = regexp.MustCompile(`(?i)(?:[^.!?\n]|\.\d)*\b(?:not my (?:final )?answer|disregard|discard|` +
		`(?:was|is|be|been) (?:rejected|discarded|disregarded|withdrawn|superseded))\b(?:[^.!?\n]|\.\d)*`)
)

// noAnswer matches the claims that there is none.
var noAnswer = regexp.MustCompile(`(?i)^(?:null|none|nil|unknown|n/?a|unavailable|undetermined|` +
	`not (?:found|available|given|stated|disclosed|provided)|indeterminate|unanswerable|` +
	`(?:it )?(?:cannot|can not|could not|can['’]t) be (?:determined|computed|calculated|answered|found)|` +
	`insufficient (?:data|information))\b(?:\W*$|[.;]\s)`)

// statement is the part of a reply in which its answer is looked for: its claim; or what it says after it took
// something back, without the notes after it; or all of it. Where that names several figures, it is the part with the
// one that the question asks for. It is empty if the reply says that it has none.
func statement(reply, question string) passage {
	if cut := len(reply) - maxReply; cut > 0 {
		p := statement(reply[cut:], question)
		p.start += cut
		return p
	}
	whole := passageOf(reply, 0)
	if isPlain(reply) {
		if declines(whole.text, question) {
			return passage{}
		}
		return whole.of(question)
	}
	from := spokenFrom(reply)
	part := ofQuestion(reply[from:], question)
	reply, from = reply[:from+part.End], from+part.Start
	back, replaced := takenBack(reply, from)
	for _, try := range [...]struct {
		from, to int
		find     func(reply string, from, to int, question string) (passage, bool)
		when     bool
	}{
		{back, len(reply), claimed, true},
		{from, len(reply), pointed, true},
		{back, len(reply), concludes, replaced},
		{from, back, claimed, back > from},
		{back, len(reply), concludes, !replaced},
		{from, len(reply), concludes, back > from},
	} {
		if !try.when {
			continue
		}
		if p, ok := try.find(reply, try.from, try.to, question); ok {
			return p
		}
	}
	if p := unclaimed(reply, 0); p.concludes() {
		return p
	}
	return whole
}

// questionOf matches where a reply writes a question of its own.
var questionOf = regexp.MustCompile(`(?i)(?:^|\n)[\s#*]*(?:next )?(?:question|q|user|human)(?: ?\d{1,2})?[*_]*: `)

// ofQuestion is the part of a reply that answers the question: what is before a question that it goes on with; of several
// questions with their answers those that is most like it.
func ofQuestion(reply, question string) Extent {
	all := questionOf.FindAllStringIndex(reply, maxClaims)
	if all == nil {
		return Extent{0, len(reply)}
	}
	if hasAmount(reply[:all[0][0]]) {
		return Extent{0, all[0][0]}
	}
	q := wordsOf(question)
	best, most := Extent{0, len(reply)}, 0
	for i, m := range all {
		part := Extent{m[1], len(reply)}
		if i+1 < len(all) {
			part.End = all[i+1][0]
		}
		asks, _, _ := strings.Cut(reply[part.Start:part.End], "\n")
		fit := q.fits(asks, "")
		if n := 2*bits.OnesCount64(fit.words) - fit.foreign; !q.excludes(&namedFigure{name: asks}) && n >= most {
			best, most = part, n
		}
	}
	return best
}

// claimed is what the strongest claim of a part of a reply states.
func claimed(reply string, from, to int, question string) (passage, bool) {
	for c := range claimsBetween(reply, from, to) {
		p := passageOf(c.Text, c.Start)
		if noAnswer.MatchString(c.Text) {
			if hasAmount(c.Text) {
				p = passage{start: c.Start}
			}
			return p, true // figures elsewhere are not what it states
		}
		if m := entryAlone.FindStringSubmatch(c.Text); m != nil {
			if p, ok := entryOf(m[1], reply, c.Start); ok {
				return p.of(question), true
			}
		}
		if p.concludes() {
			return p.of(question), true
		}
	}
	return passage{}, false
}

// concludes is what a part of a reply states without a claim, before its notes.
func concludes(reply string, from, to int, question string) (passage, bool) {
	body := reply[from:to]
	p := unclaimed(body, from)
	if declines(p.text, question) || from > 0 && refuses(p.text) && !hasAmount(p.text) {
		return passage{start: from}, true
	}
	for _, n := range note.FindAllStringIndex(body, maxClaims) {
		if p := unclaimed(body[:n[0]], from); p.concludes() {
			return p.of(question), true
		}
	}
	if from > spokenFrom(reply) {
		if result := resultFollows.FindStringIndex(body); result != nil {
			if p := unclaimed(body[result[1]:], from+result[1]); p.concludes() {
				return p, true
			}
		}
	}
	return p.of(question), p.concludes()
}

// of is the part of a passage that the question asks for, if it names one of several figures; else all of it.
func (p *passage) of(question string) passage {
	if part, ok := asked(p, question); ok {
		return part
	}
	return *p
}

// isPlain reports whether a reply is one line without marks and without the words that the rules above look for, as
// most are that are nothing but their answer.
func isPlain(reply string) bool {
	if len(reply) > maxBare || strings.ContainsAny(reply, "\n\\<~{|:：=→\u200b") {
		return false
	}
	return !containsAny(reply, marking)
}

// containsAny reports whether a text has one of the parts, in capitals or not.
func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return ascii.ContainsFold(text, part) })
}

// marking are parts of words that claims, corrections and what puts a figure aside have.
var marking = []string{"answer", "répons", "respuesta", "antwort", "rispost", "respost", "reject", "discard",
	"disregard", "withdraw", "supersed", "first pass", "wait", "hold on",
	"hmm", "oops", "scratch", "strike", "correction", "actually", "second thought", "mistake", "recompute", "redo", "wrong",
	"incorrect", "apolog", "sorry", "no, ", "of these", "of those", "the first", "the second", "the last",
	"the latter", "option", "point", "####", "reconsider", "flawed", "is out", "was out"}

func (p *passage) concludes() bool {
	_, ok := stated(p.text)
	return ok
}
