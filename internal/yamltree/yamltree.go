// Package yamltree turns YAML that people write into the library's tree, within bounds.
//
// The library reads by recursion and takes the square of some lists, and bounds neither. So its tokens are
// counted as they come, before its parser sees them, and the first that goes too far ends the reading: as
// these are the tokens that are parsed, no quotation mark or comment can hide a bracket from the count.
package yamltree

import (
	"errors"
	"fmt"
	"io"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// Limits of what files nest and list. The library takes the square of the last two.
const (
	maxTokens   = 1 << 20
	maxSiblings = 1 << 14 // keys of one object
	maxEmpty    = 1 << 12 // keys and dashes with nothing after them
)

// Excess is where a file goes beyond a limit.
type Excess struct {
	Line    int
	Message string
}

func (e *Excess) Error() string { return e.Message }

// Parse reads YAML of at most so many levels, each a bracket or a step of indentation. Its error is an
// *Excess, or what the library says; that the library panics on some damaged files is the files' fault.
func Parse(text []byte, levels int) (file *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			file, err = nil, fmt.Errorf("not readable as YAML: %v", r)
		}
	}()
	var s scanner.Scanner
	s.Init(string(text))
	c := counter{levels: levels}
	var tokens token.Tokens
	for {
		next, err := s.Scan()
		if errors.Is(err, io.EOF) {
			return parser.Parse(tokens, 0)
		}
		tokens.Add(next...)
		for _, t := range next {
			if said := c.take(t); said != "" {
				return nil, &Excess{t.Position.Line, said}
			}
		}
	}
}

// counter follows tokens.
type counter struct {
	levels int
	tokens int
	open   int    // brackets
	steps  []step // of indentation
	chain  int    // keys, tags and anchors that hang on one another
	empty  int
	last   *token.Token // but for comments
	key    int          // the column of the last key or dash
	line   int          // on which it stands
}

type step struct{ column, keys int }

// take counts a token; what it says is why the file is refused.
func (c *counter) take(t *token.Token) string {
	if c.tokens++; c.tokens > maxTokens {
		return fmt.Sprintf("more than the %d words and marks that are read", maxTokens)
	}
	if t.Type == token.CommentType {
		return ""
	}
	if t.Position.Line != c.line && c.open == 0 {
		c.chain = 0
	}
	c.follow(t)
	keys := 0
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		c.open++
		c.chain = 0
	case token.SequenceEndType, token.MappingEndType:
		c.open = max(0, c.open-1)
		c.chain = 0
	case token.CollectEntryType:
		c.chain = 0
	case token.TagType, token.AnchorType:
		c.chain++
	case token.SequenceEntryType, token.MappingKeyType:
		c.chain++
		c.enter(t.Position, 0)
	case token.MappingValueType:
		c.chain++
		if c.last != nil && c.last.Position.Line == t.Position.Line {
			keys = c.enter(c.last.Position, 1)
		} else {
			keys = c.enter(t.Position, 1)
		}
	case token.DocumentHeaderType, token.DocumentEndType:
		c.steps = nil
	}
	c.last, c.line = t, t.Position.Line
	switch {
	case c.open+len(c.steps) > c.levels, c.chain > c.levels:
		return fmt.Sprintf("nested deeper than %d", c.levels)
	case keys > maxSiblings:
		return fmt.Sprintf("more than %d keys of one object", maxSiblings)
	case c.empty > maxEmpty:
		return fmt.Sprintf("more than %d keys or dashes with nothing after them", maxEmpty)
	}
	return ""
}

// enter goes to the column of a key or a dash, and is how many keys stand there under one another, the new one among them. Inside
// brackets columns mean nothing.
func (c *counter) enter(at *token.Position, keys int) int {
	if c.key = at.Column; c.open > 0 {
		return 0
	}
	for len(c.steps) > 0 && c.steps[len(c.steps)-1].column > at.Column {
		c.steps = c.steps[:len(c.steps)-1]
	}
	if len(c.steps) == 0 || c.steps[len(c.steps)-1].column < at.Column {
		c.steps = append(c.steps, step{column: at.Column})
	}
	here := &c.steps[len(c.steps)-1]
	here.keys += keys
	return here.keys
}

// follow counts the key or dash before a token as empty, unless the token belongs to it: a list under a key
// may stand in the key's own column.
func (c *counter) follow(t *token.Token) {
	if c.open > 0 || c.last == nil || t.Position.Line == c.line || t.Position.Column > c.key {
		return
	}
	switch c.last.Type {
	case token.SequenceEntryType, token.MappingKeyType:
		c.empty++
	case token.MappingValueType:
		if t.Type != token.SequenceEntryType || t.Position.Column < c.key {
			c.empty++
		}
	}
}
