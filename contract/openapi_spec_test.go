package contract

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// openAIFile is OpenAI's published specification, beside the repository; it is never copied in.
const openAIFile = "../../shared/specs/openai/openapi.json"

// openAIPaths is fewer than the file has, so that a broken file does not let every check pass.
const openAIPaths = 150

// openAISpec is the specification ready for checking. Its schemas are made stricter and clearer than the
// file has them: a field that an object does not list is refused, since OpenAI refuses it too; "one of" is
// read as "any of", since the file's alternatives overlap (a plain user message is two of them).
type openAISpec struct {
	routes []openAIRoute
	raw    map[string]any // schemas as the file has them, and those that stand inside operations

	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

// openAIRoute is one operation.
type openAIRoute struct {
	method   string
	segments []string
	request  map[string]string // content type → definition
	response string            // definition of a JSON answer with status 200, or empty
	query    []string
	required bool // whether there must be a body
}

var openAIOnce = sync.OnceValues(loadOpenAI)

// openAI is the specification; the test is skipped where the file is absent.
func openAI(t testing.TB) *openAISpec {
	t.Helper()
	s, err := openAIOnce()
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("the specification of OpenAI is not at %s", openAIFile)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// validateOpenAI fails the test if a request is not as OpenAI's specification has it. The path may start
// with /v1 and end with a query.
func validateOpenAI(t testing.TB, method, path, contentType string, body []byte) {
	t.Helper()
	if err := openAI(t).checkRequest(method, path, contentType, body); err != nil {
		t.Errorf("%s %s is not as OpenAI specifies: %v\n%s", method, path, err, headOf(body))
	}
}

// validateOpenAIResponse does the same for an answer; those with an error status must have an error's body.
func validateOpenAIResponse(t testing.TB, method, path string, status int, body []byte) {
	t.Helper()
	if err := openAI(t).checkResponse(method, path, status, body); err != nil {
		t.Errorf("the answer %d to %s %s is not as OpenAI specifies: %v\n%s", status, method, path, err, headOf(body))
	}
}

func headOf(body []byte) []byte { return body[:min(len(body), 2000)] }

func loadOpenAI() (*openAISpec, error) {
	text, err := os.ReadFile(openAIFile)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	root := doc.(map[string]any)
	s := &openAISpec{compiler: jsonschema.NewCompiler()}
	s.compiler.UseLoader(s)
	s.raw = root["components"].(map[string]any)["schemas"].(map[string]any)
	paths := root["paths"].(map[string]any)
	if len(paths) < openAIPaths {
		return nil, fmt.Errorf("%s has %d paths, want at least %d", openAIFile, len(paths), openAIPaths)
	}
	for path, operations := range paths {
		if strings.Contains(path, "?") {
			continue // beta twins of the same endpoints
		}
		for method, operation := range operations.(map[string]any) {
			if o, ok := operation.(map[string]any); ok {
				s.addRoute(strings.ToUpper(method), path, o)
			}
		}
	}
	// Literal segments come before parameters, so that /responses/compact is not a response's id.
	slices.SortFunc(s.routes, func(a, b openAIRoute) int {
		return strings.Compare(strings.ReplaceAll(strings.Join(a.segments, "/"), "{", "~"),
			strings.ReplaceAll(strings.Join(b.segments, "/"), "{", "~"))
	})
	return s, nil
}

func (s *openAISpec) addRoute(method, path string, o map[string]any) {
	r := openAIRoute{method: method, segments: strings.Split(strings.Trim(path, "/"), "/"), request: map[string]string{}}
	inline := func(kind string, content any) map[string]string {
		out := map[string]string{}
		media, _ := content.(map[string]any)
		for contentType, m := range media {
			name := "inline " + method + " " + path + " " + kind + " " + contentType
			name = strings.NewReplacer("/", ".", "{", "", "}", "", " ", "_").Replace(name)
			s.raw[name] = m.(map[string]any)["schema"]
			out[contentType] = name
		}
		return out
	}
	if body, ok := o["requestBody"].(map[string]any); ok {
		r.request = inline("request", body["content"])
		r.required = body["required"] == true
	}
	if ok200, found := o["responses"].(map[string]any)["200"].(map[string]any); found {
		r.response = inline("response", ok200["content"])["application/json"]
	}
	parameters, _ := o["parameters"].([]any)
	for _, p := range parameters {
		if m := p.(map[string]any); m["in"] == "query" {
			r.query = append(r.query, m["name"].(string))
		}
	}
	s.routes = append(s.routes, r)
}

// route finds the operation of a path.
func (s *openAISpec) route(method, path string) (*openAIRoute, string, error) {
	path, query, _ := strings.Cut(path, "?")
	segments := strings.Split(strings.Trim(strings.TrimPrefix(path, "/v1"), "/"), "/")
	for i := range s.routes {
		r := &s.routes[i]
		if r.method != method || len(r.segments) != len(segments) {
			continue
		}
		fits := true
		for j, want := range r.segments {
			fits = fits && (strings.HasPrefix(want, "{") && segments[j] != "" || want == segments[j])
		}
		if fits {
			return r, query, nil
		}
	}
	return nil, "", fmt.Errorf("%s %s is not in the specification", method, path)
}

func (s *openAISpec) checkRequest(method, path, contentType string, body []byte) error {
	r, query, err := s.route(method, path)
	if err != nil {
		return err
	}
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name != "" && !slices.Contains(r.query, strings.TrimSuffix(name, "[]")) {
			return fmt.Errorf("unknown query parameter %q", name)
		}
	}
	if len(body) == 0 {
		if r.required {
			return errors.New("the body is missing")
		}
		return nil
	}
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("content type %q: %w", contentType, err)
	}
	name, ok := r.request[kind]
	if !ok {
		return fmt.Errorf("content type %q is not accepted", kind)
	}
	if kind == "multipart/form-data" {
		form, err := readForm(body, params["boundary"])
		if err != nil {
			return err
		}
		return s.check(name, form)
	}
	return s.checkJSON(name, body)
}

func (s *openAISpec) checkResponse(method, path string, status int, body []byte) error {
	r, _, err := s.route(method, path)
	switch {
	case status >= 400:
		return s.checkJSON("ErrorResponse", body)
	case err != nil:
		return err
	case r.response == "":
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	if r.segments[0] == "embeddings" {
		if err := decodeVectors(v); err != nil {
			return err
		}
	}
	return s.check(r.response, v)
}

// decodeVectors puts numbers where vectors stand in base64: the specification leaves that form out.
func decodeVectors(v any) error {
	list, _ := v.(map[string]any)
	data, _ := list["data"].([]any)
	for _, item := range data {
		m, _ := item.(map[string]any)
		text, ok := m["embedding"].(string)
		if !ok {
			continue
		}
		raw, err := base64.StdEncoding.DecodeString(text)
		if err != nil || len(raw) == 0 || len(raw)%4 != 0 {
			return fmt.Errorf("a vector is not float32 in base64: %d bytes, %v", len(raw), err)
		}
		numbers := make([]any, len(raw)/4)
		for i := range numbers {
			numbers[i] = json.Number(strconv.FormatFloat(float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))), 'g', -1, 32))
		}
		m["embedding"] = numbers
	}
	return nil
}

func (s *openAISpec) checkJSON(name string, body []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return s.check(name, v)
}

func (s *openAISpec) check(name string, v any) error {
	schema, err := s.compile(name)
	if err != nil {
		return err
	}
	err = schema.Validate(v)
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		return errors.New(nearest(invalid))
	}
	return err
}

// compile compiles a definition with what it refers to; the compiler keeps what it has compiled.
func (s *openAISpec) compile(name string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.compiler.Compile(schemaPrefix + name)
}

// nearest tells the errors that lie deepest: those of the alternative that was meant.
func nearest(e *jsonschema.ValidationError) string {
	var leaves []*jsonschema.ValidationError
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			leaves = append(leaves, e)
		}
		for _, c := range e.Causes {
			walk(c)
		}
	}
	walk(e)
	// A wrong "type" only says which alternatives were not meant, unless there is nothing else to say.
	weight := func(e *jsonschema.ValidationError) int {
		n := len(e.InstanceLocation)
		if n > 0 && e.InstanceLocation[n-1] == "type" {
			return -1
		}
		return n
	}
	slices.SortStableFunc(leaves, func(a, b *jsonschema.ValidationError) int { return weight(b) - weight(a) })
	var out []string
	for _, leaf := range leaves[:min(len(leaves), 6)] {
		line := strings.ReplaceAll(leaf.Error(), "\n", " ")
		if line != "" && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "; ")
}

// readForm reads a multipart form as the object that it describes.
func readForm(body []byte, boundary string) (map[string]any, error) {
	form := map[string]any{}
	reader := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := reader.NextPart()
		if err == io.EOF {
			return form, nil
		}
		if err != nil {
			return nil, fmt.Errorf("form: %w", err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, fmt.Errorf("form: %w", err)
		}
		var value any = string(data)
		if _, err := strconv.Atoi(string(data)); err == nil && part.FileName() == "" {
			value = json.Number(data)
		}
		outer, inner, nested := strings.Cut(strings.TrimSuffix(part.FormName(), "]"), "[")
		if !nested {
			form[outer] = value
			continue
		}
		if form[outer] == nil {
			form[outer] = map[string]any{}
		}
		form[outer].(map[string]any)[inner] = value
	}
}

// specTransport checks what passes through it, in both directions.
type specTransport struct {
	t    testing.TB
	base http.RoundTripper
}

func (s specTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	s.t.Helper()
	var sent []byte
	if r.Body != nil {
		var err error
		if sent, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(sent))
	}
	validateOpenAI(s.t, r.Method, r.URL.RequestURI(), r.Header.Get("Content-Type"), sent)
	response, err := s.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	got, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(got))
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		validateOpenAIResponse(s.t, r.Method, r.URL.RequestURI(), response.StatusCode, got)
	}
	return response, nil
}
