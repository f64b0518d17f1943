package fakehub

import (
	"cmp"
	"net/http"
	"strconv"
	"time"
)

// Kind names a way to misbehave.
type Kind int

// The faults.
const (
	Right Kind = iota
	Status
	Cut           // the connection breaks after At bytes of the body
	Hang          // nothing more comes after At bytes
	Wrong         // one bit is another
	RangesIgnored // ranges are ignored
	OtherRange    // a part that was not asked for
	NewTag        // the host has something else under the address
	Longer        // more than was promised, with its length
	Endless       // more and more, without a length
	Packed        // says that it is packed
	Elsewhere     // sends on to Text
	Text          // answers Text
)

// Fault is a way to misbehave once.
type Fault struct {
	Kind   Kind
	Code   int // of Status
	Header map[string]string
	At     int64
	Text   string
	Hung   func() // is called when Hang has sent what it sends; may be nil
}

// Next has the next requests for something misbehave, one after the other: "info" is the description of a model,
// "resolve PATH" the address of a file, and PATH its bytes.
func (s *Server) Next(what string, faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[what] = append(s.faults[what], faults...)
}

func (s *Server) fault(what string) (Fault, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	waiting := s.faults[what]
	if len(waiting) == 0 {
		return Fault{}, false
	}
	s.faults[what] = waiting[1:]
	return waiting[0], true
}

// answer gives the answers that are the same for everything.
func (f *Fault) answer(w *writer, s *Server) bool {
	for name, value := range f.Header {
		w.Header().Set(name, value)
	}
	switch f.Kind {
	case Status:
		refuse(w, f.Code, "", cmp.Or(f.Header["X-Error-Message"], http.StatusText(f.Code)))
	case Elsewhere:
		w.Header().Set("Location", f.Text)
		w.WriteHeader(http.StatusFound)
	case Text:
		w.Write([]byte(f.Text))
	default:
		return false
	}
	return true
}

// writer counts what is sent, and stops where it is told to.
type writer struct {
	http.ResponseWriter
	quit   chan struct{}
	gone   <-chan struct{}
	status int
	sent   int64
	left   int64 // bytes that are sent before the fault; -1 is all
	hang   bool
	hung   func()
}

func (w *writer) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *writer) Write(p []byte) (int, error) {
	w.status = cmp.Or(w.status, http.StatusOK)
	cut := w.left >= 0 && int64(len(p)) >= w.left
	if cut {
		p = p[:w.left]
	}
	n, err := w.ResponseWriter.Write(p)
	w.sent += int64(n)
	if w.left >= 0 {
		w.left -= int64(n)
	}
	if !cut {
		return n, err
	}
	http.NewResponseController(w.ResponseWriter).Flush()
	if w.hang {
		if w.hung != nil {
			w.hung()
		}
		select {
		case <-w.quit:
		case <-w.gone:
		case <-time.After(time.Minute):
		}
	}
	panic(http.ErrAbortHandler)
}

// alive reports whether the client still listens.
func (w *writer) alive() bool {
	select {
	case <-w.quit:
		return false
	case <-w.gone:
		return false
	default:
		return true
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
