package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// sandbox is the compiled engine; its instances share code, but no memory.
type sandbox struct {
	pool  pdfium.Pool
	cache wazero.CompilationCache
}

// startSandbox compiles the engine, or loads it from the cache: four seconds or a tenth of one.
//
// Guarded code asks at every loop whether its deadline has passed. Nothing less will do inside this
// process: native code cannot be preempted, so a hanging page would stop the garbage collector and
// with it every goroutine, the watchdog among them.
func startSandbox(c Config) (*sandbox, error) {
	cache, err := openCache(c.CacheDir)
	if err != nil {
		return nil, err
	}
	runtime := wazero.NewRuntimeConfig().
		WithCompilationCache(cache).
		WithMemoryLimitPages(MemoryPages).
		WithCloseOnContextDone(!c.unguarded)
	pool, err := webassembly.Init(webassembly.Config{
		MaxTotal:      c.Instances,
		MaxIdle:       c.Instances,
		FSConfig:      wazero.NewFSConfig(), // an empty one: the default shows the entire file system
		RuntimeConfig: runtime,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start PDF engine: %w", err), cache.Close(context.Background()))
	}
	return &sandbox{pool: pool, cache: cache}, nil
}

// openCache opens the directory for compiled code. A cache that was not asked for may be missing: the
// engine then compiles into memory.
func openCache(dir string) (wazero.CompilationCache, error) {
	asked := dir != ""
	if !asked {
		base, err := os.UserCacheDir()
		if err != nil {
			return wazero.NewCompilationCache(), nil
		}
		dir = filepath.Join(base, "assay", "pdfium")
	}
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil && !asked {
		return wazero.NewCompilationCache(), nil
	}
	if err != nil {
		return nil, fmt.Errorf("open PDF engine cache %q: %w", dir, err)
	}
	return cache, nil
}

func (s *sandbox) close() error {
	return errors.Join(s.pool.Close(), s.cache.Close(context.Background()))
}

// engine is one PDFium with its own memory, for one document and one goroutine. Only the functions
// that are called for every character are kept; a call of one costs 40 ns, a look-up by name 2 µs.
type engine struct {
	inst   pdfium.Pdfium
	module api.Module
	stack  [8]uint64
	names  map[string]api.Function
	buffer uint32 // bufferSize bytes in the sandbox for results
	broken error  // the trap or deadline that brought it down
}

const bufferSize = 512

// newEngine makes an instance of the sandbox.
//
// The library's own methods look every function up by name and every handle in a map at each call,
// and read a character's box in nine calls: 40 times slower than PDFium itself. The module that they
// use is an exported field of a type that cannot be named from here.
func newEngine(ctx context.Context, s *sandbox) (*engine, error) {
	inst, err := s.pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("start PDF engine: %w", err)
	}
	e := &engine{inst: inst, names: map[string]api.Function{}}
	impl := reflect.Indirect(reflect.ValueOf(inst.GetImplementation()))
	if impl.Kind() == reflect.Struct {
		if f := impl.FieldByName("Module"); f.IsValid() && f.CanInterface() {
			e.module, _ = f.Interface().(api.Module)
		}
	}
	if e.module == nil {
		err := errors.New("start PDF engine: this version of go-pdfium does not show its module")
		return nil, errors.Join(err, inst.Kill())
	}
	e.buffer = uint32(e.call(ctx, "malloc", bufferSize))
	if e.broken != nil || e.buffer == 0 {
		return nil, errors.Join(errors.New("start PDF engine: no memory"), e.broken, inst.Kill())
	}
	return e, nil
}

// drop ends the instance with all its memory. Kill, because closing would walk through handles
// of the library that were never used.
func (e *engine) drop() { _ = e.inst.Kill() }

func (e *engine) function(name string) api.Function {
	f, ok := e.names[name]
	if !ok {
		f = e.module.ExportedFunction(name)
		e.names[name] = f
	}
	return f
}

func (e *engine) call(ctx context.Context, name string, args ...uint64) uint64 {
	f := e.function(name)
	if f == nil {
		e.broken = fmt.Errorf("PDF engine has no function %q", name)
		return 0
	}
	copy(e.stack[:], args)
	return e.invoke(ctx, f)
}

// invoke calls with the arguments that are on the stack. After a trap the engine answers 0 to all.
func (e *engine) invoke(ctx context.Context, f api.Function) uint64 {
	if e.broken != nil {
		return 0
	}
	if err := f.CallWithStack(ctx, e.stack[:]); err != nil {
		e.broken = err
		return 0
	}
	return e.stack[0]
}

// copyIn copies bytes into the sandbox and returns their address there, 0 if they do not fit.
func (e *engine) copyIn(ctx context.Context, data []byte) uint64 {
	at := e.call(ctx, "malloc", uint64(len(data)))
	if at == 0 || !e.module.Memory().Write(uint32(at), data) {
		return 0
	}
	return at
}

// result is the buffer's first n bytes; valid until the next call.
func (e *engine) result(n uint32) []byte {
	b, ok := e.module.Memory().Read(e.buffer, min(n, bufferSize))
	if !ok {
		return make([]byte, n)
	}
	return b
}
