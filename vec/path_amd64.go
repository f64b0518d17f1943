package vec

import "golang.org/x/sys/cpu"

// paths are those that this machine can run, slowest first.
func paths() []*kernels {
	all := []*kernels{&portable}
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		return all
	}
	all = append(all, &avx2)
	if !cpu.X86.HasAVX512F || !cpu.X86.HasAVX512DQ || !cpu.X86.HasAVX512BW || !cpu.X86.HasAVX512VL || !cpu.X86.HasBMI2 {
		return all
	}
	all = append(all, &avx512)
	if cpu.X86.HasAVX512VNNI {
		all = append(all, &vnni)
	}
	return all
}

var avx2 = kernels{
	name: "avx2",
	float: scanSet{
		wide:   scanKernel{rows: 6, width: 16, run: scan6x16},
		single: scanKernel{rows: 8, width: 1, run: scan8x1},
	},
	int8: scanSet{
		wide:   scanKernel{rows: 2, width: 16, run: scanCodes2x16},
		single: scanKernel{rows: 8, width: 1, run: scanCodes8x1},
	},
	mul:      mulSet[mulArgs]{width: 16, run: []func(*mulArgs){mul1x16, mul2x16, mul3x16, mul4x16, mul5x16, mul6x16}},
	dot64:    dot64AVX2,
	elements: &avx2Elements,
}

var avx512 = kernels{
	name: "avx512",
	float: scanSet{
		wide:   scanKernel{rows: 12, width: 32, run: scan12x32},
		narrow: scanKernel{rows: 12, width: 16, run: scan12x16},
		single: scanKernel{rows: 16, width: 1, run: scan16x1},
	},
	int8: avx2.int8,
	mul: mulSet[mulArgs]{width: 32, masked: true, run: []func(*mulArgs){
		mul1x32, mul2x32, mul3x32, mul4x32, mul5x32, mul6x32,
		mul7x32, mul8x32, mul9x32, mul10x32, mul11x32, mul12x32,
	}},
	dot64:    dot64AVX512,
	elements: &avx512Elements,
}

var vnni = kernels{
	name:  "vnni",
	float: avx512.float,
	int8: scanSet{
		wide:   scanKernel{rows: 12, width: 32, run: scanCodes12x32},
		narrow: scanKernel{rows: 12, width: 16, run: scanCodes12x16},
		single: scanKernel{rows: 16, width: 1, run: scanCodes16x1},
	},
	mul: avx512.mul,
	codes: mulSet[codesArgs]{width: 32, masked: true, run: []func(*codesArgs){
		mulCodes1x32, mulCodes2x32, mulCodes3x32, mulCodes4x32, mulCodes5x32, mulCodes6x32,
		mulCodes7x32, mulCodes8x32, mulCodes9x32, mulCodes10x32, mulCodes11x32, mulCodes12x32,
	}},
	extremes: extremes512,
	quantize: quantize512,
	dot64:    avx512.dot64,
	elements: avx512.elements,
}
