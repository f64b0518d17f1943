package main

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/index/embedded"
)

// The files of a set: one text or question per line; tokens and asked hold the same, already cut into terms.
const (
	textsFile   = "texts"
	tokensFile  = "tokens"
	queriesFile = "queries"
	askedFile   = "asked"
)

// generate writes a set of n texts and of questions.
func generate(dir, corpus string, n, questions int) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 2))
	source, analyzer := synthetic(r), "blanks"
	if corpus != "" {
		sentences, err := readSentences(corpus)
		if err != nil {
			return err
		}
		source, analyzer = varied(r, sentences), "filings"
	}
	terms, err := embedded.Terms(analyzer)
	if err != nil {
		return err
	}
	if err := writeLines(dir, textsFile, tokensFile, terms, n, source.text); err != nil {
		return err
	}
	return writeLines(dir, queriesFile, askedFile, terms, questions, source.question)
}

func writeLines(dir, raw, cut string, terms func(string) []string, n int, line func() string) error {
	var outs [2]*bufio.Writer
	var files [2]*os.File
	for i, name := range []string{raw, cut} {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		defer f.Close()
		files[i], outs[i] = f, bufio.NewWriterSize(f, 1<<20)
	}
	for range n {
		text := line()
		fmt.Fprintln(outs[0], text)
		fmt.Fprintln(outs[1], strings.Join(terms(text), " "))
	}
	return errors.Join(outs[0].Flush(), outs[1].Flush(), files[0].Close(), files[1].Close())
}

// source makes texts and questions.
type source struct{ text, question func() string }

// synthetic is sentences of 15 to 35 words out of 80,000, whose frequencies fall as their rank rises (Zipf,
// exponent 1), and questions of 8 words drawn alike.
func synthetic(r *rand.Rand) source {
	cumulated := make([]float64, 80_000)
	sum := 0.0
	for i := range cumulated {
		sum += 1 / float64(i+1)
		cumulated[i] = sum
	}
	words := func(n int) string {
		drawn := make([]string, n)
		for i := range drawn {
			rank, _ := slices.BinarySearch(cumulated, r.Float64()*sum)
			drawn[i] = "w" + strconv.Itoa(rank)
		}
		return strings.Join(drawn, " ")
	}
	return source{func() string { return words(15 + r.IntN(21)) }, func() string { return words(8) }}
}

// varied is real sentences over and over, in which every copy has other figures and one word in eight is
// another sentence's; questions are 8 words in a row of a sentence.
func varied(r *rand.Rand, sentences []string) source {
	any := func() []string { return strings.Fields(sentences[r.IntN(len(sentences))]) }
	next := 0
	text := func() string {
		words := strings.Fields(sentences[next%len(sentences)])
		copies := next >= len(sentences)
		next++
		for i, word := range words {
			switch {
			case !copies:
			case strings.ContainsAny(word, "0123456789"):
				words[i] = otherDigits(r, word)
			case r.IntN(8) == 0:
				other := any()
				words[i] = other[r.IntN(len(other))]
			}
		}
		return strings.Join(words, " ")
	}
	question := func() string {
		for {
			if words := any(); len(words) >= 8 {
				at := r.IntN(len(words) - 7)
				return strings.Join(words[at:at+8], " ")
			}
		}
	}
	return source{text, question}
}

func otherDigits(r *rand.Rand, word string) string {
	changed := []byte(word)
	for i, c := range changed {
		if '0' <= c && c <= '9' && r.IntN(3) == 0 {
			changed[i] = '0' + byte(r.IntN(10))
		}
	}
	return string(changed)
}

// readSentences reads those of a corpus that are prose.
func readSentences(dir string) ([]string, error) {
	c, err := store.Open(dir)
	if err != nil {
		return nil, err
	}
	var all []string
	for s, err := range store.Select[store.Sentence](c, "sentences", store.Query{}) {
		if err != nil {
			return nil, err
		}
		if text := strings.Join(strings.Fields(s.Text), " "); text != "" {
			all = append(all, text)
		}
	}
	if len(all) < 10_000 {
		return nil, fmt.Errorf("%s has %d sentences: at least 10000 are needed", dir, len(all))
	}
	return all, nil
}
