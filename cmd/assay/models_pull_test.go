package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assayhq/assay/encode/hub"
	hubfake "github.com/assayhq/assay/internal/fakehub"
)

type hubKey struct{}

// TestHubScripts runs the scripts that need a model hub: each has one of its own on loopback.
func TestHubScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/hub/*.txtar")
	if err != nil || len(scripts) < 2 {
		t.Fatalf("%d scripts, want at least 2 (%v)", len(scripts), err)
	}
	commands := maps.Clone(scriptCommands)
	commands["hub"] = modelHub
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			s := hubfake.New()
			e.Defer(s.Close)
			for _, r := range encoders() {
				s.Add(r)
			}
			e.Values[hubKey{}] = s
			e.Setenv(hub.EndpointVar, s.URL)
			e.Setenv(hub.DirVar, filepath.Join(e.WorkDir, "models"))
			e.Setenv("TOKEN", s.Token)
			e.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Condition: condition,
		Cmds:      commands,
	})
}

// modelHub orders and checks what the hub does: hub PATH cut|hang BYTES, hub PATH status CODE, hub asked N…,
// which forgets what was asked, hub await FILE BYTES.
func modelHub(ts *testscript.TestScript, neg bool, args []string) {
	s := ts.Value(hubKey{}).(*hubfake.Server)
	if neg || len(args) < 2 {
		ts.Fatalf("usage: hub PATH cut|hang|status N, hub asked N…")
	}
	if args[0] == "asked" {
		if n := len(s.Requests()); !slices.Contains(args[1:], fmt.Sprint(n)) {
			ts.Fatalf("the hub was asked %d times", n)
		}
		s.Forget()
		return
	}
	n, err := strconv.Atoi(args[len(args)-1])
	ts.Check(err)
	if args[0] == "await" {
		until(ts, args[1]+" to grow", func() bool {
			info, err := os.Stat(ts.MkAbs(args[1]))
			return err == nil && info.Size() == int64(n)
		})
		return
	}
	switch args[1] {
	case "cut":
		s.Next(args[0], hubfake.Fault{Kind: hubfake.Cut, At: int64(n)})
	case "hang":
		s.Next(args[0], hubfake.Fault{Kind: hubfake.Hang, At: int64(n)})
	case "status":
		s.Next(args[0], hubfake.Fault{Kind: hubfake.Status, Code: n})
	default:
		ts.Fatalf("hub: no fault %q", args[1])
	}
}

// encoders are the models of the hub: one that is open, a newer commit of it, one that is gated, one of pickles.
func encoders() []hubfake.Repo {
	header := []byte(`{"embeddings":{"dtype":"F32","shape":[500,500],"data_offsets":[0,1000000]}}`)
	weights := slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header, bytes.Repeat([]byte("weights!"), 125_000))
	repo := func(id, sha string) hubfake.Repo {
		return hubfake.Repo{ID: id, SHA: sha, License: "apache-2.0", Files: map[string][]byte{
			"config.json": []byte(`{"model_type":"bert"}`), "tokenizer.json": []byte(`{}`), "model.safetensors": weights,
			"pytorch_model.bin": []byte("x")}}
	}
	old, open := repo("acme/tiny", "1111111111111111111111111111111111111111"), repo("acme/tiny", "2222222222222222222222222222222222222222")
	old.Revisions = []string{"v1"}
	gated, pickles := repo("acme/gated", "3333333333333333333333333333333333333333"), repo("acme/pickles",
		"4444444444444444444444444444444444444444")
	gated.Gated, gated.License = "manual", nil
	delete(pickles.Files, "model.safetensors")
	return []hubfake.Repo{old, open, gated, pickles}
}
