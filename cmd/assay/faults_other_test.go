//go:build !linux

package main

import (
	"fmt"

	"github.com/rogpeppe/go-internal/testscript"
)

// condition knows [volumes]: whether file systems can be mounted, which is known of Linux alone.
func condition(name string) (bool, error) {
	if name != "volumes" {
		return false, fmt.Errorf("no condition %q", name)
	}
	return false, nil
}

func volume(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no volumes here") }

func remount(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no volumes here") }
