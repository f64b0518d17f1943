// Package call turns a prepared request into the bytes that came back and what they mean. Models and search
// engines use it alike.
//
// A Call holds the exact bytes that will be sent, and no key. A Sender sends it, once, again or not at all:
// HTTP is the one that uses the network, and the wrappers of call/wrap are Senders around Senders. A call
// that got no usable reply is a *Failure with a Kind, never an empty reply.
package call

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/assayhq/assay/model/catalog"
)

// Operation is what a call does; wrappers and traces tell calls apart by it.
type Operation string

// The operations.
const (
	Chat     Operation = "chat"
	Embed    Operation = "embeddings"
	Rerank   Operation = "rerank"
	Retrieve Operation = "retrieval"
	Manage   Operation = "manage" // files, stores, batches, lists: state at the provider, never cached
)

// Call is one exchange with a provider, ready to be sent: everything that determines the reply, and no key.
type Call struct {
	Provider  string // its name in the workspace
	Protocol  string // the row of the provider table that it is: its prices and ends hold
	Operation Operation
	Model     string
	Repeat    int

	Method string
	URL    string
	Header http.Header // without authorization
	Body   []byte

	Tokens  int       // estimated tokens of the prompt, for limits and budgets
	MaxOut  int       // tokens that the answer may take
	Tier    string    // that is asked for in the body, on which the price depends; empty is standard
	Request any       // what the body was made from: of a Chat a *model.Request; for traces
	Dropped []Dropped // what was wanted and is not in the body
	Forced  string    // how the body asks for JSON: a model.SchemaMethod
	Read    func(*Exchange) (Result, error)
	Fresh   func() []byte // a new body for another try, where the old cannot be sent twice; nil sends Body again

	key Key
}

// DefaultMaxOut caps an answer where the provider demands a cap and the request names none. A budget expects as much of
// a call without a cap.
const DefaultMaxOut = 16_000

// Key identifies a call by everything that determines its reply.
type Key [sha256.Size]byte

func (k Key) String() string { return hex.EncodeToString(k[:]) }

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return k == Key{} }

// MarshalText writes the key in hexadecimal.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) != 2*len(k) {
		return fmt.Errorf("key %q: want %d hexadecimal digits", text, 2*len(k))
	}
	_, err := hex.Decode(k[:], text)
	return err
}

// keyVersion changes when the meaning of a key does, so that no old reply answers a new question.
const keyVersion = "assay call 1"

// Key is the call's key, computed at the first use; a call is not changed after that.
func (c *Call) Key() Key {
	if !c.key.IsZero() {
		return c.key
	}
	head := make([]byte, 0, 512)
	head = appendField(head, keyVersion)
	head = appendField(head, c.Provider)
	head = appendField(head, string(c.Operation))
	head = appendField(head, c.Model)
	head = appendField(head, c.Method)
	head = appendField(head, c.URL)
	head = binary.LittleEndian.AppendUint64(head, uint64(c.Repeat))
	names := make([]string, 0, 8)
	for name := range c.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		head = appendField(head, name)
		for _, value := range c.Header[name] {
			head = appendField(head, value)
		}
	}
	h := sha256.New()
	h.Write(head)
	h.Write(c.Body)
	h.Sum(c.key[:0])
	return c.key
}

// appendField frames a field by its length, so that no two lists of fields read alike.
func appendField(dst []byte, s string) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(s))), s...)
}

// BatchHeader marks the exchange of a call that was answered in a batch. Its value is the provider's id of the batch.
const BatchHeader = "Assay-Batch"

// Exchange is what came back, as it came.
type Exchange struct {
	Status int
	Header http.Header // those of KeptHeaders only
	Body   []byte
	Began  time.Time
	Took   time.Duration // negative is unknown
}

// Result is what an exchange means.
type Result struct {
	Value  any // *model.Response, *model.Embeddings, *model.Ranking or the provider's own type
	Usage  catalog.Usage
	Served string
	Tier   string // that served it, in the provider's word; empty if it does not say
}

// Final reports whether the result may answer later calls that are equal. A value that can be no answer says so itself.
func (r *Result) Final() bool {
	switch v := r.Value.(type) {
	case nil:
		return false
	case interface{ Final() bool }:
		return v.Final()
	}
	return true
}

// Dropped is a part of a request that was not sent, because the model would refuse or ignore it.
type Dropped struct {
	Parameter string `json:"parameter"`
	Reason    string `json:"reason"`
}

// Reply is the outcome of a call that succeeded.
type Reply struct {
	Exchange *Exchange
	Result   Result
	Source   Source
	Tries    int
}

// Source says where a reply came from.
type Source string

// The sources.
const (
	Live     Source = "live"
	Cached   Source = "cache"
	Replayed Source = "replay"
)

// Sender turns calls into replies: a provider, or a wrapper around one. Its error is a *Failure.
type Sender interface {
	Send(context.Context, *Call) (*Reply, error)
}

// Reread gives the reply that a stored exchange means. A failure that was stored is returned as it was.
func Reread(c *Call, e *Exchange, from Source) (*Reply, error) {
	result, err := c.Read(e)
	if err != nil {
		return nil, err
	}
	return &Reply{Exchange: e, Result: result, Source: from}, nil
}
