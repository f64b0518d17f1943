// Package ascii turns a byte or a rune into its class: digit, letter, space. A byte of a longer UTF-8 sequence is in no
// class, and what a format calls blank or a word stays with that format.
package ascii

type char interface{ byte | rune }

// IsDigit reports whether c is 0 to 9.
func IsDigit[C char](c C) bool { return uint32(c)-'0' < 10 }

// IsUpper reports whether c is A to Z.
func IsUpper[C char](c C) bool { return uint32(c)-'A' < 26 }

// IsLower reports whether c is a to z.
func IsLower[C char](c C) bool { return uint32(c)-'a' < 26 }

// IsLetter reports whether c is a letter.
func IsLetter[C char](c C) bool { return (uint32(c)|0x20)-'a' < 26 }

// IsAlnum reports whether c is a letter or a digit.
func IsAlnum[C char](c C) bool { return IsDigit(c) || IsLetter(c) }

// IsSpace reports whether c is white space in C: a space, or \t to \r.
func IsSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

// ToLower is c with a capital letter made small.
func ToLower(c byte) byte {
	if IsUpper(c) {
		return c | 0x20
	}
	return c
}
