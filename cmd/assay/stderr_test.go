package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestUnaskedBytes asks a server that repeats the key after the end of its replies: net/http logs such bytes.
func TestUnaskedBytes(t *testing.T) {
	const key = "sk-test-0123456789abcdef"
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	asked := make(chan string, 64)
	go func() {
		for {
			c, err := server.Accept()
			if err != nil {
				return
			}
			go replyWithMore(c, asked)
		}
	}()
	dir := t.TempDir()
	for _, debug := range []string{"", "http2debug=2"} {
		cmd := exec.Command("assay", "models", "check", "openai/gpt-5.4")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "OPENAI_API_KEY="+key, "OPENAI_BASE_URL=http://"+server.Addr().String()+"/v1", "GODEBUG="+debug)
		out, _ := cmd.CombinedOutput() // how the check ends does not matter here
		if text := string(out); strings.Contains(text, key) || strings.Contains(text, "Unsolicited") {
			t.Errorf("with GODEBUG=%s it printed:\n%s", debug, text)
		}
		if len(asked) == 0 {
			t.Fatalf("the server was not asked: %s", out)
		}
		for len(asked) > 0 {
			if got := <-asked; got != "Bearer "+key {
				t.Fatalf("the server was sent the key %q", got)
			}
		}
	}
}

// replyWithMore answers each request, and sends its Authorization again after each answer.
func replyWithMore(c net.Conn, asked chan<- string) {
	defer c.Close()
	r := bufio.NewReader(c)
	for {
		request, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, request.Body)
		asked <- request.Header.Get("Authorization")
		const body = `{"error":{"message":"try again"}}`
		fmt.Fprintf(c, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After-Ms: 50\r\nContent-Length: %d\r\n\r\n%s%s",
			len(body), body, "\x1b[31m"+request.Header.Get("Authorization"))
	}
}
