//go:build unix

package atomicfile

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestPermissions(t *testing.T) {
	old := unix.Umask(0)
	defer unix.Umask(old)
	for _, c := range []struct {
		umask        int
		before, want os.FileMode // before: 0 is no file
	}{{0o077, 0, 0o600}, {0o027, 0, 0o640}, {0o022, 0, 0o644}, {0o002, 0, 0o664}, {0o022, 0o600, 0o600}, {0o077, 0o640, 0o640}} {
		path := filepath.Join(t.TempDir(), "report.html")
		if c.before != 0 {
			unix.Umask(0)
			if err := os.WriteFile(path, []byte("before"), c.before); err != nil {
				t.Fatal(err)
			}
		}
		unix.Umask(c.umask)
		if err := Write(path, func(w io.Writer) error { _, err := io.WriteString(w, "now"); return err }); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != c.want {
			t.Errorf("umask %o, before %o: %o, want %o", c.umask, c.before, got, c.want)
		}
	}
}
