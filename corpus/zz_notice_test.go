package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var zzScale = regexp.MustCompile(`(?i)\b(in|of) (u\.s\. )?(dollars )?(millions|thousands|billions)|\b(millions|thousands|billions) of (u\.s\. )?dollars|dollars in`)

func TestZZNotices(t *testing.T) {
	if os.Getenv("ZZ") == "" {
		t.Skip("no")
	}
	out, _ := os.Create("/tmp/notices.txt")
	defer out.Close()
	for _, path := range realFilings(t, 70) {
		src := readReal(t, path)
		r := &reading{}
		if err := r.addFiling(src, 0); err != nil {
			t.Fatal(err)
		}
		p := &r.pieces[0]
		for i := range p.doc.Blocks {
			b := &p.doc.Blocks[i]
			if b.Table >= 0 {
				continue
			}
			if txt := p.doc.Of(b.Span); zzScale.Match(txt) && len(txt) < 1500 {
				prev := ""
				if i > 0 {
					prev = string(p.doc.Of(p.doc.Blocks[i-1].Span))
				}
				nextT := int32(-1)
				if i+1 < len(p.doc.Blocks) {
					nextT = p.doc.Blocks[i+1].Table
				}
				m := zzScale.FindIndex(txt)
				lo, hi := max(0, m[0]-150), min(len(txt), m[1]+150)
				fmt.Fprintf(out, "%s b%d next=%d style=%v len=%d | prev=%.60q | %q\n", filepath.Base(path), i, nextT, b.Style, len(txt), prev, txt[lo:hi])
			}
		}
	}
}
