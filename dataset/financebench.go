package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/assayhq/assay/system"
)

// documentsFile is what FinanceBench calls the table of its documents, which lies beside its questions.
const documentsFile = "financebench_document_information.jsonl"

func sniffFinanceBench(h *head) bool {
	return h.first.kind == object && h.first.has("financebench_id") && h.first.has("evidence") && h.first.has("question")
}

func readFinanceBench(p *pass) error {
	documents, err := p.documents()
	if err != nil {
		return err
	}
	return p.each(func(n *node) error {
		c, err := p.financeBenchCase(n)
		if err != nil {
			p.fail(faultf(n.line, "%v", err))
			return nil
		}
		for i := range documents[c.Tags["document"]] {
			t := &documents[c.Tags["document"]][i]
			tag(c, t.name, t.value)
		}
		return p.take(c, n.line)
	})
}

func (p *pass) financeBenchCase(n *node) (c *system.Case, err error) {
	c = &system.Case{}
	gold := ""
	for _, t := range [...]struct {
		key string
		to  *string
	}{{"financebench_id", &c.ID}, {"question", &c.Question}, {"answer", &gold}} {
		if *t.to, err = required(n, t.key); err != nil {
			return nil, err
		}
	}
	c.Gold = []string{gold}
	for _, t := range [...]struct{ key, tag string }{{"doc_name", "document"}, {"company", "company"}, {"question_type", "question_type"}, {"question_reasoning", "reasoning"}} {
		s, err := optional(n, t.key)
		if err != nil {
			return nil, err
		}
		tag(c, t.tag, s)
	}
	tag(c, tagAnswer, answerType(gold))
	if c.Cluster = c.Tags["company"]; c.Cluster == "" {
		c.Cluster = c.Tags["document"]
	}
	quotes, err := p.evidencePages(c, n)
	if err != nil {
		return nil, err
	}
	b := struct {
		Justification string   `json:"justification,omitempty"`
		Quotes        []string `json:"evidence_text,omitempty"`
	}{Quotes: quotes}
	if b.Justification, err = optional(n, "justification"); err != nil {
		return nil, err
	}
	p.unused(n, "financebench_id", "question", "answer", "doc_name", "company", "question_type", "question_reasoning", "evidence", "justification")
	p.marshal(c, n, &b)
	return c, nil
}

// evidencePages takes the pages that the gold rests on as passages, each once, and is the quotes from them.
func (p *pass) evidencePages(c *system.Case, n *node) (quotes []string, err error) {
	all, err := objects(n, "evidence")
	if err != nil {
		return nil, err
	}
	for i := range all {
		e := &all[i]
		var name, number, quote, whole string
		for _, t := range [...]struct {
			key string
			to  *string
		}{{"doc_name", &name}, {"evidence_page_num", &number}, {"evidence_text", &quote}, {"evidence_text_full_page", &whole}} {
			if *t.to, err = optional(e, t.key); err != nil {
				return nil, fmt.Errorf("item %d of \"evidence\": %w", i+1, err)
			}
		}
		if name == "" {
			name = c.Tags["document"]
		}
		if whole == "" {
			whole = quote
		}
		if number == "" || strings.TrimSpace(whole) == "" {
			return nil, fmt.Errorf("item %d of \"evidence\" has no page number, or no text", i+1)
		}
		quotes = append(quotes, quote)
		addPage(c, pageID(name, number), name, whole)
	}
	if len(all) == 0 {
		p.notes.add("a question without evidence has no passage")
	}
	return quotes, nil
}

// addPage adds a page that the gold rests on; several quotes may stand on one.
func addPage(c *system.Case, id, title, text string) {
	if contains(c.Evidence, id) {
		return
	}
	c.Evidence = append(c.Evidence, id)
	c.Passages = append(c.Passages, system.Passage{ID: id, Title: title, Text: text})
}

// documents are the tags of documents, where the table of them lies beside the set.
func (p *pass) documents() (map[string][]tagged, error) {
	r := openRefs(p)
	defer r.close()
	if err := r.open(); err != nil {
		return nil, reason(err)
	}
	if _, err := r.root.Stat(documentsFile); err != nil {
		p.notes.add("%s does not lie beside the set: sector, form and period of the documents are not known", documentsFile)
		return nil, nil
	}
	data, ok := r.bytes(p.set.Path, 0, documentsFile)
	if !ok {
		return nil, errors.New("the table of documents cannot be read")
	}
	all := map[string][]tagged{}
	for i, text := range bytes.Split(data, []byte{'\n'}) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		n, err := parseJSON(text, i+1, maxRecordNodes)
		if err == nil && n.kind != object {
			err = notObject(n)
		}
		if err == nil {
			err = documentTags(all, n)
		}
		if err != nil {
			p.damaged = true
			p.failIn(documentsFile, err)
		}
	}
	return all, nil
}

// tagged is a tag with its value.
type tagged struct{ name, value string }

func documentTags(all map[string][]tagged, n *node) error {
	name, err := required(n, "doc_name")
	if err != nil {
		return faultf(n.line, "%v", err)
	}
	for _, t := range [...]struct{ key, tag string }{{"gics_sector", "sector"}, {"doc_type", "form"}, {"doc_period", "period"}} {
		s, err := optional(n, t.key)
		if err != nil {
			return faultf(n.line, "%v", err)
		}
		all[name] = append(all[name], tagged{t.tag, s})
	}
	return nil
}
