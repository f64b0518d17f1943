package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

func size(f *os.File) int {
	var s windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &s); err != nil {
		return 0
	}
	return int(s.Window.Right - s.Window.Left + 1)
}
