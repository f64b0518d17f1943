package fakemodel

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// passage is a stretch of a source that an answer may cite.
type passage struct {
	text  string
	place map[string]any // the citation, but for its cited_text
}

// citable is every passage of the sources that allow citations, sentence by sentence for plain text.
func (r claudeRequest) citable() []passage {
	var out []passage
	documents, results := 0, 0
	for _, m := range r.Messages {
		for _, b := range m.Content {
			switch b.Type {
			case "document":
				if b.cites() {
					out = append(out, b.passages(documents)...)
				}
				documents++
			case "search_result":
				if b.cites() {
					out = append(out, b.results(results)...)
				}
				results++
			}
		}
	}
	return out
}

// passages is what can be cited of a document: characters of text, pages of a PDF, or blocks of content.
func (b claudeBlock) passages(index int) []passage {
	var source struct {
		Type    string       `json:"type"`
		Data    string       `json:"data"`
		Content claudeBlocks `json:"content"`
	}
	if json.Unmarshal(b.Source, &source) != nil {
		return nil
	}
	place := func(kind, from, to string, i, j int) map[string]any {
		out := map[string]any{"type": kind, "document_index": index, "document_title": nil, "file_id": nil, from: i, to: j}
		if b.Title != "" {
			out["document_title"] = b.Title
		}
		return out
	}
	var out []passage
	switch source.Type {
	case "text":
		at := 0
		for _, s := range sentencesOf(source.Data) {
			n := utf8.RuneCountInString(s)
			out = append(out, passage{s, place("char_location", "start_char_index", "end_char_index", at, at+n)})
			at += n
		}
	case "base64":
		for i, page := range pagesOf(source.Data) {
			out = append(out, passage{page, place("page_location", "start_page_number", "end_page_number", i+1, i+2)})
		}
	case "content":
		for i, e := range source.Content {
			out = append(out, passage{e.Text, place("content_block_location", "start_block_index", "end_block_index", i, i+1)})
		}
	}
	return out
}

// results is what can be cited of a search result: its blocks.
func (b claudeBlock) results(index int) []passage {
	var source string
	var blocks claudeBlocks
	if json.Unmarshal(b.Source, &source) != nil || json.Unmarshal(b.Content, &blocks) != nil {
		return nil
	}
	var out []passage
	for i, e := range blocks {
		out = append(out, passage{e.Text, map[string]any{
			"type": "search_result_location", "search_result_index": index, "source": source, "title": b.Title,
			"start_block_index": i, "end_block_index": i + 1,
		}})
	}
	return out
}

// pagesOf is the text shown on each page of a PDF without compression, the only sort that tests write.
func pagesOf(data string) []string {
	pdf, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil
	}
	var out []string
	for _, part := range bytes.Split(pdf, []byte("endstream")) {
		_, stream, found := bytes.Cut(part, []byte("stream"))
		if !found {
			continue
		}
		var shown []string
		for _, m := range pdfShown.FindAllSubmatch(stream, -1) {
			shown = append(shown, string(m[1]))
		}
		out = append(out, strings.Join(shown, " "))
	}
	return out
}

var pdfShown = regexp.MustCompile(`\(([^()]*)\)\s*Tj`)

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
