package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// prepared is a link in a workspace that somebody else prepared, and a command that would open it.
type prepared struct {
	link, target string // in the workspace; beside it: "file", "dir", or "none", which is missing
	args         string
}

// TestLinksOfWorkspaces has commands work where a link leads out of what assay keeps for itself: nothing outside is
// written to, made or read.
func TestLinksOfWorkspaces(t *testing.T) {
	for _, p := range []prepared{
		{".assay", "dir", "ingest report.txt"},
		{".assay", "dir", "init"},
		{".assay", "dir", "gold anchors"},
		{".assay/corpus", "dir", "ingest report.txt"},
		{".assay/corpus/lock", "file", "ingest report.txt"},
		{".assay/corpus/ingest.jsonl", "file", "ingest report.txt"},
		{".assay/corpus/parts", "dir", "corpus ls"},
		{".assay/assay.schema.json", "file", "init"},
		{".assay/ledger.db", "none", "runs"},
		{".assay/ledger.db", "none", "eval cases cases.jsonl --answers answers.jsonl"},
		{".assay/ledger.db-wal", "file", "runs verify"},
		{".assay/ledger.lock", "file", "baseline set latest --name main"},
		{".assay/claims", "dir", "eval cases cases.jsonl --answers answers.jsonl"},
		{".assay/index/main/lock", "file", "index build"},
		{".assay/index/main/manifest.json", "file", "search revenue"},
		{".assay/engines", "dir", "index ls"},
		{".assay/documents", "dir", "eval docqa answers.jsonl"},
		{".assay/docqa_files", "dir", "eval docqa clean"},
		{"assay-demo", "dir", "demo"},
		{"assay-demo/filings", "dir", "demo"},
	} {
		t.Run(strings.ReplaceAll(p.link+" "+p.args, "/", "_"), func(t *testing.T) { p.check(t) })
	}
}

func (p prepared) check(t *testing.T) {
	base := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(base, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const text = "of somebody else\n"
	put("file", text)
	put("dir/kept", text)
	put("ws/report.txt", "Nordwind Energie AG, annual report 2023\n\nRevenue was $ 5 million in 2023.\n")
	link := filepath.Join(base, "ws", filepath.FromSlash(p.link))
	if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(base, p.target), link); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	cmd := exec.Command("assay", strings.Fields(p.args)...)
	cmd.Dir = filepath.Join(base, "ws")
	said, err := cmd.CombinedOutput()
	if err == nil || !bytes.Contains(said, []byte(p.link+`" is a link`)) {
		t.Errorf("%v:\n%s", err, said)
	}
	for _, name := range []string{"file", "dir/kept"} {
		if got, err := os.ReadFile(filepath.Join(base, name)); err != nil || string(got) != text {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if all, err := os.ReadDir(filepath.Join(base, "dir")); err != nil || len(all) != 1 {
		t.Errorf("%d entries in the directory, %v", len(all), err)
	}
	if _, err := os.Lstat(filepath.Join(base, "none")); err == nil {
		t.Error("what the link dangles to was made")
	}
}
