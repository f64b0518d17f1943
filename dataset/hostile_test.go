package dataset

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/klauspost/compress/zstd"
)

const (
	plainCase = `{"id":"1","question":"Q","gold":"A"}` + "\n"
	unnamed   = `{"question":"Q","gold":"A"}` + "\n"
)

func gzipped(t testing.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstded(t testing.TB, s string) string {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	return string(z.EncodeAll([]byte(s), nil))
}

func TestPackedSets(t *testing.T) {
	for _, tt := range []struct{ name, file, content string }{
		{"gzip", "a.jsonl.gz", gzipped(t, "\ufeff"+plainCase)},
		{"gzip under another name", "a.csv", gzipped(t, plainCase)},
		{"two gzip members", "a.gz", gzipped(t, plainCase) + gzipped(t, "\n")},
		{"zstd", "a.jsonl.zst", zstded(t, plainCase)},
		{"a list in gzip", "a", gzipped(t, "["+plainCase+"]")},
		{"a table in zstd", "a", zstded(t, "id,question,gold\n1,Q,A\n")},
		{"a configuration in gzip", "a", gzipped(t, "tests: [{vars: {question: Q}, assert: [{type: equals, value: A}]}]")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := all(t, mustOpen(t, write(t, tt.file, tt.content), ""))
			if len(got) != 1 || got[0].Question != "Q" || len(got[0].Gold) != 1 || got[0].Gold[0] != "A" {
				t.Errorf("got %s", asJSON(t, got))
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	long := `{"question":"` + strings.Repeat("a", record.MaxRecord) + `"}` + "\n"
	for _, tt := range []struct{ name, content, format, says string }{
		{"an empty file", "", "", "it is empty"},
		{"blanks", " \n\r\n\t", "", "it is empty"},
		{"a byte order mark", "\ufeff", "", "it is empty"},
		{"many blanks", strings.Repeat("\n", 2*record.ReadBytes), "", "bytes of blanks"},
		{"only a header", "question,gold\n", "", "there are no records in it"},
		{"only a header, named", "question,gold\n", "assay", "there are no cases in it"},
		{"an empty list", "[]", "", "there are no records in it"},
		{"a format of nobody", plainCase, "deepeval",
			`there is no format "deepeval"; there are assay, docfinqa, financebench, financebench-results, finqa, finqa-flat, finqa-results, ` +
				`openai-evals, promptfoo, ragas, simple-evals, tatqa`},
		{"keys of nobody", `{"foo":1}`, "", "no format has these keys: foo"},
		{"a workbook", "PK\x03\x04....", "", "save the sheet as CSV"},
		{"UTF-16", "\xff\xfe{\x00", "", "save it as UTF-8"},
		{"UTF-16 without a mark", "{\x00\"\x00", "", "save it as UTF-8"},
		{"UTF-16 the other way", "\x00{\x00\"", "", "save it as UTF-8"},
		{"files that are not there", "tests: [" + strings.Repeat("file://a.yaml, ",
			record.MaxReferences+1) + "file://b.yaml]", "", "refers to more than 4096 files"},
		{"a PDF", "%PDF-1.7", "", "it is a PDF"},
		{"binary", "abc\x00def", "", "a binary file"},
		{"damaged gzip", "\x1f\x8b\x08\x00garbage", "", "gzip"},
		{"cut gzip", gzipped(t, strings.Repeat(plainCase, 1000))[:40], "", "unexpected EOF"},
		{"damaged zstd", "\x28\xb5\x2f\xfdgarbage", "", "unpack"},
		{"damaged Parquet", "PAR1 nothing PAR1", "", "Parquet"},
		{"a long line", plainCase + long, "", ":2: a line of more than the 33554432 bytes"},
		{"a long item", "[" + plainCase + "," + long + "]", "", ":2: an item of more than the 33554432 bytes"},
		{"a quotation mark that is never closed", "question,gold\nQ,\"" + strings.Repeat("a\n",
			record.MaxRecord/2+record.ReadBytes), "", "is a quotation mark not closed?"},
		{"more values than are read", `{"question":"Q","gold":"A","extra":[` + strings.Repeat("0,",
			record.MaxRecordNodes) + `0]}`, "", "more values in one record"},
		{"many columns", strings.Repeat("a,", record.MaxColumns+1) + "b\n1\n", "assay", "columns, more than the"},
		{"text", "Dear all\nplease find attached\n", "", "no format has these keys: Dear all"},
		{"an id twice", plainCase + unnamed + plainCase, "", `:3: the id "1" appears twice: on line 1, too`},
		{"an id twice in a table", "id,question,gold\na,Q,A\nb,Q,A\na,R,A\n", "", `:4: the id "a" appears twice: on line 2, too`},
		{"an unclosed list", "[" + plainCase, "", "the list is cut off"},
		{"a huge YAML file", "tests:\n" + strings.Repeat("- vars: {a: b}\n", record.MaxYAML/15+1), "", "bytes of YAML, more than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(write(t, "a.jsonl", tt.content), tt.format)
			wantError(t, err, tt.says)
		})
	}
}

func TestOpenRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(dir, "")
	wantError(t, err, "it is a directory")
	_, err = Open(filepath.Join(dir, "no.jsonl"), "")
	wantError(t, err, "no such file")
	if runtime.GOOS == "linux" {
		_, err = Open("/dev/null", "")
		wantError(t, err, "no regular file")
	}
}

// TestCasesOfAChangedFile changes the file between the two readings.
func TestCasesOfAChangedFile(t *testing.T) {
	path := write(t, "a.jsonl", plainCase)
	s := mustOpen(t, path, "")
	if err := os.WriteFile(path, []byte(plainCase+`{"question":"R","gold":"A"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for c, err := range s.Cases() {
		if c != nil {
			t.Fatal("a case of a file that nobody has looked at")
		}
		wantError(t, err, "was changed since it was opened")
	}
	later := time.Now().Add(time.Hour)
	s = mustOpen(t, path, "")
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	for _, err := range s.Cases() {
		wantError(t, err, "was changed")
	}
}

// TestCasesStop leaves the loop early, twice.
func TestCasesStop(t *testing.T) {
	for _, content := range []string{
		strings.Repeat(unnamed, 100),
		"[" + strings.Repeat(unnamed+",", 99) + unnamed + "]",
		"question,gold\n" + strings.Repeat("Q,A\n", 100),
		"tests: [{vars: {question: [" + strings.Repeat("a,", 99) + "a]}}]",
	} {
		s := mustOpen(t, write(t, "a", content), "")
		if s.Len != 100 {
			t.Fatalf("%d cases", s.Len)
		}
		for range 2 {
			seen := 0
			for c, err := range s.Cases() {
				if err != nil || c == nil {
					t.Fatal(err)
				}
				if seen++; seen == 3 {
					break
				}
			}
			if seen != 3 {
				t.Errorf("saw %d cases", seen)
			}
		}
	}
}

// TestMemoryIsBounded reads a packed set that is far larger than what may stay in memory.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a set of 25,000 cases")
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	line := `{"question":"` + strings.Repeat("How much were the sales? ", 60) + `","gold":"A","id":"`
	for i := range 25_000 {
		if _, err := z.Write([]byte(line + strconv.Itoa(i) + "\"}\n")); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := mustOpen(t, write(t, "a.gz", b.String()), "")
	b.Reset()
	var most uint64
	n := 0
	for _, err := range s.Cases() {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%5_000 == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
	if n != 25_000 || most > 20<<20 {
		t.Errorf("%d cases, %d bytes held; the set has %d", n, most, 25_000*len(line))
	}
}
