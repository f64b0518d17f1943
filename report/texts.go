package report

import (
	"encoding/json"
	"strings"
)

// askedCase is what forms show of a case, whatever else its suite keeps there.
type askedCase struct {
	Question string
	Gold     []string
	Evidence []string // ids of what the gold rests on
}

// caseText reads a case as the ledger keeps it. What is not there, or is of another shape, stays empty.
func caseText(body json.RawMessage) askedCase {
	var c struct {
		Question string `json:"question"`
		Messages []struct {
			Text string `json:"text"`
		} `json:"messages"`
		Gold     json.RawMessage `json:"gold"`
		Evidence []string        `json:"evidence"`
	}
	if json.Unmarshal(body, &c) != nil {
		return askedCase{}
	}
	a := askedCase{Question: c.Question, Evidence: c.Evidence}
	if a.Question == "" && len(c.Messages) > 0 {
		a.Question = c.Messages[len(c.Messages)-1].Text
	}
	if len(c.Gold) > 0 && json.Unmarshal(c.Gold, &a.Gold) != nil {
		a.Gold = []string{bare(c.Gold)}
	}
	return a
}

// shownAnswer is what forms show of an answer.
type shownAnswer struct {
	Text     string
	Passages []passage // best first
}

// passage is a text that an answer was given from.
type passage struct {
	ID    string  `json:"id"`
	Title string  `json:"title"`
	Text  string  `json:"text"`
	Score float64 `json:"score"`
}

// answerText reads an answer as the ledger keeps it.
func answerText(answer json.RawMessage) shownAnswer {
	var a struct {
		Text     string    `json:"text"`
		List     []string  `json:"list"`
		Passages []passage `json:"passages"`
	}
	if len(answer) == 0 {
		return shownAnswer{}
	}
	if json.Unmarshal(answer, &a) != nil {
		return shownAnswer{Text: bare(answer)}
	}
	if a.Text == "" {
		a.Text = strings.Join(a.List, "\n")
	}
	return shownAnswer{Text: a.Text, Passages: a.Passages}
}

// bare is a JSON string without its quotes, and anything else as it is.
func bare(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
