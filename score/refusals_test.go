package score

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRefusals measures the reading of abstentions on real answers that people have labelled. The
// phrases were chosen with these answers in view, so others will be read a little worse.
func TestRefusals(t *testing.T) {
	if _, err := os.Stat(realTexts); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real texts in %s: they stand outside the repository", realTexts)
	}
	files, err := filepath.Glob(realTexts + "/financebench/results/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var refusals, found, answers, wrong int
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := decoded(name, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows.([]any) {
			fields := row.(map[string]any)
			answer, _ := fields["model_answer"].(string)
			_, abstains := Abstains(answer)
			abstains = abstains || strings.TrimSpace(answer) == ""
			switch fields["label"] {
			case "Refusal":
				refusals++
				found += int(indicator(abstains))
			default:
				answers++
				wrong += int(indicator(abstains))
			}
		}
	}
	t.Logf("%d of %d refusals read as such, %d of %d answers read as refusals", found, refusals, wrong, answers)
	if refusals < 400 || answers < 1000 {
		t.Fatalf("%d refusals and %d answers, want at least 400 and 1,000", refusals, answers)
	}
	if found*100 < refusals*90 || wrong*100 > answers*4 {
		t.Error("want at least 90 % of refusals found, and at most 4 % of answers taken for one")
	}
}
