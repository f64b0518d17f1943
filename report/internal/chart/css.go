package chart

import _ "embed"

// CSS are the classes of all charts, for the page that has them. The colours are Okabe and Ito's, which
// the colour-blind can tell apart, lighter in the dark; paper is light.
//
//go:embed chart.css
var CSS string
