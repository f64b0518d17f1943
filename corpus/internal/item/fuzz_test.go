package item

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// seeds are invented documents from which the fuzzer starts.
func seeds() [][]byte {
	var p page
	p.cover("10-K", "December 31, 2021").contents("Item 1.|Business", "Item 1A.|Risk Factors", "Item 2.|Properties",
		"Item 3.|Legal Proceedings", "Item 7.|Discussion")
	p.head("PART I").head("Item 1. Business").prose(2).head("EXECUTIVE OFFICERS OF THE REGISTRANT").prose(1).head("Item 2. Properties").para("None.").head("PART III").para("incorporated by reference").head("Item 15. Exhibits").head("SIGNATURES")
	return [][]byte{
		[]byte(p.String()),
		[]byte("Item 1. Business\n\nItem 2.\n\nProperties\n\n<PAGE> 3\n\nSIGNATURES\n"),
		[]byte("<table><tr><td>Item</td><td>1(a)</td><td>4-6, F-3</td></tr></table>"),
		[]byte("<p>Items 10 through 14. See Note M</p><p>Item X. Executive Officers of the Registrant</p>"),
		[]byte("Item\nItem\n1A. Risk\nFactors\nPART II Item 5\nItem 99999999999999999999"),
		[]byte("<p>Item 2.02 Results</p><p>Item 9.01</p><p>\xff\xfe Item \xe2\x80 7</p>"),
	}
}

func FuzzFind(f *testing.F) {
	all := seeds()
	if len(all) < 6 {
		f.Fatalf("%d seeds", len(all))
	}
	for i, s := range all {
		f.Add(s, uint8(i), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, src []byte, kind uint8, html bool) {
		d := block.Plain(src)
		if html {
			d = block.HTML(src)
		}
		form := table([]string{"10-K", "10-Q", "8-K"}[kind%3])
		r := Find(d, form, int(kind)%40+1990)
		if wrong := partition(d, r); len(wrong) > 0 {
			t.Fatal(wrong)
		}
		for _, it := range r.Items {
			if n := int32(len(d.Text)); it.Heading.Start < 0 || it.Heading.End < it.Heading.Start || it.Heading.End > n {
				t.Fatalf("heading %v of %d", it.Heading, n)
			}
			for _, a := range it.Attached {
				if a.Start < 0 || a.End < a.Start || int(a.End) > len(d.Text) {
					t.Fatalf("attached %v of %d", a, len(d.Text))
				}
			}
		}
	})
}

// hostile is a document of n blocks that all look like headings.
func hostile(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "<p><b>Item %d. %s</b></p>\n", i%16+1, []string{"Business", "Management's Discussion and Analysis",
			"Exhibits 14", strings.Repeat("Item 7 and ", 20)}[i%4])
	}
	return b.Bytes()
}

func TestHostile(t *testing.T) {
	d := block.HTML(hostile(20_000))
	r := Find(d, form10K(), 2020)
	if wrong := partition(d, r); len(wrong) > 0 {
		t.Error(wrong)
	}
	if len(r.Rejected) != maxRejected {
		t.Errorf("%d rejected, want %d", len(r.Rejected), maxRejected)
	}
}

// BenchmarkHostile shows that time grows with the number of candidates, not with its square.
func BenchmarkHostile(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := hostile(n)
			d := block.HTML(src)
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Find(d, form10K(), 2020)
			}
		})
	}
}

// BenchmarkFind measures finding alone, in bytes of the HTML that the blocks were read from.
func BenchmarkFind(b *testing.B) {
	for _, name := range []string{"sp_AAPL_0000320193-24-000123.htm.gz", "sp_VZ_0000732712-24-000010.htm.gz",
		"sp_GE_0000040545-24-000027.htm.gz", "ew_PerkinElmer2000_0000950135-01-000920.txt.gz"} {
		b.Run(name, func(b *testing.B) {
			f := openFiling(b, dataFolder(b, "filings")+"/10k/"+name)
			b.SetBytes(int64(len(f.src)))
			b.ReportAllocs()
			for b.Loop() {
				Find(f.doc, form10K(), 0)
			}
		})
	}
}

// BenchmarkReadAndFind measures the way from HTML to items.
func BenchmarkReadAndFind(b *testing.B) {
	f := openFiling(b, dataFolder(b, "filings")+"/10k/sp_VZ_0000732712-24-000010.htm.gz")
	b.SetBytes(int64(len(f.src)))
	for b.Loop() {
		Find(block.HTML(f.src), form10K(), 0)
	}
}
