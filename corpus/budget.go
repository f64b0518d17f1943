package corpus

import "context"

// Limits of what one document takes in memory while it is read, beside its source. A filing of 2 MB takes about 20 MB.
const (
	maxDocument = 96 << 20  // bytes of its source
	maxWork     = 256 << 20 // bytes of its text, blocks, cells and rows
	allWork     = 192 << 20 // of all documents that are read at the same time, but for a large one
	leastShare  = 32 << 20  // of one of them, however many there are
)

// budget bounds the memory of the document that is being read. A document that takes more than its share waits until
// it is its file's turn and no other large one is in work, so that there is never more than one of them. It is refused
// beyond maxWork.
type budget struct {
	used  int64
	share int64 // bytes that it may take beside others

	// large waits until this may be the one large document; nil where nobody else is reading.
	large func(context.Context) error
	ctx   context.Context
	alone bool // it is that one
}

// begin is called before another document of the same file.
func (b *budget) begin() { b.used = 0 }

// grow counts further memory.
func (b *budget) grow(bytes int64) error {
	b.used += bytes
	if b.used > maxWork {
		return skip("too large for one document: what was read of it takes %d MB of memory, the limit is %d MB; "+
			"split it, or leave it out", b.used>>20, maxWork>>20)
	}
	return b.reserve(b.used)
}

// reserve waits where so many bytes are more than the document's share.
func (b *budget) reserve(bytes int64) error {
	if b.alone || b.large == nil || bytes <= b.share {
		return nil
	}
	if err := b.large(b.ctx); err != nil {
		return err
	}
	b.alone = true
	return nil
}
