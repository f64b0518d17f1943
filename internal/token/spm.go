package token

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
)

// A SentencePiece model is a protocol buffer: pieces with scores, how it was trained, and how texts are normalized.
// Of all that a few fields matter; the rest is skipped.

// The kinds of pieces that matter.
const (
	pieceNormal  = 1
	pieceUnknown = 2
	pieceControl = 3
	pieceUser    = 4
)

// spmPiece is a token with its score.
type spmPiece struct {
	text  string
	score float32
	kind  uint64
}

// spmModel is what a file says.
type spmModel struct {
	pieces    []spmPiece
	modelType uint64 // 1 is unigram
	fallback  bool
	charsmap  []byte
	noDummy   bool // no space before the text
	keepGaps  bool // more than one space in a row stays
}

var errProto = errors.New("it is no SentencePiece model; the file is damaged")

// fields calls for each field of a message: number, value of a number, bytes of all else.
func fields(data []byte, do func(field uint64, number uint64, bytes []byte) error) error {
	for len(data) > 0 {
		tag, n := binary.Uvarint(data)
		if n <= 0 || tag>>3 == 0 {
			return errProto
		}
		data = data[n:]
		var number uint64
		var bytes []byte
		switch size := uint64(0); tag & 7 {
		case 0:
			if number, n = binary.Uvarint(data); n <= 0 {
				return errProto
			}
			data = data[n:]
		case 1, 5:
			size = 8 - tag&4 // of fixed 64, and of fixed 32
			if uint64(len(data)) < size {
				return errProto
			}
			bytes, data = data[:size], data[size:]
		case 2:
			size, n = binary.Uvarint(data)
			if n <= 0 || uint64(len(data)-n) < size {
				return errProto
			}
			bytes, data = data[n:n+int(size)], data[n+int(size):]
		default:
			return errProto
		}
		if err := do(tag>>3, number, bytes); err != nil {
			return err
		}
	}
	return nil
}

func parseSentencePiece(data []byte) (spmModel, error) {
	m := spmModel{modelType: 1}
	err := fields(data, func(field, _ uint64, bytes []byte) error {
		switch field {
		case 1:
			p, err := parsePiece(bytes)
			if len(m.pieces) >= MaxTokens {
				err = fmt.Errorf("it has more than %d tokens", MaxTokens)
			}
			m.pieces = append(m.pieces, p)
			return err
		case 2:
			return fields(bytes, func(field, number uint64, _ []byte) error {
				switch field {
				case 3:
					m.modelType = number
				case 35:
					m.fallback = number != 0
				}
				return nil
			})
		case 3:
			return fields(bytes, func(field, number uint64, bytes []byte) error {
				switch field {
				case 2:
					m.charsmap = bytes
				case 3:
					m.noDummy = number == 0
				case 4:
					m.keepGaps = number == 0
				}
				return nil
			})
		}
		return nil
	})
	return m, err
}

func parsePiece(data []byte) (spmPiece, error) {
	p := spmPiece{kind: pieceNormal}
	err := fields(data, func(field, number uint64, bytes []byte) error {
		switch field {
		case 1:
			p.text = strings.ToValidUTF8(string(bytes), "\uFFFD")
		case 2:
			if len(bytes) != 4 {
				return errProto
			}
			p.score = math.Float32frombits(binary.LittleEndian.Uint32(bytes))
			if p.score != p.score {
				return errProto
			}
		case 3:
			p.kind = number
		}
		return nil
	})
	return p, err
}

// readSentencePiece makes a tokenizer of spm.model, as the library would of the model's tokenizer.json: which tokens
// stand around the text, and where the ids begin, only the class of the tokenizer says.
func readSentencePiece(c config, files [][]byte) (*Tokenizer, error) {
	m, err := parseSentencePiece(files[0])
	if err != nil {
		return nil, err
	}
	if m.modelType != 1 {
		return nil, fmt.Errorf("its pieces are of type %d and only unigram, 1, is known; look for a tokenizer.json", m.modelType)
	}
	fairseq := strings.Contains(c.Class, "XLMRoberta") || strings.Contains(c.Class, "Camembert")
	entries, scores, unk := m.vocabulary(fairseq)
	if unk < 0 {
		return nil, errors.New("it has no unknown token")
	}
	t := &Tokenizer{added: map[uint32]added{}}
	if t.vocab, t.model, err = makeUnigram(entries, scores, uint32(unk), m.fallback); err != nil {
		return nil, err
	}
	if err = t.normalizeLike(c, m); err != nil {
		return nil, err
	}
	return t, t.surround(c, m, fairseq)
}

// vocabulary is the tokens by their ids, and the unknown one; -1 if there is none. In the models of fairseq four
// tokens of its own stand before SentencePiece's, of which the first three go away, and the mask comes last.
func (m spmModel) vocabulary(fairseq bool) (entries []entry, scores []float64, unk int) {
	add := func(text string, score float32) {
		entries, scores = append(entries, entry{text, uint32(len(entries))}), append(scores, float64(score))
	}
	pieces := m.pieces
	unk = -1
	if fairseq {
		for _, text := range []string{"<s>", "<pad>", "</s>", "<unk>"} {
			add(text, 0)
		}
		pieces, unk = pieces[min(3, len(pieces)):], 3
	}
	for _, p := range pieces {
		if p.kind == pieceUnknown && unk < 0 {
			unk = len(entries)
		}
		add(p.text, p.score)
	}
	if fairseq {
		add("<mask>", 0)
	}
	return entries, scores, unk
}

// normalizeLike sets up what is done with the text.
func (t *Tokenizer) normalizeLike(c config, m spmModel) error {
	var all sequence
	deberta := strings.Contains(c.Class, "Deberta")
	if strings.Contains(c.Class, "RemBert") {
		all = append(all, replace{literal("``"), `"`}, replace{literal("''"), `"`})
	}
	if is(c.Lower, false) {
		all = append(all, lowercase{})
	}
	if deberta {
		all = append(all, strip{true, true})
	}
	rules, err := parseCharsmap(m.charsmap)
	if err != nil {
		return err
	}
	all = append(all, rules)
	if !m.keepGaps {
		all = append(all, replace{runs{is: func(_ *work, r rune) bool { return r == ' ' }, least: 2}, " "})
	}
	t.normalizer = all
	space := metaspace{mark: "▁", always: !m.noDummy, split: true}
	t.cutter = space
	if !deberta {
		t.cutter = cuts{classCut(isSpace, removed, true), space}
	}
	return nil
}

// surround sets up the special tokens.
func (t *Tokenizer) surround(c config, m spmModel, fairseq bool) error {
	first, last := tokenText(c.Cls, "[CLS]"), tokenText(c.Sep, "[SEP]")
	mask := tokenText(c.Mask, "[MASK]")
	if fairseq {
		first, last, mask = tokenText(c.Cls, "<s>"), tokenText(c.Sep, "</s>"), tokenText(c.Mask, "<mask>")
	}
	var list []added
	for _, p := range m.pieces {
		if p.kind == pieceControl || p.kind == pieceUnknown || p.kind == pieceUser {
			list = append(list, added{Content: p.text, Special: p.kind != pieceUser})
		}
	}
	if fairseq {
		list = append(list, specialTokens("<pad>")...)
	}
	t.addTokens(append(list, added{Content: mask, Special: true, Left: fairseq}))
	if err := t.around(first, last, fairseq, true); err != nil {
		return err
	}
	t.finish.trims = nil // RoBERTa's, which is how XLM-R puts its tokens
	return nil
}
