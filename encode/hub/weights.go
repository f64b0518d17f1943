package hub

import (
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/assayhq/assay/internal/tensor"
)

// Limits of what is read to describe a model.
const (
	maxConfig = 4 << 20
	maxReadme = 1 << 20
)

// modelType is the architecture that a directory's config.json names, or that of its first module that names one.
// A file that cannot be read has no type here: the encoder reports what is wrong with it.
func modelType(dir string, files []File) string {
	modelType := readType(filepath.Join(dir, "config.json"))
	for _, f := range files {
		if modelType == "" && path.Base(f.Path) == "config.json" {
			modelType = readType(filepath.Join(dir, filepath.FromSlash(f.Path)))
		}
	}
	return modelType
}

// parameters is how many numbers all weights have, or nothing if they cannot be read.
func parameters(dir string, files []File) (total int64) {
	for _, f := range files {
		if !f.weights() {
			continue
		}
		n, err := countParameters(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			return 0
		}
		total += n
	}
	return total
}

func readType(path string) string {
	var config struct {
		ModelType string `json:"model_type"`
	}
	if json.Unmarshal(head(path, maxConfig), &config) != nil {
		return ""
	}
	return clip(config.ModelType)
}

// readLicense is what the README of a directory says.
func readLicense(dir string) string {
	return cardLicense(string(head(filepath.Join(dir, readmeFile), maxReadme)))
}

// head is the beginning of a file, as far as it is there.
func head(path string, most int64) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, most))
	return text
}

// countParameters is how many numbers the weights have.
func countParameters(path string) (int64, error) {
	set, err := tensor.Open(path)
	if err != nil {
		return 0, err
	}
	return set.Values(), set.Close()
}
