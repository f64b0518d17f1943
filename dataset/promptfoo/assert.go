package promptfoo

import (
	"strconv"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
)

// assert is a row of the table of promptfoo's asserts: what becomes of one here.
type assert struct {
	Type      string
	Reference bool   // its value is what the answer is compared with
	Scorer    string // the scorer that says the same, or nearly; empty where there is none
	Doc       string
}

// asserts are the types of promptfoo's asserts, in the order in which a cell is held against them. Each of
// them may be turned round with not-, which has no scorer.
var asserts = []assert{
	{"answer-relevance", false, "", "asks a model"},
	{"bleu", true, "bleu", "another smoothing: the values differ a little"},
	{"classifier", false, "", "asks a classifier"},
	{"contains", false, "", "looks for a text in the answer"},
	{"contains-all", false, "", "looks for several texts in the answer"},
	{"contains-any", false, "", "looks for one of several texts in the answer"},
	{"contains-html", false, "", "looks for markup"},
	{"contains-json", false, "", "looks for JSON"},
	{"contains-sql", false, "", "looks for SQL"},
	{"contains-xml", false, "", "looks for XML"},
	{"context-faithfulness", false, "", "asks a model"},
	{"context-recall", true, "", "asks a model; its value is the reference"},
	{"context-relevance", false, "", "asks a model"},
	{"conversation-relevance", false, "", "asks a model"},
	{"cost", false, "", "the run itself counts it"},
	{"equals", true, "exact", "the gold; a value that is an object is compared as JSON there, as text here"},
	{"factuality", true, "", "asks a model; its value is the reference"},
	{"finish-reason", false, "", "an outcome here"},
	{"g-eval", false, "", "asks a model"},
	{"gleu", true, "", "its value is the reference"},
	{"guardrails", false, "", "asks the provider"},
	{"icontains", false, "", "looks for a text in the answer"},
	{"icontains-all", false, "", "looks for several texts in the answer"},
	{"icontains-any", false, "", "looks for one of several texts in the answer"},
	{"is-html", false, "", "looks at the form of the answer"},
	{"is-json", false, "", "looks at the form of the answer"},
	{"is-refusal", false, "", "a refusal is an outcome here"},
	{"is-sql", false, "", "looks at the form of the answer"},
	{"is-valid-function-call", false, "", "looks at the form of the answer"},
	{"is-valid-openai-function-call", false, "", "looks at the form of the answer"},
	{"is-valid-openai-tools-call", false, "", "looks at the form of the answer"},
	{"is-xml", false, "", "looks at the form of the answer"},
	{"javascript", false, "", "a program, and programs are not run"},
	{"latency", false, "", "the run itself measures it"},
	{"levenshtein", true, "", "its value is the reference"},
	{"llm-rubric", false, "", "asks a model"},
	{"pi", false, "", "asks a service"},
	{"meteor", true, "", "its value is the reference"},
	{"model-graded-closedqa", false, "", "asks a model"},
	{"model-graded-factuality", true, "", "asks a model; its value is the reference"},
	{"moderation", false, "", "asks a service"},
	{"perplexity", false, "", "takes the probabilities of tokens"},
	{"perplexity-score", false, "", "takes the probabilities of tokens"},
	{"python", false, "", "a program, and programs are not run"},
	{"regex", false, "", "looks for a pattern in the answer"},
	{"rouge-n", true, "rouge1", "another tokeniser: the values differ a little"},
	{"ruby", false, "", "a program, and programs are not run"},
	{"similar", true, "", "compares embeddings; its value is the reference"},
	{"similar:cosine", true, "", "compares embeddings; its value is the reference"},
	{"similar:dot", true, "", "compares embeddings; its value is the reference"},
	{"similar:euclidean", true, "", "compares embeddings; its value is the reference"},
	{"starts-with", false, "", "looks at the beginning of the answer"},
	{"tool-call-f1", false, "", "takes calls of tools"},
	{"skill-used", false, "", "takes calls of tools"},
	{"trajectory:goal-success", false, "", "takes calls of tools"},
	{"trajectory:tool-args-match", false, "", "takes calls of tools"},
	{"trajectory:step-count", false, "", "takes calls of tools"},
	{"trajectory:tool-sequence", false, "", "takes calls of tools"},
	{"trajectory:tool-used", false, "", "takes calls of tools"},
	{"trace-error-spans", false, "", "takes traces"},
	{"trace-span-count", false, "", "takes traces"},
	{"trace-span-duration", false, "", "takes traces"},
	{"search-rubric", false, "", "asks a model"},
	{"webhook", false, "", "asks a service"},
	{"word-count", false, "", "counts words"},
	{"select-best", false, "", "compares answers with a model"},
	{"max-score", false, "", "compares answers"},
	{"human", false, "", "asks a person"},
	{"assert-set", false, "", "a group with its own threshold"},
}

func assertOf(name string) *assert {
	for i := range asserts {
		if asserts[i].Type == name {
			return &asserts[i]
		}
	}
	return nil
}

// assertCell reads a cell of an __expected column: TYPE, TYPE(THRESHOLD), TYPE:VALUE; else the whole cell
// is what the answer has to equal.
func assertCell(cell string, line int) record.Node {
	cell = strings.TrimSpace(cell)
	for _, p := range []struct{ prefix, kind string }{
		{"javascript:", "javascript"}, {"fn:", "javascript"}, {"eval:", "javascript"},
		{"grade:", "llm-rubric"}, {"llm-rubric:", "llm-rubric"}, {"python:", "python"},
	} {
		if value, ok := strings.CutPrefix(cell, p.prefix); ok {
			return assertNode(line, p.kind, record.TextNode(strings.TrimSpace(value), line), "")
		}
	}
	if strings.HasPrefix(cell, "file://") && record.ProgramOf(cell) != "" {
		return assertNode(line, record.ProgramOf(cell), record.TextNode(cell, line), "")
	}
	rest, turned := strings.CutPrefix(cell, "not-")
	for i := range asserts {
		a := &asserts[i]
		if special := a.Type == "assert-set" || a.Type == "human" || a.Type == "select-best" || a.Type == "max-score"; special {
			continue
		}
		after, ok := strings.CutPrefix(rest, a.Type)
		if !ok {
			continue
		}
		threshold, after, ok := cutThreshold(after)
		if !ok || after != "" && after[0] != ':' {
			continue
		}
		name := a.Type
		if turned {
			name = "not-" + name
		}
		return assertNode(line, name, cellValue(a.Type, after, line), threshold)
	}
	return assertNode(line, "equals", record.TextNode(cell, line), "")
}

// cutThreshold reads "(0.8)" at the beginning of a text; without one there is nothing to read.
func cutThreshold(s string) (threshold, after string, ok bool) {
	if s == "" || s[0] != '(' {
		return "", s, true
	}
	end := strings.IndexByte(s, ')')
	if end < 0 {
		return "", "", false
	}
	if strings.Trim(s[1:end], "0123456789.") != "" {
		return "", "", false
	}
	_, err := strconv.ParseFloat(s[1:end], 64)
	return s[1:end], s[end+1:], err == nil
}

// cellValue is the value after the colon: a list for the types that take one.
func cellValue(kind, after string, line int) record.Node {
	if after == "" {
		return record.Node{}
	}
	value := strings.TrimSpace(after[1:])
	if !strings.HasSuffix(kind, "-all") && !strings.HasSuffix(kind, "-any") {
		return record.TextNode(value, line)
	}
	n := record.Node{Kind: record.List, Line: line}
	for _, part := range strings.Split(value, ",") {
		n.Items = append(n.Items, record.TextNode(strings.TrimSpace(part), line))
	}
	return n
}

func assertNode(line int, kind string, value record.Node, threshold string) record.Node {
	n := record.Node{Kind: record.Object, Line: line, Fields: []record.Field{{Key: "type", Line: line, Value: record.TextNode(kind, line)}}}
	if value.Kind != record.Null {
		n.Fields = append(n.Fields, record.Field{Key: "value", Line: line, Value: value})
	}
	if threshold != "" {
		n.Fields = append(n.Fields,
			record.Field{Key: "threshold", Line: line, Value: record.Node{Kind: record.Number, Text: threshold, Line: line}})
	}
	return n
}
