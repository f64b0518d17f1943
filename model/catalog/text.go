package catalog

import (
	"fmt"
	"strings"
)

// Records and JSON hold the names of constants, dates and exact decimals: numbers would
// change their meaning with the order of a list, or lose digits.

func (k Kind) MarshalText() ([]byte, error)       { return []byte(k.String()), nil }
func (s Support) MarshalText() ([]byte, error)    { return []byte(s.String()), nil }
func (s Sampling) MarshalText() ([]byte, error)   { return []byte(s.String()), nil }
func (n Norm) MarshalText() ([]byte, error)       { return []byte(n.String()), nil }
func (c confidence) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
func (s State) MarshalText() ([]byte, error)      { return []byte(s.String()), nil }
func (t Tier) MarshalText() ([]byte, error)       { return []byte(t.String()), nil }
func (d Day) MarshalText() ([]byte, error)        { return []byte(d.String()), nil }
func (u USD) MarshalText() ([]byte, error)        { return []byte(u.String()), nil }
func (p Part) MarshalText() ([]byte, error)       { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (t *Tier) UnmarshalText(text []byte) error { return name(t, string(text), tierNames) }

// UnmarshalText reads what MarshalText writes.
func (d *Day) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = 0
		return nil
	}
	return day(d, string(text))
}

// UnmarshalText reads what MarshalText writes.
func (u *USD) UnmarshalText(text []byte) error {
	digits, negative := strings.CutPrefix(string(text), "-")
	n, err := parseUSD(digits)
	if err != nil {
		return fmt.Errorf("amount %q: %w", text, err)
	}
	*u = n
	if negative {
		*u = -n
	}
	return nil
}

// UnmarshalText reads what MarshalText writes.
func (p *Part) UnmarshalText(text []byte) error {
	*p = 0
	if len(text) == 0 {
		return nil
	}
	for _, item := range strings.Split(string(text), ", ") {
		var i uint8
		if err := name(&i, item, partNames); err != nil {
			return err
		}
		*p |= 1 << i
	}
	return nil
}
