package text

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// goldDocument is one line of a gold file: a text and the byte spans of its sentences.
type goldDocument struct {
	ID    string
	Text  string
	Spans [][2]int
}

// realData is where third-party test data is: next to the repository, never in it.
const realData = "../../shared/data"

// readGold reads a gold set; it skips the test where the data is absent and fails where it is thin.
func readGold(t testing.TB, name string, atLeast int) []goldDocument {
	t.Helper()
	dir := filepath.Join(realData, "segmentation")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no gold sentences: %v", err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var documents []goldDocument
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, len(raw)+1)
	for lines.Scan() {
		var d goldDocument
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		documents = append(documents, d)
	}
	if len(documents) < atLeast {
		t.Fatalf("%s holds %d documents, want at least %d", name, len(documents), atLeast)
	}
	return documents
}

// tally counts sentence ends that gold and splitter agree on.
type tally struct{ gold, found, both, exact int }

func (s tally) f1() float64 { return 2 * float64(s.both) / float64(s.gold+s.found) }

func score(documents []goldDocument) (s tally) {
	for _, d := range documents {
		ends := make(map[int]bool, len(d.Spans))
		for _, span := range d.Spans {
			ends[span[1]] = true
		}
		both := 0
		found := new(Splitter).Sentences(nil, []byte(d.Text))
		for _, span := range found {
			if ends[span.End] {
				both++
			}
		}
		s.gold += len(ends)
		s.found += len(found)
		s.both += both
		if both == len(found) && both == len(ends) {
			s.exact++
		}
	}
	return s
}

func TestGold(t *testing.T) {
	for _, set := range []struct {
		name      string
		documents int
		f1        float64
		exact     int
	}{
		{"legal_bva", 20, .922 - .005, 0},
		{"legal_scotus", 20, .870 - .005, 0},
		{"tenk_dev", 43, .98, 0},
		{"golden48", 48, 0, 37},
		{"ewt_dev", 318, .90, 0},
	} {
		t.Run(set.name, func(t *testing.T) {
			documents := readGold(t, set.name, set.documents)
			s := score(documents)
			t.Logf("F1 %.4f, precision %.4f, recall %.4f, %d of %d documents exact", s.f1(),
				float64(s.both)/float64(s.found), float64(s.both)/float64(s.gold), s.exact, len(documents))
			if s.f1() < set.f1 || s.exact < set.exact {
				t.Errorf("want F1 ≥ %.3f and %d exact", set.f1, set.exact)
			}
		})
	}
}
