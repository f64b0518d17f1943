package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode"

	"github.com/assayhq/assay/text"
)

// set is one gold set; of the golden rules, whole rules are counted instead of ends.
type set struct {
	name   string
	atomic bool
	texts  []string
	ends   []map[int]bool
}

func readSets(dir string) ([]set, error) {
	sets := []set{
		{name: "legal_bva"}, {name: "legal_scotus"}, {name: "tenk_dev"}, {name: "ewt_dev"}, {name: "golden48", atomic: true},
	}
	for i := range sets {
		if err := sets[i].read(filepath.Join(dir, sets[i].name+".jsonl")); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

func (s *set) read(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, len(raw)+1)
	for lines.Scan() {
		var document struct {
			Text  string
			Spans [][2]int
		}
		if err := json.Unmarshal(lines.Bytes(), &document); err != nil {
			return fmt.Errorf("read %q: %w", path, err)
		}
		ends := map[int]bool{}
		for _, span := range document.Spans {
			ends[span[1]] = true
		}
		s.texts = append(s.texts, document.Text)
		s.ends = append(s.ends, ends)
	}
	if len(s.texts) == 0 {
		return fmt.Errorf("read %q: no documents", path)
	}
	return lines.Err()
}

// score is F1 over sentence ends, or the documents that are right throughout.
func (s *set) score(spans [][]text.Span) string {
	var gold, found, both, exact int
	for i, ends := range s.ends {
		seen := map[int]bool{}
		hits := 0
		for _, span := range spans[i] {
			if !seen[span.End] && ends[span.End] {
				hits++
			}
			seen[span.End] = true
		}
		gold, found, both = gold+len(ends), found+len(seen), both+hits
		if hits == len(ends) && hits == len(seen) {
			exact++
		}
	}
	if s.atomic {
		return fmt.Sprintf("%d/%d", exact, len(s.texts))
	}
	return fmt.Sprintf("%.3f", 2*float64(both)/float64(gold+found))
}

// readItems reads the item texts of the filings, in the order of their names.
func readItems(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("read items: no *.json in %q", dir)
	}
	var items []string
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var fields map[string]any
		if err := json.Unmarshal(raw, &fields); err != nil {
			return nil, fmt.Errorf("read %q: %w", file, err)
		}
		var names []string
		for name := range fields {
			if strings.HasPrefix(name, "item_") {
				names = append(names, name)
			}
		}
		sort.Strings(names)
		for _, name := range names {
			if item, ok := fields[name].(string); ok && item != "" {
				items = append(items, item)
			}
		}
	}
	return items, nil
}

// trimmed is s[start:end] without blanks at its ends, if anything is left.
func trimmed(s string, start, end int) (text.Span, bool) {
	start, end = max(start, 0), min(end, len(s))
	if start >= end {
		return text.Span{}, false
	}
	piece := s[start:end]
	left := strings.TrimLeftFunc(piece, unicode.IsSpace)
	start += len(piece) - len(left)
	length := len(strings.TrimRightFunc(left, unicode.IsSpace))
	return text.Span{Start: start, End: start + length}, length > 0
}
