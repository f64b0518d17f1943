package token

// Parse reads a tokenizer.json.
func Parse(tokenizerJSON []byte) (*Tokenizer, error) { return parse(tokenizerJSON) }
