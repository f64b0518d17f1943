package gate

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/report"
)

// Format is a way to write a report.
type Format struct {
	Name  string
	Doc   string
	Write func(io.Writer, *Report) error
}

// Formats are the ways to write a report.
var Formats = []Format{
	{"text", "a table for people, with what decides each rule", writeText},
	{"json", "one JSON object", writeJSON},
	{"junit", "JUnit's XML, a test for each rule; what is insufficient is a failure of that type", writeJUnit},
	{"md", "Markdown", writeMarkdown},
	{"github", "Markdown for the summary of a GitHub job", writeGitHub},
}

// Write writes a report in a format.
func (r *Report) Write(w io.Writer, format string) error {
	for _, f := range Formats {
		if f.Name == format {
			return f.Write(w, r)
		}
	}
	return fmt.Errorf("unknown format %q; there are %s", format, FormatNames())
}

// HasFormat reports whether a report can be written so.
func HasFormat(name string) bool {
	return slices.ContainsFunc(Formats, func(f Format) bool { return f.Name == name })
}

// FormatNames lists the formats.
func FormatNames() string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}

// number is a number as reports print it.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

func optional(v *float64) string {
	if v == nil {
		return "-"
	}
	return number(*v)
}

// unit is what follows values of a rule.
func (r *Rule) unit() string {
	switch {
	case r.Change != nil && r.Unit == Points:
		return " points"
	case r.Change != nil && r.Unit == Relative:
		return " of the baseline"
	}
	return ""
}

// shown is the value with its interval.
func (r *Result) shown() string {
	if r.Value == nil {
		return "-"
	}
	text := number(*r.Value)
	if r.Change != nil && *r.Value > 0 {
		text = "+" + text
	}
	if r.Low != nil && r.Statistic != Count {
		text += " [" + number(*r.Low) + ", " + number(*r.High) + "]"
	}
	return text + r.unit()
}

// asks is what a rule asks, or nothing where its name says so already.
func (r *Rule) asks() string {
	if r.Name == r.title() {
		return ""
	}
	return r.title()
}

// counts is how many attempts gave a number.
func (r *Result) counts() string { return fmt.Sprintf("%d/%d", r.Scored, r.Attempted) }

// headline is the verdict in one line.
func (r *Report) headline() string {
	text := fmt.Sprintf("%s: run %s, profile %s", strings.ToUpper(string(r.Verdict)), r.Run, r.Profile)
	if r.Baseline != "" {
		text = fmt.Sprintf("%s: run %s against %s, profile %s", strings.ToUpper(string(r.Verdict)), r.Run, r.Baseline,
			r.Profile)
	}
	if r.Severity != "" {
		text += ", gravest " + r.Severity
	}
	return text
}

// Summary counts the verdicts.
func (r *Report) Summary() string {
	counts := map[Verdict]int{}
	for i := range r.Results {
		counts[r.Results[i].Verdict]++
	}
	var parts []string
	for _, v := range []Verdict{Fail, Insufficient, NotMeasured, Pass} {
		if counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	return strings.Join(parts, ", ")
}

func writeText(w io.Writer, r *Report) error {
	fmt.Fprintln(w, report.Visible(r.headline()))
	fmt.Fprintln(w)
	value := fmt.Sprintf("value [%g %%]", r.Level*100)
	t := report.NewTable("verdict", "severity", "rule", "asks", "baseline", "run", value, "cases", "n")
	for i := range r.Results {
		one := &r.Results[i]
		t.Add(one.Verdict, one.Severity, one.Name, one.asks(), optional(one.Baseline), optional(one.Run), one.shown(),
			one.Cases, one.counts())
	}
	if err := t.Print(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for i := range r.Results {
		if one := &r.Results[i]; one.Verdict != Pass {
			fmt.Fprintf(w, "%s: %s\n", report.Visible(one.Name), report.Visible(one.Why))
		}
	}
	for _, d := range notable(r.Differs) {
		fmt.Fprintln(w, report.Visible(d))
	}
	return nil
}

// notable are the differences that explain a verdict.
func notable(all []analysis.Difference) []string {
	var lines []string
	for _, d := range all {
		if slices.Contains([]string{"model", "served", "prompt", "system", "setting", "scorers", "tool"}, d.What) {
			lines = append(lines, strings.TrimSpace(d.What+" "+d.Name)+": "+orNone(d.B)+" → "+orNone(d.A))
		}
	}
	return lines
}

func orNone(text string) string {
	return cmp.Or(text, "none")
}

func writeJSON(w io.Writer, r *Report) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// jUnit and those below it are the part of JUnit's XML that CI servers read.
type jUnit struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []jUnitCase `xml:"testcase"`
}

type jUnitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *jUnitFailure `xml:"failure"`
	Out     string        `xml:"system-out"`
}

type jUnitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func writeJUnit(w io.Writer, r *Report) error {
	suite := jUnit{Name: "assay gate " + r.Profile, Tests: len(r.Results)}
	for i := range r.Results {
		one := &r.Results[i]
		c := jUnitCase{Class: "assay.gate." + r.Profile, Name: one.Name,
			Out: fmt.Sprintf("%s %s: %s, n %s", one.Subject(), one.Limit(), one.shown(), one.counts())}
		if one.Verdict != Pass {
			suite.Failures++
			c.Failure = &jUnitFailure{Type: string(one.Verdict),
				Message: one.Severity + " " + string(one.Verdict) + ": " + one.Why, Text: c.Out}
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func writeMarkdown(w io.Writer, r *Report) error {
	fmt.Fprintf(w, "## %s\n\n", cell(r.headline()))
	return r.table(w, func(v Verdict) string { return string(v) })
}

func writeGitHub(w io.Writer, r *Report) error {
	icons := map[Verdict]string{Pass: "✅ pass", Fail: "❌ fail", Insufficient: "⚠️ insufficient",
		NotMeasured: "⚠️ not measured"}
	fmt.Fprintf(w, "## %s\n\n%s\n\n", cell(r.headline()), r.Summary())
	return r.table(w, func(v Verdict) string { return icons[v] })
}

func (r *Report) table(w io.Writer, verdict func(Verdict) string) error {
	fmt.Fprintf(w, "| Verdict | Severity | Rule | Asks | Baseline | Run | Value [%g %%] | Scored | Why "+
		"|\n|---|---|---|---|---:|---:|---:|---:|---|\n", r.Level*100)
	for i := range r.Results {
		one := &r.Results[i]
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", verdict(one.Verdict), one.Severity,
			cell(one.Name), cell(one.asks()),
			optional(one.Baseline), optional(one.Run), one.shown(), one.counts(), cell(one.Why))
	}
	lines := notable(r.Differs)
	if len(lines) > 0 {
		fmt.Fprintln(w)
	}
	for _, line := range lines {
		fmt.Fprintf(w, "- %s\n", cell(line))
	}
	return nil
}

// cell is a text that Markdown takes for nothing but text within a table.
func cell(text string) string {
	var b strings.Builder
	at := false // after an at sign
	for _, c := range report.Visible(text) {
		switch {
		case strings.ContainsRune("\\`*_{}[]()#!|<>~", c):
			b.WriteByte('\\')
		case at && unicode.IsLetter(c):
			b.WriteRune('\u200b') // or GitHub notifies a user
		}
		b.WriteRune(c)
		at = c == '@'
	}
	return b.String()
}
