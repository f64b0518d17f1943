package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/assayhq/assay/internal/ascii"
)

type gemini struct {
	server *Server

	mu      sync.Mutex
	serial  int
	batches []*geminiBatch
	plan    BatchPlan
}

// NewGemini serves the Gemini Developer API: generateContent, embeddings, batches of requests in
// one body, and the list of models.
func NewGemini(o Options) *Server {
	g := &gemini{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1beta/models", g.listModels)
	mux.HandleFunc("POST /v1beta/models/{action}", g.act)
	mux.HandleFunc("GET /v1beta/batches", g.listBatches)
	mux.HandleFunc("GET /v1beta/batches/{id}", g.getBatch)
	mux.HandleFunc("POST /v1beta/batches/{id}", g.cancelBatch)
	mux.HandleFunc("DELETE /v1beta/batches/{id}", g.deleteBatch)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		geminiFail(w, http.StatusNotFound, "NOT_FOUND", "The requested URL "+r.URL.Path+" was not found on this server.")
	})
	g.server = newServer("gemini", o, g, g.guarded(mux))
	return g.server
}

func (g *gemini) faulty(r *http.Request) bool {
	_, action, _ := strings.Cut(r.URL.Path, ":")
	return r.Method == http.MethodPost && action != "cancel"
}

// guarded lets only requests with the key through. A wrong key is a bad request here, not a 401.
func (g *gemini) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("X-Goog-Api-Key")
		if key == "" {
			key = r.URL.Query().Get("key")
		}
		wrong := map[string]any{
			"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com",
			"metadata": map[string]any{"service": "generativelanguage.googleapis.com"},
		}
		switch {
		case callOf(r.Context()).Fault == EchoedKey:
			geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT",
				"API key not valid: "+key+". Please pass a valid API key.", wrong)
		case key == "":
			geminiFail(w, http.StatusForbidden, "PERMISSION_DENIED", "Method doesn't allow unregistered callers (callers "+
				"without established identity). Please use API Key or other form of API consumer identity to call this API.")
		case key != g.server.options.Key:
			geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", wrong)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (g *gemini) next(prefix string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.serial++
	return fmt.Sprintf("%s%012d", prefix, g.serial)
}

func (g *gemini) setPlan(p BatchPlan) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.plan = p
}

func geminiFail(w http.ResponseWriter, code int, status, message string, details ...map[string]any) {
	writeJSON(w, code, map[string]any{"error": geminiError(code, status, message, details...)})
}

func geminiError(code int, status, message string, details ...map[string]any) map[string]any {
	out := map[string]any{"code": code, "message": message, "status": status}
	if len(details) > 0 {
		out["details"] = details
	}
	return out
}

// geminiProblem words a broken rule as Google's JSON reader does.
func geminiProblem(w http.ResponseWriter, p *problem) {
	where, name := geminiPath(p.at), ""
	if len(p.at) > 0 {
		name = p.at[len(p.at)-1]
	}
	message := "* " + where + ": " + p.text
	switch p.kind {
	case unknownField:
		where = geminiPath(p.at[:len(p.at)-1])
		message = fmt.Sprintf("Invalid JSON payload received. Unknown name %q at '%s': Cannot find field.", name, where)
		if where == "" {
			message = fmt.Sprintf("Invalid JSON payload received. Unknown name %q: Cannot find field.", name)
		}
	case missingField:
		message = fmt.Sprintf("* %s: %s is not specified", where, name)
	case wrongType:
		message = fmt.Sprintf("Invalid value at '%s' (TYPE_%s)", where, strings.ToUpper(p.text))
	}
	geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", message, map[string]any{
		"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": []any{map[string]any{"field": where,
			"description": message}},
	})
}

// geminiPath is a place in Google's spelling: snake case, and places in lists in brackets.
func geminiPath(at []string) string {
	var b strings.Builder
	for i, part := range at {
		if part != "" && ascii.IsDigit(part[0]) {
			b.WriteString("[" + part + "]")
			continue
		}
		if i > 0 {
			b.WriteByte('.')
		}
		for _, r := range part {
			if ascii.IsUpper(r) {
				b.WriteByte('_')
				r += 'a' - 'A'
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// protoOf is objectOf for Google's JSON, where a field may be spelt in snake case too; it is renamed.
func protoOf(f fields, required ...string) check {
	inner := objectOf(f, required...)
	return func(at []string, v any) *problem {
		if m, ok := v.(map[string]any); ok {
			for _, name := range slices.Sorted(maps.Keys(m)) {
				if camel := camelCase(name); camel != name && f[camel] != nil && f[name] == nil {
					m[camel] = m[name]
					delete(m, name)
				}
			}
		}
		return inner(at, v)
	}
}

func camelCase(s string) string {
	parts := strings.Split(s, "_")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}

// readGemini checks a body and reads it into a value; it writes the error where there is one.
func readGemini(w http.ResponseWriter, r *http.Request, c check, into any) bool {
	body, _ := io.ReadAll(r.Body)
	m, err := decodeBody(body)
	if err != nil {
		geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Invalid JSON payload received. "+err.Error())
		return false
	}
	if p := c(nil, m); p != nil {
		geminiProblem(w, p)
		return false
	}
	body, _ = json.Marshal(m)
	if err := json.Unmarshal(body, into); err != nil {
		geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Invalid value: "+err.Error())
		return false
	}
	return true
}

// act answers POST /v1beta/models/{model}:{action}.
func (g *gemini) act(w http.ResponseWriter, r *http.Request) {
	id, action, _ := strings.Cut(r.PathValue("action"), ":")
	m, ok := geminiNamed(id)
	if !ok || !slices.Contains(m.methods(), action) {
		geminiFail(w, http.StatusNotFound, "NOT_FOUND", fmt.Sprintf(
			"models/%s is not found for API version v1beta, or is not supported for %s. Call ModelService.ListModels to see "+
				"the list of available models and their supported methods.", id, action))
		return
	}
	switch action {
	case "generateContent":
		g.generate(w, r, m)
	case "batchEmbedContents":
		g.embedBatch(w, r, m)
	default:
		g.createBatch(w, r, m)
	}
}
