// Package usage marks the errors that the caller mends by asking for something else: an unknown name, a value out of
// range, options that do not go together. A command ends with exit code 2 on them. It refuses nothing itself.
package usage

import "fmt"

// Error is a request that cannot be met as it was made.
type Error struct{ Err error }

func (e Error) Error() string { return e.Err.Error() }

func (e Error) Unwrap() error { return e.Err }

// Errorf formats an Error as fmt.Errorf does.
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }

// Wrap marks an error; nil stays nil.
func Wrap(err error) error {
	if err == nil {
		return nil
	}
	return Error{err}
}
