package provider

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// rerankBody is a question and its documents in the spellings of three families: Cohere (v2, and Jina and
// vLLM after it), Voyage, and TEI. Documents are not asked back: they are at hand.
type rerankBody struct {
	Model     string   `json:"model,omitempty"`
	Query     string   `json:"query"`
	Documents []string `json:"documents,omitempty"`
	Texts     []string `json:"texts,omitempty"`            // of TEI
	Return    *bool    `json:"return_documents,omitempty"` // of Jina, which sends them unless told not to
	Truncate  *bool    `json:"truncation,omitempty"`       // of Voyage
}

// rerankReply is a ranking in any of the three shapes. TEI sends a bare list, which is put into Results.
type rerankReply struct {
	Model   string       `json:"model"`
	Results []rerankItem `json:"results"`
	Data    []rerankItem `json:"data"` // of Voyage
	Usage   *struct {
		Total *int64 `json:"total_tokens"`
	} `json:"usage"` // of Jina, vLLM and Voyage
	Meta *cohereMeta `json:"meta"`
}

// rerankItem is the score of one document, named by its place in the request.
type rerankItem struct {
	Index     *int     `json:"index"`
	Relevance *float64 `json:"relevance_score"`
	Score     *float64 `json:"score"` // of TEI
}

// rerank is the call for a ranking.
func (e *endpoint) rerank(path string, r *model.RerankRequest, body rerankBody) (*call.Call, error) {
	body.Query = r.Query
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	reader := rerankReader{e.reading(r.Model), len(r.Documents)}
	return e.post(path, bytes, reader.ranking), nil
}

// rerankReader reads the replies to a request that holds a number of documents.
type rerankReader struct {
	reading
	count int
}

// ranking reads scores into the order of the documents, whatever the order in which they came. A reply
// that lacks a document, or has one twice, is no reply.
func (r rerankReader) ranking(x *call.Exchange) (call.Result, error) {
	var reply rerankReply
	var bare []rerankItem
	if json.Unmarshal(x.Body, &bare) == nil {
		reply.Results = bare
	} else if json.Unmarshal(x.Body, &reply) != nil {
		return call.Result{}, r.failure(x)
	}
	items := reply.Results
	if items == nil {
		items = reply.Data
	}
	if x.Status != http.StatusOK || items == nil {
		return call.Result{}, r.failure(x)
	}
	scores, err := placed(items, r.count)
	if err != nil {
		return call.Result{}, &call.Failure{Kind: call.Malformed, Err: err}
	}
	v := &model.Ranking{Scores: scores, Served: reply.Model, Usage: reply.usage()}
	return call.Result{Value: v, Usage: v.Usage, Served: v.Served}, nil
}

// placed puts each score at its document's place.
func placed(items []rerankItem, count int) ([]float64, error) {
	if len(items) != count {
		return nil, fmt.Errorf("%d scores came back for %d documents", len(items), count)
	}
	scores, seen := make([]float64, count), make([]bool, count)
	for i, item := range items {
		score := cmp.Or(item.Relevance, item.Score)
		switch {
		case item.Index == nil || score == nil:
			return nil, fmt.Errorf("score %d lacks its document or its value", i)
		case *item.Index < 0 || *item.Index >= count:
			return nil, fmt.Errorf("score %d is of document %d, and there are %d", i, *item.Index, count)
		case seen[*item.Index]:
			return nil, fmt.Errorf("document %d is scored twice", *item.Index)
		case math.IsNaN(*score) || math.IsInf(*score, 0):
			return nil, fmt.Errorf("the score of document %d is no number", *item.Index)
		}
		scores[*item.Index], seen[*item.Index] = *score, true
	}
	return scores, nil
}

// usage is what a ranking used: search units at Cohere, tokens elsewhere, nothing at servers of one's own.
func (r *rerankReply) usage() catalog.Usage {
	if r.Meta != nil {
		return r.Meta.usage()
	}
	if r.Usage == nil || r.Usage.Total == nil || *r.Usage.Total < 0 {
		return catalog.Usage{}
	}
	return catalog.Usage{Input: *r.Usage.Total, Known: catalog.PartAll}
}

// cohereMeta is what a call is billed for.
type cohereMeta struct {
	Billed *struct {
		Input    *float64 `json:"input_tokens"`
		Searches *float64 `json:"search_units"`
	} `json:"billed_units"`
}

// maxUnits is far above what one call can use; larger numbers are errors of the server.
const maxUnits = 1 << 40

// usage is what is billed. Numbers that cannot be are not reported at all.
func (m *cohereMeta) usage() catalog.Usage {
	if m == nil || m.Billed == nil {
		return catalog.Usage{}
	}
	units := func(n *float64) (int64, bool) {
		if n == nil || !(0 <= *n && *n < maxUnits) || *n != math.Trunc(*n) {
			return 0, false
		}
		return int64(*n), true
	}
	u := catalog.Usage{Known: catalog.PartAll}
	input, counted := units(m.Billed.Input)
	searches, searched := units(m.Billed.Searches)
	switch {
	case searched: // and then the tokens are not billed
		u.Searches = searches
	case counted:
		u.Input = input
	default:
		return catalog.Usage{}
	}
	return u
}
