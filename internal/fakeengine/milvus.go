package fakeengine

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// NewMilvus starts a fake of Milvus that takes this token, user:password or an API key; an empty one lets everybody
// in. It speaks gRPC over HTTP/2 in plain text.
func NewMilvus(token string) *Server {
	return start(&milvus{token: token, version: "2.6.18", collections: map[string]*milvusCollection{}})
}

// NewMilvusLite is one that says it is Milvus Lite, which lets everybody in.
func NewMilvusLite() *Server {
	return start(&milvus{version: "milvus_lite-3.2.2", collections: map[string]*milvusCollection{}})
}

type milvus struct {
	token       string
	version     string
	collections map[string]*milvusCollection
}

// milvusRefusal is why a call is refused: by Milvus, within a message, or by gRPC, in trailers.
type milvusRefusal struct {
	grpc   int
	code   int64
	old    int64
	again  bool
	reason string
}

var milvusFaults = map[Fault]milvusRefusal{
	Unauthorized: {grpc: 16, reason: "auth check failure, please check username and password are correct"},
	Forbidden:    {grpc: 7, reason: "Upsert: permission deny to reader"},
	NotFound:     {code: 100, old: 4, reason: "can't find collection[database=default][collection=filings]"},
	TimedOut:     {grpc: 4, reason: "context deadline exceeded"},
	Quota: {code: 9, old: 53,
		reason: "quota exceeded[reason=memory quota exceeded, please allocate more resources]"},
	Throttled:   {code: 8, old: 49, again: true, reason: "request is rejected by limiter: rate limit exceeded[rate=0.1]"},
	ServerError: {grpc: 13, reason: "runtime error: 100% invalid memory address"},
	Unavailable: {grpc: 14, reason: "node is shutting down"},
	TooLarge:    {grpc: 8, reason: "grpc: received message larger than max (70000000 vs. 67108864)"},
	ShardFailed: {code: 503, old: 1, again: true, reason: "channel not available[channel=by-dev-rootcoord-dml_0]"},
	ItemRefused: {code: 1100, old: 1, reason: "the 2th row of field is wrong: invalid parameter"},
}

// milvusStatuses are the methods whose answer is a status; all others have it as the first field.
var milvusStatuses = []string{"CreateCollection", "DropCollection", "CreateIndex", "LoadCollection",
	"ReleaseCollection"}

func (m *milvus) refuse(w http.ResponseWriter, f Fault) bool {
	refusal, ok := milvusFaults[f]
	if f == EchoedKey {
		refusal, ok = milvusRefusal{grpc: 16, reason: "no such user: " + m.token}, true
	}
	if !ok || refusal.grpc == 0 {
		return false // Milvus's own refusals depend on the method
	}
	refusal.trailers(w)
	return true
}

// trailers answers with nothing but trailers, which stand as headers then.
func (r *milvusRefusal) trailers(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/grpc")
	w.Header().Set("Grpc-Status", fmt.Sprint(r.grpc))
	w.Header().Set("Grpc-Message", strings.ReplaceAll(url.PathEscape(r.reason), "+", "%2B"))
}

// status is the message that says how a call went.
func (r *milvusRefusal) status() []byte {
	if r == nil {
		return nil
	}
	var w protoWriter
	w.varint(1, r.old)
	w.text(2, r.reason)
	w.varint(3, r.code)
	if r.again {
		w.varint(4, 1)
	}
	return w
}

func (m *milvus) serve(w http.ResponseWriter, r *http.Request, body []byte, f Fault) {
	method := strings.TrimPrefix(r.URL.Path, "/milvus.proto.milvus.MilvusService/")
	if refusal := m.admit(r, body); refusal != nil {
		refusal.trailers(w)
		return
	}
	var answer protoWriter
	var refusal *milvusRefusal
	wrong, faulty := milvusFaults[f]
	switch name := r.Header.Get("Dbname"); {
	case faulty:
		refusal = &wrong
	case name != "" && name != "default":
		refusal = &milvusRefusal{code: 800, old: 1, reason: "database not found[database=" + name + "]"}
	default:
		answer, refusal = m.call(method, body[5:], f)
	}
	if refusal != nil && refusal.grpc != 0 {
		refusal.trailers(w)
		return
	}
	message := refusal.status()
	if slices.Contains(milvusStatuses, method) {
		milvusSend(w, message)
		return
	}
	var group protoWriter
	group.part(1, message)
	milvusSend(w, append(group, answer...))
}

// milvusSend answers with a message and its trailers.
func milvusSend(w http.ResponseWriter, message []byte) {
	w.Header().Set("Content-Type", "application/grpc")
	w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
	head := make([]byte, 5)
	binary.BigEndian.PutUint32(head[1:], uint32(len(message)))
	w.Write(append(head, message...))
}

// admit holds a call to gRPC, and its token to the server's.
func (m *milvus) admit(r *http.Request, body []byte) *milvusRefusal {
	switch {
	case r.ProtoMajor != 2 || r.Method != http.MethodPost || r.Header.Get("Te") != "trailers" ||
		r.Header.Get("Content-Type") != "application/grpc":
		return &milvusRefusal{grpc: 13, reason: "this is no call of gRPC"}
	case len(body) < 5 || body[0] != 0 || int(binary.BigEndian.Uint32(body[1:])) != len(body)-5:
		return &milvusRefusal{grpc: 13, reason: "the frame of the message is wrong"}
	case m.token != "" && r.Header.Get("Authorization") != base64.StdEncoding.EncodeToString([]byte(m.token)):
		refusal := milvusFaults[Unauthorized]
		return &refusal
	}
	return nil
}

// call does what a method is for.
func (m *milvus) call(method string, body []byte, f Fault) (protoWriter, *milvusRefusal) {
	do, ok := milvusMethods[method]
	if method == "GetVersion" && len(body) == 0 {
		var answer protoWriter
		answer.text(2, m.version)
		return answer, nil
	}
	if !ok {
		return nil, &milvusRefusal{grpc: 12,
			reason: "unknown method " + method + " for service milvus.proto.milvus.MilvusService"}
	}
	r, err := readProto(body, do.fields...)
	if err != nil {
		return nil, &milvusRefusal{grpc: 13, reason: "grpc: error unmarshalling request: " + err.Error()}
	}
	name := r.text(do.name)
	c := m.collections[name]
	if method == "CreateCollection" {
		return nil, m.create(name, c, r)
	}
	if c == nil {
		refusal := milvusFaults[NotFound]
		refusal.reason = "can't find collection[database=default][collection=" + name + "]"
		return nil, &refusal
	}
	if do.loaded && !c.loaded {
		return nil, &milvusRefusal{code: 101, old: 1, reason: "collection not loaded[collection=" + name + "]"}
	}
	if method == "DropCollection" {
		delete(m.collections, name)
		return nil, nil
	}
	if method == "DescribeIndex" && len(c.indexes) == 0 {
		return nil, &milvusRefusal{code: 700, old: 25, reason: "index not found[collection=" + name + "]"}
	}
	answer, err := do.do(c, r, f)
	if err != nil {
		return nil, &milvusRefusal{code: 1100, old: 1, reason: err.Error() + ": invalid parameter"}
	}
	return answer, nil
}
