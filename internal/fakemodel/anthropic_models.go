package fakemodel

import (
	"net/http"
	"slices"
	"strconv"
)

// claude is one model as the fake serves it.
type claude struct {
	id, display, line string
	created           string
	lifecycle         string // active, deprecated or retired
	retires           string // a date, or empty
	input, output     int    // limits in tokens
	sampling          bool   // takes temperature and its like, under the old API version
	prefill           bool   // takes a last turn of the assistant
	budget            bool   // takes thinking.budget_tokens
	adaptive          bool   // takes thinking.type adaptive
}

// claudes is the models, newest first, as the listing has them.
var claudes = []claude{
	{"claude-fable-5-2", "Claude Fable 5.2", "fable", "2026-11-09", "active", "", 1_000_000, 128_000, false, false,
		false, true},
	{"claude-haiku-5-5", "Claude Haiku 5.5", "haiku", "2026-10-28", "active", "", 1_000_000, 128_000, false, false,
		false, true},
	{"claude-sonnet-5-5", "Claude Sonnet 5.5", "sonnet", "2026-10-28", "active", "", 1_000_000, 128_000, false, false,
		false, true},
	{"claude-opus-5-5", "Claude Opus 5.5", "opus", "2026-10-01", "active", "", 1_000_000, 128_000, false, false, false,
		true},
	{"claude-fable-5-1", "Claude Fable 5.1", "fable", "2026-09-20", "active", "", 1_000_000, 128_000, false, false,
		false, true},
	{"claude-sonnet-5", "Claude Sonnet 5", "sonnet", "2026-07-01", "active", "", 1_000_000, 128_000, false, false, false,
		true},
	{"claude-opus-5", "Claude Opus 5", "opus", "2026-07-01", "active", "", 1_000_000, 128_000, false, false, false, true},
	{"claude-opus-4-7", "Claude Opus 4.7", "opus", "2026-04-14", "active", "", 1_000_000, 128_000, false, false, false,
		true},
	{"claude-opus-4-6", "Claude Opus 4.6", "opus", "2026-02-04", "active", "", 1_000_000, 128_000, true, false, true,
		true},
	{"claude-sonnet-4-6", "Claude Sonnet 4.6", "sonnet", "2026-02-17", "active", "", 1_000_000, 128_000, true, false,
		true, true},
	{"claude-haiku-4-5", "Claude Haiku 4.5", "haiku", "2025-10-15", "active", "", 200_000, 64_000, true, true, true,
		false},
	{"claude-sonnet-4-5", "Claude Sonnet 4.5", "sonnet", "2025-09-29", "deprecated", "2026-11-30", 200_000, 64_000, true,
		true, true, false},
	{"claude-3-opus-20240229", "Claude Opus 3", "opus", "2024-02-29", "retired", "2026-01-05", 200_000, 4_096, true,
		true, false, false},
}

// snapshots is the dated names of models that have one.
var snapshots = map[string]string{
	"claude-haiku-4-5-20251001": "claude-haiku-4-5", "claude-sonnet-4-5-20250929": "claude-sonnet-4-5",
}

func claudeNamed(id string) (claude, bool) {
	if alias, ok := snapshots[id]; ok {
		id = alias
	}
	i := slices.IndexFunc(claudes, func(c claude) bool { return c.id == id })
	if i < 0 {
		return claude{}, false
	}
	return claudes[i], true
}

func supported(yes bool) map[string]any { return map[string]any{"supported": yes} }

// info is a model as GET /v1/models gives it.
func (c claude) info() map[string]any {
	at := func(date string) any {
		if date == "" {
			return nil
		}
		return date + "T00:00:00Z"
	}
	var deprecated any
	if c.lifecycle != "active" {
		deprecated = "2026-05-01T00:00:00Z"
	}
	levels := supported(c.adaptive)
	for _, level := range []string{"low", "medium", "high", "xhigh", "max"} {
		levels[level] = supported(c.adaptive)
	}
	return map[string]any{
		"type": "model", "id": c.id, "display_name": c.display, "created_at": at(c.created), "line": c.line,
		"lifecycle": c.lifecycle, "deprecated_at": deprecated, "retires_at": at(c.retires),
		"max_input_tokens": c.input, "max_tokens": c.output,
		"capabilities": map[string]any{
			"batch": supported(true), "citations": supported(true), "code_execution": supported(c.adaptive),
			"image_input": supported(true), "pdf_input": supported(true), "structured_outputs": supported(c.lifecycle != "retired"),
			"effort": levels,
			"context_management": map[string]any{
				"supported": c.adaptive, "clear_thinking_20251015": supported(c.adaptive),
				"clear_tool_uses_20250919": supported(c.adaptive), "compact_20260112": supported(c.adaptive),
			},
			"server_tools": map[string]any{"supported": true, "code_execution": supported(c.adaptive),
				"web_search": supported(true)},
			"thinking": map[string]any{"supported": c.budget || c.adaptive, "types": map[string]any{
				"adaptive": supported(c.adaptive), "between_tools": supported(c.adaptive),
				"disabled": supported(true), "enabled": supported(c.budget),
			}},
		},
	}
}

// listModels answers GET /v1/models, with the cursors and the lifecycle filter. Retired models are listed
// only where they are asked for.
func (a *anthropic) listModels(w http.ResponseWriter, r *http.Request) {
	stages := r.URL.Query()["lifecycle[]"]
	if len(stages) == 0 {
		stages = r.URL.Query()["lifecycle"]
	}
	if len(stages) == 0 {
		stages = []string{"active", "deprecated"}
	}
	var all []map[string]any
	for _, c := range claudes {
		if slices.Contains(stages, c.lifecycle) {
			all = append(all, c.info())
		}
	}
	a.page(w, r, all)
}

// page writes the stretch of a listing that after_id, before_id and limit ask for.
func (a *anthropic) page(w http.ResponseWriter, r *http.Request, all []map[string]any) {
	q := r.URL.Query()
	limit := 20
	if given := q.Get("limit"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 || n > 1000 {
			a.fail(w, http.StatusBadRequest, "invalid_request_error", "limit: Input should be between 1 and 1000")
			return
		}
		limit = n
	}
	place := func(id string) int {
		return slices.IndexFunc(all, func(m map[string]any) bool { return m["id"] == id })
	}
	from, to := 0, min(limit, len(all))
	if id := q.Get("after_id"); id != "" {
		from = place(id) + 1
		to = min(from+limit, len(all))
	}
	more := to < len(all)
	if id := q.Get("before_id"); id != "" {
		to = max(place(id), 0)
		from = max(to-limit, 0)
		more = from > 0
	}
	out := map[string]any{"data": append([]map[string]any{}, all[from:to]...), "has_more": more, "first_id": nil,
		"last_id": nil}
	if to > from {
		out["first_id"], out["last_id"] = all[from]["id"], all[to-1]["id"]
	}
	a.ok(w, out)
}
