package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckOwn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), DataDir)
	if err := CheckOwn(dir); err != nil {
		t.Errorf("missing: %v", err)
	}
	deep := filepath.Join(dir, "index", "main")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(deep, "manifest.json"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := CheckOwn(dir); err != nil {
		t.Errorf("files and directories: %v", err)
	}
	if err := os.Symlink("manifest.json", filepath.Join(deep, "lock")); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	w := Open(filepath.Dir(dir), Options{})
	for name, open := range map[string]func() error{
		"Corpus":         func() error { _, err := w.Corpus(); return err },
		"Ledger":         func() error { _, err := w.Ledger(); return err },
		"Index":          func() error { _, err := w.Index(""); return err },
		"Indexes":        func() error { _, err := w.Indexes(); return err },
		"RemoveIndex":    func() error { return w.RemoveIndex("main") },
		"CopiesOf":       func() error { _, err := w.CopiesOf("main"); return err },
		"Copy":           func() error { _, err := w.Copy("cluster"); return err },
		"WritableLedger": func() error { _, err := w.WritableLedger(); return err },
		"Ingest":         func() error { _, err := w.Ingest(t.Context(), "missing"); return err },
	} {
		if err := open(); err == nil || !strings.Contains(err.Error(), `lock" is a link`) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(deep, "manifest.json")); err != nil {
		t.Error(err)
	}
}
