package score

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/figure"
)

// The answers of FinanceBench to questions whose gold is one figure, and the share of them on which
// 'figure' has to say what people said: right or not.
const (
	leastLabelled  = 500
	leastAgreement = 0.95
)

// TestFiguresAgainstLabels holds 'figure' to the labels that people gave. bench/figure/run.sh prints the
// whole table, and with -list financebench every answer on which they differ.
func TestFiguresAgainstLabels(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(realTexts, "financebench/results/*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Skipf("no labelled answers in %s: they stand outside the repository", realTexts)
	}
	n, agree := 0, 0
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var row struct {
				Question, Label string
				Gold            any `json:"gold_answer"`
				Answer          any `json:"model_answer"`
			}
			if err := json.Unmarshal([]byte(strings.ReplaceAll(lines.Text(), ": NaN", ": null")), &row); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			gold := fmt.Sprint(row.Gold)
			if a, ok := figure.Answer(gold); !ok || !a.IsAmount() || a.End-a.Start < len(gold)-1 {
				continue
			}
			got := mustFind(t, "figure").Score(&Input{Question: row.Question, Gold: []string{gold}, Answer: fmt.Sprint(row.Answer)})
			n++
			if (got.Value == 1) == (row.Label == "Correct Answer") {
				agree++
			}
		}
	}
	t.Logf("%d of %d as the label says", agree, n)
	if n < leastLabelled || float64(agree) < leastAgreement*float64(n) {
		t.Errorf("%d of %d as the label says, want %.0f %% of at least %d", agree, n, 100*leastAgreement, leastLabelled)
	}
}
