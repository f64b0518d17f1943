package pgvector

import (
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

var testSchema = index.Schema{{Name: "topic", Kind: index.Text}, {Name: "n", Kind: index.Int},
	{Name: "weight", Kind: index.Float}, {Name: "reviewed", Kind: index.Bool}}

// TestWhere holds the translation of every operator: values are parameters, whatever they hold.
func TestWhere(t *testing.T) {
	for _, c := range []struct {
		name, filter, want string
		args               arguments
	}{
		{"none", `{}`, `true`, nil},
		{"equal", `{"topic":"a"}`, `"topic" COLLATE "C" = $1::text`, arguments{"a"}},
		{"not equal", `{"topic":{"$ne":"a"}}`, `"topic" COLLATE "C" IS DISTINCT FROM $1::text`, arguments{"a"}},
		{"in", `{"n":{"$in":[1,2]}}`, `"n" = ANY($1::bigint[])`, arguments{[]int64{1, 2}}},
		{"not in", `{"topic":{"$nin":["a","b"]}}`, `("topic" COLLATE "C" IS NULL OR "topic" COLLATE "C" <> ALL($1::text[]))`,
			arguments{[]string{"a", "b"}}},
		{"greater", `{"n":{"$gt":9223372036854775807}}`, `"n" > $1::bigint`, arguments{int64(math.MaxInt64)}},
		{"greater or equal", `{"weight":{"$gte":0.5}}`, `"weight" >= $1::double precision`, arguments{0.5}},
		{"less", `{"topic":{"$lt":"é"}}`, `"topic" COLLATE "C" < $1::text`, arguments{"é"}},
		{"less or equal", `{"n":{"$lte":-7}}`, `"n" <= $1::bigint`, arguments{int64(-7)}},
		{"yes", `{"reviewed":true}`, `"reviewed" = $1::boolean`, arguments{true}},
		{"yes or no", `{"reviewed":{"$nin":[true]}}`, `("reviewed" IS NULL OR "reviewed" <> ALL($1::boolean[]))`, arguments{[]bool{true}}},
		{"some floats", `{"weight":{"$in":[1,0.5]}}`, `"weight" = ANY($1::double precision[])`, arguments{[]float64{1, 0.5}}},
		{"and, or", `{"n":1,"$or":[{"topic":"a"},{"reviewed":false}]}`,
			`("n" = $1::bigint AND ("topic" COLLATE "C" = $2::text OR "reviewed" = $3::boolean))`, arguments{int64(1), "a", false}},
		{"hostile", `{"topic":"'; DROP TABLE x; --"}`, `"topic" COLLATE "C" = $1::text`, arguments{"'; DROP TABLE x; --"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := index.ParseFilter([]byte(c.filter), testSchema)
			if err != nil {
				t.Fatal(err)
			}
			var args arguments
			if got, err := where(f, testSchema, &args); err != nil || got != c.want || !reflect.DeepEqual(args, c.args) {
				t.Errorf("%v\n got %s %v\nwant %s %v", err, got, args, c.want, c.args)
			}
		})
	}
	for _, bad := range []string{"a\x00b", "\xff"} {
		if got, err := where(index.Where(index.Fields{"topic": bad}), testSchema, new(arguments)); err == nil {
			t.Errorf("%q became %s", bad, got)
		}
	}
	odd := index.Schema{{Name: `a"; DROP TABLE x; --`, Kind: index.Int}}
	if got, err := where(index.Where(index.Fields{odd[0].Name: int64(1)}), odd, new(arguments)); err != nil ||
		got != `"a""; DROP TABLE x; --" = $1::bigint` {
		t.Error(got, err)
	}
}

func options(s *server, mode Mode) Options {
	return Options{Table: "filings", Mode: mode, Shape: remote.Shape{Schema: testSchema, Dimension: 2, Metric: index.Cosine},
		Env: func(string) string { return s.address }, Concurrency: 1, Retry: &wrap.Retry{Base: time.Millisecond, Tries: 3}}
}

func opened(t *testing.T, o Options) *Index {
	t.Helper()
	x, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

var hitColumns = []pgproto3.FieldDescription{text("record_id", pgtype.TextOID), text("topic", pgtype.TextOID), text("n", pgtype.Int8OID),
	text("weight", pgtype.Float8OID), text("reviewed", pgtype.BoolOID), text("score", pgtype.Float8OID)}

func TestSearch(t *testing.T) {
	s := serve(t, reply{to: "<=>", columns: hitColumns, rows: [][]string{{"far", "NULL", "NULL", "NULL", "NULL", "0.5"},
		{"near", " x", "-7", "0.25", "t", "0.25"}}})
	x := opened(t, options(s, Dense))
	r, err := x.Search(t.Context(),
		[]index.Query{{Vector: []float32{1, 1e-5}, K: 9, Filter: index.Where(index.Fields{"n": int64(-7)})}, {Vector: []float32{1}, K: 1}})
	if err != nil || r[0].Err != nil || r[1].Err == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	want := []index.Hit{{ID: "near", Rank: 1, Score: 0.75, Distance: 0.25, Fields: index.Fields{"topic": " x",
		"n": int64(-7), "weight": 0.25, "reviewed": true}},
		{ID: "far", Rank: 2, Score: 0.5, Distance: 0.5, Fields: index.Fields{}}}
	if !slices.EqualFunc(r[0].Hits, want, func(a, b index.Hit) bool {
		return a.ID == b.ID && a.Rank == b.Rank && a.Score == b.Score && a.Distance == b.Distance && maps.Equal(a.Fields, b.Fields)
	}) {
		t.Errorf("got %+v\nwant %+v", r[0].Hits, want)
	}
	asked := s.statements("<=>")
	if len(asked) != 1 || asked[0].args[0] != "[1,1e-05]" || asked[0].sql != `SELECT record_id, "topic", "n", "weight",`+
		` "reviewed", record_vector <=> $1::vector FROM "filings" WHERE "n" = $2::bigint ORDER BY record_vector <=> $1::vector LIMIT $3::bigint` {
		t.Errorf("%q", asked)
	}
	for _, part := range []string{`CREATE INDEX IF NOT EXISTS "filings_hnsw" ON "filings" USING hnsw (record_vector ` +
		`vector_cosine_ops)`, `"filings_field3"`, "ANALYZE", "set_config"} {
		if len(s.statements(part)) == 0 {
			t.Errorf("%s was not asked", part)
		}
	}
	if len(s.statements("USING bm25")) > 0 {
		t.Error("texts are indexed and no search needs them")
	}
}

// TestTexts holds which ranker is taken, and what is asked of it; query texts are parameters.
func TestTexts(t *testing.T) {
	hostile := `it's \ a "test" & | ! $1`
	for name, c := range map[string]struct {
		there string
		want  string
		build string
	}{
		"pg_textsearch": {"t", `record_text <@> to_bm25query($1::text, 'filings_bm25')`, `USING bm25 (record_text) WITH (text_config='simple')`},
		"ts_rank":       {"f", `ts_rank(record_words, words)`, `GENERATED ALWAYS AS (to_tsvector('simple', record_text)) STORED`},
	} {
		t.Run(name, func(t *testing.T) {
			row := []string{"a", "NULL", "NULL", "NULL", "NULL", "1.5"}
			s := serve(t, reply{to: "pg_available_extensions",
				columns: []pgproto3.FieldDescription{text("exists", pgtype.BoolOID)}, rows: [][]string{{c.there}}},
				reply{to: "AS score", columns: hitColumns, rows: [][]string{row}}, reply{to: "<=>", columns: hitColumns, rows: [][]string{row}})
			for _, mode := range []Mode{BM25, Hybrid} {
				x := opened(t, options(s, mode))
				r, err := x.Search(t.Context(), []index.Query{{Text: hostile, Vector: []float32{1, 0}, K: 5},
					{Text: "", Vector: []float32{1, 0}, K: 5}})
				if err != nil || len(r[0].Hits) != 1 || r[0].Metric != index.None || r[1].Err == nil {
					t.Errorf("%s: %+v, %v", mode, r, err)
				}
				if want := map[Mode]float64{BM25: 1.5, Hybrid: 2.0 / 61}[mode]; len(r[0].Hits) == 1 && r[0].Hits[0].Score != want {
					t.Errorf("%s: score %v, want %v", mode, r[0].Hits[0].Score, want)
				}
			}
			asked := s.statements(c.want)
			if len(asked) != 2 || asked[0].args[0] != hostile || len(s.statements(c.build)) == 0 {
				t.Errorf("%q", s.asked)
			}
		})
	}
}

func TestAdd(t *testing.T) {
	s := serve(t, reply{to: "INSERT", code: "40001", once: true})
	x := opened(t, options(s, Dense))
	err := x.Add(t.Context(), []index.Record{{ID: "a", Text: "t", Vector: []float32{1, 0.5},
		Fields: index.Fields{"n": int64(3)}}, {ID: "b", Vector: []float32{0, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	asked := s.statements("INSERT")
	const want = `INSERT INTO "filings" (record_id, record_text, record_vector, "topic", "n", "weight", "reviewed") ` +
		`SELECT c1, c2, c3::vector, c4, c5, c6, c7 ` +
		`FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::double precision[], $7::boolean[]) ` +
		`AS u(c1, c2, c3, c4, c5, c6, c7) ` +
		`ON CONFLICT (record_id) DO UPDATE SET record_id = EXCLUDED.record_id, record_text = EXCLUDED.record_text, ` +
		`record_vector = EXCLUDED.record_vector, ` +
		`"topic" = EXCLUDED."topic", "n" = EXCLUDED."n", "weight" = EXCLUDED."weight", "reviewed" = EXCLUDED."reviewed"`
	if len(asked) != 2 || asked[1].sql != want || !strings.Contains(asked[1].args[2], "[1,0.5]") {
		t.Fatalf("%q", asked)
	}
	n := []byte(asked[1].args[4]) // a binary array of two: 3 and NULL
	if len(n) != 20+4+8+4 || binary.BigEndian.Uint64(n[24:]) != 3 || binary.BigEndian.Uint32(n[32:]) != math.MaxUint32 {
		t.Errorf("%v", n)
	}
	for name, bad := range map[string]index.Record{"id": {ID: "a\x00", Vector: []float32{1, 0}},
		"text":  {ID: "a", Text: "\xff", Vector: []float32{1, 0}},
		"field": {ID: "a", Vector: []float32{1, 0}, Fields: index.Fields{"topic": "\x00"}}, "dimension": {ID: "a"}} {
		if err := x.Add(t.Context(), []index.Record{bad}); err == nil {
			t.Errorf("%s: it was added", name)
		}
	}
}

// TestFailures holds what codes mean, which are tried again, and that no password is in any error.
func TestFailures(t *testing.T) {
	for code, c := range map[string]struct {
		kind  call.Kind
		is    error
		tries int
	}{
		"42P01": {call.BadRequest, remote.ErrNoIndex, 1}, "42501": {call.Forbidden, nil, 1}, "53300": {call.Overload, nil, 3},
		"57014": {call.Timeout, nil, 3},
		"57P01": {call.ServerFault, nil, 3}, "54000": {call.BadRequest, remote.ErrLimit, 1}, "22000": {call.BadRequest, nil, 1},
	} {
		s := serve(t, reply{to: "count(*)", columns: []pgproto3.FieldDescription{text("count", pgtype.Int8OID)}, code: code})
		_, err := opened(t, options(s, Dense)).Count(t.Context())
		if call.KindOf(err) != c.kind || (c.is != nil && !errors.Is(err, c.is)) || len(s.statements("count(*)")) != c.tries ||
			strings.Contains(err.Error(), "pass-word") {
			t.Errorf("%s: %v after %d tries", code, err, len(s.statements("count(*)")))
		}
	}
	s := serve(t, reply{to: "count(*)", columns: []pgproto3.FieldDescription{text("count", pgtype.Int8OID)}, hangUp: true,
		once: true, code: "08006"},
		reply{to: "count(*)", columns: []pgproto3.FieldDescription{text("count", pgtype.Int8OID)}, rows: [][]string{{"7"}}})
	if n, err := opened(t, options(s, Dense)).Count(t.Context()); err != nil || n != 7 {
		t.Errorf("%d, %v after a connection that broke", n, err)
	}
	o := options(s, Dense)
	o.Env = func(string) string { return "postgres://u:pass-word-77@127.0.0.1:1/d" }
	if _, err := opened(t, o).Count(t.Context()); call.KindOf(err) != call.Unreachable || strings.Contains(err.Error(), "pass-word") {
		t.Error(err)
	}
}

func TestClosed(t *testing.T) {
	x := opened(t, options(serve(t), Dense))
	if err := errors.Join(x.Close(), x.Close()); err != nil {
		t.Error(err)
	}
	if _, err := x.Count(t.Context()); err == nil {
		t.Error("it answered")
	}
}

func TestNewRefuses(t *testing.T) {
	good := options(&server{address: "postgres://u@h/d"}, Dense)
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Options){
		"table": func(o *Options) {
			o.Table = `x"; DROP`
		},
		"mode":   func(o *Options) { o.Mode = "near" },
		"ranker": func(o *Options) { o.Ranker = "best" },
		"config": func(o *Options) {
			o.Config = "x'"
		},
		"dimension":  func(o *Options) { o.Dimension = 2001 },
		"no vectors": func(o *Options) { o.Dimension = 0 },
		"half": func(o *Options) {
			o.Half, o.Dimension = true, 4001
		},
		"own column": func(o *Options) { o.Schema = index.Schema{{Name: "record_id", Kind: index.Text}} },
		"indexed": func(o *Options) {
			o.Indexed = []string{"none"}
		},
		"no address": func(o *Options) { o.Env = func(string) string { return "" } },
		"address":    func(o *Options) { o.Env = func(string) string { return "postgres://u:pass-word-77@h:port/d" } },
	} {
		o := good
		spoil(&o)
		if _, err := New(o); err == nil || strings.Contains(err.Error(), "pass-word") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
