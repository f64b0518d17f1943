//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

func size(f *os.File) int {
	s, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(s.Col)
}
