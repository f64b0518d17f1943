package docqa

import (
	"context"
	"strconv"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/system"
)

// systemPrompt is what a model is told where no other prompt is given.
const systemPrompt = `You answer questions about the finances of a company from its filings.

Take every fact and every figure from the document that you are given, and from nowhere else. If it does not hold the answer, say so.
Copy figures as the document prints them: sign, parentheses, separators, currency, percent sign and scale. ` +
	`Where a figure has to be computed, compute it from such figures and say from which.

Answer in this form:
REASONING: how the document leads to the answer, in a few sentences
FINAL: the answer alone, on one line`

// closedPrompt is what a model is told that is given no document.
const closedPrompt = `You answer questions about the finances of a company. You are given no document: ` +
	`answer from what you know. If you do not know, say so.

Answer in this form:
REASONING: how you come to the answer, in a few sentences
FINAL: the answer alone, on one line`

// rewritePrompt asks for a query.
const rewritePrompt = `Someone wants to find the passage of a company's filing that answers a question. ` +
	`Write the one search query that finds it: the words that the filing itself will use, such as the names of ` +
	`line items, with the years asked about. Write the query alone, on one line.`

// footer is between the document and the question, which is repeated: of a long prompt the end is
// remembered best.
const footer = `Rules for the answer:
- Use the document above and nothing else.
- Copy figures with their format: currency, percent sign, separators, scale.
- Begin with "REASONING:" and end with one line "FINAL: " and the answer.`

// userPrompt is what is asked about a document.
func userPrompt(question, what, document string) string {
	return "Question: " + question + "\n\n" + what + "\n\n" + document + "\n\n" + footer + "\n\nQuestion: " + question
}

const (
	wholeDocument = "The document follows, whole. Read the tables as carefully as the text."
	searchIt      = "The document can be searched with the tool file_search. Search it before you answer, and again " +
		"with other words where the first search does not find the answer."
	someOfIt = "The document is not shown whole. These parts of it were found by a search for the question, the " +
		"most likely first; each says where it stands."
)

// userText is all that the package sends to a model in addition to the system prompt, the question and the document: records
// of a run keep its hash.
const userText = wholeDocument + someOfIt + searchIt + footer + rewritePrompt

// asker asks a model about cases.
type asker struct {
	*setup
	system string // the prompt where the setup has none
}

// prompt is the system that asks with a system prompt.
func (a *asker) prompt(text string) *system.Prompt {
	r := a.Request
	if r.System != "" {
		r.System += "\n\n"
	}
	r.System += text
	return &system.Prompt{Client: a.Client, Request: r}
}

func (a *asker) systemText() string {
	if a.System != "" {
		return a.System
	}
	return a.system
}

// ask says one thing to the model and takes the answer.
func (a *asker) ask(ctx context.Context, user string, repeat int) (*system.Answer, error) {
	answer, err := a.prompt(a.systemText()).Answer(ctx, &system.Case{Question: user}, repeat)
	if err != nil || answer == nil {
		return nil, err
	}
	answer.Passages = nil
	return answer, traced(answer, func(t *trace) {
		if n := len(answer.Calls); n > 0 && answer.Calls[n-1].Response != nil {
			t.ResponseID = answer.Calls[n-1].Response.ID
		}
	})
}

// prepare is the call that asking makes.
func (a *asker) prepare(user string, repeat int) (*call.Call, error) {
	return a.prompt(a.systemText()).Prepare(&system.Case{Question: user}, repeat)
}

// joined are passages as a model is shown them: numbered, each with where it is from.
func joined(passages []system.Passage) string {
	var b strings.Builder
	for i := range passages {
		p := &passages[i]
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString("[" + strconv.Itoa(i+1) + "] " + p.ID)
		if p.Title != "" {
			b.WriteString(", " + p.Title)
		}
		b.WriteString("\n" + p.Text)
	}
	return b.String()
}

// oneDocument joins the passages.
func oneDocument(passages []system.Passage) string {
	if len(passages) == 1 {
		return passages[0].Text
	}
	return joined(passages)
}
