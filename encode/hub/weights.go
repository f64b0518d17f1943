package hub

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
)

// Limits of what is read to describe a model.
const (
	maxHeader = 100 << 20 // of a safetensors file; the format's own limit
	maxConfig = 4 << 20
)

// describeFiles says what architecture a directory holds and how many numbers its weights have. What cannot be
// read is not said: the encoder says what is wrong with it.
func describeFiles(dir string, files []File) (modelType string, parameters int64) {
	for _, f := range files {
		if path.Base(f.Path) == "config.json" && modelType == "" {
			modelType = readType(filepath.Join(dir, filepath.FromSlash(f.Path)))
		}
		if f.weights() {
			n, err := countParameters(filepath.Join(dir, filepath.FromSlash(f.Path)))
			if err != nil {
				return modelType, 0
			}
			parameters += n
		}
	}
	return modelType, parameters
}

func readType(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	var config struct {
		ModelType string `json:"model_type"`
	}
	if json.NewDecoder(io.LimitReader(f, maxConfig)).Decode(&config) != nil {
		return ""
	}
	return clip(config.ModelType)
}

// countParameters adds up the shapes in the header of a safetensors file.
func countParameters(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return countTensors(f, info.Size())
}

func countTensors(r io.Reader, size int64) (int64, error) {
	var foot [8]byte
	if _, err := io.ReadFull(r, foot[:]); err != nil {
		return 0, err
	}
	n := binary.LittleEndian.Uint64(foot[:])
	if n > maxHeader || int64(n) > size-8 {
		return 0, fmt.Errorf("a header of %d bytes in a file of %d", n, size)
	}
	var header map[string]struct {
		Shape []int64 `json:"shape"`
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return 0, err
	}
	if err := json.Unmarshal(text, &header); err != nil {
		return 0, err
	}
	delete(header, "__metadata__")
	var total int64
	for name, tensor := range header {
		count := int64(1)
		for _, d := range tensor.Shape {
			if d < 0 || d > 0 && count > math.MaxInt64/d {
				return 0, fmt.Errorf("tensor %.60q has a shape that cannot be", name)
			}
			count *= d
		}
		if total += count; total < 0 || total > size*8 {
			return 0, fmt.Errorf("more numbers than a file of %d bytes holds", size)
		}
	}
	return total, nil
}
