package promptfoo

import "testing"

// TestAssertCells holds the short form of asserts against what promptfoo's documentation says of it.
func TestAssertCells(t *testing.T) {
	for cell, want := range map[string]string{
		"Paris":                           `{"type":"equals","value":"Paris"}`,
		"equals: 30":                      `{"type":"equals","value":"30"}`,
		"contains:Paris":                  `{"type":"contains","value":"Paris"}`,
		"not-contains: sorry":             `{"type":"not-contains","value":"sorry"}`,
		"factuality:The capital is Paris": `{"type":"factuality","value":"The capital is Paris"}`,
		"similar(0.8):Hello there":        `{"type":"similar","value":"Hello there","threshold":0.8}`,
		"contains-any: <b>,</span>":       `{"type":"contains-any","value":["<b>","</span>"]}`,
		"javascript: output.length < 10":  `{"type":"javascript","value":"output.length < 10"}`,
		"fn: x":                           `{"type":"javascript","value":"x"}`,
		"grade: polite":                   `{"type":"llm-rubric","value":"polite"}`,
		"is-json":                         `{"type":"is-json"}`,
		"file://check.py":                 `{"type":"python","value":"file://check.py"}`,
		"equalsign: none":                 `{"type":"equals","value":"equalsign: none"}`,
		"similar(x):a":                    `{"type":"equals","value":"similar(x):a"}`,
		"cost: $5":                        `{"type":"cost","value":"$5"}`,
	} {
		n := assertCell(cell, 1)
		got, err := n.AppendJSON(nil)
		if err != nil || string(got) != want {
			t.Errorf("%q: %s, want %s (%v)", cell, got, want, err)
		}
	}
}
