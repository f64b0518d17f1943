package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/joho/godotenv"
)

// Environment is the variables of the process and, after them, those of .env.
type Environment struct {
	path string // of .env, if there is one
	file map[string]string
}

// readEnvironment reads .env, if it is there. Its variables stay in the program: they are not handed on to
// anything that it starts.
func readEnvironment(path string) (Environment, error) {
	src, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Environment{}, nil
	}
	if err != nil {
		return Environment{}, err
	}
	file, err := godotenv.UnmarshalBytes(src)
	if err != nil {
		// The library's message repeats the line, and with it the key.
		return Environment{}, fmt.Errorf("%s:%d: not a line of the form NAME=value", path, badLine(string(src)))
	}
	return Environment{path: path, file: file}, nil
}

// badLine is the first line that cannot be a variable, a comment or blank; 1 if all could.
func badLine(src string) int {
	for i, line := range strings.Split(src, "\n") {
		line = strings.TrimPrefix(strings.TrimSpace(line), "export ")
		name, _, ok := strings.Cut(line, "=")
		if line != "" && line[0] != '#' && (!ok || strings.ContainsAny(strings.TrimSpace(name), " \"'")) {
			return i + 1
		}
	}
	return 1
}

// Get is the value of a variable, or empty.
func (e Environment) Get(name string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return e.file[name]
}

// Where is the place where a variable is set, for messages.
func (e Environment) Where(name string) string {
	switch {
	case os.Getenv(name) != "":
		return "the environment"
	case e.file[name] != "":
		return e.path
	}
	return ""
}
