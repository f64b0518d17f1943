package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// sample is a document with something of everything.
func sample() *maker {
	m := &maker{objects: []string{onePixel}}
	s := m.page()
	s.put(bold, 16, 72, 740, "Quarterly letter")
	s.flow(9, 72, 700, 220, rivers)
	s.flow(9, 320, 696, 220, storms)
	ledger(s, 500, [][]string{{"", "2023", "2022"}, {"Sales", "$1,234", "$987"}, {"Costs", "(600)", "(500)"}})
	m.page().flow(10, 72, 700, 468, storms)
	m.scan()
	return m
}

func TestFailures(t *testing.T) {
	whole := sample().bytes()
	scans := &maker{objects: []string{onePixel}}
	scans.scan()
	scans.scan()
	blank := &maker{}
	blank.page()
	gap := &maker{missing: 2}
	for range 3 {
		gap.page().flow(10, 72, 700, 468, rivers)
	}
	crowd := &maker{}
	for range MaxPages + 1 {
		crowd.pages = append(crowd.pages, &sheet{})
	}
	full := &maker{}
	s := full.page()
	for y := range MaxPageChars/1000 + 1 {
		s.put(regular, 0.5, 20, 20+float64(y), strings.Repeat("word ", 250))
	}
	tests := []struct {
		name  string
		data  []byte
		want  Outcome
		pages []int
	}{
		{"nothing", nil, NotPDF, nil},
		{"a web page", []byte("<html><body>Not found</body></html>"), NotPDF, nil},
		{"a header only", []byte("%PDF-1.7\n"), Damaged, nil},
		{"noise after the header", append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte{0x9c, 7}, 5000)...), Damaged, nil},
		{"cut before its pages", whole[:300], Damaged, nil},
		{"cut near its end", whole[:bytes.LastIndex(whole, []byte("startxref"))], Partial, nil},
		{"a missing page", gap.bytes(), Partial, []int{1}},
		{"pictures", scans.bytes(), ImageOnly, nil},
		{"an empty page", blank.bytes(), Empty, nil},
		{"too many bytes", append([]byte("%PDF-1.7\n"), make([]byte, MaxBytes)...), TooLarge, nil},
		{"too many pages", crowd.bytes(), TooLarge, nil},
		{"too many characters", full.bytes(), Partial, []int{0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, err := reader(t, false).Read(context.Background(), test.data)
			var e *Error
			if !errors.As(err, &e) || e.Outcome != test.want || !slices.Equal(e.Pages, test.pages) {
				t.Fatalf("got %v, want %s %v", err, test.want, test.pages)
			}
			if !errors.Is(err, &Error{Outcome: test.want}) || OutcomeOf(err) != test.want {
				t.Errorf("errors.Is and OutcomeOf do not know %v", err)
			}
			if test.want == Partial {
				check(t, d)
			}
		})
	}
}

func TestPartialKeepsTheRest(t *testing.T) {
	m := &maker{missing: 2}
	for range 3 {
		m.page().flow(10, 72, 700, 468, rivers)
	}
	d, err := reader(t, false).Read(context.Background(), m.bytes())
	if err == nil || !strings.Contains(err.Error(), "pages 2") {
		t.Fatal(err)
	}
	if n := strings.Count(string(d.Text), rivers); n != 2 || d.Pages[1].Failure == "" || d.Blocks[1].Page != 2 {
		t.Errorf("%d paragraphs, second page %+v", n, d.Pages[1])
	}
}

func TestScannedPageAmongOthers(t *testing.T) {
	d := read(t, sample())
	if len(d.Pages) != 3 || d.Pages[0].ImageOnly || d.Pages[1].ImageOnly || !d.Pages[2].ImageOnly {
		t.Errorf("pages %+v", d.Pages)
	}
}

// TestEncrypted makes its files with qpdf.
func TestEncrypted(t *testing.T) {
	qpdf, err := exec.LookPath("qpdf")
	if err != nil {
		t.Skip("qpdf is not installed; no encrypted files are made")
	}
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain.pdf")
	if err := os.WriteFile(plain, sample().bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, user, bits, password string
		want                       Outcome
	}{
		{"empty password, AES", "", "256", "", ""},
		{"empty password, RC4", "", "40", "", ""},
		{"password not given", "river", "256", "", Encrypted},
		{"password wrong", "river", "256", "storm", Encrypted},
		{"password right", "river", "256", "river", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := filepath.Join(dir, "out.pdf")
			args := []string{"--encrypt", test.user, "owner", test.bits, "--", plain, out}
			if test.bits == "40" {
				args = append([]string{"--allow-weak-crypto"}, args...)
			}
			if b, err := exec.Command(qpdf, args...).CombinedOutput(); err != nil {
				t.Fatalf("qpdf: %v: %s", err, b)
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			r := Open(Config{Password: test.password})
			defer r.Close()
			d, err := r.Read(context.Background(), data)
			if OutcomeOf(err) != test.want || test.want == "" && (err != nil || !strings.Contains(string(d.Text), rivers)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// TestBomb has a page that would take hours.
func TestBomb(t *testing.T) {
	m := &maker{}
	m.page().put(regular, 10, 72, 700, "A first page that can be read.")
	m.bomb()
	m.page().put(regular, 10, 72, 700, "And a last one.")
	for _, test := range []struct {
		name   string
		worker []string
	}{{"guarded", nil}, {"worker", []string{os.Args[0], "serve"}}} {
		t.Run(test.name, func(t *testing.T) {
			r := Open(Config{PageTime: 6 * time.Second, Worker: test.worker}) // a starved machine opens a file in seconds
			defer r.Close()
			start := time.Now()
			d, err := r.Read(context.Background(), m.bytes())
			var e *Error
			if !errors.As(err, &e) || e.Outcome != Partial || !slices.Equal(e.Pages, []int{1}) {
				t.Fatalf("got %v", err)
			}
			check(t, d)
			if s := string(d.Text); s != "A first page that can be read.\nAnd a last one." || d.Pages[1].Failure != failSlow {
				t.Errorf("text %q, page %+v", s, d.Pages[1])
			}
			t.Logf("%v", time.Since(start))
		})
	}
}

// TestCrowdedRows has pages that set tens of thousands of pieces side by side, which must not take the
// square of the time.
func TestCrowdedRows(t *testing.T) {
	const pieces = 20_000
	for _, test := range []struct {
		name, piece string
		step        float64
		rows        int
	}{
		{"cells", "ab", 3.6, 2},
		{"signs", "$ ", 1.2, 1},
		{"brackets", `\)`, 1.3, 2},
		{"hyphens", `ab\255`, 4, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := &maker{}
			s := m.page()
			s.width = 200_000
			for row := range test.rows {
				fmt.Fprintf(&s.content, "BT /F1 1 Tf 1 0 0 1 %g %g Tm\n", 20.0, 700-1.2*float64(row))
				for range pieces {
					fmt.Fprintf(&s.content, "(%s) Tj %g 0 Td\n", test.piece, test.step)
				}
				s.content.WriteString("ET\n")
			}
			start := time.Now()
			d, err := reader(t, true).Read(context.Background(), m.bytes())
			if err != nil {
				t.Fatal(err)
			}
			check(t, d)
			took := time.Since(start)
			t.Logf("%d characters, %d blocks, %v", d.Pages[0].Chars, len(d.Blocks), took)
			if took > 3*time.Minute || // a guard against the square, not a measurement
				d.Pages[0].Chars < pieces {
				t.Errorf("%d characters took %v", d.Pages[0].Chars, took)
			}
		})
	}
}

func TestDocumentTime(t *testing.T) {
	m := &maker{}
	m.bomb()
	r := Open(Config{DocTime: 300 * time.Millisecond})
	defer r.Close()
	if _, err := r.Read(context.Background(), m.bytes()); OutcomeOf(err) != Partial && OutcomeOf(err) != TooSlow {
		t.Errorf("got %v", err)
	}
}

func TestCancel(t *testing.T) {
	m := &maker{}
	m.bomb()
	for _, workers := range []bool{false, true} {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		d, err := reader(t, workers).Read(ctx, m.bytes())
		cancel()
		if d != nil || !errors.Is(err, context.DeadlineExceeded) || OutcomeOf(err) != "" {
			t.Errorf("workers %t: got %v", workers, err)
		}
	}
}

func TestClosed(t *testing.T) {
	r := Open(Config{})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(context.Background(), sample().bytes()); !errors.Is(err, errClosed) {
		t.Errorf("got %v", err)
	}
	if err := r.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
}

func TestBadWorker(t *testing.T) {
	for _, command := range [][]string{{filepath.Join(t.TempDir(), "absent")}, {"false"}} {
		r := Open(Config{Worker: command})
		if _, err := r.Read(context.Background(), sample().bytes()); err == nil || OutcomeOf(err) != "" {
			t.Errorf("%v: got %v", command, err)
		}
		r.Close()
	}
}

// TestWorker reads the same in another process, and after that process has died.
func TestWorker(t *testing.T) {
	data := sample().bytes()
	here := read(t, sample())
	r := Open(Config{Worker: []string{os.Args[0], "serve"}})
	defer r.Close()
	for i := range 3 {
		d, err := r.Read(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		check(t, d)
		if show(d) != show(here) || fmt.Sprint(d.Pages, d.Boxes, d.Cells, d.Tables) != fmt.Sprint(here.Pages, here.Boxes,
			here.Cells, here.Tables) {
			t.Errorf("worker reads\n%s\nnot\n%s", show(d), show(here))
		}
		if i == 1 {
			_ = r.workers[0].command.Process.Kill()
		}
	}
	if _, err := r.Read(context.Background(), data[:300]); OutcomeOf(err) != Damaged {
		t.Errorf("got %v", err)
	}
}

func TestConcurrent(t *testing.T) {
	data := sample().bytes()
	first := show(read(t, sample()))
	for _, workers := range []bool{false, true} {
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				for range 2 {
					d, err := reader(t, workers).Read(context.Background(), data)
					if err != nil || show(d) != first {
						t.Errorf("workers %t: %v", workers, err)
					}
				}
			})
		}
		wg.Wait()
	}
}

// TestDamage reads files with random bytes changed, cut out or cut off.
func TestDamage(t *testing.T) {
	const files = 150
	whole := sample().bytes()
	rng := rand.New(rand.NewPCG(1, 2))
	outcomes := map[Outcome]int{}
	var worst time.Duration
	for range files {
		data := damage(rng, whole)
		start := time.Now()
		d, err := reader(t, false).Read(context.Background(), data)
		worst = max(worst, time.Since(start))
		if err != nil && OutcomeOf(err) == "" {
			t.Errorf("unnamed failure: %v", err)
		}
		if err == nil || OutcomeOf(err) == Partial {
			check(t, d)
		}
		outcomes[OutcomeOf(err)]++
	}
	t.Logf("worst %v, outcomes %v", worst, outcomes)
	if outcomes[""] == 0 || outcomes[""] == files || worst > PageTime {
		t.Errorf("worst %v, outcomes %v", worst, outcomes)
	}
}

func damage(rng *rand.Rand, whole []byte) []byte {
	data := bytes.Clone(whole)
	for range 1 + rng.IntN(40) {
		data[rng.IntN(len(data))] = byte(rng.Uint32())
	}
	switch rng.IntN(4) {
	case 0:
		at := rng.IntN(len(data))
		data = slices.Delete(data, at, min(len(data), at+rng.IntN(300)))
	case 1:
		data = data[:len(data)/2+rng.IntN(len(data)/2)]
	}
	return data
}

func FuzzRead(f *testing.F) {
	seeds := [][]byte{sample().bytes(), nil, []byte("%PDF-1.7\n")}
	labelled := &maker{labels: "/PageLabels << /Nums [0 << /S /r >>] >>"}
	labelled.page().turned(10, 100, 100, "turned text")
	gap := &maker{missing: 1}
	gap.page()
	rng := rand.New(rand.NewPCG(3, 4))
	seeds = append(seeds, labelled.bytes(), gap.bytes(), damage(rng, seeds[0]), damage(rng, seeds[0]), damage(rng, seeds[0]))
	if len(seeds) < 8 {
		f.Fatalf("%d seeds", len(seeds))
	}
	for _, s := range seeds {
		f.Add(s)
	}
	r := Open(Config{Instances: 1, PageTime: 2 * time.Second, DocTime: 4 * time.Second})
	f.Cleanup(func() { r.Close() })
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := r.Read(context.Background(), data)
		if err != nil && OutcomeOf(err) == "" {
			t.Errorf("unnamed failure: %v", err)
		}
		if err == nil || OutcomeOf(err) == Partial {
			check(t, d)
		}
	})
}
