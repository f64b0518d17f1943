package contract

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/milvus-io/milvus-proto/go-api/v2/commonpb"
	"github.com/milvus-io/milvus-proto/go-api/v2/milvuspb"
	"github.com/milvus-io/milvus-proto/go-api/v2/schemapb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/internal/fakeengine"
)

const milvusToken = "root:milvus-key-0123456789"

// milvusBridge is a server made of Milvus's own generated code and gRPC's own library, which hands each call on to
// the fake by the generated client: what our adapter sends and what the fake answers are both read by code that is
// not ours, and whatever that code does not know is wrong.
type milvusBridge struct {
	milvuspb.UnimplementedMilvusServiceServer
	to *grpc.ClientConn

	mu    sync.Mutex
	asked map[string][]proto.Message
	wrong []string
}

func newMilvusBridge(t *testing.T, behind string) (*milvusBridge, string) {
	t.Helper()
	to, err := grpc.NewClient(strings.TrimPrefix(behind, "http://"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &milvusBridge{to: to, asked: map[string][]proto.Message{}}
	s := grpc.NewServer(grpc.UnaryInterceptor(b.answer))
	milvuspb.RegisterMilvusServiceServer(s, b)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() {
		s.Stop()
		_ = to.Close()
	})
	return b, "http://" + l.Addr().String()
}

// answer holds a request to the protocol, has the fake answer it, and holds the answer to the protocol, too.
func (b *milvusBridge) answer(ctx context.Context, request any, info *grpc.UnaryServerInfo, _ grpc.UnaryHandler) (any, error) {
	name := info.FullMethod[strings.LastIndex(info.FullMethod, "/")+1:]
	method := milvuspb.File_milvus_proto.Services().ByName("MilvusService").Methods().ByName(protoreflect.Name(name))
	kind, err := protoregistry.GlobalTypes.FindMessageByName(method.Output().FullName())
	if err != nil {
		return nil, status.Error(codes.Internal, err.Error())
	}
	b.look(name, request.(proto.Message))
	given, _ := metadata.FromIncomingContext(ctx)
	answer := kind.New().Interface()
	err = b.to.Invoke(metadata.NewOutgoingContext(ctx, metadata.MD{"authorization": given["authorization"],
		"dbname": given["dbname"]}), info.FullMethod, request, answer)
	if err == nil {
		b.strange(name+"'s answer", answer.ProtoReflect())
	}
	return answer, err
}

// look keeps a request, and looks into the messages that it holds as bytes.
func (b *milvusBridge) look(name string, m proto.Message) {
	b.mu.Lock()
	b.asked[name] = append(b.asked[name], m)
	b.mu.Unlock()
	b.strange(name, m.ProtoReflect())
	var inner proto.Message
	var text []byte
	switch m := m.(type) {
	case *milvuspb.CreateCollectionRequest:
		inner, text = &schemapb.CollectionSchema{}, m.Schema
	case *milvuspb.SearchRequest:
		inner, text = &commonpb.PlaceholderGroup{}, m.GetPlaceholderGroup()
	default:
		return
	}
	if err := proto.Unmarshal(text, inner); err != nil {
		b.note("%s: %v", name, err)
		return
	}
	b.strange(name, inner.ProtoReflect())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked[name+" within"] = append(b.asked[name+" within"], inner)
}

// strange notes fields that the protocol does not have, or not of this type: the generated code keeps them apart.
func (b *milvusBridge) strange(where string, m protoreflect.Message) {
	if unknown := m.GetUnknown(); len(unknown) > 0 {
		n, kind, _ := protowire.ConsumeTag(unknown)
		b.note("%s: %s has a field %d of wire type %d that it does not know", where, m.Descriptor().FullName(), n, kind)
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap() && f.MapValue().Message() != nil:
			v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool { b.strange(where, v.Message()); return true })
		case f.IsList() && f.Message() != nil:
			for i := range v.List().Len() {
				b.strange(where, v.List().Get(i).Message())
			}
		case f.Message() != nil && !f.IsMap():
			b.strange(where, v.Message())
		}
		return true
	})
}

func (b *milvusBridge) note(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wrong = append(b.wrong, fmt.Sprintf(format, args...))
}

// TestAdapterMilvus holds all that our adapter sends, and all that the fake answers, to Milvus's own protocol, in
// each mode.
func TestAdapterMilvus(t *testing.T) {
	for _, mode := range []string{"dense", "hybrid"} {
		t.Run(mode, func(t *testing.T) {
			s := fakeengine.NewMilvus(milvusToken)
			t.Cleanup(s.Close)
			b, address := newMilvusBridge(t, s.URL)
			x, err := engine.Open("milvus", engine.Settings{
				Values: map[string]string{"url": address, "collection": "filings", "database": "default", "mode": mode, "m": "16",
					"ef_construction": "100", "ef": "64", "shards": "2", "replicas": "1"},
				Shape: engineShape, Env: func(string) string { return milvusToken }})
			if err != nil {
				t.Fatal(err)
			}
			useEngine(t, settling{x}, func(*index.Filter) bool { return false })
			for _, wrong := range b.wrong {
				t.Error(wrong)
			}
			b.sent(t)
			if want := 14 + 2; len(b.asked) != want { // two of them with a message within
				t.Errorf("%d kinds of messages were looked at, want %d: %v", len(b.asked), want, b.asked)
			}
		})
	}
}

// settling is an engine that settles what it adds.
type settling struct{ engine.Engine }

func (s settling) Add(ctx context.Context, records []index.Record) error {
	if err := s.Engine.Add(ctx, records); err != nil {
		return err
	}
	return s.Settle(ctx)
}

// sent holds what the generated code read to what was to be sent.
func (b *milvusBridge) sent(t *testing.T) {
	t.Helper()
	schema := b.asked["CreateCollection within"][0].(*schemapb.CollectionSchema)
	for i, want := range []schemapb.DataType{schemapb.DataType_VarChar, schemapb.DataType_FloatVector,
		schemapb.DataType_VarChar, schemapb.DataType_Int64, schemapb.DataType_Double, schemapb.DataType_Bool} {
		if f := schema.Fields[i]; f.DataType != want || f.IsPrimaryKey != (i == 0) || f.Nullable != (i > 1) {
			t.Errorf("field %d: %v", i, f)
		}
	}
	upsert := b.asked["Upsert"][0].(*milvuspb.UpsertRequest)
	records := engineRecords(9)
	columns := map[string]*schemapb.FieldData{}
	for _, f := range upsert.FieldsData {
		columns[f.FieldName] = f
	}
	var floats []float32
	var years []int64
	var weights []float64
	var audited, valid []bool
	for _, r := range records {
		floats, years, weights = append(floats, r.Vector...), append(years, r.Fields["year"].(int64)), append(weights,
			r.Fields["weight"].(float64))
		yes, there := r.Fields["audited"].(bool)
		valid = append(valid, there)
		if there {
			audited = append(audited, yes)
		}
	}
	if upsert.NumRows != 9 || !slices.Equal(columns["vector"].GetVectors().GetFloatVector().GetData(), floats) ||
		columns["vector"].GetVectors().GetDim() != 3 ||
		!slices.Equal(columns["f_year"].GetScalars().GetLongData().GetData(), years) ||
		!slices.Equal(columns["f_weight"].GetScalars().GetDoubleData().GetData(), weights) ||
		!slices.Equal(columns["f_audited"].GetScalars().GetBoolData().GetData(), audited) ||
		!slices.Equal(columns["f_audited"].ValidData, valid) ||
		columns["assay_id"].GetScalars().GetStringData().GetData()[3] != records[3].ID {
		t.Errorf("it was read as %v", upsert)
	}
	search := b.asked["Search"][0].(*milvuspb.SearchRequest)
	if search.DslType != commonpb.DslType_BoolExprV1 || search.ConsistencyLevel != commonpb.ConsistencyLevel_Strong ||
		search.UseDefaultConsistency || search.Nq < 1 || len(search.OutputFields) != 4 {
		t.Errorf("%v", search)
	}
	group := b.asked["Search within"][0].(*commonpb.PlaceholderGroup).Placeholders[0]
	if kinds := []commonpb.PlaceholderType{commonpb.PlaceholderType_FloatVector,
		commonpb.PlaceholderType_VarChar}; !slices.Contains(kinds, group.Type) || len(group.Values) != int(search.Nq) {
		t.Errorf("%v", group)
	}
}

// TestMilvusBridgeFindsWhatIsWrong: a field that the protocol lacks is seen, at the top and within.
func TestMilvusBridgeFindsWhatIsWrong(t *testing.T) {
	strange := protowire.AppendVarint(protowire.AppendTag(nil, 99, protowire.VarintType), 1)
	within := protowire.AppendBytes(protowire.AppendTag(nil, 5, protowire.BytesType), strange)
	for name, text := range map[string][]byte{"at the top": strange, "within": within} {
		m := &milvuspb.UpsertRequest{}
		if err := proto.Unmarshal(text, m); err != nil {
			t.Fatal(err)
		}
		b := &milvusBridge{asked: map[string][]proto.Message{}}
		b.look("Upsert", m)
		if len(b.wrong) != 1 {
			t.Errorf("%s: %v", name, b.wrong)
		}
	}
}
