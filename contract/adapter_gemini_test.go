package contract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/genai"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

func TestAdapterGemini(t *testing.T) {
	s := fakemodel.NewGemini(fakemodel.Options{Answer: auditor})
	defer s.Close()
	c, k, _ := kept(t, provider.Settings{Provider: "gemini", BaseURL: s.URL}, nil)
	for _, id := range []string{"gemini-3.8-flash", "gemini-2.5-flash"} {
		for name, r := range auditRequests(id) {
			t.Run(id+" "+name, func(t *testing.T) {
				got, err := c.Ask(deadline(t), r)
				if err != nil {
					t.Fatal(err)
				}
				sameContent(t, got, k.last.Body)
				if !got.Answered() || got.Usage.Input != 900 {
					t.Errorf("no answer: %+v", got)
				}
			})
		}
	}
	for fault, stop := range map[fakemodel.Fault]model.Stop{fakemodel.Recitation: model.Recitation,
		fakemodel.BlockedPrompt: model.Blocked, fakemodel.Refusal: model.Filtered} {
		s.Next(fault)
		got, err := c.Ask(deadline(t), auditRequests("gemini-3.8-flash")["plain"])
		if err != nil || got.Stop != stop {
			t.Errorf("%s: %+v, %v", fault, got, err)
			continue
		}
		sameContent(t, got, k.last.Body)
	}
}

// sameContent reads a response with the official client's types and compares.
func sameContent(t *testing.T, got *model.Response, body []byte) {
	t.Helper()
	var want genai.GenerateContentResponse
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	reason := ""
	switch {
	case len(want.Candidates) > 0:
		reason = string(want.Candidates[0].FinishReason)
	case want.PromptFeedback != nil:
		reason = string(want.PromptFeedback.BlockReason)
	}
	u := want.UsageMetadata
	usage := catalog.Usage{Input: int64(u.PromptTokenCount + u.ToolUsePromptTokenCount), CachedInput: int64(u.CachedContentTokenCount),
		Output: int64(u.CandidatesTokenCount + u.ThoughtsTokenCount), Reasoning: int64(u.ThoughtsTokenCount), Known: catalog.PartAll}
	text := ""
	if len(want.Candidates) > 0 && want.Candidates[0].Content != nil {
		text = want.Text()
	}
	if got.Text != text || got.Reason != reason || got.Usage != usage || got.Served != want.ModelVersion || got.ID != want.ResponseID {
		t.Errorf("we read %+v, the official client %q %s %+v", got, text, reason, usage)
	}
}

// Our vectors are the official client's.
func TestAdapterGeminiEmbeds(t *testing.T) {
	s, official := geminiPair(t, fakemodel.Options{})
	c, _, _ := kept(t, provider.Settings{Provider: "gemini", BaseURL: s.URL}, nil)
	got, err := c.Embed(deadline(t), &model.EmbedRequest{Model: "gemini-embedding-001", Texts: documents, Purpose: model.ForQuery})
	if err != nil {
		t.Fatal(err)
	}
	var contents []*genai.Content
	for _, d := range documents {
		contents = append(contents, genai.NewContentFromText(d, genai.RoleUser))
	}
	want, err := official.Models.EmbedContent(deadline(t), "gemini-embedding-001", contents,
		&genai.EmbedContentConfig{TaskType: "RETRIEVAL_QUERY"})
	if err != nil || len(want.Embeddings) != len(got.Vectors) {
		t.Fatalf("%d vectors, %v", len(got.Vectors), err)
	}
	for i, e := range want.Embeddings {
		if fmt.Sprint(e.Values) != fmt.Sprint(got.Vectors[i]) {
			t.Errorf("vector %d differs", i)
		}
	}
}

// What we submit as a batch the official client finds and reads.
func TestAdapterGeminiBatch(t *testing.T) {
	s, official := geminiPair(t, fakemodel.Options{})
	c, _, conn := kept(t, provider.Settings{Provider: "gemini", BaseURL: s.URL}, nil)
	b, err := conn.Batches(conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	outgoing, err := c.Prepare(auditRequests("gemini-3.8-flash")["plain"])
	if err != nil {
		t.Fatal(err)
	}
	id, err := b.Submit(deadline(t), []*call.Call{outgoing})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if status, err := b.Status(deadline(t), id); err != nil || status.State.Ended() {
			break
		}
	}
	job, err := official.Batches.Get(deadline(t), id, nil)
	if err != nil || len(job.Dest.InlinedResponses) != 1 {
		t.Fatalf("job %+v, %v", job, err)
	}
	text, n := job.Dest.InlinedResponses[0].Response.Text(), 0
	err = b.Collect(deadline(t), id, func(key string, e *call.Exchange, f *call.Failure) error {
		n++
		reply, err := call.Reread(outgoing, e, call.Live)
		if err != nil || key != outgoing.Key().String() || text == "" || reply.Result.Value.(*model.Response).Text != text {
			t.Errorf("line %s: %v, %v; the official client %q", key, reply, err, text)
		}
		return nil
	})
	if err != nil || n != 1 || !strings.HasPrefix(id, "batches/") {
		t.Errorf("%d lines of %s, %v", n, id, err)
	}
}
