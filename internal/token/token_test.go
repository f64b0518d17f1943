package token

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestClassesLikeGo: where Unicode has not changed since it was young, the package's tables are Go's.
func TestClassesLikeGo(t *testing.T) {
	for _, c := range []struct {
		name string
		bit  class
		is   func(rune) bool
	}{
		{"space", isSpace, unicode.IsSpace},
		{"blank", isBlank, unicode.IsSpace},
		{"letter", isLetter, unicode.IsLetter},
		{"number", isNumber, unicode.IsNumber},
		{"numeric", isNumeric, unicode.IsNumber},
		{"accent", isAccent, func(r rune) bool { return unicode.Is(unicode.Mn, r) }},
		{"mark", isMark, unicode.IsMark},
		{"punctuation", isPunctuation, func(r rune) bool { return unicode.IsPunct(r) || r < 128 && unicode.IsSymbol(r) }},
		{"upper", isUpper, func(r rune) bool { return unicode.ToLower(r) != r }},
	} {
		t.Run(c.name, func(t *testing.T) {
			differ := 0
			for r := range rune(utf8.MaxRune + 1) {
				if is := table().of(r)&c.bit != 0; is != c.is(r) {
					differ++
					if r < 0x370 {
						t.Errorf("%U is %v here", r, is)
					}
				}
			}
			if differ > 12000 { // ideographs of later versions
				t.Errorf("%d characters differ", differ)
			}
		})
	}
}

func TestVocabulary(t *testing.T) {
	tok := tokenizers()["cased"]
	id, ok := tok.ID("[MASK]")
	if !ok || tok.Token(id) != "[MASK]" {
		t.Errorf("[MASK] has the id %d, which is %q", id, tok.Token(id))
	}
	added, ok := tok.ID("EBITDA")
	if !ok || tok.Token(added) != "EBITDA" || int(added) >= tok.Vocab() {
		t.Errorf("EBITDA has the id %d of %d", added, tok.Vocab())
	}
	if _, ok := tok.ID("no such token"); ok {
		t.Error("what is no token has an id")
	}
	for _, id := range []int32{-1, int32(tok.Vocab()), 1 << 30} {
		if tok.Token(id) != "" {
			t.Errorf("id %d is %q", id, tok.Token(id))
		}
	}
	for id := range int32(tok.Vocab()) {
		if back, ok := tok.ID(tok.Token(id)); !ok || back != id {
			t.Errorf("id %d is %q, which has the id %d", id, tok.Token(id), back)
		}
	}
}

func TestHash(t *testing.T) {
	seen := map[string]string{}
	for name, tok := range tokenizers() {
		if len(tok.Hash()) != 64 || seen[tok.Hash()] != "" {
			t.Errorf("the hash of %s is %s, like that of %s", name, tok.Hash(), seen[tok.Hash()])
		}
		seen[tok.Hash()] = name
	}
	data, err := os.ReadFile("testdata/cased/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	if tok, err := Parse(data); err != nil || tok.Hash() != tokenizers()["cased"].Hash() {
		t.Errorf("parsed it has another hash than opened, or %v", err)
	}
	if got := tokenizers()["roberta-files"].Limit(); got != 512 {
		t.Errorf("the limit is %d, want 512", got)
	}
}

// TestInvalid: bytes that are no UTF-8 count as U+FFFD, and have their place.
func TestInvalid(t *testing.T) {
	for name, tok := range tokenizers() {
		for _, text := range []string{"sales\xff of", "\xe2\x82", "a\xc3", "\xed\xa0\x80 x", "\xf5\x80é\x80"} {
			got := tok.Encode(text, Options{NoSpecial: true})
			want := tok.Encode(strings.Map(func(r rune) rune { return r }, text), Options{NoSpecial: true})
			if !slices.Equal(got.IDs, want.IDs) {
				t.Errorf("%s: %q gives %v, want %v", name, text, got.IDs, want.IDs)
			}
			holds(t, tok, got, text, "")
		}
	}
}

// holds are the laws of every encoding.
func holds(t *testing.T, tok *Tokenizer, e Encoding, texts ...string) {
	t.Helper()
	n := len(e.IDs)
	if len(e.Types) != n || len(e.Special) != n || len(e.Offsets) != n || len(e.Words) != n {
		t.Fatalf("%q: the slices have the lengths %d, %d, %d, %d, %d", texts, n, len(e.Types), len(e.Special), len(e.Offsets), len(e.Words))
	}
	longest := 0
	for _, text := range texts {
		longest = max(longest, len(text))
	}
	for i, id := range e.IDs {
		if id < 0 || int(id) >= tok.Vocab() {
			t.Fatalf("%q: id %d is outside the vocabulary of %d", texts, id, tok.Vocab())
		}
		if at := e.Offsets[i]; at.Start < 0 || at.End < at.Start || int(at.End) > longest {
			t.Fatalf("%q: token %d is at %v", texts, i, at)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		name       string
		a, b, room int
		texts      int
		by         Strategy
		wantA      int
		wantB      int
		want       bool
	}{
		{"fits", 3, 4, 7, 2, LongestFirst, 3, 4, false},
		{"one text", 9, 0, 4, 1, OnlySecond, 4, 0, true},
		{"longer one", 3, 9, 8, 2, LongestFirst, 3, 5, true},
		{"longer one first", 9, 3, 8, 2, LongestFirst, 5, 3, true},
		{"both", 9, 8, 7, 2, LongestFirst, 4, 3, true},
		{"both the same", 9, 9, 7, 2, LongestFirst, 3, 4, true},
		{"only first", 9, 3, 8, 2, OnlyFirst, 5, 3, true},
		{"only second", 3, 9, 8, 2, OnlySecond, 3, 5, true},
		{"first is not enough", 2, 9, 4, 2, OnlyFirst, 0, 4, true},
		{"second is not enough", 9, 2, 4, 2, OnlySecond, 4, 0, true},
		{"no room", 2, 2, 0, 2, LongestFirst, 0, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			keep := [2]int{c.a, c.b}
			if got := shorten(&keep, c.room, c.texts, c.by); got != c.want || keep != [2]int{c.wantA, c.wantB} {
				t.Errorf("%v %v, want %v [%d %d]", got, keep, c.want, c.wantA, c.wantB)
			}
		})
	}
}

func TestTruncated(t *testing.T) {
	tok := tokenizers()["cased"]
	whole := tok.Encode("Tarn Mills reported net sales of nil", Options{})
	if n := len(whole.IDs); whole.Truncated || tok.Encode("Tarn Mills reported net sales of nil", Options{MaxLength: n}).Truncated {
		t.Error("what fits is said to be cut")
	}
	cut := tok.Encode("Tarn Mills reported net sales of nil", Options{MaxLength: 5})
	if !cut.Truncated || len(cut.IDs) != 5 || !cut.Special[0] || !cut.Special[4] || !slices.Equal(cut.IDs[:4], whole.IDs[:4]) {
		t.Errorf("cut to 5 it is %+v", cut)
	}
	if got := tok.Encode("Tarn Mills", Options{MaxLength: 1}); len(got.IDs) != 2 || !got.Truncated {
		t.Errorf("cut to less than the special tokens it is %v", got.IDs)
	}
	left, err := Parse(edited(t, "cased", `"truncation":null`,
		`"truncation":{"direction":"Left","max_length":7,"strategy":"LongestFirst","stride":0}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := left.Encode("Tarn Mills reported net sales of nil", Options{MaxLength: 5}); left.Limit() != 7 ||
		!slices.Equal(got.IDs[1:], whole.IDs[len(whole.IDs)-4:]) {
		t.Errorf("cut at its beginning it is %v of %v", got.IDs, whole.IDs)
	}
}

// edited is a file of testdata with one part replaced.
func edited(t testing.TB, name, old, new string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name, "tokenizer.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %s", name, old)
	}
	return []byte(strings.Replace(string(data), old, new, 1))
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, file, old, new, want string }{
		{"version", "cased", `"version":"1.0"`, `"version":"2.0"`, `format is "2.0"`},
		{"cut off", "cased", `"model":`, `"model"`, "not the JSON of a tokenizer"},
		{"normalizer", "cased", `"BertNormalizer"`, `"Elvish"`, `does not know the normalizer "Elvish"`},
		{"pre-tokenizer", "cased", `"BertPreTokenizer"`, `"UnicodeScripts"`, `does not know the pre-tokenizer "UnicodeScripts"`},
		{"post-processor", "cased", `"BertProcessing"`, `"Elvish"`, `does not know the post-processor "Elvish"`},
		{"model", "cased", `"WordPiece"`, `"WordLevel"`, `does not know the model "WordLevel"`},
		{"unknown token", "cased", `"unk_token":"[UNK]"`, `"unk_token":"[NIL]"`, `unknown token "[NIL]" is not in its vocabulary`},
		{"id too large", "cased", `"[PAD]":0`, `"[PAD]":4000000000`, "ids can be up to"},
		{"id negative", "cased", `"[PAD]":0`, `"[PAD]":-1`, `token "[PAD]" has the id -1`},
		{"long words", "cased", `"max_input_chars_per_word":100`, `"max_input_chars_per_word":1000000`, "words have 1000000 characters"},
		{"special id", "cased", `"sep":["[SEP]",3]`, `"sep":["[SEP]",100000]`, "puts the id 100000"},
		{"special text", "cased", `"sep":["[SEP]",3]`, `"sep":["[SEP]"]`, "not a text and an id"},
		{"pattern", "llama3", `\\s+(?!\\S)|\\s+`, `\\S+(?=\\s)`, "has no engine for others"},
		{"behavior", "llama3", `"behavior":"Isolated"`, `"behavior":"Odd"`, `behavior "Odd"`},
		{"dropout", "roberta", `"dropout":null`, `"dropout":0.1`, "makes ids random"},
		{"merge", "roberta", `"merges":[[`, `"merges":[["q","zz"],[`, `merges "q" and "zz"`},
		{"merge of one", "roberta", `"merges":[[`, `"merges":["qq",[`, "is not two tokens"},
		{"charsmap", "xlmr", `"precompiled_charsmap":"`, `"precompiled_charsmap":"////`, "charsmap"},
		{"unknown id", "xlmr", `"unk_id":3`, `"unk_id":30000`, "unknown token has the id 30000"},
		{"no unknown id", "xlmr", `"unk_id":3`, `"unk_id":null`, "no unknown token"},
		{"score", "xlmr", `["<s>",0.0]`, `["<s>","0"]`, `token "<s>" has the score`},
		{"metaspace", "deberta", `"replacement":"▁"`, `"replacement":"▁▁"`, "not one character"},
		{"scheme", "deberta", `"prepend_scheme":"always"`, `"prepend_scheme":"sometimes"`, `scheme "sometimes"`},
		{"template", "parts-a", `{"SpecialToken":{"id":"[CLS]","type_id":1}}`, `{"SpecialToken":{"id":"[CLS]","type_id":256}}`, "type 256"},
		{"template's token", "parts-a", `{"SpecialToken":{"id":"[CLS]","type_id":1}}`,
			`{"SpecialToken":{"id":"[X]","type_id":1}}`, `special token "[X]"`},
		{"template's text", "parts-a", `{"Sequence":{"id":"A","type_id":2}}`, `{"Sequence":{"id":"B","type_id":2}}`, "has a second"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(edited(t, c.file, c.old, c.new))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q in it", err, c.want)
			}
		})
	}
	for _, text := range []string{"", "null", "[]", "{}", `{"model":null}`, `{"model":{"type":"WordPiece"}}`, `{"model":[]}`} {
		if _, err := Parse([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// TestClassByName: where no class is named, the name of the file tells it.
func TestClassByName(t *testing.T) {
	for name, file := range map[string]string{"xlmr-spm": "sentencepiece.bpe.model", "deberta-spm": "spm.model"} {
		dir := t.TempDir()
		data, err := os.ReadFile(filepath.Join("testdata", name, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
			t.Fatal(err)
		}
		bare, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		const text = "  Net sales rose 4.5 %"
		if got, want := bare.Encode(text, Options{}).IDs, tokenizers()[name].Encode(text, Options{}).IDs; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing", nil, "has none of tokenizer.json"},
		{"half", map[string]string{"vocab.json": "{}"}, "has none of tokenizer.json"},
		{"config", map[string]string{"tokenizer_config.json": "{", "vocab.txt": "[UNK]\n"}, "tokenizer_config.json"},
		{"no unknown", map[string]string{"vocab.txt": "a\nb\n"}, `unknown token "[UNK]"`},
		{"no ends", map[string]string{"vocab.txt": "a\n[UNK]\n"}, `no "[CLS]"`},
		{"merges", map[string]string{"vocab.json": `{"<s>":0,"</s>":1}`, "merges.txt": "#version: 0.2\na b c\n"}, "is not two tokens"},
		{"not JSON", map[string]string{"vocab.json": `{"<s>":`, "merges.txt": ""}, "no JSON"},
		{"not a model", map[string]string{"spm.model": "\xff\xff"}, "no SentencePiece model"},
		{"empty model", map[string]string{"spm.model": ""}, "no unknown token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q in it", err, c.want)
			}
		})
	}
	if _, err := Open(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a directory that is not there was opened")
	}
}

// TestLong: texts that would take hours if anything were quadratic.
func TestLong(t *testing.T) {
	size := 1 << 15
	if raceEnabled {
		size = 1 << 12
	}
	for name, tok := range tokenizers() {
		for _, unit := range []string{"a", "\u0301", " ", "é", "中", "<mask", " <mask> ", "\n ", "0", "'", "ab\u0323\u0301",
			"\U0001F468\u200d", "\xff"} {
			text := strings.Repeat(unit, size/len(unit))
			e := tok.Encode(text, Options{})
			holds(t, tok, e, text)
			if short := tok.Encode(text, Options{MaxLength: 16}); len(short.IDs) > 16 || short.Truncated != (len(e.IDs) > 16) {
				t.Errorf("%s: %q, cut to 16, has %d ids", name, unit, len(short.IDs))
			}
		}
	}
}

// TestMemory: an encoding into memory that is there needs no more.
func TestMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool forget")
	}
	text := "Tarn Mills reported net sales of $1,204.5 million in fiscal 2031 – “before” the merger"
	for name, tok := range tokenizers() {
		var e Encoding
		if n := testing.AllocsPerRun(200, func() { tok.EncodeInto(&e, text, Options{MaxLength: 64}) }); n > 8 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestClusters(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int
	}{
		{"ab", []int{1, 1}},
		{"\r\n\r", []int{2, 1}},
		{"e\u0301\u0323x", []int{5, 1}},
		{"\u1100\u1161\u11a8\uac00\u11a8", []int{9, 6}},
		{"🇩🇪🇫🇷🇮", []int{8, 8, 4}},
		{"👨\u200d👩\u200d👧👍🏽", []int{18, 8}},
		{"क्षिक", []int{12, 3}},
		{"\u0600a\u0903", []int{6}},
		{"\n\u0301", []int{1, 2}},
		{"a\u200db", []int{4, 1}},
		{"©\u200d™", []int{8}},
	} {
		var got []int
		for text := []byte(c.text); len(text) > 0; {
			n := table().cluster(text)
			got = append(got, n)
			text = text[n:]
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q breaks into %v, want %v", c.text, got, c.want)
		}
	}
}

// TestScores: the package's JSON reader is off by the last bit at times, and so must this one be.
func TestScores(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-1.5": -1.5, "12e2": 1200, "-3.25E-2": -0.0325, "1e-400": 0, "123456789012345678901234567890": 123456789012345678901234567890,
		"-9.123456789012345678901": -9.123456789012345678901,
	} {
		if got, ok := parseScore(text); !ok || got != want {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"", "x", "1e999", "--1", "NaN", "Inf", "0x1p4"} {
		if got, ok := parseScore(text); ok {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	texts := []string{
		"Tarn Mills reported net sales of $1,204.5 million in fiscal 2031, compared with $1,188.0 million in fiscal 2030.",
		"The Company’s inventories are stated at the lower of cost (first-in, first-out) or net realizable value.",
		"Bryce-Halden N.V. expects capital outlays near € 37,9 million during the third quarter; see Note 7.",
	}
	for _, name := range []string{"cased", "roberta", "xlmr"} {
		b.Run(name, func(b *testing.B) {
			tok, tokens := tokenizers()[name], 0
			var e Encoding
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				tok.EncodeInto(&e, texts[i%len(texts)], Options{})
				tokens += len(e.IDs)
			}
			b.ReportMetric(float64(tokens)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}

// TestGrowth: rules that would make a text grow for ever are followed as far as there is room.
func TestGrowth(t *testing.T) {
	twice := `{"type":"Replace","pattern":{"String":"a"},"content":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},`
	bytes := strings.Repeat(`{"type":"ByteLevel"},`, 20)
	for _, parts := range []string{strings.Repeat(twice, 30), bytes} {
		tok, err := Parse(edited(t, "roberta", `"normalizer":null`,
			`"normalizer":{"type":"Sequence","normalizers":[`+strings.TrimSuffix(parts, ",")+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Repeat("aé", 30)
		e := tok.Encode(text, Options{})
		holds(t, tok, e, text)
		if len(e.IDs) > growth*len(text)+1<<12 {
			t.Errorf("%d ids of %d bytes", len(e.IDs), len(text))
		}
	}
}
