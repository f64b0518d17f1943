package figure_test

import (
	"fmt"

	"github.com/assayhq/assay/figure"
)

func ExampleFind() {
	text := "Sales rose 12.4 % to about $1.5 billion in fiscal 2023 (see Note 4)."
	for _, a := range figure.Find(text) {
		fmt.Printf("%q is a %s\n", text[a.Start:a.End], a.Kind)
	}
	// Output:
	// "12.4 %" is a percent
	// "about $1.5 billion" is a money
	// "fiscal 2023" is a period
	// "Note 4" is a reference
}

func ExampleContext_Parse() {
	a, err := figure.Context{Scale: 6, Unit: "USD"}.Parse("(1,234.5)")
	fmt.Println(a.Value, a.Unit, err)
	// Output:
	// -1234500000 USD <nil>
}

func ExampleCompareText() {
	m, err := figure.CompareText("15.2 %", "15.3 %")
	fmt.Println(m.Right, m.Reason, err)
	m, err = figure.CompareText("$2.3 billion", "2,300 million")
	fmt.Println(m.Right, m.Reason, err)
	// Output:
	// false rounding <nil>
	// true  <nil>
}
