package provider

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

func compatibleFake(t testing.TB, o fakemodel.Options) (*fakemodel.Server, *Connection) {
	t.Helper()
	server := fakemodel.NewCompatible(o)
	t.Cleanup(server.Close)
	return server, connectTo(t, Settings{Provider: "compatible", BaseURL: server.URL, KeyVar: "LOCAL_KEY"}, fakemodel.Key)
}

// compatibleRows are the rows that compatible opens.
var compatibleRows = []string{"compatible", "azure", "openrouter", "groq", "mistral", "deepseek", "ollama", "together",
	"vllm", "llamacpp", "lmstudio"}

// A row without a habit of its own sends what any server of one's own gets, of which ollama stands for all.
func TestCompatibleBodies(t *testing.T) {
	full := richRequests()["full"]
	habits := map[string]bool{"compatible": true, "azure": true, "openrouter": true, "mistral": true, "deepseek": true,
		"groq": true, "ollama": true}
	var plain string
	for _, name := range compatibleRows {
		t.Run(name, func(t *testing.T) {
			conn := connectTo(t, Settings{Provider: name, BaseURL: "http://127.0.0.1:9/v1"}, fakemodel.Key)
			c, err := clientOf(conn).Prepare(full)
			if err != nil {
				t.Fatal(err)
			}
			if c.URL != "http://127.0.0.1:9/v1/chat/completions" || c.Provider != name {
				t.Errorf("%s %s", c.Provider, c.URL)
			}
			if name == "ollama" {
				plain = string(c.Body)
			}
			if !habits[name] && plain != string(c.Body) {
				t.Errorf("sends %s", c.Body)
			}
			if habits[name] {
				checkGolden(t, "compatible_"+name+".txt", describe(c))
			}
		})
	}
	for _, way := range []string{"schema", "mode", "prompt"} {
		conn := connectTo(t, Settings{Provider: "vllm", JSON: way}, "")
		c, err := clientOf(conn).Prepare(full)
		if err != nil {
			t.Fatal(err)
		}
		checkGolden(t, "compatible_json_"+way+".txt", describe(c))
	}
}

// Every row's address is what its documentation says; the keys' variables likewise.
func TestCompatibleRows(t *testing.T) {
	want := map[string]string{
		"openrouter": "https://openrouter.ai/api/v1 OPENROUTER_API_KEY", "groq": "https://api.groq.com/openai/v1 GROQ_API_KEY",
		"mistral": "https://api.mistral.ai/v1 MISTRAL_API_KEY", "deepseek": "https://api.deepseek.com DEEPSEEK_API_KEY",
		"together": "https://api.together.xyz/v1 TOGETHER_API_KEY", "ollama": "http://localhost:11434/v1 ",
		"vllm": "http://localhost:8000/v1 ", "llamacpp": "http://localhost:8080/v1 ", "lmstudio": "http://localhost:1234/v1 ",
		"openai": "https://api.openai.com/v1 OPENAI_API_KEY", "voyage": "https://api.voyageai.com/v1 VOYAGE_API_KEY",
	}
	for name, address := range want {
		c := connectTo(t, Settings{Provider: name}, fakemodel.Key)
		if got := c.BaseURL + " " + c.KeyVar; got != address || c.Row.Doc == "" {
			t.Errorf("%s: %q, want %q", name, got, address)
		}
	}
}

func TestCompatibleSettings(t *testing.T) {
	cases := map[string]struct {
		settings Settings
		want     string
	}{
		"no address":       {Settings{Provider: "compatible"}, "set base_url"},
		"azure, none":      {Settings{Provider: "azure"}, "AZURE_OPENAI_BASE_URL"},
		"azure, old":       {Settings{Provider: "azure", BaseURL: "https://nordwind.openai.azure.com"}, "/openai/v1"},
		"unknown way":      {Settings{Provider: "ollama", JSON: "yaml"}, "want schema, mode or prompt"},
		"password":         {Settings{Provider: "ollama", BaseURL: "http://me:secret@host/v1"}, "must be an address alone"},
		"key in the query": {Settings{Provider: "ollama", BaseURL: "http://host/v1?key=secret"}, "must be an address alone"},
	}
	for name, c := range cases {
		c.settings.Env = func(string) string { return "" }
		_, err := Open(c.settings)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The key goes into the header that the row or the settings name, and nowhere if there is none.
func TestCompatibleKeys(t *testing.T) {
	var seen http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header.Clone()
		fmt.Fprint(w, `{"choices":[{"finish_reason":"stop","message":{"content":"hi"}}]}`)
	}))
	t.Cleanup(server.Close)
	cases := []struct{ provider, keyName, key, header, want string }{
		{"vllm", "", "", "Authorization", ""},
		{"groq", "", "gsk_0123456789", "Authorization", "Bearer gsk_0123456789"},
		{"azure", "", "azure-0123456789", "api-key", "azure-0123456789"},
		{"azure", "Authorization", "entra-0123456789", "Authorization", "Bearer entra-0123456789"},
		{"groq", "X-Gateway-Key", "gate-0123456789", "X-Gateway-Key", "gate-0123456789"},
	}
	for _, c := range cases {
		conn := connectTo(t, Settings{Provider: c.provider, BaseURL: server.URL + "/v1", KeyName: c.keyName}, c.key)
		r := ask1("x")
		if _, err := clientOf(conn).Ask(context.Background(), r); err != nil {
			t.Fatal(err)
		}
		if got := seen.Get(c.header); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.provider, c.header, got, c.want)
		}
	}
}

func TestCompatibleAnswers(t *testing.T) {
	server, conn := compatibleFake(t, fakemodel.Options{Key: fakemodel.Key, Answer: func(p fakemodel.Prompt) fakemodel.Answer {
		a := fakemodel.Echo(p)
		a.InputTokens, a.OutputTokens = 100, 70
		return a
	}})
	for name, r := range richRequests() {
		got, err := clientOf(conn).Ask(context.Background(), r)
		if r.Search != nil {
			if call.KindOf(err) != call.BadRequest || !strings.Contains(err.Error(), "file search") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !got.Answered() || got.Text == "" || got.Served != r.Model || got.Usage.Input != 100 || got.Usage.Output != 70 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if models, err := clientOf(conn).List(context.Background()); err != nil || len(models) == 0 {
		t.Errorf("%d models, %v", len(models), err)
	}
	if n := len(server.Calls()); n != 5 {
		t.Errorf("%d calls", n)
	}
}

func TestCompatibleFaults(t *testing.T) {
	outcomes := map[fakemodel.Fault]outcome{}
	for fault, want := range openaiOutcomes {
		outcomes[fault] = want
	}
	for fault, want := range map[fakemodel.Fault]outcome{
		fakemodel.Unauthorized:  {kind: call.BadKey, next: "LOCAL_KEY"},
		fakemodel.EchoedKey:     {kind: call.BadKey, next: "LOCAL_KEY"},
		fakemodel.BlockedPrompt: {kind: call.BadRequest}, // these servers have no word for it
		fakemodel.Refusal:       {stop: model.Complete},  // they have none for that either: it is text like any other
		fakemodel.BadParameter:  {kind: call.BadRequest, next: "leave out temperature"},
	} {
		outcomes[fault] = want
	}
	server, conn := compatibleFake(t, fakemodel.Options{Key: fakemodel.Key})
	checkFaults(t, server, conn, outcomes, "gpt-4o")
}

func TestCompatibleStops(t *testing.T) {
	choice := func(finish, message string) string {
		return `{"model":"m","choices":[{"finish_reason":` + finish + `,"message":` + message + `}]}`
	}
	cases := map[string]struct {
		body string
		stop model.Stop
		text string
		kind call.Kind
	}{
		"stop":            {body: choice(`"stop"`, `{"content":"yes"}`), stop: model.Complete, text: "yes"},
		"length":          {body: choice(`"length"`, `{"content":"ye"}`), stop: model.Truncated, text: "ye"},
		"filter":          {body: choice(`"content_filter"`, `{"content":null}`), stop: model.Filtered},
		"tool calls":      {body: choice(`"tool_calls"`, `{"content":null}`), stop: model.Unfinished},
		"mistral context": {body: choice(`"model_length"`, `{"content":"y"}`), stop: model.Context, text: "y"},
		"deepseek":        {body: choice(`"insufficient_system_resource"`, `{"content":"y"}`), stop: model.Unfinished, text: "y"},
		"null finish":     {body: choice(`null`, `{"content":"yes"}`), stop: model.Unfinished, text: "yes"},
		"unknown":         {body: choice(`"paused"`, `{"content":"yes"}`), stop: model.Unfinished, text: "yes"},
		"refusal":         {body: choice(`"stop"`, `{"content":null,"refusal":"No."}`), stop: model.Refused, text: "No."},
		"empty":           {body: choice(`"stop"`, `{"content":" \n"}`), stop: model.Empty, text: " \n"},
		"no content":      {body: choice(`"stop"`, `{}`), stop: model.Empty},
		"thought only":    {body: choice(`"stop"`, `{"content":"","reasoning_content":"hm"}`), stop: model.Empty},
		"thought": {body: choice(`"stop"`, `{"content":"yes","reasoning_content":"hm","reasoning":"hm"}`),
			stop: model.Complete, text: "yes"},
		"parts": {body: choice(`"stop"`,
			`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"yes"}]}`),
			stop: model.Complete, text: "yes"},
		"odd content": {body: choice(`"stop"`, `{"content":7}`), stop: model.Empty},
		"error inside": {body: `{"choices":[{"finish_reason":"error","error":{"code":502,"message":"m"},` +
			`"message":{"content":"ye"}}]}`, kind: call.ServerFault},
		"error beside": {body: `{"error":{"code":429,"message":"m"},"choices":[{"finish_reason":"stop",` +
			`"message":{"content":"ye"}}]}`, kind: call.RateLimited},
		"error no more": {body: `{"choices":[{"finish_reason":"error","error":null,"message":{"content":"ye"}}]}`,
			stop: model.Unfinished, text: "ye"},
		"error alone": {body: `{"error":{"code":402,"message":"m"}}`, kind: call.NoQuota},
		"no choice":   {body: `{"choices":[]}`, kind: call.Malformed},
		"no JSON":     {body: `data: {}`, kind: call.Malformed},
	}
	_, conn := compatibleFake(t, fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := conn.end.reading("m").completion(&call.Exchange{Status: 200, Body: []byte(c.body)})
			if call.KindOf(err) != c.kind {
				t.Fatalf("got %v, want %q", err, c.kind)
			}
			if c.kind != "" {
				return
			}
			v := got.Value.(*model.Response)
			if v.Stop != c.stop || v.Text != c.text || v.Usage != (catalog.Usage{}) {
				t.Errorf("got %s %q %+v, want %s %q", v.Stop, v.Text, v.Usage, c.stop, c.text)
			}
		})
	}
}

func TestVoyage(t *testing.T) {
	conn := connectTo(t, Settings{Provider: "voyage"}, fakemodel.Key)
	for purpose, want := range map[model.Purpose]string{
		model.ForQuery:      `{"model":"voyage-4","input":["a"],"input_type":"query","output_dimension":256,"truncation":false}`,
		model.ForDocument:   `{"model":"voyage-4","input":["a"],"input_type":"document","output_dimension":256,"truncation":false}`,
		model.ForSimilarity: `{"model":"voyage-4","input":["a"],"output_dimension":256,"truncation":false}`,
	} {
		c, err := conn.Wire.Embed(&model.EmbedRequest{Model: "voyage-4", Texts: []string{"a"}, Purpose: purpose, Dimensions: 256})
		if err != nil || string(c.Body) != want || c.URL != "https://api.voyageai.com/v1/embeddings" {
			t.Errorf("%s: %s %s, %v", purpose, c.URL, c.Body, err)
		}
	}
	if _, err := conn.Wire.Embed(&model.EmbedRequest{Model: "voyage-4"}); err == nil {
		t.Error("no text was embedded")
	}
	if _, err := clientOf(conn).Prepare(ask1("x")); call.KindOf(err) != call.BadRequest {
		t.Errorf("voyage answers: %v", err)
	}
}
