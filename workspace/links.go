package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// CheckOwn refuses a directory that is a link or has anything below it but files and directories: in a workspace that
// somebody else prepared, a link would have this program write to, or read from, any place of its user. A directory
// that is missing is right.
func CheckOwn(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // or another process has just removed it
			return nil
		case err != nil:
			return fmt.Errorf("check %q for links: %w", dir, err)
		case d.IsDir() || d.Type().IsRegular():
			return nil
		}
		kind := "is neither a file nor a directory"
		if d.Type()&fs.ModeSymlink != 0 {
			kind = "is a link"
		}
		return fmt.Errorf("%q %s: nothing in %s may point elsewhere, as whoever prepared it could have assay write to any file of yours; "+
			"if it is yours, put what it points at in its place, else remove it", filepath.ToSlash(path), kind, filepath.ToSlash(dir))
	})
}

// own is a path below the data directory, to be opened, if nothing there leads out of it.
func (w *Workspace) own(elem ...string) (string, error) { return w.Path(elem...), w.checked() }
