package score

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestInputJSON(t *testing.T) {
	tests := []struct {
		name, json string
		want       Input
		err        string
	}{
		{"texts", `{"gold":"x","answer":"y","question":"q","sources":"s"}`,
			Input{Question: "q", Gold: []string{"x"}, Answer: "y", Sources: []string{"s"}}, ""},
		{"lists", `{"gold":["x","z"],"answer":["a","b"],"sources":["s","t"],"id":[1, 2]}`,
			Input{ID: "[1, 2]", Gold: []string{"x", "z"}, GoldList: true, Answer: "a, b", List: []string{"a", "b"},
				Sources: []string{"s", "t"}}, ""},
		{"numbers keep their digits", `{"gold":0.1520,"answer":-1e3}`, Input{Gold: []string{"0.1520"}, Answer: "-1e3"}, ""},
		{"truth", `{"gold":true,"answer":[false,1]}`, Input{Gold: []string{"true"}, Answer: "false, 1", List: []string{"false", "1"}}, ""},
		{"no gold", `{"answer":"y"}`, Input{Answer: "y"}, ""},
		{"null gold", `{"gold":null,"answer":"y"}`, Input{Answer: "y"}, ""},
		{"empty answer", `{"gold":"x","answer":""}`, Input{Gold: []string{"x"}}, ""},
		{"null answer", `{"gold":"x","answer":null}`, Input{Gold: []string{"x"}}, ""},
		{"unit and tolerance", `{"gold":1,"answer":2,"unit":"USD","tolerance":0.05}`,
			Input{Gold: []string{"1"}, Answer: "2", Unit: "USD", Tolerance: 0.05}, ""},
		{"other keys", `{"gold":"x","answer":"y","label":{"a":[1]}}`, Input{Gold: []string{"x"}, Answer: "y"}, ""},
		{"no answer", `{"gold":"x"}`, Input{}, `no "answer"`},
		{"object", `{"gold":{"a":1},"answer":"y"}`, Input{}, `"gold" holds an object`},
		{"list of lists", `{"gold":"x","answer":[["a"]]}`, Input{}, `"answer" holds an object or a list of lists`},
		{"null in a list", `{"gold":["x",null],"answer":"y"}`, Input{}, `"gold" holds a null`},
		{"tolerance in percent", `{"gold":1,"answer":1,"tolerance":5}`, Input{}, `"tolerance" is 5`},
		{"question of another kind", `{"gold":1,"answer":1,"question":5}`, Input{}, `"question" is a JSON number`},
		{"array", `[{"gold":1}]`, Input{}, "no JSON object"},
		{"cut off", `{"gold":"x","ans`, Input{}, "no JSON"},
		{"two objects", `{"gold":1,"answer":1}{}`, Input{}, "no JSON"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got Input
			err := NewLines(strings.NewReader(test.json)).Next(&got)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), "record 1: ") || !strings.Contains(err.Error(), test.err) {
					t.Errorf("got %v, want it to say %q", err, test.err)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v\nwant %+v", got, err, test.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	source := "\ufeff{\"id\":1,\"answer\":\"a\"}\r\n\n  \nbroken\n{\"id\":3,\"answer\":\"c\"}"
	lines := NewLines(strings.NewReader(source))
	var read []string
	for {
		var in Input
		err := lines.Next(&in)
		var bad *LineError
		if errors.Is(err, io.EOF) {
			break
		} else if errors.As(err, &bad) {
			read = append(read, bad.Error())
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		read = append(read, in.ID+in.Answer)
	}
	want := []string{"1a", `record 2: no JSON object; each line is one, with "gold" and "answer"`, "3c"}
	if !reflect.DeepEqual(read, want) || lines.Record() != 3 {
		t.Errorf("read %q, want %q", read, want)
	}
}

// endless is a line without end, as long as asked for.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	for i := range n {
		p[i] = 'x'
	}
	e.left -= n
	return n, nil
}

func TestLongLine(t *testing.T) {
	lines := NewLines(io.MultiReader(&endless{maxLine + 10}, strings.NewReader("\n{\"answer\":\"y\"}\n")))
	var in Input
	if err := lines.Next(&in); err == nil || err.Error() != "record 1: a line of more than 64 MB" {
		t.Errorf("got %v", err)
	}
	if err := lines.Next(&in); err != nil || in.Answer != "y" || lines.Record() != 2 {
		t.Errorf("behind a long line: %+v, %v", in, err)
	}
	broken := errors.New("disk on fire")
	lines = NewLines(io.MultiReader(strings.NewReader("{\"answer\":\"y\"}\n{"), failing{broken}))
	if err := lines.Next(&in); err != nil {
		t.Fatal(err)
	}
	if err := lines.Next(&in); !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's error", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
