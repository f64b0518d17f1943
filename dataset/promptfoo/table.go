package promptfoo

import (
	"strconv"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/internal/suggest"
)

// rowTest makes a test of a row of a table; false is one with problems, which have been reported.
func (s *suite) rowTest(path string, row *record.Node) (*record.Node, bool) {
	line := row.Line
	var vars, options, metadata, own []record.Field
	asserts := record.Node{Kind: record.List, Line: line}
	before := s.Problems.Count
	var metric string
	for _, f := range row.Fields {
		v := f.Value
		v.Cell = false
		switch {
		case strings.HasPrefix(f.Key, "__expected"):
			if strings.TrimSpace(v.Text) != "" {
				asserts.Items = append(asserts.Items, assertCell(v.Text, f.Line))
			}
		case f.Key == "__prefix", f.Key == "__suffix":
			if v.Text != "" {
				options = append(options, record.Field{Key: f.Key[2:], Line: f.Line, Value: v})
			}
		case f.Key == "__metric":
			metric = v.Text
		case f.Key == "__threshold", strings.HasPrefix(f.Key, "__config:"):
			own = s.number(path, own, &f)
		case f.Key == "__description", f.Key == "__providerOutput":
			if v.Text != "" {
				own = append(own, record.Field{Key: f.Key[2:], Line: f.Line, Value: v})
			}
		case strings.HasPrefix(f.Key, "__metadata:"):
			metadata = metadataColumn(metadata, &f)
		case f.Key == "__metadata":
			s.Notes.Add("the column __metadata names no key and was not taken over; __metadata:KEY does")
		case strings.HasPrefix(f.Key, "__"):
			s.failAt(path, f.Line, "unknown column %q%s", record.Shown(f.Key), suggest.DidYouMean(f.Key, reserved))
		default:
			vars = append(vars, record.Field{Key: f.Key, Line: f.Line, Value: v})
		}
	}
	addMetric(&asserts, metric)
	n := &record.Node{Kind: record.Object, Line: line, Fields: own}
	n.Fields = append(n.Fields,
		record.Field{Key: "vars", Line: line, Value: record.Node{Kind: record.Object, Fields: vars,
			Line: line}}, record.Field{Key: "assert", Line: line, Value: asserts},
		record.Field{Key: "options", Line: line, Value: record.Node{Kind: record.Object, Fields: options,
			Line: line}}, record.Field{Key: "metadata", Line: line, Value: record.Node{Kind: record.Object, Fields: metadata, Line: line}})
	return n, s.Problems.Count == before
}

func addMetric(asserts *record.Node, metric string) {
	if metric == "" {
		return
	}
	for i := range asserts.Items {
		a := &asserts.Items[i]
		a.Fields = append(a.Fields, record.Field{Key: "metric", Line: a.Line, Value: record.TextNode(metric, a.Line)})
	}
}

// number keeps the value of a column of numbers.
func (s *suite) number(path string, own []record.Field, f *record.Field) []record.Field {
	v := strings.TrimSpace(f.Value.Text)
	if v == "" {
		return own
	}
	if _, err := strconv.ParseFloat(v, 64); err != nil {
		s.failAt(path, f.Line, "%s: %q is no number", record.Shown(f.Key), record.Shown(v))
		return own
	}
	return append(own, record.Field{Key: strings.TrimPrefix(f.Key, "__"), Line: f.Line,
		Value: record.Node{Kind: record.Number, Text: v, Line: f.Line}})
}

// metadataColumn takes __metadata:KEY, and __metadata:KEY[] as a list between commas.
func metadataColumn(metadata []record.Field, f *record.Field) []record.Field {
	key := strings.TrimPrefix(f.Key, "__metadata:")
	if strings.TrimSpace(f.Value.Text) == "" {
		return metadata
	}
	if name, ok := strings.CutSuffix(key, "[]"); ok {
		n := record.Node{Kind: record.List, Line: f.Line}
		for _, part := range splitEscaped(f.Value.Text) {
			n.Items = append(n.Items, record.TextNode(strings.TrimSpace(part), f.Line))
		}
		return append(metadata, record.Field{Key: name, Line: f.Line, Value: n})
	}
	return append(metadata, record.Field{Key: key, Line: f.Line, Value: record.TextNode(f.Value.Text, f.Line)})
}

// splitEscaped cuts at commas without a backslash before them.
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
