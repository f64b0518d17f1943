package record

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// parsePython reads a list of texts and numbers as Python prints it, which is what its CSV writers leave
// in a cell: ['It rose.', "It didn't.", None]. A None is left out.
func parsePython(s string, line int) (*Node, bool) {
	n := &Node{Kind: List, Line: line}
	if len(s) < 2 || s[0] != '[' || s[len(s)-1] != ']' || !utf8.ValidString(s) {
		return nil, false
	}
	s = strings.TrimSpace(s[1 : len(s)-1])
	for s != "" {
		item, left, ok := pythonItem(s, line)
		if !ok || len(n.Items) >= MaxRecordNodes {
			return nil, false
		}
		if item.Kind != Null {
			n.Items = append(n.Items, item)
		}
		if s = strings.TrimSpace(left); s == "" {
			break
		}
		if s[0] != ',' {
			return nil, false
		}
		s = strings.TrimSpace(s[1:])
	}
	return n, true
}

func pythonItem(s string, line int) (item Node, left string, ok bool) {
	if s[0] == '\'' || s[0] == '"' {
		t, left, ok := pythonText(s)
		return TextNode(t, line), left, ok
	}
	end := strings.IndexByte(s, ',')
	if end < 0 {
		end = len(s)
	}
	word := strings.TrimSpace(s[:end])
	if word == "None" {
		return Node{Kind: Null}, s[end:], true
	}
	if _, err := strconv.ParseFloat(word, 64); err != nil {
		return Node{}, "", false
	}
	return Node{Kind: Number, Text: word, Line: line}, s[end:], true
}

// pythonEscapes are the escapes of one letter.
const pythonEscapes = `\\''""n` + "\n" + "t\tr\ra\ab\bf\fv\v"

// pythonText reads a text in quotes of either kind.
func pythonText(s string) (t, left string, ok bool) {
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case quote:
			return b.String(), s[i+1:], true
		case '\\':
			n, ok := pythonEscape(&b, s[i+1:])
			if !ok {
				return "", "", false
			}
			i += n
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}

// pythonEscape writes the character of an escape; n is its length after the backslash.
func pythonEscape(b *strings.Builder, s string) (n int, ok bool) {
	if s == "" {
		return 0, false
	}
	for i := 0; i+1 < len(pythonEscapes); i += 2 {
		if s[0] == pythonEscapes[i] {
			b.WriteByte(pythonEscapes[i+1])
			return 1, true
		}
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if digits == 0 || len(s) <= digits {
		return 0, false
	}
	v, err := strconv.ParseUint(s[1:1+digits], 16, 32)
	if err != nil || !utf8.ValidRune(rune(v)) {
		return 0, false
	}
	b.WriteRune(rune(v))
	return 1 + digits, true
}
