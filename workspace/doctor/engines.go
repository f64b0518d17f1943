package doctor

import (
	"context"
	"fmt"
	"sync"

	"github.com/assayhq/assay/internal/terminal"
)

// checkEngines checks whether the engines of assay.yaml have the copies that the workspace records.
func checkEngines(ctx context.Context, x *examination) []Result {
	if x.config == nil {
		return nil
	}
	names := x.config.EngineNames()
	results := make([]Result, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() { results[i] = checkEngine(ctx, x, name) })
	}
	wait.Wait()
	return results
}

func checkEngine(ctx context.Context, x *examination, name string) (f Result) {
	f.Check = name
	held, err := x.work.Copy(name)
	if err != nil {
		return f.failed(err)
	}
	if held == nil {
		return f.set(Note, "it holds no copy of an index", "assay index build --engine "+name)
	}
	of := fmt.Sprintf("%s with a copy of index %s, %s sentences", held.Type, held.Index, terminal.Count(held.Sentences))
	if err := x.work.PingEngine(ctx, held, x.Offline); err != nil {
		return f.failed(err)
	}
	if x.Offline {
		return f.set(OK, of+"; not asked", "")
	}
	return f.set(OK, of, "assay engines check "+name)
}
