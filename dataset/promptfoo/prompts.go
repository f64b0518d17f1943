package promptfoo

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

// readPrompts takes the prompts of a configuration.
func (s *suite) readPrompts(from string, n *record.Node) {
	switch n.Kind {
	case record.List:
		for i := range n.Items {
			s.readPrompts(from, &n.Items[i])
		}
	case record.Text:
		s.promptText(from, n, "")
	case record.Object:
		s.promptObject(from, n)
	default:
		s.failAt(from, n.Line, "a prompt must be a text or a reference, got %s", n.Kind)
	}
}

// promptObject takes {label, raw} and {label, id}.
func (s *suite) promptObject(from string, n *record.Node) {
	label := ""
	if l := n.Find("label"); l != nil {
		label = l.Text
	}
	for _, key := range [...]string{"raw", "id"} {
		if v := n.Find(key); v != nil && v.Kind == record.Text {
			s.promptText(from, v, label)
			return
		}
	}
	// The oldest form: {file: label}.
	if len(n.Fields) == 1 && n.Fields[0].Value.Kind == record.Text {
		v := record.TextNode(n.Fields[0].Key, n.Line)
		s.promptText(from, &v, n.Fields[0].Value.Text)
		return
	}
	s.failAt(from, n.Line, "a prompt is a text, or an object with raw or id")
}

// promptFiles are the endings that make a text the name of a file.
var promptFiles = []string{".txt", ".md", ".j2", ".json", ".yaml", ".yml", ".csv", ".jsonl"}

func isPromptFile(s string) bool {
	if strings.HasPrefix(s, "file://") || record.IsRef(s) {
		return true
	}
	if strings.ContainsAny(s, " \n{") {
		return false
	}
	for _, ext := range promptFiles {
		if strings.HasSuffix(s, ext) {
			return true
		}
	}
	return record.ProgramOf(s) != "" || strings.HasPrefix(s, "exec:")
}

func (s *suite) promptText(from string, n *record.Node, label string) {
	if !isPromptFile(n.Text) {
		s.addPrompt(from, n.Line, label, n.Text)
		return
	}
	if strings.HasPrefix(n.Text, "exec:") {
		s.failAt(from, n.Line, "%q is a program, and programs are not run", record.Shown(n.Text))
		return
	}
	for _, name := range s.files.Match(from, n) {
		data, ok := s.files.Bytes(from, n.Line, name)
		if !ok {
			continue
		}
		if len(data) > maxReferred || record.InvalidUTF8(data) >= 0 {
			s.failAt(from, n.Line, "%q is no text, or too long for a prompt", record.Shown(name))
			continue
		}
		s.promptFile(name, label, data)
	}
}

func (s *suite) promptFile(name, label string, data []byte) {
	switch path.Ext(name) {
	case ".txt":
		line := 1
		for _, part := range splitPrompts(string(data)) {
			s.addPrompt(name, line, label, strings.TrimSpace(part))
			line += strings.Count(part, "\n") + 1
		}
	case ".csv":
		inner := record.PassOver(s.Input.Named(name), data)
		err := inner.EachRow(func(n *record.Node) error {
			own := label
			if l := n.Find("label"); l != nil && l.Text != "" {
				own = l.Text
			}
			if p := n.Find("prompt"); p != nil && p.Text != "" {
				s.addPrompt(name, p.Line, own, p.Text)
			}
			return nil
		})
		if err != nil {
			s.FailIn(name, err)
		}
		s.Problems.Join(&inner.Problems)
	case ".yaml", ".yml":
		n, err := record.ParseYAML(data)
		if err != nil {
			s.FailIn(name, err)
			return
		}
		s.addMessages(name, label, n)
	default:
		s.addPrompt(name, 1, label, strings.TrimRight(string(data), "\r\n"))
	}
}

// splitPrompts cuts a file of prompts at its lines of three dashes.
func splitPrompts(s string) []string {
	var parts []string
	var b strings.Builder
	for line := range strings.Lines(s) {
		if strings.TrimRight(line, " \r\n") == "---" {
			parts = append(parts, b.String())
			b.Reset()
			continue
		}
		b.WriteString(line)
	}
	return append(parts, b.String())
}

// dumped is a prompt that is all of a variable, which holds the conversation.
var dumped = regexp.MustCompile(`^\{\{-?\s*(\w+)\s*\|\s*dump\s*(?:\|\s*safe\s*)?-?\}\}$`)

// addPrompt takes a prompt: a conversation where it is one, else one message of the user.
func (s *suite) addPrompt(path string, line int, label, text string) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		s.failAt(path, line, "a prompt without a text")
		return
	}
	if match := dumped.FindStringSubmatch(trimmed); match != nil {
		s.talk = match[1]
		s.Notes.Add("the variable %q is taken for the conversation", record.Shown(s.talk))
		return
	}
	m, err := parsePrompt(text, s.noteMessage)
	if err != nil {
		s.failAt(path, line, "a prompt: %v", err)
		return
	}
	s.keepPrompt(path, line, record.Prompt{Label: label, Messages: m})
}

func (s *suite) noteMessage(key string) error {
	s.Notes.Add("%q of messages was not taken over", record.Shown(key))
	return nil
}

// ParsePrompt reads a prompt as promptfoo takes it: a conversation where the text is a list of messages with
// role and content, as JSON or as YAML; else one message of the user.
func ParsePrompt(text string) ([]system.Message, error) {
	return parsePrompt(text, func(key string) error { return fmt.Errorf("has the unknown key %q", record.Shown(key)) })
}

// How conversations begin. What begins so and cannot be read is no text to be sent as it is.
var (
	talkJSON = regexp.MustCompile(`^\[\s*\{\s*"(role|content)"\s*:`)
	talkYAML = regexp.MustCompile(`^(\s*(#.*)?\n)*\s*- ("role"|role):`)
)

func parsePrompt(text string, other func(key string) error) ([]system.Message, error) {
	var n *record.Node
	var err error
	trimmed := strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(trimmed, "["):
		n, err = record.ParseJSON([]byte(trimmed), 1, record.MaxRecordNodes)
		if err != nil && talkJSON.MatchString(trimmed) {
			return nil, fmt.Errorf("it begins like a conversation, and is no JSON: %w", err)
		}
	case talkYAML.MatchString(text):
		if n, err = record.ParseYAML([]byte(text)); err != nil {
			return nil, fmt.Errorf("it begins like a conversation, and is no YAML: %w", err)
		}
	}
	if err != nil || n == nil || n.Kind != record.List || len(n.Items) == 0 || !n.Items[0].Has("role") {
		return []system.Message{{Role: "user", Text: text}}, nil
	}
	return record.MessagesOf(n, other)
}

func (s *suite) addMessages(path, label string, n *record.Node) {
	m, err := record.MessagesOf(n, s.noteMessage)
	if err != nil {
		s.failAt(path, n.Line, "a prompt: %v", err)
		return
	}
	s.keepPrompt(path, n.Line, record.Prompt{Label: label, Messages: m})
}

func (s *suite) keepPrompt(path string, line int, p record.Prompt) {
	for i := range p.Messages {
		if err := checkTemplate(p.Messages[i].Text); err != nil {
			s.failAt(path, line, "a prompt: %v", err)
			return
		}
	}
	p.Label = s.freeLabel(path, p.Label)
	s.Prompts = append(s.Prompts, p)
}

// freeLabel is what a prompt is called, so that each can be chosen: by its label, its file or its place.
func (s *suite) freeLabel(path, label string) string {
	switch {
	case label != "":
	case path != s.Input.Path:
		label = path
	default:
		label = strconv.Itoa(len(s.Prompts) + 1)
	}
	free := label
	for n := 2; slices.ContainsFunc(s.Prompts, func(p record.Prompt) bool { return p.Label == free }); n++ {
		free = fmt.Sprintf("%s-%d", label, n)
	}
	return free
}

// converse takes the conversation that a test holds in a variable.
func (s *suite) converse(c *system.Case, t *test) error {
	v := fieldOf(t.vars, s.talk)
	if v == nil {
		return record.Faultf(t.line, "the prompt is the conversation in the variable %q, and the test has none", record.Shown(s.talk))
	}
	m, err := record.MessagesOf(v, s.noteMessage)
	if err != nil {
		return record.Faultf(v.Line, "the variable %q: %v", record.Shown(s.talk), err)
	}
	for i := range m {
		if m[i].Text, err = fill(m[i].Text, c.Variables); err != nil {
			return record.Faultf(v.Line, "the variable %q: %v", record.Shown(s.talk), err)
		}
	}
	c.Messages, c.Question = m, m[len(m)-1].Text
	return nil
}
