package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// maxSteps bounds what a post-processor puts.
const maxSteps = 1 << 10

// processor is a post-processor as files write it.
type processor struct {
	Type    string                `json:"type"`
	Parts   []processor           `json:"processors"`
	Sep     special               `json:"sep"`
	Cls     special               `json:"cls"`
	Trim    *bool                 `json:"trim_offsets"`
	Space   *bool                 `json:"add_prefix_space"`
	Single  []templatePiece       `json:"single"`
	Pair    []templatePiece       `json:"pair"`
	Special map[string]specialIDs `json:"special_tokens"`
}

// special is a token with its id, which files write as an array.
type special struct {
	token string
	id    int32
}

// UnmarshalJSON reads ["[SEP]", 102].
func (s *special) UnmarshalJSON(data []byte) error {
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if len(raw) != 2 {
		return errors.New("a special token is not a text and an id")
	}
	if err := json.Unmarshal(raw[0], &s.token); err != nil {
		return err
	}
	return json.Unmarshal(raw[1], &s.id)
}

type specialIDs struct {
	IDs []int32 `json:"ids"`
}

type templatePiece struct {
	Sequence *struct {
		ID   string `json:"id"`
		Type int    `json:"type_id"`
	}
	SpecialToken *struct {
		ID   string `json:"id"`
		Type int    `json:"type_id"`
	}
}

// kind is the type of a piece's tokens.
func (p templatePiece) kind() int {
	switch {
	case p.Sequence != nil:
		return p.Sequence.Type
	case p.SpecialToken != nil:
		return p.SpecialToken.Type
	}
	return 0
}

func readProcessor(data json.RawMessage) (finish, error) {
	if isNull(data) {
		return plainFinish(), nil
	}
	var p processor
	if err := json.Unmarshal(data, &p); err != nil {
		return finish{}, err
	}
	f := plainFinish()
	_, err := f.add(p, 0)
	return f, err
}

// add takes up a post-processor. Only one can put special tokens, and it must be the last, for the library would put
// them again around each text and each token that the first one put.
func (f *finish) add(p processor, depth int) (last bool, err error) {
	if depth > maxDepth || len(p.Parts) > maxParts {
		return false, errors.New("it has too many parts")
	}
	switch p.Type {
	case "Sequence":
		for _, part := range p.Parts {
			if last {
				return false, errors.New("something follows the part that puts the special tokens, which this assay does not know")
			}
			if last, err = f.add(part, depth+1); err != nil {
				return false, err
			}
		}
		return last, nil
	case "ByteLevel":
		f.trim(p)
		return false, nil
	case "BertProcessing":
		cls, sep := step{text: -1, id: p.Cls.id}, step{text: -1, id: p.Sep.id}
		f.single = []step{cls, {text: 0}, sep}
		f.pair = []step{cls, {text: 0}, sep, {text: 1, kind: 1}, {text: -1, id: p.Sep.id, kind: 1}}
	case "RobertaProcessing":
		f.trim(p)
		cls, sep := step{text: -1, id: p.Cls.id}, step{text: -1, id: p.Sep.id}
		f.single = []step{cls, {text: 0}, sep}
		f.pair = []step{cls, {text: 0}, sep, sep, {text: 1}, sep}
	case "TemplateProcessing":
		if f.single, err = p.steps(p.Single); err != nil {
			return false, err
		}
		for _, s := range f.single {
			if s.text == 1 {
				return false, errors.New("its template for one text has a second")
			}
		}
		f.pair, err = p.steps(p.Pair)
	default:
		return false, unknown("post-processor", p.Type)
	}
	for _, s := range append(f.single[:len(f.single):len(f.single)], f.pair...) {
		if s.id < 0 {
			return false, fmt.Errorf("it puts the id %d", s.id)
		}
	}
	return true, err
}

func (f *finish) trim(p processor) {
	if p.Trim == nil || *p.Trim {
		f.trims = append(f.trims, trim{space: p.Space == nil || *p.Space})
	}
}

// steps reads a template.
func (p processor) steps(pieces []templatePiece) ([]step, error) {
	var steps []step
	for _, piece := range pieces {
		kind := piece.kind()
		if kind < 0 || kind > math.MaxUint8 {
			return nil, fmt.Errorf("its template has the type %d; there can be 256", kind)
		}
		switch {
		case piece.Sequence != nil && (piece.Sequence.ID == "A" || piece.Sequence.ID == "B"):
			steps = append(steps, step{text: int(piece.Sequence.ID[0] - 'A'), kind: uint8(kind)})
		case piece.SpecialToken != nil:
			ids, ok := p.Special[piece.SpecialToken.ID]
			if !ok {
				return nil, fmt.Errorf("its template has the special token %q, which it does not give", clip(piece.SpecialToken.ID))
			}
			for _, id := range ids.IDs {
				steps = append(steps, step{text: -1, id: id, kind: uint8(kind)})
			}
		default:
			return nil, errors.New("its template has a part that is neither a text nor a special token")
		}
		if len(steps) > maxSteps {
			return nil, fmt.Errorf("its template puts more than %d tokens", maxSteps)
		}
	}
	return steps, nil
}
