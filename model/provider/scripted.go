package provider

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"sync"
	"time"

	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// scriptedRow answers from a file, for tests and demonstrations: no model is behind it.
var scriptedRow = Row{
	Name:    "scripted",
	Doc:     "answers from a file of JSON lines: no model, no network, no cost",
	KeyNone: true,
	open:    openScripted,
}

// Line is one line of a script: the first whose Match finds something in the last turn (or whose Model
// names the model asked, if it is set) gives the answer. A line without Match answers everything.
type Line struct {
	Match   string          `json:"match,omitempty"` // a regular expression
	Model   string          `json:"model,omitempty"`
	Text    string          `json:"text,omitempty"`
	JSON    json.RawMessage `json:"json,omitempty"` // instead of Text: an answer that is JSON
	Stop    model.Stop      `json:"stop,omitempty"`
	Failure model.Kind      `json:"failure,omitempty"` // fail so instead of answering
	Served  string          `json:"served,omitempty"`
	DelayMS int             `json:"delay_ms,omitempty"`
	Times   int             `json:"times,omitempty"` // how often the line may answer; 0 is always

	pattern *regexp.Regexp
}

func openScripted(e *endpoint) (model.Wire, authorize) {
	s := &script{}
	e.sender = s
	if e.script == "" {
		e.err = errors.New("provider scripted: no script is named; set script: FILE for it in assay.yaml")
		return model.Wire{Chat: s.chat}, nil
	}
	s.lines, s.name, e.err = readScript(e.script)
	return model.Wire{Chat: s.chat}, nil
}

// readScript reads a file of lines; the name under which calls know it follows its content.
func readScript(name string) ([]*Line, string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, "", fmt.Errorf("read script: %w", err)
	}
	lines, err := parseScript(name, text)
	sum := sha256.Sum256(text)
	return lines, "script:" + hex.EncodeToString(sum[:8]), err
}

// parseScript refuses all that is wrong with a script at once.
func parseScript(name string, text []byte) ([]*Line, error) {
	var lines []*Line
	var problems []error
	for n, row := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(row)) == 0 {
			continue
		}
		line, err := parseLine(row)
		if err != nil {
			problems = append(problems, fmt.Errorf("script %s:%d: %w", name, n+1, err))
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("script %q has no line", name)
	}
	return lines, errors.Join(problems...)
}

func parseLine(row []byte) (*Line, error) {
	line := &Line{}
	dec := json.NewDecoder(bytes.NewReader(row))
	dec.DisallowUnknownFields()
	if err := dec.Decode(line); err != nil {
		return nil, err
	}
	if len(line.JSON) > 0 && line.Text != "" {
		return nil, errors.New("text and json in one line: an answer is one of them")
	}
	var err error
	line.pattern, err = regexp.Compile(line.Match)
	return line, err
}

// script is a model that says what its file says.
type script struct {
	name  string
	lines []*Line

	mu   sync.Mutex
	used map[*Line]int
}

// scriptedReply is what a script "sends".
type scriptedReply struct {
	Text   string     `json:"text"`
	Stop   model.Stop `json:"stop"`
	Served string     `json:"served"`
	Input  int64      `json:"input"`
	Output int64      `json:"output"`
}

func (s *script) chat(r *model.Request) (*model.Call, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	c := &model.Call{Method: http.MethodPost, URL: s.name, Body: body, Read: readScripted}
	if r.Schema != nil {
		c.Forced = model.ByPromptOnly
	}
	return c, nil
}

// Send finds the line that answers.
func (s *script) Send(ctx context.Context, c *model.Call) (*model.Reply, error) {
	began := time.Now()
	line := s.find(c.Request)
	if line == nil {
		return nil, &model.Failure{Kind: model.NotRecorded, Provider: c.Provider, Model: c.Model,
			Message: "no line of the script matches", Next: "add a line without match as the last"}
	}
	if line.DelayMS > 0 {
		select {
		case <-time.After(time.Duration(line.DelayMS) * time.Millisecond):
		case <-ctx.Done():
			return nil, model.FailureOf(c, ctx.Err())
		}
	}
	if line.Failure != "" {
		return nil, &model.Failure{Kind: line.Failure, Provider: c.Provider, Model: c.Model, Message: line.Text}
	}
	body, err := json.Marshal(line.reply(c))
	if err != nil {
		return nil, model.FailureOf(c, err)
	}
	e := &model.Exchange{Status: http.StatusOK, Body: body, Began: began, Took: time.Since(began)}
	reply, err := model.Reread(c, e, model.Live)
	if err == nil {
		reply.Tries = 1
	}
	return reply, err
}

func (s *script) find(r *model.Request) *Line {
	last := r.Messages[len(r.Messages)-1]
	text := last.Text
	for i := range last.Documents {
		text += "\n" + last.Documents[i].Text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range s.lines {
		if line.Model != "" && line.Model != r.Model || !line.pattern.MatchString(text) {
			continue
		}
		if line.Times > 0 {
			if s.used == nil {
				s.used = map[*Line]int{}
			}
			if s.used[line] == line.Times {
				continue
			}
			s.used[line]++
		}
		return line
	}
	return nil
}

func (l *Line) reply(c *model.Call) scriptedReply {
	r := scriptedReply{Text: l.Text, Stop: l.Stop, Served: firstOf(l.Served, c.Model), Input: int64(c.Tokens)}
	if len(l.JSON) > 0 {
		r.Text = string(l.JSON)
	}
	if r.Stop == "" {
		r.Stop = model.Complete
	}
	r.Output = int64(len(r.Text)/4 + 1)
	return r
}

func readScripted(e *model.Exchange) (model.Result, error) {
	var r scriptedReply
	if err := json.Unmarshal(e.Body, &r); err != nil {
		return model.Result{}, &model.Failure{Kind: model.Malformed, Err: err}
	}
	u := catalog.Usage{Input: r.Input, Output: r.Output, Known: catalog.PartAll}
	v := &model.Response{Text: r.Text, Stop: r.Stop, Reason: string(r.Stop), Served: r.Served, Usage: u}
	return model.Result{Value: v, Usage: u, Served: r.Served, Stop: r.Stop}, nil
}
