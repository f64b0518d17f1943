package provider

import (
	"math"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
)

// checkRead has a reader take any body: it must not panic, never answer without a word, and fail with a
// kind.
func checkRead(t *testing.T, c *call.Call, status int, body []byte) {
	result, err := c.Read(&call.Exchange{Status: status, Body: body})
	if err != nil {
		if call.KindOf(err) == "" {
			t.Fatalf("a failure without a kind: %v", err)
		}
		return
	}
	switch v := result.Value.(type) {
	case *model.Response:
		if v.Answered() && strings.TrimSpace(v.Text) == "" {
			t.Fatalf("an answer without a word: %q", body)
		}
		for _, cited := range v.Citations {
			if cited.Start < 0 || cited.End > len(v.Text) || cited.Start > cited.End {
				t.Fatalf("citation %+v of %q", cited, v.Text)
			}
		}
		if v.Usage.Valid() != nil {
			t.Fatalf("usage %+v", v.Usage)
		}
	case *model.Embeddings:
		if len(v.Vectors) != 2 || v.Usage.Valid() != nil {
			t.Fatalf("%d vectors, usage %+v", len(v.Vectors), v.Usage)
		}
	case *model.Ranking:
		if len(v.Scores) != 2 || math.IsNaN(v.Scores[0]+v.Scores[1]) || v.Usage.Valid() != nil {
			t.Fatalf("ranking %+v", v)
		}
	}
}
