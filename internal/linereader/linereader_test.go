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
