package hub

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/internal/fakehub"
)

// The variables that make a process of this test one that pulls.
const (
	pullFrom = "HUB_TEST_PULL_FROM"
	pullTo   = "HUB_TEST_PULL_TO"
)

func TestMain(m *testing.M) {
	if os.Getenv(pullFrom) == "" {
		os.Exit(m.Run())
	}
	h, err := Connect(func(name string) string { return map[string]string{EndpointVar: os.Getenv(pullFrom)}[name] })
	if err == nil {
		n, _ := ParseName("acme/tiny-encoder")
		_, err = h.Pull(context.Background(), &Store{Root: os.Getenv(pullTo)}, n)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// process starts a pull in a process of its own.
func (b *bench) process(t *testing.T) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), pullFrom+"="+b.URL, pullTo+"="+b.store.Root)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd
}

// waitFor waits for something that another process does.
func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("there was no end of waiting for %s", what)
		}
	}
}

// TestKilledPullResumes kills pulls after known bytes of the weights, lets the last one end, and looks at what was asked:
// the bytes that were there are not asked for again, so that each is sent once in all.
func TestKilledPullResumes(t *testing.T) {
	r := acme(shaA)
	b := setUp(t, r)
	size := int64(len(r.Files[weightsPath]))
	part := filepath.Join(b.store.Root, stagingDir, "acme", "tiny-encoder", shaA, weightsPath+partEnding)
	points := []int64{1, 70_000, 1 << 20, 1<<20 + 1, 3_000_000, size - 1}
	at := int64(0)
	for _, point := range points {
		b.Next(weightsPath, fakehub.Fault{Kind: fakehub.Hang, At: point - at})
		cmd := b.process(t)
		waitFor(t, fmt.Sprintf("byte %d", point), func() bool {
			info, err := os.Stat(part)
			return err == nil && info.Size() == point
		})
		if _, err := b.store.Find("acme/tiny-encoder"); err == nil {
			t.Error("half a model is found")
		}
		cmd.Process.Kill()
		cmd.Wait()
		at = point
	}
	if err := b.process(t).Wait(); err != nil {
		t.Fatal(err)
	}
	m, err := b.store.Find("acme/tiny-encoder")
	if err != nil {
		t.Fatal(err)
	}
	holds(t, m.Dir, r, wantFiles)
	b.nothingLeft(t)
	waitFor(t, "the requests that hung", func() bool { return len(b.weightRequests()) == len(points)+1 })
	var sent int64
	for i, request := range b.weightRequests() {
		want := fmt.Sprintf("bytes=%d-", sent)
		if i > 0 && (request.Range != want || request.IfRange == "") || i == 0 && request.Range != "" {
			t.Errorf("request %d asks for %q if it is still %q, want %s", i, request.Range, request.IfRange, want)
		}
		sent += request.Sent
	}
	if sent != size {
		t.Errorf("%d bytes were sent of a file of %d", sent, size)
	}
	if small := len(b.Requests()) - len(points) - 1; small != len(points)+1+(len(points)+1)+2*(wantFiles-1) {
		t.Errorf("%d requests for what is small: a file that was whole was asked for again", small)
	}
}

func (b *bench) weightRequests() (found []fakehub.Request) {
	for _, r := range b.Requests() {
		if r.Storage && strings.HasSuffix(r.Path, b.weightsKey()) {
			found = append(found, r)
		}
	}
	return found
}

// weightsKey is what the storage host calls the weights.
func (b *bench) weightsKey() string {
	f := File{Bytes: -1}
	sum, err := f.check(context.Background(), filepath.Join(b.store.Root, "acme", "tiny-encoder", shaA, weightsPath))
	if err != nil {
		return "nothing"
	}
	return sum.SHA256
}

// TestConcurrentPullsSurviveKills kills two pulls at once, whenever, again and again.
func TestConcurrentPullsSurviveKills(t *testing.T) {
	r := acme(shaA)
	b := setUp(t, r)
	random := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		one, other := b.process(t), b.process(t)
		time.Sleep(time.Duration(random.IntN(250)) * time.Millisecond)
		one.Process.Kill()
		time.Sleep(time.Duration(random.IntN(100)) * time.Millisecond)
		other.Process.Kill()
		one.Wait()
		other.Wait()
		if m, err := b.store.Find("acme/tiny-encoder"); err == nil {
			holds(t, m.Dir, r, wantFiles)
			if _, err := b.store.Remove(t.Context(), Name{Repo: "acme/tiny-encoder"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	p := b.pull(t, "acme/tiny-encoder")
	holds(t, p.Dir, r, wantFiles)
	b.nothingLeft(t)
}

// TestInterruptedPullResumes ends a pull by its context, as Ctrl-C does.
func TestInterruptedPullResumes(t *testing.T) {
	b := setUp(t, acme(shaA))
	b.Next(weightsPath, fakehub.Fault{Kind: fakehub.Hang, At: 1000})
	ctx, stop := context.WithCancel(t.Context())
	b.hub.Progress = func(p Progress) {
		if p.File == weightsPath {
			stop()
		}
	}
	_, err := b.hub.Pull(ctx, b.store, Name{Repo: "acme/tiny-encoder"})
	says(t, err, "context canceled")
	b.hub.Progress = nil
	b.Forget()
	p := b.pull(t, "acme/tiny-encoder")
	holds(t, p.Dir, acme(shaA), wantFiles)
	if p.Fetched != int64(len(acme(shaA).Files[weightsPath]))-1000 {
		t.Errorf("fetched %d bytes", p.Fetched)
	}
}
