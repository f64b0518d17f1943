package gen

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const encodings = "testdata/neon.txt"

// coded are instructions as words, by what an assembler calls them.
func coded(t *testing.T) map[string]uint32 {
	words := map[string]uint32{}
	for _, in := range instructions {
		for _, operands := range [][]int{{1, 2, 4, 1}, {31, 0, 21, 2}, {10, 31, 31, 3}, {0, 16, 0, 0}} {
			word, text := encode(in.name, operands[:strings.Count(in.text, "%d")]...)
			if had, there := words[text]; there {
				t.Errorf("%s has two codes, %08x and %08x", text, had, word)
			}
			words[text] = word
		}
	}
	return words
}

// TestEncodings holds the words to those that GNU binutils took for these instructions, once; -update asks again.
func TestEncodings(t *testing.T) {
	words := coded(t)
	if *update {
		var lines strings.Builder
		codes := slices.Sorted(maps.Values(words))
		for i, text := range disassemble(t, codes) {
			fmt.Fprintf(&lines, "%08x %s\n", codes[i], text)
		}
		if err := os.WriteFile(encodings, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(encodings)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(file)), "\n")
	if len(lines) != len(words) || len(words) != 4*len(instructions) {
		t.Fatalf("%d lines and %d words for %d instructions", len(lines), len(words), len(instructions))
	}
	for _, line := range lines {
		code, text, _ := strings.Cut(line, " ")
		if got := fmt.Sprintf("%08x", words[text]); got != code {
			t.Errorf("%s is %s, want %s", text, got, code)
		}
	}
}

// TestMachineWordsMatchComments has all words in the sources read by another disassembler: they must be what their comments say.
func TestMachineWordsMatchComments(t *testing.T) {
	var words []uint32
	var texts []string
	for name, source := range Files() {
		for _, m := range regexp.MustCompile(`(?m)^\tWORD \$0x([0-9a-f]{8}) // (.*)$`).FindAllStringSubmatch(source, -1) {
			word, err := strconv.ParseUint(m[1], 16, 32)
			if err != nil || !strings.HasSuffix(name, "_arm64.s") {
				t.Fatalf("%s: %s: %v", name, m[0], err)
			}
			words, texts = append(words, uint32(word)), append(texts, m[2])
		}
	}
	if len(words) < 2000 {
		t.Fatalf("%d words in the sources", len(words))
	}
	for i, got := range disassemble(t, words) {
		if got != texts[i] {
			t.Errorf("%08x is %s, but the source says %s", words[i], got, texts[i])
		}
	}
}

const objdump = "aarch64-linux-gnu-objdump"

// disassemble are instructions as GNU binutils write them.
func disassemble(t *testing.T, words []uint32) []string {
	t.Helper()
	if _, err := exec.LookPath(objdump); err != nil {
		t.Skipf("there is no %s (Debian: binutils-aarch64-linux-gnu) to read the words with", objdump)
	}
	var code bytes.Buffer
	if err := binary.Write(&code, binary.LittleEndian, words); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "code")
	if err := os.WriteFile(file, code.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(objdump, "-D", "-z", "-b", "binary", "-m", "aarch64", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range regexp.MustCompile(`(?m)^ *[0-9a-f]+:\t[0-9a-f]{8} +\t(.*)$`).FindAllStringSubmatch(string(out), -1) {
		texts = append(texts, strings.TrimSpace(strings.Replace(m[1], "\t", " ", 1)))
	}
	if len(texts) != len(words) {
		t.Fatalf("%d words are %d instructions", len(words), len(texts))
	}
	return texts
}

// TestInnerLoops counts the instructions of the inner loops, since their time was measured on no processor. The
// figures are those of docs/measured.md.
func TestInnerLoops(t *testing.T) {
	var sources strings.Builder
	for _, name := range []string{"neon_arm64.s", "codes_arm64.s"} {
		sources.WriteString(Files()[name])
	}
	for _, c := range []struct {
		name         string
		multiplyAdds int // by the shape of the tile: rows, queries or columns, values
		instructions int
		products     int // of these, those that multiply
	}{
		{"scan6x16", 6 * 16 * 4, 116, 96},
		{"mul6x16", 6 * 16 * 4, 113, 96},
		{"scan16x1", 16 * 4, 72, 16},
		{"scanCodes6x16", 6 * 16 * 16, 123, 96},
		{"mulCodes6x16", 6 * 16 * 16, 120, 96},
		{"scanCodes16x1", 16 * 16, 58, 16},
		{"scanCodes2x16", 2 * 16 * 16, 130, 64},
		{"scanCodes8x1", 8 * 16, 47, 16},
	} {
		_, text, found := strings.Cut(sources.String(), "TEXT ·"+c.name+"(SB)")
		_, text, begins := strings.Cut(text, "steps:\n")
		loop, _, ends := strings.Cut(text, "few:\n")
		if !found || !begins || !ends {
			t.Fatalf("no %s", c.name)
		}
		instructions := strings.Count(loop, "\n")
		products := len(regexp.MustCompile(`// (fmla|sdot|smull2?|smlal2?) `).FindAllString(loop, -1))
		if instructions != c.instructions || products != c.products {
			t.Errorf("%s: %d instructions and %d products, want %d and %d", c.name, instructions, products, c.instructions, c.products)
		}
		t.Logf("%s: %.2f multiply-adds an instruction", c.name, float64(c.multiplyAdds)/float64(instructions))
	}
}
