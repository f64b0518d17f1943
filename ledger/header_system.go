package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// SetHash computes the hash of a system from the models that it asks, their prompts and its settings.
func (s *System) SetHash() error {
	text, err := json.Marshal([]any{s.Models, s.Prompts, s.Settings})
	if err != nil {
		return err
	}
	s.Hash = HashText(string(text))
	return nil
}

// HashText is the SHA-256 of a text, as headers have it.
func HashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
