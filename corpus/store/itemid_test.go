package store

import "testing"

func TestItemsAreFoundByTheirNames(t *testing.T) {
	for name, id := range map[string]string{"7a": "7A", "ITEM_7A": "7A", "item_i.2": "I.2", "FRONT": "front", "PART_II": "part_II",
		"4A": "executive_officers", "EXECUTIVE_OFFICERS": "executive_officers", "ex-13": "EX-13", "": ""} {
		if got := ItemID(name); got != id {
			t.Errorf("%q is item %q, want %q", name, got, id)
		}
	}
}
