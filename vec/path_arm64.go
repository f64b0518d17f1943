package vec

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// paths are those that this machine can run, slowest first. Every arm64 processor that Go runs on has NEON, and
// every Mac among them int8 dot products, whatever its system says.
func paths() []*kernels {
	all := []*kernels{&portable, &neon}
	if cpu.ARM64.HasASIMDDP || runtime.GOOS == "darwin" {
		all = append(all, &dotprod)
	}
	return all
}

var neon = kernels{
	name: "neon",
	float: scanSet{
		wide:   scanKernel{rows: 6, width: 16, run: scan6x16},
		single: scanKernel{rows: 16, width: 1, run: scan16x1},
	},
	int8: scanSet{
		wide:   scanKernel{rows: 2, width: 16, run: scanCodes2x16},
		single: scanKernel{rows: 8, width: 1, run: scanCodes8x1},
	},
	mul:      mulSet[mulArgs]{width: 16, run: []func(*mulArgs){mul1x16, mul2x16, mul3x16, mul4x16, mul5x16, mul6x16}},
	elements: &neonElements,
	dot64:    dot64NEON,
}

var dotprod = kernels{
	name:  "dotprod",
	float: neon.float,
	int8: scanSet{
		wide:   scanKernel{rows: 6, width: 16, run: scanCodes6x16},
		single: scanKernel{rows: 16, width: 1, run: scanCodes16x1},
	},
	mul: neon.mul,
	codes: mulSet[codesArgs]{width: 16, run: []func(*codesArgs){
		mulCodes1x16, mulCodes2x16, mulCodes3x16, mulCodes4x16, mulCodes5x16, mulCodes6x16,
	}},
	extremes: extremesNEON,
	quantize: quantizeNEON,
	elements: neon.elements,
	dot64:    neon.dot64,
}
