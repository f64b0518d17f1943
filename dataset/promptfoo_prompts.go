package dataset

import (
	"bufio"
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/system"
)

// readPrompts takes the prompts of a configuration.
func (s *suite) readPrompts(from string, n *node) {
	switch n.kind {
	case list:
		for i := range n.items {
			s.readPrompts(from, &n.items[i])
		}
	case text:
		s.promptText(from, n, "")
	case object:
		s.promptObject(from, n)
	default:
		s.failAt(from, n.line, "a prompt is a text or a reference, and here stands %s", n.kind)
	}
}

// promptObject takes {label, raw} and {label, id}.
func (s *suite) promptObject(from string, n *node) {
	label := ""
	if l := n.find("label"); l != nil {
		label = l.text
	}
	for _, key := range [...]string{"raw", "id"} {
		if v := n.find(key); v != nil && v.kind == text {
			s.promptText(from, v, label)
			return
		}
	}
	// The oldest form: {file: label}.
	if len(n.fields) == 1 && n.fields[0].value.kind == text {
		v := textNode(n.fields[0].key, n.line)
		s.promptText(from, &v, n.fields[0].value.text)
		return
	}
	s.failAt(from, n.line, "a prompt is a text, or an object with raw or id")
}

// promptFiles are the endings that make a text the name of a file.
var promptFiles = []string{".txt", ".md", ".j2", ".json", ".yaml", ".yml", ".csv", ".jsonl"}

func isPromptFile(s string) bool {
	if strings.HasPrefix(s, "file://") || isRef(s) {
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
	return programOf(s) != "" || strings.HasPrefix(s, "exec:")
}

func (s *suite) promptText(from string, n *node, label string) {
	if !isPromptFile(n.text) {
		s.addPrompt(from, n.line, label, n.text)
		return
	}
	if strings.HasPrefix(n.text, "exec:") {
		s.failAt(from, n.line, "%q is a program, and programs are not run", shown(n.text))
		return
	}
	for _, name := range s.files.match(from, n) {
		data, ok := s.files.bytes(from, n.line, name)
		if !ok {
			continue
		}
		if len(data) > maxReferred || invalidUTF8(data) >= 0 {
			s.failAt(from, n.line, "%q is no text, or too long for a prompt", shown(name))
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
		inner := &pass{set: &Set{Path: s.set.named(name)}, src: &source{Reader: bufio.NewReaderSize(bytes.NewReader(data), readBytes)}}
		err := inner.eachRow(func(n *node) error {
			own := label
			if l := n.find("label"); l != nil && l.text != "" {
				own = l.text
			}
			if p := n.find("prompt"); p != nil && p.text != "" {
				s.addPrompt(name, p.line, own, p.text)
			}
			return nil
		})
		if err != nil {
			s.failIn(name, err)
		}
		s.problems.join(&inner.problems)
	case ".yaml", ".yml":
		n, err := parseYAML(data)
		if err != nil {
			s.failIn(name, err)
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
func (s *suite) addPrompt(path string, line int, label, said string) {
	trimmed := strings.TrimSpace(said)
	if trimmed == "" {
		s.failAt(path, line, "a prompt without a text")
		return
	}
	if whole := dumped.FindStringSubmatch(trimmed); whole != nil {
		s.talk = whole[1]
		s.notes.add("the variable %q is taken for the conversation", shown(s.talk))
		return
	}
	m, err := parsePrompt(said, s.noteMessage)
	if err != nil {
		s.failAt(path, line, "a prompt: %v", err)
		return
	}
	s.keepPrompt(path, line, Prompt{label, m})
}

func (s *suite) noteMessage(key string) error {
	s.notes.add("%q of messages was not taken over", shown(key))
	return nil
}

// ParsePrompt reads a prompt as promptfoo takes it: a conversation where the text is a list of messages with
// role and content, as JSON or as YAML; else one message of the user.
func ParsePrompt(said string) ([]system.Message, error) {
	return parsePrompt(said, func(key string) error { return fmt.Errorf("has the unknown key %q", shown(key)) })
}

// How conversations begin. What begins so and cannot be read is no text to be sent as it is.
var (
	talkJSON = regexp.MustCompile(`^\[\s*\{\s*"(role|content)"\s*:`)
	talkYAML = regexp.MustCompile(`^(\s*(#.*)?\n)*\s*- ("role"|role):`)
)

func parsePrompt(said string, other func(key string) error) ([]system.Message, error) {
	var n *node
	var err error
	trimmed := strings.TrimSpace(said)
	switch {
	case strings.HasPrefix(trimmed, "["):
		n, err = parseJSON([]byte(trimmed), 1, maxRecordNodes)
		if err != nil && talkJSON.MatchString(trimmed) {
			return nil, fmt.Errorf("it begins like a conversation, and is no JSON: %w", err)
		}
	case talkYAML.MatchString(said):
		if n, err = parseYAML([]byte(said)); err != nil {
			return nil, fmt.Errorf("it begins like a conversation, and is no YAML: %w", err)
		}
	}
	if err != nil || n == nil || n.kind != list || len(n.items) == 0 || !n.items[0].has("role") {
		return []system.Message{{Role: "user", Text: said}}, nil
	}
	return messagesOf(n, other)
}

func (s *suite) addMessages(path, label string, n *node) {
	m, err := messagesOf(n, s.noteMessage)
	if err != nil {
		s.failAt(path, n.line, "a prompt: %v", err)
		return
	}
	s.keepPrompt(path, n.line, Prompt{label, m})
}

func (s *suite) keepPrompt(path string, line int, p Prompt) {
	for i := range p.Messages {
		if err := checkTemplate(p.Messages[i].Text); err != nil {
			s.failAt(path, line, "a prompt: %v", err)
			return
		}
	}
	p.Label = s.freeLabel(path, p.Label)
	s.prompts = append(s.prompts, p)
}

// freeLabel is what a prompt is called, so that each can be chosen: by its label, its file or its place.
func (s *suite) freeLabel(path, label string) string {
	switch {
	case label != "":
	case path != s.set.Path:
		label = path
	default:
		label = strconv.Itoa(len(s.prompts) + 1)
	}
	free := label
	for n := 2; slices.ContainsFunc(s.prompts, func(p Prompt) bool { return p.Label == free }); n++ {
		free = fmt.Sprintf("%s-%d", label, n)
	}
	return free
}

// converse takes the conversation that a test holds in a variable.
func (s *suite) converse(c *system.Case, t *test) error {
	v := fieldOf(t.vars, s.talk)
	if v == nil {
		return faultf(t.line, "the prompt is the conversation in the variable %q, and the test has none", shown(s.talk))
	}
	m, err := messagesOf(v, s.noteMessage)
	if err != nil {
		return faultf(v.line, "the variable %q: %v", shown(s.talk), err)
	}
	for i := range m {
		if m[i].Text, err = fill(m[i].Text, c.Variables); err != nil {
			return faultf(v.line, "the variable %q: %v", shown(s.talk), err)
		}
	}
	c.Messages, c.Question = m, m[len(m)-1].Text
	return nil
}
