package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/system"
)

// systemOf is what answers, and its description for the header.
func (f *casesFlags) systemOf(cfg *config.Config, k *clients, set *dataset.Set, d *ledger.System, notes io.Writer) (system.System, error) {
	if f.model != "" && f.answers != "" {
		return nil, usageError{errors.New("--model asks, and --answers does not: give one of them")}
	}
	if f.model == "" {
		if f.prompt != "" || f.system != "" || f.variant != "" || f.replay != "" {
			return nil, usageError{errors.New("--prompt, --system, --variant and --replay are for a model: name one with --model")}
		}
		return f.stored(set, d, notes)
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
	if p.Turns, err = f.turns(set, d.Prompts); err != nil {
		return nil, err
	}
	d.Hash, err = hashOf(d.Models, d.Prompts, d.Settings)
	return p, err
}

// turns are what is said to the model besides what the cases say: by --prompt, or else by the data set, and
// by --system in the place of what those say as the system. The hashes are for the header.
func (f *casesFlags) turns(set *dataset.Set, hashes map[string]string) ([]system.Turn, error) {
	said, from, err := f.said(set, hashes)
	if err != nil {
		return nil, err
	}
	var turns []system.Turn
	if f.system != "" {
		text, err := readText("system", f.system)
		if err != nil {
			return nil, err
		}
		t, err := system.ParseTemplate(text)
		if err != nil {
			return nil, fmt.Errorf("--system: %s: %w", f.system, err)
		}
		turns, hashes["system"] = append(turns, system.Turn{Role: "system", Template: t}), hashText(text)
	}
	for i, m := range said {
		if m.Role == "system" && f.system != "" {
			continue
		}
		t, err := system.ParseTemplate(m.Text)
		if err != nil && len(said) > 1 {
			err = fmt.Errorf("message %d: %w", i+1, err)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
		turns = append(turns, system.Turn{Role: m.Role, Template: t})
	}
	return turns, nil
}

// said is the prompt of a file, or the one of the data set that was chosen.
func (f *casesFlags) said(set *dataset.Set, hashes map[string]string) (said []system.Message, from string, err error) {
	if f.prompt == "" {
		return f.ownPrompt(set, hashes)
	}
	if f.variant != "" {
		return nil, "", usageError{errors.New("--prompt takes the place of the data set's own prompts, of which --variant chooses: give one of them")}
	}
	text, err := readText("prompt", f.prompt)
	if err != nil {
		return nil, "", err
	}
	from = "--prompt: " + f.prompt
	if said, err = dataset.ParsePrompt(text); err != nil {
		return nil, "", fmt.Errorf("%s: %w", from, err)
	}
	hashes["prompt"] = hashText(text)
	return said, from, nil
}

// ownPrompt is the prompt that the data set brings along, if it does.
func (f *casesFlags) ownPrompt(set *dataset.Set, hashes map[string]string) (said []system.Message, from string, err error) {
	if len(set.Prompts) == 0 && f.variant == "" {
		return nil, "", nil
	}
	chosen, labels := -1, make([]string, len(set.Prompts))
	for i := range set.Prompts {
		if labels[i] = set.Prompts[i].Label; labels[i] == f.variant || f.variant == "" && len(set.Prompts) == 1 {
			chosen = i
		}
	}
	switch {
	case len(labels) == 0:
		return nil, "", usageError{fmt.Errorf("--variant %q: the data set brings no prompts", f.variant)}
	case f.variant == "" && chosen < 0:
		return nil, "", usageError{fmt.Errorf("the data set brings %d prompts: choose one with --variant, or give your own with --prompt: %s", len(labels), strings.Join(labels, ", "))}
	case chosen < 0:
		return nil, "", usageError{fmt.Errorf("--variant %q: the prompts of the data set are %s", f.variant, strings.Join(labels, ", "))}
	}
	said = set.Prompts[chosen].Messages
	for i, m := range said {
		name := m.Role
		if hashes[name] != "" {
			name = fmt.Sprintf("%d %s", i+1, m.Role)
		}
		hashes[name] = hashText(m.Text)
	}
	return said, fmt.Sprintf("the prompt %q of the data set", labels[chosen]), nil
}

func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// stored are the answers of a file, or of the data itself.
func (f *casesFlags) stored(set *dataset.Set, d *ledger.System, notes io.Writer) (system.System, error) {
	*d = ledger.System{Name: "stored answers", Kind: "stored", Hash: set.SHA256}
	if f.answers == "" {
		return &system.Stored{}, nil
	}
	answers, err := dataset.OpenAnswers(f.answers)
	if err != nil {
		return nil, fmt.Errorf("--answers: %w", err)
	}
	if _, err := answers.Join(set); err != nil {
		return nil, fmt.Errorf("--answers: %w", err)
	}
	if err := strangers(set, answers, notes); err != nil {
		return nil, err
	}
	d.Name, d.Hash = filepath.Base(f.answers), answers.SHA256
	return &system.Stored{Answers: answers.ByID}, nil
}

// strangers tells of answers to no case: some are noted, and a file of nothing else is the wrong one.
func strangers(set *dataset.Set, answers *dataset.Answers, notes io.Writer) error {
	left, first := maps.Clone(answers.ByID), ""
	for c, err := range set.Cases() {
		if err != nil {
			return err
		}
		if first == "" {
			first = c.ID
		}
		delete(left, c.ID)
	}
	if len(left) == len(answers.ByID) {
		return fmt.Errorf("--answers: none of its ids, such as %q, is one of the data set, such as %q: the ids of answers are those of cases", slices.Min(slices.Collect(maps.Keys(left))), first)
	}
	for _, note := range answers.Notes {
		fmt.Fprintln(notes, "note: --answers:", note)
	}
	if len(left) > 0 {
		fmt.Fprintf(notes, "note: --answers: %d of %d answer no case of the data set, such as %q\n", len(left), len(answers.ByID), slices.Min(slices.Collect(maps.Keys(left))))
	}
	return nil
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
