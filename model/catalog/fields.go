package catalog

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// field is a row of the tables below: a key, what it says, and how it is read.
type field[T any] struct {
	key, doc string
	set      func(*T, string) error
}

var sourceFields = []field[source]{
	{"date", "the day the source was made or read", func(s *source, v string) error { return day(&s.Date, v) }},
	{"confidence", "secondary, listed, official or own",
		func(s *source, v string) error { return name(&s.Confidence, v, confidenceNames) }},
	{"text", "what the source is", func(s *source, v string) error { s.Text = v; return nil }},
}

// modelDraft is a model record being read.
type modelDraft struct {
	Model
	aliases []string
	like    string
	source  string
}

var modelFields = []field[modelDraft]{
	{"kind", "chat, embedding or rerank", func(m *modelDraft, v string) error { return name(&m.Kind, v, kindNames) }},
	{"alias", "other ids of the same model on the wire",
		func(m *modelDraft, v string) error { return list(&m.aliases, v) }},
	{"window", "tokens of prompt and output together", func(m *modelDraft, v string) error { return count(&m.Window, v) }},
	{"maxin", "tokens of the prompt, where limited apart",
		func(m *modelDraft, v string) error { return count(&m.MaxInput, v) }},
	{"maxout", "tokens of the output, thinking included",
		func(m *modelDraft, v string) error { return count(&m.MaxOutput, v) }},
	{"temperature", "what becomes of a temperature, top_p or top_k: accepts, ignores, rejects, or effort-none " +
		"(accepted only with reasoning effort none)", func(m *modelDraft, v string) error {
		return name(&m.Temperature, v, samplingNames)
	}},
	{"schema", "structured output by JSON schema: yes or no",
		func(m *modelDraft, v string) error { return name(&m.Schema, v, supportNames) }},
	{"json", "JSON mode without a schema: yes or no",
		func(m *modelDraft, v string) error { return name(&m.JSON, v, supportNames) }},
	{"seed", "a seed is taken: yes or no; none promises the same reply", func(m *modelDraft, v string) error {
		return name(&m.Seed, v, supportNames)
	}},
	{"thinking", "how thinking is asked for: none, effort, adaptive, budget, level or always",
		func(m *modelDraft, v string) error {
			return oneOf(&m.Thinking, v, thinkingNames)
		}},
	{"levels", "the levels that thinking takes", func(m *modelDraft, v string) error { return list(&m.Levels, v) }},
	{"dims", "dimensions of the vectors, the default first: 1024,256,512 or 3072,128-3072", setDimensions},
	{"text", "tokens of one text; longer ones are cut or refused",
		func(m *modelDraft, v string) error { return count(&m.TokensPerText, v) }},
	{"texts", "texts (or documents to rank) in one call",
		func(m *modelDraft, v string) error { return count(&m.TextsPerCall, v) }},
	{"tokens", "tokens of all texts of one call",
		func(m *modelDraft, v string) error { return count(&m.TokensPerCall, v) }},
	{"tasks", "the task or input types that are told apart; mixing them in one index lowers recall",
		func(m *modelDraft, v string) error {
			return list(&m.Tasks, v)
		}},
	{"norm", "length of the vectors: unit, full (unit only at the full number of dimensions) or none",
		func(m *modelDraft, v string) error {
			return name(&m.Norm, v, normNames)
		}},
	{"like", "PROVIDER/ID of the model whose record is taken over, before the other fields",
		func(m *modelDraft, v string) error {
			m.like = v
			return nil
		}},
	{"source", "a source record", func(m *modelDraft, v string) error { m.source = v; return nil }},
}

var thinkingNames = []string{"none", "effort", "adaptive", "budget", "level", "always"}

// priceDraft is a price record being read.
type priceDraft struct {
	price
	tiers  [Priority + 1]int64 // percent of the standard price, 0 for none
	like   string
	source string
}

var priceFields = []field[priceDraft]{
	{"from", "the first day of the price", func(p *priceDraft, v string) error { return day(&p.from, v) }},
	{"until", "its last day", func(p *priceDraft, v string) error { return day(&p.until, v) }},
	{"tier", "standard, batch, flex or priority",
		func(p *priceDraft, v string) error { return name(&p.tier, v, tierNames) }},
	{"over", "for calls with more input tokens than this",
		func(p *priceDraft, v string) error { return count64(&p.over, v) }},
	{"upto", "for calls with no more input tokens than this",
		func(p *priceDraft, v string) error { return count64(&p.upto, v) }},
	{"in", "input, per million tokens",
		func(p *priceDraft, v string) error { return rate(&p.rates.Input, v, tokenDigits) }},
	{"cached", "input read from a cache",
		func(p *priceDraft, v string) error { return rate(&p.rates.Cached, v, tokenDigits) }},
	{"write", "input written to a cache for its default time", func(p *priceDraft, v string) error {
		return rate(&p.rates.CacheWrite, v, tokenDigits)
	}},
	{"write1h", "input written to a cache for an hour", func(p *priceDraft, v string) error {
		return rate(&p.rates.CacheWriteLong, v, tokenDigits)
	}},
	{"out", "output, thinking included",
		func(p *priceDraft, v string) error { return rate(&p.rates.Output, v, tokenDigits) }},
	{"search", "per thousand searches: rerank search units, file_search calls; no tier changes it",
		func(p *priceDraft, v string) error {
			return rate(&p.rates.Search, v, searchDigits)
		}},
	{"batch", "price of the batch tier, in percent of this one",
		func(p *priceDraft, v string) error { return percent(&p.tiers[Batch], v) }},
	{"flex", "price of the flex tier, likewise",
		func(p *priceDraft, v string) error { return percent(&p.tiers[Flex], v) }},
	{"priority", "price of the priority tier, likewise",
		func(p *priceDraft, v string) error { return percent(&p.tiers[Priority], v) }},
	{"like", "PROVIDER/ID of the model whose prices are taken over; no other field may be given",
		func(p *priceDraft, v string) error {
			p.like = v
			return nil
		}},
	{"source", "a source record", func(p *priceDraft, v string) error { p.source = v; return nil }},
}

// lifeDraft is a life record being read.
type lifeDraft struct {
	life
	source string
}

var lifeFields = []field[lifeDraft]{
	{"ends", "the day from which requests fail", func(l *lifeDraft, v string) error { return day(&l.Ends, v) }},
	{"gone", "yes: requests fail already, since a day that is not known", func(l *lifeDraft, v string) error {
		l.Gone = v == "yes"
		return oneOf(new(string), v, supportNames[1:])
	}},
	{"routed", "the day from which another model answers under this id",
		func(l *lifeDraft, v string) error { return day(&l.RoutedOn, v) }},
	{"to", "replacements; of a rerouting the model that answers",
		func(l *lifeDraft, v string) error { return list(&l.Replacement, v) }},
	{"note", "further notes", func(l *lifeDraft, v string) error { l.Note = v; return nil }},
	{"source", "a source record", func(l *lifeDraft, v string) error { l.source = v; return nil }},
}

// Digits between a list price and the integer of 1e-12 dollars it becomes: per million tokens, and per
// thousand searches.
const (
	tokenDigits  = perDollarDigits - 6
	searchDigits = perDollarDigits - 3
	maxRate      = 1000 * Dollar // of one token or search
	maxPercent   = 1000
	maxList      = 64
)

func day(d *Day, v string) (err error) {
	*d, err = parseDay(v)
	return err
}

func name[T ~uint8](to *T, v string, names []string) error {
	i := slices.Index(names, v)
	if i < 0 {
		return fmt.Errorf("%q is none of %s", v, strings.Join(names, ", "))
	}
	*to = T(i)
	return nil
}

func oneOf(to *string, v string, names []string) error {
	if !slices.Contains(names, v) {
		return fmt.Errorf("%q is none of %s", v, strings.Join(names, ", "))
	}
	*to = v
	return nil
}

func list(to *[]string, v string) error {
	items := strings.Split(v, ",")
	if slices.Contains(items, "") {
		return fmt.Errorf("an empty item in the list %q", v)
	}
	if len(items) > maxList {
		return fmt.Errorf("a list of more than %d items", maxList)
	}
	*to = items
	return nil
}

func count64(to *int64, v string) error {
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt32 {
		return fmt.Errorf("%q is not a count above 0", v)
	}
	*to = n
	return nil
}

func count(to *int, v string) error {
	var n int64
	err := count64(&n, v)
	*to = int(n)
	return err
}

func percent(to *int64, v string) error {
	digits, ok := strings.CutSuffix(v, "%")
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || n < 1 || n > maxPercent {
		return fmt.Errorf("%q is not a percentage such as 50%%", v)
	}
	*to = n
	return nil
}

func rate(to *USD, v string, digits int) error {
	if v == "?" {
		*to = unpriced
		return nil
	}
	u, err := parseScaled(v, digits)
	if err != nil {
		return fmt.Errorf("price %q: %w", v, err)
	}
	if u > maxRate {
		return errors.New("too high a price to be true")
	}
	*to = u
	return nil
}

// setDimensions reads "1024", "1024,256,512" or "3072,128-3072".
func setDimensions(m *modelDraft, v string) error {
	first, rest, more := strings.Cut(v, ",")
	if err := count(&m.Dimensions, first); err != nil {
		return err
	}
	m.DimensionsFrom, m.DimensionRange = nil, false
	if !more {
		return nil
	}
	sep := ","
	if strings.Contains(rest, "-") {
		sep, m.DimensionRange = "-", true
	}
	for _, item := range strings.Split(rest, sep) {
		var n int
		if err := count(&n, item); err != nil {
			return err
		}
		m.DimensionsFrom = append(m.DimensionsFrom, n)
	}
	if len(m.DimensionsFrom) > maxList || m.DimensionRange &&
		(len(m.DimensionsFrom) != 2 || m.DimensionsFrom[0] > m.DimensionsFrom[1]) {
		return fmt.Errorf("%q is neither a list nor a range of dimensions", v)
	}
	return nil
}
