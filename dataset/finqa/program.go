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

// program is what was read: steps, each of which may refer to those before it, and the operand that is the
// result.
type program struct {
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

// outcome names why a program has no value.
type outcome string

// The outcomes.
const (
	noProgram        outcome = "no_program"
	badSyntax        outcome = "syntax"
	unknownOperation outcome = "unknown_operation"
	missingReference outcome = "missing_reference" // to a step or a name that is not before it
	noNumber         outcome = "no_number"         // an operand that is none, or a yes or no that is computed with
	unknownRow       outcome = "unknown_row"
	noCellNumber     outcome = "no_cell_number" // a cell of the row is no number
	divisionByZero   outcome = "division_by_zero"
	notReal          outcome = "not_real" // the root of a negative number
	tooLarge         outcome = "too_large"
)

// programError says why a program has no value, and where.
type programError struct {
	Outcome outcome
	At      int // the byte of the program's text; -1 where it is about a step's value
	Message string
}

func (e *programError) Error() string {
	if e.At < 0 {
		return e.Message
	}
	return "byte " + strconv.Itoa(e.At) + ": " + e.Message
}

func errorf(o outcome, at int, format string, args ...any) *programError {
	return &programError{o, at, fmt.Sprintf(format, args...)}
}

// Steps is how many operations a program has.
func (p *program) Steps() int { return len(p.steps) }

// shown is the beginning of a text, for a message.
func shown(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
