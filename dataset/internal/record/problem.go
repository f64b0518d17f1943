package record

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/internal/yamltree"
)

// MaxProblems is how many different problems are kept; the others are counted.
const MaxProblems = 20

// Problem is one thing that is wrong in a file. Rows of Parquet are counted as lines.
type Problem struct {
	yamltree.Problem
	Record int // its number in a list, from 1; 0 where the line is enough
	Again  int // how often it occurs again, on other lines
}

func (p *Problem) Error() string {
	out := p.Problem
	if p.Record > 0 {
		out.Message = fmt.Sprintf("%s (record %d)", out.Message, p.Record)
	}
	if p.Again > 0 {
		out.Message = fmt.Sprintf("%s (and %d times more)", out.Message, p.Again)
	}
	return out.Error()
}

// Problems are what is wrong in a set: the first ones that differ, and how many there are in all.
type Problems struct {
	First   []*Problem
	Count   int
	Records int // that have one
}

func (p *Problems) Error() string {
	var b strings.Builder
	for i, one := range p.First {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(one.Error())
	}
	if more := p.Count - p.shown(); more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return b.String()
}

// shown is how many of the problems the first ones stand for.
func (p *Problems) shown() int {
	n := 0
	for _, one := range p.First {
		n += 1 + one.Again
	}
	return n
}

// add keeps a problem, or counts it where it is known: one that every record has would hide the others.
func (p *Problems) add(one *Problem) {
	p.Count += 1 + one.Again
	for _, known := range p.First {
		if known.Message == one.Message && known.Path == one.Path {
			known.Again += 1 + one.Again
			return
		}
	}
	if len(p.First) < MaxProblems {
		p.First = append(p.First, one)
	}
}

// Join adds the problems of another file.
func (p *Problems) Join(other *Problems) {
	for _, one := range other.First {
		p.add(one)
	}
	p.Count += other.Count - other.shown()
}

// Faultf makes a problem of a line, 0 if unknown, of a file that the caller knows.
func Faultf(line int, format string, args ...any) *yamltree.Problem {
	return &yamltree.Problem{Line: line, Message: fmt.Sprintf(format, args...)}
}

// maxShown is how many bytes of a text a message repeats.
const maxShown = 60

// Shown is the beginning of a text, for a message.
func Shown(s string) string {
	if len(s) <= maxShown {
		return s
	}
	cut := maxShown
	for cut > 0 && s[cut]&0xC0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}
