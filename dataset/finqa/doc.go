// Package finqa turns the programs that FinQA and its relatives give as the way to an answer into their values. A program
// is written in FinQA's language, as steps (subtract(5829, 5735), divide(#0, 5735)) or nested; as a bare number; as
// assignments in the manner of Python, which DocFinQA has; or as an expression such as (44.1-56.7)/56.7.
//
// Values are fractions of integers, so that no step rounds. Only a power that is no fraction is a float, and says so.
// Check compares a gold answer with the value of its program.
//
// It refuses to run anything but arithmetic: no loops, no function definitions, no names without an assignment. A
// program that cannot be read, or has no value, is an error with an outcome, never a number.
package finqa
