package milvus

// Bounds of what a server may answer, beside those of what it was asked for.
const (
	maxColumns = 256
	maxListed  = 1 << 16 // segments
)

// answer is a message of the server. Each says how the call went, in its first field, and then what was asked for.
type answer interface {
	read(n number, v value) error // a field after the first
	went() *status
}

// decode reads a message to its end.
func decode(a answer, b []byte) error {
	if _, bare := a.(*done); bare {
		return each(b, a.went().field)
	}
	return each(b, func(n number, v value) error {
		if n == 1 {
			return v.part(a.went().field)
		}
		return a.read(n, v)
	})
}

// status is how a call went, in Milvus's own words: code is what servers since 2.3 say, and old what those before
// did and newer ones still do beside it.
type status struct {
	old, code int64
	reason    string
	again     bool // another try can help
}

func (s *status) went() *status { return s }

func (s *status) field(n number, v value) error {
	switch n {
	case 1:
		return v.set(&s.old)
	case 2:
		return v.set(&s.reason)
	case 3:
		return v.set(&s.code)
	case 4:
		return v.set(&s.again)
	}
	return nil
}

// done is an answer that is a status itself, and nothing else.
type done struct{ status }

func (*done) read(number, value) error { return nil }

// single is an answer of one value, which is a string, an int64 or a bool: a version, a state.
type single[T any] struct {
	status
	value T
}

func (s *single[T]) read(n number, v value) error {
	if n == 2 {
		return v.set(&s.value)
	}
	return nil
}

// described is a collection as it is.
type described struct {
	status
	fields []fieldSchema
}

type fieldSchema struct {
	name              string
	kind              int64
	dimension         string
	primary, nullable bool
}

func (d *described) read(n number, v value) error {
	if n != 2 {
		return nil
	}
	return v.field(4, func(v value) error { return addPart(&d.fields, v, (*fieldSchema).read) })
}

func (f *fieldSchema) read(n number, v value) error {
	switch n {
	case 2:
		return v.set(&f.name)
	case 3:
		return v.set(&f.primary)
	case 5:
		return v.set(&f.kind)
	case 6:
		return readPair(v, "dim", &f.dimension)
	case 15:
		return v.set(&f.nullable)
	}
	return nil
}

// readPair reads a pair of a name and a value, if it has that name.
func readPair(v value, name string, to *string) error {
	var key, is string
	err := v.part(func(n number, v value) error {
		switch n {
		case 1:
			return v.set(&key)
		case 2:
			return v.set(&is)
		}
		return nil
	})
	if err == nil && key == name {
		*to = is
	}
	return err
}

// indexed is the indexes of a collection's fields.
type indexed struct {
	status
	all []indexState
}

type indexState struct {
	field, metric, why string
	state, pending     int64
}

func (x *indexed) read(n number, v value) error {
	if n != 2 {
		return nil
	}
	return addPart(&x.all, v, (*indexState).read)
}

func (s *indexState) read(n number, v value) error {
	switch n {
	case 3:
		return readPair(v, "metric_type", &s.metric)
	case 4:
		return v.set(&s.field)
	case 7:
		return v.set(&s.state)
	case 8:
		return v.set(&s.why)
	case 9:
		return v.set(&s.pending)
	}
	return nil
}

// flushed is what a flush sealed: segments, and the time up to which.
type flushed struct {
	status
	segments []int64
	at       int64
}

func (f *flushed) read(n number, v value) error {
	switch n {
	case 3: // an entry of a map: the collection's name, and its segments
		return v.field(2, func(v value) error {
			return v.field(1, func(v value) error { return v.addInts(&f.segments, maxListed) })
		})
	case 6:
		return v.field(2, func(v value) error { return v.set(&f.at) })
	}
	return nil
}

// mutated is what became of records that were sent.
type mutated struct {
	status
	refused []int64
	kept    int64
	most    int
}

func (m *mutated) read(n number, v value) error {
	switch n {
	case 4:
		return v.addInts(&m.refused, m.most)
	case 8:
		return v.set(&m.kept)
	}
	return nil
}
