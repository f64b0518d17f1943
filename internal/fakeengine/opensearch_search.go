package fakeengine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode"
)

// msearch answers each search by itself, unless it cannot read one: then it answers none.
func (x *osIndex) msearch(name string, body []byte, f Fault) (any, *osRefusal) {
	if len(body) == 0 || body[len(body)-1] != '\n' {
		return nil, &osRefusal{400, "illegal_argument_exception", "The msearch request must be terminated by a newline [\\n]"}
	}
	rows := bytes.Split(body[:len(body)-1], []byte("\n"))
	if len(rows)%2 != 0 {
		return nil, &osRefusal{400, "illegal_argument_exception", "a header without a search"}
	}
	responses := []any{}
	for i := 0; i < len(rows); i += 2 {
		answer, refusal := x.search(name, rows[i], rows[i+1])
		switch {
		case refusal != nil && refusal.kind == "parsing_exception":
			return nil, refusal
		case refusal != nil:
		case f == ItemThrottled && i == 0:
			refusal = &osRefusal{429, "search_phase_execution_exception", "rejected execution"}
		case f == ItemRefused && i == 0:
			refusal = &osRefusal{400, "search_phase_execution_exception", "failed to create query"}
		case f == Partial && i == 0:
			answer["timed_out"] = true
		case f == ShardFailed && i == 0:
			answer["_shards"] = osShards(f)
		}
		if refusal != nil {
			responses = append(responses, map[string]any{"error": refusal.body(), "status": refusal.status})
			continue
		}
		responses = append(responses, answer)
	}
	return map[string]any{"took": 1, "responses": responses}, nil
}

func (x *osIndex) search(name string, head, body []byte) (map[string]any, *osRefusal) {
	var h struct {
		Type string `json:"search_type"`
	}
	if err := strict(head, &h); err != nil {
		return nil, osInvalid("header: %v", err)
	}
	if x.visible == nil {
		return nil, &osRefusal{404, "index_not_found_exception", "no such index [" + name + "]"}
	}
	var q struct {
		Size   int             `json:"size"`
		Source []string        `json:"_source"`
		Total  any             `json:"track_total_hits"`
		Query  json.RawMessage `json:"query"`
	}
	if err := strict(body, &q); err != nil {
		return nil, osInvalid("%v", err)
	}
	if q.Size < 0 || q.Size > 10_000 {
		return nil, &osRefusal{400, "illegal_argument_exception",
			"Result window is too large, from + size must be less than or equal to: [10000]"}
	}
	found, refusal := x.ranked(q.Query)
	if refusal != nil {
		return nil, refusal
	}
	hits := []any{}
	var most any
	for _, it := range found[:min(len(found), q.Size)] {
		if most == nil {
			most = float32(it.score)
		}
		hits = append(hits, map[string]any{"_index": name, "_id": it.id, "_score": float32(it.score),
			"_source": it.member(strings.Join(q.Source, ","))})
	}
	return map[string]any{"took": 1, "timed_out": false, "_shards": osShards(None), "status": 200,
		"hits": map[string]any{"max_score": most, "hits": hits}}, nil
}

// ranked is what a scoring query finds: neighbours, or texts that match.
func (x *osIndex) ranked(text json.RawMessage) ([]scored, *osRefusal) {
	var q struct {
		KNN map[string]struct {
			Vector []float32       `json:"vector"`
			K      int             `json:"k"`
			Filter json.RawMessage `json:"filter"`
			Method map[string]int  `json:"method_parameters"`
		} `json:"knn"`
		Bool *struct {
			Must []struct {
				Match map[string]struct {
					Query string `json:"query"`
				} `json:"match"`
			} `json:"must"`
			Filter []json.RawMessage `json:"filter"`
		} `json:"bool"`
	}
	if err := strict(text, &q); err != nil {
		return nil, osInvalid("%v", err)
	}
	if knn, ok := q.KNN["vector"]; ok && len(q.KNN) == 1 && q.Bool == nil {
		if knn.K < 1 || knn.K > 10_000 {
			return nil, osInvalid("[knn] requires k to be in the range (0, 10000]")
		}
		if len(knn.Vector) != x.dimension {
			return nil, &osRefusal{400, "search_phase_execution_exception",
				fmt.Sprintf("Query vector has invalid dimension: %d. Dimension should be: %d", len(knn.Vector), x.dimension)}
		}
		pass, refusal := x.all([]json.RawMessage{knn.Filter})
		if refusal != nil {
			return nil, refusal
		}
		found := best(x.visible, func(it *item) (float64, bool) { return x.near(knn.Vector, it.vector), pass(it) })
		return found[:min(len(found), max(knn.K, knn.Method["ef_search"]))], nil // Lucene's are as many as it looks at
	}
	if q.Bool == nil || len(q.Bool.Must) != 1 || q.Bool.Must[0].Match["text"].Query == "" {
		return nil, osInvalid("the query is neither knn nor a match in a bool")
	}
	pass, refusal := x.all(q.Bool.Filter)
	if refusal != nil {
		return nil, refusal
	}
	score := bm25(x.visible, q.Bool.Must[0].Match["text"].Query)
	return best(x.visible, func(it *item) (float64, bool) { s := score(it); return s, s > 0 && pass(it) }), nil
}

// near is the engine's score of a neighbour.
func (x *osIndex) near(a, b []float32) float64 {
	if x.space == "l2" {
		return 1 / (1 + squares(a, b))
	}
	return (1 + cosine(a, b)) / 2
}

// osWords are the words of the standard analyzer, for texts without marks inside words.
func osWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// bm25 scores texts as Lucene does, but for its rounding of lengths: k1 1.2, b 0.75.
func bm25(items map[string]*item, query string) func(*item) float64 {
	df, total := map[string]float64{}, 0.0
	for _, it := range items {
		total += float64(len(it.words))
		seen := map[string]bool{}
		for _, w := range it.words {
			if !seen[w] {
				seen[w] = true
				df[w]++
			}
		}
	}
	n := float64(len(items))
	asked := osWords(query)
	return func(it *item) float64 {
		tf := map[string]float64{}
		for _, w := range it.words {
			tf[w]++
		}
		sum := 0.0
		for _, w := range asked {
			if f := tf[w]; f > 0 {
				idf := math.Log(1 + (n-df[w]+0.5)/(df[w]+0.5))
				sum += idf * f / (f + 1.2*(0.25+0.75*float64(len(it.words))*n/total))
			}
		}
		return sum
	}
}
