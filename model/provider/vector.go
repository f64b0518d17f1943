package provider

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// readNumbers reads an array of numbers. Vectors are most of what embedding costs, and strconv alone reads them
// in a third of the time of encoding/json, which is asked about all that is not plainly spelled.
func readNumbers(raw json.RawMessage) ([]float32, error) {
	if v, ok := plainNumbers(raw); ok {
		return v, nil
	}
	var v []float32
	err := json.Unmarshal(raw, &v)
	return v, err
}

// plainNumbers reads an array that is valid JSON and holds nothing but numbers that fit.
func plainNumbers(raw []byte) ([]float32, bool) {
	if len(raw) < 3 || raw[0] != '[' || raw[len(raw)-1] != ']' {
		return nil, false
	}
	rest := raw[1 : len(raw)-1]
	v := make([]float32, 0, bytes.Count(rest, []byte{','})+1)
	for more := true; more; {
		var one []byte
		one, rest, more = bytes.Cut(rest, []byte{','})
		one = bytes.Trim(one, " \t\r\n")
		if len(one) == 0 || one[0] != '-' && !ascii.IsDigit(one[0]) {
			return nil, false
		}
		f, err := strconv.ParseFloat(string(one), 32)
		if err != nil {
			return nil, false
		}
		v = append(v, float32(f))
	}
	return v, true
}

// plainBase64 reads a string of base64 that holds no escapes.
func plainBase64(raw []byte) ([]byte, bool) {
	if len(raw) < 2 || raw[0] != '"' || bytes.IndexByte(raw, '\\') >= 0 {
		return nil, false
	}
	packed, err := base64.StdEncoding.AppendDecode(nil, raw[1:len(raw)-1])
	return packed, err == nil
}

// checkTexts refuses what every provider refuses, before it is paid for.
func checkTexts(r *model.EmbedRequest) error {
	if len(r.Texts) == 0 {
		return &call.Failure{Kind: call.BadRequest, Message: "no text to embed"}
	}
	for i, text := range r.Texts {
		if text == "" {
			return &call.Failure{Kind: call.BadRequest, Message: fmt.Sprintf("text %d is empty", i+1)}
		}
	}
	return nil
}

type vectorsWanted struct{ count, dimensions int }

// checkVector refuses vectors that have no direction: search would rank by chance.
func checkVector(v []float32) error {
	if len(v) == 0 {
		return fmt.Errorf("no numbers")
	}
	zero := true
	for _, f := range v {
		if f64 := float64(f); math.IsNaN(f64) || math.IsInf(f64, 0) {
			return fmt.Errorf("a number that is none: %v", f)
		}
		zero = zero && f == 0
	}
	if zero {
		return fmt.Errorf("all numbers are 0")
	}
	return nil
}

// checkDimensions refuses a number of dimensions that the model is known not to have.
func checkDimensions(r *model.EmbedRequest, m catalog.Model, known bool) error {
	if !known || r.Dimensions == 0 || m.Dimensions == 0 || m.Takes(r.Dimensions) {
		return nil
	}
	return &call.Failure{Kind: call.Unsupported, Message: fmt.Sprintf("the model has no vectors of %d dimensions", r.Dimensions),
		Next: fmt.Sprintf("leave out dimensions to get its own %d", m.Dimensions)}
}

// vectorsResult checks vectors that came in the order of their texts: all there, of one size, and with a
// direction.
func vectorsResult(vectors [][]float32, want vectorsWanted, normalise bool, u catalog.Usage, served string) (call.Result, error) {
	malformed := func(format string, args ...any) (call.Result, error) {
		return call.Result{}, &call.Failure{Kind: call.Malformed, Message: fmt.Sprintf(format, args...)}
	}
	if len(vectors) != want.count {
		return malformed("%d vectors came back for %d texts", len(vectors), want.count)
	}
	width := want.dimensions
	for i, v := range vectors {
		if err := checkVector(v); err != nil {
			return malformed("vector %d: %v", i, err)
		}
		if width == 0 {
			width = len(v)
		}
		if len(v) != width {
			return malformed("vector %d has %d dimensions, not %d", i, len(v), width)
		}
		if normalise {
			unitLength(v)
		}
	}
	e := &model.Embeddings{Vectors: vectors, Served: served, Usage: u}
	return call.Result{Value: e, Usage: u, Served: served}, nil
}

func unitLength(v []float32) {
	sum := 0.0
	for _, f := range v {
		sum += float64(f) * float64(f)
	}
	scale := 1 / math.Sqrt(sum)
	for i := range v {
		v[i] = float32(float64(v[i]) * scale)
	}
}
