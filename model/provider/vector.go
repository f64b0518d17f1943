package provider

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strconv"
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
		if len(one) == 0 || one[0] != '-' && (one[0] < '0' || one[0] > '9') {
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
