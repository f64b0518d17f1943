package structured

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// readTests are replies and what a person reads in them. An empty want is unparsable.
var readTests = []struct {
	name string
	text string
	want string
	mend []Kind
}{
	{"an object", `{"grade": "Poor", "n": [1, 2.50, -0e3], "x": null}`, `{"grade":"Poor","n":[1,2.50,-0e3],"x":null}`, nil},
	{"a number", ` 12 `, `12`, nil},
	{"a string", `"yes"`, `"yes"`, nil},
	{"a literal", "true\n", `true`, nil},
	{"a long number", `{"n": 1234567.89, "m": 123456789012345678901234567890, "k": 1E+400}`,
		`{"n":1234567.89,"m":123456789012345678901234567890,"k":1E+400}`, nil},
	{"escapes stay", `{"a": "x\/\u20ac\n\ud83d\ude00"}`, `{"a":"x\/\u20ac\n\ud83d\ude00"}`, nil},
	{"empty containers", `{"a": [], "b": {}}`, `{"a":[],"b":{}}`, nil},

	{"a fence", "```json\n{\"a\": 1}\n```", `{"a":1}`, []Kind{Fence}},
	{"a fence without language", "```\n{\"a\": 1}\n```\n", `{"a":1}`, []Kind{Fence}},
	{"a fence that is not closed", "```json\n{\"a\": 1}", `{"a":1}`, []Kind{Fence}},
	{"a fence that was never opened", "{\"a\": 1}\n```\n", `{"a":1}`, []Kind{Fence}},
	{"a fence after a surplus brace", "```json\n{\"a\": {\"b\": 1}}}\n```", `{"a":{"b":1}}`, []Kind{Fence, SurplusBrace}},
	{"a lone backtick after", "{\"a\": 1}\n`", `{"a":1}`, []Kind{Prose}},
	{"a fence within a string", "```json\n{\"a\": \"use ```go x``` here\"}\n```", "{\"a\":\"use ```go x``` here\"}", []Kind{Fence}},
	{"a fenced number", "```json\n42\n```", `42`, []Kind{Fence}},
	{"prose before", `Here is the result: {"a": 1}`, `{"a":1}`, []Kind{Prose}},
	{"prose after", `{"a": 1} I hope this helps [see 2].`, `{"a":1}`, []Kind{Prose}},
	{"prose around a fence", "Sure!\n```json\n{\"a\": 1}\n```\nAnything else?", `{"a":1}`, []Kind{Prose, Fence, Prose}},
	{"a prefix word", "json\n{\"a\": 1}", `{"a":1}`, []Kind{Prose}},
	{"asides in prose", `Fill {grade} as in [the guide](link): {"a": 1}`, `{"a":1}`, []Kind{Prose}},
	{"reasoning", "<think>maybe {\"a\": 2}? no</think>\n{\"a\": 1}", `{"a":1}`, []Kind{Reasoning}},
	{"reasoning opened in the prompt", "It must be one.\n</think>\n\n{\"a\": 1}", `{"a":1}`, []Kind{Reasoning}},
	{"reasoning that does not end", `<think>maybe {"a": 2}`, ``, nil},
	{"a tag within a string", `{"a": "say </think> twice",}`, `{"a":"say </think> twice"}`, []Kind{TrailingComma}},
	{"byte order mark", "\ufeff{\"a\": 1}", `{"a":1}`, []Kind{ByteOrderMark}},
	{"odd spaces", "{\u00a0\"a\":\u00a01}", `{"a":1}`, []Kind{OddSpace}},
	{"no text", " \n", ``, nil},
	{"only prose", "I cannot grade this report.", ``, nil},
	{"prose with a number", "The grade is 4", ``, nil},
	{"an empty fence", "```json\n```", ``, nil},

	{"the same value twice", `{"a": 1} and again {"a":1}`, `{"a":1}`, []Kind{Repeated, Prose}},
	{"two values", `{"a": 1} or {"a": 2}`, ``, nil},
	{"lines of values", "{\"a\": 1}\n{\"a\": 2}", ``, nil},
	{"an opening bracket is missing", `"a": 1, "b": {"c": 2}}`, ``, nil},
	{"a key before the value", `"checks": {"c": 2}`, ``, nil},
	{"a closing bracket too early", `{"a": 1}, "b": 2}`, ``, nil},
	{"a surplus brace", "{\"a\": {\"b\": 1}}}", `{"a":{"b":1}}`, []Kind{SurplusBrace}},
	{"a surplus bracket", `[{"a": 1}]]`, ``, nil},
	{"brackets that do not match", `{"a": [1}`, ``, nil},

	{"trailing commas", `{"a": [1, 2,], "b": 3,}`, `{"a":[1,2],"b":3}`, []Kind{TrailingComma, TrailingComma}},
	{"two commas", `[1,,2]`, ``, nil},
	{"a comma first", `[,1]`, ``, nil},
	{"missing comma between lines", "{\"a\": \"x\"\n \"b\": 2}", `{"a":"x","b":2}`, []Kind{MissingComma}},
	{"missing comma between items", "[\"x\"\n \"y\",\n \"z\"]", `["x","y","z"]`, []Kind{MissingComma}},
	{"missing comma between objects", `[{"a": 1} {"a": 2}]`, `[{"a":1},{"a":2}]`, []Kind{MissingComma}},
	{"missing comma before a key", `{"a": 1 "b": 2}`, `{"a":1,"b":2}`, []Kind{MissingComma}},
	{"missing comma on one line", `["x" "y"]`, ``, nil},
	{"missing comma between numbers", `[1 2]`, ``, nil},
	{"missing value", `{"a": , "b": 1}`, ``, nil},
	{"missing colon", `{"a" 1}`, ``, nil},
	{"an ellipsis", `{"a": [1, 2, ...]}`, ``, nil},
	{"comments", "{ // first\n \"a\": 1, /* second */ \"b\": \"http://x\" # third\n}", `{"a":1,"b":"http://x"}`,
		[]Kind{Comment, Comment, Comment}},
	{"a comment after a string", "{\"a\": \"x\", // the grade\n \"b\": 1}", `{"a":"x","b":1}`, []Kind{Comment}},

	{"python", `{'a': True, 'b': None, 'c': [False]}`, `{"a":true,"b":null,"c":[false]}`,
		[]Kind{SingleQuotes, PythonLiteral, PythonLiteral, PythonLiteral}},
	{"python with both quotes", `{'a': "it's", 'b': 'say "no"'}`, `{"a":"it's","b":"say \"no\""}`, []Kind{SingleQuotes}},
	{"an apostrophe", `{'a': 'it's fine', 'b': 1}`, `{"a":"it's fine","b":1}`, []Kind{SingleQuotes, InnerQuote}},
	{"an escaped apostrophe", `{'a': 'it\'s'}`, `{"a":"it's"}`, []Kind{SingleQuotes, Escape}},
	{"a python literal alone", `None`, `null`, []Kind{PythonLiteral}},
	{"a tuple", `{'a': (1, 2)}`, ``, nil},
	{"bare keys", `{grade: "Poor", n_2: 1}`, `{"grade":"Poor","n_2":1}`, []Kind{BareKey}},
	{"a bare value", `{"grade": Poor}`, ``, nil},
	{"curly quotes", `{“a”: “x "y" z”}`, `{"a":"x \"y\" z"}`, []Kind{CurlyQuotes}},
	{"curly quotes within", `{"a": "he said “no”",}`, `{"a":"he said “no”"}`, []Kind{TrailingComma}},

	{"not a number", `{"a": NaN}`, ``, nil},
	{"infinity", `{"a": -Infinity}`, ``, nil},
	{"undefined", `{"a": undefined}`, ``, nil},
	{"a currency", `{"a": $12.3}`, ``, nil},
	{"thousands", `{"a": 1,234}`, ``, nil},
	{"a percentage", `{"a": 12%}`, ``, nil},
	{"a range", `{"a": 10-15}`, ``, nil},
	{"no digit before the point", `{"a": .5}`, ``, nil},
	{"no digit after the point", `{"a": 5.}`, ``, nil},
	{"leading zero", `{"a": 007}`, ``, nil},
	{"a sign", `{"a": +5}`, ``, nil},
	{"part of a literal", `{"a": fal, "b": 1}`, ``, nil},

	{"a quotation in a string", `{"a": "He said "no" twice", "b": 1}`, `{"a":"He said \"no\" twice","b":1}`, []Kind{InnerQuote}},
	{"a quotation at the end", `{"a": "He said "no"", "b": 1}`, `{"a":"He said \"no\"","b":1}`, []Kind{InnerQuote}},
	{"a quotation, then a comma", `{"a": "The "core", as named, rose", "b": 1}`,
		`{"a":"The \"core\", as named, rose","b":1}`, []Kind{InnerQuote}},
	{"quotations in a list", `["2.5%" with no benchmark", "WACC at 9%" alone", "x"]`,
		`["2.5%\" with no benchmark","WACC at 9%\" alone","x"]`, []Kind{InnerQuote, InnerQuote}},
	{"one string or two", `["He said "yes", "no" and left"]`, ``, nil},
	{"a member within a string", `{"a": "called "x", "b": and on", "c": 1}`, ``, nil},
	{"a quotation left open", `{"a": "as "stated", "b": 1}`, ``, nil},
	{"a quotation left open at a line's end", "{\"a\": \"as \"stated\",\n \"b\": 1}", `{"a":"as \"stated","b":1}`, []Kind{InnerQuote}},
	{"a closing mark is missing", "{\"a\": \"x,\n \"b\": \"y\"\n}", ``, nil},
	{"a closing mark is missing on one line", `{"a": "x, "b": "y", "c": 1}`, ``, nil},
	{"a closing mark is missing in a list", `["x, "y", "z"]`, ``, nil},
	{"an opening mark is missing", `{"a": x", "b": "y"}`, ``, nil},
	{"a key's closing mark is missing", `{"a: 1, "b": 2}`, ``, nil},
	{"a line break in a string", "{\"a\": \"one\ntwo\tthree\"}", `{"a":"one\ntwo\tthree"}`, []Kind{Control}},
	{"a control character", "{\"a\": \"x\x01y\"}", `{"a":"x\u0001y"}`, []Kind{Control}},
	{"a dollar escaped", `{"a": "~\$69B"}`, `{"a":"~$69B"}`, []Kind{Escape}},
	{"a path", `{"a": "C:\data"}`, `{"a":"C:\\data"}`, []Kind{Escape}},
	{"a hexadecimal escape", `{"a": "\x41"}`, ``, nil},
	{"a broken escape", `{"a": "\u12g4"}`, ``, nil},
	{"half a pair", `{"a": "x\ud83d", "b": "\udc00y"}`, `{"a":"x\ufffd","b":"\ufffdy"}`, []Kind{LoneSurrogate, LoneSurrogate}},
	{"another encoding", "{\"a\": \"$64\x96$72B\"}", `{"a":"$64–$72B"}`, []Kind{Windows1252}},
	{"bytes that are not text", "{\"a\": \"x\xff\"}", "{\"a\":\"x\ufffd\"}", []Kind{InvalidUTF8}},
	{"bytes outside of strings", "{\"a\": 1 \xff}", ``, nil},

	{"a key twice, same value", `{"a": 1, "b": 2, "a": 1}`, `{"a":1,"b":2}`, []Kind{SameKey}},
	{"a key twice", `{"a": 1, "a": 2}`, ``, nil},
	{"a key twice, once escaped", `{"a": 1, "\u0061": 2}`, ``, nil},
	{"encoded twice", `"{\"a\": \"x\"}"`, `{"a":"x"}`, []Kind{StringOfJSON}},
	{"escaped as if encoded twice", `{\"a\": \"x\"}`, `{"a":"x"}`, []Kind{StringOfJSON}},
	{"a string that begins like json", `"{x} is the place"`, `"{x} is the place"`, nil},
	{"a list of one", `[{"a": 1}]`, `[{"a":1}]`, nil},

	{"cut in a string", `{"grade": "Poor", "why": "it la`, `{"grade":"Poor"}`, []Kind{CutOff}},
	{"cut after a string", `{"grade": "Poor"`, `{"grade":"Poor"}`, []Kind{CutOff}},
	{"cut in a number", `{"a": 1, "b": 12`, `{"a":1}`, []Kind{CutOff}},
	{"cut after a number", "{\"a\": 1, \"b\": 12\n", `{"a":1,"b":12}`, []Kind{CutOff}},
	{"cut in a literal", `{"a": 1, "b": fal`, `{"a":1}`, []Kind{CutOff}},
	{"cut after a literal", `{"a": 1, "b": false`, `{"a":1,"b":false}`, []Kind{CutOff}},
	{"cut in a key", `{"a": 1, "b`, `{"a":1}`, []Kind{CutOff}},
	{"cut after a key", `{"a": 1, "b":`, `{"a":1}`, []Kind{CutOff}},
	{"cut in an escape", `{"a": 1, "b": "x\u20`, `{"a":1}`, []Kind{CutOff}},
	{"cut in a list", `{"a": 1, "b": ["x", "y`, `{"a":1,"b":["x"]}`, []Kind{CutOff}},
	{"cut before the first item", `{"a": 1, "b": [`, `{"a":1}`, []Kind{CutOff}},
	{"cut in a fence", "```json\n{\"a\": 1, \"b\": [\"x\",\n```", `{"a":1,"b":["x"]}`, []Kind{Fence, CutOff}},
	{"cut after an inner quotation", `["a "b" c", "He said "`, `["a \"b\" c"]`, []Kind{InnerQuote, CutOff}},
	{"cut before anything", `{"a": "x`, ``, nil},
	{"a bracket missing in lines", "{\n  \"a\": {\n    \"b\": 1,\n  \"c\": {\n    \"d\": 1\n  }\n}\n", ``, nil},
	{"the last bracket missing in lines", "{\n  \"a\": {\n    \"b\": 1\n  }\n", `{"a":{"b":1}}`, []Kind{CutOff}},
	{"a bracket missing on one line", `{"a": {"b": 1, "c": {"d": 2}}`, ``, nil},
}

func TestRead(t *testing.T) {
	for _, test := range readTests {
		t.Run(test.name, func(t *testing.T) {
			r, err := Read(test.text)
			if test.want == "" {
				var where *Unparsable
				if !errors.Is(err, ErrUnparsable) || !errors.As(err, &where) || where.Reason == "" {
					t.Fatalf("got %s with %v and error %v, want it unparsable", r.JSON, r.Mended, err)
				}
				if where.Offset < 0 || where.Offset > len(test.text) {
					t.Errorf("offset %d in a text of %d", where.Offset, len(test.text))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if string(r.JSON) != test.want {
				t.Errorf("got  %s\nwant %s", r.JSON, test.want)
			}
			if got := kinds(r); !slices.Equal(got, test.mend) {
				t.Errorf("mended %v, want %v", got, test.mend)
			}
			checkReading(t, test.text, r)
		})
	}
}

func kinds(r Reading) []Kind {
	var list []Kind
	for _, m := range r.Mended {
		list = append(list, m.Kind)
	}
	return list
}

// checkReading holds for every reading of every text.
func checkReading(t *testing.T, text string, r Reading) {
	t.Helper()
	if !json.Valid(r.JSON) {
		t.Fatalf("not JSON: %q", r.JSON)
	}
	if r.Truncated != r.Has(CutOff) {
		t.Errorf("truncated %v, mended %v", r.Truncated, r.Mended)
	}
	for i, m := range r.Mended {
		if m.Offset < 0 || m.Offset > len(text) || i > 0 && m.Offset < r.Mended[i-1].Offset {
			t.Errorf("mending %d of %v lies outside of a text of %d or out of order", i, r.Mended, len(text))
		}
	}
	again, err := Read(string(r.JSON))
	if err != nil || string(again.JSON) != string(r.JSON) || len(again.Mended) > 0 && !again.Has(StringOfJSON) {
		t.Errorf("what was read does not read again: %q gives %q with %v, %v", r.JSON, again.JSON, again.Mended, err)
	}
}

func TestReadObject(t *testing.T) {
	tests := []struct {
		name, text, want string
		mend             []Kind
	}{
		{"an object", `{"a": 1}`, `{"a":1}`, nil},
		{"a list of one", `[{"a": 1}]`, `{"a":1}`, []Kind{ListOfOne}},
		{"a list of one, cut", "[{\"a\": 1, \"b\": [true", `{"a":1,"b":[true]}`, []Kind{ListOfOne, CutOff}},
		{"a list of two", `[{"a": 1}, {"a": 2}]`, ``, nil},
		{"a list of a list", `[[{"a": 1}]]`, ``, nil},
		{"a number", `12`, ``, nil},
		{"an object among citations", `As [1] and [2, 3] say: {"a": 1}`, `{"a":1}`, []Kind{Prose, Chosen}},
		{"two objects", `{"a": 1} {"b": 1}`, ``, nil},
		{"encoded twice in a list", `"[{\"a\": 1}]"`, `{"a":1}`, []Kind{StringOfJSON, ListOfOne}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := ReadObject(test.text)
			if test.want == "" {
				if !errors.Is(err, ErrUnparsable) {
					t.Fatalf("got %s and error %v", r.JSON, err)
				}
				return
			}
			if err != nil || string(r.JSON) != test.want || !slices.Equal(kinds(r), test.mend) {
				t.Errorf("got %s with %v, %v; want %s with %v", r.JSON, kinds(r), err, test.want, test.mend)
			}
		})
	}
}

func TestReadNamesWhereTheTextWasCut(t *testing.T) {
	tests := []struct{ text, want string }{
		{`{"a": 1, "b": 2`, ``},
		{`{"a": 1, "b": {"c/d": ["x", {"e": 1, "f": [`, `/b/c~1d/1`},
		{`{"a": 1, "b": [`, ``},
		{`[1, [2, [3, "x`, `/1/1`},
	}
	for _, test := range tests {
		r, err := Read(test.text)
		if err != nil || !r.Truncated || r.Cut != test.want {
			t.Errorf("%s: got %q, truncated %v, %v; want %q", test.text, r.Cut, r.Truncated, err, test.want)
		}
	}
}

func TestReadRefusesByLimit(t *testing.T) {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	tests := []struct{ name, text string }{
		{"opening brackets", fill("[")},
		{"opening braces", fill("{")},
		{"keys", fill(`{"a":`)},
		{"quotation marks", fill(`"`)},
		{"a list of quotation marks", "[" + fill(`"`)},
		{"marks and blanks", `["` + fill(`" `)},
		{"marks and commas", `{"a": "` + fill(`",`)},
		{"marks and comments", `["` + fill(`"//`)},
		{"comments never closed", `["` + fill(`"/*`)},
		{"marks and words", `["` + fill(`"a `)},
		{"backslashes", `["` + fill(`\`)},
		{"objects", fill(`{"a":1} `) + "x]"},
		{"different objects", `{"a":1}{"a":2}` + fill(`{}`) + "]"},
		{"fences", fill("```json\n")},
		{"thoughts", fill("<think></think>")},
		{"asides", fill("[a]")},
		{"apostrophes", `['` + fill(`' `)},
		{"curly quotes", `[“` + fill(`”a`)},
		{"commas", "[" + fill("1,") + "x]"},
		{"blanks", `["` + fill(" ") + `"x`},
		{"lines and closing brackets", "[" + fill("[1]\n,") + "}"},
		{"escaped objects", fill(`{\"`)},
		{"too long", strings.Repeat(" ", MaxText+1)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if r, err := Read(test.text); !errors.Is(err, ErrUnparsable) {
				t.Errorf("got %d bytes, truncated %v, error %v", len(r.JSON), r.Truncated, err)
			}
		})
	}
	deep := strings.Repeat("[", MaxDepth) + "1" + strings.Repeat("]", MaxDepth)
	if _, err := Read(deep); err != nil {
		t.Errorf("at the limit of depth: %v", err)
	}
	if _, err := Read("[" + deep + "]"); err == nil {
		t.Error("beyond the limit of depth: no error")
	}
}

// TestNothingAfterIsLost: any character after a value is noted or refused, unless it is a blank of JSON.
func TestNothingAfterIsLost(t *testing.T) {
	for c := rune(0); c < 0x3000; c++ {
		for _, text := range []string{`{"a":{"b":1}}` + string(c), `{"a":{"b":1}}}` + string(c)} {
			r, err := Read(text)
			if err == nil && len(r.Mended) == 0 && !json.Valid([]byte(text)) {
				t.Errorf("%q: nothing was mended", text)
			}
		}
	}
}
