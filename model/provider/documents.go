package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/assayhq/assay/model"
)

// documentMark begins and ends a document in a prompt for models that know no documents.
const documentMark = "document"

// documentTexts writes each document between marks, with its title in the first. A document that holds
// the mark itself could end early and go on as instructions: the marks of all then carry a hash of the
// documents, which no document can hold.
func documentTexts(docs []model.Document) []string {
	mark := documentMark
	for i := range docs {
		if strings.Contains(docs[i].Text, "</"+documentMark) || strings.Contains(docs[i].Title, "</"+documentMark) {
			mark = documentMark + "-" + hashOf(docs)
			break
		}
	}
	texts := make([]string, len(docs))
	for i := range docs {
		texts[i] = "<" + mark + titleOf(&docs[i]) + ">\n" + docs[i].Text + "\n</" + mark + ">"
	}
	return texts
}

func hashOf(docs []model.Document) string {
	h := sha256.New()
	for i := range docs {
		h.Write([]byte(docs[i].Title))
		h.Write([]byte{0})
		h.Write([]byte(docs[i].Text))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func titleOf(d *model.Document) string {
	title := strings.Join(strings.Fields(d.Title), " ")
	if title == "" {
		return ""
	}
	return ` title="` + strings.ReplaceAll(title, `"`, "'") + `"`
}
