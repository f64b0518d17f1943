package finqa

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// shared is a file of real data, or a skip with the reason.
func shared(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "data", name))
	if err != nil {
		t.Skipf("real data is not here: %s", name)
	}
	return data
}

// TestFinQA runs the programs that annotators wrote, as steps and nested, and holds them against the results
// that the authors' evaluator came to.
func TestFinQA(t *testing.T) {
	for _, tt := range []struct {
		file             string
		records, printed int // golds, and those whose printed answer says something else
	}{
		{"finqa/dev_200.json", 200, 10}, {"finqa/train_100.json", 100, 4},
	} {
		var all []struct {
			ID    string
			Table Table
			QA    struct {
				Program, Answer string
				Nested          string `json:"program_re"`
				Result          any    `json:"exe_ans"`
			}
		}
		if err := json.Unmarshal(shared(t, tt.file), &all); err != nil {
			t.Fatal(err)
		}
		faults := map[Fault]int{}
		for _, r := range all {
			g := Gold{Program: r.QA.Program, Table: r.Table, Result: resultOf(r.QA.Result), Printed: r.QA.Answer}
			found := Check(&g)
			faults[found.Fault]++
			if found.Fault != Sound && found.Fault != OtherPrinted {
				t.Errorf("%s: %s", r.ID, found.Reason)
			}
			v, err := mustParse(t, r.QA.Nested).run(r.Table)
			if err != nil || v.String() != found.Value.String() {
				t.Errorf("%s: nested it comes to %s: %v", r.ID, v, err)
			}
		}
		if len(all) != tt.records || faults[OtherPrinted] != tt.printed {
			t.Errorf("%s: %d records, %v; want %d, %d", tt.file, len(all), faults, tt.records, tt.printed)
		}
	}
}

func resultOf(v any) string {
	if f, is := v.(float64); is {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	s, _ := v.(string)
	return s
}

func mustParse(t *testing.T, text string) *program {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return p
}

// TestFinQAFlat holds programs against the floats that another evaluator came to, and against the
// expressions that it wrote of them.
func TestFinQAFlat(t *testing.T) {
	lines := bufio.NewScanner(strings.NewReader(string(shared(t, "finqa/dev_838_flat.jsonl"))))
	lines.Buffer(nil, 1<<20)
	records, exact := 0, 0
	for lines.Scan() {
		var r struct {
			ID, Program, Answer string
			Expression          string  `json:"formula_expression"`
			Value               float64 `json:"formula_value"`
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		records++
		for _, text := range []string{r.Program, r.Expression} {
			v, err := mustParse(t, text).run(nil)
			if err != nil && outcomeOf(err) != unknownRow || err == nil && (!v.Is(r.Answer) || !v.Is(strconv.FormatFloat(r.Value, 'f', -1, 64))) {
				t.Errorf("%s: %q comes to %s (%v), and the data says %s and %v", r.ID, text, v, err, r.Answer, r.Value)
			}
			if v.Exact {
				exact++
			}
		}
	}
	if records != 838 || exact < 1600 {
		t.Errorf("%d records, %d exact values", records, exact)
	}
}

// TestDerivations runs what annotators of another set wrote down in a language of their own: most of it is
// arithmetic, and it has to come to their answer.
func TestDerivations(t *testing.T) {
	var all []struct {
		Questions []struct {
			UID, Derivation, Scale string
			Type                   string `json:"answer_type"`
			Answer                 any
		}
	}
	if err := json.Unmarshal(shared(t, "tatqa/tatqa_dataset_dev.json"), &all); err != nil {
		t.Fatal(err)
	}
	asked, read, right := 0, 0, 0
	for _, r := range all {
		for _, q := range r.Questions {
			answer, number := q.Answer.(float64)
			if q.Type != "arithmetic" || !number {
				continue
			}
			asked++
			p, err := Parse(q.Derivation)
			if err != nil {
				continue
			}
			read++
			if v, err := p.run(nil); err == nil && Renders(strconv.FormatFloat(answer, 'f', -1, 64), v.String()) {
				right++
			} else {
				t.Logf("%s: %q comes to %s, and the answer is %v %s (%v)", q.UID, q.Derivation, v, answer, q.Scale, err)
			}
		}
	}
	t.Logf("%d derivations, %d read, %d come to the answer", asked, read, right)
	if asked != 718 || read < 660 || right < 658 {
		t.Errorf("%d derivations, %d read, %d come to the answer", asked, read, right)
	}
}
