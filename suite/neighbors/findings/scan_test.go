package findings

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
)

// passage is one as the ledger holds it.
type passage struct {
	ID       string          `json:"id,omitempty"`
	Title    json.RawMessage `json:"title,omitempty"`
	Text     string          `json:"text"`
	Distance *float64        `json:"distance,omitempty"`
}

// FuzzScan holds what is read of a record against what encoding/json reads of it, and reads arbitrary bytes.
func FuzzScan(f *testing.F) {
	texts := []string{"", "a", `"`, `\`, `\"`, `\\"`, "é株\u2028<>&", "}]{[", "\x00\n\t", ", : null", `{"id":"x"}`, "\xff"}
	raws := []string{`{}`, `[]`, `{"passages":[`, `{"passages":{}}`, `{"a" 1}`,
		`{"passages":[{"id":"a","distance":1e999}]}`, `{"passages":null,"x":[1,[2,{"y":"]"}]]} `,
		` { "passages" : [ { "id" : "a" , "distance" : -1.5e-3 } ] } `}
	if len(texts)*len(raws) < 90 {
		f.Fatal("too few seeds")
	}
	for i, s := range texts {
		for j, raw := range raws {
			f.Add(s, float64(i)/7-float64(j), []byte(raw))
		}
	}
	f.Fuzz(func(t *testing.T, s string, distance float64, raw []byte) {
		if end := after(raw, blank(raw, 0)); json.Valid(raw) && end != len(bytes.TrimRight(raw, " \n\t\r")) {
			t.Errorf("%q ends at %d", raw, end)
		}
		var wild search
		_ = wild.readAnswer(raw) // whatever it says, it comes back
		if wild.readBody(raw) == nil && len(raw) < 2 {
			t.Errorf("%q was read", raw)
		}
		all := []passage{{ID: s, Text: s, Title: json.RawMessage(`{"a":["}",1,true,null]}`)}, {ID: "b" + s}}
		if !math.IsNaN(distance) && !math.IsInf(distance, 0) {
			all[1].Distance = &distance
		}
		answer, err := json.Marshal(map[string]any{"text": s, "passages": all, "zero": 0})
		if err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(map[string]any{"question": s, "evidence": []string{s, "g"}, "extra": all})
		if err != nil {
			t.Fatal(err)
		}
		var got search
		if err := got.readAnswer(answer); err != nil {
			t.Fatalf("%s: %v", answer, err)
		}
		if err := got.readBody(body); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		want := string([]rune(s)) // as JSON keeps it
		if len(got.hits) != 2 || got.hits[0].id != want || got.hits[1].id != "b"+want || got.text != want ||
			len(got.golds) != 2 || got.golds[0] != want {
			t.Errorf("%s: %+v", answer, got)
		}
		if h := got.hits[1]; h.measured != (all[1].Distance != nil) || h.measured && h.distance != distance || got.hits[0].measured {
			t.Errorf("%s: %+v", answer, got.hits)
		}
	})
}
