package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// cut makes a new workspace with a ledger that is a copy of a file, or of its first bytes.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 && len(args) != 3 {
		ts.Fatalf("usage: cut FROM LEDGER [BYTES]")
	}
	file, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(args) == 3 {
		n, err := strconv.Atoi(args[2])
		ts.Check(err)
		if n >= len(file) {
			ts.Fatalf("%s has %d bytes only", args[0], len(file))
		}
		file = file[:n]
	}
	path := ts.MkAbs(args[1])
	ts.Check(os.RemoveAll(filepath.Dir(path)))
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	ts.Check(os.WriteFile(path, file, 0o666))
}

// sql runs statements on an SQLite file, which is made if it is missing.
func sql(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sql FILE STATEMENTS")
	}
	c, err := sqlite.OpenConn(ts.MkAbs(args[0]), sqlite.OpenReadWrite|sqlite.OpenCreate)
	ts.Check(err)
	err = sqlitex.ExecuteScript(c, args[1], nil)
	ts.Check(c.Close())
	ts.Check(err)
}

// spoil flips the bytes of a page in the middle of a table.
func spoil(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: spoil FILE TABLE")
	}
	path := ts.MkAbs(args[0])
	c, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	ts.Check(err)
	root, err := sqlitex.ResultInt64(c.Prep("SELECT rootpage FROM sqlite_schema WHERE name = '" + args[1] + "'"))
	ts.Check(err)
	ts.Check(c.Close())
	file, err := os.ReadFile(path)
	ts.Check(err)
	pages := leavesOf(file, int(root))
	if len(pages) < 3 {
		ts.Fatalf("%s has %d pages only", args[1], len(pages))
	}
	at := (pages[len(pages)/2] - 1) * pageSize
	for i := range pageSize {
		file[at+i] ^= 0xff
	}
	ts.Check(os.WriteFile(path, file, 0o666))
}

const pageSize = 4096

// leavesOf are the leaf pages of a table in an SQLite file, in the order of its rows.
func leavesOf(file []byte, page int) []int {
	at := (page - 1) * pageSize
	if kind := file[at]; kind != 2 && kind != 5 { // interior pages of an index, of a table
		return []int{page}
	}
	var all []int
	for i := range int(binary.BigEndian.Uint16(file[at+3:])) {
		cell := at + int(binary.BigEndian.Uint16(file[at+12+2*i:]))
		all = append(all, leavesOf(file, int(binary.BigEndian.Uint32(file[cell:])))...)
	}
	return append(all, leavesOf(file, int(binary.BigEndian.Uint32(file[at+8:])))...)
}
