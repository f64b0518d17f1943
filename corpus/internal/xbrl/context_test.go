package xbrl

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

var contextTests = []struct{ name, src, want string }{
	{"duration", `<x:context id="c"><x:entity><x:identifier scheme="http://www.sec.gov/CIK"> 0001 </x:identifier></x:entity><x:period>` +
		`<x:startDate>2023-01-29</x:startDate><x:endDate>2024-02-03</x:endDate></x:period></x:context>`,
		"c 0001 http://www.sec.gov/CIK 2023-01-29..2024-02-03 []"},
	{"instant, with a clock",
		`<x:context id="c"><x:entity><x:identifier scheme="s">1</x:identifier></x:entity><x:period><x:instant>` +
			`2024-03-01T00:00:00</x:instant></x:period></x:context>`,
		"c 1 s @2024-02-29 []"},
	{"a day in another zone is that day",
		`<x:context id="c"><x:entity><x:identifier scheme="s">1</x:identifier></x:entity><x:period><x:instant>2024-03-01Z</x:instant>` +
			`</x:period></x:context>`,
		"c 1 s @2024-03-01 []"},
	{"forever", `<context id='c'><entity><identifier scheme='s'>1</identifier></entity><period><forever/></period></context>`,
		"c 1 s forever []"},
	{"dimensions are sorted; typed members keep their text",
		`<x:context id="c"><x:entity><x:identifier scheme="s">1</x:identifier><x:segment><d:typedMember dimension="f:PartyAxis"><f:party>` +
			`<f:name>Oxmoor &amp;</f:name> <f:period>Sons</f:period></f:party></d:typedMember><d:explicitMember dimension="f:LineAxis">` +
			`f:Pumps</d:explicitMember></x:segment></x:entity><x:period><x:instant>2024-12-31</x:instant></x:period><x:scenario>` +
			`<d:explicitMember dimension="f:AAxis">f:Plan</d:explicitMember></x:scenario></x:context>`,
		"c 1 s @2024-12-31 [f:AAxis=f:Plan? f:LineAxis=f:Pumps f:PartyAxis=Oxmoor & Sons!]"},
	{"a typed member that is nil",
		`<x:context id="c"><x:entity><x:identifier scheme="s">1</x:identifier><x:segment><d:typedMember dimension="f:PartyAxis"><f:party ` +
			`xsi:nil="true"/></d:typedMember></x:segment></x:entity><x:period><x:instant>2024-12-31</x:instant></x:period></x:context>`,
		"c 1 s @2024-12-31 [f:PartyAxis=!]"},
	{"comments and CDATA", `<x:context id="c"><x:entity><x:identifier scheme="s"><!-- was 2 --><![CDATA[1]]></x:identifier></x:entity>` +
		`<x:period><x:instant><!-- --> 2024-12-31</x:instant></x:period></x:context>`,
		"c 1 s @2024-12-31 []"},
	{"no entity, no period", `<x:context id="c"></x:context>`,
		"c   @ []\n! context \"c\" has no entity\n! context \"c\" has no period"},
	{"no such day", `<x:context id="c"><x:entity><x:identifier scheme="s">1</x:identifier></x:entity><x:period><x:instant>` +
		`2023-02-29</x:instant></x:period></x:context>`,
		"c 1 s @ []\n! context \"c\": \"2023-02-29\" is no date\n! context \"c\" has no period"},
	{"units", `<x:unit id="a"><x:measure>iso4217:EUR</x:measure></x:unit><x:unit id="b"><x:measure>pure</x:measure></x:unit><x:unit ` +
		`id="c"><x:measure>u:Sqft</x:measure><x:measure>iso4217:USD</x:measure></x:unit><x:unit id="d"><x:divide><x:unitNumerator>` +
		`<x:measure>i:USD</x:measure></x:unitNumerator><x:unitDenominator><x:measure>x:shares</x:measure><x:measure>u:day</x:measure>` +
		`</x:unitDenominator></x:divide></x:unit><x:unit id="e"/><x:unit id="f"></x:unit>`,
		"a EUR\nb pure\nc Sqft*USD\nd USD/day*shares\nf \n! unit \"f\" has no measure"},
}

func TestResources(t *testing.T) {
	for _, tt := range contextTests {
		t.Run(tt.name, func(t *testing.T) {
			_, in := read(`<html><ix:header><ix:resources>` + tt.src + `</ix:resources></ix:header>`)
			if got := dumpResources(in); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func dumpResources(in *Instance) string {
	var lines []string
	for _, c := range in.Contexts {
		period := c.Period.Start + ".." + c.Period.End
		switch {
		case c.Period.Forever:
			period = "forever"
		case c.Period.Start == "":
			period = "@" + c.Period.End
		}
		var dims []string
		for _, d := range c.Dimensions {
			s := d.String()
			if d.Typed {
				s += "!"
			}
			if d.Scenario {
				s += "?"
			}
			dims = append(dims, s)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s %s %v", c.ID, c.Entity, c.Scheme, period, dims))
	}
	for _, u := range in.Units {
		lines = append(lines, u.ID+" "+u.Name)
	}
	for _, p := range in.Problems {
		lines = append(lines, "! "+p)
	}
	return strings.Join(lines, "\n")
}

func TestDimensionsAreBounded(t *testing.T) {
	member := `<d:explicitMember dimension="f:A">f:M</d:explicitMember>`
	_, in := read(`<ix:header><ix:resources><x:context id="c"><x:entity><x:identifier scheme="s">1</x:identifier><x:segment>` +
		strings.Repeat(member, maxDimensions+1) + `</x:segment></x:entity><x:period><x:forever/></x:period></x:context></ix:resources>` +
		`</ix:header>`)
	if n := len(in.Contexts[0].Dimensions); n != maxDimensions {
		t.Errorf("%d dimensions, want %d", n, maxDimensions)
	}
	if want := []string{`context "c" has more than 64 dimensions`}; !reflect.DeepEqual(in.Problems, want) {
		t.Errorf("problems %q, want %q", in.Problems, want)
	}
}

func TestFactRefersToItsContext(t *testing.T) {
	_, in := read(page("", `<p><ix:nonFraction id="f" name="fab:A" contextRef="d24" unitRef="eps" decimals="2" scale="0">`+
		`1.25</ix:nonFraction></p>`))
	f := in.Facts[0]
	want := Context{ID: "d24", Entity: "0001999999", Scheme: "http://www.sec.gov/CIK", Period: Period{End: "2024-12-31"},
		Dimensions: []Dimension{{Axis: "fab:LineAxis", Member: "fab:PumpsMember"},
			{Axis: "fab:RegionAxis", Member: "fab:NorthMember"}}, Source: f.Context.Source}
	if !reflect.DeepEqual(*f.Context, want) {
		t.Errorf("context %+v, want %+v", *f.Context, want)
	}
	if f.ID != "f" || f.Unit != "USD/shares" || f.Decimals != "2" || f.Namespace != "http://fabrikant.example/2024" ||
		f.Number.String() != "1.25" || !f.Context.Period.Instant() {
		t.Errorf("fact %+v", f)
	}
}
