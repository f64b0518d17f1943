package catalog

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/internal/saturate"
)

// Part is one priced part of a call, or a set of them.
type Part uint8

const (
	PartInput Part = 1 << iota
	PartCached
	PartCacheWrite
	PartCacheWriteLong
	PartOutput
	PartReasoning
	PartSearches
)

// PartAll is every part: the usage of a provider that reports all there is to know.
const PartAll = PartInput | PartCached | PartCacheWrite | PartCacheWriteLong | PartOutput | PartReasoning | PartSearches

var partNames = []string{"input", "cached input", "cache write", "one-hour cache write", "output", "reasoning",
	"searches"}

// String names the parts of the set, "input, output".
func (p Part) String() string {
	var names []string
	for i, name := range partNames {
		if p&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Usage is what one call consumed, in one meaning for all providers.
//
// Input counts all tokens of the prompt: CachedInput, CacheWrite and CacheWriteLong are subsets of it and
// do not overlap. OpenAI and Gemini report it so; Anthropic and Bedrock report three numbers to be summed.
// Output counts everything billed as output; Reasoning is a subset of it. OpenAI and Anthropic report it
// so; Gemini reports thoughts beside the candidates, to be summed.
//
// Known says which parts the provider reported. A part that is not Known is unknown whatever its number:
// the zero Usage is that of a reply that reported nothing, not of a free one.
type Usage struct {
	Input          int64 `json:"input"`
	CachedInput    int64 `json:"cached_input,omitempty"`     // read from a prompt cache
	CacheWrite     int64 `json:"cache_write,omitempty"`      // written to it at the default life (5 or 30 minutes)
	CacheWriteLong int64 `json:"cache_write_long,omitempty"` // written to it for an hour
	Output         int64 `json:"output"`
	Reasoning      int64 `json:"reasoning,omitempty"`
	Searches       int64 `json:"searches,omitempty"` // per-use units: rerank search units, file_search calls
	Known          Part  `json:"known"`
}

// Has reports whether the provider reported all of these parts.
func (u Usage) Has(p Part) bool { return u.Known&p == p }

// Plain is the input that was neither read from a cache nor written to one.
func (u Usage) Plain() int64 { return u.Input - u.CachedInput - u.CacheWrite - u.CacheWriteLong }

// Valid refuses numbers that cannot be: negative ones and subsets above their total.
func (u Usage) Valid() error {
	if u.negative() {
		return fmt.Errorf("usage: a negative count: %+v", u)
	}
	if !u.subsets() {
		return fmt.Errorf("usage: %d cached and %d + %d cache-write tokens exceed the %d input tokens that include them",
			u.CachedInput, u.CacheWrite, u.CacheWriteLong, u.Input)
	}
	if u.Reasoning > u.Output {
		return fmt.Errorf("usage: %d reasoning tokens exceed the %d output tokens that include them", u.Reasoning, u.Output)
	}
	return nil
}

// isValid reports whether Valid would return no error. It makes no text, for the hot path.
func (u *Usage) isValid() bool { return !u.negative() && u.subsets() && u.Reasoning <= u.Output }

func (u *Usage) negative() bool {
	return u.Input|u.CachedInput|u.CacheWrite|u.CacheWriteLong|u.Output|u.Reasoning|u.Searches < 0
}

// subsets goes step by step, since the sum of three hostile counts may overflow.
func (u *Usage) subsets() bool {
	rest := u.Input - u.CachedInput
	return rest >= u.CacheWrite && rest-u.CacheWrite >= u.CacheWriteLong
}

// maxCount is more tokens than any model reads or writes in one call; catalogs list no window of a tenth of it.
const maxCount = 1 << 27

// Checked is the usage if it can be, and otherwise that of a reply that reported nothing: a count below zero or beyond
// what any model takes says nothing of the call.
func (u Usage) Checked() Usage {
	for _, n := range [...]int64{u.Input, u.CachedInput, u.CacheWrite, u.CacheWriteLong, u.Output, u.Reasoning, u.Searches} {
		if n < 0 || n > maxCount {
			return Usage{}
		}
	}
	return u
}

// Add is the usage of both. A part is Known in the sum only if both know it, so a sum that misses a
// reply's usage says so. A sum is for display: price each call by itself, since prices depend on the size
// of one prompt.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Input:          saturate.Add(u.Input, v.Input),
		CachedInput:    saturate.Add(u.CachedInput, v.CachedInput),
		CacheWrite:     saturate.Add(u.CacheWrite, v.CacheWrite),
		CacheWriteLong: saturate.Add(u.CacheWriteLong, v.CacheWriteLong),
		Output:         saturate.Add(u.Output, v.Output),
		Reasoning:      saturate.Add(u.Reasoning, v.Reasoning),
		Searches:       saturate.Add(u.Searches, v.Searches),
		Known:          u.Known & v.Known,
	}
}
