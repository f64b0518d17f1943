package block

import "unsafe"

// Grow is told how many bytes a document takes in addition, and may refuse them.
type Grow func(bytes int64) error

// Read reads markup or plain text, whichever is said, as HTML and Plain do, and stops with grow's error. What grow is
// told includes the memory that reading needs for a while.
func Read(src []byte, markup bool, grow Grow) (*Doc, error) {
	r := newReader(src, markup)
	r.grow = grow
	if markup {
		r.readHTML()
		r.checkEnd()
	} else {
		r.readPlain(0, len(r.scan.src))
	}
	if r.bound(); r.refused != nil {
		return nil, r.refused
	}
	return r.finish(), nil
}

// Sizes of what a document is made of.
const (
	runBytes    = int64(unsafe.Sizeof(run{}))
	blockBytes  = int64(unsafe.Sizeof(Block{})) + 4
	tableBytes  = int64(unsafe.Sizeof(Table{}))
	cellBytes   = int64(unsafe.Sizeof(Cell{}))
	partBytes   = int64(unsafe.Sizeof(part{}))
	markBytes   = int64(unsafe.Sizeof(Mark{})) + 512 // with the fact that it becomes
	anchorBytes = int64(unsafe.Sizeof(name{}) + unsafe.Sizeof(Anchor{}))
	linkBytes   = int64(unsafe.Sizeof(Link{})) + 64 // in the maps of targets too
	lineBytes   = int64(unsafe.Sizeof(line{}))
)

// boundStep is how many bytes are counted before they are asked for.
const boundStep = 1 << 18

// bound asks for the memory that the document has taken since it asked last, and reports whether it may go on.
func (r *reader) bound() bool {
	if r.grow == nil || r.refused != nil {
		return r.refused == nil
	}
	d := &r.doc
	size := int64(len(r.w.text)) + int64(len(r.w.runs))*runBytes + int64(len(d.Blocks))*blockBytes +
		int64(len(d.Tables))*tableBytes + r.held + int64(len(d.Marks))*markBytes +
		int64(len(r.names))*anchorBytes + int64(len(d.Links))*linkBytes
	if size-r.taken >= boundStep {
		r.refused = r.grow(size - r.taken)
		r.taken = size
	}
	return r.refused == nil
}
