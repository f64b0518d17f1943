package structured

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fuzzSeeds are the texts of the table and more; a loss of seeds fails.
func fuzzSeeds(f *testing.F) []string {
	f.Helper()
	seeds := []string{invented, compact(invented), "```json\n" + invented + "\n```"}
	for _, test := range readTests {
		seeds = append(seeds, test.text)
	}
	if files, err := filepath.Glob(filepath.Join(equityData, "malformed-judge-output", "*")); err == nil {
		for _, name := range files {
			if data, err := os.ReadFile(name); err == nil {
				seeds = append(seeds, string(data))
			}
		}
	}
	if len(seeds) < 120 {
		f.Fatalf("%d seeds, want at least 120", len(seeds))
	}
	return seeds
}

// FuzzRead: any text gives a JSON value that reads again as itself, or an error with a place.
func FuzzRead(f *testing.F) {
	for _, seed := range fuzzSeeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(text)
		if err != nil {
			return
		}
		checkReading(t, text, r)
		if object, err := ReadObject(text); err == nil && (len(object.JSON) == 0 || object.JSON[0] != '{') {
			t.Errorf("not an object: %s", object.JSON)
		}
		if len(r.Mended) == 0 && !sameValue(t, text, r) {
			t.Errorf("nothing was mended and %q is not %q", r.JSON, text)
		}
	})
}

func sameValue(t *testing.T, text string, r Reading) bool {
	return json.Valid([]byte(text)) && len(differences(tree(t, r.JSON), tree(t, []byte(text)), "")) == 0
}

// FuzzCut: what is read of a JSON text that was cut off anywhere is in the text.
func FuzzCut(f *testing.F) {
	for i, seed := range fuzzSeeds(f) {
		f.Add(seed, i*7)
	}
	f.Fuzz(func(t *testing.T, text string, end int) {
		text = strings.TrimSpace(text)
		whole, err := Read(text)
		if err != nil || len(whole.Mended) > 0 || end < 0 || end >= len(text) || whole.JSON[0] != '{' && whole.JSON[0] != '[' {
			return
		}
		r, err := Read(text[:end])
		if err != nil {
			return
		}
		if err := subset(r, differences(tree(t, r.JSON), tree(t, whole.JSON), "")); err != nil || !r.Truncated {
			t.Errorf("%q cut at %d gives %q: %v", text, end, r.JSON, err)
		}
	})
}

// cleanReply is two kilobytes of what judges send when nothing is wrong.
var cleanReply = strings.Replace(invented, `"last"`,
	`"more": [`+strings.TrimSuffix(strings.Repeat(`{"text": "The report names no range for its growth, and no peer.", `+
		`"page": 12},`, 18), ",")+`], "last"`, 1)

func BenchmarkRead(b *testing.B) {
	for _, bench := range []struct{ name, text string }{
		{"clean", cleanReply},
		{"fenced", "```json\n" + cleanReply + "\n```"},
		{"mended", strings.Replace(cleanReply, `"two, three"`, `"two "and" three"`, 1)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(bench.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkValid is the standard library on the same text, which only says whether it is JSON.
func BenchmarkValid(b *testing.B) {
	text := []byte(cleanReply)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if !json.Valid(text) {
			b.Fatal("not JSON")
		}
	}
}
