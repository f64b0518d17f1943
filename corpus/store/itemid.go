package store

import (
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// ItemID is the id of the item that a user names: "7a", "ITEM_7A" and "FRONT" are 7A and front. "4A" is the section on
// executive officers, to which many filers give that number.
func ItemID(name string) string {
	id := strings.TrimPrefix(strings.ToUpper(name), "ITEM_")
	part, isPart := strings.CutPrefix(id, "PART_")
	switch {
	case id == "4A":
		return "executive_officers"
	case isPart:
		return "part_" + part
	case id == "" || ascii.IsDigit(id[0]) || id[0] == 'I' || strings.HasPrefix(id, "EX-"):
		return id
	}
	return strings.ToLower(id)
}

// SectionName is an item's id as a name: ITEM_7 for the items of a form, FRONT for what is none.
func SectionName(id string) string {
	if c := (id + " ")[0]; ascii.IsDigit(c) || c == 'I' {
		return "ITEM_" + id
	}
	return strings.ToUpper(id)
}
