package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

const (
	claudeOnBedrock = "us.anthropic.claude-haiku-4-5-20251001-v1:0"
	claudeARN       = "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-opus-4-7-v1:0"
)

// bedrockEnv is an environment with a pair of keys, or with a bearer key.
func bedrockEnv(bearer bool) map[string]string {
	if bearer {
		return map[string]string{"AWS_BEARER_TOKEN_BEDROCK": fakemodel.Key, "AWS_REGION": "us-east-1"}
	}
	return map[string]string{"AWS_ACCESS_KEY_ID": fakemodel.AccessKey, "AWS_SECRET_ACCESS_KEY": fakemodel.SecretKey, "AWS_REGION": "us-east-1"}
}

func openBedrockAt(t testing.TB, url string, env map[string]string) *Connection {
	t.Helper()
	c, err := Open(Settings{Provider: "bedrock", BaseURL: url, Env: func(name string) string { return env[name] }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func bedrockFake(t testing.TB, bearer bool, o fakemodel.Options) (*fakemodel.Server, *Connection) {
	t.Helper()
	server := fakemodel.NewBedrock(o)
	t.Cleanup(server.Close)
	return server, openBedrockAt(t, server.URL, bedrockEnv(bearer))
}

func TestBedrockFaults(t *testing.T) {
	for _, bearer := range []bool{false, true} {
		keyVar := "AWS_SECRET_ACCESS_KEY"
		if bearer {
			keyVar = "AWS_BEARER_TOKEN_BEDROCK"
		}
		t.Run(keyVar, func(t *testing.T) {
			server, conn := bedrockFake(t, bearer, fakemodel.Options{})
			(&faulty{server, conn, claudeOnBedrock, commonOutcomes(map[fakemodel.Fault]outcome{
				fakemodel.Unauthorized:  {kind: call.BadKey, next: keyVar},
				fakemodel.EchoedKey:     {kind: call.BadKey, next: keyVar},
				fakemodel.RateLimitInfo: {kind: call.Overload}, // a model that is not ready yet
				fakemodel.ErrorIn200:    {kind: call.ServerFault},
				fakemodel.Refusal:       {stop: model.Filtered},
				fakemodel.Recitation:    {stop: model.Filtered},
				fakemodel.BlockedPrompt: {stop: model.Filtered},
			}), false}).checkAll(t)
		})
	}
}

// bedrockRequests exercise every field of a request. The companies are invented.
func bedrockRequests() map[string]*model.Request {
	rich := richRequests()
	full, open, nova := *rich["full"], *rich["full"], *rich["full"]
	full.Model, full.Effort, full.MaxTokens = claudeARN, "high", 4000
	open.Model = "openai.gpt-oss-120b-1:0"
	open.Effort = "max"
	open.Schema = nil
	open.Tier = ""
	nova.Model, nova.Effort = "us.amazon.nova-pro-v1:0", "low"
	for _, r := range []*model.Request{&full, &open, &nova} {
		r.Messages = append([]model.Message(nil), r.Messages...)
		r.Messages[0].Cache = true
	}
	return map[string]*model.Request{
		"claude": &full, "openai": &open, "nova": &nova,
		"budget": {Model: claudeOnBedrock, Effort: "medium", Messages: []model.Message{{Role: model.User, Text: "Think."}}},
		"plain":  {Model: "meta.llama3-3-70b-instruct-v1:0", Messages: []model.Message{{Role: model.User, Text: "Hello"}}},
	}
}

func TestBedrockBodies(t *testing.T) {
	_, conn := bedrockFake(t, false, fakemodel.Options{})
	for name, r := range bedrockRequests() {
		t.Run(name, func(t *testing.T) {
			c := preparedTwice(t, conn, r)
			path := strings.TrimPrefix(c.URL, conn.BaseURL)
			checkGolden(t, "bedrock_"+name+".txt", append([]byte(path+"\n"), describe(c)...))
		})
	}
}

// The fake verifies the signature over the path, the headers and the body as they arrive.
func TestBedrockAnswers(t *testing.T) {
	for _, bearer := range []bool{false, true} {
		server, conn := bedrockFake(t, bearer, fakemodel.Options{Answer: func(p fakemodel.Prompt) fakemodel.Answer {
			a := fakemodel.Echo(p)
			a.InputTokens, a.CachedTokens, a.OutputTokens = 900, 500, 40
			return a
		}})
		for name, r := range bedrockRequests() {
			got, err := clientOf(conn).Ask(context.Background(), r)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			want := catalog.Usage{Input: 900, CachedInput: 500, Output: 40, Known: catalog.PartAll &^ catalog.PartReasoning}
			if !got.Answered() || got.Usage != want || got.Served != "" || got.ID == "" {
				t.Errorf("%s: %+v", name, got)
			}
		}
		for _, c := range server.Calls() {
			if signed := strings.HasPrefix(c.Header.Get("Authorization"), "AWS4-HMAC-SHA256 "); signed == bearer || c.Status != 200 {
				t.Errorf("authorization %q, status %d", c.Header.Get("Authorization"), c.Status)
			}
		}
		if n := len(server.Calls()); n != 5 {
			t.Errorf("%d calls", n)
		}
	}
}

func TestBedrockReplies(t *testing.T) {
	one := func(stop string) string {
		return `{"output":{"message":{"content":[{"reasoningContent":{"reasoningText":{"text":"hm"}}},{"text":"Grö"},` +
			`{"text":"ße"}]}},"stopReason":"` + stop + `"}`
	}
	cases := map[string]struct {
		body string
		stop model.Stop
	}{
		"end": {one("end_turn"), model.Complete}, "sequence": {one("stop_sequence"), model.Complete}, "cut": {one("max_tokens"), model.Truncated},
		"guardrail": {one("guardrail_intervened"), model.Filtered}, "filter": {one("content_filtered"), model.Filtered},
		"tool": {one("tool_use"), model.Unfinished}, "window": {one("model_context_window_exceeded"), model.Context},
		"garbled": {one("malformed_model_output"), model.Unfinished}, "refused": {one("refusal"), model.Refused},
		"new": {one("eclipse"), model.Unfinished},
	}
	_, conn := bedrockFake(t, false, fakemodel.Options{})
	for name, c := range cases {
		result, err := bedrockReader{conn.end.reading("m")}.converse(&call.Exchange{Status: 200, Body: []byte(c.body)})
		if err != nil || result.Value.(*model.Response).Stop != c.stop || result.Value.(*model.Response).Text != "Größe" ||
			result.Usage.Known != 0 {
			t.Errorf("%s: %+v, %v", name, result.Value, err)
		}
	}
	cited := `{"output":{"message":{"content":[{"text":"So: "},{"citationsContent":{"content":[{"text":"12"}],` +
		`"citations":[{"title":"Ten-K","sourceContent":[{"text":"12.3"}]}]}}]}},
		"stopReason":"end_turn","usage":{"inputTokens":1,"outputTokens":2,"cacheReadInputTokens":3,"cacheWriteInputTokens":9,` +
		`"cacheDetails":[{"ttl":"1h","inputTokens":4},{"ttl":"5m","inputTokens":5}]},
		"trace":{"promptRouter":{"invokedModelId":"arn:x"}}}`
	result, err := bedrockReader{conn.end.reading("m")}.converse(&call.Exchange{Status: 200, Body: []byte(cited)})
	if err != nil {
		t.Fatal(err)
	}
	got := result.Value.(*model.Response)
	want := catalog.Usage{Input: 13, CachedInput: 3, CacheWrite: 5, CacheWriteLong: 4, Output: 2,
		Known: catalog.PartAll &^ catalog.PartReasoning}
	if got.Text != "So: 12" || got.Served != "arn:x" || got.Usage != want ||
		fmt.Sprint(got.Citations) != fmt.Sprint([]model.Citation{{Source: "Ten-K", Title: "Ten-K", Quote: "12.3", Start: 4, End: 6}}) {
		t.Errorf("got %+v", got)
	}
}

func TestBedrockErrors(t *testing.T) {
	cases := map[string]struct {
		status       int
		header, body string
		kind         call.Kind
		next         string
	}{
		"suffix": {429, "ThrottlingException:http://internal.amazon.com/coral/", `{"message":"Too many requests"}`, call.RateLimited, ""},
		"in body": {400, "", `{"__type":"com.amazon#ValidationException","Message":"The provided model identifier ` +
			`is invalid."}`, call.NoModel, "assay models check"},
		"throughput": {400, "ValidationException", `{"message":"Invocation of model ID m with on-demand throughput isn't ` +
			`supported."}`, call.Unsupported, "us.anthropic.claude-opus-5"},
		"quota":     {400, "ServiceQuotaExceededException", `{"message":"x"}`, call.NoQuota, "credit"},
		"expired":   {403, "ExpiredTokenException", `{"message":"expired"}`, call.BadKey, "renewed"},
		"model":     {424, "ModelErrorException", `{"message":"the model failed"}`, call.ServerFault, ""},
		"not ready": {429, "ModelNotReadyException", `{"message":"x"}`, call.Overload, ""},
		"new type":  {418, "EclipseException", `{"message":"dark"}`, call.BadRequest, ""},
		"a page":    {502, "", `<html><title>Bad Gateway</title>`, call.ServerFault, "proxy"},
		"life": {404, "ResourceNotFoundException", `{"message":"This model version has reached the end of its life."}`,
			call.NoModel, "assay models check"},
	}
	_, conn := bedrockFake(t, false, fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			x := &call.Exchange{Status: c.status, Header: http.Header{}, Body: []byte(c.body)}
			if c.header != "" {
				x.Header.Set("X-Amzn-Errortype", c.header)
			}
			_, err := bedrockReader{conn.end.reading("anthropic.claude-opus-5")}.converse(x)
			var f *call.Failure
			if !errors.As(err, &f) || f.Kind != c.kind || !strings.Contains(f.Next, c.next) || strings.ContainsAny(f.Code, ":#") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// lonely is an environment in which AWS's chain finds nothing and sends nothing.
func lonely(t *testing.T) {
	t.Helper()
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE",
		"AWS_REGION", "AWS_DEFAULT_REGION",
		"AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
		"AWS_BEARER_TOKEN_BEDROCK"} {
		t.Setenv(name, "")
	}
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	dir := t.TempDir()
	t.Setenv("AWS_CONFIG_FILE", filepath.Join(dir, "config"))
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(dir, "credentials"))
}

func TestBedrockNoCredentials(t *testing.T) {
	lonely(t)
	server := fakemodel.NewBedrock(fakemodel.Options{})
	defer server.Close()
	c, err := Open(Settings{Provider: "bedrock", BaseURL: server.URL, Region: "eu-west-1"})
	if err != nil {
		t.Fatal(err)
	}
	r := ask1("Hello")
	r.Model = claudeOnBedrock
	for range 2 {
		_, err = clientOf(c).Ask(context.Background(), r)
		if call.KindOf(err) != call.MissingKey || !strings.Contains(err.Error(), "AWS_ACCESS_KEY_ID") || len(server.Calls()) != 0 {
			t.Errorf("%d calls, %v", len(server.Calls()), err)
		}
	}
}

func TestBedrockRegion(t *testing.T) {
	lonely(t)
	c, err := Open(Settings{Provider: "bedrock"})
	if err != nil {
		t.Fatal(err)
	}
	r := ask1("Hello")
	r.Model = claudeARN
	if _, err := clientOf(c).Prepare(r); call.KindOf(err) != call.BadRequest || !strings.Contains(err.Error(), "AWS_REGION") {
		t.Errorf("no region: %v", err)
	}
	c, _ = Open(Settings{Provider: "bedrock", Region: "x.evil.example/"})
	if _, err := clientOf(c).Prepare(r); call.KindOf(err) != call.BadRequest {
		t.Errorf("a region that is a host: %v", err)
	}
	if err := os.WriteFile(os.Getenv("AWS_CONFIG_FILE"), []byte("[default]\nregion = cn-north-1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, _ = Open(Settings{Provider: "bedrock"})
	outgoing, err := clientOf(c).Prepare(r)
	want := "https://bedrock-runtime.cn-north-1.amazonaws.com.cn/model/" +
		"arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Ainference-profile%2Fus.anthropic.claude-opus-4-7-v1%3A0/converse"
	if err != nil {
		t.Fatal(err)
	}
	if outgoing.URL != want {
		t.Errorf("got %s\nwant %s", outgoing.URL, want)
	}
}

// Credentials of a profile are found at the first call, once for many calls, and kept out of all texts.
func TestBedrockProfile(t *testing.T) {
	lonely(t)
	t.Setenv("AWS_PROFILE", "filings")
	text := "[filings]\naws_access_key_id = " + fakemodel.AccessKey + "\naws_secret_access_key = " + fakemodel.SecretKey + "\n"
	if err := os.WriteFile(os.Getenv("AWS_SHARED_CREDENTIALS_FILE"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	server := fakemodel.NewBedrock(fakemodel.Options{})
	defer server.Close()
	c, err := Open(Settings{Provider: "bedrock", BaseURL: server.URL, Region: "eu-west-1"})
	if err != nil {
		t.Fatal(err)
	}
	r := ask1("Hello")
	r.Model = claudeOnBedrock
	leak := *r
	leak.Messages = []model.Message{{Role: model.User, Text: "secret: " + fakemodel.SecretKey}}
	if _, err := clientOf(c).Ask(context.Background(), &leak); call.KindOf(err) != call.BadRequest || len(server.Calls()) != 0 {
		t.Errorf("a prompt with the key was sent: %v", err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, err := clientOf(c).Ask(context.Background(), r); err != nil || !got.Answered() {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	wg.Wait()
	if len(c.end.secrets()) != 1 {
		t.Errorf("%d secrets are known", len(c.end.secrets()))
	}
}

func TestBedrockSessionToken(t *testing.T) {
	env := bedrockEnv(false)
	env["AWS_SESSION_TOKEN"] = "session-token-0123456789"
	server := fakemodel.NewBedrock(fakemodel.Options{})
	defer server.Close()
	c := openBedrockAt(t, server.URL, env)
	r := ask1("Hello")
	r.Model = claudeOnBedrock
	if _, err := clientOf(c).Ask(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	if got := server.Calls()[0].Header.Get("X-Amz-Security-Token"); got != env["AWS_SESSION_TOKEN"] {
		t.Errorf("session token %q", got)
	}
	outgoing := preparedTwice(t, c, r)
	noKeyIn(t, env["AWS_SESSION_TOKEN"], outgoing, c)
	noKeyIn(t, fakemodel.SecretKey, outgoing, c)
}

func FuzzBedrockRead(f *testing.F) {
	f.Add(200, []byte(`{"output":{"message":{"content":[{"text":"a"}]}},"stopReason":"end_turn",`+
		`"usage":{"inputTokens":1,"outputTokens":2,"cacheWriteInputTokens":9,"cacheDetails":[{"ttl":"1h","inputTokens":9}]}}`))
	f.Add(400, []byte(`{"__type":"x#ValidationException","message":"m"}`))
	f.Add(200, []byte(`{"embeddings":{"float":[[1],[2]]}}`))
	f.Add(200, []byte(`{"embeddings":[[1],[2]],"inputTextTokenCount":-1}`))
	conn := openBedrockAt(f, "http://127.0.0.1:1", bedrockEnv(false))
	r := ask1("x")
	r.Model = claudeOnBedrock
	c, err := clientOf(conn).Prepare(r)
	if err != nil {
		f.Fatal(err)
	}
	vectors, err := conn.Wire.Embed(&model.EmbedRequest{Model: "cohere.embed-v4:0", Texts: []string{"a", "b"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		checkRead(t, c, status, body)
		checkRead(t, vectors, status, body)
	})
}

// A signed path must be the path that is sent, whatever the model is called.
func FuzzBedrockPath(f *testing.F) {
	f.Add(claudeARN)
	f.Add("a b/ü?x=1#%2F")
	server, conn := bedrockFake(f, false, fakemodel.Options{})
	f.Fuzz(func(t *testing.T, id string) {
		r := ask1("x")
		r.Model = id
		_, err := clientOf(conn).Ask(context.Background(), r)
		var failure *call.Failure
		if errors.As(err, &failure) && failure.Kind == call.BadKey {
			t.Fatalf("the signature of %q was refused: %v", id, err)
		}
		if n := len(server.Calls()); n > 0 && bytes.Contains(server.Calls()[n-1].Body, []byte("AWS4")) {
			t.Fatal("a signature is in a body")
		}
	})
}
