package fakemodel

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// passage is a stretch of a source that an answer may cite.
type passage struct {
	text  string
	place map[string]any // the citation, but for its cited_text
}

// citable is every sentence of the plain-text documents that allow citations.
func (r claudeRequest) citable() []passage {
	var out []passage
	documents := 0
	for _, m := range r.Messages {
		for _, b := range m.Content {
			if b.Type != "document" {
				continue
			}
			if b.cites() {
				out = append(out, b.passages(documents)...)
			}
			documents++
		}
	}
	return out
}

// passages is what can be cited of a document of plain text.
func (b claudeBlock) passages(index int) []passage {
	var source struct {
		Type string `json:"type"`
		Data string `json:"data"`
	}
	if json.Unmarshal(b.Source, &source) != nil || source.Type != "text" {
		return nil
	}
	var title any
	if b.Title != "" {
		title = b.Title
	}
	var out []passage
	at := 0
	for _, s := range sentencesOf(source.Data) {
		n := utf8.RuneCountInString(s)
		out = append(out, passage{s, map[string]any{"type": "char_location", "document_index": index, "document_title": title,
			"file_id": nil, "start_char_index": at, "end_char_index": at + n}})
		at += n
	}
	return out
}

// sentencesOf cuts a text after the marks that end sentences; the pieces together are the text.
func sentencesOf(s string) []string {
	var out []string
	from := 0
	for i := range len(s) {
		ends := s[i] == '\n' || strings.IndexByte(".!?", s[i]) >= 0 && i+1 < len(s) && s[i+1] == ' '
		if ends {
			to := i + 1
			for to < len(s) && s[to] == ' ' {
				to++
			}
			if to > from {
				out = append(out, s[from:to])
			}
			from = max(from, to)
		}
	}
	if from < len(s) {
		out = append(out, s[from:])
	}
	return out
}

// fewestShared is how much of a sentence a passage must have to be cited for it.
const fewestShared = 0.3

// cited makes a block of each sentence of an answer, with a citation of the passage that has most of its
// words; neighbours without one are one block.
func cited(text string, sources []passage) []any {
	var out []any
	plain := ""
	flush := func() {
		if plain != "" {
			out = append(out, map[string]any{"type": "text", "text": plain, "citations": nil})
		}
		plain = ""
	}
	for _, s := range sentencesOf(text) {
		best := slices.MaxFunc(sources, func(x, y passage) int {
			return compare(relevance(s, x.text), relevance(s, y.text))
		})
		if relevance(s, best.text) < fewestShared {
			plain += s
			continue
		}
		flush()
		citation := map[string]any{"cited_text": best.text}
		maps.Copy(citation, best.place)
		out = append(out, map[string]any{"type": "text", "text": s, "citations": []any{citation}})
	}
	flush()
	return out
}

func compare(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
