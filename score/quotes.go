package score

import (
	"fmt"
	"iter"
	"strings"

	"github.com/assayhq/assay/text"
)

// Limits of the check of quotations.
const (
	// minQuoteWords is the length from which words in quotation marks are taken for a quotation, and not
	// for a name or a term.
	minQuoteWords = 3
	// maxQuotes is how many quotations of an answer are looked for.
	maxQuotes = 256
	// maxMisquote is the share of its words that a verified quotation may have different: one in ten.
	maxMisquote = 0.1
)

// quoteCheck is the share of an answer's quotations that its sources have.
func quoteCheck(in *Input) Score {
	quotes := quotations(in.Answer)
	if len(quotes) == 0 {
		return Not("", Skipped, fmt.Sprintf("there is no quotation of %d words or more in the answer", minQuoteWords))
	}
	if len(quotes) > maxQuotes {
		return Not("", Skipped, fmt.Sprintf("more than %d quotations in the answer", maxQuotes))
	}
	sources := make([]*text.Source, len(in.Sources))
	for i, source := range in.Sources {
		sources[i] = text.NewSource(source)
	}
	verified := 0
	var evidence []string
	for _, quote := range quotes {
		finding, ok := findQuotation(sources, quote)
		if ok {
			verified++
		}
		evidence = append(evidence, finding)
	}
	out := Of("", float64(verified)/float64(len(quotes)))
	out.Extracted = Shown(strings.Join(quotes, " | "))
	out.Explanation = fmt.Sprintf("%d of %d quotations verified", verified, len(quotes))
	out.Evidence = evidence
	return out
}

// findQuotation looks for a quotation in all sources and describes where it is and how exact.
func findQuotation(sources []*text.Source, quote string) (finding string, verified bool) {
	var best text.Quote
	at := -1
	for i, source := range sources {
		q, ok := source.Find(quote)
		if ok && (at < 0 || q.Exact && !best.Exact || q.Exact == best.Exact && q.Distance() < best.Distance()) {
			best, at = q, i
		}
		if at >= 0 && best.Exact {
			break
		}
	}
	if at < 0 {
		return fmt.Sprintf("not found: %q", Shown(quote)), false
	}
	place := fmt.Sprintf("%q in source %d at %d-%d", Shown(quote), at+1, best.Start, best.End)
	switch {
	case best.Exact:
		return "exact: " + place, true
	case best.Distance() <= maxMisquote:
		return fmt.Sprintf("close, %.2f of its words differ: %s", best.Distance(), place), true
	}
	return fmt.Sprintf("altered, %.2f of its words differ: %s", best.Distance(), place), false
}

// quoteMarks are the pairs of marks around quotations.
var quoteMarks = [...]struct{ open, close string }{{"“", "”"}, {"„", "“"}, {"«", "»"}, {`"`, `"`}}

// quotations returns the texts of three words or more between double quotation marks, in order. A quotation ends
// with its paragraph: a mark without its partner opens nothing.
func quotations(answer string) []string {
	var found []string
	for paragraph := range strings.SplitSeq(answer, "\n\n") {
		for quote := range quoted(paragraph) {
			if text.WordCount(quote) >= minQuoteWords {
				found = append(found, quote)
			}
		}
	}
	return found
}

// quoted yields the quotations of a paragraph, of any length. Where each pair opens next is remembered, so that the
// time is linear in the paragraph.
func quoted(paragraph string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var opens [len(quoteMarks)]int // the next opening mark of each pair at or after pos; the length is none
		for i := range opens {
			opens[i] = -1
		}
		for pos := 0; ; {
			at, pair := len(paragraph), -1
			for i, m := range quoteMarks {
				if opens[i] < pos {
					opens[i] = indexFrom(paragraph, m.open, pos)
				}
				if opens[i] < at {
					at, pair = opens[i], i
				}
			}
			if pair < 0 {
				return
			}
			start := at + len(quoteMarks[pair].open)
			end := indexFrom(paragraph, quoteMarks[pair].close, start)
			if end == len(paragraph) {
				opens[pair] = end
				continue
			}
			if !yield(paragraph[start:end]) {
				return
			}
			pos = end + len(quoteMarks[pair].close)
		}
	}
}

// indexFrom is the first offset of a mark at or after from, or the length of the text.
func indexFrom(s, mark string, from int) int {
	if at := strings.Index(s[from:], mark); at >= 0 {
		return from + at
	}
	return len(s)
}
