package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	cohere "github.com/cohere-ai/cohere-go/v2"
	"github.com/cohere-ai/cohere-go/v2/client"
	"github.com/cohere-ai/cohere-go/v2/option"
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/assayhq/assay/internal/fakemodel"
)

func cohereClient(s *fakemodel.Server, key string) *client.Client {
	return client.NewClient(option.WithBaseURL(s.URL), option.WithToken(key), option.WithMaxAttempts(1))
}

var documents = []string{"The cat sat on the mat.", "Revenue of the company rose.", "Revenue rose 12% in 2025 on strong demand."}

func TestCohereRerank(t *testing.T) {
	s := fakemodel.NewCohere(fakemodel.Options{})
	defer s.Close()
	c := cohereClient(s, fakemodel.Key)
	ask := func(model string) (*cohere.V2RerankResponse, error) {
		return c.V2.Rerank(deadline(t), &cohere.V2RerankRequest{Model: model, Query: "How did revenue develop in 2025?",
			Documents: documents, TopN: cohere.Int(2)})
	}
	r, err := ask("rerank-v3.5")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Results) != 2 || r.Results[0].Index != 2 || r.Results[1].Index != 1 ||
		r.Results[0].RelevanceScore <= r.Results[1].RelevanceScore {
		t.Errorf("results %v", r.Results)
	}
	if u := r.Meta.BilledUnits.SearchUnits; u == nil || *u != 1 {
		t.Errorf("billed %v", r.Meta)
	}
	var missing *cohere.NotFoundError
	if _, err := ask("rerank-nobody"); !errors.As(err, &missing) {
		t.Errorf("unknown model: %v", err)
	}
	s.Next(fakemodel.RateLimitBare, fakemodel.Unauthorized, fakemodel.ServerError)
	var limited *cohere.TooManyRequestsError
	if _, err := ask("rerank-v3.5"); !errors.As(err, &limited) {
		t.Errorf("limited: %v", err)
	}
	var unknown *cohere.UnauthorizedError
	if _, err := ask("rerank-v3.5"); !errors.As(err, &unknown) {
		t.Errorf("unauthorized: %v", err)
	}
	var broken *cohere.InternalServerError
	if _, err := ask("rerank-v3.5"); !errors.As(err, &broken) {
		t.Errorf("broken: %v", err)
	}
}

func TestCohereEmbed(t *testing.T) {
	s := fakemodel.NewCohere(fakemodel.Options{})
	defer s.Close()
	c := cohereClient(s, fakemodel.Key)
	r, err := c.V2.Embed(deadline(t), &cohere.V2EmbedRequest{
		Model: "embed-v4.0", Texts: documents, InputType: cohere.EmbedInputTypeSearchDocument, OutputDimension: cohere.Int(512),
		EmbeddingTypes: []cohere.EmbeddingType{cohere.EmbeddingTypeFloat, cohere.EmbeddingTypeInt8},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Embeddings.Float) != 3 || len(r.Embeddings.Float[0]) != 512 || len(r.Embeddings.Int8[2]) != 512 {
		t.Fatalf("embeddings of %d", len(r.Embeddings.Float))
	}
	product := func(i, j int) (sum float64) {
		for k, x := range r.Embeddings.Float[i] {
			sum += x * r.Embeddings.Float[j][k]
		}
		return sum
	}
	if product(1, 2) <= product(0, 2) {
		t.Errorf("related %v, unrelated %v", product(1, 2), product(0, 2))
	}
}

// teiSpec reads the interface of the server, or skips the test where it is absent.
func teiSpec(t *testing.T) *openapi3.T {
	path := filepath.Join("..", "..", "shared", "specs", "tei", "openapi.json")
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the OpenAPI file of Text Embeddings Inference is not at %s", path)
	}
	spec, err := openapi3.NewLoader().LoadFromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := spec.Paths.Len(); n < 10 {
		t.Fatalf("%d paths in %s, want at least 10", n, path)
	}
	return spec
}

func TestTEIAgainstItsSpecification(t *testing.T) {
	spec := teiSpec(t)
	s := fakemodel.NewTEI(fakemodel.Options{})
	defer s.Close()
	tests := []struct {
		name, method, path, body string
		fault                    fakemodel.Fault
		status                   int
	}{
		{"rerank", "POST", "/rerank", `{"query":"revenue","texts":["a cat","revenue rose"],"return_text":true}`, "", 200},
		{"rerank, raw", "POST", "/rerank", `{"query":"revenue","texts":["a cat","revenue rose"],"raw_scores":true}`, "", 200},
		{"embed one", "POST", "/embed", `{"inputs":"revenue rose"}`, "", 200},
		{"embed two", "POST", "/embed", `{"inputs":["revenue rose","a cat"],"normalize":false,"dimensions":128}`, "", 200},
		{"info", "GET", "/info", "", "", 200},
		{"nothing", "POST", "/rerank", `{"query":"revenue","texts":[]}`, "", 400},
		{"overloaded", "POST", "/rerank", `{"query":"revenue","texts":["a"]}`, fakemodel.Overloaded, 429},
		{"failed", "POST", "/embed", `{"inputs":"a"}`, fakemodel.ServerError, 424},
		{"too long", "POST", "/embed", `{"inputs":"a"}`, fakemodel.TooLong, 413},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.fault != "" {
				s.Next(test.fault)
			}
			request, _ := http.NewRequestWithContext(deadline(t), test.method, s.URL+test.path, bytes.NewReader([]byte(test.body)))
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, _ := io.ReadAll(response.Body)
			if response.StatusCode != test.status {
				t.Fatalf("status %d: %s", response.StatusCode, body)
			}
			operation := spec.Paths.Value(test.path).GetOperation(test.method)
			schema := operation.Responses.Status(test.status).Value.Content["application/json"].Schema.Value
			var v any
			if err := json.Unmarshal(body, &v); err != nil {
				t.Fatal(err)
			}
			if err := schema.VisitJSON(v); err != nil {
				t.Errorf("%s is not what the specification says: %v", body, err)
			}
			if schema.VisitJSON(map[string]any{"results": 1}) == nil {
				t.Error("the schema refuses nothing")
			}
		})
	}
}
