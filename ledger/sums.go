package ledger

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"time"

	"zombiezen.com/go/sqlite"
)

// SQLite finds damage in the structure of its pages and none in a value: a flipped bit makes 0.5 of 1. So an
// attempt bears checksums over its row, its scores and its uses, and a case one over its row. Each is a
// CRC-32C, which sees every single flipped bit, over the values as digest writes them.

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sums are the checksums of an attempt, one for each table, so that a reader of some of its rows can check those.
type sums [4]uint32

// What each of them is over.
const (
	sumRow     = iota // of attempts
	sumScores         // ordinal, name, outcome and value of each
	sumDetails        // ordinal and detail of each
	sumUses
)

// sumTables hold the rows of which one is damaged, or missing, where a checksum is wrong.
var sumTables = [...]string{sumRow: "attempts", sumScores: "scores", sumDetails: "scores", sumUses: "uses"}

// mismatch says that an attempt does not have one of its checksums.
type mismatch int

func (m mismatch) Error() string {
	return "an attempt does not have its checksum (" + sumTables[m] + ")"
}

// add carries the checksum of a part on over more rows.
func (s *sums) add(part int, d digest) { s[part] = crc32.Update(s[part], castagnoli, d) }

func (s *sums) bytes() []byte {
	b := make([]byte, 0, len(s)*crc32.Size)
	for _, sum := range s {
		b = binary.BigEndian.AppendUint32(b, sum)
	}
	return b
}

// check holds what was read against what the row of attempts says, in these parts. A row that was written
// before there were checksums has none.
func (s *sums) check(stored []byte, parts ...int) error {
	if len(stored) == 0 {
		return nil
	}
	if len(stored) != len(s)*crc32.Size {
		return damaged("the checksums of an attempt have %d bytes", len(stored))
	}
	for _, part := range parts {
		if s[part] != binary.BigEndian.Uint32(stored[part*crc32.Size:]) {
			return damaged("%w", mismatch(part))
		}
	}
	return nil
}

// What is read of cases and attempts: the columns that their checksums are over, as they lie, then the
// checksums themselves.
const (
	caseColumns    = "c.run, c.ordinal, c.id, c.hash, c.cluster, c.tags, c.body, c.sum"
	attemptColumns = "a.run, a.ordinal, a.repeat, a.try, a.key, a.outcome, a.reason, a.answer, a.source, a.took, " +
		"a.cost, a.finished, a.sums, a.id"
	scoreColumns = "s.attempt, s.ordinal, s.name, s.outcome, s.value"
	useColumns   = "u.attempt, u.ordinal, u.call, u.provider, u.asked, u.served, u.outcome, u.source, u.tries, " +
		"u.took, u.input, u.cached, u.written, u.output, u.reasoning, u.cost"
)

// Places among them.
const (
	caseSum     = 7
	caseEnd     = 8
	attemptSums = 12
	attemptID   = 13
	attemptEnd  = 14
	scoreDetail = 5
)

// addScore carries on over a row that begins with scoreColumns, whose name has been looked up.
func (s *sums) addScore(row *sqlite.Stmt, name string) {
	s.add(sumScores, digest(make([]byte, 0, 128)).columns(row, 1, 2).text(name).columns(row, 3, 5))
}

// addDetail carries on over the detail of such a row.
func (s *sums) addDetail(row *sqlite.Stmt) {
	s.add(sumDetails, digest(make([]byte, 0, 512)).columns(row, 1, 2).columns(row, scoreDetail, scoreDetail+1))
}

// checkCase holds a row that has caseColumns from a column on against its checksum.
func checkCase(s *sqlite.Stmt, at int) error {
	stored := columnBytes(s, at+caseSum)
	if len(stored) > 0 && string(stored) != string(digest(make([]byte, 0, 512)).columns(s, at, at+caseSum).sum()) {
		return damaged("case %q does not have its checksum", s.ColumnText(at+2))
	}
	return nil
}

// digest is values as checksums are made over them: a byte that says what follows, then eight bytes of an
// integer or a float, or eight bytes of a length and so many of a text or a blob; big-endian.
type digest []byte

// The bytes before values.
const (
	digestNull = iota
	digestInteger
	digestReal
	digestBytes
)

func (d digest) integer(v int64) digest {
	return binary.BigEndian.AppendUint64(append(d, digestInteger), uint64(v))
}

// real takes -0 for 0, as SQLite does.
func (d digest) real(v float64) digest {
	if v == 0 {
		v = 0
	}
	return binary.BigEndian.AppendUint64(append(d, digestReal), math.Float64bits(v))
}

func (d digest) text(v string) digest {
	return append(binary.BigEndian.AppendUint64(append(d, digestBytes), uint64(len(v))), v...)
}

func (d digest) hash(h *Hash) digest {
	return append(binary.BigEndian.AppendUint64(append(d, digestBytes), uint64(len(h))), h[:]...)
}

// optional is an integer that may be unknown.
func (d digest) optional(v *int64) digest {
	if v == nil {
		return append(d, digestNull)
	}
	return d.integer(*v)
}

// values are those that bind writes.
func (d digest) values(all ...any) digest {
	for _, value := range all {
		switch v := value.(type) {
		case string:
			d = d.text(v)
		case int:
			d = d.integer(int64(v))
		case int64:
			d = d.integer(v)
		case time.Time:
			d = d.integer(v.UnixMilli())
		case float64:
			d = d.real(v)
		case Hash:
			d = d.hash(&v)
		case *int64:
			d = d.optional(v)
		case ref:
			if v == 0 {
				d = append(d, digestNull)
			} else {
				d = d.integer(int64(v))
			}
		case nil:
			d = append(d, digestNull)
		default:
			panic(fmt.Sprintf("ledger: a checksum over type %T", value))
		}
	}
	return d
}

// columns are the values of some columns of a row, as values wrote them.
func (d digest) columns(s *sqlite.Stmt, from, to int) digest {
	for i := from; i < to; i++ {
		switch s.ColumnType(i) {
		case sqlite.TypeInteger:
			d = d.integer(s.ColumnInt64(i))
		case sqlite.TypeFloat:
			d = d.real(s.ColumnFloat(i))
		case sqlite.TypeText, sqlite.TypeBlob:
			n := s.ColumnLen(i)
			d = binary.BigEndian.AppendUint64(append(d, digestBytes), uint64(n))
			d = append(d, make([]byte, n)...)
			s.ColumnBytes(i, d[len(d)-n:])
		default:
			d = append(d, digestNull)
		}
	}
	return d
}

// sum is the checksum of a row of cases.
func (d digest) sum() []byte {
	return binary.BigEndian.AppendUint32(nil, crc32.Checksum(d, castagnoli))
}
