package tape

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/assayhq/assay/call"
)

// A segment begins with a skippable zstd frame that holds a JSON object: the preamble. Each entry is a
// skippable frame of entryHead bytes, and a zstd frame of one JSON line:
//
//	 0  magic of a skippable frame          4 bytes, little-endian as all numbers
//	 4  length of what follows in it, 48    4
//	 8  "AT1e"                              4
//	12  key                                32
//	44  length of the zstd frame            4
//	48  CRC-32C of the zstd frame           4
//	52  CRC-32C of bytes 8 to 52            4
//	56  the zstd frame
const (
	skippable  = 0x184D2A5A
	entryHead  = 56
	entryInner = entryHead - 8
	entryTag   = "AT1e"
)

// Limits of what is read back.
const (
	maxLineBytes     = 1 << 29 // of the JSON of one entry: a reply of model.MaxReplyBytes, escaped at its worst
	maxPreambleBytes = 4096
)

const (
	kind          = "assay tape"
	formatVersion = 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// preamble is what a segment says of itself.
type preamble struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
	Tool    string `json:"tool,omitempty"`
}

func (p *preamble) check() error {
	switch {
	case p.Kind != kind:
		return errors.New("this is no recording of exchanges")
	case p.Version > formatVersion:
		return fmt.Errorf("%s format %d is newer than this version of assay, which reads up to %d; use a newer assay", kind, p.Version, formatVersion)
	case p.Version < 1:
		return fmt.Errorf("there is no %s format %d", kind, p.Version)
	}
	return nil
}

// appendPreamble writes the frame that a segment begins with.
func appendPreamble(dst []byte, tool string) ([]byte, error) {
	text, err := json.Marshal(preamble{Kind: kind, Version: formatVersion, Tool: tool})
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	if len(text) > maxPreambleBytes {
		return nil, fmt.Errorf("the version of the tool has %d bytes", len(tool))
	}
	dst = binary.LittleEndian.AppendUint32(dst, skippable)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(text)))
	return append(dst, text...), nil
}

var (
	errCutOff = errors.New("cut off")
	errForm   = errors.New("not the beginning of a recording of exchanges")
)

// readPreamble checks the frame at the beginning of a segment and returns its length.
func readPreamble(b []byte) (int, error) {
	if len(b) < 8 {
		return 0, errCutOff
	}
	n := binary.LittleEndian.Uint32(b[4:])
	if binary.LittleEndian.Uint32(b) != skippable || n > maxPreambleBytes {
		return 0, errForm
	}
	if len(b) < 8+int(n) {
		return 0, errCutOff
	}
	var p preamble
	if err := json.Unmarshal(b[8:8+n], &p); err != nil {
		return 0, errForm
	}
	return 8 + int(n), p.check()
}

// head is what the skippable frame of an entry says.
type head struct {
	key  call.Key
	size uint32 // of the zstd frame
	sum  uint32
}

// sealHead writes the head of an entry whose zstd frame stands behind it.
func sealHead(entry []byte, key call.Key) error {
	frame := entry[entryHead:]
	if int64(len(frame)) > maxLineBytes {
		return fmt.Errorf("an exchange of %d MB is more than a recording holds", len(frame)>>20)
	}
	le := binary.LittleEndian
	le.PutUint32(entry, skippable)
	le.PutUint32(entry[4:], entryInner)
	copy(entry[8:], entryTag)
	copy(entry[12:], key[:])
	le.PutUint32(entry[44:], uint32(len(frame)))
	le.PutUint32(entry[48:], crc32.Checksum(frame, castagnoli))
	le.PutUint32(entry[52:], crc32.Checksum(entry[8:52], castagnoli))
	return nil
}

// readHead reads the head of an entry; false if there is none.
func readHead(b []byte) (head, bool) {
	le := binary.LittleEndian
	if len(b) < entryHead || le.Uint32(b) != skippable || le.Uint32(b[4:]) != entryInner ||
		string(b[8:12]) != entryTag || le.Uint32(b[52:]) != crc32.Checksum(b[8:52], castagnoli) {
		return head{}, false
	}
	h := head{key: call.Key(b[12:44]), size: le.Uint32(b[44:]), sum: le.Uint32(b[48:])}
	return h, h.size <= maxLineBytes
}

// scratch is the memory that saving or reading an entry needs.
type scratch struct{ line, frame []byte }

// maxScratch is what is kept of it for the next.
const maxScratch = 1 << 20

func (t *Tape) recycle(s *scratch) {
	if cap(s.line)+cap(s.frame) <= maxScratch {
		t.scratch.Put(s)
	}
}

// encode makes the bytes of an entry, as they stand in a segment.
func (t *Tape) encode(s *scratch, e *Entry) error {
	s.line = append(appendEntry(s.line[:0], e, false), '\n')
	if len(s.line) > maxLineBytes {
		return fmt.Errorf("an exchange of %d MB is more than a recording holds", len(s.line)>>20)
	}
	s.frame = slices.Grow(s.frame[:0], entryHead)[:entryHead]
	s.frame = t.enc.EncodeAll(s.line, s.frame)
	return sealHead(s.frame, e.Key)
}

// read reads the entry of a slot.
func (t *Tape) read(s slot) (*Entry, error) {
	t.mu.RLock()
	seg := t.segments[s.segment]
	t.mu.RUnlock()
	fail := func(err error) (*Entry, error) {
		return nil, &Damage{File: seg.path, Offset: s.offset, Bytes: int64(s.size), Err: err}
	}
	memory := t.scratch.Get().(*scratch)
	defer t.recycle(memory)
	memory.frame = slices.Grow(memory.frame[:0], int(s.size))[:s.size]
	b := memory.frame
	if err := t.readAt(seg, b, s.offset); err != nil {
		return fail(err)
	}
	h, ok := readHead(b)
	if !ok || int(h.size) != len(b)-entryHead || crc32.Checksum(b[entryHead:], castagnoli) != h.sum {
		return fail(errors.New("the checksum is wrong"))
	}
	line, err := t.dec.DecodeAll(b[entryHead:], memory.line[:0])
	if err != nil {
		return fail(err)
	}
	memory.line = line
	e, ok := written(line)
	if !ok {
		e, err = readEntry(line)
	}
	if err == nil && e.Key != h.key {
		err = errors.New("the entry's key is not that of its frame")
	}
	if err != nil {
		return fail(err)
	}
	return e, nil
}
