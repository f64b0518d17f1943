package pdf

// measure is the width that text of a region fills.
type measure struct {
	left, right float32
	starts      map[int32]int // how many lines start at a point
}

// measureOf is the left and right edge of most lines that are long enough to tell.
func measureOf(lines []line) measure {
	m := measure{farAway, -farAway, map[int32]int{}}
	for i := range lines {
		m.starts[int32(lines[i].x0)]++
		m.left, m.right = min(m.left, lines[i].x0), max(m.right, lines[i].x1)
	}
	wide := m.left + (m.right-m.left)/2
	counts, total := map[int]int{}, 0
	for i := range lines {
		if l := &lines[i]; len(l.segments) == 1 && l.x1 > wide {
			counts[int(l.x1/edgeWidth)]++
			total++
		}
	}
	if total < minColumnLines {
		return m
	}
	// The outermost edge that a tenth of the lines comes near.
	best := m.right
	for e, sum := int(m.right/edgeWidth), 0; e >= int(wide/edgeWidth); e-- {
		sum += counts[e]
		if sum*10 >= total {
			best = float32(e+1) * edgeWidth
			break
		}
	}
	m.right = min(m.right, best)
	return m
}

// isEdge: several lines start at x, so that none of them is centred by more than chance.
func (m *measure) isEdge(x float32) bool {
	k := int32(x)
	return m.starts[k-1]+m.starts[k]+m.starts[k+1] > maxCentredAlike
}

// maxCentredAlike is the number of centred lines of one length that a column may have.
const maxCentredAlike = 4

// edgeWidth is the grain, in points, in which right edges are counted.
const edgeWidth = 4
