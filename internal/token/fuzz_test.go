package token

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzParse: any file is read or refused, and what is read encodes within its laws.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*/tokenizer.json")
	if err != nil || len(files) < 15 {
		f.Fatalf("%d seeds, fewer than 15: %v", len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "Tarn Mills, ½ <mask> e\u0301")
	}
	f.Add([]byte(`{"model":{"type":"Unigram","unk_id":0,"vocab":[["a",0],["",1],["a",-1e308]]}}`), "aab")
	f.Add([]byte(`{"added_tokens":[{"id":9,"content":" a","lstrip":true,"rstrip":true}],"model":{"type":"BPE","vocab":{"a":1,"b":1},`+
		`"merges":[]}}`), " a  ab")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		tok, err := Parse(data)
		if err != nil {
			return
		}
		holds(t, tok, tok.Encode(text, Options{MaxLength: 20}), text)
		holds(t, tok, tok.EncodePair(text, "b "+text, Options{MaxLength: 9}), text, "b "+text)
	})
}

// FuzzEncode: offsets are within the text and ids within the vocabulary, whatever the text; a shorter encoding is
// the longer one cut; and where tokens are bytes, together they are the text.
func FuzzEncode(f *testing.F) {
	seeds := 0
	for _, x := range readExpectations(f) {
		if x.Tokenizer == "albert" {
			f.Add(x.Text, "pair", uint8(9))
			seeds++
		}
	}
	if seeds < 80 {
		f.Fatalf("%d seeds, fewer than 80", seeds)
	}
	f.Fuzz(func(t *testing.T, a, b string, length uint8) {
		for name, tok := range tokenizers() {
			whole := tok.Encode(a, Options{NoSpecial: true})
			holds(t, tok, whole, a)
			short := tok.Encode(a, Options{NoSpecial: true, MaxLength: int(length) + 1})
			if n := min(len(whole.IDs), int(length)+1); !slices.Equal(short.IDs, whole.IDs[:n]) || short.Truncated != (n < len(whole.IDs)) {
				t.Fatalf("%s: %q, cut to %d, is %v of %v", name, a, length+1, short.IDs, whole.IDs)
			}
			for _, by := range []Strategy{LongestFirst, OnlyFirst, OnlySecond} {
				pair := tok.EncodePair(a, b, Options{MaxLength: int(length) + 8, Strategy: by})
				holds(t, tok, pair, a, b)
				if len(pair.IDs) > int(length)+8 {
					t.Fatalf("%s: %d ids, asked for %d", name, len(pair.IDs), length+8)
				}
			}
		}
		if got := spelled(tokenizers()["llama3"], a); got != strings.ToValidUTF8(a, "\uFFFD") && valid(a) {
			t.Fatalf("%q is spelled %q", a, got)
		}
	})
}

func valid(text string) bool { return strings.ToValidUTF8(text, "") == text }

// spelled puts the bytes of byte-level tokens together.
func spelled(tok *Tokenizer, text string) string {
	back := map[rune]byte{}
	for b, r := range byteRunes {
		back[r] = byte(b)
	}
	var out []byte
	for _, id := range tok.Encode(text, Options{NoSpecial: true}).IDs {
		if _, ok := tok.added[uint32(id)]; ok {
			out = append(out, tok.Token(id)...)
			continue
		}
		for _, r := range tok.Token(id) {
			out = append(out, back[r])
		}
	}
	return string(out)
}

// FuzzCharsmap: any rules are read or refused, and applied without a way out of them.
func FuzzCharsmap(f *testing.F) {
	model, err := os.ReadFile("testdata/xlmr-spm/sentencepiece.bpe.model")
	if err != nil {
		f.Fatal(err)
	}
	m, err := parseSentencePiece(model)
	if err != nil || len(m.charsmap) < 100 {
		f.Fatalf("a charsmap of %d bytes: %v", len(m.charsmap), err)
	}
	f.Add(m.charsmap, "ＡＢ ﬁ e\u0301 \u200b½\t")
	f.Add([]byte{4, 0, 0, 0, 0, 0, 0, 0, 'a', 0}, "a")
	f.Add([]byte{8, 0, 0, 0, 255, 255, 255, 255, 'a', 1, 0, 0}, "aa")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		rules, err := parseCharsmap(data)
		if err != nil {
			return
		}
		w := &work{t: table()}
		w.load(text, 0)
		rules.apply(w)
		for i := range w.text {
			if at := w.span(int32(i), int32(i+1)); at.Start < 0 || at.End < at.Start || int(at.End) > len(text) {
				t.Fatalf("byte %d of %q comes from %v of %q", i, w.text, at, text)
			}
		}
	})
}

// FuzzSentencePiece: any model is read or refused.
func FuzzSentencePiece(f *testing.F) {
	for _, name := range []string{"xlmr-spm/sentencepiece.bpe.model", "deberta-spm/spm.model"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, false, "Tarn Mills ½")
		f.Add(data, true, "Tarn Mills ½")
	}
	f.Add([]byte{0x0a, 0x05, 0x0a, 0x01, 'a', 0x18, 0x02}, false, "a")
	f.Fuzz(func(t *testing.T, data []byte, fairseq bool, text string) {
		c := config{Class: "DebertaV2Tokenizer"}
		if fairseq {
			c.Class = "XLMRobertaTokenizer"
		}
		tok, err := readSentencePiece(c, [][]byte{data})
		if err != nil {
			return
		}
		holds(t, tok, tok.Encode(text, Options{}), text)
	})
}
