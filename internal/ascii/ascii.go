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

// IndexFold is the index of a lower-case ASCII string in text, in any case, or -1.
func IndexFold[T []byte | string](text T, lower string) int {
	if lower == "" {
		return 0
	}
	first := lower[0]
	for i := 0; i+len(lower) <= len(text); i++ {
		if b := text[i]; (b == first || b|0x20 == first) && HasPrefixFold(text[i:], lower) {
			return i
		}
	}
	return -1
}

// ContainsFold reports whether a lower-case ASCII string is in text, in any case.
func ContainsFold[T []byte | string](text T, lower string) bool { return IndexFold(text, lower) >= 0 }

// HasPrefixFold reports whether text begins with a lower-case ASCII string, in any case.
func HasPrefixFold[T []byte | string](text T, lower string) bool {
	if len(text) < len(lower) {
		return false
	}
	for i := range len(lower) {
		if ToLower(text[i]) != lower[i] {
			return false
		}
	}
	return true
}
