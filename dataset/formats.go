package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/dataset/promptfoo"
	"github.com/assayhq/assay/internal/linereader"
)

// format is a row of the table: a shape that data sets come in.
type format struct {
	Name    string
	Doc     string // what it looks like, in one line
	Caveats string // what to know before believing the cases
	sniff   func(*record.Head) bool
	read    func(*record.Pass) error
	whole   bool // its files are read as a whole: no record can be left out
}

// formats are the formats, in the order in which a file is held against them.
var formats = []format{
	{
		Name: "promptfoo",
		Doc:  "promptfoo's configuration (YAML or JSON), its test files (CSV with __expected columns, YAML, JSON, JSON lines).",
		Caveats: "equals, and the asserts that compare with a reference text, give the gold; all asserts are kept, " +
			"and those without a scorer of ours are named. " +
			"{{names}} are filled in; filters, blocks and expressions are refused. Programs, web addresses and files " +
			"outside the directory are refused. " +
			"A list of texts among the variables makes one case per text.",
		sniff: promptfoo.Sniff, read: promptfoo.Read, whole: true,
	},
	{
		Name: "docfinqa",
		Doc:  `DocFinQA's shape: {"Context": a whole document, "Question", "Answer", "Program"}, all of them texts.`,
		Caveats: "The document is the case's one passage, named by its text, and the cluster; the id is a hash of document and question. " +
			"The program is a variable, and is not run here. An answer that is a list is refused: whether its items are " +
			"parts or alternatives is unknown.",
		sniff: sniffDocFinQA, read: readDocFinQA,
	},
	{
		Name: "finqa",
		Doc:  `FinQA's records: pre_text, table, post_text and qa with question, answer, program and exe_ans.`,
		Caveats: "The page is one passage, a line for each sentence and row; evidence is lines of it. Gold is " +
			"exe_ans, the result of the program, " +
			"and before it the printed answer where it says the same; where it does not, the case is tagged gold: disagrees. " +
			"The results of the authors' retriever are not taken over. Conversations without answers are refused.",
		sniff: sniffFinQA, read: readFinQA,
	},
	{
		Name: "finqa-flat",
		Doc:  `FinQA and its relatives flattened, one object per line: question, context, answer, program, and evidence_indices.`,
		Caveats: "The answer is the result of the program. Evidence is lines of the context where its row or sentence " +
			"is found in it; the rest is left out with a note. " +
			"A question that was a turn of a conversation is asked alone.",
		sniff: sniffFlat, read: readFlat,
	},
	{
		Name: "tatqa",
		Doc:  `TAT-QA's records: paragraphs, a table, and questions with answer, scale and derivation; a case for each question.`,
		Caveats: "Several spans are a list, of which all items are needed. The scale is the unit and a tag: an answer is right only with it. " +
			"Evidence is the paragraphs named; the data does not state which rows of the table an answer rests on. The cluster is " +
			"the page, as companies are not named.",
		sniff: sniffTATQA, read: readTATQA,
	},
	{
		Name: "financebench",
		Doc: `FinanceBench's questions with the text of the pages that answer them; sector, form and period ` +
			`from the table of documents beside it.`,
		Caveats: "The passages are the evidence pages alone, as the documents are not part of it: a system that is " +
			"given them is told where to look. " +
			"Pages are counted from 0. Golds are sentences as often as figures.",
		sniff: sniffFinanceBench, read: readFinanceBench,
	},
	{
		Name: "financebench-results",
		Doc:  `FinanceBench's results: answers of a system with gold and the label that people gave them.`,
		Caveats: "The label (Correct Answer, Incorrect Answer, Refusal) is a tag, so that scores can be held against " +
			"it. There are no passages.",
		sniff: sniffFinanceBenchResults, read: readResults(&financeBenchResults),
	},
	{
		Name: "finqa-results",
		Doc:  `Answers to FinQA with gold and verdicts: question, gold_text, final_answer_text, correct, correct_legacy, ….`,
		Caveats: "The answer is final_answer_text, what the verdicts were given on; the whole reply is kept as extra data. Verdicts are tags. " +
			"The records have no ids: theirs are hashes of the question.",
		sniff: sniffFinQAResults, read: readResults(&finQAResults),
	},
	{
		Name: "openai-evals",
		Doc:  `The samples of OpenAI's evals: {"input": a text or [{"role", "content"}, …], "ideal": a text or a list of texts}.`,
		Caveats: "Several ideals are alternatives, any of which is right. Names of messages (example_user) are dropped with a note. " +
			"Which grader a sample was written for is in a registry elsewhere and unknown here.",
		sniff: sniffOpenAI, read: readOpenAI,
	},
	{
		Name: "ragas",
		Doc: "Ragas' samples: question, contexts, answer, ground_truth or ground_truths; or user_input, " +
			"retrieved_contexts, response, reference. " +
			"JSON, JSON lines, columns, CSV, Parquet.",
		Caveats: "The answer is the one that a system gave, the ground truth the gold. Several ground truths are alternatives. " +
			"Scores and other columns are kept as extra data and not used. Conversations with tools are refused.",
		sniff: sniffRagas, read: readRagas,
	},
	{
		Name: "simple-evals",
		Doc:  "Question and reference in two columns, as in OpenAI's simple-evals: problem or question, answer or correct answer.",
		Caveats: "The answer is the reference here, not a system's. Choices (A to D) are kept as variables; the " +
			"prompt that shows them is the user's. " +
			"Other columns are kept as extra data. Files with just question and answer have to be asked for by this name.",
		sniff: sniffSimple, read: readSimple,
	},
	{
		Name: "assay",
		Doc:  `Our own: {"id", "question", "gold", "answer", "passages", …}, one JSON object per line, a list of them, or a table.`,
		Caveats: "Keys that it does not know are errors; other data goes under extra. A gold that is a list is a list, " +
			"as in assay score; with gold_list false its items are alternatives.",
		sniff: sniffAssay, read: readAssay,
	},
}

func formatNames() string {
	var names []string
	for i := range formats {
		names = append(names, formats[i].Name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// detect finds out how the file keeps its records, and its format unless one is named.
func (s *Set) detect(format string) error {
	for i := range formats {
		if formats[i].Name == format {
			s.format = &formats[i]
		}
	}
	if s.format == nil && format != "" {
		return fmt.Errorf("open data set %q: there is no format %q; there are %s", s.Path, format, formatNames())
	}
	if err := s.detectShape(); err != nil {
		return err
	}
	if s.format == nil {
		if err := s.detectFormat(); err != nil {
			return err
		}
	}
	s.Format = s.format.Name
	return nil
}

// detectFormat holds the first record that can be read against the table.
func (s *Set) detectFormat() error {
	p, err := s.input.Begin(nil)
	if err != nil {
		return err
	}
	defer p.Src.Close()
	h := &record.Head{Shape: s.input.Shape}
	if s.input.Shape == record.JSONFile || s.input.Shape == record.YAMLFile {
		h.First, err = p.ReadDocument()
	} else {
		err = p.Each(func(n *record.Node) error {
			h.First = n
			return record.ErrStop
		})
	}
	if err != nil && !errors.Is(err, record.ErrStop) {
		return fmt.Errorf("read data set %q: %w", s.Path, err)
	}
	if h.First != nil && h.First.Kind == record.List {
		h.First = firstOf(h.First)
	}
	if h.First == nil {
		if p.Problems.Count > 0 {
			return &p.Problems
		}
		return fmt.Errorf("open data set %q: there are no records in it%s", s.Path, s.readAs())
	}
	for i := range formats {
		if formats[i].sniff(h) {
			s.format = &formats[i]
			return nil
		}
	}
	return s.unknown(h)
}

// readAs says what a file without records was taken for, where that may be a mistake.
func (s *Set) readAs() string {
	if s.input.Shape != record.Table {
		return ""
	}
	return ": it begins with neither '[' nor '{', so it is no JSON, and was read as a table that has a header and no rows"
}

func firstOf(n *record.Node) *record.Node {
	if len(n.Items) == 0 {
		return nil
	}
	return &n.Items[0]
}

// unknown says what was found where no format fits.
func (s *Set) unknown(h *record.Head) error {
	if h.First.Has("question") && h.First.Has("answer") {
		return fmt.Errorf("open data set %q: is its answer the reference, or the answer of a system? Name the format: "+
			"simple-evals for the reference, assay for a system's answer", s.Path)
	}
	var keys []string
	for i := range h.First.Fields {
		keys = append(keys, record.Shown(h.First.Fields[i].Key))
	}
	if len(keys) > 12 {
		keys = append(keys[:12], "…")
	}
	return fmt.Errorf("open data set %q: no format has these keys: %s; name the format, one of %s", s.Path,
		strings.Join(keys, ", "), formatNames())
}

// detectShape looks at how the content begins.
func (s *Set) detectShape() error {
	p, err := s.input.Begin(nil)
	if err != nil {
		return err
	}
	defer p.Src.Close()
	start, err := p.Src.Peek(record.ReadBytes)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return fmt.Errorf("read data set %q: %w", s.Path, err)
	}
	err = nil
	content := bytes.TrimLeft(start, " \t\r\n")
	switch {
	case len(content) == 0 && len(start) < record.ReadBytes:
		return fmt.Errorf("open data set %q: it is empty", s.Path)
	case len(content) == 0:
		return fmt.Errorf("open data set %q: it begins with more than %d bytes of blanks", s.Path, record.ReadBytes)
	case bytes.HasPrefix(start, []byte("PAR1")):
		s.input.Shape = record.ParquetFile
	case len(start) > 3 && (start[0] == 0) != (start[1] == 0) && (start[0] == 0) == (start[2] == 0) && (start[1] == 0) == (start[3] == 0):
		return fmt.Errorf("open data set %q: it is UTF-16: save it as UTF-8", s.Path)
	case bytes.IndexByte(start, 0) >= 0:
		return fmt.Errorf("open data set %q: it is a binary file of a kind that is not read", s.Path)
	case content[0] == '[':
		s.input.Shape = record.Items
	case content[0] == '{':
		s.input.Shape, err = objectShape(p.Src)
	case looksLikeYAML(content):
		s.input.Shape = record.YAMLFile
	default:
		s.input.Shape = record.Table
	}
	if err != nil {
		return fmt.Errorf("read data set %q: %w", s.Path, err)
	}
	return nil
}

// objectShape tells JSON lines from one object that is the whole file.
func objectShape(src *record.Source) (record.Shape, error) {
	lines := linereader.New(src.Reader, record.MaxRecord)
	line, err := lines.Next()
	for err == nil && len(bytes.TrimSpace(line)) == 0 {
		line, err = lines.Next()
	}
	long := errors.Is(err, linereader.ErrTooLong)
	if err != nil && !long {
		return 0, err
	}
	next := byte(0)
	if !long {
		next, err = (&record.Splitter{Src: src}).Skip()
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
	}
	n, broken := record.ParseJSON(line, 1, record.MaxNodes)
	switch {
	case long || next == '{' || broken != nil && next == 0:
		return record.Lines, nil
	case broken == nil && next == 0:
		return onlyObject(n), nil
	case broken == nil:
		return record.Lines, nil
	}
	data, err := src.ReadAll()
	if err != nil {
		return 0, err
	}
	all := slices.Concat(line, []byte{'\n', next}, data)
	if n, broken = record.ParseJSON(all, 1, record.MaxNodes); broken != nil {
		// The reader of the format reports where it is broken.
		return record.JSONFile, nil
	}
	return onlyObject(n), nil
}

// onlyObject tells what the one object of a file is: a document, columns, or a record.
func onlyObject(n *record.Node) record.Shape {
	if promptfoo.IsConfig(n) {
		return record.JSONFile
	}
	for i := range n.Fields {
		v := &n.Fields[i].Value
		if v.Kind != record.List && v.Kind != record.Object || len(record.Values(v)) == 0 {
			return lone(n)
		}
	}
	if q := column1(n, []string{"question", "user_input", "problem"}); q == nil || record.Values(&q.Value)[0].Kind == record.Object {
		return lone(n) // a conversation is a list too
	}
	return record.Columns
}

// lone is a record that is alone in its file, on one line or on several.
func lone(n *record.Node) record.Shape {
	if bytes.IndexByte(n.Raw, '\n') < 0 {
		return record.Lines
	}
	return record.JSONFile
}

// looksLikeYAML reports whether a text begins like a configuration or a list of tests.
func looksLikeYAML(content []byte) bool {
	for len(content) > 0 {
		line := content
		if i := bytes.IndexByte(content, '\n'); i >= 0 {
			line, content = content[:i], content[i+1:]
		} else {
			content = nil
		}
		trimmed := strings.TrimSpace(string(line))
		switch {
		case trimmed == "", trimmed[0] == '#', trimmed[0] == '%', trimmed == "---":
			continue
		case strings.HasPrefix(trimmed, "- "), trimmed == "-":
			return true
		}
		key, _, found := strings.Cut(trimmed, ":")
		return found && promptfoo.IsSetting(strings.Trim(key, `"'`))
	}
	return false
}
