package vec

import "unsafe"

// portable are the kernels in plain Go. A product is rounded before it is added, on every machine: the conversions
// keep the compiler from fusing the two.
var portable = kernels{
	name:     "go",
	float:    scanSet{wide: scanKernel{rows: 4, width: goWidth, run: scanGo}},
	int8:     scanSet{wide: scanKernel{rows: 4, width: goWidth, run: scan8Go}},
	mul:      mulSet[mulArgs]{width: goWidth, masked: true, run: []func(*mulArgs){mulGo(1), mulGo(2), mulGo(3), mulGo(4)}},
	dot64:    dot64Go,
	elements: &portableElements,
}

// goWidth is the number of lanes of the portable kernels. A quarter of a panel leaves few lanes unused.
const goWidth = 8

func dot64Go(a, b *float32, n int, into *[sums]float64) {
	s, x, y := *into, unsafe.Slice(a, n), unsafe.Slice(b, n)
	for ; len(x) >= sums && len(y) >= sums; x, y = x[sums:], y[sums:] {
		for i := range sums {
			s[i] += float64(x[i]) * float64(y[i])
		}
	}
	*into = s
}

// steps are the words of a panel from one lane on, without those that follow it after the last step.
func steps[T any](panel *T, depth, step, width int) []T {
	return unsafe.Slice(panel, (depth-1)*step+width)
}

// after returns the address so many bytes further on.
func after[T any](p *T, bytes uintptr) *T { return (*T)(unsafe.Add(unsafe.Pointer(p), bytes)) }

func scanGo(a *scanArgs) {
	depth := int(a.depth)
	panel := steps((*float32)(a.panel), depth, panelWidth, goWidth)
	limit := (*[goWidth]float32)(unsafe.Pointer(a.limit))
	scores := (*[4][goWidth]float32)(unsafe.Pointer(a.scores))
	masks := (*[4]uint32)(unsafe.Pointer(a.masks))
	a.done, a.found = 0, 0
	for ; a.done < a.tiles && a.found == 0; a.done++ {
		for r := range 4 {
			row := unsafe.Slice((*float32)(unsafe.Add(a.rows, (4*a.done+uintptr(r))*a.stride)), depth)
			scores[r] = [goWidth]float32{}
			sumRow(&scores[r], row, panel)
			masks[r] = reached(&scores[r], limit)
			if masks[r] != 0 {
				a.found = 1
			}
		}
	}
}

// reached has a bit for every score that is at its limit or above.
func reached(scores, limit *[goWidth]float32) uint32 {
	var mask uint32
	for i, s := range scores {
		if s >= limit[i] {
			mask |= 1 << i
		}
	}
	return mask
}

// sumRow adds the products of a row with eight lanes of a panel.
func sumRow(sum *[goWidth]float32, row, panel []float32) {
	s0, s1, s2, s3, s4, s5, s6, s7 := sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], sum[6], sum[7]
	for _, x := range row {
		p := (*[goWidth]float32)(panel)
		s0 += float32(x * p[0])
		s1 += float32(x * p[1])
		s2 += float32(x * p[2])
		s3 += float32(x * p[3])
		s4 += float32(x * p[4])
		s5 += float32(x * p[5])
		s6 += float32(x * p[6])
		s7 += float32(x * p[7])
		panel = panel[min(panelWidth, len(panel)):]
	}
	*sum = [goWidth]float32{s0, s1, s2, s3, s4, s5, s6, s7}
}

func scan8Go(a *scanArgs) {
	depth := int(a.depth)
	panel := steps((*[4]int8)(a.panel), depth, panelWidth, goWidth)
	limit := (*[goWidth]float32)(unsafe.Pointer(a.limit))
	start := (*[goWidth]int32)(unsafe.Pointer(a.start))
	queryScales := (*[goWidth]float32)(unsafe.Pointer(a.queryScales))
	scales := unsafe.Slice(a.scales, 4*a.tiles)
	scores := (*[4][goWidth]float32)(unsafe.Pointer(a.scores))
	masks := (*[4]uint32)(unsafe.Pointer(a.masks))
	a.done, a.found = 0, 0
	for ; a.done < a.tiles && a.found == 0; a.done++ {
		for r := range 4 {
			at := 4*a.done + uintptr(r)
			row := unsafe.Slice((*[4]uint8)(unsafe.Add(a.rows, at*a.stride)), depth)
			sum := *start
			sumCodes(&sum, row, panel)
			for i := range sum {
				scores[r][i] = float32(float32(sum[i])*scales[at]) * queryScales[i]
			}
			masks[r] = reached(&scores[r], limit)
			if masks[r] != 0 {
				a.found = 1
			}
		}
	}
}

// sumCodes adds the products of a row of codes with eight lanes of a panel.
func sumCodes(sum *[goWidth]int32, row [][4]uint8, panel [][4]int8) {
	for k, codes := range row {
		c0, c1, c2, c3 := int32(codes[0]), int32(codes[1]), int32(codes[2]), int32(codes[3])
		p := (*[goWidth][4]int8)(panel[k*panelWidth:])
		for i := range p {
			sum[i] += c0*int32(p[i][0]) + c1*int32(p[i][1]) + c2*int32(p[i][2]) + c3*int32(p[i][3])
		}
	}
}

// mulGo is the loop for so many rows at a time.
func mulGo(rows int) func(*mulArgs) {
	return func(a *mulArgs) {
		panel := steps(a.panel, int(a.depth), panelWidth, goWidth)
		for r := range a.tiles * uintptr(rows) {
			sum := *(*[goWidth]float32)(unsafe.Pointer(a.bias))
			sumRow(&sum, unsafe.Slice(after(a.x, r*a.stride), a.depth), panel)
			copy(unsafe.Slice(after(a.dst, r*a.dstStride), a.lanes), sum[:])
		}
	}
}
