package promptfoo

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/internal/ascii"
)

// placeOf finds the next {{name}} of a template: the text before it, the name, and the text after it.
// More than names is refused: it would have to be computed as Nunjucks does.
func placeOf(s string) (before, name, after string, err error) {
	at := strings.IndexByte(s, '{')
	for at >= 0 && at+1 < len(s) && !strings.ContainsRune("{%#", rune(s[at+1])) {
		next := strings.IndexByte(s[at+1:], '{')
		if next < 0 {
			return s, "", "", nil
		}
		at += 1 + next
	}
	if at < 0 || at+1 >= len(s) {
		return s, "", "", nil
	}
	rest := s[at:]
	switch rest[1] {
	case '%':
		return "", "", "", fmt.Errorf("a block of Nunjucks, %q: only {{names}} are filled in", record.Shown(rest))
	case '#':
		return "", "", "", fmt.Errorf("a comment of Nunjucks, %q: only {{names}} are filled in", record.Shown(rest))
	}
	end := strings.Index(rest, "}}")
	if end < 0 {
		return "", "", "", fmt.Errorf("%q is not closed", record.Shown(rest))
	}
	name = strings.TrimSpace(rest[2:end])
	if !isName(name) {
		return "", "", "", fmt.Errorf("%q is more than a name: only {{names}} are filled in", record.Shown(rest[:end+2]))
	}
	return s[:at], name, rest[end+2:], nil
}

func isName(s string) bool {
	for i, c := range s {
		letter := c == '_' || c == '$' || ascii.IsLetter(c)
		if !letter && (i == 0 || !ascii.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// checkTemplate refuses a template that computes.
func checkTemplate(s string) error {
	for s != "" {
		var err error
		if _, _, s, err = placeOf(s); err != nil {
			return err
		}
	}
	return nil
}

// maxFilled is the most bytes that a filled template has.
const maxFilled = 8 << 20

// fill puts the variables in their places.
func fill(s string, variables map[string]string) (string, error) {
	if !strings.Contains(s, "{") {
		return s, nil
	}
	var b strings.Builder
	for s != "" {
		before, name, after, err := placeOf(s)
		if err != nil {
			return "", err
		}
		b.WriteString(before)
		s = after
		if name == "" {
			break
		}
		value, ok := variables[name]
		if !ok {
			return "", fmt.Errorf("{{%s}} names no variable of the test", record.Shown(name))
		}
		b.WriteString(value)
		if b.Len() > maxFilled {
			return "", fmt.Errorf("a template fills to more than %d bytes", maxFilled)
		}
	}
	return b.String(), nil
}
