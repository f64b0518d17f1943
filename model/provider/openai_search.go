package provider

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
)

// StoreQuery searches a vector store without a model.
type StoreQuery struct {
	Query    string
	Max      int             // results, 1 to 50; 0 is OpenAI's 10
	Filter   json.RawMessage // a comparison or a combination of them, in OpenAI's form
	Ranker   string          // auto, none or a dated one
	MinScore float64         // 0 to 1
	Rewrite  bool            // let OpenAI rewrite the query; Search says into what
}

type storeQueryBody struct {
	Query   string          `json:"query"`
	Max     int             `json:"max_num_results,omitempty"`
	Filters json.RawMessage `json:"filters,omitempty"`
	Ranking *openaiRanking  `json:"ranking_options,omitempty"`
	Rewrite bool            `json:"rewrite_query"`
}

type storeResults struct {
	Queries queryList `json:"search_query"`
	Data    []struct {
		File       string         `json:"file_id"`
		Name       string         `json:"filename"`
		Score      float64        `json:"score"`
		Attributes map[string]any `json:"attributes"`
		Content    []openaiPart   `json:"content"`
	} `json:"data"`
}

// queryList reads a list of queries, or one alone.
type queryList []string

// UnmarshalJSON reads both forms that the service was seen to send.
func (q *queryList) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*q = nil
		if one != "" {
			*q = queryList{one}
		}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(q))
}

// Search finds passages in a store. It is a retrieval: wrappers may keep its reply.
func (s *OpenAIStores) Search(ctx context.Context, store string, q StoreQuery) (*model.Search, error) {
	body := storeQueryBody{Query: q.Query, Max: q.Max, Filters: q.Filter, Rewrite: q.Rewrite}
	if q.Ranker != "" || q.MinScore > 0 {
		body.Ranking = &openaiRanking{q.Ranker, q.MinScore}
	}
	outgoing, err := s.postJSON(storePath(store)+"/search", &body)
	if err != nil {
		return nil, err
	}
	outgoing.Operation = call.Retrieve
	reply, err := ask[storeResults](ctx, s.manager, outgoing)
	if err != nil {
		return nil, err
	}
	found := &model.Search{Queries: reply.Queries}
	for _, d := range reply.Data {
		var texts []string
		for _, c := range d.Content {
			texts = append(texts, c.Text)
		}
		found.Results = append(found.Results, model.Passage{File: d.File, Name: d.Name, Score: d.Score,
			Text: strings.Join(texts, "\n"), Attributes: d.Attributes})
	}
	return found, nil
}
