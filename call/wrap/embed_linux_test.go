package wrap_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

// embedVariable holds the protocol and the latency that the server of BenchmarkEmbed shall have.
const embedVariable = "ASSAY_WRAP_EMBED_SERVER"

// TestEmbedServer is no test: it is the process that BenchmarkEmbed calls, until its input ends.
func TestEmbedServer(t *testing.T) {
	protocol, latency, wanted := strings.Cut(os.Getenv(embedVariable), " ")
	if !wanted {
		t.Skip("runs as a child of BenchmarkEmbed")
	}
	takes, err := time.ParseDuration(latency)
	wrap.Must(t, err)
	start := map[string]func(fakemodel.Options) *fakemodel.Server{"tei": fakemodel.NewTEI, "openai": fakemodel.NewOpenAI,
		"compatible": fakemodel.NewCompatible}[protocol]
	server := start(fakemodel.Options{Latency: takes})
	defer server.Close()
	if o := server.OpenAI(); o != nil {
		o.Limit(1_000_000, 1_000_000_000)
	}
	fmt.Printf("serving %s\n", server.URL)
	io.Copy(io.Discard, os.Stdin) //nolint:errcheck
}

const (
	embedSentences = 10_000
	embedParallel  = 8 // what a Client does of itself
)

// BenchmarkEmbed embeds 10,000 sentences through a client with the whole stack. "x-ideal" is its time against
// that of a bare client of net/http that sends the same bodies to the same server, as many at once, and throws
// the replies away: what the server alone allows. Two of the servers are as a local one: 32 texts a call. The
// third takes 2,048, so that there are five calls, all at once, and nothing to do while they are waited for.
// Without latency, server and client share the processors: then "cpu-µs/text" is the figure that means something.
func BenchmarkEmbed(b *testing.B) {
	for _, test := range []struct{ name, protocol, latency, model string }{
		{"tei/50ms", "tei", "50ms", "bge"},
		{"compatible/50ms", "compatible", "50ms", "text-embedding-3-small"},
		{"openai/1s", "openai", "1s", "text-embedding-3-small"},
		{"tei/0ms", "tei", "0s", "bge"},
		{"compatible/0ms", "compatible", "0s", "text-embedding-3-small"},
	} {
		b.Run(test.name, func(b *testing.B) {
			url := wrap.StartServer(b, "TestEmbedServer", embedVariable, test.protocol+" "+test.latency)
			end, err := provider.Open(provider.Settings{Provider: test.protocol, BaseURL: url, Env: func(string) string { return fakemodel.Key }})
			wrap.Must(b, err)
			benchEmbed(b, end, test.model)
		})
	}
}

func benchEmbed(b *testing.B, end *provider.Connection, name string) {
	texts := sentences(embedSentences)
	taken := &taker{inner: end.Sender}
	embedAll(b, end.Wire, taken, name, texts) // connections are open, bodies are known
	var bare, whole, bareCPU, wholeCPU time.Duration
	for b.Loop() {
		took, cpu := timed(func() { sendAll(b, taken.calls) })
		bare, bareCPU = bare+took, bareCPU+cpu
		took, cpu = timed(func() { embedStack(b, end, name, texts) })
		whole, wholeCPU = whole+took, wholeCPU+cpu
	}
	perText := 1 / float64(b.N*embedSentences)
	b.ReportMetric(whole.Seconds()/bare.Seconds(), "x-ideal")
	b.ReportMetric(1/(whole.Seconds()*perText), "texts/s")
	b.ReportMetric(float64(wholeCPU.Microseconds())*perText, "cpu-µs/text")
	b.ReportMetric(float64(bareCPU.Microseconds())*perText, "bare-cpu-µs/text")
}

func timed(do func()) (took, cpu time.Duration) {
	began, before := time.Now(), wrap.ProcessorTime()
	do()
	return time.Since(began), wrap.ProcessorTime() - before
}

// sentences are texts of about 120 bytes that all differ.
func sentences(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("In quarter %d the segment sold %d units, and its net sales rose by %d.%d %% to $%d "+
			"million in all regions together.",
			i%40+1, i*7+3, i%19, i%10, i*31%9973)
	}
	return texts
}

// embedStack embeds through all wrappers, recording to a directory.
func embedStack(b *testing.B, end *provider.Connection, name string, texts []string) {
	store := &wrap.Memory{}
	embedAll(b, end.Wire, wrap.Stack(end.Sender, wrap.Options{Witness: &wrap.Witness{},
		Cache: &wrap.Cache{Store: store, Recorded: true}, Call: time.Minute,
		Retry: &wrap.Retry{}, Limit: wrap.NewLimit(wrap.Limits{}), Try: time.Minute, Record: &wrap.Record{Store: store},
		Budget: &wrap.Budget{Cap: 1_000_000 * catalog.Dollar, Price: wrap.Cent}}), name, texts)
}

func embedAll(b *testing.B, wire model.Wire, s call.Sender, name string, texts []string) {
	client := model.Client{Wire: wire, Sender: s, Parallel: embedParallel}
	got, err := client.Embed(b.Context(), &model.EmbedRequest{Model: name, Texts: texts})
	wrap.Must(b, err)
	if len(got.Vectors) != len(texts) {
		b.Fatalf("%d vectors for %d texts", len(got.Vectors), len(texts))
	}
}

// taker notes the calls that it passes on.
type taker struct {
	inner call.Sender
	mu    sync.Mutex
	calls []*call.Call
}

func (t *taker) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	t.mu.Lock()
	t.calls = append(t.calls, c)
	t.mu.Unlock()
	return t.inner.Send(ctx, c)
}

var bareClient = call.NewTransport()

// sendAll sends what calls hold, with nothing around it.
func sendAll(b *testing.B, calls []*call.Call) {
	var next, failed atomic.Int64
	wrap.InParallel(embedParallel, func(int) {
		for n := next.Add(1); n <= int64(len(calls)); n = next.Add(1) {
			if err := sendBare(calls[n-1]); err != nil {
				failed.Add(1)
			}
		}
	})
	if failed.Load() != 0 {
		b.Fatalf("%d calls failed", failed.Load())
	}
}

func sendBare(c *call.Call) error {
	req, err := http.NewRequest(c.Method, c.URL, bytes.NewReader(c.Body))
	if err != nil {
		return err
	}
	req.Header = c.Header.Clone()
	req.Header.Set("Authorization", "Bearer "+fakemodel.Key)
	resp, err := bareClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	if resp.StatusCode != http.StatusOK {
		err = cmp.Or(err, fmt.Errorf("status %d", resp.StatusCode))
	}
	return err
}
