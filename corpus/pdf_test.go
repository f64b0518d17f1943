package corpus

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// onePage is a PDF of one page with the given content stream and resources.
func onePage(content, resources string, more ...string) []byte {
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	objects := append([]string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<<" + resources + ">>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
	}, more...)
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return []byte(b.String())
}

func textPDF() []byte {
	return onePage("BT /F1 14 Tf 20 100 Td (Net sales of rope were 12.3 million dollars in the year.) Tj ET", "/Font<</F1 5 0 R>>",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
}

// TestBadPDF: what keeps a PDF from being read is said with its path, and the good one beside it is read.
func TestBadPDF(t *testing.T) {
	b := newBench(t)
	b.write("good.pdf", textPDF())
	reasons := map[string]string{
		b.write("scan.pdf", onePage("q 400 0 0 200 0 0 cm /I Do Q", "/XObject<</I 5 0 R>>",
			"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>stream\nx\nendstream")): "image only",
		b.write("stub.pdf", textPDF()[:60]):                       "damaged",
		b.write("noise.pdf", []byte("%PDF-1.7\nno objects here")): "damaged",
	}
	if path, ok := lockedPDF(t, b); ok {
		reasons[path] = "encrypted"
	}
	s := b.ingest()
	if s.Documents != 1 || len(s.Skipped) != len(reasons) {
		t.Fatalf("got %+v, want one document and %d reasons", s, len(reasons))
	}
	for _, k := range s.Skipped {
		if want := reasons[k.Path]; want == "" || !strings.Contains(k.Reason, want) {
			t.Errorf("%s: %q, want a reason with %q", k.Path, k.Reason, want)
		}
	}
	if got := sentencesOf(t, b.open(), "good", "body"); len(got) != 1 || !strings.HasSuffix(got[0], "in the year.") {
		t.Errorf("the good one: %q", got)
	}
}

// lockedPDF writes a PDF that wants a password, where qpdf is there to make it.
func lockedPDF(t *testing.T, b *bench) (path string, ok bool) {
	t.Helper()
	qpdf, err := exec.LookPath("qpdf")
	if err != nil {
		t.Log("qpdf is absent: no encrypted file is tried")
		return "", false
	}
	path = b.write("locked.pdf", textPDF())
	open := path + ".open"
	if err := os.Rename(path, open); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(qpdf, "--encrypt", "secret", "owner", "256", "--", open, path).CombinedOutput(); err != nil {
		t.Fatalf("qpdf: %v\n%s", err, out)
	}
	if err := os.Remove(open); err != nil {
		t.Fatal(err)
	}
	return path, true
}
