package linereader

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestNextReadsLinesUpToTheLimit(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"a", []string{"a"}},
		{"a\n\nb\r\n", []string{"a", "", "b"}},
		{"a\n" + long + "\nb", []string{"a", "too long", "b"}},
		{long, []string{"too long"}},
		{"a\n" + long[:40_000] + "\n", []string{"a", long[:40_000]}},
	} {
		for _, r := range []io.Reader{strings.NewReader(tt.text), iotest.OneByteReader(strings.NewReader(tt.text))} {
			lines := New(r, 50_000)
			var got []string
			for {
				line, err := lines.Next()
				if errors.Is(err, io.EOF) {
					break
				}
				if errors.Is(err, ErrTooLong) {
					line = []byte("too long")
				} else if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(line))
			}
			if !slices.Equal(got, tt.want) || lines.Line() != len(tt.want) {
				t.Errorf("%.20q: got %.60s, line %d", tt.text, fmt.Sprint(got), lines.Line())
			}
		}
	}
	broken := errors.New("broken")
	if _, err := New(io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken)), 10).Next(); !errors.Is(err, broken) {
		t.Errorf("an error of the source: %v", err)
	}
}

// FuzzNext: the lines are those of the text, whatever parts it is read in, and only those over the limit are refused.
func FuzzNext(f *testing.F) {
	for _, text := range []string{"", "a", "a\nb\n", "\r\n\r\n", "0123456789\n01234567890\n\n", "\xff\x00\n"} {
		f.Add(text)
	}
	const limit = 10
	f.Fuzz(func(t *testing.T, text string) {
		lines := New(iotest.HalfReader(strings.NewReader(text)), limit)
		for want := range strings.Lines(text) {
			got, err := lines.Next()
			if len(want) > limit {
				if !errors.Is(err, ErrTooLong) {
					t.Fatalf("%q: got %q and %v, want ErrTooLong", want, got, err)
				}
				continue
			}
			want = strings.TrimSuffix(strings.TrimSuffix(want, "\n"), "\r")
			if err != nil || string(got) != want {
				t.Fatalf("got %q and %v, want %q", got, err, want)
			}
		}
		if _, err := lines.Next(); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last line: %v", err)
		}
	})
}
