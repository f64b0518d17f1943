package report

import (
	"encoding/json"
	"strings"
)

// Asked is what forms show of a case, whatever else its suite keeps there.
type Asked struct {
	Question string
	Gold     []string
	Evidence []string // ids of what the gold rests on
}

// CaseText reads a case as the ledger keeps it. What is not there, or is of another shape, stays empty.
func CaseText(body json.RawMessage) Asked {
	var c struct {
		Question string `json:"question"`
		Messages []struct {
			Text string `json:"text"`
		} `json:"messages"`
		Gold     json.RawMessage `json:"gold"`
		Evidence []string        `json:"evidence"`
	}
	if json.Unmarshal(body, &c) != nil {
		return Asked{}
	}
	a := Asked{Question: c.Question, Evidence: c.Evidence}
	if a.Question == "" && len(c.Messages) > 0 {
		a.Question = c.Messages[len(c.Messages)-1].Text
	}
	if len(c.Gold) > 0 && json.Unmarshal(c.Gold, &a.Gold) != nil {
		a.Gold = []string{bare(c.Gold)}
	}
	return a
}

// Said is what forms show of an answer.
type Said struct {
	Text     string
	Passages []Passage // best first
}

// Passage is a text that an answer was given from.
type Passage struct {
	ID    string  `json:"id"`
	Title string  `json:"title"`
	Text  string  `json:"text"`
	Score float64 `json:"score"`
}

// AnswerText reads an answer as the ledger keeps it.
func AnswerText(answer json.RawMessage) Said {
	var a struct {
		Text     string    `json:"text"`
		List     []string  `json:"list"`
		Passages []Passage `json:"passages"`
	}
	if len(answer) == 0 {
		return Said{}
	}
	if json.Unmarshal(answer, &a) != nil {
		return Said{Text: bare(answer)}
	}
	if a.Text == "" {
		a.Text = strings.Join(a.List, "\n")
	}
	return Said{Text: a.Text, Passages: a.Passages}
}

// bare is a JSON string without its quotes, and anything else as it stands.
func bare(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
