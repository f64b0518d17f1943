package dataset

import (
	"strconv"
	"strings"
)

// rowTest makes a test of a row of a table; false is one with problems, which have been told.
func (s *suite) rowTest(path string, row *node) (*node, bool) {
	line := row.line
	var vars, options, metadata, own []field
	asserts := node{kind: list, line: line}
	before := s.problems.Count
	var metric string
	for _, f := range row.fields {
		v := f.value
		v.cell = false
		switch {
		case strings.HasPrefix(f.key, "__expected"):
			if strings.TrimSpace(v.text) != "" {
				asserts.items = append(asserts.items, assertCell(v.text, f.line))
			}
		case f.key == "__prefix", f.key == "__suffix":
			if v.text != "" {
				options = append(options, field{f.key[2:], f.line, v})
			}
		case f.key == "__metric":
			metric = v.text
		case f.key == "__threshold", strings.HasPrefix(f.key, "__config:"):
			own = s.number(path, own, &f)
		case f.key == "__description", f.key == "__providerOutput":
			if v.text != "" {
				own = append(own, field{f.key[2:], f.line, v})
			}
		case strings.HasPrefix(f.key, "__metadata:"):
			metadata = metadataColumn(metadata, &f)
		case f.key == "__metadata":
			s.notes.add("the column __metadata names no key and was not taken over; __metadata:KEY does")
		case strings.HasPrefix(f.key, "__"):
			s.failAt(path, f.line, "unknown column %q%s", shown(f.key), nearest(f.key, reserved))
		default:
			vars = append(vars, field{f.key, f.line, v})
		}
	}
	addMetric(&asserts, metric)
	n := &node{kind: object, line: line, fields: own}
	n.fields = append(n.fields, field{"vars", line, node{kind: object, fields: vars, line: line}}, field{"assert", line, asserts},
		field{"options", line, node{kind: object, fields: options, line: line}}, field{"metadata", line, node{kind: object, fields: metadata, line: line}})
	return n, s.problems.Count == before
}

func addMetric(asserts *node, metric string) {
	if metric == "" {
		return
	}
	for i := range asserts.items {
		a := &asserts.items[i]
		a.fields = append(a.fields, field{"metric", a.line, textNode(metric, a.line)})
	}
}

// number keeps the value of a column of numbers.
func (s *suite) number(path string, own []field, f *field) []field {
	v := strings.TrimSpace(f.value.text)
	if v == "" {
		return own
	}
	if _, err := strconv.ParseFloat(v, 64); err != nil {
		s.failAt(path, f.line, "%s: %q is no number", shown(f.key), shown(v))
		return own
	}
	return append(own, field{strings.TrimPrefix(f.key, "__"), f.line, node{kind: number, text: v, line: f.line}})
}

// metadataColumn takes __metadata:KEY, and __metadata:KEY[] as a list between commas.
func metadataColumn(metadata []field, f *field) []field {
	key := strings.TrimPrefix(f.key, "__metadata:")
	if strings.TrimSpace(f.value.text) == "" {
		return metadata
	}
	if name, ok := strings.CutSuffix(key, "[]"); ok {
		n := node{kind: list, line: f.line}
		for _, part := range splitEscaped(f.value.text) {
			n.items = append(n.items, textNode(strings.TrimSpace(part), f.line))
		}
		return append(metadata, field{name, f.line, n})
	}
	return append(metadata, field{key, f.line, textNode(f.value.text, f.line)})
}

// splitEscaped cuts at commas that no backslash stands before.
func splitEscaped(s string) []string {
	var parts []string
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == ',':
			b.WriteByte(',')
			i++
		case s[i] == ',':
			parts = append(parts, b.String())
			b.Reset()
		default:
			b.WriteByte(s[i])
		}
	}
	return append(parts, b.String())
}
