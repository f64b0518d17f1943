package token

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of what a tokenizer file can hold.
const (
	MaxFile    = 256 << 20 // bytes
	maxParts   = 64        // normalizers, pre-tokenizers or post-processors
	maxDepth   = 8         // of sequences in sequences
	maxReplace = 256       // bytes of what Replace and Prepend put
)

// file is tokenizer.json.
type file struct {
	Version    string          `json:"version"`
	Truncation *truncation     `json:"truncation"`
	Added      []added         `json:"added_tokens"`
	Normalizer json.RawMessage `json:"normalizer"`
	Cutter     json.RawMessage `json:"pre_tokenizer"`
	Processor  json.RawMessage `json:"post_processor"`
	Model      json.RawMessage `json:"model"`
}

type truncation struct {
	Direction string `json:"direction"`
	MaxLength int    `json:"max_length"`
}

func parse(data []byte) (*Tokenizer, error) {
	if len(data) > MaxFile {
		return nil, fmt.Errorf("it has %d bytes; a tokenizer can have up to %d", len(data), MaxFile)
	}
	var f file
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), &f); err != nil {
		return nil, fmt.Errorf("it is not the JSON of a tokenizer: %w", err)
	}
	if f.Version != "" && f.Version != "1.0" {
		return nil, fmt.Errorf("its format is %q and this assay knows \"1.0\"; update assay", clip(f.Version))
	}
	t := &Tokenizer{added: map[uint32]added{}, hash: sha256.Sum256(data)}
	var err error
	if t.normalizer, err = readNormalizer(f.Normalizer, 0); err != nil {
		return nil, fmt.Errorf("normalizer: %w", err)
	}
	if t.cutter, err = readCutter(f.Cutter, 0); err != nil {
		return nil, fmt.Errorf("pre-tokenizer: %w", err)
	}
	if t.vocab, t.model, err = readModel(f.Model); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	if err = checkAdded(f.Added); err != nil {
		return nil, err
	}
	t.addTokens(f.Added)
	if t.finish, err = readProcessor(f.Processor); err != nil {
		return nil, fmt.Errorf("post-processor: %w", err)
	}
	if c := f.Truncation; c != nil && c.MaxLength > 0 {
		t.limit, t.left = c.MaxLength, c.Direction == "Left"
	}
	return t, t.check()
}

// check holds the special tokens of the post-processor against the vocabulary.
func (t *Tokenizer) check() error {
	top := t.Vocab()
	for _, steps := range [][]step{t.finish.single, t.finish.pair} {
		for _, s := range steps {
			if s.text < 0 && int(s.id) >= top {
				return fmt.Errorf("post-processor: it puts the id %d, and the vocabulary ends at %d", s.id, top-1)
			}
		}
	}
	return nil
}

func checkAdded(tokens []added) error {
	if len(tokens) > MaxTokens/2 {
		return fmt.Errorf("it adds %d tokens; there can be %d", len(tokens), MaxTokens/2)
	}
	for _, a := range tokens {
		if len(a.Content) > MaxTokenBytes {
			return fmt.Errorf("added token %q has %d bytes; tokens can have up to %d", clip(a.Content), len(a.Content), MaxTokenBytes)
		}
	}
	return nil
}

// isNull reports whether a part is left out.
func isNull(data json.RawMessage) bool {
	return len(data) == 0 || string(data) == "null"
}

// kindOf is the type that a part says it has.
func kindOf(data json.RawMessage, depth int) (string, error) {
	if depth > maxDepth {
		return "", errors.New("its sequences are nested too deeply")
	}
	var kind struct {
		Type string `json:"type"`
	}
	err := json.Unmarshal(data, &kind)
	return kind.Type, err
}

func unknown(what, kind string) error {
	return fmt.Errorf("this assay does not know the %s %q", what, clip(kind))
}

// jsonPattern is a pattern as files write it: {"String": …} or {"Regex": …}.
type jsonPattern struct{ String, Regex *string }

func (p jsonPattern) parse() (pattern, error) {
	switch {
	case p.String != nil && len(*p.String) <= maxReplace:
		return literal(*p.String), nil
	case p.Regex != nil:
		return parsePattern(*p.Regex)
	}
	return nil, errors.New("it has no pattern")
}

func readNormalizer(data json.RawMessage, depth int) (normalizer, error) {
	if isNull(data) {
		return nil, nil
	}
	kind, err := kindOf(data, depth)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "Sequence":
		return readNormalizers(data, depth)
	case "BertNormalizer":
		return readBert(data)
	case "NFC":
		return form{compose: true}, nil
	case "NFD":
		return form{}, nil
	case "NFKC":
		return form{compose: true, compat: true}, nil
	case "NFKD":
		return form{compat: true}, nil
	case "Lowercase":
		return lowercase{}, nil
	case "StripAccents":
		return stripAccents{}, nil
	case "Nmt":
		return nmt{}, nil
	case "ByteLevel":
		return byteMap{}, nil
	}
	return readNormalizerWith(kind, data)
}

// readNormalizerWith reads those with settings.
func readNormalizerWith(kind string, data json.RawMessage) (normalizer, error) {
	var n struct {
		Left     bool        `json:"strip_left"`
		Right    bool        `json:"strip_right"`
		Prepend  string      `json:"prepend"`
		Content  string      `json:"content"`
		Pattern  jsonPattern `json:"pattern"`
		Charsmap []byte      `json:"precompiled_charsmap"`
	}
	if err := json.Unmarshal(data, &n); err != nil {
		return nil, fmt.Errorf("%s: %w", clip(kind), err)
	}
	if len(n.Content) > maxReplace || len(n.Prepend) > maxReplace {
		return nil, fmt.Errorf("%s puts more than %d bytes", clip(kind), maxReplace)
	}
	switch kind {
	case "Strip":
		return strip{n.Left, n.Right}, nil
	case "Prepend":
		return prepend(n.Prepend), nil
	case "Replace":
		p, err := n.Pattern.parse()
		return replace{p, n.Content}, err
	case "Precompiled":
		return parseCharsmap(n.Charsmap)
	}
	return nil, unknown("normalizer", kind)
}

func readNormalizers(data json.RawMessage, depth int) (normalizer, error) {
	var list struct {
		Parts []json.RawMessage `json:"normalizers"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	all, err := readParts(list.Parts, depth, readNormalizer)
	return sequence(all), err
}

// readParts reads the parts of a sequence, those left out that do nothing.
func readParts[T comparable](parts []json.RawMessage, depth int, read func(json.RawMessage, int) (T, error)) ([]T, error) {
	if len(parts) > maxParts {
		return nil, fmt.Errorf("it is a sequence of %d; there can be %d", len(parts), maxParts)
	}
	var all []T
	var nothing T
	for _, part := range parts {
		one, err := read(part, depth+1)
		if err != nil {
			return nil, err
		}
		if one != nothing {
			all = append(all, one)
		}
	}
	return all, nil
}

func readBert(data json.RawMessage) (normalizer, error) {
	var b struct {
		Clean   *bool `json:"clean_text"`
		Chinese *bool `json:"handle_chinese_chars"`
		Accents *bool `json:"strip_accents"`
		Lower   *bool `json:"lowercase"`
	}
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, err
	}
	lower := is(b.Lower, true)
	return bertText{is(b.Clean, true), is(b.Chinese, true), is(b.Accents, lower), lower}, nil
}

func readCutter(data json.RawMessage, depth int) (pretokenizer, error) {
	if isNull(data) {
		return nil, nil
	}
	kind, err := kindOf(data, depth)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "Sequence":
		return readCutters(data, depth)
	case "BertPreTokenizer":
		return bertCut{}, nil
	case "Whitespace":
		return wordCut{}, nil
	case "WhitespaceSplit":
		return classCut(isSpace, removed, true), nil
	case "Metaspace":
		return readMetaspace(data)
	}
	return readCutterWith(kind, data)
}

// readCutterWith reads those with settings.
func readCutterWith(kind string, data json.RawMessage) (pretokenizer, error) {
	var c struct {
		Behavior  string      `json:"behavior"`
		Pattern   jsonPattern `json:"pattern"`
		Invert    bool        `json:"invert"`
		Each      bool        `json:"individual_digits"`
		Delimiter string      `json:"delimiter"`
		Space     *bool       `json:"add_prefix_space"`
		Regex     *bool       `json:"use_regex"`
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", clip(kind), err)
	}
	does, ok := behaviors[c.Behavior]
	switch {
	case kind == "ByteLevel":
		return byteCut{space: is(c.Space, true), split: is(c.Regex, true)}, nil
	case kind == "Digits" && c.Each:
		return classCut(isNumeric, isolated, true), nil
	case kind == "Digits":
		return classCut(isNumeric, contiguous, true), nil
	case kind == "CharDelimiterSplit" && utf8.RuneCountInString(c.Delimiter) == 1:
		return patternCut{pattern: literal(c.Delimiter)}, nil
	case kind == "Punctuation" && c.Behavior == "":
		return classCut(isPunctuation, isolated, true), nil
	case kind == "Punctuation" && ok:
		return classCut(isPunctuation, does, true), nil
	case kind == "Split" && ok:
		p, err := c.Pattern.parse()
		return patternCut{p, does, c.Invert}, err
	case kind == "Split", kind == "Punctuation":
		return nil, fmt.Errorf("%s: this assay does not know the behavior %q", kind, clip(c.Behavior))
	}
	return nil, unknown("pre-tokenizer", kind)
}

// classCut cuts at the characters of a class.
func classCut(c class, does behavior, each bool) pretokenizer {
	return patternCut{pattern: runs{is: func(w *work, r rune) bool { return w.t.of(r)&c != 0 }, least: 1, each: each}, does: does}
}

func readCutters(data json.RawMessage, depth int) (pretokenizer, error) {
	var list struct {
		Parts []json.RawMessage `json:"pretokenizers"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	all, err := readParts(list.Parts, depth, readCutter)
	return cuts(all), err
}

// readMetaspace reads both ways in which files were written: add_prefix_space, and prepend_scheme.
func readMetaspace(data json.RawMessage) (pretokenizer, error) {
	var m struct {
		Mark   string  `json:"replacement"`
		Space  *bool   `json:"add_prefix_space"`
		Scheme *string `json:"prepend_scheme"`
		Split  *bool   `json:"split"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	if utf8.RuneCountInString(m.Mark) != 1 || m.Mark == " " {
		return nil, fmt.Errorf("the replacement %q is not one character", clip(m.Mark))
	}
	scheme := "always"
	if m.Scheme != nil {
		scheme = *m.Scheme
	}
	if m.Space != nil && !*m.Space {
		if scheme != "never" && m.Scheme != nil {
			return nil, errors.New("add_prefix_space and prepend_scheme contradict each other")
		}
		scheme = "never"
	}
	if !strings.Contains("|always|first|never|", "|"+scheme+"|") {
		return nil, fmt.Errorf("this assay does not know the scheme %q", clip(scheme))
	}
	return metaspace{mark: m.Mark, always: scheme == "always", first: scheme == "first", split: m.Split == nil || *m.Split}, nil
}
