package model

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/internal/structured"
)

const gradeSchema = `{"type":"object","properties":{"grade":{"type":"integer","minimum":1,"maximum":5},` +
	`"why":{"type":"string"}},"required":["grade","why"],"additionalProperties":false}`

// The first can be read, the second cannot be without guessing, and the third says what it says.
const (
	sound      = "Here it is:\n```json\n{\"grade\": 4, \"why\": \"sales rose\"}\n```"
	unreadable = `{"grade": 4, "why": sales, costs}`
	mended     = `{"grade": 4, "why": "sales, costs"}`
)

// said is one reply of a script.
type said struct {
	text string
	stop Stop
	err  error
}

func TestAskJSON(t *testing.T) {
	down := &call.Failure{Kind: call.ServerFault, Message: "down"}
	tests := []struct {
		name     string
		replies  []said
		json     string  // of the reading; empty if there must be none
		errs     []error // that the error is; none if there must be no error
		kind     call.Kind
		made     bool // a repair was asked for
		repaired Stop // of its response; empty if there was none
		refused  string
	}{
		{"read", []said{{sound, Complete, nil}}, `{"grade":4,"why":"sales rose"}`, nil, "", false, "", ""},
		{"repaired", []said{{unreadable, Complete, nil}, {mended, Complete, nil}},
			`{"grade":4,"why":"sales, costs"}`, nil, "", true, Complete, ""},
		{"repaired with other content", []said{{unreadable, Complete, nil}, {strings.Replace(mended, "4", "5", 1), Complete, nil}},
			"", []error{structured.ErrUnparsable, structured.ErrRepair}, "", true, Complete, "changes the content"},
		{"repaired to nothing", []said{{unreadable, Complete, nil}, {"null", Complete, nil}},
			"", []error{structured.ErrUnparsable, structured.ErrRepair}, "", true, Complete, "changes the content"},
		{"repair unreadable, too", []said{{unreadable, Complete, nil}, {unreadable, Complete, nil}},
			"", []error{structured.ErrUnparsable, structured.ErrRepair}, "", true, Complete, "read reply"},
		{"repair fails", []said{{unreadable, Complete, nil}, {err: down}},
			"", []error{structured.ErrUnparsable, down}, call.ServerFault, true, "", "the call failed"},
		{"repair is refused", []said{{unreadable, Complete, nil}, {"", Refused, nil}},
			"", []error{structured.ErrUnparsable}, call.Malformed, true, Refused, "the call failed"},
		{"repair is cut off", []said{{unreadable, Complete, nil}, {mended[:20], Truncated, nil}},
			"", []error{structured.ErrUnparsable}, call.Malformed, true, Truncated, "the call failed"},
		{"prose alone", []said{{"I will not grade this.", Complete, nil}, {"null", Complete, nil}},
			"", []error{structured.ErrUnparsable, structured.ErrRepair}, "", true, Complete, "content"},
		{"not of the schema", []said{{`{"grade": 9, "why": "good"}`, Complete, nil}},
			`{"grade":9,"why":"good"}`, []error{structured.ErrMismatch}, "", false, "", ""},
		{"repaired, and not of the schema", []said{{strings.Replace(unreadable, "4", "9", 1), Complete, nil},
			{strings.Replace(mended, "4", "9", 1), Complete, nil}},
			"", []error{structured.ErrUnparsable, structured.ErrRepair, structured.ErrMismatch}, "", true, Complete, "/grade"},
		{"cut off after the last part", []said{{`{"grade": 4, "why": "sales rose"`, Truncated, nil}},
			`{"grade":4,"why":"sales rose"}`, nil, "", false, "", ""},
		{"cut off within a part", []said{{`{"grade": 4, "why": "sales`, Truncated, nil}},
			`{"grade":4}`, []error{structured.ErrMismatch}, "", false, "", ""},
		{"cut off before any part", []said{{`{"gra`, Truncated, nil}}, "", []error{structured.ErrUnparsable}, "", false, "", ""},
		{"refused", []said{{"", Refused, nil}}, "", nil, "", false, "", ""},
		{"refused in JSON", []said{{sound, Refused, nil}}, "", nil, "", false, "", ""},
		{"filtered", []said{{sound, Filtered, nil}}, "", nil, "", false, "", ""},
		{"empty", []said{{"", Empty, nil}}, "", nil, "", false, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, s := scripted(test.replies)
			got, err := c.AskJSON(t.Context(), gradeRequest())
			if got == nil || got.Response == nil || got.Text != test.replies[0].text || got.Stop != test.replies[0].stop {
				t.Fatalf("the response is not beside %v: %+v", err, got)
			}
			if string(got.Reading.JSON) != test.json {
				t.Errorf("read %q, want %q", got.Reading.JSON, test.json)
			}
			if (err == nil) != (len(test.errs) == 0) || slices.ContainsFunc(test.errs, func(e error) bool {
				return !errors.Is(err, e)
			}) || call.KindOf(err) != test.kind {
				t.Errorf("the error is %v, want all of %q and kind %q", err, test.errs, test.kind)
			}
			if got.Repair.Made != test.made || s.n() != len(test.replies) || !strings.Contains(got.Repair.Refused,
				test.refused) || (got.Repair.Refused == "") != (test.refused == "") {
				t.Errorf("%d calls, repair %+v", s.n(), got.Repair)
			}
			if (got.Repaired != nil) != (test.repaired != "") || got.Repaired != nil && got.Repaired.Stop != test.repaired {
				t.Errorf("the repair's response is %+v, want stop %q", got.Repaired, test.repaired)
			}
			if cut := got.Stop == Truncated && test.json != ""; got.Reading.Truncated != cut {
				t.Errorf("truncated is %t", got.Reading.Truncated)
			}
		})
	}
}

// scripted says each of the replies in turn.
func scripted(replies []said) (*Client, *sending) {
	return clientOf(func(_ context.Context, c *call.Call) (any, error) {
		now := replies[0]
		replies = replies[1:]
		return &Response{Text: now.text, Stop: now.stop}, now.err
	})
}

// gradeRequest sets everything that a request can set.
func gradeRequest() *Request {
	warm, top, seed := 0.5, 0.9, int64(7)
	return &Request{Model: "m", System: "You grade.", Messages: words("first", "second", "third"),
		Schema:      &Schema{Name: "grade", JSON: []byte(gradeSchema)},
		Temperature: &warm, TopP: &top, Seed: &seed, MaxTokens: 500, Effort: "low", Stop: []string{"END"},
		Search: &FileSearch{Stores: []string{"vs_1"}}, Tier: "flex", Repeat: 2}
}

// TestRepairRequest asks the same model in the same way, without what the first request was about.
func TestRepairRequest(t *testing.T) {
	c, s := scripted([]said{{unreadable, Complete, nil}, {mended, Complete, nil}})
	first := gradeRequest()
	got, err := c.AskJSON(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, gradeRequest()) {
		t.Errorf("the request was changed: %+v", first)
	}
	repair := s.calls[1].Request.(*Request)
	if len(repair.Messages) != 1 || repair.Messages[0].Role != User || repair.Messages[0].Text != got.Repair.Prompt ||
		!strings.Contains(got.Repair.Prompt, unreadable) {
		t.Errorf("the repair says %+v", repair.Messages)
	}
	if repair.System != "" || repair.Search != nil {
		t.Errorf("the repair holds system %q and search %+v", repair.System, repair.Search)
	}
	same := *repair
	same.System, same.Search, same.Messages = first.System, first.Search, first.Messages
	if !reflect.DeepEqual(&same, first) {
		t.Errorf("the parameters of the repair are %+v, of the request %+v", repair, first)
	}
	if got.Repair.Reply != mended || !got.Reading.Has(structured.RepairCall) || got.Repaired.Key == got.Key {
		t.Errorf("%+v", got)
	}
}

// TestAskJSONFails has no response to stand beside.
func TestAskJSONFails(t *testing.T) {
	down := &call.Failure{Kind: call.ServerFault, Message: "down"}
	c, s := scripted([]said{{err: down}})
	if got, err := c.AskJSON(t.Context(), gradeRequest()); got != nil || err != down || s.n() != 1 {
		t.Errorf("got %v, %v after %d calls", got, err, s.n())
	}
}
