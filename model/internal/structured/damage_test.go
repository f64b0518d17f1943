package structured

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// invented is a reply with everything in it that damage can get hold of.
const invented = `{
  "grade": "Fair",
  "summary": "Brackwater's \"core\" margin (12.5%, see [2]) fell; costs, however, rose: 3 {of 4}.\nNo path\u2014no plan.",
  "scores": [4, 12.50, -3e2, 1234567.89],
  "checks": {"explicit": true, "ranges": false, "peer": null, "none": [], "empty": ""},
  "flags": [
    {"text": "no range, no peers", "at": {"section": "4", "page": 12}},
    {"text": "", "at": {"section": "Annex", "page": 0}}
  ],
  "notes": ["one", "two, three", "four"],
  "last": {"deep": [[1, 2], ["x"]]}
}`

// tree is a value as the standard library reads it, numbers as written.
func tree(t testing.TB, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return v
}

// differences lists where got is not want, a member more or less included.
func differences(got, want any, path string) []string {
	switch want := want.(type) {
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			return memberDifferences(got, want, path)
		}
	case []any:
		if got, ok := got.([]any); ok {
			return itemDifferences(got, want, path)
		}
	}
	if reflect.DeepEqual(got, want) {
		return nil
	}
	return []string{"other " + path}
}

func memberDifferences(got, want map[string]any, path string) (list []string) {
	for key := range got {
		if _, ok := want[key]; !ok {
			list = append(list, "more "+path+"/"+key)
		}
	}
	for key, value := range want {
		if of, ok := got[key]; !ok {
			list = append(list, "less "+path+"/"+key)
		} else {
			list = append(list, differences(of, value, path+"/"+key)...)
		}
	}
	return list
}

func itemDifferences(got, want []any, path string) (list []string) {
	for i := range max(len(got), len(want)) {
		at := path + "/" + strconv.Itoa(i)
		switch {
		case i >= len(want):
			list = append(list, "more "+at)
		case i >= len(got):
			list = append(list, "less "+at)
		default:
			list = append(list, differences(got[i], want[i], at)...)
		}
	}
	return list
}

// subset says whether nothing but members after the cut is missing.
func subset(r Reading, diff []string) error {
	for _, d := range diff {
		path, less := strings.CutPrefix(d, "less ")
		if !less {
			return fmt.Errorf("%s", d)
		}
		parent := path[:strings.LastIndexByte(path, '/')]
		if parent != r.Cut && !strings.HasPrefix(r.Cut, parent+"/") {
			return fmt.Errorf("%s, though the text was cut in %q", d, r.Cut)
		}
	}
	return nil
}

// testCuts cuts a text at every byte: what is read must be in the original, at the same path.
func testCuts(t *testing.T, text string, count map[string]int) {
	t.Helper()
	want := tree(t, []byte(text))
	for end := range len(text) {
		r, err := Read(text[:end])
		if err != nil {
			count["unparsable"]++
			continue
		}
		diff := differences(tree(t, r.JSON), want, "")
		if err := subset(r, diff); err != nil {
			t.Errorf("cut at %d of %d (%q): %v", end, len(text), text[max(0, end-30):end], err)
		}
		if !r.Truncated && len(diff) > 0 {
			t.Errorf("cut at %d: not marked", end)
		}
		count["subset"]++
	}
}

func compact(text string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		return ""
	}
	return b.String()
}

func TestCutAnywhere(t *testing.T) {
	count := map[string]int{}
	testCuts(t, invented, count)
	if count["subset"] < len(invented)*8/10 {
		t.Errorf("of a text in lines read too little: %v", count)
	}
	testCuts(t, compact(invented), count)
	t.Log(count)
}

// everyNth is how many evaluations are damaged: all would take minutes.
const everyNth = 160

func TestCutEvaluationsAnywhere(t *testing.T) {
	count := map[string]int{}
	for _, text := range sample(t, everyNth) {
		testCuts(t, text, count)
		testCuts(t, compact(text), count)
	}
	t.Log(count)
}

func sample(t *testing.T, nth int) []string {
	texts := judged(t)
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	var list []string
	for i := 0; i < len(names); i += nth {
		list = append(list, texts[names[i]])
	}
	return list
}

// verdict is what became of a text that one character was taken from or put into.
//
//	same        the original value
//	valid       the damaged text is JSON and was read as such: no reader can tell
//	unparsable  refused
//	subset      marked as cut off, and nothing read that is not in the original
//	confined    mended, and one string, number or key differs or lacks: the one that the damage touched
//	wrong       anything else
func verdict(t *testing.T, damaged string, at int, want any, where map[string][2]int) string {
	r, err := Read(damaged)
	if err != nil {
		return "unparsable"
	}
	got := tree(t, r.JSON)
	diff := differences(got, want, "")
	switch {
	case len(diff) == 0:
		return "same"
	case json.Valid([]byte(damaged)):
		return "valid"
	case r.Truncated && subset(r, diff) == nil:
		return "subset"
	case len(diff) == 1 && !strings.HasPrefix(diff[0], "more "), renamed(diff):
		_, path, _ := strings.Cut(diff[0], " ")
		if span, ok := where[path]; ok && span[0] <= at && at <= span[1] {
			return "confined"
		}
	}
	return "wrong"
}

// places are the bytes that each value takes up, its key and the punctuation around included.
func places(t *testing.T, text string) map[string][2]int {
	spans := map[string][2]int{}
	decoder := json.NewDecoder(strings.NewReader(text))
	next := func() json.Token {
		token, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	var walk func(path string, from int)
	walk = func(path string, from int) {
		open, ok := next().(json.Delim)
		for i := 0; ok && decoder.More(); i++ {
			at, segment := int(decoder.InputOffset()), strconv.Itoa(i)
			if open == '{' {
				segment = next().(string)
			}
			walk(path+"/"+segment, at)
		}
		if ok {
			next()
		}
		spans[path] = [2]int{from, int(decoder.InputOffset()) + 1}
	}
	walk("", 0)
	return spans
}

// renamed says whether one member has another key and nothing else changed.
func renamed(diff []string) bool {
	if len(diff) != 2 {
		return false
	}
	slices.Sort(diff)
	more, less := strings.TrimPrefix(diff[1], "more "), strings.TrimPrefix(diff[0], "less ")
	return more != diff[1] && less != diff[0] && more[:strings.LastIndexByte(more, '/')] == less[:strings.LastIndexByte(less, '/')]
}

// inserted are the characters that damage a text most.
const inserted = "\"'{}[],:\\ \n0-e/x"

// damage takes each character out of a text and puts others in, and counts what becomes of it.
func damage(t *testing.T, text string, step int, count map[string]int) {
	t.Helper()
	want, where := tree(t, []byte(text)), places(t, text)
	try := func(damaged, how string, at int) {
		v := verdict(t, damaged, at, want, where)
		count[how+" "+v]++
		if v == "wrong" {
			r, _ := Read(damaged)
			t.Errorf("%s at %d: %q: mended %v, %v", how, at, damaged[max(0, at-30):min(len(damaged), at+30)], r.Mended,
				differences(tree(t, r.JSON), want, ""))
		}
	}
	for i := 0; i < len(text); i += step {
		try(text[:i]+text[i+1:], "drop", i)
		for _, c := range []byte(inserted) {
			try(text[:i]+string(c)+text[i:], "insert", i)
		}
	}
}

func TestDamageAnywhere(t *testing.T) {
	count := map[string]int{}
	damage(t, invented, 1, count)
	damage(t, compact(invented), 1, count)
	if count["drop same"] == 0 || count["insert unparsable"] == 0 || count["insert confined"] == 0 {
		t.Errorf("nothing was damaged: %v", count)
	}
	t.Log(count)
}

func TestDamageEvaluations(t *testing.T) {
	count := map[string]int{}
	for _, text := range sample(t, everyNth) {
		damage(t, text, 53, count)
		damage(t, compact(text), 53, count)
	}
	t.Log(count)
}

// TestCutMalformedReplies cuts replies that are damaged already. A cut right after the first inner mark of
// a reply leaves a text in which that mark ends its string, to a person too; there and nowhere else the
// last string read may be shorter than it was.
func TestCutMalformedReplies(t *testing.T) {
	for _, file := range []string{"claude_oai_C_depth_eval.raw.txt", "claude_xai_PNC_depth_eval.raw.txt"} {
		text := malformedReply(t, file)
		whole, err := Read(text)
		if err != nil {
			t.Fatal(err)
		}
		first := whole.Mended[slices.IndexFunc(whole.Mended, func(m Mend) bool { return m.Kind == InnerQuote })].Offset
		for end := range len(text) {
			r, err := Read(text[:end])
			if err != nil {
				continue
			}
			err = subset(r, differences(tree(t, r.JSON), tree(t, whole.JSON), ""))
			if after := strings.TrimRight(text[:end], " "); err != nil && len(after) != first+1 {
				t.Errorf("%s cut at %d (%q): %v", file, end, text[max(0, end-30):end], err)
			}
		}
	}
}
