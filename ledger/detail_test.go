package ledger

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/assayhq/assay/score"
)

// TestReadDetail reads details by both ways, which must agree.
func TestReadDetail(t *testing.T) {
	parts := []string{"", "12.4", "a \"quote\"", "back\\slash", "tab\t", "zürich – 1 < 2 & 3", "\u2028", "{}",
		`","extracted":"`, "bad \xff byte"}
	plain := 0
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range parts {
				for _, evidence := range [][]string{nil, {"x"}} {
					want := score.Score{Name: "s", Outcome: score.Abstained, Expected: a, Extracted: b, Explanation: c, Evidence: evidence}
					text, err := json.Marshal(detailText{a, b, c, evidence})
					must(t, err)
					var slow detailText
					must(t, json.Unmarshal(text, &slow))
					want.Expected, want.Extracted, want.Explanation = slow.Expected, slow.Extracted, slow.Explanation
					got := score.Score{Name: "s", Outcome: score.Abstained}
					if readPlain(string(text), &got) {
						plain++
					}
					got = score.Score{Name: "s", Outcome: score.Abstained}
					must(t, readDetail(string(text), &got))
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("%s: %+v, want %+v", text, got, want)
					}
				}
			}
		}
	}
	if plain < 26 { // three texts of three that are plain, but for all empty
		t.Errorf("%d were read without JSON", plain)
	}
	for _, text := range []string{"", "{", `{"expected":"a",}`, `{"expected":"a""extracted":"b"}`, `{"expected":"a"} `,
		`{"extracted":"a","expected":"b"}`, `{"expected":"a`, "{\"expected\":\"a\nb\"}",
		`{"expected":"a"}x`, `{"expected":"\u00e9"}`, `{"expected": "a"}`, `{"expected":null}`, `{"expected":"a","expected":"b"}`} {
		var one score.Score
		if readPlain(text, &one) || !reflect.DeepEqual(one, score.Score{}) {
			t.Errorf("%q was taken for plain: %+v", text, one)
		}
	}
}
