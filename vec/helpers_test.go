package vec

// MatMul writes a·b to dst.
func MatMul(dst, a, b Matrix, workers int) {
	var p Panels
	p.SetColumns(b)
	p.MulTo(dst, a, workers)
}

// Add offers one row to a query. NaN is not taken.
func (t *Top) Add(query int, row uint32, score float32) {
	t.expect(false)
	t.next = max(t.next, uint64(row)+1)
	t.offer(query, Hit{row, score})
}
