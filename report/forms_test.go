package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/parquet-go/parquet-go"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure/rank"
)

func form(t *testing.T, name string, r *analysis.Run, o Options) []byte {
	t.Helper()
	f, err := Find(name)
	must(t, err)
	var b bytes.Buffer
	must(t, f.Write(&b, r, o))
	return b.Bytes()
}

func TestNoTextSteersATerminal(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{Worst: 24})
	for _, name := range []string{"text", "md", "github"} {
		text := string(form(t, name, r, o))
		if found := steers(text); found != "" {
			t.Errorf("%s holds %s", name, found)
		}
		if !strings.Contains(text, "␛") {
			t.Errorf("%s does not show that there was an escape", name)
		}
	}
	for _, name := range []string{"csv", "junit"} {
		if text := form(t, name, r, o); bytes.ContainsAny(text, "\x1b\x07\u009b") {
			t.Errorf("%s holds an escape", name)
		}
	}
	for _, width := range []int{1, 10, 37, 80, 119, 120, 300} {
		var b bytes.Buffer
		must(t, writeText(&b, r, Options{Width: width}))
		for line := range strings.Lines(b.String()) {
			if width >= 60 && columnsOf(strings.TrimRight(line, "\n")) > width {
				t.Errorf("width %d: a line of %d columns: %s", width, columnsOf(line), line)
			}
		}
	}
}

func TestHostileTextsDoNotBreakMarkdown(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{Worst: 24})
	for _, name := range []string{"md", "github"} {
		rows, bars := 0, 0
		text := string(form(t, name, r, o))
		for line := range strings.Lines(text) {
			n := len(bar.FindAllString(strings.TrimRight(line, "\n"), -1))
			switch {
			case !strings.HasPrefix(line, "| "):
				bars = 0
			case bars == 0:
				bars = n
			default:
				rows++
				if n != bars {
					t.Errorf("%s: a row with %d borders under a heading with %d: %s", name, n, bars, line)
				}
			}
		}
		if rows < 40 {
			t.Errorf("%s: %d rows of tables only", name, rows)
		}
		for _, bad := range []string{"<script", "<img", "@everyone", "![", " [", "://", "www.invalid", "```", " #1", "$x"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s holds %q", name, bad)
			}
		}
	}
}

func TestSpreadsheetsSeeNoFormula(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{})
	export, err := FindExport("csv")
	must(t, err)
	var wide bytes.Buffer
	must(t, export.Write(&wide, r.Info, o.Results))
	for name, data := range map[string][]byte{"report": form(t, "csv", r, o), "export": wide.Bytes()} {
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		must(t, err)
		defused := 0
		for _, row := range rows {
			for i, cell := range row {
				if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
					t.Errorf("%s: column %s: %q", name, rows[0][i], cell)
				}
				if strings.HasPrefix(cell, "'=") || strings.HasPrefix(cell, "'@") || strings.HasPrefix(cell, "'-") {
					defused++
				}
			}
		}
		if len(rows) < 24 || defused == 0 {
			t.Errorf("%s: %d rows, %d texts defused", name, len(rows), defused)
		}
	}
}

func TestNoNumberStandsForAFailure(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{})
	rows, err := csv.NewReader(bytes.NewReader(form(t, "csv", r, o))).ReadAll()
	must(t, err)
	scored, others := 0, 0
	for _, row := range rows[1:] {
		if outcome, value := row[9], row[10]; (outcome == "scored") != (value != "") {
			t.Errorf("outcome %s with value %q", outcome, value)
		} else if outcome == "scored" {
			scored++
		} else {
			others++
		}
	}
	if len(rows) != 1+2*len(hostile)*3 || scored != 44 || others != 28 {
		t.Errorf("%d rows, %d scored, %d others", len(rows), scored, others)
	}
}

// numbers are digits that stand for a number, and not within a word, a name or a date.
var numbers = regexp.MustCompile(`(?:^|[ (])(-?\d+(?:\.\d+)?(?:e[-+]\d+)?)(?:$|[ ,;)%])`)

// TestTextAndJSONSayTheSame reads each number of the measures' and totals' tables and looks for it among the
// numbers of the JSON form, rounded alike.
func TestTextAndJSONSayTheSame(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{clean: true}.write(t, l), analysis.Options{Worst: 5})
	var all any
	d := json.NewDecoder(bytes.NewReader(form(t, "json", r, o)))
	d.UseNumber()
	must(t, d.Decode(&all))
	known := map[string]bool{}
	gather(all, known)
	seen := 0
	for _, s := range Sections(r, o) {
		if s.Title == "How to read this" || s.Title == "How to repeat this" {
			continue // words
		}
		for _, row := range s.Table.Rows {
			for i, cell := range row {
				if s.Title == "Run" && (row[0] == "started" || row[0] == "ended") {
					continue
				}
				for _, n := range numbers.FindAllStringSubmatch(" "+strings.ReplaceAll(cell, " ", "  ")+" ", -1) {
					seen++
					if !known[n[1]] {
						t.Errorf("%s, %q: %s is no number of the JSON", s.Title, row[i], n[1])
					}
				}
			}
		}
	}
	if seen < 150 {
		t.Errorf("looked for %d numbers only", seen)
	}
}

// gather notes all numbers as they are, as people read them, and those within texts.
func gather(v any, known map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for _, one := range v {
			gather(one, known)
		}
	case []any:
		for _, one := range v {
			gather(one, known)
		}
	case json.Number:
		known[v.String()] = true
		if f, err := v.Float64(); err == nil {
			known[Number(f)] = true
			known[strconv.FormatFloat(f*100, 'f', -1, 64)] = true
			known[strconv.FormatFloat(f+1, 'f', -1, 64)] = true // repeats are counted from 1 for people
		}
	case string:
		for _, n := range numbers.FindAllStringSubmatch(" "+strings.ReplaceAll(v, " ", "  ")+" ", -1) {
			known[n[1]] = true
		}
	}
}

// TestJUnitHoldsToTheSchemas checks what the schemas of Ant and Jenkins ask: order, attributes and their
// types, and at most one verdict a test.
func TestJUnitHoldsToTheSchemas(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{})
	o.Least = map[string]float64{"f1": 0.35}
	type verdict struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var doc struct {
		XMLName xml.Name `xml:"testsuites"`
		Suites  []struct {
			Name      string `xml:"name,attr"`
			Timestamp string `xml:"timestamp,attr"`
			Hostname  string `xml:"hostname,attr"`
			Tests     int    `xml:"tests,attr"`
			Failures  int    `xml:"failures,attr"`
			Errors    int    `xml:"errors,attr"`
			Skipped   int    `xml:"skipped,attr"`
			Time      string `xml:"time,attr"`
			Cases     []struct {
				Name      string    `xml:"name,attr"`
				Classname string    `xml:"classname,attr"`
				Time      string    `xml:"time,attr"`
				Errors    []verdict `xml:"error"`
				Failures  []verdict `xml:"failure"`
				Skipped   []verdict `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	data := form(t, "junit", r, o)
	must(t, xml.Unmarshal(data, &doc))
	if len(doc.Suites) != 1 {
		t.Fatalf("%d suites", len(doc.Suites))
	}
	read, results := 0, o.Results
	o.Results = func(with ledger.With) iter.Seq2[*ledger.Result, error] { read++; return results(with) }
	if again := form(t, "junit", r, o); !bytes.Equal(again, data) || read != 1 {
		t.Errorf("read %d times: of a run that is being written, the counts are not those of the tests", read)
	}
	s := doc.Suites[0]
	if !regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$`).MatchString(s.Timestamp) || s.Hostname == "" || s.Name == "" {
		t.Errorf("suite %q at %q on %q", s.Name, s.Timestamp, s.Hostname)
	}
	errors, failures, skipped := 0, 0, 0
	for _, c := range s.Cases {
		if _, err := strconv.ParseFloat(c.Time, 64); err != nil || c.Name == "" || c.Classname == "" {
			t.Errorf("test %q of %q: time %q", c.Name, c.Classname, c.Time)
		}
		if len(c.Errors)+len(c.Failures)+len(c.Skipped) > 1 {
			t.Errorf("test %q has several verdicts", c.Name)
		}
		for _, v := range append(c.Errors, c.Failures...) {
			if v.Type == "" || v.Message == "" || !strings.Contains(v.Text, "\n") && v.Text == "" {
				t.Errorf("test %q: a verdict without words: %+v", c.Name, v)
			}
		}
		errors, failures, skipped = errors+len(c.Errors), failures+len(c.Failures), skipped+len(c.Skipped)
	}
	if len(s.Cases) != len(hostile) || s.Tests != len(hostile) || s.Errors != errors || s.Failures != failures ||
		s.Skipped != skipped || errors != 2 || failures < 5 {
		t.Errorf("%d tests with %d errors, %d failures, %d skipped; the suite says %d, %d, %d, %d", len(s.Cases), errors,
			failures, skipped, s.Tests, s.Errors, s.Failures, s.Skipped)
	}
	if !bytes.Contains(data, []byte(`message="f1: no score (abstained: empty), and it is to be at least 0.350"`)) {
		t.Error("a case without a score passes its threshold")
	}
	o.Least, o.Most = nil, map[string]float64{"f1": 0.15}
	if data := form(t, "junit", r, o); !bytes.Contains(data, []byte("f1: 0.300, and it is to be at most 0.150")) ||
		bytes.Contains(data, []byte("f1: 0, and")) {
		t.Error("a limit from above is not kept")
	}
	order := regexp.MustCompile(`(?s)<testsuite [^>]*>\s*<properties>.*</properties>\s*<testcase.*<system-out></system-out>` +
		`\s*<system-err></system-err>\s*</testsuite>`)
	if !order.Match(data) {
		t.Error("the suite's children are not in the order of the schema")
	}
}

func TestExportedParquetReadsBack(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{})
	e, err := FindExport("parquet")
	must(t, err)
	var b bytes.Buffer
	must(t, e.Write(&b, r.Info, o.Results))
	rows, err := parquet.Read[exportRow](bytes.NewReader(b.Bytes()), int64(b.Len()))
	must(t, err)
	if len(rows) != 2*len(hostile) {
		t.Fatalf("%d rows", len(rows))
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	must(t, err)
	if kind, _ := f.Lookup("assay.kind"); kind != "export" {
		t.Errorf("it says that it is of kind %q", kind)
	}
	scored := 0
	for i := range rows {
		row := &rows[i]
		if (row.Answer == nil) != (row.Outcome != ledger.Answered) || len(row.Scores) != 3 || row.Question != validText(hostile[i/2].text) {
			t.Errorf("row %d: %+v", i, row)
		}
		for _, s := range row.Scores {
			if (s.Value != nil) != (s.Outcome == "scored") {
				t.Errorf("row %d: score %+v", i, s)
			}
			if s.Value != nil {
				scored++
			}
		}
	}
	if scored != 44 {
		t.Errorf("%d scores with a value, want 44", scored)
	}
}

// validText is a text as JSON keeps it.
func validText(s string) string { return string([]rune(s)) }

func TestTRECFilesAreRead(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{}.write(t, l), analysis.Options{})
	files := map[string]string{}
	for _, name := range []string{"trec", "qrels"} {
		e, err := FindExport(name)
		must(t, err)
		var b strings.Builder
		must(t, e.Write(&b, r.Info, o.Results))
		files[name] = b.String()
	}
	run, err := rank.ReadRun("run", strings.NewReader(files["trec"]))
	must(t, err)
	qrels, err := rank.ReadQrels("qrels", strings.NewReader(files["qrels"]))
	must(t, err)
	specs, err := rank.ParseList("mrr@10")
	must(t, err)
	table, err := rank.Evaluate(qrels, run, specs, rank.Options{})
	must(t, err)
	if len(table.Rows) < len(hostile)-3 {
		t.Errorf("%d rankings are measured", len(table.Rows))
	}
}

func TestTRECIDsStayApart(t *testing.T) {
	seen := map[string]string{}
	for _, id := range []string{"a b", "a%20b", "a\tb", "a\u00a0b", "a b ", "ab"} {
		got := trecID(id)
		if strings.ContainsFunc(got, unicode.IsSpace) {
			t.Errorf("%q has blanks", got)
		}
		if other, ok := seen[got]; ok {
			t.Errorf("%q and %q are both %q", id, other, got)
		}
		seen[got] = id
	}
}

func TestCosts(t *testing.T) {
	tests := []struct {
		pico        int64
		unknown, of int
		want        string
	}{
		{0, 0, 3, "USD 0.00"},
		{1, 0, 3, "USD 0.000000000001"},
		{1_500_000_000_000, 1, 3, "USD 1.50, and unknown for 1 of 3 calls"},
		{0, 3, 3, "unknown for all 3 calls"},
	}
	for _, tt := range tests {
		if got := costText(tt.pico, tt.unknown, tt.of, "calls"); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

func TestFormatsAreFound(t *testing.T) {
	for i := range Formats {
		f := &Formats[i]
		if got, err := Find(f.Name); err != nil || got != f {
			t.Errorf("%s: %v", f.Name, err)
		}
		if f.Ext == "" {
			continue
		}
		if got, err := ForFile("Dir.x/Out" + strings.ToUpper(f.Ext)); err != nil || got != f {
			t.Errorf("%s: %v", f.Ext, err)
		}
	}
	if _, err := ForFile("out.pdf"); err == nil || !strings.Contains(err.Error(), ".xml") {
		t.Errorf("out.pdf: %v", err)
	}
	for _, name := range []string{"csv", "junit"} {
		f, err := Find(name)
		must(t, err)
		if err := f.Write(io.Discard, &analysis.Run{Info: &ledger.Info{}, Totals: &ledger.Totals{}}, Options{}); err == nil {
			t.Errorf("%s: written without results", name)
		}
	}
}
