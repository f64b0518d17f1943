package text

import (
	"bytes"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestNormalize(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"case", "Net SALES Rose", "net sales rose"},
		{"curly quotes", "the “Company’s” ‘plan’", `the "company's" 'plan'`},
		{"typewriter and TeX quotes", "``plan'' and ''plan''", `"plan" and "plan"`},
		{"dashes", "sales—up – a-b -- c\u2212d", "sales-up-a-b-c-d"},
		{"blanks", "  a\u00a0 b\t\r\nc\u2003\u3000d ", "a b c d"},
		{"soft hyphens and zero width", "inter\u00adnational\u200b law\ufeff", "international law"},
		{"ligatures", "ﬁscal oﬃce ﬂow", "fiscal office flow"},
		{"accents, both ways", "Nestlé e\u0301tat ŁÓDŹ straße", "nestle etat lodz strasse"},
		{"full width", "ＡＢＣ１２％", "abc12%"},
		{"ellipsis and fractions", "up 6½… x²", "up 61/2... x2"},
		{"marks and bullets", "• Flowmax® valves™", "flowmax valves"},
		{"not UTF-8", "a\xffb", "a\ufffdb"},
		{"other scripts stay", "Ωmega 東京", "ωmega 東京"},
		{"empty", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := Normalize(test.text)
			if string(n.Text) != test.want {
				t.Errorf("got %q, want %q", n.Text, test.want)
			}
			if appended := AppendNormal([]byte("x-"), test.text); string(appended) != "x-"+test.want {
				t.Errorf("appended to something: got %q", appended)
			}
		})
	}
}

func TestNormalOriginal(t *testing.T) {
	const source = "The “smart\u00a0 valve” — ﬁrst of  its\r\nkind — rose ½ %."
	n := Normalize(source)
	for _, test := range []struct{ normal, want string }{
		{"the", "The"}, {`"smart valve"`, "“smart\u00a0 valve”"}, {"first", "ﬁrst"}, {"f", "ﬁ"}, {"its kind", "its\r\nkind"},
		{`e"-f`, "e” — ﬁ"}, {"1/2", "½"}, {"2 %", "½ %"}, {" ", "\u00a0 "},
	} {
		at := bytes.Index(n.Text, []byte(test.normal))
		if test.normal == " " {
			at = bytes.Index(n.Text, []byte(" valve"))
		}
		if at < 0 {
			t.Fatalf("%q is not in %q", test.normal, n.Text)
		}
		if got := n.Original(Span{at, at + len(test.normal)}).In(source); got != test.want {
			t.Errorf("%q comes from %q, want %q", test.normal, got, test.want)
		}
	}
	if got := n.Original(Span{4, 4}); got.Len() != 0 || got.Start != 4 {
		t.Errorf("empty span comes from %v", got)
	}
}

// TestNormalizeIsStable tries every character, alone and next to the characters that merge.
func TestNormalizeIsStable(t *testing.T) {
	var once, twice []byte
	for r := rune(0); r <= unicode.MaxRune; r++ {
		for _, around := range []string{"", "a", "'", "-", " "} {
			s := around + string(r) + around
			once = AppendNormal(once[:0], s)
			if twice = AppendNormal(twice[:0], once); !bytes.Equal(once, twice) {
				t.Fatalf("%U: %q becomes %q, which becomes %q", r, s, once, twice)
			}
		}
	}
}

func FuzzNormalize(f *testing.F) {
	seeds := []string{
		"", "“a” — b", "ﬁ ½ e\u0301", "'' `` '''", "- - -", "\xff\xfe",
		"\u212b \u1e9e \u0130", "a\u00ad\u200b b", "＇＇", "0<｀", " •·* ",
	}
	if len(seeds) < 10 {
		f.Fatal("seeds are missing")
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := Normalize(s)
		if again := AppendNormal(nil, n.Text); !bytes.Equal(again, n.Text) {
			t.Fatalf("%q becomes %q, which becomes %q", s, n.Text, again)
		}
		if plain := AppendNormal(nil, s); !bytes.Equal(plain, n.Text) || !utf8.Valid(plain) {
			t.Fatalf("%q with a map, %q without", n.Text, plain)
		}
		last := Span{}
		for i := range n.Text {
			at := n.sourceOf(i)
			if at.Start < last.Start || at.End > len(s) || at.Len() < 1 {
				t.Fatalf("byte %d of %q comes from %v, the one before from %v", i, n.Text, at, last)
			}
			last = at
		}
		ShapeHash(s)
	})
}

func BenchmarkNormalize(b *testing.B) {
	text := prose(1 << 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Normalize(text)
	}
}
