//go:build !unix

package ledger

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
