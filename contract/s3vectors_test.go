package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors/document"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors/types"

	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/internal/fakeengine"
)

// s3Spec is the service model of S3 Vectors; the test is skipped where it is absent.
func s3Spec(t *testing.T) *awsModel {
	t.Helper()
	path := filepath.Join("..", "..", "shared", "specs", "aws", "s3vectors-2025-07-15.service-2.json")
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("the service model of S3 Vectors is not at %s", path)
	}
	var m awsModel
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Shapes) < 100 {
		t.Fatalf("%d shapes in %s, want at least 100", len(m.Shapes), path)
	}
	return &m
}

func s3Environment(name string) string {
	return map[string]string{"AWS_ACCESS_KEY_ID": fakeengine.AccessKey, "AWS_SECRET_ACCESS_KEY": fakeengine.SecretKey,
		"AWS_REGION": "eu-central-1"}[name]
}

func s3Client(s *fakeengine.Server) *s3vectors.Client {
	return s3vectors.New(s3vectors.Options{Region: "eu-central-1", BaseEndpoint: aws.String(s.URL), RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider(fakeengine.AccessKey, fakeengine.SecretKey, "")})
}

func s3Ours(t *testing.T, s *fakeengine.Server) engine.Engine {
	t.Helper()
	x, err := engine.Open("s3vectors", engine.Settings{
		Values: map[string]string{"bucket": "sentences", "index": "filings", "url": s.URL}, Shape: engineShape, Env: s3Environment})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestAdapterS3Vectors holds all that our adapter sends, and all that the fake answers, against the service
// model.
func TestAdapterS3Vectors(t *testing.T) {
	m := s3Spec(t)
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{Page: 4})
	defer s.Close()
	useEngine(t, s3Ours(t, s), ordersTexts)
	operations := map[string]int{}
	for _, c := range s.Calls() {
		operation := strings.TrimPrefix(c.Path, "/")
		operations[operation]++
		if err := m.request(operation, c.Method, c.Path, c.Body); err != nil {
			t.Errorf("%s: %v\n%s", operation, err, headOf(c.Body))
		}
		if op := m.Operations[operation]; op.Output.Shape == "" {
			t.Errorf("%s has no output", operation)
		} else if err := m.response(operation, c.Answer); err != nil {
			t.Errorf("the answer to %s: %v\n%s", operation, err, headOf(c.Answer))
		}
	}
	if len(operations) != 8 || operations["QueryVectors"] < 40 {
		t.Errorf("operations %v: all 8 should be there, and queries of several pages", operations)
	}
}

// TestS3VectorsClient drives the fake with the official client.
func TestS3VectorsClient(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{Page: 10})
	defer s.Close()
	c, ctx := s3Client(s), deadline(t)
	bucket, name := aws.String("sentences"), aws.String("filings")
	_, err := c.CreateIndex(ctx, &s3vectors.CreateIndexInput{VectorBucketName: bucket, IndexName: name, DataType: types.DataTypeFloat32,
		Dimension: aws.Int32(3), DistanceMetric: types.DistanceMetricCosine,
		MetadataConfiguration: &types.MetadataConfiguration{NonFilterableMetadataKeys: []string{"note"}}})
	if err != nil {
		t.Fatal(err)
	}
	var vectors []types.PutInputVector
	for i := range 25 {
		vectors = append(vectors, types.PutInputVector{Key: aws.String(fmt.Sprint("s", i)),
			Data:     &types.VectorDataMemberFloat32{Value: []float32{1, float32(i), 0.5}},
			Metadata: document.NewLazyDocument(map[string]any{"year": 2000 + i, "form": "10-K"})})
	}
	if _, err := c.PutVectors(ctx, &s3vectors.PutVectorsInput{VectorBucketName: bucket, IndexName: name, Vectors: vectors}); err != nil {
		t.Fatal(err)
	}
	pages := s3vectors.NewQueryVectorsPaginator(c, &s3vectors.QueryVectorsInput{VectorBucketName: bucket, IndexName: name, TopK: aws.Int32(25),
		QueryVector: &types.VectorDataMemberFloat32{Value: []float32{1, 3, 0.5}}, ReturnDistance: true, ReturnMetadata: true,
		Filter: document.NewLazyDocument(map[string]any{"year": map[string]any{"$gte": 2003}})})
	found, n := []string{}, 0
	for ; pages.HasMorePages(); n++ {
		page, err := pages.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range page.Vectors {
			found = append(found, aws.ToString(v.Key))
			if v.Distance == nil || v.Metadata == nil {
				t.Errorf("%s: distance %v, metadata %v", *v.Key, v.Distance, v.Metadata)
			}
		}
	}
	if n != 3 || len(found) != 22 || found[0] != "s3" {
		t.Errorf("%d pages of %q", n, found)
	}
	got, err := c.GetVectors(ctx, &s3vectors.GetVectorsInput{VectorBucketName: bucket, IndexName: name,
		Keys: []string{"s7", "none"}, ReturnData: true})
	if err != nil || len(got.Vectors) != 1 || got.Vectors[0].Data.(*types.VectorDataMemberFloat32).Value[1] != 7 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestS3VectorsErrors: the official client knows the fake's refusals by their types.
func TestS3VectorsErrors(t *testing.T) {
	s := fakeengine.NewS3Vectors(fakeengine.S3Options{})
	defer s.Close()
	c := s3Client(s)
	for fault, is := range map[fakeengine.Fault]func(error) bool{
		fakeengine.Quota:       as[*types.ServiceQuotaExceededException],
		fakeengine.Throttled:   as[*types.TooManyRequestsException],
		fakeengine.Forbidden:   as[*types.AccessDeniedException],
		fakeengine.NotFound:    as[*types.NotFoundException],
		fakeengine.Conflict:    as[*types.ConflictException],
		fakeengine.TimedOut:    as[*types.RequestTimeoutException],
		fakeengine.ServerError: as[*types.InternalServerException],
		fakeengine.Unavailable: as[*types.ServiceUnavailableException],
		fakeengine.None:        as[*types.NotFoundException],
	} {
		s.Next(fault)
		_, err := c.CreateIndex(deadline(t), &s3vectors.CreateIndexInput{VectorBucketName: aws.String("none"), IndexName: aws.String("filings"),
			DataType: types.DataTypeFloat32, Dimension: aws.Int32(3), DistanceMetric: types.DistanceMetricCosine})
		if !is(err) {
			t.Errorf("%q: %v", fault, err)
		}
	}
}

func as[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// TestS3VectorsPath: our adapter and the official client send to the same place.
func TestS3VectorsPath(t *testing.T) {
	hosts := map[string]bool{}
	note := roundTrip(func(r *http.Request) (*http.Response, error) {
		hosts[r.Method+" "+r.URL.String()] = true
		return nil, errors.New("not sent")
	})
	c := s3vectors.New(s3vectors.Options{Region: "eu-central-1", RetryMaxAttempts: 1, HTTPClient: &http.Client{Transport: note},
		Credentials: credentials.NewStaticCredentialsProvider(fakeengine.AccessKey, fakeengine.SecretKey, "")})
	c.DeleteIndex(deadline(t), &s3vectors.DeleteIndexInput{VectorBucketName: aws.String("sentences"), IndexName: aws.String("filings")})
	x, err := engine.Open("s3vectors", engine.Settings{Values: map[string]string{"bucket": "sentences", "index": "filings"},
		Shape: engineShape, Env: s3Environment, HTTP: &http.Client{Transport: note}, Retry: onceOnly})
	if err != nil {
		t.Fatal(err)
	}
	x.Drop(deadline(t))
	if len(hosts) != 1 {
		t.Errorf("sent to %v", hosts)
	}
}
