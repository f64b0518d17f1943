package wrap

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
)

// Store keeps exchanges. A ledger is one (run.Calls), and so is Memory.
type Store interface {
	// Load returns what is kept of a call, oldest first, and an error about entries that cannot be read.
	Load(call.Key) ([]*Entry, error)
	// Save returns when the entry is kept.
	Save(*Entry) error
}

// Entry is one exchange as it is stored: what was asked, and what came of it. It holds no key: of headers and query
// parameters that are not known to be harmless the value is left out.
type Entry struct {
	Key       call.Key
	Provider  string
	Operation call.Operation
	Model     string
	Repeat    int
	Stored    time.Time // when the outcome was known

	Method string
	URL    string
	Header http.Header
	Body   []byte
	SHA256 string // in hexadecimal, of a body that is not kept; empty where Body is what was sent
	Bytes  int64  // the length of that body

	Response *call.Exchange // nil if nothing came back
	Failure  *call.Failure  // nil if the response could be used
}

// maxManageBody is the longest request body that is kept of a call that manages state at the provider. Such a call
// uploads a file, of up to 512 MB. The user has the file, its digest says which it was, and a replay finds the exchange
// by the call's key, which covers every byte of the body.
const maxManageBody = 1 << 20

// EntryOf is the entry of a call and its outcome. One of the exchange and the failure may be nil.
func EntryOf(c *call.Call, e *call.Exchange, f *call.Failure) *Entry {
	entry := &Entry{Key: c.Key(), Provider: c.Provider, Operation: c.Operation, Model: c.Model, Repeat: c.Repeat,
		Method: c.Method, URL: hideURL(c.URL), Header: hideHeader(c.Header), Body: c.Body, Response: e}
	if c.Operation == call.Manage && len(c.Body) > maxManageBody {
		sum := sha256.Sum256(c.Body)
		entry.Body, entry.SHA256, entry.Bytes = nil, hex.EncodeToString(sum[:]), int64(len(c.Body))
	}
	if f == nil {
		return entry
	}
	if e == nil {
		entry.Response = f.Exchange
	}
	kept := *f
	kept.Err = nil
	if f.Message == "" && f.Err != nil {
		kept.Message = call.Shorten(f.Err.Error())
	}
	entry.Failure = &kept
	return entry
}

// AsFailure is a copy of the failure that the entry records, as it was.
func (e *Entry) AsFailure() *call.Failure {
	f := *e.Failure
	f.Provider, f.Model, f.Exchange = e.Provider, e.Model, e.Response
	return &f
}

// Memory is a Store that lasts as long as the process. Its zero value is ready.
type Memory struct {
	mu      sync.Mutex
	entries map[call.Key][]*Entry
	n       int
}

// Load returns what is kept of a call, oldest first.
func (m *Memory) Load(key call.Key) ([]*Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.entries[key], nil
}

// Save keeps an entry.
func (m *Memory) Save(e *Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.entries == nil {
		m.entries = map[call.Key][]*Entry{}
	}
	own := *e
	if own.Stored.IsZero() {
		own.Stored = time.Now()
	}
	m.entries[e.Key] = append(m.entries[e.Key][:len(m.entries[e.Key]):len(m.entries[e.Key])], &own)
	m.n++
	return nil
}

// Len is how many entries are kept.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.n
}
