package gate

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// secret is part of addresses that chat servers give out.
const secret = "T0K3N-5ecret"

func TestWebhook(t *testing.T) {
	cases := []struct {
		name    string
		answers []int // statuses, the last for all that follow; 0 is a connection that is cut
		calls   int
		want    string // of the error
	}{
		{"at once", []int{200}, 1, ""},
		{"without content", []int{204}, 1, ""},
		{"busy, then not", []int{429, 503, 200}, 3, ""},
		{"cut, then not", []int{0, 200}, 2, ""},
		{"always busy", []int{500}, tries, "status 500"},
		{"refused", []int{403}, 1, "status 403"},
		{"moved", []int{302}, 1, "status 302"},
		{"always cut", []int{0}, tries, "the connection failed"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var mu sync.Mutex // of what the server, too, has in hand
			calls := 0
			var got struct {
				Text   string `json:"text"`
				Report Report `json:"report"`
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				answer := c.answers[min(calls, len(c.answers)-1)]
				calls++
				if err := json.NewDecoder(r.Body).Decode(&got); err != nil ||
					r.Header.Get("Content-Type") != "application/json" || r.URL.Path != "/"+secret {
					t.Errorf("%v, %v", r, err)
				}
				if answer == 0 {
					panic(http.ErrAbortHandler)
				}
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(answer)
			}))
			defer server.Close()
			h, err := NewWebhook(server.URL + "/" + secret)
			if err != nil {
				t.Fatal(err)
			}
			var waited time.Duration
			h.pause = func(_ context.Context, d time.Duration) error { waited += d; return nil }
			r := &Report{Run: "r", Profile: "p", Verdict: Fail, Severity: "P0", Results: []Result{{Rule: Rule{Name: "x"}, Verdict: Fail}}}
			err = h.Tell(context.Background(), r)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the error repeats the secret: %v", err)
			}
			mu.Lock()
			defer mu.Unlock()
			if calls != c.calls || (waited > 0) != (calls > 1) {
				t.Errorf("%d calls, want %d; waited %v", calls, c.calls, waited)
			}
			if got.Text != "assay gate FAIL: run r, profile p, gravest P0: 1 fail" || got.Report.Severity != "P0" || len(got.Report.Results) != 1 {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestWebhookUnreachable(t *testing.T) {
	server := httptest.NewServer(nil)
	address := server.URL
	server.Close()
	h, err := NewWebhook(address + "/" + secret)
	if err != nil {
		t.Fatal(err)
	}
	h.pause = func(context.Context, time.Duration) error { return nil }
	if err = h.Tell(context.Background(), &Report{}); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err = h.Tell(ctx, &Report{}); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("%v", err)
	}
	for _, address := range []string{"", "x", "ftp://host/" + secret, "http:///" + secret, "http://[" + secret, ":" + secret} {
		if _, err := NewWebhook(address); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", address, err)
		}
	}
}
