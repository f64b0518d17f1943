package catalog

import (
	"encoding/json"
	"testing"
)

type inJSON struct {
	Usage Usage
	Cost  USD
	Tier  Tier
	On    Day
}

func TestJSON(t *testing.T) {
	day, err := parseDay("2026-11-21")
	if err != nil {
		t.Fatal(err)
	}
	was := inJSON{Usage{Input: 7, CacheWriteLong: 2, Output: 1, Known: PartInput | PartCacheWriteLong | PartOutput},
		usd("0.000000000007"), Batch, day}
	text, err := json.Marshal(was)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"Usage":{"input":7,"cache_write_long":2,"output":1,"known":"input, one-hour cache write, output"},` +
		`"Cost":"0.000000000007","Tier":"batch","On":"2026-11-21"}`
	if string(text) != want {
		t.Errorf("%s\nwant %s", text, want)
	}
	var is inJSON
	if err := json.Unmarshal(text, &is); err != nil || is != was {
		t.Errorf("%+v, %v", is, err)
	}
	if err := json.Unmarshal([]byte(`{"Usage":{"known":""},"Cost":"-1.50","On":""}`), &is); err != nil ||
		is.Usage.Known != 0 || is.Cost != -3*Dollar/2 || is.On != 0 {
		t.Errorf("%+v, %v", is, err)
	}
	for _, bad := range []string{`{"Usage":{"known":"inputs"}}`, `{"Cost":"1e3"}`, `{"Cost":"--1"}`, `{"Tier":"fast"}`, `{"On":"yesterday"}`} {
		if err := json.Unmarshal([]byte(bad), &is); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// TestListingJSON checks that a listing speaks in names.
func TestListingJSON(t *testing.T) {
	for l := range Default().All(date("2026-11-21")) {
		if l.Model.ID != "gpt-5" {
			continue
		}
		text, err := json.Marshal(map[string]any{"kind": l.Model.Kind, "temperature": l.Model.Temperature,
			"schema": l.Model.Schema, "norm": l.Model.Norm, "state": l.Status.State, "confidence": l.Status.Confidence})
		want := `{"confidence":"secondary","kind":"chat","norm":"unknown","schema":"yes","state":"ending","temperature":"rejects"}`
		if err != nil || string(text) != want {
			t.Errorf("%s, %v\nwant %s", text, err, want)
		}
		return
	}
	t.Error("gpt-5 is not listed")
}
