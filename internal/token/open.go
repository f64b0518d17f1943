package token

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// config is what tokenizer_config.json says that matters here.
type config struct {
	Class     string          `json:"tokenizer_class"`
	Lower     *bool           `json:"do_lower_case"`
	Accents   *bool           `json:"strip_accents"`
	Chinese   *bool           `json:"tokenize_chinese_chars"`
	Space     *bool           `json:"add_prefix_space"`
	Cls       json.RawMessage `json:"cls_token"`
	Sep       json.RawMessage `json:"sep_token"`
	Unk       json.RawMessage `json:"unk_token"`
	Pad       json.RawMessage `json:"pad_token"`
	Mask      json.RawMessage `json:"mask_token"`
	Bos       json.RawMessage `json:"bos_token"`
	Eos       json.RawMessage `json:"eos_token"`
	MaxLength json.Number     `json:"model_max_length"`
}

// layouts are the files that a tokenizer can be read from, the best first.
var layouts = []struct {
	doc   string
	class string // of the tokenizer, where tokenizer_config.json names none
	files []string
	read  func(c config, files [][]byte) (*Tokenizer, error)
}{
	{"everything that the tokenizers library wrote", "", []string{"tokenizer.json"},
		func(_ config, files [][]byte) (*Tokenizer, error) { return parse(files[0]) }},
	{"a SentencePiece unigram model, of DeBERTa", "DebertaV2Tokenizer", []string{"spm.model"}, readSentencePiece},
	{"the same", "", []string{"spiece.model"}, readSentencePiece},
	{"the same, of RemBERT", "RemBertTokenizer", []string{"sentencepiece.model"}, readSentencePiece},
	{"the same, of BLEURT", "", []string{"sent_piece.model"}, readSentencePiece},
	{"the same, of the XLM-R family", "XLMRobertaTokenizer", []string{"sentencepiece.bpe.model"}, readSentencePiece},
	{"a vocabulary of WordPiece, a token a line", "", []string{"vocab.txt"}, readVocabText},
	{"byte-level BPE as GPT-2 and RoBERTa have it", "", []string{"vocab.json", "merges.txt"}, readByteLevel},
}

// Files are the names of all files that a tokenizer can be read from.
func Files() []string {
	var names []string
	for _, layout := range layouts {
		names = append(names, layout.files...)
	}
	return names
}

// ErrNone says that a directory has none of these files.
var ErrNone = errors.New("no tokenizer")

// maxConfig bounds tokenizer_config.json.
const maxConfig = 16 << 20

// Open reads the tokenizer of a model from its directory.
func Open(dir string) (*Tokenizer, error) {
	c, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	for _, layout := range layouts {
		files, err := readAll(dir, layout.files)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open tokenizer: %w", err)
		}
		if c.Class == "" {
			c.Class = layout.class
		}
		t, err := layout.read(c, files)
		if err != nil {
			return nil, fmt.Errorf("open tokenizer %q: %w", filepath.Join(dir, layout.files[0]), err)
		}
		h := sha256.New()
		for _, f := range files {
			h.Write(f)
		}
		h.Sum(t.hash[:0])
		if n, err := c.MaxLength.Int64(); err == nil && t.limit == 0 && n > 0 && n < 1<<20 {
			t.limit = int(n)
		}
		return t, nil
	}
	return nil, fmt.Errorf("open tokenizer: %w: %q has none of %s", ErrNone, dir, strings.Join(Files(), ", "))
}

func readConfig(dir string) (config, error) {
	var c config
	data, err := readFile(filepath.Join(dir, "tokenizer_config.json"), maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil {
		return c, fmt.Errorf("open tokenizer: read %q: %w", filepath.Join(dir, "tokenizer_config.json"), err)
	}
	return c, nil
}

func readAll(dir string, names []string) ([][]byte, error) {
	var files [][]byte
	for _, name := range names {
		data, err := readFile(filepath.Join(dir, name), MaxFile)
		if err != nil {
			return nil, err
		}
		files = append(files, data)
	}
	return files, nil
}

func readFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("read %q: it has more than %d bytes", path, most)
	}
	return data, err
}

// tokenText is a special token in tokenizer_config.json: a text, or an object with the content.
func tokenText(data json.RawMessage, usual string) string {
	var s string
	if json.Unmarshal(data, &s) == nil && s != "" {
		return s
	}
	var object struct {
		Content string `json:"content"`
	}
	if json.Unmarshal(data, &object) == nil && object.Content != "" {
		return object.Content
	}
	return usual
}

// is reports what a setting says, or its usual value.
func is(value *bool, usual bool) bool {
	if value == nil {
		return usual
	}
	return *value
}

// around are the special tokens of BERT, or RoBERTa, by the ids that the vocabulary gives them.
func (t *Tokenizer) around(cls, sep string, roberta, space bool) error {
	first, ok := t.vocab.id(cls)
	last, ok2 := t.vocab.id(sep)
	if !ok || !ok2 {
		return fmt.Errorf("its vocabulary has no %q or no %q", clip(cls), clip(sep))
	}
	p := processor{Type: "BertProcessing", Cls: special{cls, int32(first)}, Sep: special{sep, int32(last)}, Space: &space}
	if roberta {
		p.Type = "RobertaProcessing"
	}
	t.finish = plainFinish()
	_, err := t.finish.add(p, 0)
	return err
}

// specialTokens are tokens that are found as they are.
func specialTokens(names ...string) []added {
	var list []added
	for _, name := range names {
		list = append(list, added{Content: name, Special: true})
	}
	return list
}

// readVocabText is BertTokenizer of a vocabulary with a token a line.
func readVocabText(c config, files [][]byte) (*Tokenizer, error) {
	var entries []entry
	for line := range strings.Lines(strings.ToValidUTF8(string(files[0]), "\uFFFD")) {
		if len(entries) >= MaxTokens {
			return nil, fmt.Errorf("it has more than %d tokens", MaxTokens)
		}
		entries = append(entries, entry{strings.TrimRight(line, "\r\n"), uint32(len(entries))})
	}
	unk, cls, sep := tokenText(c.Unk, "[UNK]"), tokenText(c.Cls, "[CLS]"), tokenText(c.Sep, "[SEP]")
	v, m, err := makeWordPiece(entries, "##", unk, 100)
	if err != nil {
		return nil, err
	}
	lower := is(c.Lower, true)
	t := &Tokenizer{vocab: v, model: m, added: map[uint32]added{}, cutter: bertCut{},
		normalizer: bertText{clean: true, chinese: is(c.Chinese, true), accents: is(c.Accents, lower), lower: lower}}
	list := specialTokens(tokenText(c.Pad, "[PAD]"), unk, cls, sep, tokenText(c.Mask, "[MASK]"))
	list = slices.DeleteFunc(list, func(a added) bool { _, ok := v.id(a.Content); return !ok })
	if strings.Contains(c.Class, "MPNet") {
		list[len(list)-1].Left = true
	}
	t.addTokens(list)
	return t, t.around(cls, sep, strings.Contains(c.Class, "MPNet"), false)
}

// readByteLevel is RobertaTokenizer of vocab.json and merges.txt.
func readByteLevel(c config, files [][]byte) (*Tokenizer, error) {
	if !json.Valid(files[0]) {
		return nil, errors.New("vocab.json is no JSON")
	}
	entries, err := readVocab(files[0])
	if err != nil {
		return nil, err
	}
	var pairs [][2]string
	for line := range strings.Lines(string(files[1])) {
		if line = strings.TrimRight(line, "\r\n"); line == "" || strings.HasPrefix(line, "#version") {
			continue
		}
		pair, err := parseMerge(line)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
	if len(pairs) > MaxTokens {
		return nil, fmt.Errorf("it has more than %d merges", MaxTokens)
	}
	v, m, err := new(bpe).make(entries, pairs, nil, false)
	if err != nil {
		return nil, err
	}
	t := &Tokenizer{vocab: v, model: m, added: map[uint32]added{}, cutter: byteCut{space: is(c.Space, false), split: true}}
	cls, sep := tokenText(c.Cls, tokenText(c.Bos, "<s>")), tokenText(c.Sep, tokenText(c.Eos, "</s>"))
	list := specialTokens(cls, sep, tokenText(c.Unk, "<unk>"), tokenText(c.Pad, "<pad>"), tokenText(c.Mask, "<mask>"))
	list[len(list)-1].Left = true
	t.addTokens(slices.DeleteFunc(list, func(a added) bool { _, ok := v.id(a.Content); return !ok }))
	return t, t.around(cls, sep, true, is(c.Space, false))
}
