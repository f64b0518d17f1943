package call

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"golang.org/x/sync/semaphore"
)

// MaxReplyBytes bounds a reply, unpacked, of any call.
const MaxReplyBytes = 64 << 20

// Bounds of replies.
const (
	maxTextBytes  = 4 << 20   // of an answer or a ranking: no model writes so much
	maxTextValues = 1 << 16   // commas between the values of its JSON: decoding one makes a hundred bytes of a few
	smallReply    = 1 << 20   // up to which a reply is read at once
	largeReplies  = 128 << 20 // of all replies above that which are being read or decoded at one time
)

// large is what larger replies take their share of before they are read on. A share is as large as the reply may become
// and is taken once, so that no two calls wait for each other.
var large = semaphore.NewWeighted(largeReplies)

// tooLarge is the error of a reply above a bound.
type tooLarge struct {
	most int
	of   string
}

func (e tooLarge) Error() string { return fmt.Sprintf("a reply of more than %d %s", e.most, e.of) }

// readBody reads all of a reply within the bounds of its operation. The caller releases its share once it is decoded.
func readBody(ctx context.Context, c *Call, resp *http.Response) (body []byte, release func(), err error) {
	most, isText := int64(MaxReplyBytes), c.Operation == Chat || c.Operation == Rerank
	if isText {
		most = maxTextBytes
	}
	above := tooLarge{int(most >> 20), "MB"}
	if resp.ContentLength > most {
		return nil, nil, above
	}
	release = func() {}
	var b bytes.Buffer
	if n := resp.ContentLength; n > 0 && n <= smallReply {
		b.Grow(int(n) + bytes.MinRead)
	}
	n, err := b.ReadFrom(io.LimitReader(resp.Body, smallReply))
	if err == nil && n == smallReply {
		share := most
		if resp.ContentLength > 0 {
			share = resp.ContentLength
		}
		if err := large.Acquire(ctx, share); err != nil {
			return nil, nil, err
		}
		release = func() { large.Release(share) }
		if resp.ContentLength > 0 {
			b.Grow(int(share) - b.Len() + bytes.MinRead)
		}
		n, err = b.ReadFrom(io.LimitReader(resp.Body, most-smallReply+1))
		if err == nil && n+smallReply > most {
			err = above
		}
	}
	if err == nil && isText && values(b.Bytes()) > maxTextValues {
		err = tooLarge{maxTextValues, "values"}
	}
	if err != nil {
		release()
		return nil, nil, err
	}
	return b.Bytes(), release, nil
}

// values counts the commas of a JSON text that are outside of its strings.
func values(text []byte) (n int) {
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case ',':
			n++
		case '"':
			for at++; at < len(text) && text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		}
	}
	return n
}
