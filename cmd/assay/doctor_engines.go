package main

import (
	"context"
	"fmt"
	"sync"
)

// checkEngines looks whether the engines of assay.yaml have the copies that they are said to have.
func checkEngines(ctx context.Context, p *patient) []finding {
	if p.config == nil {
		return nil
	}
	names := p.config.EngineNames()
	findings := make([]finding, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() { findings[i] = checkEngine(ctx, p, name) })
	}
	wait.Wait()
	return findings
}

func checkEngine(ctx context.Context, p *patient, name string) (f finding) {
	f.Check = name
	held, err := local.Copy(name)
	if err != nil {
		return f.failed(err)
	}
	if held == nil {
		return f.set(stateNote, "it holds no copy of an index", "assay index build --engine "+name)
	}
	of := fmt.Sprintf("%s with a copy of index %s, %s sentences", held.Type, held.Index, grouped(held.Sentences))
	if err := local.PingEngine(ctx, held, p.offline); err != nil {
		return f.failed(err)
	}
	if p.offline {
		return f.set(stateOK, of+"; not asked", "")
	}
	return f.set(stateOK, of, "assay engines check "+name)
}
