package wrap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
)

// TestRecordReplay records a call with all its tries and replays what it came to.
func TestRecordReplay(t *testing.T) {
	store := &Memory{}
	fault := &call.Failure{Kind: call.ServerFault, Provider: "ledgerline", Model: "ledger-1", Status: 500, Message: "oops",
		Exchange: &call.Exchange{Status: 500, Body: []byte("oops")}}
	s := Stack(failing(fault, fault), Options{Retry: &Retry{Base: 1}, Record: &Record{Store: store}})
	live, err := s.Send(t.Context(), callN(1))
	must(t, err)
	entries, err := store.Load(callN(1).Key())
	must(t, err)
	if len(entries) != 3 || entries[0].Failure == nil || entries[1].Failure == nil || entries[2].Failure != nil {
		t.Fatalf("%d entries: every try is kept", len(entries))
	}
	unsent := &inner{}
	replay := Stack(unsent, Options{Replay: &Replay{Store: store}, Retry: &Retry{}, Record: &Record{Store: fullStore{}}})
	reply, err := replay.Send(t.Context(), callN(1))
	must(t, err)
	if reply.Source != call.Replayed || string(reply.Exchange.Body) != string(live.Exchange.Body) || unsent.n.Load() != 0 {
		t.Errorf("%+v, %d sent", reply, unsent.n.Load())
	}
	_, err = replay.Send(t.Context(), callN(2))
	f := wantKind(t, err, call.NotRecorded)
	for _, part := range []string{"ledger-1", callN(2).Key().String(), "without --replay"} {
		if !strings.Contains(f.Error(), part) {
			t.Errorf("%q does not say %q", f, part)
		}
	}
}

// TestReplayFailure gives recorded failures back as they were.
func TestReplayFailure(t *testing.T) {
	for name, f := range map[string]*call.Failure{
		"refused": {Kind: call.BadRequest, Status: 400, Code: "no", Message: "no such thing",
			Exchange: &call.Exchange{Status: 400, Body: []byte("no")}},
		"unreachable": {Kind: call.Unreachable, Err: errors.New("no route to host")},
	} {
		t.Run(name, func(t *testing.T) {
			f.Provider, f.Model = "ledgerline", "ledger-1"
			store := &Memory{}
			_, err := (&Record{Store: store}).Around(failing(f)).Send(t.Context(), callN(1))
			wantKind(t, err, f.Kind)
			_, err = (&Replay{Store: store}).Send(t.Context(), callN(1))
			if back := wantKind(t, err, f.Kind); back.Error() != f.Error() {
				t.Errorf("got %q, want %q", back, f)
			}
		})
	}
}

// TestReplayStates replays what a wait for a file to be ready saw, one state after the other.
func TestReplayStates(t *testing.T) {
	store := &Memory{}
	poll := func() *call.Call {
		c := callN(1)
		c.Operation = call.Manage
		return c
	}
	states := []string{"pending", "pending", "ready"}
	record := (&Record{Store: store}).Around(&inner{do: func(_ context.Context, c *call.Call, n int) (*call.Reply, error) {
		return answer(c, states[n-1]), nil
	}})
	for range states {
		_, err := record.Send(t.Context(), poll())
		must(t, err)
	}
	replay := &Replay{Store: store}
	for _, want := range append(states, "ready", "ready") {
		reply, err := replay.Send(t.Context(), poll())
		must(t, err)
		if got := reply.Result.Value.(*model.Response).Text; got != want {
			t.Errorf("state %q, want %q", got, want)
		}
	}
}

// TestRecordSkips keeps nothing of calls that were never sent.
func TestRecordSkips(t *testing.T) {
	store := &Memory{}
	for _, kind := range []call.Kind{call.MissingKey, call.Cancelled, call.OverBudget} {
		_, err := (&Record{Store: store}).Around(failing(&call.Failure{Kind: kind})).Send(t.Context(), callN(1))
		wantKind(t, err, kind)
	}
	if n := store.Len(); n != 0 {
		t.Errorf("%d entries", n)
	}
}

func TestRecordCannotStore(t *testing.T) {
	record := &Record{Store: fullStore{}}
	_, err := record.Around(&inner{}).Send(t.Context(), callN(1))
	if f := wantKind(t, err, call.NotStored); f.Exchange == nil || !strings.Contains(f.Error(), "no space left") {
		t.Errorf("%+v", f)
	}
	provider := failing(&call.Failure{Kind: call.Overload, Message: "busy"}, nil)
	_, err = Stack(provider, Options{Retry: &Retry{Base: 1}, Record: record}).Send(t.Context(), callN(1))
	if f := wantKind(t, err, call.NotStored); !strings.Contains(f.Error(), "busy") || provider.n.Load() != 1 {
		t.Errorf("%v after %d calls: what cannot be kept is not tried again", f, provider.n.Load())
	}
}

// TestNoKeyIsRecorded sends a key to a server that says it back in every way, through everything.
func TestNoKeyIsRecorded(t *testing.T) {
	server, store := testServer(t), &Memory{}
	s := Stack(testSender(), fullOptions(store))
	for _, path := range []string{"ok", "fail"} {
		c := testCall(server.URL, path, 1)
		c.Header = http.Header{"Authorization": {plantedKey}, "X-Api-Key": {plantedKey}}
		c.URL += "?key=" + plantedKey
		s.Send(t.Context(), c) //nolint:errcheck // what matters is the record
	}
	var lines strings.Builder
	for _, entries := range store.entries {
		for _, e := range entries {
			text, err := json.Marshal(e)
			must(t, err)
			fmt.Fprintf(&lines, "%s %s\n", text, e.Body)
			if e.Response != nil {
				fmt.Fprintf(&lines, "%s\n", e.Response.Body)
			}
		}
	}
	if store.Len() != 2 || strings.Contains(lines.String(), plantedKey) {
		t.Errorf("%d entries:\n%s", store.Len(), lines.String())
	}
}
