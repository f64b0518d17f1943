package record

import (
	"fmt"
	"strings"
)

// maxProblems is how many problems are told at once; the others are counted.
const MaxProblems = 20

// Problem is one thing that is wrong in a file.
type Problem struct {
	Path         string
	Line, Column int // 0 is unknown; rows of Parquet are counted as lines
	Record       int // its place in a list, from 1; 0 where the line says it
	Message      string
	Again        int // how often more it stands in the file, on other lines
}

func (p *Problem) Error() string {
	at := p.Path
	if p.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, p.Line)
	}
	if p.Column > 0 {
		at = fmt.Sprintf("%s:%d", at, p.Column)
	}
	message := p.Message
	if p.Record > 0 {
		message = fmt.Sprintf("%s (record %d)", message, p.Record)
	}
	if p.Again > 0 {
		message = fmt.Sprintf("%s (and %d times more)", message, p.Again)
	}
	return at + ": " + message
}

// Problems are what is wrong in a set: the first ones that differ, and how many there are in all.
type Problems struct {
	First   []*Problem
	Count   int
	Records int // that have one
}

func (p *Problems) Error() string {
	var b strings.Builder
	told := 0
	for i, one := range p.First {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(one.Error())
		told += 1 + one.Again
	}
	if more := p.Count - told; more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return b.String()
}

// add keeps a problem, or counts it: one that every record has would hide the others.
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

// Join adds the problems of another reading.
func (p *Problems) Join(other *Problems) {
	told := 0
	for _, one := range other.First {
		p.add(one)
		told += 1 + one.Again
	}
	p.Count += other.Count - told
}

// Fault is a problem whose file the reader above knows.
type Fault struct {
	line, column int
	message      string
}

func (f *Fault) Error() string { return f.message }

// Faultf makes a fault of a line; 0 is unknown.
func Faultf(line int, format string, args ...any) *Fault {
	return &Fault{line: line, message: fmt.Sprintf(format, args...)}
}

// maxShown is how much of somebody's text a message repeats.
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
