package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/suite/docqa/filesearch"
)

// runClean runs the command and returns what it prints.
func runClean(args ...string) (string, error) {
	c := docqaCleanCommand()
	c.SilenceErrors, c.SilenceUsage = true, true
	var out bytes.Buffer
	c.SetOut(&out)
	c.SetArgs(args)
	err := c.ExecuteContext(context.Background())
	return out.String(), err
}

// killedRun leaves at the server what a run does that was killed: a file whose id it had written down, a store whose
// id it had not, and its journal.
func killedRun(t *testing.T, server *fakemodel.Server) {
	t.Helper()
	const mark = "0123456789ab"
	conn, err := provider.Open(provider.Settings{Provider: "openai"})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := provider.NewOpenAIStores(conn, conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	name := "LARK.assay-" + mark + "-fedcba9876543210"
	f, err := stores.Upload(t.Context(), provider.Upload{Name: name + "-1.txt", Purpose: "assistants",
		Content: []byte("Larkmoor Foods"), Expires: filesearch.Expiry})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stores.Create(t.Context(), provider.NewStore{Name: name, ExpireDays: 1}); err != nil {
		t.Fatal(err)
	}
	journal := `{"kind":"assay file_search journal","version":1,"mark":"` + mark + `","provider":"openai","base_url":"` + server.URL +
		`","began":"2026-11-20T10:00:00Z"}
{"made":"file","id":"` + f.ID + `","at":"2026-11-20T10:00:00Z"}
{"made":"vector_st`
	if err := os.MkdirAll(filesDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filesDir, mark+".jsonl"), []byte(journal), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestDocqaClean(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	t.Chdir(t.TempDir())
	t.Setenv("OPENAI_BASE_URL", server.URL)
	t.Setenv("OPENAI_API_KEY", fakemodel.Key)
	if out, err := runClean(); err != nil || out != "nothing is left\n" || len(server.Calls()) != 0 {
		t.Errorf("%q, %v, %d calls", out, err, len(server.Calls()))
	}
	killedRun(t, server)
	out, err := runClean("--dry-run")
	if err != nil || strings.Count(out, "found ") != 2 || strings.Count(out, "expires ") != 2 || len(server.OpenAI().Leftovers()) != 2 {
		t.Errorf("%q, %v", out, err)
	}
	t.Setenv("OPENAI_API_KEY", "sk-another")
	if out, err := runClean(); err == nil || !strings.Contains(out, "kept ") ||
		!strings.Contains(err.Error(), "1 of 1 could not be deleted") || strings.Contains(out, "another") {
		t.Errorf("with a wrong key: %q, %v", out, err)
	}
	t.Setenv("OPENAI_API_KEY", fakemodel.Key)
	out, err = runClean("--json")
	var left []filesearch.Left
	if json.Unmarshal([]byte(out), &left) != nil || err != nil || len(left) != 2 ||
		left[0].State != filesearch.Deleted || left[0].Kind != "vector_store" || left[1].State != filesearch.Deleted {
		t.Errorf("%q, %v", out, err)
	}
	if left := server.OpenAI().Leftovers(); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
	if out, err := runClean("--json", "--all", "openai"); err != nil || out != "[]\n" {
		t.Errorf("%q, %v", out, err)
	}
	if _, err := runClean("word"); err == nil {
		t.Error("a word is taken")
	}
}
