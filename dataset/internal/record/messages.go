package record

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/system"
)

// roles are the names that roles have elsewhere.
var roles = []struct{ name, role string }{
	{"system", "system"}, {"user", "user"}, {"assistant", "assistant"},
	{"developer", "system"}, {"human", "user"}, {"ai", "assistant"},
}

// MessagesOf reads a conversation. Unknown keys of a message are passed to other.
func MessagesOf(v *Node, other func(key string) error) ([]system.Message, error) {
	if v.Kind != List || len(v.Items) == 0 {
		return nil, fmt.Errorf("must be a list of messages, got %s", describe(v))
	}
	all := make([]system.Message, len(v.Items))
	for i := range v.Items {
		var err error
		if all[i], err = messageOf(&v.Items[i], other); err != nil {
			return nil, fmt.Errorf("message %d %w", i+1, err)
		}
	}
	return all, nil
}

func describe(v *Node) string {
	if v.Kind == List && len(v.Items) == 0 {
		return "an empty list"
	}
	return v.Kind.String()
}

func messageOf(v *Node, other func(string) error) (m system.Message, err error) {
	if v.Kind != Object {
		return m, fmt.Errorf("is %s, not an object with role and content", v.Kind)
	}
	found := false
	for i := range v.Fields {
		f := &v.Fields[i]
		switch {
		case f.Value.Kind == Null:
			continue
		case f.Key == "role" || f.Key == "type":
			m.Role, err = roleOf(f.Value.Text)
		case f.Key == "content" || f.Key == "text":
			found = true
			m.Text, err = contentOf(&f.Value)
		default:
			err = other(f.Key)
		}
		if err != nil {
			return m, err
		}
	}
	if m.Role == "" || !found {
		return m, fmt.Errorf("has no role, or no content")
	}
	return m, nil
}

func roleOf(name string) (string, error) {
	for _, r := range roles {
		if r.name == strings.ToLower(name) {
			return r.role, nil
		}
	}
	return "", fmt.Errorf("has the role %q, and conversations with tools are not read", Shown(name))
}

// contentOf is the text of a message: itself, or its parts of text one after the other.
func contentOf(v *Node) (string, error) {
	if v.Kind != List {
		return v.Scalar()
	}
	var b strings.Builder
	for i := range v.Items {
		part := &v.Items[i]
		found := part.Find("text")
		if found == nil || found.Kind != Text {
			return "", fmt.Errorf("has a part that is no text")
		}
		b.WriteString(found.Text)
	}
	return b.String(), nil
}
