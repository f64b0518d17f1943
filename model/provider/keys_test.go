package provider

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/model/catalog"
)

// TestKeysInReplies has a model repeat the key in an escape of JSON, in two parts of an answer, and in JSON inside its
// answer: nothing that is stored or shown holds it, also after it is decoded.
func TestKeysInReplies(t *testing.T) {
	const key = "sk-ant-test-0123456789abcdef"
	escaped := fmt.Sprintf(`\u%04x`, key[0]) + key[1:]
	parts := func(texts ...string) string {
		var all []string
		for _, text := range texts {
			all = append(all, `{"type":"text","text":"`+text+`"}`)
		}
		return strings.Join(all, ",")
	}
	replies := map[string]string{
		"escaped": parts("The key is " + escaped), "in JSON": parts(`{\"key\":\"\` + escaped + `\"}`),
		"in two parts": parts(key[:9], key[9:]), "in two parts, escaped": parts(escaped[:9], escaped[9:]),
	}
	for name, content := range replies {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				io.WriteString(w, `{"id":"m","type":"message","role":"assistant","model":"claude-opus-5","content":[`+content+
					`],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}`)
			}))
			defer server.Close()
			env := func(name string) string { return map[string]string{"ANTHROPIC_API_KEY": key}[name] }
			conn, err := Open(Settings{Provider: "anthropic", BaseURL: server.URL, Env: env})
			if err != nil {
				t.Fatal(err)
			}
			client, store := clientOf(conn), &wrap.Memory{}
			client.Sender = (&wrap.Record{Store: store}).Around(client.Sender)
			r := ask1("Which key?")
			r.Model = "claude-opus-5"
			got, err := client.Ask(t.Context(), r)
			if strings.Contains(name, "parts") != (call.KindOf(err) == call.Malformed) {
				t.Errorf("%+v, %v", got, err)
			}
			noKeyIn(t, key, got, err)
			c, err := client.Prepare(r)
			if err != nil {
				t.Fatal(err)
			}
			entries, err := store.Load(c.Key())
			if err != nil || len(entries) != 1 {
				t.Fatalf("%d entries, %v", len(entries), err)
			}
			var all any
			if json.Unmarshal(entries[0].Response.Body, &all) != nil || strings.Contains(fmt.Sprintf("%s", all), key) {
				t.Errorf("stored: %s", entries[0].Response.Body)
			}
		})
	}
}

// TestHugeUsage: of a reply that reports counts which cannot be the usage is unknown, whichever provider sent it.
func TestHugeUsage(t *testing.T) {
	const huge = "9223372036854775807"
	for row, reply := range map[string]string{
		"anthropic": `{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn",` +
			`"usage":{"input_tokens":` + huge + `,"output_tokens":` + huge + `}}`,
		"mistral": `{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}],` +
			`"usage":{"prompt_tokens":` + huge + `,"completion_tokens":` + huge + `}}`,
		"gemini": `{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],` +
			`"usageMetadata":{"promptTokenCount":` + huge + `,"candidatesTokenCount":` + huge + `}}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, reply) }))
		conn, err := Open(Settings{Provider: row, BaseURL: server.URL, Env: func(string) string { return "a-key-for-tests" }})
		if err != nil {
			t.Fatal(err)
		}
		r := ask1("Why?")
		r.Model = "m"
		got, err := clientOf(conn).Ask(t.Context(), r)
		if err != nil || got.Text != "a" || got.Usage != (catalog.Usage{}) {
			t.Errorf("%s: %+v, %v", row, got, err)
		}
		server.Close()
	}
}
