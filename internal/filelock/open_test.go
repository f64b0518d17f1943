package filelock

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOpenFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	victim, link, dangling := filepath.Join(dir, "victim"), filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	if err := os.WriteFile(victim, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	for at, to := range map[string]string{link: victim, dangling: filepath.Join(dir, "none")} {
		if err := os.Symlink(to, at); err != nil {
			t.Skip("links cannot be made here: ", err)
		}
		if f, err := Open(at, os.O_CREATE); err == nil {
			t.Errorf("%s was opened", at)
			f.Close()
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "none")); err == nil {
		t.Error("what a link dangles to was made")
	}
	if f, err := Open(dir, 0); err == nil {
		t.Error("a directory was opened")
		f.Close()
	}
	f, err := Open(filepath.Join(dir, "new"), os.O_CREATE)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("x"); err != nil {
		t.Error(err)
	}
}
