package finqa

import "testing"

func BenchmarkCheck(b *testing.B) {
	g := Gold{Program: "subtract(150.30, const_100), divide(#0, const_100), subtract(96.50, const_100), divide(#2, const_100), " +
		"subtract(#1, #3)", Result: "0.538", Printed: "53.8%"}
	b.ReportAllocs()
	for b.Loop() {
		if Check(&g).Fault != Sound {
			b.Fatal("unsound")
		}
	}
}
