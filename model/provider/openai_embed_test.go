package provider

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

func packed(v ...float32) string {
	var b []byte
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return `"` + base64.StdEncoding.EncodeToString(b) + `"`
}

// More texts than one call may hold come back in their order, in as many calls as are needed.
func TestOpenAIEmbeds(t *testing.T) {
	for _, provider := range []string{"openai", "compatible"} {
		t.Run(provider, func(t *testing.T) {
			server, conn := openaiFake(t, fakemodel.Options{})
			perCall := 256 // what the client puts into one call of a provider that takes more
			if provider == "compatible" {
				server, conn = compatibleFake(t, fakemodel.Options{})
				perCall = compatibleEmbedTexts
			}
			texts := make([]string, 2*perCall+1)
			for i := range texts {
				texts[i] = fmt.Sprintf("sentence %d", i)
			}
			r := &model.EmbedRequest{Model: "text-embedding-3-small", Texts: texts, Dimensions: 8, Purpose: model.ForQuery}
			got, err := clientOf(conn).Embed(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			calls := server.Calls()
			if len(calls) != 3 || len(got.Vectors) != len(texts) || !got.Usage.Has(catalog.PartAll) || got.Usage.Input == 0 {
				t.Fatalf("%d calls, %d vectors, usage %+v", len(calls), len(got.Vectors), got.Usage)
			}
			for _, at := range []int{0, perCall - 1, perCall, 2 * perCall} {
				alone, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: r.Model, Texts: texts[at : at+1], Dimensions: 8})
				if err != nil || fmt.Sprint(alone.Vectors[0]) != fmt.Sprint(got.Vectors[at]) || len(got.Vectors[at]) != 8 {
					t.Errorf("vector %d is another's: %v", at, err)
				}
			}
			if dropped := len(got.Dropped) > 0; dropped != (provider == "compatible") {
				t.Errorf("dropped %+v", got.Dropped)
			}
		})
	}
}

// Calls stay under the tokens that OpenAI takes at once, also with few long texts.
func TestOpenAIEmbedTokens(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	texts := make([]string, 60)
	for i := range texts {
		texts[i] = strings.Repeat("nine 9,99 ", 2_000) // 5,000 tokens by our estimate
	}
	if _, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: "text-embedding-3-small", Texts: texts}); err != nil {
		t.Fatal(err)
	}
	if n := len(server.Calls()); n != 2 {
		t.Errorf("%d calls for 300,000 tokens", n)
	}
}

func TestOpenAIEmbedRefuses(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	cases := map[string]struct {
		r    model.EmbedRequest
		kind call.Kind
	}{
		"empty text":     {model.EmbedRequest{Model: "text-embedding-3-small", Texts: []string{"a", ""}}, call.BadRequest},
		"too many dims":  {model.EmbedRequest{Model: "text-embedding-3-small", Texts: []string{"a"}, Dimensions: 4096}, call.Unsupported},
		"dims of ada":    {model.EmbedRequest{Model: "text-embedding-ada-002", Texts: []string{"a"}, Dimensions: 256}, call.Unsupported},
		"unknown model":  {model.EmbedRequest{Model: "text-embedding-9", Texts: []string{"a"}}, call.NoModel},
		"one text large": {model.EmbedRequest{Model: "text-embedding-3-small", Texts: []string{strings.Repeat("word ", 9_000)}}, ""},
	}
	for name, c := range cases {
		_, err := clientOf(conn).Embed(context.Background(), &c.r)
		if err == nil || c.kind != "" && call.KindOf(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(server.Calls()); n > 2 {
		t.Errorf("%d calls: what is known to fail was sent", n)
	}
}

func TestOpenAIVectors(t *testing.T) {
	one := func(embedding string) string {
		return `{"object":"list","model":"m","data":[{"index":0,"embedding":` + embedding + `}],"usage":{"prompt_tokens":3,"total_tokens":3}}`
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	cases := map[string]struct {
		body string
		want vectorsWanted
		kind call.Kind
		says string
	}{
		"base64":           {one(packed(1, -0.5)), vectorsWanted{1, 0}, "", ""},
		"numbers":          {one(`[1,-0.5]`), vectorsWanted{1, 2}, "", ""},
		"swapped":          {`{"data":[{"index":1,"embedding":[2,2]},{"index":0,"embedding":[1,-0.5]}]}`, vectorsWanted{2, 0}, "", ""},
		"no index":         {`{"data":[{"embedding":[1,-0.5]},{"embedding":[2,1]}]}`, vectorsWanted{2, 0}, "", ""},
		"NaN":              {one(packed(1, nan)), vectorsWanted{1, 0}, call.Malformed, "NaN"},
		"infinite":         {one(packed(inf)), vectorsWanted{1, 0}, call.Malformed, "Inf"},
		"too large":        {one(`[1e99]`), vectorsWanted{1, 0}, call.Malformed, "vector 0"},
		"zero":             {one(packed(0, 0)), vectorsWanted{1, 0}, call.Malformed, "all numbers are 0"},
		"none":             {one(`[]`), vectorsWanted{1, 0}, call.Malformed, "no numbers"},
		"null":             {one(`null`), vectorsWanted{1, 0}, call.Malformed, "no numbers"},
		"object":           {one(`{}`), vectorsWanted{1, 0}, call.Malformed, "neither"},
		"bad base64":       {one(`"!!"`), vectorsWanted{1, 0}, call.Malformed, "base64"},
		"truncated base64": {one(`"AAAA"`), vectorsWanted{1, 0}, call.Malformed, "3 bytes"},
		"other dims":       {one(`[1,2]`), vectorsWanted{1, 3}, call.Malformed, "2 dimensions, not 3"},
		"uneven": {`{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, vectorsWanted{2, 0},
			call.Malformed, "dimensions"},
		"index twice":     {`{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, vectorsWanted{2, 0}, call.Malformed, "index"},
		"index outside":   {`{"data":[{"index":7,"embedding":[1]}]}`, vectorsWanted{1, 0}, call.Malformed, "index"},
		"index below":     {`{"data":[{"index":-1,"embedding":[1]}]}`, vectorsWanted{1, 0}, call.Malformed, "index"},
		"too few":         {one(`[1]`), vectorsWanted{2, 0}, call.Malformed, "1 vectors came back for 2 texts"},
		"error in 200":    {`{"error":{"code":429,"message":"slow"}}`, vectorsWanted{1, 0}, call.RateLimited, "slow"},
		"something other": {`{"object":"list"}`, vectorsWanted{1, 0}, call.Malformed, ""},
	}
	_, conn := openaiFake(t, fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := conn.end.reading("m").vectors(&call.Exchange{Status: 200, Body: []byte(c.body)}, c.want)
			if call.KindOf(err) != c.kind || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %v, want %q %q", err, c.kind, c.says)
			}
			if err == nil {
				if v := got.Value.(*model.Embeddings).Vectors; fmt.Sprint(v[0]) != "[1 -0.5]" {
					t.Errorf("got %v", v)
				}
			}
		})
	}
}

func TestOpenAIEmbedFaults(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	n := 0
	for fault, want := range openaiOutcomes {
		if want.kind == "" || fault == fakemodel.Hang || fault == fakemodel.SlowBody {
			continue
		}
		n++
		server.Next(fault)
		_, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: "text-embedding-3-small", Texts: []string{"a"}})
		if fault != fakemodel.ErrorIn200 && call.KindOf(err) != want.kind { // embeddings have no such form
			t.Errorf("%s: %v, want %s", fault, err, want.kind)
		}
		noKeyIn(t, fakemodel.Key, err)
	}
	if n < 15 {
		t.Errorf("%d faults", n)
	}
}

func BenchmarkOpenAIVectors(b *testing.B) {
	vector := make([]float32, 1536)
	for i := range vector {
		vector[i] = float32(i) / 1536
	}
	var body strings.Builder
	body.WriteString(`{"data":[`)
	for i := range 256 {
		if i > 0 {
			body.WriteByte(',')
		}
		fmt.Fprintf(&body, `{"object":"embedding","index":%d,"embedding":%s}`, i, packed(vector...))
	}
	body.WriteString(`],"model":"m","usage":{"prompt_tokens":9,"total_tokens":9}}`)
	conn := connectTo(b, Settings{Provider: "openai"}, fakemodel.Key)
	x := &call.Exchange{Status: 200, Body: []byte(body.String())}
	b.SetBytes(int64(len(x.Body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := conn.end.reading("m").vectors(x, vectorsWanted{256, 1536}); err != nil {
			b.Fatal(err)
		}
	}
}
