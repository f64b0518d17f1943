package config

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Limits of a file that people write. Beyond them reading takes time that grows with the square of the file
// or, with aliases of aliases, without bound.
const (
	maxDepth = 64     // of brackets and indentation
	maxNodes = 20_000 // keys, values and lists, what aliases repeat among them
)

// checkSize refuses a file of more nodes than settings have, where each alias counts as what it repeats.
func checkSize(path string, body ast.Node) error {
	c := counter{anchors: map[string]int{}}
	ast.Walk(&c, body)
	if c.nodes > maxNodes {
		return fmt.Errorf("%s: more than %d keys and values, with what aliases repeat", path, maxNodes)
	}
	return nil
}

// counter counts nodes, up to a little above maxNodes.
type counter struct {
	nodes   int
	anchors map[string]int // how many nodes each holds
}

// Visit counts a node and those below it.
func (c *counter) Visit(n ast.Node) ast.Visitor {
	if n == nil || c.nodes > maxNodes {
		return nil
	}
	c.nodes++
	switch n := n.(type) {
	case *ast.AnchorNode:
		before := c.nodes
		ast.Walk(c, n.Value)
		c.anchors[anchorName(n.Name)] = c.nodes - before
		return nil
	case *ast.AliasNode:
		c.nodes += c.anchors[anchorName(n.Value)]
		return nil
	}
	return c
}

func anchorName(n ast.Node) string {
	if n == nil {
		return ""
	}
	return strings.TrimSpace(n.String())
}
