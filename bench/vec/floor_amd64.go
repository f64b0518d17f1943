//go:build linux

package main

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// multiply does so many rounds of 24 × 16 fused multiply-adds.
func multiply(rounds int)

// read loads n bytes, a multiple of 512.
func read(p *byte, n, ahead int)

// canMeasure says whether the loops of this file run here.
func canMeasure() bool { return cpu.X86.HasAVX512F }

// peak is the highest rate of multiplications and additions that the processor reaches, in 10⁹ a second.
func peak(threads int) float64 {
	const rounds = 2_000_000
	return rounds * 24 * 16 * 2 * float64(threads) / float64(fastest(5, func() {
		inParallel(threads, func(int) { multiply(rounds) })
	}).Nanoseconds())
}

// bandwidth is the highest rate at which these values can be loaded, in 10⁹ bytes per second.
func bandwidth(threads int, values []float32) float64 {
	part := len(values) / threads / 128 * 128
	best := 0.0
	for _, ahead := range []int{0, 1 << 10, 4 << 10, 16 << 10} {
		took := fastest(4, func() {
			inParallel(threads, func(i int) {
				read((*byte)(unsafe.Pointer(&values[i*part])), part*4, ahead)
			})
		})
		best = max(best, float64(part*4*threads)/float64(took.Nanoseconds()))
	}
	return best
}

func inParallel(threads int, do func(int)) {
	var all sync.WaitGroup
	for i := range threads {
		all.Go(func() { do(i) })
	}
	all.Wait()
}
