package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/terminal"
)

// defaultWidth is for what is no terminal.
const defaultWidth = 120

// Colours of a terminal: these few work on light and dark ones.
const (
	bold  = "\x1b[1m"
	dim   = "\x1b[2m"
	reset = "\x1b[0m"
)

// Terminal are the options for what a writer is: colours and width of a terminal, neither for anything else.
func Terminal(w io.Writer) Options {
	if !terminal.Is(w) {
		return Options{}
	}
	return Options{Color: terminal.Color(w), Width: terminal.Width(w)}
}

// writeText writes the report for a terminal.
func writeText(w io.Writer, r *analysis.Run, o Options) error { return WriteText(w, Sections(r, o), o) }

// WriteText writes sections for a terminal.
func WriteText(w io.Writer, sections []Section, o Options) error {
	width := o.Width
	if width <= 0 {
		width = defaultWidth
	}
	out := bufio.NewWriter(w)
	for i := range sections {
		s := &sections[i]
		if i > 0 {
			fmt.Fprintf(out, "\n%s\n", o.styled(bold, strings.Join(wrap(Visible(s.Title), width), "\n")))
		}
		if s.Doc != "" {
			fmt.Fprintf(out, "%s\n", o.styled(dim, strings.Join(wrap(Visible(s.Doc), width), "\n")))
		}
		if err := s.Table.Text(out, width, func(text string) string { return o.styled(dim, text) }); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (o Options) styled(style, text string) string {
	if !o.Color {
		return text
	}
	return style + text + reset
}
