package wrap

import (
	"math"
	"time"

	"github.com/assayhq/assay/call"
)

// bucket lets through so much a second and, after quiet, a second's worth at once. What is larger than that
// goes when the bucket is full and leaves a debt, so that any prompt can go and the rate holds all the same.
type bucket struct {
	perSecond float64 // 0 is no limit
	most      float64
	level     float64
	at        time.Time
}

func newBucket(perMinute int, now time.Time) bucket {
	if perMinute <= 0 {
		return bucket{}
	}
	rate := float64(perMinute) / 60
	most := max(1, rate)
	return bucket{perSecond: rate, most: most, level: most, at: now}
}

func (b *bucket) wait(now time.Time, n float64) time.Duration {
	if b.perSecond == 0 {
		return 0
	}
	if passed := now.Sub(b.at); passed > 0 {
		b.level = min(b.most, b.level+b.perSecond*passed.Seconds())
		b.at = now
	}
	const dust = 1e-6 // what rounding may leave missing
	missing := min(n, b.most) - b.level
	if missing <= dust {
		return 0
	}
	return time.Duration(math.Ceil(missing / b.perSecond * float64(time.Second)))
}

func (b *bucket) take(n float64) { b.level -= n }

func (b *bucket) give(n float64) { b.level = min(b.most, b.level+n) }

// allowance is what a provider's headers say is left. Starts are spread: each takes its share of the time
// until all of the allowance is available again. With a provider that refills steadily this settles where half of the
// limit is left and its full rate is used; with one that refills at once it reaches the refill.
type allowance struct {
	left  float64
	until time.Time // when all of it is available again; nothing is known after that
	next  time.Time // nothing starts before
}

// maxSpread bounds the time that what is left is spread over: limits are for a minute, and where one is for
// a day there is no reason to be slow while much of it is left.
const maxSpread = time.Minute

func (a *allowance) learn(got call.Allowance, now time.Time) {
	a.left, a.until = float64(got.Remaining), now.Add(got.Reset)
	if a.next.After(a.until) {
		a.next = a.until
	}
}

func (a *allowance) wait(now time.Time, n float64) time.Duration {
	switch {
	case !now.Before(a.until):
		return 0
	case a.left < n:
		return a.until.Sub(now)
	}
	return a.next.Sub(now)
}

func (a *allowance) take(now time.Time, n float64) {
	if !now.Before(a.until) || a.left < n || n == 0 {
		return
	}
	spread := min(a.until.Sub(now), maxSpread)
	a.next = now.Add(time.Duration(n / a.left * float64(spread)))
	a.left -= n
}
