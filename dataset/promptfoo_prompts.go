package dataset

import (
	"bufio"
	"bytes"
	"path"
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

// addPrompt takes a prompt: a conversation where it is one as JSON, else one message of the user.
func (s *suite) addPrompt(path string, line int, label, said string) {
	if trimmed := strings.TrimSpace(said); strings.HasPrefix(trimmed, "[") {
		if n, err := parseJSON([]byte(trimmed), line, maxRecordNodes); err == nil && n.kind == list && len(n.items) > 0 && n.items[0].has("role") {
			s.addMessages(path, label, n)
			return
		}
	}
	if said == "" {
		s.failAt(path, line, "a prompt without a text")
		return
	}
	s.keepPrompt(path, line, Prompt{label, []system.Message{{Role: "user", Text: said}}})
}

func (s *suite) addMessages(path, label string, n *node) {
	m, err := messagesOf(n, func(key string) error {
		s.notes.add("%q of messages was not taken over", shown(key))
		return nil
	})
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
	s.prompts = append(s.prompts, p)
}
