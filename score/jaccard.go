package score

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/text"
)

// maxItems bounds the items of a list; a longer one was not written by a person.
const maxItems = 10_000

// jaccard compares two lists as sets of normal items.
func jaccard(in *Input) Score {
	gold := listItems(in.Gold, in.GoldList, nil)
	answer := listItems([]string{in.Answer}, false, gold)
	if in.List != nil {
		answer = listItems(in.List, true, nil)
	}
	if len(gold) > maxItems || len(answer) > maxItems {
		return Not("", Skipped, fmt.Sprintf("a list of more than %d items", maxItems))
	}
	if len(gold) == 0 {
		return Not("", Skipped, "the gold has no item")
	}
	if len(answer) == 0 {
		return unread(in, strings.Join(gold, "; "), "there is no item in the answer")
	}
	missing, extra := without(gold, answer), without(answer, gold)
	common := len(gold) - len(missing)
	out := Of("", float64(common)/float64(len(gold)+len(extra)))
	out.Expected, out.Extracted = Shown(strings.Join(gold, "; ")), Shown(strings.Join(answer, "; "))
	out.Explanation = fmt.Sprintf("%d of %d items found, %d that gold has not", common, len(gold), len(extra))
	for _, item := range missing {
		out.Evidence = append(out.Evidence, "missing: "+Shown(item))
	}
	for _, item := range extra {
		out.Evidence = append(out.Evidence, "extra: "+Shown(item))
	}
	return in.unlessAbstained(out)
}

// without are the items of a that b has not. Both are sorted.
func without(a, b []string) []string {
	var rest []string
	for _, item := range a {
		if _, found := slices.BinarySearch(b, item); !found {
			rest = append(rest, item)
		}
	}
	return rest
}

// listItems are the different normal items of a list, sorted. One text is split into items; known
// items are not split at an "and" inside them.
func listItems(texts []string, list bool, known []string) []string {
	var items []string
	for _, t := range texts {
		if list {
			items = appendItem(items, t)
			continue
		}
		for _, part := range splitList(t, known) {
			items = appendItem(items, part)
		}
	}
	slices.Sort(items)
	return slices.Compact(items)
}

// itemTrim are the characters at the ends of an item that do not count.
const itemTrim = " \"'.,;:!?*-•()[]"

// appendItem appends an item in normal form, if there is anything in it.
func appendItem(items []string, item string) []string {
	normal := bytes.Trim(text.AppendNormal(nil, item), itemTrim)
	for _, article := range [...]string{"the ", "a ", "an "} {
		normal = bytes.TrimPrefix(normal, []byte(article))
	}
	if len(normal) == 0 {
		return items
	}
	return append(items, string(normal))
}

// splitList splits a text at line breaks, else at semicolons, else at commas and at the "and" before the
// last item.
func splitList(s string, known []string) []string {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "\n") {
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = unmarked(lines[i])
		}
		return lines
	}
	if strings.Contains(s, ";") {
		return trimAnds(strings.Split(s, ";"))
	}
	parts := splitCommas(s)
	last := parts[len(parts)-1]
	if rest, ok := cutAnd(strings.TrimSpace(last)); ok {
		parts[len(parts)-1] = rest
		return parts
	}
	if one := appendItem(nil, last); len(one) == 1 && slices.Contains(known, one[0]) {
		return parts
	}
	for _, and := range [...]string{" and ", " & ", " or "} {
		if before, after, ok := cutLast(last, and); ok {
			return append(parts[:len(parts)-1], before, after)
		}
	}
	return parts
}

// splitCommas splits at the commas that are not inside a number.
func splitCommas(s string) []string {
	var parts []string
	start := 0
	for i := range len(s) {
		if s[i] != ',' || i > 0 && i+1 < len(s) && ascii.IsDigit(s[i-1]) && ascii.IsDigit(s[i+1]) {
			continue
		}
		parts = append(parts, s[start:i])
		start = i + 1
	}
	return append(parts, s[start:])
}

// trimAnds takes the "and" off the last part.
func trimAnds(parts []string) []string {
	last := len(parts) - 1
	parts[last], _ = cutAnd(strings.TrimSpace(parts[last]))
	return parts
}

func cutAnd(s string) (rest string, ok bool) {
	for _, and := range [...]string{"and ", "& ", "or "} {
		if len(s) > len(and) && strings.EqualFold(s[:len(and)], and) {
			return s[len(and):], true
		}
	}
	return s, false
}

func cutLast(s, separator string) (before, after string, ok bool) {
	at := strings.LastIndex(s, separator)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(separator):], true
}

// unmarked is a line without the bullet or the number before it.
func unmarked(line string) string {
	line = strings.TrimLeft(line, " \t\r-*•–")
	digits := 0
	for digits < len(line) && ascii.IsDigit(line[digits]) {
		digits++
	}
	if digits > 0 && digits+1 < len(line) && (line[digits] == '.' || line[digits] == ')') && line[digits+1] == ' ' {
		return line[digits+2:]
	}
	return line
}
