package provider

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

func TestBedrockEmbeds(t *testing.T) {
	server, conn := bedrockFake(t, false, fakemodel.Options{})
	texts := make([]string, 100)
	for i := range texts {
		texts[i] = fmt.Sprint("Nordwind sentence ", i)
	}
	for name, c := range map[string]struct{ dimensions, width, calls, texts int }{
		"amazon.titan-embed-text-v2:0": {256, 256, 5, 5},
		"cohere.embed-english-v3":      {0, 1024, 2, 100},
		"cohere.embed-v4:0":            {512, 512, 2, 100},
	} {
		t.Run(name, func(t *testing.T) {
			before := len(server.Calls())
			got, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: name, Texts: texts[:c.texts],
				Purpose: model.ForQuery, Dimensions: c.dimensions})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(server.Calls()) - before; n != c.calls || len(got.Vectors) != c.texts || got.Usage.Input == 0 ||
				got.Usage.Known != catalog.PartAll {
				t.Errorf("%d calls, %d vectors, usage %+v", n, len(got.Vectors), got.Usage)
			}
			for i, v := range got.Vectors {
				if len(v) != c.width || math.IsNaN(float64(v[0])) {
					t.Fatalf("vector %d has %d dimensions", i, len(v))
				}
			}
		})
	}
	if _, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: "acme.embed-1",
		Texts: texts[:1]}); call.KindOf(err) != call.Unsupported {
		t.Errorf("an unknown vendor: %v", err)
	}
	server.Next(fakemodel.TooLong)
	if _, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: "cohere.embed-english-v3",
		Texts: texts[:1]}); call.KindOf(err) != call.TooLong {
		t.Errorf("too long: %v", err)
	}
}

// A model under a custom name has the limits of the model.
func TestBedrockEmbedLimits(t *testing.T) {
	own, err := catalog.Default().With("own",
		strings.NewReader("catalog 1 2026-11-21\nmodel bedrock amazon.titan-embed-text-v2 kind=embedding alias=own-titan\n"))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := Open(Settings{Provider: "bedrock", Region: "us-east-1", Catalog: own, Env: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]int{"amazon.titan-embed-text-v2:0": 1, "own-titan": 1, "cohere.embed-v4:0": cohereEmbedTexts} {
		if texts, _ := conn.Wire.EmbedLimits(id); texts != want {
			t.Errorf("%s: %d texts a call, want %d", id, texts, want)
		}
	}
}

func TestBedrockRanks(t *testing.T) {
	server, conn := bedrockFake(t, false, fakemodel.Options{})
	checkRanks(t, conn, "cohere.rerank-v3-5:0")
	server.Next(fakemodel.RateLimitBare)
	if _, err := clientOf(conn).Rank(context.Background(), &model.RerankRequest{Model: "cohere.rerank-v3-5:0", Query: "q",
		Documents: []string{"d"}}); call.KindOf(err) != call.RateLimited {
		t.Errorf("limited: %v", err)
	}
}
