package chart

import (
	_ "embed"
	"strings"
)

// CSS are the classes of all charts, for the page that they stand in. The colours are Okabe and Ito's, which
// the colour-blind can tell apart, lighter in the dark; paper is light.
//
//go:embed chart.css
var CSS string

// Alone is a chart as a file of its own, with its classes.
func Alone(svg string) string {
	at := strings.Index(svg, "<desc>")
	if at < 0 {
		return svg
	}
	return svg[:at] + "<style>" + CSS + "</style>" + svg[at:] + "\n"
}
