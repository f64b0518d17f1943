package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// geminiRequest is the part of a request that decides the answer.
type geminiRequest struct {
	Contents []geminiContent `json:"contents"`
	System   geminiContent   `json:"systemInstruction"`
	Tier     string          `json:"serviceTier"`
	Config   struct {
		Temperature *float64        `json:"temperature"`
		MaxOutput   int             `json:"maxOutputTokens"`
		Stop        []string        `json:"stopSequences"`
		MIME        string          `json:"responseMimeType"`
		JSONSchema  json.RawMessage `json:"responseJsonSchema"`
		Thinking    struct {
			Include bool   `json:"includeThoughts"`
			Budget  *int   `json:"thinkingBudget"`
			Level   string `json:"thinkingLevel"`
		} `json:"thinkingConfig"`
	} `json:"generationConfig"`
}

type geminiContent struct {
	Role  string `json:"role"`
	Parts []struct {
		Text   string `json:"text"`
		Inline *struct {
			Data string `json:"data"`
		} `json:"inlineData"`
	} `json:"parts"`
}

func (c geminiContent) text() string {
	var out []string
	for _, p := range c.Parts {
		out = append(out, p.Text)
	}
	return strings.Join(out, "\n")
}

func (c geminiContent) tokens() int {
	n := 0
	for _, p := range c.Parts {
		n += tokensOf(p.Text)
		if p.Inline != nil {
			n += 258 // a page or an image
		}
	}
	return n
}

var (
	geminiPart = protoOf(fields{
		"text": anyText, "thought": truth, "thoughtSignature": anyText, "functionCall": objectAny, "functionResponse": objectAny,
		"inlineData": protoOf(fields{"mimeType": anyText, "data": anyText, "displayName": anyText}, "mimeType", "data"),
		"fileData":   protoOf(fields{"mimeType": anyText, "fileUri": anyText}, "fileUri"),
		"toolCall":   objectAny, "toolResponse": objectAny, "partMetadata": objectAny, "videoMetadata": objectAny, "mediaResolution": anything,
		"executableCode": objectAny, "codeExecutionResult": objectAny,
	})
	geminiTurn = protoOf(fields{"role": anyText, "parts": listOf(geminiPart, 0, 0)})

	geminiConfig = protoOf(fields{
		"temperature": numberOf(0, 2, false), "topP": numberOf(0, 1,
			false), "topK": countFrom(1), "candidateCount": numberOf(1, 1, true),
		"maxOutputTokens": countFrom(1), "stopSequences": listOf(anyText, 0, 5), "seed": numberOf(-1<<31, 1<<31-1, true),
		"responseMimeType":   oneOf("text/plain", "application/json", "text/x.enum"),
		"responseJsonSchema": anything,
		"thinkingConfig": protoOf(fields{
			"includeThoughts": truth, "thinkingBudget": numberOf(-1, 65536, true),
			"thinkingLevel": oneOf("THINKING_LEVEL_UNSPECIFIED", "MINIMAL", "LOW", "MEDIUM", "HIGH", "minimal", "low",
				"medium", "high"),
		}),
		"presencePenalty": numberOf(-2, 2, false), "frequencyPenalty": numberOf(-2, 2, false), "responseLogprobs": truth,
		"logprobs":           countFrom(0),
		"responseModalities": listOf(anyText, 0, 0), "mediaResolution": anyText, "speechConfig": objectAny,
		"imageConfig": objectAny, "enableEnhancedCivicAnswers": truth,
	})
	geminiGenerate = protoOf(geminiFields, "contents")
	geminiFields   = fields{
		"model": anyText, "contents": listOf(geminiTurn, 1,
			0), "systemInstruction": geminiTurn, "generationConfig": geminiConfig,
		"safetySettings": listOf(protoOf(fields{"category": anyText, "threshold": anyText}, "category", "threshold"), 0, 0),
		"tools": listOf(objectAny, 0,
			0), "toolConfig": objectAny, "cachedContent": anyText, "labels": objectAny, "serviceTier": anyText,
		"store": truth, "continuationToken": anyText,
	}
)

// generate answers :generateContent.
func (g *gemini) generate(w http.ResponseWriter, r *http.Request, m geminiModel) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	var req geminiRequest
	if !readGemini(w, r, geminiGenerate, &req) {
		return
	}
	if e := req.refused(m); e != "" {
		geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", e)
		return
	}
	c := callOf(r.Context())
	out, used := g.answer(req, m, body, c.Fault)
	c.Usage = used
	w.Header().Set("X-Gemini-Service-Tier", geminiTier(req.Tier))
	writeJSON(w, http.StatusOK, out)
}

// refused is what no single field can be checked for.
func (r geminiRequest) refused(m geminiModel) string {
	for _, c := range r.Contents {
		if c.Role != "" && c.Role != "user" && c.Role != "model" {
			return "Please use a valid role: user, model."
		}
		if len(c.Parts) == 0 {
			return "* GenerateContentRequest.contents[0].parts: contents.parts must not be empty."
		}
	}
	c := r.Config
	hasSchema := c.JSONSchema != nil
	switch {
	case r.Contents[len(r.Contents)-1].Role == "model" && !m.modelTurn:
		return "Please ensure that the conversation ends with a user turn: this model does not continue a turn of the model."
	case hasSchema && c.MIME != "application/json" && c.MIME != "text/x.enum":
		return fmt.Sprintf("* GenerateContentRequest.generation_config.response_mime_type: a response schema needs the "+
			"mime type 'application/json', not '%s'", c.MIME)
	case c.Thinking.Budget != nil && c.Thinking.Level != "":
		return "You can only set only one of thinking budget and thinking level."
	case strings.EqualFold(c.Thinking.Level, "minimal") && !m.minimal:
		return "Thinking level MINIMAL is not supported for this model. Please retry with other thinking level."
	case c.MaxOutput > m.output:
		return fmt.Sprintf("Unable to submit request because it has a maxOutputTokens value of %d but the supported range "+
			"is from 1 (inclusive) to %d (exclusive).", c.MaxOutput, m.output+1)
	case r.tokens() > m.input:
		return fmt.Sprintf("The input token count (%d) exceeds the maximum number of tokens allowed (%d).", r.tokens(),
			m.input)
	}
	return ""
}

func (r geminiRequest) tokens() int {
	n := r.System.tokens()
	for _, c := range r.Contents {
		n += c.tokens()
	}
	return n
}

func (r geminiRequest) prompt(m geminiModel, body []byte) Prompt {
	p := Prompt{Model: m.id, System: r.System.text(), Body: body}
	for _, c := range r.Contents {
		if c.Role != "model" {
			p.User = c.text()
		}
	}
	if m.sampling {
		p.Temperature = r.Config.Temperature
	}
	p.Schema = r.Config.JSONSchema
	return p
}

// geminiTier is the tier that serves a call; this server has capacity in all of them.
func geminiTier(asked string) string {
	if asked == "" || asked == "unspecified" {
		return "standard"
	}
	return asked
}
