package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/system"
)

// systemOf is what answers, and its description for the header.
func (f *casesFlags) systemOf(cfg *config.Config, k *clients, set *dataset.Set, d *ledger.System) (system.System, error) {
	if f.model != "" && f.answers != "" {
		return nil, usageError{errors.New("--model asks, and --answers does not: give one of them")}
	}
	if f.model == "" {
		if f.prompt != "" || f.system != "" {
			return nil, usageError{errors.New("--prompt and --system are for a model: name one with --model")}
		}
		return f.stored(set, d)
	}
	n, err := cfg.Find("models", f.model)
	if err != nil {
		return nil, usageError{err}
	}
	client, address, err := k.client(n)
	if err != nil {
		return nil, err
	}
	p := &system.Prompt{Client: client, Request: *cfg.Request(n)}
	*d = ledger.System{Name: f.model, Kind: "prompt", Models: []string{n.Provider + "/" + n.ID}, Prompts: map[string]string{}, Settings: requestSettings(&p.Request)}
	d.Settings["address"] = address
	for _, t := range []struct {
		flag, path string
		to         **system.Template
	}{{"system", f.system, &p.System}, {"prompt", f.prompt, &p.Template}} {
		if t.path == "" {
			continue
		}
		if *t.to, d.Prompts[t.flag], err = readTemplate(t.flag, t.path); err != nil {
			return nil, err
		}
	}
	if p.System == nil && p.Template == nil && len(set.Prompts) > 0 {
		if err := f.ownPrompt(p, set, d); err != nil {
			return nil, err
		}
	}
	d.Hash, err = hashOf(d.Models, d.Prompts, d.Settings)
	return p, err
}

// ownPrompt asks with the prompt that the data set brings along.
func (f *casesFlags) ownPrompt(p *system.Prompt, set *dataset.Set, d *ledger.System) error {
	chosen, labels := -1, make([]string, len(set.Prompts))
	for i := range set.Prompts {
		if labels[i] = set.Prompts[i].Label; labels[i] == f.variant {
			chosen = i
		}
	}
	switch {
	case f.variant == "" && len(labels) == 1:
		chosen = 0
	case f.variant == "":
		return usageError{fmt.Errorf("the data set brings %d prompts: choose one with --variant, or give your own with --prompt: %s", len(labels), strings.Join(labels, ", "))}
	case chosen < 0:
		return usageError{fmt.Errorf("--variant %q: the prompts of the data set are %s", f.variant, strings.Join(labels, ", "))}
	}
	for _, m := range set.Prompts[chosen].Messages {
		to := &p.Template
		if m.Role == "system" {
			to = &p.System
		}
		if *to != nil || m.Role != "system" && m.Role != "user" {
			return fmt.Errorf("the prompt %q of the data set has several turns: write what to ask as one text and give it with --prompt", labels[chosen])
		}
		t, err := system.ParseTemplate(m.Text)
		if err != nil {
			return fmt.Errorf("the prompt %q of the data set: %w", labels[chosen], err)
		}
		sum := sha256.Sum256([]byte(m.Text))
		*to, d.Prompts[m.Role] = t, hex.EncodeToString(sum[:])
	}
	return nil
}

// stored are the answers of a file, or of the data itself.
func (f *casesFlags) stored(set *dataset.Set, d *ledger.System) (system.System, error) {
	*d = ledger.System{Name: "stored answers", Kind: "stored", Hash: set.SHA256}
	if f.answers == "" {
		return &system.Stored{}, nil
	}
	file, err := os.Open(f.answers)
	if err != nil {
		return nil, fmt.Errorf("--answers: %w", err)
	}
	defer file.Close()
	sum := sha256.New()
	answers, err := system.ReadAnswers(io.TeeReader(file, sum))
	if err != nil {
		return nil, fmt.Errorf("--answers: %s:\n%w", f.answers, err)
	}
	d.Name, d.Hash = filepath.Base(f.answers), hex.EncodeToString(sum.Sum(nil))
	return &system.Stored{Answers: answers}, nil
}

// readTemplate reads a prompt and gives its SHA-256.
func readTemplate(flag, path string) (*system.Template, string, error) {
	text, err := readText(flag, path)
	if err != nil {
		return nil, "", err
	}
	t, err := system.ParseTemplate(text)
	if err != nil {
		return nil, "", fmt.Errorf("--%s: %s: %w", flag, path, err)
	}
	sum := sha256.Sum256([]byte(text))
	return t, hex.EncodeToString(sum[:]), nil
}

// hashOf is the SHA-256 of values as JSON.
func hashOf(values ...any) (string, error) {
	text, err := json.Marshal(values)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// requestSettings are the parameters of a request that were set.
func requestSettings(r *model.Request) map[string]string {
	all := map[string]string{}
	number := func(name string, v *float64) {
		if v != nil {
			all[name] = strconv.FormatFloat(*v, 'g', -1, 64)
		}
	}
	number("temperature", r.Temperature)
	number("top_p", r.TopP)
	if r.Seed != nil {
		all["seed"] = strconv.FormatInt(*r.Seed, 10)
	}
	if r.MaxTokens > 0 {
		all["max_tokens"] = strconv.Itoa(r.MaxTokens)
	}
	for name, v := range map[string]string{"effort": r.Effort, "tier": r.Tier} {
		if v != "" {
			all[name] = v
		}
	}
	return all
}
