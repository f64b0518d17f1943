package report

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// steers finds what a terminal would take for a command, line breaks apart.
func steers(text string) string {
	for i, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r >= 0x300 && r != zwj && r != zwnj) {
			return fmt.Sprintf("%U in %q", r, text[max(i-20, 0):min(i+20, len(text))])
		}
	}
	return ""
}

// bar is a column's border: a bar that is not escaped.
var bar = regexp.MustCompile(`(?:^|[^\\])\|`)

func TestMarkdownOfATextAlone(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "revenue rose 4.5% in 2025", "revenue rose 4.5% in 2025"},
		{"bullet", "- item", `\- item`},
		{"number", "12. item", `12\. item`},
		{"a number is none", "12.5 million", "12.5 million"},
		{"mention", "by @someone", "by @&#8203;someone"},
		{"link", "see http://x.example", "see http:&#8203;//x.example"},
		{"dollars", "$5 or $6", "&#36;5 or &#36;6"},
		{"entity", "&lt;b&gt;", "&amp;lt;b&amp;gt;"},
		{"lines", "a\n\n# b", `a \# b`},
	}
	for _, tt := range tests {
		if got := markdown(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func FuzzVisible(f *testing.F) {
	for _, h := range hostile {
		f.Add(h.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		seen := Visible(s)
		if !utf8.ValidString(seen) || Visible(seen) != seen {
			t.Errorf("%q becomes %q, and then %q", s, seen, Visible(seen))
		}
		if found := steers(seen); found != "" || strings.Contains(seen, "\n") {
			t.Errorf("%q holds %s", seen, found)
		}
		if short := Shorten(s, 20); columnsOf(short) > 21 {
			t.Errorf("%q has %d columns", short, columnsOf(short))
		}
		md := markdown(s)
		if strings.ContainsAny(md, "<>\n") || strings.Contains(md, "://") || bar.MatchString(md) {
			t.Errorf("%q becomes %q", s, md)
		}
		var b strings.Builder
		table := Table{Columns: []Column{{Name: "a"}, {Name: "b", Wrap: true}}, Rows: [][]string{{s, s}}}
		if err := table.Text(&b, 40, func(text string) string { return text }); err != nil {
			t.Error(err)
		}
		var doc struct {
			Text string `xml:",chardata"`
		}
		if err := xml.Unmarshal([]byte("<a>"+xmlText(s)+"</a>"), &doc); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	})
}

// TestShortenWords cuts after a word, and within one that is long.
func TestShortenWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"the obligations of management", "the obligations of…"},
		{"short", "short"},
		{"9999000001_10-K_2023_section_7_142", "9999000001_10-K_2023_sect…"},
		{"a of_which_the_rest_is_long_and_whole", "a of_which_the_rest_is_lo…"},
	} {
		if got := Shorten(c.text, 26); got != c.want {
			t.Errorf("%q: %q", c.text, got)
		}
	}
}
