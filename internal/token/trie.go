package token

import (
	"cmp"
	"slices"
	"strings"
)

// trie finds the tokens that a text begins with. The children of a node are side by side, sorted: nine bytes a
// node, whatever the tokens are.
type trie struct {
	label []byte
	child []uint32    // of each node, its first; one more at the end
	id    []uint32    // of the token that ends at the node, plus 1
	root  [256]uint32 // children of the root, plus 1: most have many
}

// newTrie makes one of tokens, whose order it changes; of those given twice the one with the highest id counts.
func newTrie(entries []entry) *trie {
	slices.SortFunc(entries, func(a, b entry) int {
		if order := strings.Compare(a.text, b.text); order != 0 {
			return order
		}
		return cmp.Compare(a.id, b.id)
	})
	type reach struct{ from, to, depth int } // the entries below a node
	t := &trie{label: []byte{0}, id: []uint32{0}}
	nodes := []reach{{0, len(entries), 0}}
	for at := 0; at < len(nodes); at++ {
		n := nodes[at]
		t.child = append(t.child, uint32(len(nodes)))
		for n.from < n.to && len(entries[n.from].text) == n.depth {
			if n.depth > 0 {
				t.id[at] = entries[n.from].id + 1
			}
			n.from++
		}
		for from := n.from; from < n.to; {
			b, to := entries[from].text[n.depth], from+1
			for to < n.to && entries[to].text[n.depth] == b {
				to++
			}
			if at == 0 {
				t.root[b] = uint32(len(nodes)) + 1
			}
			nodes = append(nodes, reach{from, to, n.depth + 1})
			t.label, t.id = append(t.label, b), append(t.id, 0)
			from = to
		}
	}
	t.child = append(t.child, uint32(len(nodes)))
	return t
}

// step is the child of a node by a byte; 0 where there is none.
func (t *trie) step(node uint32, b byte) uint32 {
	if node == 0 {
		if t.root[b] == 0 {
			return 0
		}
		return t.root[b] - 1
	}
	low, high := t.child[node], t.child[node+1]
	for high-low > 4 {
		if mid := (low + high) / 2; t.label[mid] <= b {
			low = mid
		} else {
			high = mid
		}
	}
	for ; low < high; low++ {
		if t.label[low] == b {
			return low
		}
	}
	return 0
}

// longest is the longest token that a text begins with.
func (t *trie) longest(text []byte) (id uint32, size int) {
	node := uint32(0)
	for i, b := range text {
		if node = t.step(node, b); node == 0 {
			break
		}
		if t.id[node] != 0 {
			id, size = t.id[node]-1, i+1
		}
	}
	return id, size
}
