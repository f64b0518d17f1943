package yamltree

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// Problem is one thing that is wrong in a file that people write.
type Problem struct {
	Path         string // empty where only the caller knows it
	Line, Column int    // from 1; 0 is unknown
	Message      string
	Limit        bool // the file is larger or deeper than is read
}

// Error is PATH:LINE:COLUMN: MESSAGE with the parts that are known. Without a path it is the message.
func (p *Problem) Error() string {
	switch {
	case p.Path == "":
		return p.Message
	case p.Line == 0:
		return p.Path + ": " + p.Message
	case p.Column == 0:
		return fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
}

// At is a problem at a node.
func At(path string, n ast.Node, message string) *Problem {
	p := &Problem{Path: path, Line: 1, Column: 1, Message: message}
	if t := n.GetToken(); t != nil && t.Position != nil {
		p.Line, p.Column = t.Position.Line, t.Position.Column
	}
	return p
}

// Syntax is an error of the YAML library as a problem, without the source that the library prints below its message:
// that may be a key.
func Syntax(path string, err error) *Problem {
	p := &Problem{Path: path, Message: "not readable as YAML"}
	var known *Problem
	var y yaml.Error
	switch {
	case errors.As(err, &known):
		return known
	case !errors.As(err, &y):
		return p
	}
	p.Message = y.GetMessage()
	if t := y.GetToken(); t != nil && t.Position != nil {
		p.Line, p.Column = t.Position.Line, t.Position.Column
	}
	return p
}

// Join is all problems as one error, in the order of the file; nil if there are none.
func Join(problems []*Problem) error {
	slices.SortStableFunc(problems, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	all := make([]error, len(problems))
	for i, p := range problems {
		all[i] = p
	}
	return errors.Join(all...)
}
