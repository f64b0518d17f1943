// Package program turns the program that a data set gives as the way to an answer into its value: the
// language of FinQA as steps (subtract(5829, 5735), divide(#0, 5735)) and nested, a bare number, the
// assignments in the manner of Python that DocFinQA has, and an expression such as (44.1-56.7)/56.7.
//
// Values are fractions of whole numbers, so that no step rounds; only a power that is no fraction is a
// float, and says so. Check holds a gold against its program, Equal says whether two programs compute the
// same from the same operands, as FinQA's authors count program accuracy.
//
// It refuses to run anything but arithmetic: no loops, no functions of one's own, no names that were not
// assigned. A program that cannot be read or has no value ends in an Error with an Outcome, never in a
// number.
package finqa
