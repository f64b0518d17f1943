package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

// embedding is a client whose vector of a text is its length.
func embedding(usage func(texts []string) catalog.Usage) (*Client, *sending) {
	return clientOf(func(_ context.Context, c *call.Call) (any, error) {
		texts := sent[EmbedRequest](c).Texts
		e := &Embeddings{Served: "e-2026", Usage: usage(texts)}
		for _, text := range texts {
			e.Vectors = append(e.Vectors, []float32{float32(len(text))})
		}
		return e, nil
	})
}

func plainUsage(texts []string) catalog.Usage {
	return catalog.Usage{Input: int64(len(texts)), Known: catalog.PartAll}
}

// sized are texts of the given lengths; a length is 4*tokens-1 for an estimate of so many tokens.
func sized(lengths ...int) []string {
	texts := make([]string, len(lengths))
	for i, n := range lengths {
		texts[i] = strings.Repeat("x", n)
	}
	return texts
}

func TestSplit(t *testing.T) {
	perModel := func(id string) (int, int) {
		if id == "small" {
			return 2, 0
		}
		return 0, 10
	}
	tests := []struct {
		name          string
		model         string
		texts, tokens int
		limits        func(string) (int, int)
		lengths       []int
		want          []int // how many texts each call holds
	}{
		{"none", "m", 3, 10, nil, nil, nil},
		{"no limits", "m", 0, 0, nil, []int{1, 2, 3, 4, 5}, []int{5}},
		{"by texts", "m", 2, 0, nil, []int{1, 2, 3, 4, 5}, []int{2, 2, 1}},
		{"exactly full", "m", 2, 0, nil, []int{1, 2, 3, 4}, []int{2, 2}},
		{"one at a time", "m", 1, 0, nil, []int{1, 2, 3}, []int{1, 1, 1}},
		{"by tokens", "m", 0, 10, nil, []int{15, 19, 3, 3}, []int{3, 1}}, // of 4, 5, 1 and 1 tokens
		{"by both", "m", 3, 10, nil, []int{15, 15, 15, 0, 0, 0, 0}, []int{2, 3, 2}},
		{"a huge text first", "m", 0, 10, nil, []int{4000, 3, 3}, []int{1, 2}},
		{"a huge text between", "m", 0, 10, nil, []int{3, 4000, 3}, []int{1, 1, 1}},
		{"huge texts only", "m", 5, 10, nil, []int{4000, 5000}, []int{1, 1}},
		{"empty texts count", "m", 0, 2, nil, []int{0, 0, 0}, []int{2, 1}},
		{"limits of one model", "small", 5, 5, perModel, []int{400, 400, 400}, []int{2, 1}},
		{"limits of another", "large", 1, 1, perModel, []int{0, 0, 0, 0, 0}, []int{5}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, s := embedding(plainUsage)
			c.EmbedTexts, c.EmbedTokens, c.EmbedLimits = test.texts, test.tokens, test.limits
			texts := sized(test.lengths...)
			var sizes []int
			for _, part := range c.split(test.model, texts) {
				sizes = append(sizes, len(part))
			}
			if !slices.Equal(sizes, test.want) {
				t.Fatalf("calls of %v texts, want %v", sizes, test.want)
			}
			got, err := c.Embed(t.Context(), &EmbedRequest{Model: test.model, Texts: texts})
			if err != nil || len(got.Vectors) != len(texts) || s.n() != len(test.want) {
				t.Fatalf("%v after %d calls, %v", got, s.n(), err)
			}
			for i, v := range got.Vectors {
				if int(v[0]) != test.lengths[i] {
					t.Errorf("vector %d is that of a text of %v bytes, want %d", i, v[0], test.lengths[i])
				}
			}
			if got.Usage != (catalog.Usage{Input: int64(len(texts)), Known: catalog.PartAll}) {
				t.Errorf("usage %+v", got.Usage)
			}
		})
	}
}

// TestEmbedJoins keeps what all parts say and knows only what all of them know.
func TestEmbedJoins(t *testing.T) {
	c, s := embedding(func(texts []string) catalog.Usage {
		if len(texts[0]) == 2 { // the part of the third text
			return catalog.Usage{Known: catalog.PartOutput}
		}
		return catalog.Usage{Input: 5, Known: catalog.PartInput | catalog.PartOutput}
	})
	c.EmbedTexts = 1
	wire := c.Wire.Embed
	c.Wire.Embed = func(r *EmbedRequest) (*call.Call, error) {
		outgoing, err := wire(r)
		outgoing.Dropped = []call.Dropped{{Parameter: "dimensions", Reason: "the model has one size"}}
		return outgoing, err
	}
	got, err := c.Embed(t.Context(), &EmbedRequest{Model: "m", Texts: sized(0, 1, 2, 3), Purpose: ForQuery, Dimensions: 64})
	if err != nil {
		t.Fatal(err)
	}
	if got.Usage != (catalog.Usage{Input: 15, Known: catalog.PartOutput}) {
		t.Errorf("usage %+v: the input of one part is unknown, so that of all is", got.Usage)
	}
	if got.Served != "e-2026" || len(got.Dropped) != 1 {
		t.Errorf("%+v", got)
	}
	for _, outgoing := range s.calls {
		if r := sent[EmbedRequest](outgoing); r.Purpose != ForQuery || r.Dimensions != 64 || r.Model != "m" ||
			outgoing.Operation != call.Embed || outgoing.Tokens != 1 {
			t.Errorf("%+v from %+v", outgoing, r)
		}
	}
}

// TestWrongNumberOfVectorsIsAnError has a provider answer for another number of texts than were sent.
func TestWrongNumberOfVectorsIsAnError(t *testing.T) {
	for name, value := range map[string]any{
		"too few": &Embeddings{Vectors: [][]float32{{1}}}, "too many": &Embeddings{Vectors: make([][]float32, 4)}, "another thing": &Ranking{},
	} {
		t.Run("vectors/"+name, func(t *testing.T) {
			c, _ := clientOf(func(context.Context, *call.Call) (any, error) { return value, nil })
			_, err := c.Embed(t.Context(), &EmbedRequest{Model: "m", Texts: sized(1, 2)})
			count := 0
			if e, ok := value.(*Embeddings); ok {
				count = len(e.Vectors)
			}
			f := wantFailure(t, err, call.Malformed, `ledgerline "m"`, fmt.Sprintf("%d vectors came back for 2 texts", count))
			if f.Exchange == nil || string(f.Exchange.Body) != "as it came" {
				t.Error("the failure does not hold the exchange")
			}
		})
	}
	for name, value := range map[string]any{"too few": &Ranking{Scores: []float64{1}},
		"too many": &Ranking{Scores: make([]float64, 3)}, "another thing": &Embeddings{}} {
		t.Run("scores/"+name, func(t *testing.T) {
			c, _ := clientOf(func(context.Context, *call.Call) (any, error) { return value, nil })
			_, err := c.Rank(t.Context(), &RerankRequest{Model: "m", Documents: sized(1, 2)})
			count := 0
			if r, ok := value.(*Ranking); ok {
				count = len(r.Scores)
			}
			f := wantFailure(t, err, call.Malformed, `ledgerline "m"`, fmt.Sprintf("%d scores came back for 2 texts", count))
			if f.Exchange == nil || string(f.Exchange.Body) != "as it came" {
				t.Error("the failure does not hold the exchange")
			}
		})
	}
}

// TestEmbedParallel counts the calls under way at once, on a clock that does not advance while any runs.
func TestEmbedParallel(t *testing.T) {
	for parallel, want := range map[int]int{0: 8, 1: 1, 3: 3} {
		t.Run(strconv.Itoa(parallel), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				now, most := 0, 0
				c, s := clientOf(func(context.Context, *call.Call) (any, error) {
					mu.Lock()
					now++
					most = max(most, now)
					mu.Unlock()
					time.Sleep(time.Second)
					mu.Lock()
					now--
					mu.Unlock()
					return &Embeddings{Vectors: [][]float32{{1}}}, nil
				})
				c.EmbedTexts, c.Parallel = 1, parallel
				if _, err := c.Embed(t.Context(), &EmbedRequest{Model: "m", Texts: make([]string, 20)}); err != nil {
					t.Fatal(err)
				}
				if most != want || s.n() != 20 {
					t.Errorf("%d of %d calls at once, want %d", most, s.n(), want)
				}
			})
		})
	}
}

// TestEmbedFails ends the other parts when one fails, and says what that one failed with.
func TestEmbedFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		ended := 0
		quota := &call.Failure{Kind: call.NoQuota, Message: "no credit"}
		c, s := clientOf(func(ctx context.Context, c *call.Call) (any, error) {
			if len(sent[EmbedRequest](c).Texts[0]) == 5 {
				time.Sleep(time.Second) // until all others wait
				return nil, quota
			}
			<-ctx.Done()
			mu.Lock()
			ended++
			mu.Unlock()
			return nil, call.FailureOf(c, ctx.Err())
		})
		c.EmbedTexts = 1
		got, err := c.Embed(t.Context(), &EmbedRequest{Model: "m", Texts: sized(0, 1, 2, 3, 4, 5, 6, 7)})
		if err != quota || got != nil {
			t.Errorf("got %v, %v", got, err)
		}
		if ended != 7 || s.n() != 8 {
			t.Errorf("%d of %d calls were ended", ended, s.n())
		}
	})
}

// TestEmbedCancelled ends with its own context.
func TestEmbedCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c, _ := clientOf(func(ctx context.Context, c *call.Call) (any, error) {
		cancel()
		<-ctx.Done()
		return nil, call.FailureOf(c, ctx.Err())
	})
	c.EmbedTexts = 1
	_, err := c.Embed(ctx, &EmbedRequest{Model: "m", Texts: sized(0, 1)})
	wantFailure(t, err, call.Cancelled)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
