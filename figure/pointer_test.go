package figure

import (
	"strings"
	"testing"
)

// TestPointedAt takes the figure that the last sentence of a reply points at, without its digits.
func TestPointedAt(t *testing.T) {
	hint := ReadQuestion("What was the quick ratio of Fernhollow Mills in fiscal 2020?")
	for _, c := range []struct{ name, reply, want string }{
		{"letter", "(A) 1.21x\n(B) 0.84x\n\nThe correct option is (B).", "0.84x"},
		{"letter, with its figure", "Candidates: a) 1.21x, b) 0.84x.\nMy pick: b), i.e. 0.84x", "0.84x"},
		{"step", "1. Read the current ratio: 1.21x.\n2. Read the quick ratio: 0.84x.\n3. Report the figure from step 2.", "0.84x"},
		{"the last of two", "Method A (as filed): 1.21x\nMethod B (by hand): 0.84x\nMethod A has the inventories, so I go with Method B.", "0.84x"},
		{"name", "alpha = 1.21x\nbeta = 0.84x\nPick: beta", "0.84x"},
		{"place", "The table lists 1.21x, 1.05x and 0.84x. Only the last of these three meets the question.", "0.84x"},
		{"row", "<table><tr><td>current</td><td>1.21x</td></tr><tr><td>acid test</td><td>0.84x</td></tr></table>\n" +
			"The second row answers the question.", "0.84x"},
		{"the first after another look", "Initial result: 0.84x. Another table has 1.21x, which has inventories.\nThe initial result stands.", "0.84x"},
		{"not the last sentence", "A) 1.21x\nB) 0.84x\n\nOption B is the correct one. Option A is the current ratio.", "0.84x"},
		{"nothing", "Option A was dropped. The ratio is 0.84x.", "0.84x"},
	} {
		m, err := CompareText(c.want, c.reply, hint)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := strings.TrimSpace(c.reply[m.Got.Start:m.Got.End]); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
