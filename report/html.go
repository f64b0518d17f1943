package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/assayhq/assay/report/internal/chart"
)

//go:embed html/*.tmpl html/page.css html/page.js
var htmlFiles embed.FS

// htmlPage is what every page has, whatever it is about.
type htmlPage struct {
	Title string
	CSP   string
	CSS   template.CSS
	JS    template.JS
	About any
}

// htmlTemplates are the pages; they are parsed when one is written first.
var htmlTemplates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"visible": Visible,
		"lines":   visibleLines,
		"gist":    func(s string) string { return Shorten(s, maxQuestion) },
		"count":   func(n int) string { return chart.Count(n) },
	}).ParseFS(htmlFiles, "html/*.tmpl"))
})

// writePage writes a page as one file that asks nothing of anybody: its style and its script are in it, and
// its policy lets a browser use no others, whatever a text in it may try.
func writePage(w io.Writer, name, title string, about any) error {
	style, err := htmlFiles.ReadFile("html/page.css")
	if err != nil {
		return err
	}
	script, err := htmlFiles.ReadFile("html/page.js")
	if err != nil {
		return err
	}
	css := string(style) + chart.CSS
	page := htmlPage{Title: Visible(title), CSS: template.CSS(css), JS: template.JS(script), About: about,
		CSP: "default-src 'none'; style-src " + sourceHash(css) + "; script-src " + sourceHash(string(script)) +
			"; base-uri 'none'; form-action 'none'"}
	var b bytes.Buffer
	if err := htmlTemplates().ExecuteTemplate(&b, name, page); err != nil {
		return fmt.Errorf("write the page %q: %w", title, err)
	}
	_, err = w.Write(b.Bytes())
	return err
}

// sourceHash allows one style or script by what it is.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// visibleLines is a text with its lines kept, and made visible.
func visibleLines(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = Visible(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// picture is a chart in a page: one for a desk, and one for a phone if that needs another.
type picture struct{ Wide, Narrow template.HTML }

// drawing is a chart that can be drawn.
type drawing interface{ SVG() (string, error) }

// half is a chart of half a page's width, which is a phone's, too.
func half(d drawing) (*picture, error) {
	svg, err := d.SVG()
	if err != nil {
		return nil, err
	}
	return &picture{Wide: template.HTML(svg)}, nil // chart escapes all texts
}

// both is a chart as wide as the page, and the same for a phone.
func both(draw func(width float64) drawing) (*picture, error) {
	wide, err := draw(chart.Wide).SVG()
	if err != nil {
		return nil, err
	}
	narrow, err := draw(chart.Half).SVG()
	if err != nil {
		return nil, err
	}
	return &picture{Wide: template.HTML(wide), Narrow: template.HTML(narrow)}, nil
}
