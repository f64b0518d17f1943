package system

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// Template is a prompt with places for what a case holds: {{question}}, {{context}}, and the case's own
// variables. What is put into a place is text and never read as a template.
type Template struct {
	parts []string // text, name, text, name, … text
}

// ParseTemplate reads a prompt. Braces that hold no name are an error, so that a typo is not sent to a model.
func ParseTemplate(text string) (*Template, error) {
	t := &Template{}
	if at := strings.Index(text, "{%"); at >= 0 && strings.Contains(text[at:], "%}") {
		return nil, fmt.Errorf("line %d: a block such as {%% if %%}: only {{names}} are filled in",
			1+strings.Count(text[:at], "\n"))
	}
	for at := 0; ; {
		open := strings.Index(text[at:], "{{")
		if open < 0 {
			t.parts = append(t.parts, text[at:])
			return t, nil
		}
		open += at
		end := strings.Index(text[open:], "}}")
		line := 1 + strings.Count(text[:open], "\n")
		if end < 0 {
			return nil, fmt.Errorf("line %d: {{ without }}", line)
		}
		name := strings.TrimSpace(text[open+2 : open+end])
		if !isName(name) {
			return nil, fmt.Errorf("line %d: %q is no name of a place; a place is {{question}}, {{context}} or {{a_variable}}",
				line, name)
		}
		t.parts = append(t.parts, text[at:open], name)
		at = open + end + 2
	}
}

func isName(s string) bool {
	for i, r := range s {
		if r != '_' && !ascii.IsLetter(r) && (i == 0 || !ascii.IsDigit(r) && r != '-' && r != '.') {
			return false
		}
	}
	return s != ""
}

// Fill puts a case into the template.
func (t *Template) Fill(c *Case) (string, error) {
	var b strings.Builder
	for i, part := range t.parts {
		if i%2 == 1 {
			value, ok := c.lookup(part)
			if !ok {
				return "", fmt.Errorf("the case has nothing for {{%s}}", part)
			}
			part = value
		}
		b.WriteString(part)
	}
	return b.String(), nil
}

// lookup is what a case has for a name. Its variables come first: a data set may call one of them context.
func (c *Case) lookup(name string) (string, bool) {
	if value, ok := c.Variables[name]; ok {
		return value, true
	}
	switch name {
	case "question":
		return c.Question, c.Question != ""
	case "context":
		return joinPassages(c.Passages), len(c.Passages) > 0
	}
	return "", false
}

// joinPassages numbers passages, so that an answer can name them.
func joinPassages(passages []Passage) string {
	var b strings.Builder
	for i := range passages {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString("[" + strconv.Itoa(i+1) + "] ")
		if passages[i].Title != "" {
			b.WriteString(passages[i].Title + "\n")
		}
		b.WriteString(passages[i].Text)
	}
	return b.String()
}
