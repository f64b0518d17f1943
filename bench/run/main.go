// Command run measures what running, resuming and reading large runs costs: bench/run/run.sh. It drives the
// assay binary as a user would, with a scripted model or a server on loopback, and prints the table of
// docs/measured.md.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

func main() {
	log.SetFlags(0)
	assay := flag.String("assay", "", "the binary")
	cases := flag.Int("cases", 100_000, "cases of a large run")
	calls := flag.Int("calls", 10_000, "calls to a server that takes 200 ms")
	serve := flag.Bool("serve", false, "serve only, for the comparison with other tools")
	flag.Parse()
	if *serve {
		serveOnly()
		return
	}
	work, err := os.MkdirTemp("", "assay-bench-run")
	check(err)
	defer os.RemoveAll(work)
	b := bench{assay: *assay, work: work}
	fmt.Println("| what | result | memory at most |\n| --- | --- | --- |")
	for _, n := range []int{*cases / 10, *cases, *cases * 5} {
		b.scripted(n)
	}
	b.reading(*cases)
	b.server(*calls)
	b.resume(*cases)
}

type bench struct{ assay, work string }

// command runs assay in a workspace and gives its time and its peak memory in MB.
func (b *bench) command(dir string, args ...string) (time.Duration, float64) {
	c := exec.Command(b.assay, args...)
	c.Dir = dir
	c.Stdout = io.Discard
	var errs strings.Builder
	c.Stderr = &errs
	began := time.Now()
	if err := c.Run(); err != nil {
		log.Fatalf("assay %s: %v\n%s", strings.Join(args, " "), err, errs.String())
	}
	return time.Since(began), peak(c)
}

// peak is what a process that has ended took of memory, in MB.
func peak(c *exec.Cmd) float64 {
	return float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1024
}

func row(what string, result any, memory float64) {
	fmt.Printf("| %s | %v | %.0f MB |\n", what, result, memory)
}

// workspace is a directory with cases, a script and an assay.yaml.
func (b *bench) workspace(name string, n int, url string) string {
	dir := filepath.Join(b.work, name)
	check(os.MkdirAll(dir, 0o777))
	yaml := "providers:\n  scripted:\n    script: script.jsonl\n"
	if url != "" {
		yaml = "providers:\n  here:\n    type: compatible\n    base_url: " + url + "/v1\n    concurrency: 500\n"
	}
	check(os.WriteFile(filepath.Join(dir, "assay.yaml"), []byte(yaml), 0o666))
	check(os.WriteFile(filepath.Join(dir, "script.jsonl"), []byte(`{"text": "The revenue of the year was $12.4 million."}`+"\n"), 0o666))
	writeCases(filepath.Join(dir, "cases.jsonl"), n)
	return dir
}

func writeCases(path string, n int) {
	f, err := os.Create(path)
	check(err)
	w := bufio.NewWriter(f)
	for i := range n {
		line, err := json.Marshal(map[string]any{
			"id": fmt.Sprintf("case-%07d", i), "cluster": fmt.Sprintf("company %d", i%500),
			"tags":     map[string]string{"kind": []string{"fact", "cause", "change"}[i%3]},
			"question": fmt.Sprintf("What was the revenue of invented company %d in its year %d, and what drove it?", i%500, i/500),
			"gold":     fmt.Sprintf("The revenue of the year was $%d.%d million.", 10+i%5, i%10),
		})
		check(err)
		w.Write(line)     //nolint:errcheck // Flush tells
		w.WriteByte('\n') //nolint:errcheck
	}
	check(w.Flush())
	check(f.Close())
}

func (b *bench) scripted(n int) {
	dir := b.workspace(fmt.Sprintf("scripted%d", n), n, "")
	took, memory := b.command(dir, "eval", "cases", "cases.jsonl", "--model", "scripted/any", "--score",
		"exact,token-f1,figure", "--concurrency", "256")
	row(fmt.Sprintf("%d cases through a scripted model, three scorers, all recorded, 256 at once", n),
		fmt.Sprintf("%.0f cases/s", float64(n)/took.Seconds()), memory)
}

// reading times what a person does with a run of n cases.
func (b *bench) reading(n int) {
	dir := filepath.Join(b.work, fmt.Sprintf("scripted%d", n))
	b.command(dir, "eval", "cases", "cases.jsonl", "--score", "exact,token-f1,figure", "--model", "scripted/other", "--concurrency", "256")
	for _, args := range [][]string{
		{"runs", "show", "latest"}, {"report", "latest"}, {"report", "latest", "--format", "html", "-o", "report.html"},
		{"compare", "latest", "latest~1"},
	} {
		took, memory := b.command(dir, args...)
		row(fmt.Sprintf("`assay %s` of %d cases", strings.Join(args, " "), n), fmt.Sprintf("%.2f s", took.Seconds()), memory)
	}
}

// reply is what the server answers, whatever it is asked.
const reply = `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"tester",` +
	`"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"The revenue of the year was $12.4 million."}}],` +
	`"usage":{"prompt_tokens":30,"completion_tokens":12,"total_tokens":42}}`

// answer is a server with a latency, that says when it is asked.
func answer(latency time.Duration, asked func(n int64) bool) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) //nolint:errcheck
		if asked != nil && !asked(n.Add(1)) {
			<-r.Context().Done()
			return
		}
		time.Sleep(latency)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, reply) //nolint:errcheck
	})
}

func (b *bench) server(n int) {
	const latency, atOnce = 200 * time.Millisecond, 500
	s := httptest.NewServer(answer(latency, nil))
	defer s.Close()
	dir := b.workspace("server", n, s.URL)
	took, memory := b.command(dir, "eval", "cases", "cases.jsonl", "--model", "here/tester", "--score", "exact",
		"--concurrency", fmt.Sprint(atOnce))
	ideal := time.Duration(n) * latency / atOnce
	row(fmt.Sprintf("%d calls of 200 ms, 500 at once, server and client on these processors", n),
		fmt.Sprintf("%.2f × ideal", took.Seconds()/ideal.Seconds()), memory)
}

// resume kills a run that is 99 % done, and times the next one until its first call.
func (b *bench) resume(n int) {
	var first atomic.Int64
	stop := make(chan struct{})
	until := int64(n) * 99 / 100
	s := httptest.NewServer(answer(0, func(i int64) bool {
		if i == until {
			close(stop)
		}
		if i > until {
			first.CompareAndSwap(0, time.Now().UnixNano())
		}
		return i < until || i > until+1000
	}))
	defer s.Close()
	dir := b.workspace("resume", n, s.URL)
	args := []string{"eval", "cases", "cases.jsonl", "--model", "here/tester", "--score", "exact", "--concurrency", "16"}
	c := exec.Command(b.assay, args...)
	c.Dir = dir
	check(c.Start())
	<-stop
	time.Sleep(200 * time.Millisecond)
	check(c.Process.Kill())
	c.Wait() //nolint:errcheck // it was killed
	first.Store(0)
	c = exec.Command(b.assay, args...)
	c.Dir = dir
	began := time.Now()
	check(c.Start())
	for first.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	took := time.Unix(0, first.Load()).Sub(began)
	check(c.Process.Kill())
	c.Wait() //nolint:errcheck
	row(fmt.Sprintf("resume of %d cases, 99 %% done, until the first new call", n), fmt.Sprintf("%.2f s", took.Seconds()), peak(c))
}

// serveOnly serves until its input ends.
func serveOnly() {
	s := httptest.NewServer(answer(200*time.Millisecond, nil))
	defer s.Close()
	fmt.Println(s.URL)
	io.Copy(io.Discard, os.Stdin) //nolint:errcheck
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
