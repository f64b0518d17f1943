package contract

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	cohere "github.com/cohere-ai/cohere-go/v2"
	"github.com/getkin/kin-openapi/openapi3"

	"encoding/json"

	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/provider"
)

// Our scores and vectors are the official client's, in the documents' order.
func TestAdapterCohere(t *testing.T) {
	s := fakemodel.NewCohere(fakemodel.Options{})
	defer s.Close()
	c, _, _ := kept(t, provider.Settings{Provider: "cohere", BaseURL: s.URL}, nil)
	official := cohereClient(s, fakemodel.Key)
	got, err := c.Rank(deadline(t), &model.RerankRequest{Model: "rerank-v3.5", Query: "revenue in 2025", Documents: documents})
	if err != nil {
		t.Fatal(err)
	}
	want, err := official.V2.Rerank(deadline(t), &cohere.V2RerankRequest{Model: "rerank-v3.5", Query: "revenue in 2025", Documents: documents})
	if err != nil || len(want.Results) != len(got.Scores) {
		t.Fatalf("%v, %v", want, err)
	}
	for _, r := range want.Results {
		if got.Scores[r.Index] != r.RelevanceScore {
			t.Errorf("document %d: %g, the official client %g", r.Index, got.Scores[r.Index], r.RelevanceScore)
		}
	}
	if units := want.Meta.BilledUnits.SearchUnits; float64(got.Usage.Searches) != *units {
		t.Errorf("%d searches, the official client %g", got.Usage.Searches, *units)
	}
	vectors, err := c.Embed(deadline(t), &model.EmbedRequest{Model: "embed-v4.0", Texts: documents, Purpose: model.ForQuery, Dimensions: 256})
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := official.V2.Embed(deadline(t), &cohere.V2EmbedRequest{Model: "embed-v4.0", Texts: documents,
		InputType:      cohere.EmbedInputTypeSearchQuery,
		EmbeddingTypes: []cohere.EmbeddingType{cohere.EmbeddingTypeFloat}, OutputDimension: cohere.Int(256)})
	if err != nil || len(embedded.Embeddings.Float) != len(vectors.Vectors) {
		t.Fatalf("%v, %v", embedded, err)
	}
	for i, v := range embedded.Embeddings.Float {
		for j := range v {
			if float32(v[j]) != vectors.Vectors[i][j] {
				t.Fatalf("vector %d differs at %d", i, j)
			}
		}
	}
}

// teiTransport holds what we send against TEI's own description.
type teiTransport struct {
	t    *testing.T
	spec *openapi3.T
}

func (a teiTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	item := a.spec.Paths.Value(r.URL.Path)
	if item == nil || item.GetOperation(r.Method) == nil {
		a.t.Errorf("no operation %s %s", r.Method, r.URL.Path)
		return http.DefaultTransport.RoundTrip(r)
	}
	if op := item.GetOperation(r.Method); op.RequestBody != nil {
		var value any
		if err := json.Unmarshal(body, &value); err != nil {
			a.t.Error(err)
		}
		schema := op.RequestBody.Value.Content.Get("application/json").Schema.Value
		if err := schema.VisitJSON(value); err != nil {
			a.t.Errorf("%s: %v", r.URL.Path, err)
		}
		for name := range value.(map[string]any) {
			if schema.Properties[name] == nil {
				a.t.Errorf("%s has no field %q", r.URL.Path, name)
			}
		}
	}
	return http.DefaultTransport.RoundTrip(r)
}

func TestAdapterTEI(t *testing.T) {
	s := fakemodel.NewTEI(fakemodel.Options{Key: fakemodel.Key})
	defer s.Close()
	c, _, _ := kept(t, provider.Settings{Provider: "tei", BaseURL: s.URL}, teiTransport{t, teiSpec(t)})
	got, err := c.Rank(deadline(t), &model.RerankRequest{Query: "revenue in 2025", Documents: documents})
	if err != nil || len(got.Scores) != 3 || got.Scores[2] <= got.Scores[0] {
		t.Errorf("%v, %v", got, err)
	}
	vectors, err := c.Embed(deadline(t), &model.EmbedRequest{Texts: documents, Dimensions: 64})
	if err != nil || len(vectors.Vectors) != 3 || len(vectors.Vectors[0]) != 64 {
		t.Errorf("%v", err)
	}
	if models, err := c.List(deadline(t)); err != nil || len(models) != 1 {
		t.Errorf("%v, %v", models, err)
	}
}
