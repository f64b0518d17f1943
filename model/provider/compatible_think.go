package provider

import "strings"

// The marks between which reasoning models think aloud, where a server leaves that in the text.
const (
	thinkBegins = "<think>"
	thinkEnds   = "</think>"
)

// blanks are what may be between a mark and the text.
const blanks = " \t\r\n"

// withoutThoughts takes off the one block of thoughts with which a text begins; thinking reports that the
// block never ends, and then there is no answer. A mark anywhere else is part of the answer, which may be
// about such marks; for the same reason an end in quotes does not end the block, unless there is
// no other.
func withoutThoughts(text string) (answer string, thinking bool) {
	rest, thinks := strings.CutPrefix(strings.TrimLeft(text, blanks), thinkBegins)
	if !thinks {
		return text, false
	}
	first := -1
	for at := 0; ; {
		n := strings.Index(rest[at:], thinkEnds)
		if n < 0 {
			break
		}
		at += n
		if !quoted(rest, at, at+len(thinkEnds)) {
			return strings.TrimLeft(rest[at+len(thinkEnds):], blanks), false
		}
		if first < 0 {
			first = at
		}
		at += len(thinkEnds)
	}
	if first < 0 {
		return "", true
	}
	return strings.TrimLeft(rest[first+len(thinkEnds):], blanks), false
}

// quoted reports whether a part of a text is directly between two equal quotes.
func quoted(text string, start, end int) bool {
	return start > 0 && end < len(text) && text[start-1] == text[end] && strings.IndexByte("\"'`", text[end]) >= 0
}
