package token_test

import (
	"fmt"

	"github.com/assayhq/assay/encode/token"
)

func ExampleTokenizer_EncodePair() {
	t, err := token.Open("testdata/cased")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := t.EncodePair("Tarn Mills", "net sales of nil", token.Options{MaxLength: 12})
	for i, id := range e.IDs {
		fmt.Print(t.Token(id), "/", e.Types[i], " ")
	}
	// Output: [CLS]/0 Tarn/0 Mills/0 [SEP]/0 net/1 sales/1 of/1 nil/1 [SEP]/1
}
