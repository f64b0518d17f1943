package dataset

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

// documentsFile is what FinanceBench calls the table of its documents, which lies beside its questions.
const documentsFile = "financebench_document_information.jsonl"

func sniffFinanceBench(h *record.Head) bool {
	return h.First.Kind == record.Object && h.First.Has("financebench_id") && h.First.Has("evidence") && h.First.Has("question")
}

func readFinanceBench(p *record.Pass) error {
	documents, err := documents(p)
	if err != nil {
		return err
	}
	return eachCase(p, func(p *record.Pass, n *record.Node) (*system.Case, error) {
		c, err := financeBenchCase(p, n)
		if err != nil {
			return nil, err
		}
		for _, t := range documents[c.Tags["document"]] {
			tag(c, t.name, t.value)
		}
		return c, nil
	})
}

func financeBenchCase(p *record.Pass, n *record.Node) (c *system.Case, err error) {
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
	for _, t := range [...]struct{ key, tag string }{{"doc_name", "document"}, {"company", "company"},
		{"question_type", "question_type"}, {"question_reasoning", "reasoning"}} {
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
	quotes, err := evidencePages(p, c, n)
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
	unused(p, n, "financebench_id", "question", "answer", "doc_name", "company", "question_type", "question_reasoning",
		"evidence", "justification")
	marshal(p, c, n, &b)
	return c, nil
}

// evidencePages takes the pages that the gold rests on as passages, each once, and is the quotes from them.
func evidencePages(p *record.Pass, c *system.Case, n *record.Node) (quotes []string, err error) {
	all, err := objects(n, "evidence")
	if err != nil {
		return nil, err
	}
	for i := range all {
		e := &all[i]
		var name, number, quote, page string
		for _, t := range [...]struct {
			key string
			to  *string
		}{{"doc_name", &name}, {"evidence_page_num", &number}, {"evidence_text", &quote}, {"evidence_text_full_page", &page}} {
			if *t.to, err = optional(e, t.key); err != nil {
				return nil, fmt.Errorf("item %d of \"evidence\": %w", i+1, err)
			}
		}
		if name == "" {
			name = c.Tags["document"]
		}
		page = cmp.Or(page, quote)
		if number == "" || strings.TrimSpace(page) == "" {
			return nil, fmt.Errorf("item %d of \"evidence\" has no page number, or no text", i+1)
		}
		quotes = append(quotes, quote)
		addPage(c, pageID(name, number), name, page)
	}
	if len(all) == 0 {
		p.Notes.Add("a question without evidence has no passage")
	}
	return quotes, nil
}

// addPage adds a page that the gold rests on; several quotes may be on one.
func addPage(c *system.Case, id, title, text string) {
	if contains(c.Evidence, id) {
		return
	}
	c.Evidence = append(c.Evidence, id)
	c.Passages = append(c.Passages, system.Passage{ID: id, Title: title, Text: text})
}

// documents are the tags of documents, where the table of them lies beside the set.
func documents(p *record.Pass) (map[string][]tagged, error) {
	r := record.OpenRefs(p)
	defer r.Close()
	if err := r.Open(); err != nil {
		return nil, record.Reason(err)
	}
	if _, err := r.Root.Stat(documentsFile); err != nil {
		p.Notes.Add("%s does not lie beside the set: sector, form and period of the documents are not known", documentsFile)
		return nil, nil
	}
	data, ok := r.Bytes(p.Input.Path, 0, documentsFile)
	if !ok {
		return nil, errors.New("the table of documents cannot be read")
	}
	all := map[string][]tagged{}
	for i, text := range bytes.Split(data, []byte{'\n'}) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		n, err := record.ParseJSON(text, i+1, record.MaxRecordNodes)
		if err == nil && n.Kind != record.Object {
			err = record.NotObject(n)
		}
		if err == nil {
			err = documentTags(all, n)
		}
		if err != nil {
			p.Damaged = true
			p.FailIn(documentsFile, err)
		}
	}
	return all, nil
}

// tagged is a tag with its value.
type tagged struct{ name, value string }

func documentTags(all map[string][]tagged, n *record.Node) error {
	name, err := required(n, "doc_name")
	if err != nil {
		return record.Faultf(n.Line, "%v", err)
	}
	for _, t := range [...]struct{ key, tag string }{{"gics_sector", "sector"}, {"doc_type", "form"}, {"doc_period", "period"}} {
		s, err := optional(n, t.key)
		if err != nil {
			return record.Faultf(n.Line, "%v", err)
		}
		all[name] = append(all[name], tagged{t.tag, s})
	}
	return nil
}
