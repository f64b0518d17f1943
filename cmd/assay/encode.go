package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/internal/usage"
)

func encodeCommand() *cobra.Command {
	var f encodeFlags
	c := &cobra.Command{
		Use:   "encode [FILE…]",
		Short: "Turn sentences into vectors, or pairs of texts into scores, by a model that runs here",
		Long: `Read sentences and print a vector for each, as lines of JSON; with --pairs read pairs of texts and print what
the model says of each: a reranker or BLEURT one number, a classifier one for each label. These are as the model
gives them, before any sigmoid or softmax.

A line is a text, an empty one too, so that line and vector have the same number; a pair is two texts with a tab
between them. If the first line begins with a brace, all are objects with "text", or with "a" and "b" for a pair,
and an "id" if you like. Without FILE, or for -, standard input is read. A text that is longer than the model
reads is cut, and its line says so. Every line names the model with its hash.

With --int8 the weights of layers take a quarter of the memory, and vectors are a little off (MiniLM: cosine 0.996
and more). It is two to three times as fast on x86 processors with AVX-512 VNNI, and slower than without on others.`,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVarP(&f.model, "model", "m", "", "a model that 'assay models pull' has fetched, the path of one, or a name of assay.yaml")
	c.Flags().BoolVar(&f.pairs, "pairs", false, "score pairs of texts")
	c.Flags().StringVar(&f.prompt, "prompt", "", "put what the model keeps under `NAME` before each text, such as query")
	c.Flags().BoolVar(&f.int8, "int8", false,
		"keep the weights in a byte each: a quarter of the memory; faster with AVX-512 VNNI, slower without")
	c.Flags().IntVar(&f.threads, "threads", 0, "compute with `N` threads; as many as there are processors if it is not given")
	return c
}

// encodeFlags are the flags of encode.
type encodeFlags struct {
	model, prompt string
	pairs, int8   bool
	threads       int
}

// encodeLine is a line that is read.
type encodeLine struct {
	ID   string  `json:"id,omitempty"`
	Text *string `json:"text"`
	A    *string `json:"a"`
	B    *string `json:"b"`
}

// encoded is a line that is printed.
type encoded struct {
	ID        string    `json:"id,omitempty"`
	Vector    []float32 `json:"vector,omitempty"`
	Scores    []float32 `json:"scores,omitempty"`
	Tokens    int       `json:"tokens"`
	Truncated bool      `json:"truncated,omitempty"`
	Model     string    `json:"model"` // with its hash
}

func (f *encodeFlags) run(c *cobra.Command, args []string) (err error) {
	if f.model == "" {
		return usage.Wrap(errors.New("--model is missing; 'assay models ls --local' lists those that are here"))
	}
	if f.pairs && f.prompt != "" {
		return usage.Wrap(errors.New("--prompt is for vectors, and --pairs makes none"))
	}
	m, name, err := f.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if f.pairs && len(m.Facts().Labels) == 0 {
		return usage.Errorf("model %q scores no pairs: it has no head for that", f.model)
	}
	out := bufio.NewWriterSize(c.OutOrStdout(), 64<<10)
	e := &encoding{flags: f, model: m, signature: signing(m, name), out: json.NewEncoder(out), began: time.Now()}
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, path := range args {
		if err := e.file(c.Context(), c.InOrStdin(), path); err != nil {
			return errors.Join(out.Flush(), err)
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	took := time.Since(e.began).Seconds()
	fmt.Fprintf(c.ErrOrStderr(), "%s texts, %s tokens in %.1f s: %s/s; %s were cut\n", grouped(e.texts),
		grouped(e.tokens), took, grouped(int(float64(e.texts)/max(took, 1e-9))), grouped(e.cut))
	return nil
}

// open opens the model, a name of assay.yaml or one that is here, and says what records call it.
func (f *encodeFlags) open() (*encode.Model, string, error) {
	cfg, err := local.Config()
	if err != nil {
		return nil, "", err
	}
	id := strings.TrimPrefix(f.model, config.EncoderPrefix)
	for _, n := range cfg.Encoders() {
		if n.Name == f.model {
			id = n.ID
		}
	}
	m, err := local.Encoder(id, encode.Options{Threads: f.threads, Int8: f.int8})
	name, _, _ := strings.Cut(id, "@") // the revision is in the hash
	return m, name, err
}

// signing reads the model's hash while texts are encoded.
func signing(m *encode.Model, name string) func() (string, error) {
	signed := sync.OnceValues(func() (string, error) { return m.Signed(name) })
	go signed()
	return signed
}

// encoding is one run of the command.
type encoding struct {
	flags              *encodeFlags
	model              *encode.Model
	signature          func() (string, error)
	out                *json.Encoder
	began              time.Time
	texts, tokens, cut int
}

// maxLine is the longest line: more than any model reads.
const maxLine = 16 << 20

// file encodes the lines of a file, so many at once that they can be sorted by length.
func (e *encoding) file(ctx context.Context, stdin io.Reader, path string) error {
	in := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	var batch []encodeLine
	asJSON, n := false, 0
	for lines.Scan() {
		text := bytes.TrimSpace(lines.Bytes())
		if n++; n == 1 {
			asJSON = bytes.HasPrefix(text, []byte("{"))
		}
		if len(text) == 0 && (asJSON || e.flags.pairs) {
			continue
		}
		line, err := e.flags.line(text, asJSON)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if batch = append(batch, line); len(batch) == textsPerBatch {
			if err := e.encode(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read %q, after line %d: %w", path, n, err)
	}
	return e.encode(ctx, batch)
}

// line reads a line.
func (f *encodeFlags) line(text []byte, asJSON bool) (l encodeLine, err error) {
	if !utf8.Valid(text) {
		return l, errors.New("not UTF-8; convert the file, for example with 'iconv -f latin1 -t utf-8'")
	}
	if asJSON {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&l); err != nil {
			return l, fmt.Errorf("not a line of JSON with text, or a and b: %w", err)
		}
		if pair := l.A != nil && l.B != nil; pair != f.pairs || pair == (l.Text != nil) {
			return l, errors.New("a pair has a and b and asks for --pairs; anything else has text")
		}
		return l, nil
	}
	content := string(text)
	if !f.pairs {
		return encodeLine{Text: &content}, nil
	}
	a, b, ok := strings.Cut(content, "\t")
	if !ok {
		return l, errors.New("a pair is two texts with a tab between them, or JSON")
	}
	return encodeLine{A: &a, B: &b}, nil
}

func (e *encoding) encode(ctx context.Context, batch []encodeLine) error {
	if len(batch) == 0 {
		return ctx.Err()
	}
	made, err := e.vectors(ctx, batch)
	if err != nil {
		return err
	}
	signature, err := e.signature()
	if err != nil {
		return err
	}
	for i := range made {
		made[i].ID, made[i].Model = batch[i].ID, signature
		e.texts++
		e.tokens += made[i].Tokens
		if made[i].Truncated {
			e.cut++
		}
		if err := e.out.Encode(&made[i]); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoding) vectors(ctx context.Context, batch []encodeLine) ([]encoded, error) {
	made := make([]encoded, len(batch))
	if e.flags.pairs {
		pairs := make([][2]string, len(batch))
		for i := range batch {
			pairs[i] = [2]string{*batch[i].A, *batch[i].B}
		}
		scores, err := e.model.Pairs(ctx, pairs)
		for i := range scores {
			made[i] = encoded{Scores: scores[i].Logits, Tokens: scores[i].Tokens, Truncated: scores[i].Truncated}
		}
		return made, err
	}
	texts := make([]string, len(batch))
	for i := range batch {
		texts[i] = *batch[i].Text
	}
	vectors, err := e.model.Vectors(ctx, texts, e.flags.prompt)
	for i := range vectors {
		made[i] = encoded{Vector: vectors[i].Values, Tokens: vectors[i].Tokens, Truncated: vectors[i].Truncated}
	}
	return made, err
}

// textsPerBatch is how many texts are encoded at once: enough to be sorted by length, and few enough to see progress.
const textsPerBatch = 1024
