package main

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that this process has used, collecting garbage included. Unlike the
// time of day it does not change with what else the machine is doing. It needs a Unix system.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
