// Package yamltree turns YAML that people write into the library's syntax tree, within limits, and what is wrong with a
// file into problems with line and column.
//
// The YAML library parses recursively and takes quadratic time for some lists, with no limits. Parse therefore counts
// its tokens before the parser sees them and refuses the file at the first one beyond a limit. As these are the tokens
// that are parsed, no quotation mark or comment can hide a bracket from the count.
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

// Limits of a file. The library takes time quadratic in the last two.
const (
	maxTokens   = 1 << 20
	maxSiblings = 1 << 14 // keys of one object
	maxEmpty    = 1 << 12 // keys and dashes with nothing after them
)

// Parse reads YAML of at most so many levels, each a bracket or a step of indentation. Its error is a *Problem; that
// the library panics on some damaged files is one, too.
func Parse(path string, text []byte, levels int) (file *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
		if err != nil {
			file, err = nil, Syntax(path, err)
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
			if message := c.take(t); message != "" {
				return nil, &Problem{Path: path, Line: t.Position.Line, Column: 1, Message: message, Limit: true}
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
	chain  int    // keys, tags and anchors in a row
	empty  int
	last   *token.Token // comments excepted
	key    int          // the column of the last key or dash
	line   int          // the line of the last token
}

type step struct{ column, keys int }

// take counts a token. The message it returns says why the file is refused; empty is going on.
func (c *counter) take(t *token.Token) string {
	c.tokens++
	if c.tokens > maxTokens {
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

// enter goes to the column of a key or a dash, and returns how many keys are in that column, the new one included.
// Inside brackets columns mean nothing.
func (c *counter) enter(at *token.Position, keys int) int {
	c.key = at.Column
	if c.open > 0 {
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

// follow counts the key or dash before a token as empty, unless the token belongs to it: a list under a key may be in
// the key's own column.
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
