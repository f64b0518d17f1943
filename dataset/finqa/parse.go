package finqa

import (
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// Parse reads a program in any of its languages; its text tells which.
func Parse(text string) (*program, error) {
	if len(text) > maxText {
		return nil, errorf(tooLarge, maxText, "a program of more than the %d bytes that are read", maxText)
	}
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return nil, errorf(noProgram, 0, "there is no program")
	}
	if r, ok := readNumber(trimmed); ok {
		return &program{result: operand{text: trimmed, number: r}}, nil
	}
	if isCall(trimmed) {
		return parseSteps(text)
	}
	return parsePython(text)
}

// isCall reports whether a text begins with a call of FinQA's language: a name that Python's arithmetic
// does not have, and a bracket.
func isCall(s string) bool {
	name := s[:nameEnd(s)]
	if name == "" || !strings.HasPrefix(strings.TrimLeft(s[len(name):], " "), "(") {
		return false
	}
	_, python := pythonFunction(name)
	return !python
}

// nameEnd is where the name ends that a text begins with.
func nameEnd(s string) int {
	i := 0
	for i < len(s) && (s[i] == '_' || ascii.IsLetter(s[i]) || i > 0 && ascii.IsDigit(s[i])) {
		i++
	}
	return i
}

// stepsParser reads FinQA's language. Nested calls become steps of their own, before the one that holds
// them; what #n means is counted by the calls that are in no other.
type stepsParser struct {
	text  string
	pos   int
	depth int
	p     program
	tops  []int // the steps that #0, #1, … are
}

func parseSteps(text string) (*program, error) {
	s := &stepsParser{text: text}
	for {
		s.space()
		if len(s.tops) > 0 && strings.TrimSpace(s.text[s.pos:]) == "EOF" {
			break
		}
		at, err := s.call()
		if err != nil {
			return nil, err
		}
		s.tops = append(s.tops, at)
		s.space()
		if s.pos == len(s.text) {
			break
		}
		if s.text[s.pos] != ',' {
			return nil, errorf(badSyntax, s.pos, "want a comma before the next step, got %q", shown(s.text[s.pos:]))
		}
		s.pos++
	}
	s.p.result = operand{ref: s.tops[len(s.tops)-1]}
	return &s.p, nil
}

func (s *stepsParser) space() {
	for s.pos < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.pos]) >= 0 {
		s.pos++
	}
}

// call reads an operation with its arguments, and is the step that it became.
func (s *stepsParser) call() (int, error) {
	start := s.pos
	s.pos += nameEnd(s.text[s.pos:])
	name := s.text[start:s.pos]
	s.space()
	if name == "" || s.pos >= len(s.text) || s.text[s.pos] != '(' {
		return 0, errorf(badSyntax, start, "want an operation and a bracket, got %q", shown(s.text[start:]))
	}
	s.pos++
	o, known := operation(name)
	switch {
	case !known:
		return 0, errorf(unknownOperation, start, "there is no operation %q", shown(name))
	case o.ofTable():
		return s.tableCall(o, start)
	}
	args, err := s.arguments(start)
	if err != nil {
		return 0, err
	}
	return s.step(step{op: o, args: args}, start)
}

// operation finds an operation by its name in FinQA's language.
func operation(name string) (op, bool) {
	for i := range operations {
		if operations[i].name == name {
			return op(i), true
		}
	}
	return 0, false
}

func (s *stepsParser) step(one step, at int) (int, error) {
	if len(s.p.steps) == maxSteps {
		return 0, errorf(tooLarge, at, "a program of more than the %d steps that are read", maxSteps)
	}
	s.p.steps = append(s.p.steps, one)
	return len(s.p.steps) - 1, nil
}

// tableCall reads the row that an operation on the table is about: a name that may hold commas and
// brackets, up to the "none" in place of its second argument.
func (s *stepsParser) tableCall(o op, start int) (int, error) {
	rest := s.text[s.pos:]
	for from := 0; ; {
		i := strings.IndexByte(rest[from:], ',')
		if i < 0 {
			break
		}
		i += from
		after := strings.TrimLeft(rest[i+1:], " \t")
		if tail, is := strings.CutPrefix(after, "none"); is {
			if tail = strings.TrimLeft(tail, " \t"); strings.HasPrefix(tail, ")") {
				s.pos = len(s.text) - len(tail) + 1
				return s.row(o, rest[:i], start)
			}
		}
		from = i + 1
	}
	i := strings.IndexByte(rest, ')')
	if i < 0 {
		return 0, errorf(badSyntax, start, "a bracket is not closed")
	}
	s.pos += i + 1
	return s.row(o, rest[:i], start)
}

func (s *stepsParser) row(o op, name string, start int) (int, error) {
	name = strings.TrimSpace(name)
	if name == "" || name[0] == '#' {
		return 0, errorf(badSyntax, start, "%s takes the name of a row, not %q", operations[o].name, shown(name))
	}
	return s.step(step{op: o, row: name}, start)
}

// piece is what is between two commas.
type piece struct {
	operand
	close bool // no blank before it: its comma may be one that groups digits
	text  string
	at    int
}

// arguments reads the two arguments of an operation, up to its closing bracket.
func (s *stepsParser) arguments(start int) ([]operand, error) {
	if s.depth++; s.depth > maxDepth {
		return nil, errorf(tooLarge, start, "calls are nested more than %d deep", maxDepth)
	}
	var pieces []piece
	for end := byte(','); end == ','; {
		p := piece{close: s.pos < len(s.text) && s.text[s.pos] != ' '}
		s.space()
		p.at = s.pos
		var err error
		if n := nameEnd(s.text[s.pos:]); strings.HasPrefix(strings.TrimLeft(s.text[s.pos+n:], " "), "(") && n > 0 {
			p.operand.ref, err = s.call()
			s.space()
		} else {
			n := strings.IndexAny(s.text[s.pos:], ",()")
			if n < 0 {
				n = len(s.text) - s.pos
			}
			p.text = strings.TrimSpace(s.text[s.pos : s.pos+n])
			s.pos += n
		}
		if err != nil {
			return nil, err
		}
		if s.pos >= len(s.text) {
			return nil, errorf(badSyntax, start, "a bracket is not closed")
		}
		if end = s.text[s.pos]; end != ',' && end != ')' {
			return nil, errorf(badSyntax, s.pos, "want a comma or a bracket, got %q", shown(s.text[s.pos:]))
		}
		s.pos++
		if pieces = append(pieces, p); len(pieces) > maxDigits {
			return nil, errorf(badSyntax, start, "an operation takes 2 arguments, not hundreds")
		}
	}
	s.depth--
	return s.two(pieces, start)
}

// two are the two operands that pieces make, once commas that group digits are put back.
func (s *stepsParser) two(pieces []piece, start int) ([]operand, error) {
	if len(pieces) > 2 {
		pieces = joinGroups(pieces)
	}
	if len(pieces) != 2 {
		return nil, errorf(badSyntax, start, "an operation takes 2 arguments, not %d", len(pieces))
	}
	args := make([]operand, 2)
	for i := range pieces {
		var err error
		if args[i], err = s.operand(&pieces[i]); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// joinGroups puts together what commas without blanks cut out of one number.
func joinGroups(pieces []piece) []piece {
	joined := pieces[:1:1]
	for _, p := range pieces[1:] {
		last := &joined[len(joined)-1]
		whole := last.text + "," + p.text
		if _, ok := readNumber(whole); p.close && p.text != "" && last.text != "" && ok {
			last.text = whole
			continue
		}
		joined = append(joined, p)
	}
	return joined
}

func (s *stepsParser) operand(p *piece) (operand, error) {
	if p.text == "" {
		if p.at < len(s.text) && strings.IndexByte(",)", s.text[p.at]) >= 0 {
			return operand{}, errorf(badSyntax, p.at, "an argument is missing")
		}
		return p.operand, nil
	}
	if n, is := strings.CutPrefix(p.text, "#"); is {
		return s.reference(n, p.at)
	}
	r, ok := readNumber(p.text)
	if !ok {
		return operand{}, errorf(noNumber, p.at, "%q is no number", shown(p.text))
	}
	return operand{text: p.text, number: r}, nil
}

func (s *stepsParser) reference(n string, at int) (operand, error) {
	k := 0
	for i := range len(n) {
		if !ascii.IsDigit(n[i]) || k > maxSteps {
			k = maxSteps
			break
		}
		k = 10*k + int(n[i]-'0')
	}
	if n == "" || k >= len(s.tops) {
		return operand{}, errorf(missingReference, at, "#%s refers to no step before it", shown(n))
	}
	return operand{ref: s.tops[k]}, nil
}
