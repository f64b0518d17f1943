package provider

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// FuzzVector holds the quick readers to encoding/json: what they read of valid JSON, it reads the same.
func FuzzVector(f *testing.F) {
	seeds := []string{`[1,-2.5e-3,0]`, `[]`, `[ 1 , 2 ]`, `[null]`, `[1e99]`, `[true]`, `[[1]]`, `"AACAPw=="`, `"AACAPw"`,
		`"\u0041AAA"`, `""`, `[-0.0,1E+2]`}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	if len(seeds) < 12 {
		f.Fatal("too few seeds")
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		raw = bytes.TrimSpace(raw)
		if !json.Valid(raw) {
			return
		}
		if v, ok := plainNumbers(raw); ok {
			var want []float32
			if err := json.Unmarshal(raw, &want); err != nil || !slices.Equal(v, want) {
				t.Errorf("%s is read as %v and not as %v (%v)", raw, v, want, err)
			}
		}
		if b, ok := plainBase64(raw); ok {
			var want []byte
			if err := json.Unmarshal(raw, &want); err != nil || !bytes.Equal(b, want) {
				t.Errorf("%s is read as %x and not as %x (%v)", raw, b, want, err)
			}
		}
	})
}
