package tape

import (
	"encoding/binary"
	"runtime"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
)

// benchEntry is an exchange of a prompt of 2 KB and a reply of 1 KB.
func benchEntry(n int) *Entry {
	e := entryOf(n, []byte(`{"text":"`+strings.Repeat("Sales were $1,093 million. ", 38)+`"}`))
	e.Request.Body = []byte(`{"input":"` + strings.Repeat("Net sales rose by 4.2% to $1,093 million. ", 48) + `"}`)
	return e
}

// BenchmarkSave has what waiting for the disk itself costs beside it: the choice of SetSync.
func BenchmarkSave(b *testing.B) {
	for name, sync := range map[string]bool{"written": false, "synced": true} {
		b.Run(name, func(b *testing.B) {
			tape, err := Create(b.TempDir(), "bench")
			must(b, err)
			tape.SetSync(sync)
			e := benchEntry(1)
			b.ReportAllocs()
			for b.Loop() {
				must(b, tape.Save(e))
			}
			s := tape.Stats()
			b.ReportMetric(float64(s.Bytes)/float64(s.Entries), "B/entry")
			must(b, tape.Close())
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	tape, err := Create(b.TempDir(), "bench")
	must(b, err)
	defer tape.Close()
	e := benchEntry(1)
	must(b, tape.Save(e))
	b.ReportAllocs()
	for b.Loop() {
		if got, err := tape.Load(e.Key); err != nil || len(got) != 1 {
			b.Fatal(len(got), err)
		}
	}
}

// BenchmarkOpen opens a tape of 20,000 entries.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	tape, err := Create(dir, "bench")
	must(b, err)
	for n := range 20_000 {
		must(b, tape.Save(benchEntry(n)))
	}
	must(b, tape.Close())
	for b.Loop() {
		tape, err := Open(dir)
		must(b, err)
		if tape.Stats().Entries != 20_000 {
			b.Fatal(tape.Stats())
		}
		must(b, tape.Close())
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/20_000, "ns/entry")
}

// TestIndexMemory holds the index to 80 bytes for each entry.
func TestIndexMemory(t *testing.T) {
	const entries, most = 300_000, 80
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	x := newIndex()
	for n := range entries {
		var key call.Key
		binary.LittleEndian.PutUint64(key[:], uint64(n)*0x9E3779B97F4A7C15)
		x.add(key, slot{offset: int64(n) * 1000, size: 1000})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if got := float64(after.HeapAlloc-before.HeapAlloc) / entries; got > most {
		t.Errorf("%.0f bytes for each entry, more than %d", got, most)
	} else {
		t.Logf("%.0f bytes for each entry", got)
	}
	runtime.KeepAlive(x)
}

// BenchmarkOpenSmall is what a command pays that opens a tape of a few entries.
func BenchmarkOpenSmall(b *testing.B) {
	dir, _, _ := segmentOf(b, 3)
	b.ReportAllocs()
	for b.Loop() {
		tape, err := Open(dir)
		must(b, err)
		tape.Verify()
		must(b, tape.Close())
	}
}
