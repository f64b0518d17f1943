package item

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// expectation is one hand-written check of the expectation files.
type expectation struct {
	Type, Item, Status, Field string
	Value                     json.RawMessage
	Items                     []string
}

type expectations struct {
	ID     string
	Input  struct{ Path string }
	Expect struct{ Checks []expectation }
}

// foreignChecks concern the interface of the project that wrote the expectations, not the filing.
var foreignChecks = []string{"confidence", "doc_status", "envelope_shape", "warning_present", "warning_absent"}

func readExpectations(t *testing.T) []expectations {
	dir := filepath.Join(dataFolder(t, "filings-10k"), "eras", "expected")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) < 18 {
		t.Fatalf("%d expectation files, want at least 18 (%v)", len(files), err)
	}
	var out []expectations
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var e expectations
		if err := json.Unmarshal(src, &e); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, e)
	}
	return out
}

// TestExpectations holds 18 hand-written cases over old and odd filings.
func TestExpectations(t *testing.T) {
	met, all, other := 0, 0, 0
	for _, e := range readExpectations(t) {
		parts := strings.Split(e.Input.Path, "/")
		path := filepath.Join(realData, "filings-10k", "eras", parts[len(parts)-2]+filepath.Ext(e.Input.Path))
		f := openFiling(t, path)
		r := Find(f.doc, form(t, "10-K"), 0)
		for _, c := range e.Expect.Checks {
			if slices.Contains(foreignChecks, c.Type) || c.Field == "method" {
				other++
				continue
			}
			all++
			if why := unmet(f, r, c); why != "" {
				t.Errorf("%s: %s %s %s %s: %s", e.ID, c.Type, c.Item, c.Status, c.Value, why)
				continue
			}
			met++
		}
	}
	if all < 305 {
		t.Errorf("%d checks, want at least 305", all)
	}
	t.Logf("%d of %d checks met; %d more are about another project's interface", met, all, other)
}

// theirStatus is our status in the words of the expectations.
func theirStatus(s Status) string {
	switch s {
	case ByReference:
		return "incorporated_by_reference"
	case Absent:
		return "omitted"
	}
	return "extracted"
}

func find(r *Result, id string) *Item {
	for i := range r.Items {
		if r.Items[i].ID == id {
			return &r.Items[i]
		}
	}
	return nil
}

func textOf(f *filing, it *Item) string {
	var b strings.Builder
	for _, s := range append(slices.Clone(it.Spans), it.Attached...) {
		b.Write(f.doc.Of(s))
	}
	return b.String()
}

// unmet says why a check fails, or "".
func unmet(f *filing, r *Result, c expectation) string {
	it := find(r, c.Item)
	var text string
	if it != nil {
		text = textOf(f, it)
	}
	var value string
	var n int
	_ = json.Unmarshal(c.Value, &value)
	_ = json.Unmarshal(c.Value, &n)
	switch c.Type {
	case "item_absent":
		if it != nil {
			return "listed as " + string(it.Status)
		}
		return ""
	case "expected_set_complete", "only_items":
		return setDiffers(r, c)
	case "no_empty_success", "known_items_only", "no_overlap_ordered", "verbatim", "deterministic":
		return invariant(f, r, c.Type)
	}
	if it == nil {
		return "not listed"
	}
	switch c.Type {
	case "item_present":
		if c.Status != "" && theirStatus(it.Status) != c.Status {
			return string(it.Status) + ": " + it.Rule
		}
	case "item_field":
		if c.Field == "title" && it.Title != value || c.Field == "part" && it.Part != value {
			return it.Title + " in part " + it.Part
		}
	case "text_contains", "text_not_contains":
		if strings.Contains(squeeze(text), squeeze(value)) != (c.Type == "text_contains") {
			return "text of " + string(it.Status)
		}
	case "min_chars", "max_chars":
		if chars := len([]rune(text)); chars < n && c.Type == "min_chars" || chars > n && c.Type == "max_chars" {
			return string(it.Status)
		}
	default:
		return "unknown check"
	}
	return ""
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func setDiffers(r *Result, c expectation) string {
	var got []string
	for _, it := range r.Items {
		if it.ID != ExecutiveOfficers && it.ID != AfterItems {
			got = append(got, it.ID)
		}
	}
	if !slices.Equal(got, c.Items) {
		return "items " + strings.Join(got, ",")
	}
	return ""
}

func invariant(f *filing, r *Result, name string) string {
	switch name {
	case "no_empty_success":
		for _, it := range r.Items {
			if it.Status == Extracted && strings.TrimSpace(textOf(f, &it)) == "" {
				return "Item " + it.ID
			}
		}
	case "known_items_only":
		for _, it := range r.Items {
			if it.ID != ExecutiveOfficers && it.ID != AfterItems && !slices.ContainsFunc(rows10K, func(r row) bool { return r.id == it.ID }) {
				return "Item " + it.ID
			}
		}
	case "no_overlap_ordered":
		return strings.Join(partition(f.doc, r), "; ")
	case "deterministic":
		if again := Find(f.doc, form10K(), 0); len(again.Items) != len(r.Items) || again.Front != r.Front {
			return "another result"
		}
	}
	return "" // spans are ranges of the text, so they are verbatim
}

func form10K() Form {
	f, _ := FormOf("10-K")
	return f
}

// TestSmallBusinessFiling reads a real Form 10-KSB from its cover on: every item, in order, under its own title.
func TestSmallBusinessFiling(t *testing.T) {
	f := openFiling(t, filepath.Join(dataFolder(t, "filings-10k"), "eras", "ksb-2007.txt"))
	c := Detect(f.doc)
	if c.Form != "10-KSB" || c.FiscalYear != 2007 {
		t.Errorf("cover %+v", c)
	}
	form, err := FormOf(c.Form)
	if err != nil {
		t.Fatal(err)
	}
	r := Find(f.doc, form, 0)
	for _, p := range partition(f.doc, r) {
		t.Error(p)
	}
	var ids []string
	last := int32(0)
	for _, it := range r.Items {
		if it.Status == Absent || it.Spans[0].Start < last {
			t.Errorf("Item %s: %s, %v", it.ID, it.Status, it.Spans)
			continue
		}
		last = it.Spans[0].Start
		ids = append(ids, it.ID)
		if head := normalizeTitle(f.doc.Of(it.Heading)); !bytes.HasPrefix(head, []byte("item"+strings.ToLower(it.ID))) {
			t.Errorf("Item %s: heading %s", it.ID, head)
		}
	}
	if got := strings.Join(ids, " "); got != "1 2 3 4 5 6 7 8 8A 8B 9 10 11 12 13 14" {
		t.Errorf("items %s", got)
	}
}
