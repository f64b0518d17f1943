package encode

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxJSON bounds the files of settings of a model.
const maxJSON = 16 << 20

// config is an object of a settings file: its values by key, and the first thing that is wrong with one of
// them. Rename has the key that a model writes for one that all others write.
type config struct {
	file   string
	values map[string]json.RawMessage
	rename map[string]string
	err    error
}

// readConfig reads a file of a model's directory. A file that is not there is an empty config if it may be.
func readConfig(dir, name string, optional bool) (*config, error) {
	c := &config{file: name}
	err := readJSON(filepath.Join(dir, name), &c.values)
	if optional && errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	return c, err
}

// readJSON reads a file of bounded size.
func readJSON(path string, into any) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > maxJSON {
		return fmt.Errorf("read %q: it is no file of up to %d bytes", path, maxJSON)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read %q: it is not the JSON that it should be: %w", path, err)
	}
	return nil
}

// refuseCode refuses what only code that comes with the model can read: without it, what comes out would look like
// vectors and be none of this model.
func (c *config) refuseCode() error {
	if !c.has("auto_map") || string(c.values["auto_map"]) == "{}" {
		return nil
	}
	return fmt.Errorf("%s: the model brings code of its own (auto_map: %s), and assay runs none; take one that is "+
		"read without trust_remote_code", c.file, short(string(c.values["auto_map"])))
}

func (c *config) key(key string) string {
	if other, ok := c.rename[key]; ok {
		return other
	}
	return key
}

// has says whether there is a value, and not null.
func (c *config) has(key string) bool {
	raw, ok := c.values[c.key(key)]
	return ok && string(raw) != "null"
}

func (c *config) fail(key, want string) {
	if c.err != nil {
		return
	}
	key = c.key(key)
	raw, ok := c.values[key]
	if !ok {
		c.err = fmt.Errorf("%s: %q is missing; it should be %s", c.file, key, want)
		return
	}
	c.err = fmt.Errorf("%s: %q is %s; it should be %s", c.file, key, short(string(raw)), want)
}

// short is the beginning of a long text.
func short(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// integer is a required whole number within limits.
func (c *config) integer(key string, least, most int) int {
	var n int
	if !c.has(key) || json.Unmarshal(c.values[c.key(key)], &n) != nil || n < least || n > most {
		c.fail(key, fmt.Sprintf("a whole number from %d to %d", least, most))
		return least
	}
	return n
}

// intOr is an integer within limits, or the default if it is not given.
func (c *config) intOr(key string, absent, least, most int) int {
	if !c.has(key) {
		return absent
	}
	return c.integer(key, least, most)
}

func (c *config) numberOr(key string, absent float64) float64 {
	return valueOr(c, key, absent, "a number")
}

func (c *config) textOr(key, absent string) string { return valueOr(c, key, absent, "a text") }

func (c *config) boolOr(key string, absent bool) bool {
	return valueOr(c, key, absent, "true or false")
}

// valueOr is a value, or the default if it is not given.
func valueOr[T any](c *config, key string, absent T, want string) T {
	if c.has(key) && json.Unmarshal(c.values[c.key(key)], &absent) != nil {
		c.fail(key, want)
	}
	return absent
}

// list is a list of texts, or a text of several with bars between them.
func (c *config) list(key string) []string {
	if !c.has(key) {
		return nil
	}
	raw := c.values[c.key(key)]
	var list []string
	var text string
	switch {
	case json.Unmarshal(raw, &list) == nil:
	case json.Unmarshal(raw, &text) == nil:
		list = strings.Split(text, "|")
	default:
		c.fail(key, "a list of texts")
	}
	for i, s := range list {
		list[i] = strings.TrimSpace(s)
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" || s == "none" })
}
