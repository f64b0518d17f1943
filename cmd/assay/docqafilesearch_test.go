package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/suite/docqa"
)

// The calls of a mode that keeps files at a provider are traced as those of the others are.
func TestFileSearchIsTraced(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	defer server.Close()
	var spans atomic.Int64
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.HasSuffix(r.URL.Path, "/traces") {
			spans.Add(int64(len(body)))
		}
	}))
	defer collector.Close()
	t.Chdir(t.TempDir())
	t.Setenv("OPENAI_API_KEY", fakemodel.Key)
	t.Setenv("OPENAI_BASE_URL", server.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
	data := `[{"Context": "Larkmoor Foods sells preserves. Sales were $92 million.", "Question": "What were sales?", "Answer": "$92 million"}]`
	if err := os.WriteFile("cases.json", []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	c := suiteCommand(&docqa.Suite)
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	c.SetArgs([]string{"-d", "cases.json", "-m", "openai/gpt-5.4", "--mode", "file_search"})
	if err := c.ExecuteContext(context.Background()); err != nil {
		t.Fatal(err)
	}
	if spans.Load() == 0 {
		t.Error("nothing was traced")
	}
	if left := server.OpenAI().Leftovers(); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}
