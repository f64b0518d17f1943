package bm25

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/internal/mapped"
)

func small(t testing.TB) (path string, texts []string) {
	t.Helper()
	texts = corpus(rand.New(rand.NewPCG(3, 4)), 700, 60)
	return buildAt(t, filepath.Join(t.TempDir(), "terms.map"), Settings{Analyzer: "blanks", Parameters: Usual}, texts), texts
}

// probe searches a file in every way, whatever it holds. Errors are fine.
func probe(t testing.TB, path string) error {
	f, err := Open(mapped.OnDisk(path))
	if err != nil {
		return err
	}
	defer f.Close()
	queries, err := Prepare([]*File{f}, []string{"w0 w1 w5 w20", "w3", "w0 w0 w59"})
	if err != nil {
		return err
	}
	var asks []Ask
	for _, q := range queries {
		asks = append(asks, Ask{q, nil, 5}, Ask{q, []uint32{1, 2, 300, 699}, 5}, Ask{q, manyRows(f.Len()), 500})
	}
	_, err = f.Search(t.Context(), asks)
	return errors.Join(err, recopied(t, f))
}

// recopied copies what can be copied of a file.
func recopied(t testing.TB, f *File) error {
	w, err := Create(mapped.OnDisk(filepath.Join(t.TempDir(), "copy.map")), "test", Settings{Analyzer: f.analyzer.Name, Parameters: Usual})
	if err != nil {
		return err
	}
	defer w.Abort()
	if err := w.Copy(f, func(row uint32) bool { return row%7 == 0 }); err != nil {
		return err
	}
	return w.Commit()
}

func manyRows(n int) []uint32 {
	rows := []uint32{}
	for row := 0; row < n && row < 1<<16; row += 2 {
		rows = append(rows, uint32(row))
	}
	return rows
}

// sections are those of a file as bytes, with the width of their elements.
var sections = map[string]int{lengthsSection: 1, longRowsSection: 4, longLengthsSection: 4, postingsSection: 1, namesSection: 1,
	endsSection: 8, countsSection: 4, firstsSection: 4, bestSection: 4, blocksSection: 8}

// rewrite copies a file, with a change to one section and with checksums that are right.
func rewrite(t testing.TB, from, to, changed string, change func([]byte) []byte) {
	t.Helper()
	m, err := mapped.Open(from, kind, format)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	w, err := mapped.Create(to, m.About())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{lengthsSection, longRowsSection, longLengthsSection, postingsSection, namesSection, endsSection,
		countsSection, firstsSection, bestSection, blocksSection} {
		content := sectionBytes(t, m, name)
		if name == changed {
			content = change(content)
		}
		w.Section(name, sections[name])
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
}

func sectionBytes(t testing.TB, m *mapped.File, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	write := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	switch sections[name] {
	case 1:
		a, err := mapped.Array[uint8](m, name)
		write(err)
		out.Write(a)
	case 4:
		a, err := mapped.Array[uint32](m, name)
		write(err)
		for _, v := range a {
			out.Write([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
		}
	case 8:
		a, err := mapped.Array[uint64](m, name)
		write(err)
		for _, v := range a {
			for shift := 0; shift < 64; shift += 8 {
				out.WriteByte(byte(v >> shift))
			}
		}
	}
	return out.Bytes()
}

// TestForgedFrequenciesAreFound changes numbers under right checksums: searching neither panics nor reads elsewhere, and Verify
// finds nearly all of it. A frequency that is a little different in two places at once is beyond it.
func TestForgedFrequenciesAreFound(t *testing.T) {
	path, _ := small(t)
	f := openBuilt(t, path)
	if err := f.Verify(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	to := filepath.Join(t.TempDir(), "lie.map")
	lies, found := 0, 0
	for _, name := range slices.Sorted(maps.Keys(sections)) { // in one order, so that it lies the same each time
		for range 25 {
			rewrite(t, path, to, name, func(content []byte) []byte {
				content = bytes.Clone(content)
				if len(content) > slack {
					content[r.IntN(len(content)-slack)] ^= byte(1 + r.IntN(255))
				}
				return content
			})
			lies++
			probe(t, to)
			g, err := Open(mapped.OnDisk(to))
			if err != nil {
				found++
				continue
			}
			if g.Verify() != nil {
				found++
			}
			g.Close()
		}
	}
	if lies < 250 || found < lies*95/100 {
		t.Errorf("%d of %d lies were found", found, lies)
	}
}

// TestShortSections cuts every section.
func TestShortSections(t *testing.T) {
	path, _ := small(t)
	to := filepath.Join(t.TempDir(), "short.map")
	for name, width := range sections {
		for _, keep := range []int{0, 1, 2, 3} {
			rewrite(t, path, to, name, func(content []byte) []byte { return content[:len(content)/width*keep/4*width] })
			probe(t, to)
			f, err := Open(mapped.OnDisk(to))
			if err == nil {
				err = f.Verify()
				f.Close()
			}
			if err == nil || !strings.Contains(err.Error(), "build the index again") {
				t.Errorf("%s cut to %d/4: %v", name, keep, err)
			}
		}
	}
}

func TestChecksums(t *testing.T) {
	path, _ := small(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole[len(whole)/3] ^= 1
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := openBuilt(t, path).Verify(); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Error(err)
	}
}

// FuzzFile changes a section of a good file, keeping its checksums right, and searches what comes of it.
func FuzzFile(f *testing.F) {
	path, _ := small(f)
	names := []string{lengthsSection, longRowsSection, longLengthsSection, postingsSection, namesSection, endsSection,
		countsSection, firstsSection, bestSection, blocksSection}
	for i := range names {
		f.Add(uint8(i), uint32(i), []byte{0xff, 0x00, 0x7f})
	}
	f.Fuzz(func(t *testing.T, section uint8, at uint32, with []byte) {
		to := filepath.Join(t.TempDir(), "f.map")
		rewrite(t, path, to, names[int(section)%len(names)], func(content []byte) []byte {
			content = bytes.Clone(content)
			if len(content) > 0 {
				copy(content[int(at)%len(content):], with)
			}
			return content
		})
		probe(t, to)
		if g, err := Open(mapped.OnDisk(to)); err == nil {
			g.Verify()
			g.Close()
		}
	})
}

// FuzzBytes searches files of any bytes.
func FuzzBytes(f *testing.F) {
	path, _ := small(f)
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:100])
	f.Fuzz(func(t *testing.T, content []byte) {
		to := filepath.Join(t.TempDir(), "f.map")
		if err := os.WriteFile(to, content, 0o666); err != nil {
			t.Fatal(err)
		}
		probe(t, to)
	})
}
