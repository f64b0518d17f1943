package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
)

// writeMarkdown writes the report as Markdown.
func writeMarkdown(w io.Writer, r *analysis.Run, o Options) error {
	return WriteMarkdown(w, title(r), Sections(r, o))
}

func title(r *analysis.Run) string { return "assay " + r.Info.Header.Suite + ": " + r.Info.Name }

// WriteMarkdown writes sections as Markdown under a title.
func WriteMarkdown(w io.Writer, title string, sections []Section) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s\n", markdown(title))
	for i := range sections {
		fmt.Fprintf(out, "\n## %s\n\n%s", markdown(sections[i].Title), paragraph(sections[i].Doc))
		if err := sections[i].Table.Markdown(out); err != nil {
			return err
		}
	}
	return out.Flush()
}

// paragraph is a text with a blank line after it; nothing for none.
func paragraph(text string) string {
	if text == "" {
		return ""
	}
	return markdown(text) + "\n\n"
}

// maxSummary is what GitHub takes as the summary of a step, less the last line.
const maxSummary = 1<<20 - 1<<10

// writeGitHub writes the report for the summary of a GitHub step: what matters first, the rest folded, and never
// more than GitHub takes.
func writeGitHub(w io.Writer, r *analysis.Run, o Options) error {
	return writeSectionsGitHub(w, mark(r)+" "+title(r), Sections(r, o))
}

// writeSectionsGitHub writes sections for the summary of a GitHub step.
func writeSectionsGitHub(w io.Writer, title string, sections []Section) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "## %s\n", markdown(title))
	for i := range sections {
		s := &sections[i]
		before := b.Len()
		if s.Fold {
			fmt.Fprintf(&b, "\n<details><summary>%s</summary>\n\n%s", markdown(s.Title), paragraph(s.Doc))
		} else {
			fmt.Fprintf(&b, "\n### %s\n\n%s", markdown(s.Title), paragraph(s.Doc))
		}
		if err := s.Table.Markdown(&b); err != nil {
			return err
		}
		if s.Fold {
			b.WriteString("\n</details>\n")
		}
		if b.Len() > maxSummary {
			b.Truncate(before)
			fmt.Fprintf(&b, "\n%s and what follows is left out: GitHub takes no more than 1 MiB. 'assay report --format md' "+
				"has all of it.\n", markdown(s.Title))
			break
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// mark is the sign for the status of a run.
func mark(r *analysis.Run) string {
	switch {
	case r.Info.Status == ledger.Failed:
		return "❌"
	case !complete(r):
		return "⚠️"
	}
	return "✅"
}
