package item

import "bytes"

// deferEmpty gives a status to headings without text that share the reference of another item: some
// filers head Items 10 to 13 one after the other and answer all of them in one sentence, some mark
// headings with an asterisk that a footnote resolves.
func (s *scanner) deferEmpty(r *Result) {
	if s.indexed {
		return
	}
	for i := len(r.Items) - 1; i >= 0; i-- {
		it := &r.Items[i]
		if len(it.Spans) == 0 || len(it.Flags) == 0 || it.Flags[0] != headingOnly || it.Status != Extracted {
			continue
		}
		if with := s.answeredBy(r, i); with != "" {
			it.Status = ByReference
			it.Rule += "; without text, answered by the reference under Item " + with
		}
	}
}

// answeredBy is the id of the item whose text answers the i-th one, or "".
func (s *scanner) answeredBy(r *Result, i int) string {
	it := &r.Items[i]
	marked := bytes.HasSuffix(bytes.TrimSpace(s.d.Of(it.Heading)), []byte("*"))
	for k := i + 1; k < len(r.Items) && r.Items[k].Part == it.Part; k++ {
		next := &r.Items[k]
		if len(next.Spans) == 0 {
			continue
		}
		if next.Status == ByReference && (!marked || k == i+1) {
			return next.ID
		}
		if marked && s.hasFootnote(next) {
			return next.ID
		}
		if !marked && next.Status != Extracted {
			return ""
		}
		if !marked && !isHeadingOnly(next) {
			return ""
		}
	}
	return ""
}

func isHeadingOnly(it *Item) bool { return len(it.Flags) > 0 && it.Flags[0] == headingOnly }

// hasFootnote reports whether an item's text has a footnote with an asterisk that refers elsewhere.
func (s *scanner) hasFootnote(it *Item) bool {
	for i := s.blockAt(it.Spans[0].Start); i < len(s.d.Blocks) && s.d.Blocks[i].Start < it.Spans[0].End; i++ {
		b := &s.d.Blocks[i]
		if head := s.head(i); b.End > b.Start && head[0] == '*' && defers(head) {
			return true
		}
	}
	return false
}
