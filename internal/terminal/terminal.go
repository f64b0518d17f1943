// Package terminal shows on a terminal, or elsewhere line by line, how far something is.
package terminal

import (
	"io"
	"os"
	"strconv"
)

// Is reports whether a writer is a terminal that can redraw a line.
func Is(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && os.Getenv("TERM") != "dumb" && IsDevice(f) && f.Name() != os.DevNull
}

// IsDevice reports whether a reader or a writer is a character device: somebody would have to type what it reads.
func IsDevice(v any) bool {
	f, ok := v.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Color reports whether a writer is a terminal whose user has not turned colours off.
func Color(out io.Writer) bool { return Is(out) && os.Getenv("NO_COLOR") == "" }

// Width is the number of columns of a terminal, or 0 if it is not known: that of COLUMNS, or what the terminal says.
func Width(out io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := out.(*os.File); ok && Is(out) {
		return size(f)
	}
	return 0
}

// Count writes a count with commas.
func Count[T ~int | ~int32 | ~int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Megabytes writes a number of bytes in megabytes.
func Megabytes(n int64) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " MB" }
