package text

import "testing"

// The expectations are XXH64 of the bytes 0, 1, 2 … by the reference implementation.
func TestSum64(t *testing.T) {
	want := map[int]uint64{
		0: 0xef46db3751d8e999, 1: 0xe934a84adb052768, 3: 0xe5c7bb4533bc65dd, 4: 0xffced8604453cc1e,
		7: 0x14cc643f630c72d2, 8: 0x884a173614b81b8d, 15: 0xa948f5f0f6abac2d, 16: 0x44b6ef2fb84169f7,
		31: 0xc346d2b59b4d8ee1, 32: 0xcbf59c5116ff32b4, 33: 0x0c535d1acafb8ead, 63: 0xe26aa9e2a95f8e4f,
		64: 0xf7c67301db6713f0, 100: 0x6ac1e58032166597, 256: 0x1facbe8406cd904b,
	}
	var data [256]byte
	for i := range data {
		data[i] = byte(i)
	}
	for length, sum := range want {
		if got := sum64(data[:length]); got != sum {
			t.Errorf("%d bytes: got %x, want %x", length, got, sum)
		}
	}
}

func hash(s string) uint64 {
	exact, _ := new(Hasher).Sum([]byte(s))
	return exact
}

func TestHashIgnoresWhatNormalisingRemoves(t *testing.T) {
	same := []string{"The Company’s sales — up.", "the company's  sales -- UP.", "The\u00a0Com\u00adpany's sales–up."}
	for _, s := range same {
		if hash(s) != hash(same[0]) {
			t.Errorf("%q and %q have different hashes", s, same[0])
		}
	}
	if hash("sales rose 5%") == hash("sales rose 6%") {
		t.Error("different figures hash together")
	}
}

func shape(s string) string { return string(appendShape(nil, AppendNormal(nil, s))) }

func TestShapeMasksFigures(t *testing.T) {
	tests := []struct {
		name  string
		texts []string
		want  string
	}{
		{"money, percent and date", []string{
			"Revenue grew $1.2 million, or 5%, in March 2023.", "Revenue grew $ 980 thousand, or 12.5%, in May 2024.",
		}, "revenue grew #, or #%, in #."},
		{"lists of years", []string{
			"For the years ended December 31, 2023, 2022 and 2021, we lost money.",
			"For the years ended June 30, 2010 and 2009, we lost money.",
		}, "for the years ended # and #, we lost money."},
		{"negative in brackets", []string{"A loss of $(1,234) was booked.", "A loss of ($77) was booked.", "A loss of $5 was booked."},
			"a loss of # was booked."},
		{"spelled out", []string{"In the third quarter, two plants closed.", "In the fourth quarter, seven plants closed."},
			"in the # quarter, # plants closed."},
		{"may without a number is a verb", []string{"We may borrow."}, "we may borrow."},
		{"ordinals and names with figures", []string{"On the 21st, Rule 10b5-1 plans ended."}, "on the #, rule # plans ended."},
		{"brackets around words stay", []string{"Item (a) and note (2)"}, "item (a) and note #"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, s := range test.texts {
				if got := shape(s); got != test.want {
					t.Errorf("%q: got %q, want %q", s, got, test.want)
				}
				if ShapeHash(s) != ShapeHash(test.texts[0]) {
					t.Errorf("%q and %q have different hashes", s, test.texts[0])
				}
			}
		})
	}
	if ShapeHash("Sales rose 5%.") == ShapeHash("Sales fell 5%.") {
		t.Error("different words hash together")
	}
}

func TestHasherCanBeReused(t *testing.T) {
	sentence := "For the year ended December 31, 2023, the Company’s net sales rose 12.5% to $1,234.5 million."
	var h Hasher
	for range 2 {
		if exact, shape := h.Sum([]byte(sentence)); exact != hash(sentence) || shape != ShapeHash(sentence) {
			t.Error("a used Hasher differs from a new one, or from ShapeHash")
		}
	}
	bytes := []byte(sentence)
	if n := testing.AllocsPerRun(100, func() { h.Sum(bytes) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkHasher(b *testing.B) {
	sentence := []byte("For the year ended December 31, 2023, the Company’s net sales rose 12.5% to $1,234.5 million.")
	var h Hasher
	b.SetBytes(int64(len(sentence)))
	b.ReportAllocs()
	for b.Loop() {
		h.Sum(sentence)
	}
}
