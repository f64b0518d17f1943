//go:build unix

package figure

import (
	"time"

	"golang.org/x/sys/unix"
)

// processor is the processor time that the process has used: other than time itself it does not grow with what else
// the machine does.
func processor() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
