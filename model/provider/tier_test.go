package provider

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// A call's tier is what its body asks for; a tier that is not sent is said to be dropped, and costs nothing more.
func TestTiersSent(t *testing.T) {
	cases := []struct{ provider, asked, inBody, tier, dropped string }{
		{"openai", "", "", "", ""},
		{"openai", "flex", `"service_tier":"flex"`, "flex", ""},
		{"openai", "priority", `"service_tier":"priority"`, "priority", ""},
		{"openai", "auto", "", "", ""},
		{"openai", "default", "", "", ""},
		{"openai", "batch", "", "", "another way to send"},
		{"openai", "golden", "", "", "has no tier golden"},
		{"anthropic", "flex", "", "", "no tier flex"},
		{"anthropic", "batch", "", "", "no tier batch"},
		{"anthropic", "priority", `"service_tier":"auto"`, "", ""},
		{"anthropic", "standard", `"service_tier":"standard_only"`, "", ""},
		{"gemini", "flex", `"serviceTier":"flex"`, "flex", ""},
		{"gemini", "priority", `"serviceTier":"priority"`, "priority", ""},
		{"gemini", "scale", "", "", "has no tier scale"},
		{"bedrock", "flex", `"serviceTier":{"type":"flex"}`, "flex", ""},
		{"bedrock", "reserved", `"serviceTier":{"type":"reserved"}`, "reserved", ""},
		{"bedrock", "default", "", "", ""},
		{"bedrock", "batch", "", "", "another way to send"},
		{"compatible", "swift", `"service_tier":"swift"`, "swift", ""},
		{"azure", "priority", `"service_tier":"priority"`, "priority", ""},
		{"openrouter", "flex", `"service_tier":"flex"`, "flex", ""},
		{"groq", "flex", `"service_tier":"flex"`, "flex", ""},
		{"mistral", "flex", "", "", "no tiers"},
		{"deepseek", "priority", "", "", "no tiers"},
		{"together", "flex", "", "", "no tiers"},
		{"ollama", "flex", "", "", "no tiers"},
		{"vllm", "flex", "", "", "no tiers"},
		{"llamacpp", "flex", "", "", "no tiers"},
		{"lmstudio", "flex", "", "", "no tiers"},
	}
	for _, c := range cases {
		t.Run(c.provider+" "+c.asked, func(t *testing.T) {
			r := ask1("x")
			r.Tier = c.asked
			outgoing, err := clientOf(connectTo(t, Settings{Provider: c.provider, BaseURL: "http://127.0.0.1:9/v1"}, fakemodel.Key)).Prepare(r)
			if err != nil {
				t.Fatal(err)
			}
			if body := string(outgoing.Body); !strings.Contains(body, c.inBody) || c.inBody == "" &&
				strings.Contains(strings.ToLower(body), "tier") {
				t.Errorf("sends %s", body)
			}
			dropped := ""
			for _, d := range outgoing.Dropped {
				if d.Parameter == "tier" {
					dropped = d.Reason
				}
			}
			if outgoing.Tier != c.tier || !strings.Contains(dropped, c.dropped) || c.dropped == "" && dropped != "" {
				t.Errorf("tier %q, dropped %q", outgoing.Tier, dropped)
			}
		})
	}
}

// servedReply is a reply of each protocol that says which tier served it.
var servedReplies = map[string]string{
	"openai":     `{"status":"completed","service_tier":%s,"output":[{"type":"message","content":[{"type":"output_text","text":"a"}]}]}`,
	"compatible": `{"service_tier":%s,"choices":[{"finish_reason":"stop","message":{"content":"a"}}]}`,
	"anthropic": `{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn",` +
		`"usage":{"service_tier":%s,"input_tokens":1,"output_tokens":1}}`,
	"gemini": `{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],` +
		`"usageMetadata":{"promptTokenCount":1,"serviceTier":%s},"error":null}`,
	"bedrock": `{"output":{"message":{"content":[{"text":"a"}]}},"stopReason":"end_turn","serviceTier":{"type":%s}}`,
}

// readAs is what the provider's reader makes of a body.
func readAs(t *testing.T, provider, body string, h http.Header) call.Result {
	t.Helper()
	conn := connectTo(t, Settings{Provider: provider, BaseURL: "http://127.0.0.1:9"}, fakemodel.Key)
	c, err := clientOf(conn).Prepare(ask1("x"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Read(&call.Exchange{Status: 200, Header: h, Body: []byte(body)})
	if err != nil {
		t.Fatalf("%s: %v", provider, err)
	}
	return result
}

func TestTiersServed(t *testing.T) {
	words := map[string]string{`"priority"`: "priority", `"standard"`: "standard", `"auto"`: "", `null`: "", `7`: "",
		`{"a":[]}`: "", `"ECLIPSE"`: "ECLIPSE"}
	for provider, form := range servedReplies {
		for said, want := range words {
			got := readAs(t, provider, fmt.Sprintf(form, said), nil)
			if v := got.Value.(*model.Response); v.Tier != want || got.Tier != want || v.Text != "a" {
				t.Errorf("%s says %s: %q and %q, text %q", provider, said, v.Tier, got.Tier, v.Text)
			}
		}
	}
	traffic := `{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],` +
		`"usageMetadata":{"promptTokenCount":1,"trafficType":"%s"}}`
	for word, want := range map[string]string{"ON_DEMAND": "standard", "ON_DEMAND_FLEX": "flex", "ON_DEMAND_PRIORITY": "priority",
		"TRAFFIC_TYPE_UNSPECIFIED": "", "PROVISIONED_THROUGHPUT": "PROVISIONED_THROUGHPUT"} {
		if got := readAs(t, "gemini", fmt.Sprintf(traffic, word), nil); got.Tier != want {
			t.Errorf("traffic %s: tier %q", word, got.Tier)
		}
	}
	header := http.Header{"X-Gemini-Service-Tier": {"standard"}}
	if got := readAs(t, "gemini", fmt.Sprintf(servedReplies["gemini"], `"priority"`), header); got.Tier != "standard" {
		t.Errorf("the header is not believed: %q", got.Tier)
	}
}

// A call is paid for in the tier that served it, and in the one that was asked for where the reply says none.
func TestTierPaid(t *testing.T) {
	cases := []struct {
		provider, asked, said string
		tier                  catalog.Tier
		unknown               bool
	}{
		{"openai", "flex", `"flex"`, catalog.Flex, false},
		{"openai", "priority", `"default"`, catalog.Standard, false},
		{"openai", "", `"priority"`, catalog.Priority, false},
		{"openai", "flex", `null`, catalog.Flex, false},
		{"openai", "", `"scale"`, catalog.Standard, true},
		{"anthropic", "flex", `"standard"`, catalog.Standard, false},
		{"anthropic", "priority", `"standard"`, catalog.Standard, false},
		{"anthropic", "priority", `"priority"`, catalog.Priority, false},
		{"compatible", "flex", `"on_demand"`, catalog.Standard, false},
		{"bedrock", "flex", `"default"`, catalog.Standard, false},
		{"gemini", "priority", `"standard"`, catalog.Standard, false},
	}
	for _, c := range cases {
		t.Run(c.provider+" "+c.asked+" "+c.said, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				fmt.Fprintf(w, servedReplies[c.provider], c.said)
			}))
			t.Cleanup(server.Close)
			conn, err := Open(Settings{Provider: c.provider, BaseURL: server.URL, KeyVar: "KEY", Region: "us-east-1", Env: func(name string) string {
				return map[string]string{"KEY": fakemodel.Key}[name]
			}})
			if err != nil {
				t.Fatal(err)
			}
			var paid catalog.Sale
			budget := &wrap.Budget{Price: func(s catalog.Sale) catalog.Cost {
				paid = s
				return catalog.Cost{Known: true}
			}}
			r := ask1("x")
			r.Tier = c.asked
			client := &model.Client{Wire: conn.Wire, Sender: budget.Around(conn.Sender)}
			if _, err := client.Ask(context.Background(), r); err != nil {
				t.Fatal(err)
			}
			if state := budget.State(); state.Calls != 1 || (state.Unpriced == 1) != c.unknown {
				t.Errorf("%+v", state)
			}
			if !c.unknown && paid.Tier != c.tier {
				t.Errorf("paid as %s", paid.Tier)
			}
		})
	}
}

// The fakes serve every tier that is asked for, under their providers' own words.
func TestTiersOfFakes(t *testing.T) {
	cases := []struct {
		provider, id, standard string
		serve                  func(fakemodel.Options) *fakemodel.Server
	}{
		{"openai", "gpt-6-luna", "default", fakemodel.NewOpenAI},
		{"anthropic", "claude-haiku-5-5", "standard", fakemodel.NewAnthropic},
		{"gemini", "gemini-3.5-flash-lite", "standard", fakemodel.NewGemini},
		{"bedrock", claudeOnBedrock, "", fakemodel.NewBedrock},
		{"compatible", "served-model", "", fakemodel.NewCompatible},
	}
	for _, c := range cases {
		server := c.serve(fakemodel.Options{Key: fakemodel.Key})
		t.Cleanup(server.Close)
		conn := connectTo(t, Settings{Provider: c.provider, BaseURL: server.URL, Region: "us-east-1", KeyVar: "KEY"}, fakemodel.Key)
		for _, asked := range []string{"", "flex"} {
			r := ask1("x")
			r.Model, r.Tier = c.id, asked
			want := c.standard
			if asked != "" && c.provider != "anthropic" && c.provider != "compatible" {
				want = asked
			}
			if got, err := clientOf(conn).Ask(context.Background(), r); err != nil || got.Tier != want {
				t.Errorf("%s asked for %q: %+v, %v", c.provider, asked, got, err)
			}
		}
	}
}

// Notes on a text are as many as a hostile reply likes: each must find its place without reading all before it.
func TestCharacterPlaces(t *testing.T) {
	texts := []string{"", "a", strings.Repeat("a", 64), strings.Repeat("ä", 64),
		strings.Repeat("aä€\xff😀", 100), strings.Repeat("€", 129)}
	for _, text := range texts {
		c := characters{text: text}
		n := 0
		for at := range text {
			if got := c.byteAt(n); got != at {
				t.Fatalf("character %d of %.20q begins at %d, not %d", n, text, at, got)
			}
			n++
		}
		for _, beyond := range []int{n, n + 1, n + 1000, len(text), 1 << 40} {
			if got := c.byteAt(beyond); got != len(text) {
				t.Errorf("character %d of %.20q: %d, want the end %d", beyond, text, got, len(text))
			}
		}
		if c.byteAt(-5) != 0 {
			t.Errorf("a place before %.20q", text)
		}
	}
}

// BenchmarkCharacterPlaces finds as many places as the text has characters.
func BenchmarkCharacterPlaces(b *testing.B) {
	text := strings.Repeat("Umsatzerlöse ", 10_000)
	for b.Loop() {
		c := characters{text: text}
		for n := 0; n < len(text); n++ {
			c.byteAt(n)
		}
	}
}

// A line of a batch that has no end must not fill the memory.
func TestBatchLineIsBounded(t *testing.T) {
	endless := &bounded{Reader: endlessText{}}
	n, err := io.Copy(io.Discard, endless)
	if err == nil || n < call.MaxReplyBytes || n > call.MaxReplyBytes+1<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
	endless.read = 0
	if n, err := endless.Read(make([]byte, 10)); n != 10 || err != nil {
		t.Errorf("the next line: %d, %v", n, err)
	}
}

type endlessText struct{}

func (endlessText) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
