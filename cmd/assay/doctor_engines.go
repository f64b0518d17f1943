package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/assayhq/assay/index/mirror"
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
	note, err := mirror.Read(engineDir(name))
	if errors.Is(err, mirror.ErrNone) {
		return f.set(stateNote, "it holds no copy of an index", "assay index build --engine "+name)
	}
	if err != nil {
		return f.failed(err)
	}
	held, err := mirror.Held(engineDir(name))
	if err != nil {
		return f.failed(err)
	}
	e, err := p.config.OpenEngine(name, "", note.Shape())
	if err != nil {
		return f.failed(err)
	}
	defer e.Close()
	of := fmt.Sprintf("%s with a copy of index %s, %s sentences", note.Type, note.Index, grouped(held))
	if p.offline {
		return f.set(stateOK, of+"; not asked", "")
	}
	if err := e.Check(ctx); err != nil {
		return f.failed(err)
	}
	return f.set(stateOK, of, "assay engines check "+name)
}
