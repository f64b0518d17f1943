package contract

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// awsModel is a service model as botocore publishes it: operations, and the shapes of what goes in and out.
type awsModel struct {
	Operations map[string]struct {
		HTTP struct {
			Method string `json:"method"`
			URI    string `json:"requestUri"`
		} `json:"http"`
		Input  awsRef `json:"input"`
		Output awsRef `json:"output"`
	} `json:"operations"`
	Shapes map[string]awsShape `json:"shapes"`
}

type awsRef struct {
	Shape    string `json:"shape"`
	Location string `json:"location"`
	Name     string `json:"locationName"`
}

type awsShape struct {
	Type     string            `json:"type"`
	Members  map[string]awsRef `json:"members"`
	Required []string          `json:"required"`
	Member   awsRef            `json:"member"`
	Key      awsRef            `json:"key"`
	Value    awsRef            `json:"value"`
	Enum     []string          `json:"enum"`
	Min      *float64          `json:"min"`
	Max      *float64          `json:"max"`
	Pattern  string            `json:"pattern"`
	Union    bool              `json:"union"`
	Document bool              `json:"document"`
	Payload  string            `json:"payload"`
}

// leastAWSShapes is how many shapes the model must have to be the one that is meant.
const leastAWSShapes = 300

// bedrockSpec reads the model of the Bedrock runtime, or skips the test where it is absent.
func bedrockSpec(t *testing.T) *awsModel {
	t.Helper()
	path := filepath.Join("..", "..", "shared", "specs", "aws", "bedrock-runtime-2023-09-30.service-2.json")
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("the service model of the Bedrock runtime is not at %s", path)
	}
	var m awsModel
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Shapes) < leastAWSShapes {
		t.Fatalf("%d shapes in %s, want at least %d", len(m.Shapes), path, leastAWSShapes)
	}
	return &m
}

// validateAWS fails a test whose request is not what the service model allows for the operation.
func validateAWS(t *testing.T, operation, method, path string, body []byte) {
	t.Helper()
	if err := bedrockSpec(t).request(operation, method, path, body); err != nil {
		t.Errorf("%s: %v", operation, err)
	}
}

// request checks one request: method, path with the members in it, and the body.
func (m *awsModel) request(operation, method, path string, body []byte) error {
	op, ok := m.Operations[operation]
	if !ok {
		return fmt.Errorf("no operation %q", operation)
	}
	if op.HTTP.Method != method {
		return fmt.Errorf("method %s, want %s", method, op.HTTP.Method)
	}
	if err := m.path(op.HTTP.URI, path, m.Shapes[op.Input.Shape]); err != nil {
		return err
	}
	return m.body(op.Input.Shape, body)
}

// response checks the body of a response.
func (m *awsModel) response(operation string, body []byte) error {
	op, ok := m.Operations[operation]
	if !ok {
		return fmt.Errorf("no operation %q", operation)
	}
	return m.body(op.Output.Shape, body)
}

func (m *awsModel) path(template, path string, input awsShape) error {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return fmt.Errorf("path %q, want %q", path, template)
	}
	for i, part := range want {
		if !strings.HasPrefix(part, "{") {
			if part != got[i] {
				return fmt.Errorf("path %q, want %q", path, template)
			}
			continue
		}
		value, err := url.PathUnescape(got[i])
		if err != nil {
			return err
		}
		name := strings.Trim(part, "{}")
		for member, ref := range input.Members {
			if ref.Location == "uri" && ref.Name == name {
				if err := m.check(ref.Shape, value, member); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// body checks a body; where one blob is all of it, the model says nothing of what is inside.
func (m *awsModel) body(shape string, body []byte) error {
	s := m.Shapes[shape]
	if s.Payload != "" && m.Shapes[s.Members[s.Payload].Shape].Type == "blob" {
		if len(body) == 0 && slices.Contains(s.Required, s.Payload) {
			return fmt.Errorf("the body is empty")
		}
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	return m.check(shape, v, "body")
}

// check compares a value with a shape. Its depth is that of the value, which JSON bounds.
func (m *awsModel) check(shape string, v any, at string) error {
	s, ok := m.Shapes[shape]
	if !ok {
		return fmt.Errorf("%s: no shape %q", at, shape)
	}
	switch s.Type {
	case "structure":
		if s.Document {
			return nil
		}
		return m.structure(s, v, at)
	case "list":
		return m.list(s, v, at)
	case "map":
		return m.mapping(s, v, at)
	case "string":
		text, ok := v.(string)
		if !ok {
			return fmt.Errorf("%s: %T, want a string", at, v)
		}
		return s.text(text, at)
	case "integer", "long", "float", "double":
		return s.number(v, at)
	case "boolean":
		if _, ok := v.(bool); !ok {
			return fmt.Errorf("%s: %T, want a boolean", at, v)
		}
	case "blob":
		text, ok := v.(string)
		if _, err := base64.StdEncoding.DecodeString(text); !ok || err != nil {
			return fmt.Errorf("%s: want bytes in base64", at)
		}
	case "timestamp":
	default:
		return fmt.Errorf("%s: the validator does not know type %q", at, s.Type)
	}
	return nil
}

func (m *awsModel) structure(s awsShape, v any, at string) error {
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: %T, want an object", at, v)
	}
	for _, name := range s.Required {
		if s.Members[name].Location == "" && object[name] == nil {
			return fmt.Errorf("%s: %s is required", at, name)
		}
	}
	if s.Union && len(object) != 1 {
		return fmt.Errorf("%s: a union has exactly one member, not %d", at, len(object))
	}
	for name, inner := range object {
		ref, ok := s.Members[name]
		if !ok || ref.Location != "" {
			return fmt.Errorf("%s: no member %q", at, name)
		}
		if err := m.check(ref.Shape, inner, at+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func (m *awsModel) list(s awsShape, v any, at string) error {
	list, ok := v.([]any)
	if !ok {
		return fmt.Errorf("%s: %T, want a list", at, v)
	}
	if err := s.within(float64(len(list)), at+": length"); err != nil {
		return err
	}
	for i, e := range list {
		if err := m.check(s.Member.Shape, e, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

func (m *awsModel) mapping(s awsShape, v any, at string) error {
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: %T, want an object", at, v)
	}
	if err := s.within(float64(len(object)), at+": size"); err != nil {
		return err
	}
	for k, inner := range object {
		if err := m.check(s.Key.Shape, k, at+" key"); err != nil {
			return err
		}
		if err := m.check(s.Value.Shape, inner, at+"."+k); err != nil {
			return err
		}
	}
	return nil
}

func (s awsShape) text(text, at string) error {
	if s.Enum != nil && !slices.Contains(s.Enum, text) {
		return fmt.Errorf("%s: %q is none of %q", at, text, s.Enum)
	}
	if s.Pattern != "" {
		p, err := regexp.Compile("^(?s:" + s.Pattern + ")$")
		if err != nil {
			return fmt.Errorf("%s: the model's pattern: %w", at, err)
		}
		if !p.MatchString(text) {
			return fmt.Errorf("%s: %q does not match %s", at, text, s.Pattern)
		}
	}
	return s.within(float64(utf8.RuneCountInString(text)), at+": length")
}

func (s awsShape) number(v any, at string) error {
	n, ok := v.(json.Number)
	if !ok {
		return fmt.Errorf("%s: %T, want a number", at, v)
	}
	x, err := n.Float64()
	if err != nil {
		return err
	}
	if (s.Type == "integer" || s.Type == "long") && x != math.Trunc(x) {
		return fmt.Errorf("%s: %s is not whole", at, n)
	}
	return s.within(x, at)
}

func (s awsShape) within(x float64, at string) error {
	if s.Min != nil && x < *s.Min || s.Max != nil && x > *s.Max {
		return fmt.Errorf("%s: %v is out of bounds", at, x)
	}
	return nil
}

func TestAWSValidatorRefusesWhatIsWrong(t *testing.T) {
	m := bedrockSpec(t)
	const good = `{"messages":[{"role":"user","content":[{"text":"hello"}]}],"inferenceConfig":{"maxTokens":5,"temperature":0.5}}`
	const path = "/model/anthropic.claude-opus-5-v1%3A0/converse"
	if err := m.request("Converse", "POST", path, []byte(good)); err != nil {
		t.Fatalf("a good request: %v", err)
	}
	tests := []struct{ name, operation, method, path, body, says string }{
		{"operation", "Converze", "POST", path, good, "no operation"},
		{"method", "Converse", "GET", path, good, "method GET"},
		{"path", "Converse", "POST", "/models/x/converse", good, "path"},
		{"longer path", "Converse", "POST", path + "/", good, "path"},
		{"model id", "Converse", "POST", "/model/a b/converse", good, "does not match"},
		{"no model id", "Converse", "POST", "/model//converse", good, "modelId"},
		{"no JSON", "Converse", "POST", path, "{", "not JSON"},
		{"a list", "Converse", "POST", path, "[]", "want an object"},
		{"unknown member", "Converse", "POST", path, `{"messages":[],"seed":1}`, `no member "seed"`},
		{"member of the path", "Converse", "POST", path, `{"messages":[],"modelId":"x"}`, `no member "modelId"`},
		{"no role", "Converse", "POST", path, `{"messages":[{"content":[]}]}`, "role is required"},
		{"wrong role", "Converse", "POST", path, `{"messages":[{"role":"model","content":[]}]}`, "none of"},
		{"wrong type", "Converse", "POST", path, `{"messages":"hello"}`, "want a list"},
		{"two of a union", "Converse", "POST", path,
			`{"messages":[{"role":"user","content":[{"text":"a","cachePoint":{"type":"default"}}]}]}`, "exactly one member"},
		{"too hot", "Converse", "POST", path, `{"inferenceConfig":{"temperature":1.5}}`, "out of bounds"},
		{"half a token", "Converse", "POST", path, `{"inferenceConfig":{"maxTokens":1.5}}`, "not whole"},
		{"number as text", "Converse", "POST", path, `{"inferenceConfig":{"maxTokens":"5"}}`, "want a number"},
		{"empty system", "Converse", "POST", path, `{"system":[{"text":""}]}`, "length"},
		{"empty metadata", "Converse", "POST", path, `{"requestMetadata":{}}`, "size"},
		{"bytes", "Converse", "POST", path,
			`{"messages":[{"role":"user","content":[{"image":{"format":"png","source":{"bytes":"?"}}}]}]}`, "base64"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := m.request(test.operation, test.method, test.path, []byte(test.body))
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want %q", err, test.says)
			}
		})
	}
}
