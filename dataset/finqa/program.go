package finqa

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Limits of a program.
const (
	maxText  = 64 << 10 // bytes
	maxSteps = 1 << 10
	maxDepth = 100     // of calls and brackets in each other
	maxBits  = 1 << 13 // of a numerator or denominator
)

// Program is what was read: steps, each of which may refer to those before it, and the operand that is the
// result.
type Program struct {
	steps  []step
	result operand
}

// step is one operation.
type step struct {
	op   op
	args []operand
	row  string // that an operation on the table reads
}

// operand is a number as it was written, or what a step came to.
type operand struct {
	text   string
	number *big.Rat // nil refers to a step
	ref    int
}

// op is an operation, the index of its row in operations.
type op uint8

const (
	add op = iota
	subtract
	multiply
	divide
	exp
	greater
	tableSum
	tableAverage
	tableMax
	tableMin
	less
	atLeast
	atMost
	equal
	unequal
	absolute
	round
	least
	most
	sum
	count
)

// operations are the operations. Those with a name that Python has are of its assignments only.
var operations = [...]struct {
	name   string // in FinQA's language; empty where it has none
	python string
}{
	add: {"add", "+"}, subtract: {"subtract", "-"}, multiply: {"multiply", "*"}, divide: {"divide", "/"},
	exp: {"exp", "**"}, greater: {"greater", ">"},
	tableSum: {name: "table_sum"}, tableAverage: {name: "table_average"}, tableMax: {name: "table_max"}, tableMin: {name: "table_min"},
	less: {"", "<"}, atLeast: {"", ">="}, atMost: {"", "<="}, equal: {"", "=="}, unequal: {"", "!="},
	absolute: {"", "abs"}, round: {"", "round"}, least: {"", "min"}, most: {"", "max"}, sum: {"", "sum"}, count: {"", "len"},
}

func (o op) ofTable() bool { return o >= tableSum && o <= tableMin }

// Outcome names why a program has no value.
type Outcome string

// The outcomes.
const (
	NoProgram        Outcome = "no_program"
	Syntax           Outcome = "syntax"
	UnknownOperation Outcome = "unknown_operation"
	MissingReference Outcome = "missing_reference" // to a step or a name that is not before it
	NoNumber         Outcome = "no_number"         // an operand that is none, or a yes or no that is computed with
	UnknownRow       Outcome = "unknown_row"
	NoCellNumber     Outcome = "no_cell_number" // a cell of the row is no number
	DivisionByZero   Outcome = "division_by_zero"
	NotReal          Outcome = "not_real" // the root of a negative number
	TooLarge         Outcome = "too_large"
)

// Error says why a program has no value, and where.
type Error struct {
	Outcome Outcome
	At      int // the byte of the program's text; -1 where it is about a step's value
	Message string
}

func (e *Error) Error() string {
	if e.At < 0 {
		return e.Message
	}
	return "byte " + strconv.Itoa(e.At) + ": " + e.Message
}

func errorf(o Outcome, at int, format string, args ...any) *Error {
	return &Error{o, at, fmt.Sprintf(format, args...)}
}

// Steps is how many operations a program has.
func (p *Program) Steps() int { return len(p.steps) }

// String is the program in FinQA's language, as steps. Parse reads it again, except for operations that
// only Python has.
func (p *Program) String() string {
	if p.result.number != nil {
		return p.result.text
	}
	var b strings.Builder
	for i := range p.steps[:p.result.ref+1] {
		if i > 0 {
			b.WriteString(", ")
		}
		p.steps[i].write(&b)
	}
	return b.String()
}

func (s *step) write(b *strings.Builder) {
	name := operations[s.op].name
	if name == "" {
		name = operations[s.op].python
	}
	b.WriteString(name + "(")
	if s.op.ofTable() {
		b.WriteString(s.row + ", none)")
		return
	}
	for i, a := range s.args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.String())
	}
	b.WriteByte(')')
}

func (a operand) String() string {
	if a.number == nil {
		return "#" + strconv.Itoa(a.ref)
	}
	return a.text
}

// shown is the beginning of somebody's text, for a message.
func shown(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
