package xbrl_test

import (
	"fmt"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/xbrl"
)

func Example() {
	src := []byte(`<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:fab="http://fabrikant.example/2024"
		xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"><body>
		<ix:header><ix:resources>
		<context id="c"><entity><identifier scheme="http://www.sec.gov/CIK">0001999999</identifier></entity>
		<period><startDate>2024-01-01</startDate><endDate>2024-12-31</endDate></period></context>
		<unit id="u"><measure>iso4217:USD</measure></unit>
		</ix:resources></ix:header>
		<p>We lost $<ix:nonFraction name="fab:Loss" contextRef="c" unitRef="u" scale="6" sign="-" decimals="-5"
		format="ixt:num-dot-decimal">1,234.5</ix:nonFraction> million.</p>`)
	doc := block.HTML(src)
	for _, f := range xbrl.Read(doc, src).Facts {
		fmt.Println(f.Concept, f.Number, f.Unit, f.Context.Period.Start, f.Context.Period.End)
		fmt.Printf("%s\n", doc.Of(f.Spans[0]))
	}
	// Output:
	// fab:Loss -1234500000 USD 2024-01-01 2024-12-31
	// 1,234.5
}
