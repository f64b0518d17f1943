// Package cases turns the cases of a data set into answers of a prompt, or of a file, for scoring. It is the suite for
// data that other tools made: it refuses a prompt with places that no case fills, and answers to other cases.
package cases

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/dataset/promptfoo"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
)

// Suite is this suite.
var Suite = suite.Suite{
	Name:      "cases",
	Arguments: "FILE",
	Short:     "Run the cases of a data set through a prompt, or score the answers that it holds",
	Long: `Run the cases of a data set: JSON lines of ours, OpenAI-Evals JSONL, promptfoo's, or Ragas-shaped.

With --model each case is asked of a model: its conversation, or its question with its passages, or what
--prompt makes of them. A prompt is a text with places such as {{question}} and {{context}}, or a conversation:
a list of messages with role and content, as JSON or YAML. Without --model the answers that the data holds are
scored, or those of --answers, and no model is asked.

Every call and every score is kept in .assay/ledger.db. A run that was stopped goes on where it stopped;
what was answered once is not asked again.`,
	Runs:    "cases",
	Texts:   true,
	Batch:   true,
	Options: func() suite.Options { return &Options{Scorers: slices.Clone(defaultScorers)} },
}

// Options say what answers the cases, and how answers are scored.
type Options struct {
	Model   string   // a name of assay.yaml, or PROVIDER/ID; empty scores stored answers
	Answers string   // a file of answers, records of {"id", "answer"}; empty takes those of the data
	Prompt  string   // a file with the prompt's template
	System  string   // a file with the system prompt's template, which replaces that of the prompt
	Variant string   // of the prompts that the data set brings, the one with this label
	Scorers []string // by name; nil is DefaultScorers
	Format  string   // of the data set; found out if empty
}

// defaultScorers score where no others are named.
var defaultScorers = []string{"exact-normal", "f1"}

// Flags are the options as a command line names them.
func (o *Options) Flags() []suite.Flag {
	return []suite.Flag{
		{Name: "model", Value: &o.Model, Help: "ask `MODEL`: a name of assay.yaml, or PROVIDER/ID"},
		{Name: "answers", Value: &o.Answers,
			Help: "score the answers of `FILE`, records of {\"id\", \"answer\"}, and ask no model"},
		{Name: "prompt", Value: &o.Prompt, Help: "ask with the template in `FILE`, in the place of the question"},
		{Name: "system", Value: &o.System,
			Help: "make the system prompt from the template in `FILE`, whatever the prompt has for one"},
		{Name: "variant", Value: &o.Variant, Help: "ask with the prompt `LABEL` of the data set, where it brings several"},
		{Name: "score", Value: &o.Scorers, Help: "score with `NAMES`; 'assay score ls' lists them"},
		{Name: "format", Value: &o.Format, Help: "read the file as `FORMAT`; found out if it is not given"},
	}
}

// Jobs is the one run over the cases of a file.
func (o *Options) Jobs(_ context.Context, e *suite.Environment, arguments []string) ([]*suite.Job, error) {
	switch {
	case len(arguments) == 0:
		return nil, usage.Errorf("eval cases: missing a file with cases; see 'assay eval cases --help'")
	case len(arguments) > 1:
		return nil, usage.Errorf("eval cases: one file at a time; %q is the second", arguments[1])
	}
	if o.Scorers == nil {
		o.Scorers = defaultScorers
	}
	scorers, err := Scorers(o.Scorers)
	if err != nil {
		return nil, err
	}
	set, err := dataset.Open(arguments[0], o.Format)
	if err != nil {
		return nil, err
	}
	for _, note := range set.Notes {
		e.Note(note)
	}
	p, err := e.DataPlan(Suite.Runs, set, scorers)
	if err != nil {
		return nil, err
	}
	var described *ledger.System
	if p.System, described, err = o.system(e, set); err != nil {
		return nil, err
	}
	p.Header.System = *described
	return []*suite.Job{{Plan: p}}, nil
}

// system is what answers, and its description for the header.
func (o *Options) system(e *suite.Environment, set *dataset.Set) (system.System, *ledger.System, error) {
	switch {
	case o.Model != "" && o.Answers != "":
		return nil, nil, usage.Errorf("--model asks, and --answers does not: give one of them")
	case o.Model != "":
		m, err := e.Model(o.Model)
		if err != nil {
			return nil, nil, err
		}
		return o.asked(m, set)
	case e.Batch:
		return nil, nil, usage.Errorf("--batch is for a model: name one with --model")
	case o.Prompt != "" || o.System != "" || o.Variant != "" || e.Replay != nil:
		return nil, nil, usage.Errorf("--prompt, --system, --variant and --replay are for a model: name one with --model")
	}
	return Stored(o.Answers, set, e.Note)
}

// Scorers finds deterministic scorers by their names.
func Scorers(names []string) ([]run.Scorer, error) {
	var all []run.Scorer
	for i, name := range names {
		s, err := score.Find(name)
		if err != nil {
			return nil, usage.Wrap(err)
		}
		if slices.Contains(names[:i], name) {
			return nil, usage.Errorf("--score names %s twice", name)
		}
		all = append(all, run.Deterministic(s))
	}
	return all, nil
}

// asked is a system that asks a model with the prompt of the options.
func (o *Options) asked(m *suite.Model, set *dataset.Set) (system.System, *ledger.System, error) {
	d := &ledger.System{
		Name: o.Model, Kind: "prompt", Models: []string{m.ID}, Prompts: map[string]string{}, Settings: m.Settings(),
	}
	turns, err := o.turns(set, d.Prompts)
	if err != nil {
		return nil, nil, err
	}
	return &system.Prompt{Client: m.Client, Request: m.Request, Turns: turns}, d, d.SetHash()
}

// Stored is a system that gives the answers of a file, or those that the data brings where path is empty, and its
// description for the header. It notes the answers to no case.
func Stored(path string, set *dataset.Set, note func(string)) (system.System, *ledger.System, error) {
	if path == "" {
		return &system.Stored{}, &ledger.System{Name: "stored answers", Kind: "stored", Hash: set.SHA256}, nil
	}
	answers, err := dataset.OpenAnswers(path)
	if err == nil {
		_, err = answers.Join(set)
	}
	if err == nil {
		err = answers.Check(set)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("--answers: %w", err)
	}
	for _, n := range answers.Notes {
		note("--answers: " + n)
	}
	d := &ledger.System{Name: filepath.Base(path), Kind: "stored", Hash: answers.SHA256}
	return &system.Stored{Answers: answers.ByID}, d, nil
}

// turns are the prompt's turns, which the model gets in addition to a case's own: the prompt of the options or else of the data set,
// with the system prompt of the options in the place of its own. The hashes are for the header.
func (o *Options) turns(set *dataset.Set, hashes map[string]string) ([]system.Turn, error) {
	messages, from, err := o.prompt(set, hashes)
	if err != nil {
		return nil, err
	}
	var turns []system.Turn
	if o.System != "" {
		text, err := ReadPrompt("system", o.System)
		if err != nil {
			return nil, err
		}
		t, err := system.ParseTemplate(text)
		if err != nil {
			return nil, fmt.Errorf("--system: %s: %w", o.System, err)
		}
		turns = append(turns, system.Turn{Role: "system", Template: t})
		hashes["system"] = ledger.HashText(text)
	}
	for i, m := range messages {
		if m.Role == "system" && o.System != "" {
			continue
		}
		t, err := system.ParseTemplate(m.Text)
		if err != nil && len(messages) > 1 {
			err = fmt.Errorf("message %d: %w", i+1, err)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
		turns = append(turns, system.Turn{Role: m.Role, Template: t})
	}
	return turns, nil
}

// prompt is the prompt of the options' file, or the chosen one of the data set, and where it is from.
func (o *Options) prompt(set *dataset.Set, hashes map[string]string) (messages []system.Message, from string,
	err error) {
	if o.Prompt == "" {
		return o.ownPrompt(set, hashes)
	}
	if o.Variant != "" {
		return nil, "", usage.Errorf("--prompt replaces the data set's own prompts, of which --variant chooses: give one of them")
	}
	text, err := ReadPrompt("prompt", o.Prompt)
	if err != nil {
		return nil, "", err
	}
	from = "--prompt: " + o.Prompt
	if messages, err = promptfoo.ParsePrompt(text); err != nil {
		return nil, "", fmt.Errorf("%s: %w", from, err)
	}
	hashes["prompt"] = ledger.HashText(text)
	return messages, from, nil
}

// ownPrompt is the prompt that the data set brings along, if it does.
func (o *Options) ownPrompt(set *dataset.Set, hashes map[string]string) (messages []system.Message, from string,
	err error) {
	if len(set.Prompts) == 0 && o.Variant == "" {
		return nil, "", nil
	}
	labels := make([]string, len(set.Prompts))
	for i := range set.Prompts {
		labels[i] = set.Prompts[i].Label
	}
	chosen := slices.Index(labels, o.Variant)
	if o.Variant == "" && len(labels) == 1 {
		chosen = 0
	}
	switch {
	case len(labels) == 0:
		return nil, "", usage.Errorf("--variant %q: the data set brings no prompts", o.Variant)
	case chosen < 0 && o.Variant == "":
		return nil, "", usage.Errorf("the data set brings %d prompts: choose one with --variant, or give your own with --prompt: %s",
			len(labels), strings.Join(labels, ", "))
	case chosen < 0:
		return nil, "", usage.Errorf("--variant %q: the prompts of the data set are %s", o.Variant,
			strings.Join(labels, ", "))
	}
	messages = set.Prompts[chosen].Messages
	for i, m := range messages {
		name := m.Role
		if hashes[name] != "" {
			name = fmt.Sprintf("%d %s", i+1, m.Role)
		}
		hashes[name] = ledger.HashText(m.Text)
	}
	return messages, fmt.Sprintf("the prompt %q of the data set", labels[chosen]), nil
}

// maxPrompt is the largest prompt that is read from a file.
const maxPrompt = 4 << 20

// ReadPrompt reads a prompt from the file that a flag names.
func ReadPrompt(flag, path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("--%s: %w", flag, err)
	}
	if len(data) > maxPrompt {
		return "", fmt.Errorf("--%s: %q has %d bytes; a prompt has at most %d", flag, path, len(data), maxPrompt)
	}
	return string(data), nil
}
