package mmap

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string][]byte{"empty": nil, "short": []byte("short"),
		"pages": bytes.Repeat([]byte("0123456789abcdef"), 4096)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, want, 0o600); err != nil {
			t.Fatal(err)
		}
		data, done, err := Open(path)
		if err != nil || !bytes.Equal(data, want) {
			t.Fatalf("%s: %d bytes, %v", name, len(data), err)
		}
		Release(data)
		if !bytes.Equal(data, want) {
			t.Errorf("%s: it reads otherwise after it was released", name)
		}
		if err := done(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, path := range []string{dir, filepath.Join(dir, "none")} {
		if _, _, err := Open(path); err == nil {
			t.Errorf("%q was mapped", path)
		}
	}
}
