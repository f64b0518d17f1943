package ledger

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
	"zombiezen.com/go/sqlite"
)

// packed is a body ready to be stored: its caller has hashed and compressed it.
type packed struct {
	hash  Hash
	size  int
	codec int
	data  []byte
}

// Codecs of bodies.
const (
	plain      = 0
	compressed = 1 // zstd
)

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // the options are constants
	}
	return e
})

// decoder unpacks bodies; what a damaged file claims of their size cannot exhaust the memory.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxBody))
	if err != nil {
		panic(err) // the options are constants
	}
	return d
})

const (
	smallBody = 400     // bytes, which compression cannot help
	maxBody   = 1 << 29 // bytes of the largest body that is stored or read
)

func pack(body []byte) packed {
	p := packed{hash: sha256.Sum256(body), size: len(body), codec: plain, data: body}
	if len(body) > smallBody {
		if z := encoder().EncodeAll(body, make([]byte, 0, len(body)/2+64)); len(z) < len(body) {
			p.codec, p.data = compressed, z
		}
	}
	return p
}

// blob stores a body that may come again anywhere, unless it is there.
func (w *writer) blob(p packed) (ref, error) {
	if id, ok := w.blobs.find(p.hash); ok {
		return ref(id), nil
	}
	id, err := w.insert("INSERT INTO blobs(hash, size, codec, shared, data) VALUES (?, ?, ?, 1, ?) ON CONFLICT(hash) "+
		"WHERE shared = 1 DO NOTHING", p.hash, p.size, p.codec, p.data)
	if err == nil && w.conn.Changes() == 0 {
		id, err = number(w.conn, "SELECT id FROM blobs WHERE hash = ? AND shared = 1", p.hash)
	}
	if err != nil {
		return 0, err
	}
	w.blobs.add(p.hash, id)
	return ref(id), nil
}

// ownBlob stores a body that only rows under the same key can have, unless a query finds it there. It spares
// the index of all bodies, whose pages would be half of what is written.
func (w *writer) ownBlob(p packed, query string, key Hash) (ref, error) {
	id, ok := w.blobs.find(p.hash)
	if ok {
		return ref(id), nil
	}
	if query != "" {
		err := rows(w.conn, query, args{key}, func(s *sqlite.Stmt) error {
			var have Hash
			s.ColumnBytes(1, have[:])
			if have == p.hash {
				id = s.ColumnInt64(0)
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	if id == 0 {
		var err error
		if id, err = w.insert("INSERT INTO blobs(hash, size, codec, shared, data) VALUES (?, ?, ?, 0, ?)", p.hash, p.size,
			p.codec, p.data); err != nil {
			return 0, err
		}
	}
	w.blobs.add(p.hash, id)
	return ref(id), nil
}

// body reads a stored body, whose hash must be right.
func body(c *sqlite.Conn, id ref) (data []byte, err error) {
	found := false
	err = rows(c, "SELECT codec, data, hash, size FROM blobs WHERE id = ?", args{id}, func(s *sqlite.Stmt) error {
		found = true
		var want Hash
		s.ColumnBytes(2, want[:])
		data, err = unpack(s.ColumnInt(0), columnBytes(s, 1), want, s.ColumnInt64(3))
		return err
	})
	if err == nil && !found {
		err = damaged("body %d is missing", id)
	}
	return data, err
}

// unpack is the body that a row of blobs holds, whose hash must be right. What the row says of the size need
// not be so.
func unpack(codec int, data []byte, want Hash, size int64) (body []byte, err error) {
	body = data
	if codec == compressed {
		size = min(max(size, 0), int64(len(data))*16)
		if body, err = decoder().DecodeAll(data, make([]byte, 0, size)); err != nil {
			return nil, damaged("a stored body cannot be unpacked (%w)", err)
		}
	}
	if sha256.Sum256(body) != want {
		return nil, damaged("a stored body does not have its hash %x", want[:6])
	}
	return body, nil
}

// columnBytes is a copy of a column's bytes.
func columnBytes(s *sqlite.Stmt, at int) []byte {
	data := make([]byte, s.ColumnLen(at))
	s.ColumnBytes(at, data)
	return data
}

// damaged is an error of a file whose pages can be read and make no sense.
func damaged(what string, with ...any) error {
	return damageError{fmt.Errorf("the file is damaged: "+what+"; "+rescue, with...)}
}

// damageError is what a part of the file makes no sense for; other parts may.
type damageError struct{ error }

func (d damageError) Unwrap() error { return d.error }

// isDamage reports whether an error is of a part of the file.
func isDamage(err error) bool {
	var d damageError
	return errors.As(err, &d) || sqlite.ErrCode(err).ToPrimary() == sqlite.ResultCorrupt
}

// recentBlobs is how many bodies are known to be stored without asking the file.
const recentBlobs = 1 << 14

// recent maps the keys that were seen last, up to a number, in two generations.
type recent[K comparable] struct {
	max      int
	new, old map[K]int64
}

func newRecent[K comparable](max int) *recent[K] { return &recent[K]{max: max, new: map[K]int64{}} }

func (r *recent[K]) find(k K) (int64, bool) {
	if id, ok := r.new[k]; ok {
		return id, true
	}
	id, ok := r.old[k]
	return id, ok
}

func (r *recent[K]) add(k K, id int64) {
	if len(r.new) >= r.max {
		r.old, r.new = r.new, make(map[K]int64, r.max)
	}
	r.new[k] = id
}
