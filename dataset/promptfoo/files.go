package promptfoo

import (
	"bytes"
	"path"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
)

// maxReferred is the most bytes of a file that is put into a variable or a prompt.
const maxReferred = 16 << 20

// readVariables reads the variables in files.
func readVariables(r *record.Refs, from string, n *record.Node) []record.Field {
	var all []record.Field
	for _, name := range r.Match(from, n) {
		doc := r.Read(from, n.Line, name)
		if doc == nil {
			continue
		}
		if doc.Kind != record.Object {
			r.P.FailIn(name, record.Faultf(doc.Line, "want an object of variables, got %s", doc.Kind))
			continue
		}
		all = override(all, doc.Fields)
	}
	return all
}

// readValue is what a value says: itself, or the files that it refers to. False has been reported.
func readValue(r *record.Refs, from string, n *record.Node) ([]string, bool) {
	if n.Kind != record.Text || !strings.HasPrefix(n.Text, "file://") {
		s, err := n.Plain()
		if err != nil {
			r.P.FailIn(from, record.Faultf(n.Line, "%v", err))
		}
		return []string{s}, err == nil
	}
	var all []string
	for _, name := range r.Match(from, n) {
		data, ok := r.Bytes(from, n.Line, name)
		if !ok {
			return nil, false
		}
		if len(data) > maxReferred || record.InvalidUTF8(data) >= 0 || bytes.IndexByte(data, 0) >= 0 {
			r.P.FailIn(from, record.Faultf(n.Line, "%q is no text, or too long: only texts are put into variables", record.Shown(name)))
			return nil, false
		}
		all = append(all, strings.TrimRight(string(data), "\r\n"))
	}
	return all, len(all) > 0
}

// readTests reads the tests in the files of a reference.
func readTests(r *record.Refs, s *suite, from string, n *record.Node, yield func(*test) error) error {
	for _, name := range r.Match(from, n) {
		data, ok := r.Bytes(from, n.Line, name)
		if !ok {
			continue
		}
		if err := readTestsIn(r, s, name, data, yield); err != nil {
			return err
		}
	}
	return nil
}

func readTestsIn(r *record.Refs, s *suite, name string, data []byte, yield func(*test) error) error {
	each := func(n *record.Node) error {
		if t := s.build(name, n); t != nil {
			return yield(t)
		}
		return nil
	}
	inner := record.PassOver(r.P.Input.Named(name), data)
	defer func() { s.Problems.Join(&inner.Problems) }()
	switch path.Ext(name) {
	case ".csv", ".tsv":
		return inner.EachRow(func(n *record.Node) error {
			built, ok := s.rowTest(name, n)
			if !ok {
				return nil
			}
			return each(built)
		})
	case ".jsonl", ".ndjson":
		return inner.EachLine(each)
	case ".json", ".yaml", ".yml":
		doc := r.Read(name, 1, name)
		if doc == nil {
			return nil
		}
		if doc.Kind == record.Text {
			s.failAt(name, doc.Line, "want tests, got %s", doc.Kind)
			return nil
		}
		return s.testsWith(name, doc, yield)
	}
	s.failAt(name, 0, "tests are read from .csv, .tsv, .json, .jsonl, .ndjson, .yaml and .yml")
	return nil
}
