package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/index/internal/remote"
)

// reader reads settings and collects what is wrong with them, so that all of it is reported at once.
type reader struct {
	values map[string]string
	wrong  []error
}

func (r *reader) err() error { return errors.Join(r.wrong...) }

func (r *reader) text(name string) string { return r.values[name] }

// number is a whole number above 0; 0 where nothing is set.
func (r *reader) number(name string) int {
	text := r.values[name]
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		r.wrong = append(r.wrong, fmt.Errorf("%s %q is no whole number above 0", name, text))
		return 0
	}
	return n
}

// count is a whole number from 0; nil where nothing is set.
func (r *reader) count(name string) *int {
	if r.values[name] == "0" {
		return new(int)
	}
	if n := r.number(name); n > 0 {
		return &n
	}
	return nil
}

func (r *reader) yes(name string) bool {
	switch text := r.values[name]; text {
	case "", "false", "no":
		return false
	case "true", "yes":
		return true
	default:
		r.wrong = append(r.wrong, fmt.Errorf("%s %q is neither true nor false", name, text))
		return false
	}
}

func (r *reader) duration(name string) time.Duration {
	text := r.values[name]
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		r.wrong = append(r.wrong, fmt.Errorf("%s %q is no time such as 30s", name, text))
		return 0
	}
	return d
}

// list is the parts of a text between commas.
func (r *reader) list(name string) []string {
	var all []string
	for part := range strings.SplitSeq(r.values[name], ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// reach is how the server is reached.
func (r *reader) reach(s *Settings) remote.Reach {
	return remote.Reach{Env: s.Env, HTTP: s.HTTP, Timeout: r.duration("timeout"), Concurrency: r.number("concurrency"),
		Retry: s.Retry}
}
