package text

// In is the part of the text that the span covers.
func (s Span) In(text string) string { return text[s.Start:s.End] }
