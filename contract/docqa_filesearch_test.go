package contract

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/suite/docqa/filesearch"
	"github.com/assayhq/assay/system"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
)

// searching is a file search of ours, every exchange of which is checked against the specification, and the official
// client of the same server.
func searching(t *testing.T, retry *wrap.Retry) (*fakemodel.Server, openai.Client, filesearch.Options) {
	t.Helper()
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	_, _, conn := adapterOver(t, "openai", server.URL, specTransport{t, http.DefaultTransport})
	return server, openai.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey(fakemodel.Key),
			option.WithMaxRetries(0)), filesearch.Options{
			Connection: conn, Request: model.Request{Model: "gpt-4.1"}, Dir: t.TempDir(), Run: "contract", MaxResults: 4, MinScore: 0.01,
			Pause: provider.Every(time.Millisecond), Wrap: wrap.Options{Retry: retry, Try: 20 * time.Second}}
}

func filing(n int) *system.Case {
	return &system.Case{ID: fmt.Sprint(n), Question: fmt.Sprintf("What was the revenue of Harrow Mills in %d?", 2020+n),
		Passages: []system.Passage{
			{ID: fmt.Sprintf("HARROW_%d", 2020+n),
				Text: fmt.Sprintf("Harrow Mills plc. Revenue in %d was %d million. The weather was mild.", 2020+n, 40+n)}}}
}

// objects are the ids of all stores and files, as the official client lists them.
func objects(t *testing.T, c openai.Client) (stores []openai.VectorStore, files []openai.FileObject) {
	t.Helper()
	s := c.VectorStores.ListAutoPaging(deadline(t), openai.VectorStoreListParams{Limit: openai.Int(1)})
	for s.Next() {
		stores = append(stores, s.Current())
	}
	f := c.Files.ListAutoPaging(deadline(t), openai.FileListParams{Limit: openai.Int(1)})
	for f.Next() {
		files = append(files, f.Current())
	}
	if s.Err() != nil || f.Err() != nil {
		t.Fatal(s.Err(), f.Err())
	}
	return stores, files
}

func nothingLeft(t *testing.T, c openai.Client) {
	t.Helper()
	if stores, files := objects(t, c); len(stores)+len(files) != 0 {
		t.Errorf("left: %d stores, %d files", len(stores), len(files))
	}
}

// What we make at the provider is to the official client what it is to us: it expires in a day, says whose it is, and a
// question of the official client on the same store finds the same passages.
func TestFileSearchSeen(t *testing.T) {
	_, official, o := searching(t, nil)
	s, err := filesearch.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	c := filing(1)
	a, err := s.Answer(deadline(t), c, 0)
	if err != nil || a.Outcome != system.Answered {
		t.Fatalf("%+v, %v", a, err)
	}
	trace := filesearch.TraceOf(a)
	stores, files := objects(t, official)
	if len(stores) != 1 || len(files) != 1 {
		t.Fatalf("%d stores, %d files", len(stores), len(files))
	}
	if v := stores[0]; v.ID != trace.VectorStoreID || v.ExpiresAfter.Days != 1 || v.Metadata["made_by"] != "assay" ||
		v.Metadata["run"] != "contract" || v.FileCounts.Completed != 1 {
		t.Errorf("%+v", v)
	}
	f := files[0]
	if in := time.Until(time.Unix(f.ExpiresAt, 0)); f.ID != trace.FileID || f.Purpose != "assistants" ||
		in < 23*time.Hour || in > 24*time.Hour+time.Minute {
		t.Errorf("%+v expires in %v", f, in)
	}
	r, err := official.Responses.New(deadline(t), responses.ResponseNewParams{Model: "gpt-4.1", Input: plainInput(c.Question),
		Include: []responses.ResponseIncludable{responses.ResponseIncludableFileSearchCallResults},
		Tools: []responses.ToolUnionParam{{OfFileSearch: &responses.FileSearchToolParam{VectorStoreIDs: []string{trace.VectorStoreID},
			MaxNumResults:  param.NewOpt(int64(4)),
			RankingOptions: responses.FileSearchToolRankingOptionsParam{ScoreThreshold: param.NewOpt(0.01)}}}}})
	if err != nil {
		t.Fatal(err)
	}
	var theirs []string
	for _, item := range r.Output {
		for _, p := range item.Results {
			theirs = append(theirs, fmt.Sprint(p.Filename, p.Score, p.Text))
		}
	}
	var ours []string
	for _, p := range a.Passages {
		ours = append(ours, fmt.Sprint(p.Title, p.Score, p.Text))
		if p.ID != "HARROW_2021" {
			t.Errorf("passage of %q", p.ID)
		}
	}
	if len(ours) == 0 || strings.Join(ours, "\n") != strings.Join(theirs, "\n") || r.OutputText() != a.Text {
		t.Errorf("we found %q, the official client %q", ours, theirs)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	nothingLeft(t, official)
}

// TestFileSearchLeavesNothing orders each fault at each request of a question that the server can fail at; the official
// client then finds nothing.
func TestFileSearchLeavesNothing(t *testing.T) {
	faults := []fakemodel.Fault{fakemodel.RateLimitMillis, fakemodel.QuotaExhausted, fakemodel.ServerError,
		fakemodel.Unavailable, fakemodel.TimedOut, fakemodel.Forbidden, fakemodel.BadParameter, fakemodel.Drop,
		fakemodel.MalformedJSON, fakemodel.EmptyBody, fakemodel.CutBody}
	answers := []fakemodel.Fault{fakemodel.Refusal, fakemodel.Incomplete, fakemodel.ContentFilter,
		fakemodel.BlockedPrompt, fakemodel.NoText, fakemodel.ErrorIn200}
	for place, step := range []string{"upload", "create", "attach", "respond"} {
		all := faults
		if step == "respond" {
			all = append(all[:len(all):len(all)], answers...)
		}
		for _, fault := range all {
			for _, retry := range []*wrap.Retry{nil, {Tries: 3, Base: time.Millisecond}} {
				t.Run(fmt.Sprintf("%s %s retry %v", step, fault, retry != nil), func(t *testing.T) {
					server, official, o := searching(t, retry)
					// What a broken server sends need not be as specified; what we send is checked all the same.
					_, _, o.Connection = adapterOver(t, "openai", server.URL, sentTransport{t})
					server.Next(append(make([]fakemodel.Fault, place), fault)...)
					s, err := filesearch.Open(o)
					if err != nil {
						t.Fatal(err)
					}
					if _, err := s.Answer(deadline(t), filing(1), 0); err != nil && !system.Ends(call.KindOf(err)) {
						t.Error(err)
					}
					if err := s.Close(); err != nil {
						t.Error(err)
					}
					nothingLeft(t, official)
				})
			}
		}
	}
}

// What the official client made stays, also where everything of ours is deleted.
func TestFileSearchLeavesOthers(t *testing.T) {
	_, official, o := searching(t, nil)
	made, err := official.VectorStores.New(deadline(t),
		openai.VectorStoreNewParams{Name: openai.String("assay of the year"), ExpiresAfter: openai.VectorStoreNewParamsExpiresAfter{Days: 1}})
	if err != nil {
		t.Fatal(err)
	}
	file, err := official.Files.New(deadline(t),
		openai.FileNewParams{Purpose: "assistants", File: openai.File(strings.NewReader("Weather was mild."), "assay.txt", "text/plain")})
	if err != nil {
		t.Fatal(err)
	}
	s, err := filesearch.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if _, err := s.Answer(deadline(t), filing(n), 0); err != nil {
			t.Fatal(err)
		}
	}
	c := filesearch.Cleaning{Dir: t.TempDir(), All: "openai", Connect: func(string) (*provider.Connection, error) { return o.Connection, nil }}
	left, err := c.Run(context.Background()) // from another workspace, while the first lives
	if err != nil || len(left) != 6 {
		t.Fatalf("%+v, %v", left, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	stores, files := objects(t, official)
	if len(stores) != 1 || stores[0].ID != made.ID || len(files) != 1 || files[0].ID != file.ID {
		t.Errorf("%d stores, %d files", len(stores), len(files))
	}
}
