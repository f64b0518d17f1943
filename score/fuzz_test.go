package score

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode"
)

// The seeds of the fuzz targets are counted: a target without its seeds tests little.
const leastSeeds = 8

func FuzzLines(f *testing.F) {
	seeds := []string{
		"", "\n\n", `{"gold":"x","answer":"y"}`, `{"gold":["x",1,true],"answer":["a"],"id":{"a":1}}` + "\n{}",
		`{"answer":null}`, `[1]`, "\ufeff{\"answer\":1e5}\r\n", `{"answer":"\ud800\u0000","tolerance":0.5,"sources":["a"]}`,
		`{"gold":[[1]],"answer":"x"}`, "{\"answer\":\"\xff\"}",
	}
	countSeeds(f, len(seeds))
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := NewLines(bytes.NewReader(data))
		for n := 0; ; n++ {
			var in Input
			err := lines.Next(&in)
			if errors.Is(err, io.EOF) {
				return
			}
			var bad *LineError
			if err != nil && !errors.As(err, &bad) {
				t.Fatal(err)
			}
			if n > len(data) {
				t.Fatal("more records than bytes")
			}
			for i := range Scorers {
				if err == nil && len(data) < 5000 {
					checkScore(t, &Scorers[i], Scorers[i].Score(&in), &in)
				}
			}
		}
	})
}

func FuzzTokens(f *testing.F) {
	seeds := []string{
		"The cat's 3-5 U.S. $1,234.5 & <skipped> -\n a–b", "İ K \u0130stanbul", "operating yyyy skies 2020s",
		"\x1c\x85\u2003\u00a0", "a\u0301the", "\xff\xfe", ".,.,1,2.3.", "REASONING FINAL: yes", "“a b c” \"d e f\"",
	}
	countSeeds(f, len(seeds))
	for _, s := range seeds {
		f.Add(s, "the gold")
	}
	f.Fuzz(func(t *testing.T, answer, gold string) {
		if len(answer)+len(gold) > 5000 {
			return
		}
		for token := range strings.FieldsSeq(squadNormal(answer)) {
			if token == "a" || token == "an" || token == "the" {
				t.Fatalf("an article in %q of %q", token, answer)
			}
		}
		if n := squadNormal(answer); strings.IndexFunc(n, func(r rune) bool { return r < 128 && unicode.IsUpper(r) }) >= 0 {
			t.Fatalf("upper case in %q", n)
		}
		in := Input{Gold: []string{gold}, Answer: answer, Sources: []string{gold}, Question: gold}
		for i := range Scorers {
			checkScore(t, &Scorers[i], Scorers[i].Score(&in), &in)
		}
	})
}

func FuzzScoreJSON(f *testing.F) {
	seeds := []string{
		`{"name":"f1","outcome":"scored","value":0.5}`, `{"name":"f1","outcome":"skipped"}`, `{}`, `null`, `[]`,
		`{"name":"f1","outcome":"scored"}`, `{"name":"f1","outcome":"error","value":0}`, `{"name":"f1","outcome":"scored","value":1e308}`,
	}
	countSeeds(f, len(seeds))
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Score
		if s.UnmarshalJSON(data) != nil {
			return
		}
		line, err := s.MarshalJSON()
		if err != nil {
			t.Fatalf("%q was read and cannot be written: %v", data, err)
		}
		var again Score
		if err := again.UnmarshalJSON(line); err != nil || again.Value != s.Value || again.Outcome != s.Outcome {
			t.Fatalf("%s: %+v, %v", line, again, err)
		}
	})
}

func countSeeds(f *testing.F, n int) {
	f.Helper()
	if n < leastSeeds {
		f.Fatalf("%d seeds, want at least %d", n, leastSeeds)
	}
}
