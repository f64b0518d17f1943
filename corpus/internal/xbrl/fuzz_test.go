package xbrl

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/internal/block"
)

func FuzzRead(f *testing.F) {
	seeds := 0
	add := func(src string) {
		f.Add([]byte(src))
		seeds++
	}
	for _, tt := range readTests {
		add(tt.src)
	}
	for _, tt := range contextTests {
		add(root + `<ix:header><ix:resources>` + tt.src)
	}
	add(page(hiddenFacts(3), showingAll(3)))
	add(page("", chainOf(3)))
	if seeds < 30 {
		f.Fatalf("%d seeds, want at least 30", seeds)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		doc := block.HTML(src)
		in := Read(doc, src)
		check(t, doc, src, in)
		in.Cover()
		for i := range in.Facts {
			f := &in.Facts[i]
			for _, s := range []string{f.Shown, f.Value, f.ID, f.Concept, f.Namespace, f.Unit, f.Decimals, f.Format, f.Context.Entity} {
				if !utf8.ValidString(s) {
					t.Fatalf("fact %d is not UTF-8: %q", i, s)
				}
			}
		}
	})
}

// FuzzTransform runs every row over a text. What fits must be a value of the row's kind.
func FuzzTransform(f *testing.F) {
	seeds := 0
	for _, table := range tables() {
		for _, row := range table {
			text, _, _ := strings.Cut(row.doc, " → ")
			f.Add(text)
			seeds++
		}
	}
	if seeds < 170 {
		f.Fatalf("%d seeds, want at least 170", seeds)
	}
	f.Add("1Pausha\xb11 P1") // four characters where a year's digits should be
	f.Add("1 Pausha 9999")   // a year that our calendar cannot write
	f.Fuzz(func(t *testing.T, text string) {
		for _, table := range tables() {
			for i := range table {
				row := &table[i]
				value, ok := row.run([]byte("x"), text)
				if ok && value[0] != 'x' {
					t.Fatalf("%s(%q) wrote over what was there", row.name, text)
				}
				if ok && !valueFits(row.name, string(value[1:])) {
					t.Fatalf("%s(%q) = %q", row.name, text, value[1:])
				}
			}
		}
	})
}

// valueFits reports whether a value is of the kind that the row's name promises.
func valueFits(name, value string) bool {
	switch {
	case name == "numinf" || name == "numneginf" || name == "numnan":
		return true
	case strings.HasPrefix(name, "num") || name == "zerodash" || name == "fixed-zero":
		a, ok := readAmount([]byte(value))
		return !a.negative && (ok || len(value) > maxDigits)
	case strings.HasPrefix(name, "dur"):
		return strings.HasPrefix(strings.TrimPrefix(value, "-"), "P") && !strings.HasSuffix(value, "P")
	case strings.HasPrefix(name, "date") || strings.HasPrefix(name, "cal"):
		day := value
		switch len(value) {
		case len("--12-31"):
			if strings.HasPrefix(value, "--") {
				day = "2000" + value[1:]
			} else {
				day = value + "-01"
			}
		}
		return len(day) == len("2024-12-31") && isDate([]byte(day))
	}
	return utf8.ValidString(value)
}

func FuzzAmount(f *testing.F) {
	for _, s := range []string{"0", "-0.50", "123.450", ".5", "5.", "00012", "9999999999999999999999.1"} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, text string, scale int) {
		a, ok := readAmount([]byte(text))
		if !ok || scale > maxScale || scale < -maxScale {
			return
		}
		plain := a.appendScaled(nil, scale)
		again, ok := readAmount(plain)
		if !ok || string(again.appendScaled(nil, 0)) != string(plain) {
			t.Fatalf("%q at scale %d is %q", text, scale, plain)
		}
		back := again.appendScaled(nil, -scale)
		if string(back) != string(a.appendScaled(nil, 0)) {
			t.Fatalf("%q at scale %d and back is %q", text, scale, back)
		}
	})
}
