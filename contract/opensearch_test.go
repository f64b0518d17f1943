package contract

import (
	"net/http"
	"strings"
	"testing"

	opensearchsdk "github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/internal/fakeengine"
)

const osPassword = "pass-word-0123456789"

var onceOnly = &wrap.Retry{Tries: 1}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func osOurs(t *testing.T, s *fakeengine.Server, mode string) engine.Engine {
	t.Helper()
	x, err := engine.Open("opensearch", engine.Settings{
		Values: map[string]string{"url": s.URL, "index": "filings", "mode": mode, "shards": "3"},
		Shape:  engineShape,
		Env: func(name string) string {
			return map[string]string{"OPENSEARCH_USERNAME": "admin", "OPENSEARCH_PASSWORD": osPassword}[name]
		}})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func osClient(t *testing.T, s *fakeengine.Server) *opensearchapi.Client {
	t.Helper()
	c, err := opensearchapi.NewClient(opensearchapi.Config{Client: opensearchsdk.Config{Addresses: []string{s.URL},
		Username: "admin", Password: osPassword, DisableRetry: true}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAdapterOpenSearch has our adapter do everything that it can, and has the official client read every
// answer that came of it, after sending the same request itself.
func TestAdapterOpenSearch(t *testing.T) {
	for _, mode := range []string{"dense", "bm25", "hybrid"} {
		t.Run(mode, func(t *testing.T) {
			s := fakeengine.NewOpenSearch("admin", osPassword)
			defer s.Close()
			useEngine(t, osOurs(t, s, mode), func(*index.Filter) bool { return false })
			calls := s.Calls()
			s.Close()
			again := fakeengine.NewOpenSearch("admin", osPassword)
			defer again.Close()
			c := osClient(t, again)
			read := map[string]int{}
			for _, call := range calls {
				operation := strings.TrimPrefix(strings.TrimPrefix(call.Path, "/filings"), "/")
				read[call.Method+" "+operation]++
				osRepeat(t, c, call.Method+" "+operation, string(call.Body))
			}
			if len(read) != 9 {
				t.Errorf("operations %v, want 9", read)
			}
		})
	}
}

// osRepeat makes one of our requests with the official client and holds what it reads to be plausible.
func osRepeat(t *testing.T, c *opensearchapi.Client, operation, body string) {
	t.Helper()
	ctx, text := deadline(t), strings.NewReader(body)
	var err error
	switch operation {
	case "PUT ":
		r, e := c.Indices.Create(ctx, opensearchapi.IndicesCreateReq{Index: "filings", Body: text})
		if err = e; err == nil && (!r.Acknowledged || r.Index != "filings") {
			t.Errorf("made: %+v", r)
		}
	case "GET _mapping":
		_, err = c.Indices.Mapping.Get(ctx, &opensearchapi.MappingGetReq{Indices: []string{"filings"}})
	case "POST _bulk":
		r, e := c.Bulk(ctx, opensearchapi.BulkReq{Index: "filings", Body: text})
		if err = e; err == nil && (r.Errors || len(r.Items) != 9 || r.Items[0]["index"].Status != http.StatusCreated) {
			t.Errorf("bulk: %+v", r)
		}
	case "POST _refresh":
		_, err = c.Indices.Refresh(ctx, &opensearchapi.IndicesRefreshReq{Index: []string{"filings"}})
	case "GET _count":
		r, e := c.Indices.Count(ctx, &opensearchapi.IndicesCountReq{Indices: []string{"filings"}})
		if err = e; err == nil && r.Count != 9 {
			t.Errorf("count: %+v", r)
		}
	case "POST _mget":
		r, e := c.MGet(ctx, opensearchapi.MGetReq{Index: "filings", Body: text})
		if err = e; err == nil && (len(r.Docs) != 2 || !r.Docs[0].Found || r.Docs[1].Found) {
			t.Errorf("mget: %+v", r)
		}
	case "POST _msearch":
		r, e := c.MSearch(ctx, opensearchapi.MSearchReq{Indices: []string{"filings"}, Body: text})
		if err = e; err != nil {
			break
		}
		if 2*len(r.Responses) != strings.Count(body, "\n") {
			t.Errorf("%d responses to %d lines", len(r.Responses), strings.Count(body, "\n"))
		}
		for _, one := range r.Responses {
			if one.Error != nil || one.Status != http.StatusOK || one.Shards.Failed > 0 {
				t.Errorf("search: %+v", one)
			}
		}
	case "POST _delete_by_query":
		r, e := c.Document.DeleteByQuery(ctx, opensearchapi.DocumentDeleteByQueryReq{Indices: []string{"filings"}, Body: text})
		if err = e; err == nil && r.Deleted != 1 {
			t.Errorf("delete: %+v", r)
		}
	case "DELETE ":
		_, err = c.Indices.Delete(ctx, opensearchapi.IndicesDeleteReq{Indices: []string{"filings"}})
	default:
		t.Errorf("%s is not made with the official client", operation)
	}
	if err != nil {
		t.Errorf("%s: %v", operation, err)
	}
}

// TestOpenSearchErrors: the official client knows the fake's refusals.
func TestOpenSearchErrors(t *testing.T) {
	s := fakeengine.NewOpenSearch("admin", osPassword)
	defer s.Close()
	c := osClient(t, s)
	for fault, says := range map[fakeengine.Fault]string{fakeengine.NotFound: "index_not_found_exception",
		fakeengine.Throttled: "rejected_execution_exception",
		fakeengine.Forbidden: "security_exception", fakeengine.ServerError: "all shards failed", fakeengine.None: "no such index [filings]"} {
		s.Next(fault)
		if _, err := c.Indices.Count(deadline(t),
			&opensearchapi.IndicesCountReq{Indices: []string{"filings"}}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", fault, err)
		}
	}
}
