package token

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// jsonModel is a model as tokenizer.json writes it.
type jsonModel struct {
	Type         string          `json:"type"`
	Vocab        json.RawMessage `json:"vocab"`
	Merges       json.RawMessage `json:"merges"`
	Unk          *string         `json:"unk_token"`
	UnkID        *uint32         `json:"unk_id"`
	Inside       *string         `json:"continuing_subword_prefix"`
	Ending       *string         `json:"end_of_word_suffix"`
	Most         *int            `json:"max_input_chars_per_word"`
	Dropout      *float64        `json:"dropout"`
	Fuse         *bool           `json:"fuse_unk"`
	Fallback     *bool           `json:"byte_fallback"`
	IgnoreMerges *bool           `json:"ignore_merges"`
}

func readModel(data json.RawMessage) (*vocab, model, error) {
	if isNull(data) {
		return nil, nil, errors.New("it has none")
	}
	var m jsonModel
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, nil, err
	}
	if m.Type == "" { // files of the first versions do not say
		switch {
		case m.Merges != nil:
			m.Type = "BPE"
		case bytes.HasPrefix(m.Vocab, []byte("[")):
			m.Type = "Unigram"
		default:
			m.Type = "WordPiece"
		}
	}
	switch m.Type {
	case "WordPiece":
		return m.wordPiece()
	case "BPE":
		return m.bpe()
	case "Unigram":
		return m.unigram()
	}
	return nil, nil, unknown("model", m.Type)
}

func text(s *string, usual string) string {
	if s == nil {
		return usual
	}
	return *s
}

// maxWord bounds the characters of a word that a file lets WordPiece look at; more is quadratic.
const maxWord = 1 << 16

func (m jsonModel) wordPiece() (*vocab, model, error) {
	entries, err := readVocab(m.Vocab)
	if err != nil {
		return nil, nil, err
	}
	most := 100
	if m.Most != nil {
		most = *m.Most
	}
	return makeWordPiece(entries, text(m.Inside, "##"), text(m.Unk, "[UNK]"), most)
}

func makeWordPiece(entries []entry, inside, unkToken string, most int) (*vocab, model, error) {
	if most < 0 || most > maxWord {
		return nil, nil, fmt.Errorf("it lets words have %d characters; they can have up to %d", most, maxWord)
	}
	if len(inside) > maxReplace {
		return nil, nil, fmt.Errorf("what tokens inside words begin with has %d bytes; it can have up to %d", len(inside), maxReplace)
	}
	v, err := newVocab(entries)
	if err != nil {
		return nil, nil, err
	}
	unk, ok := v.id(unkToken)
	if !ok {
		return nil, nil, fmt.Errorf("its unknown token %q is not in its vocabulary", clip(unkToken))
	}
	return v, newWordPiece(v, inside, most, unk), nil
}

func (m jsonModel) bpe() (*vocab, model, error) {
	if m.Dropout != nil && *m.Dropout != 0 {
		return nil, nil, fmt.Errorf("it has a dropout of %v, which makes ids random; set it to null in the file", *m.Dropout)
	}
	entries, err := readVocab(m.Vocab)
	if err != nil {
		return nil, nil, err
	}
	pairs, err := readMerges(m.Merges)
	if err != nil {
		return nil, nil, err
	}
	b := &bpe{inside: text(m.Inside, ""), ending: text(m.Ending, ""), ignoreMerges: is(m.IgnoreMerges, false), fuse: is(m.Fuse, false)}
	return b.make(entries, pairs, m.Unk, is(m.Fallback, false))
}

// make fills in the tables of a model whose settings are there.
func (b *bpe) make(entries []entry, pairs [][2]string, unk *string, fallback bool) (*vocab, model, error) {
	if len(b.inside) > maxReplace || len(b.ending) > maxReplace {
		return nil, nil, fmt.Errorf("what is inside or after words has more than %d bytes", maxReplace)
	}
	var err error
	if b.vocab, err = newVocab(entries); err != nil {
		return nil, nil, err
	}
	if unk != nil {
		// A token that is not there is found out in the library when it is needed; here at once.
		if b.unk, b.hasUnk = b.vocab.id(*unk); !b.hasUnk {
			return nil, nil, fmt.Errorf("its unknown token %q is not in its vocabulary", clip(*unk))
		}
	}
	b.merges = newMerges(len(pairs))
	for _, pair := range pairs {
		first, ok1 := b.vocab.id(pair[0])
		second, ok2 := b.vocab.id(pair[1])
		made, ok3 := uint32(0), false
		if rest, found := strings.CutPrefix(pair[1], b.inside); found {
			made, ok3 = b.vocab.id(pair[0] + rest)
		}
		if !ok1 || !ok2 || !ok3 {
			return nil, nil, fmt.Errorf("it merges %q and %q, which are not in its vocabulary together with what they make",
				clip(pair[0]), clip(pair[1]))
		}
		b.merges.add(first, second, made)
	}
	if fallback {
		b.bytes = byteTokens(b.vocab)
	}
	b.prepare()
	return b.vocab, b, nil
}

// byteTokens are the ids, plus 1, of <0x00> to <0xFF>; 0 for those that are missing.
func byteTokens(v *vocab) *[256]uint32 {
	var ids [256]uint32
	for b := range ids {
		if id, ok := v.id(fmt.Sprintf("<0x%02X>", b)); ok {
			ids[b] = id + 1
		}
	}
	return &ids
}

func (m jsonModel) unigram() (*vocab, model, error) {
	entries, scores, err := readPieces(m.Vocab)
	if err != nil {
		return nil, nil, err
	}
	if m.UnkID == nil {
		return nil, nil, errors.New("it has no unknown token")
	}
	return makeUnigram(entries, scores, *m.UnkID, is(m.Fallback, false))
}

func makeUnigram(entries []entry, scores []float64, unk uint32, fallback bool) (*vocab, model, error) {
	if uint64(unk) >= uint64(len(entries)) {
		return nil, nil, fmt.Errorf("its unknown token has the id %d and its vocabulary ends at %d", unk, len(entries)-1)
	}
	v, err := newVocab(entries)
	if err != nil {
		return nil, nil, err
	}
	u := &unigram{vocab: v, score: scores, unk: unk, none: slices.Min(scores) - unkPenalty}
	if fallback {
		u.bytes = byteTokens(v)
	}
	u.trie = newTrie(entries)
	return v, u, nil
}

// readVocab reads {"token": id, …}, which the JSON reader has found to be JSON. Through a map of it the largest
// vocabularies would take a second to read.
func readVocab(data json.RawMessage) ([]entry, error) {
	s := scanner{data: data}
	if !s.take('{') {
		return nil, errors.New("its vocabulary is no JSON object of tokens and ids")
	}
	var entries []entry
	for !s.take('}') {
		token, err := s.string()
		if err != nil {
			return nil, err
		}
		s.take(':')
		number := s.scalar()
		id, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("token %q has the id %s", clip(token), clip(number))
		}
		if len(entries) >= MaxTokens {
			return nil, fmt.Errorf("it has more than %d tokens", MaxTokens)
		}
		entries = append(entries, entry{token, uint32(id)})
		s.take(',')
	}
	return entries, nil
}

// readPieces reads [["token", score], …].
func readPieces(data json.RawMessage) (entries []entry, scores []float64, err error) {
	s := scanner{data: data}
	if !s.take('[') {
		return nil, nil, errors.New("its vocabulary is no JSON array of tokens and scores")
	}
	for !s.take(']') {
		if !s.take('[') {
			return nil, nil, errors.New("its vocabulary has something that is no token with its score")
		}
		token, err := s.string()
		if err != nil {
			return nil, nil, err
		}
		s.take(',')
		number := s.scalar()
		score, ok := parseScore(number)
		if !ok || !s.take(']') {
			return nil, nil, fmt.Errorf("token %q has the score %s", clip(token), clip(number))
		}
		if len(entries) >= MaxTokens {
			return nil, nil, fmt.Errorf("it has more than %d tokens", MaxTokens)
		}
		entries, scores = append(entries, entry{token, uint32(len(entries))}), append(scores, score)
		s.take(',')
	}
	return entries, scores, nil
}

// parseScore reads a number as the library's JSON reader does: digits into 64 bits, and one division. The result can
// be off by the last bit, and of spellings with nearly the same sum that bit decides.
func parseScore(number string) (float64, bool) {
	if _, err := strconv.ParseFloat(number, 64); err != nil || strings.Trim(number, "0123456789+-.eE") != "" {
		return 0, false
	}
	digits, negative := strings.CutPrefix(number, "-")
	digits, power, _ := strings.Cut(strings.ToLower(digits), "e")
	exponent, _ := strconv.Atoi(power)
	whole, fraction, _ := strings.Cut(digits, ".")
	sum, full := uint64(0), false
	take := func(text string, taken, left int) {
		for _, d := range []byte(text) {
			if next := uint64(d - '0'); !full && (sum < math.MaxUint64/10 || sum == math.MaxUint64/10 && next <= math.MaxUint64%10) {
				sum = sum*10 + next
				exponent += taken
			} else {
				full = true
				exponent += left
			}
		}
	}
	take(whole, 0, 1)
	take(fraction, -1, 0)
	value := float64(sum)
	for ; exponent < -308 && value != 0; exponent += 308 {
		value /= 1e308
	}
	tens := math.Pow10(max(exponent, -exponent))
	if exponent >= 0 {
		value *= tens
	} else {
		value /= tens
	}
	if negative {
		value = -value
	}
	return value, !math.IsInf(value, 0) && !math.IsNaN(value)
}

// readMerges reads ["a b", …] or [["a", "b"], …].
func readMerges(data json.RawMessage) ([][2]string, error) {
	s := scanner{data: data}
	if !s.take('[') {
		return nil, errors.New("its merges are no JSON array")
	}
	var pairs [][2]string
	for !s.take(']') {
		var pair [2]string
		var err error
		if s.take('[') {
			if pair[0], err = s.string(); err == nil {
				s.take(',')
				pair[1], err = s.string()
			}
			if err != nil || !s.take(']') {
				return nil, fmt.Errorf("its merge %d is not two tokens", len(pairs)+1)
			}
		} else {
			line, err := s.string()
			if err != nil {
				return nil, err
			}
			if strings.HasPrefix(line, "#version") {
				s.take(',')
				continue
			}
			if pair, err = parseMerge(line); err != nil {
				return nil, err
			}
		}
		if len(pairs) >= MaxTokens {
			return nil, fmt.Errorf("it has more than %d merges", MaxTokens)
		}
		pairs = append(pairs, pair)
		s.take(',')
	}
	return pairs, nil
}

func parseMerge(line string) ([2]string, error) {
	a, b, found := strings.Cut(line, " ")
	if !found || strings.Contains(b, " ") {
		return [2]string{}, fmt.Errorf("its merge %q is not two tokens with a space between", clip(line))
	}
	return [2]string{a, b}, nil
}

// scanner goes through JSON that is known to be such.
type scanner struct {
	data []byte
	at   int
}

// take goes past a mark, if it is next.
func (s *scanner) take(mark byte) bool {
	for s.at < len(s.data) && (s.data[s.at] == ' ' || s.data[s.at] == '\n' || s.data[s.at] == '\r' || s.data[s.at] == '\t') {
		s.at++
	}
	if s.at < len(s.data) && s.data[s.at] == mark {
		s.at++
		return true
	}
	return false
}

// string reads a text.
func (s *scanner) string() (string, error) {
	if !s.take('"') {
		return "", errors.New("its vocabulary has something else where a text should be")
	}
	start, escaped := s.at, false
	for s.at < len(s.data) && s.data[s.at] != '"' {
		if s.data[s.at] == '\\' {
			escaped = true
			s.at++
		}
		s.at++
	}
	if s.at >= len(s.data) {
		return "", errors.New("its vocabulary ends in a text")
	}
	s.at++
	if !escaped {
		return strings.ToValidUTF8(string(s.data[start:s.at-1]), "\uFFFD"), nil
	}
	var text string
	err := json.Unmarshal(s.data[start-1:s.at], &text)
	return text, err
}

// scalar reads what is neither text, array nor object, as it is written.
func (s *scanner) scalar() string {
	s.take(0)
	start := s.at
	for s.at < len(s.data) && !strings.ContainsRune(" \t\r\n,]}", rune(s.data[s.at])) {
		s.at++
	}
	return string(s.data[start:s.at])
}
