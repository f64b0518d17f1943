package finqa

import (
	"math/big"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// pythonParser reads assignments of arithmetic, one per line, and expressions. Each operation becomes a step.
type pythonParser struct {
	text  string
	pos   int
	depth int // of what is read within each other
	open  int // brackets, in which a line may end
	p     program
	names map[string]bound
}

// bound is the value of a name: an operand, or a list of them.
type bound struct {
	operand
	list   []operand
	isList bool
}

// resultName is the variable that holds the answer, where a program has it.
const resultName = "answer"

func parsePython(text string) (*program, error) {
	s := &pythonParser{text: text, names: map[string]bound{}}
	var last bound
	returned := false
	for {
		s.blank()
		if s.pos == len(s.text) {
			break
		}
		value, err := s.statement()
		if err != nil {
			return nil, err
		}
		last, returned = value, true
	}
	if answer, is := s.names[resultName]; is {
		last = answer
	}
	switch {
	case !returned:
		return nil, errorf(noProgram, 0, "there is no program")
	case last.isList:
		return nil, errorf(noNumber, len(s.text), "the program ends in a list")
	}
	s.p.result = last.operand
	return &s.p, nil
}

// blank skips what is between statements.
func (s *pythonParser) blank() {
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; {
		case c == '#':
			if end := strings.IndexByte(s.text[s.pos:], '\n'); end >= 0 {
				s.pos += end
			} else {
				s.pos = len(s.text)
			}
		case strings.IndexByte(" \t\r\n;", c) >= 0:
			s.pos++
		default:
			return
		}
	}
}

// space skips blanks, and ends of lines where a bracket is open.
func (s *pythonParser) space() {
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; {
		case c == ' ', c == '\t', c == '\r', s.open > 0 && c == '\n':
			s.pos++
		default:
			return
		}
	}
}

func (s *pythonParser) peek(sign string) bool {
	s.space()
	return strings.HasPrefix(s.text[s.pos:], sign)
}

func (s *pythonParser) take(sign string) bool {
	if !s.peek(sign) {
		return false
	}
	s.pos += len(sign)
	return true
}

func (s *pythonParser) fail(what string) error {
	if s.pos >= len(s.text) {
		return errorf(badSyntax, s.pos, "want %s at the end", what)
	}
	return errorf(badSyntax, s.pos, "want %s, got %q", what, shown(s.text[s.pos:]))
}

// statement reads an assignment, an expression, or the printing of one.
func (s *pythonParser) statement() (bound, error) {
	start := s.pos
	name := s.name()
	if name != "" && s.peek("=") && !s.peek("==") {
		s.pos++
		value, err := s.expression()
		if err == nil {
			s.names[name] = value
		}
		return value, s.ended(err)
	}
	s.pos = start
	if name == "print" {
		s.pos += len(name)
	}
	value, err := s.expression()
	return value, s.ended(err)
}

func (s *pythonParser) ended(err error) error {
	if err != nil {
		return err
	}
	s.space()
	if s.pos < len(s.text) && strings.IndexByte("\n;#", s.text[s.pos]) < 0 {
		return s.fail("an operator or the end of the line")
	}
	return nil
}

func (s *pythonParser) name() string {
	n := nameEnd(s.text[s.pos:])
	s.pos += n
	return s.text[s.pos-n : s.pos]
}

// levels are the operators, those that bind least first.
var levels = [][]struct {
	sign string
	op   op
}{
	{{">=", atLeast}, {"<=", atMost}, {"==", equal}, {"!=", unequal}, {">", greater}, {"<", less}},
	{{"+", add}, {"-", subtract}},
	{{"*", multiply}, {"/", divide}},
}

func (s *pythonParser) expression() (bound, error) { return s.level(0) }

func (s *pythonParser) level(n int) (bound, error) {
	if n == len(levels) {
		return s.unary()
	}
	left, err := s.level(n + 1)
	for err == nil {
		o, found := s.operator(n)
		if !found {
			break
		}
		var right bound
		if right, err = s.level(n + 1); err == nil {
			left, err = s.step(o, left, right)
		}
	}
	return left, err
}

func (s *pythonParser) operator(n int) (op, bool) {
	if s.peek("**") || s.peek("//") {
		return 0, false
	}
	for _, l := range levels[n] {
		if s.take(l.sign) {
			return l.op, true
		}
	}
	return 0, false
}

// unary reads signs, then a power, which binds more than the sign before it and less than that after it.
func (s *pythonParser) unary() (bound, error) {
	if s.depth++; s.depth > maxDepth {
		return bound{}, errorf(tooLarge, s.pos, "brackets and signs are nested more than %d deep", maxDepth)
	}
	defer func() { s.depth-- }()
	if s.take("-") {
		value, err := s.unary()
		if err != nil {
			return value, err
		}
		return s.negative(value)
	}
	if s.take("+") {
		return s.unary()
	}
	base, err := s.atom()
	if err != nil || !s.take("**") && !s.take("^") { // data that writes formulas writes powers so, too
		return base, err
	}
	power, err := s.unary()
	if err != nil {
		return power, err
	}
	return s.step(exp, base, power)
}

// negative is a number with another sign, or what a step comes to times -1.
func (s *pythonParser) negative(v bound) (bound, error) {
	if v.number == nil {
		minus := bound{operand: operand{text: constant + minusOne, number: big.NewRat(-1, 1)}}
		return s.step(multiply, v, minus)
	}
	text, was := strings.CutPrefix(v.text, "-")
	if !was {
		text = "-" + text
	}
	r, ok := readNumber(text)
	if !ok { // a constant by its name, or a sign that is there already
		r = new(big.Rat).Neg(v.number)
		text = r.RatString()
	}
	return bound{operand: operand{text: text, number: r}}, nil
}

// step adds an operation on two operands.
func (s *pythonParser) step(o op, left, right bound) (bound, error) {
	if left.isList || right.isList {
		return bound{}, errorf(noNumber, s.pos, "a list is computed with")
	}
	return s.emit(o, left.operand, right.operand)
}

func (s *pythonParser) emit(o op, args ...operand) (bound, error) {
	if len(s.p.steps) == maxSteps {
		return bound{}, errorf(tooLarge, s.pos, "a program of more than the %d steps that are read", maxSteps)
	}
	s.p.steps = append(s.p.steps, step{op: o, args: args})
	return bound{operand: operand{ref: len(s.p.steps) - 1}}, nil
}

// atom reads a number, a name, a call, a list, or an expression in brackets.
func (s *pythonParser) atom() (bound, error) {
	s.space()
	start := s.pos
	if n := numberEnd(s.text[s.pos:]); n > 0 {
		return s.literal(n)
	}
	if s.take("(") {
		return s.bracketed(")")
	}
	if s.take("[") {
		return s.bracketed("]")
	}
	name := s.name()
	if name == "" {
		return bound{}, s.fail("a number, a name or a bracket")
	}
	if s.take("(") {
		o, known := pythonFunction(name)
		if !known {
			return bound{}, errorf(unknownOperation, start, "there is no function %q", shown(name))
		}
		return s.call(o, start)
	}
	if value, is := s.names[name]; is {
		return value, nil
	}
	if r, ok := readNumber(name); ok {
		return bound{operand: operand{text: name, number: r}}, nil
	}
	return bound{}, errorf(missingReference, start, "nothing was assigned to %q before it", shown(name))
}

// pythonFunction finds a function of Python's by its name.
func pythonFunction(name string) (op, bool) {
	for o := absolute; int(o) < len(operations); o++ {
		if operations[o].python == name {
			return o, true
		}
	}
	return 0, false
}

// numberEnd is where a number without a sign ends that a text begins with; 0 is none.
func numberEnd(s string) int {
	i := 0
	for i < len(s) && (ascii.IsDigit(s[i]) || s[i] == '.' || s[i] == '_' && i > 0) {
		i++
	}
	for i > 0 && i+3 < len(s) && s[i] == ',' && digits(s[i+1:i+4]) && (i+4 == len(s) || !ascii.IsDigit(s[i+4])) {
		i += 4
		for i < len(s) && s[i] == '.' || i < len(s) && strings.IndexByte(s[:i], '.') >= 0 && ascii.IsDigit(s[i]) {
			i++
		}
	}
	if i > 0 && i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		for from := j; j < len(s) && ascii.IsDigit(s[j]); j++ {
			i = j + 1
			if j-from > 3 {
				break
			}
		}
	}
	return i
}

// literal reads a number of n bytes, and a percent sign after it.
func (s *pythonParser) literal(n int) (bound, error) {
	start := s.pos
	s.pos += n
	text := strings.ReplaceAll(s.text[start:s.pos], "_", "")
	if strings.HasPrefix(s.text[s.pos:], "%") {
		s.pos++
		text += "%"
	}
	r, ok := readNumber(text)
	if !ok {
		return bound{}, errorf(noNumber, start, "%q is no number", shown(text))
	}
	return bound{operand: operand{text: text, number: r}}, nil
}

// bracketed reads one expression in brackets, or a list of them.
func (s *pythonParser) bracketed(end string) (bound, error) {
	all, err := s.items(end)
	if err != nil {
		return bound{}, err
	}
	if len(all) == 1 {
		return all[0], nil
	}
	list, err := s.operands(all)
	return bound{list: list, isList: true}, err
}

// items reads expressions with commas up to a closing bracket.
func (s *pythonParser) items(end string) (all []bound, err error) {
	s.open++
	defer func() { s.open-- }()
	for !s.take(end) {
		if len(all) > 0 && !s.take(",") {
			return nil, s.fail("a comma or a closing bracket")
		}
		if len(all) > 0 && s.take(end) {
			break
		}
		one, err := s.expression()
		if err != nil {
			return nil, err
		}
		if all = append(all, one); len(all) > maxSteps {
			return nil, errorf(tooLarge, s.pos, "a list of more than the %d items that are read", maxSteps)
		}
	}
	return all, nil
}

// operands are the operands of expressions, those of lists among them in their place.
func (s *pythonParser) operands(all []bound) (list []operand, err error) {
	for _, one := range all {
		if one.isList {
			list = append(list, one.list...)
		} else {
			list = append(list, one.operand)
		}
		if len(list) > maxSteps {
			return nil, errorf(tooLarge, s.pos, "a list of more than the %d items that are read", maxSteps)
		}
	}
	return list, nil
}

func (s *pythonParser) call(o op, start int) (bound, error) {
	all, err := s.items(")")
	if err != nil {
		return bound{}, err
	}
	args, err := s.operands(all)
	if err != nil {
		return bound{}, err
	}
	most := maxSteps
	switch o {
	case absolute:
		most = 1
	case round:
		most = 2
	}
	if len(args) == 0 || len(args) > most {
		return bound{}, errorf(badSyntax, start, "%s does not take %d arguments", operations[o].python, len(args))
	}
	return s.emit(o, args...)
}
