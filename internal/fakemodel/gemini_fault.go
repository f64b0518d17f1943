package fakemodel

import (
	"net/http"
)

// geminiFaults is how the API words what can go wrong before a model answers.
var geminiFaults = map[Fault]struct {
	code            int
	status, message string
}{
	ServerError: {500, "INTERNAL",
		"An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting"},
	Unavailable: {503, "UNAVAILABLE", "The model is overloaded. Please try again later."},
	Overloaded: {503, "UNAVAILABLE",
		"This model is currently experiencing high demand. Spikes in demand are usually temporary. Please try again later."},
	TimedOut: {504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."},
	Unauthorized: {401, "UNAUTHENTICATED", "Request had invalid authentication credentials. Expected OAuth 2 access " +
		"token, login cookie or other valid authentication credential."},
	Forbidden: {403, "PERMISSION_DENIED", "The caller does not have permission"},
	UnknownModel: {404, "NOT_FOUND", "models/unknown is not found for API version v1beta, or is not supported for " +
		"generateContent. Call ModelService.ListModels to see the list of available models and their supported methods."},
	TooLong: {400, "INVALID_ARGUMENT",
		"The input token count (1048577) exceeds the maximum number of tokens allowed (1048576)."},
	BadParameter: {400, "INVALID_ARGUMENT",
		"* GenerateContentRequest.generation_config.temperature: temperature is not supported by this model"},
	ErrorIn200: {200, "UNAVAILABLE", "The model is overloaded. Please try again later."},
}

func (g *gemini) fault(w http.ResponseWriter, f Fault) bool {
	switch f {
	case RateLimitSeconds, RateLimitMillis, RateLimitDate, RateLimitInfo, RateLimitBare:
		geminiLimited(w, f)
		return true
	case QuotaExhausted:
		geminiSpent(w)
		return true
	case ErrorIn200:
		reply := geminiFaults[f]
		writeJSON(w, http.StatusOK, map[string]any{"error": geminiError(503, reply.status, reply.message)})
		return true
	}
	reply, ok := geminiFaults[f]
	if ok {
		geminiFail(w, reply.code, reply.status, reply.message)
	}
	return ok
}

// geminiQuota is the detail that names the limit which was met.
func geminiQuota(id, metric, value string) map[string]any {
	return map[string]any{
		"@type": "type.googleapis.com/google.rpc.QuotaFailure",
		"violations": []any{map[string]any{
			"quotaMetric": "generativelanguage.googleapis.com/" + metric, "quotaId": id,
			"quotaDimensions": map[string]any{"location": "global", "model": "gemini-3.8-flash"}, "quotaValue": value,
		}},
	}
}

var (
	geminiHelp = map[string]any{
		"@type": "type.googleapis.com/google.rpc.Help",
		"links": []any{map[string]any{"description": "Learn more about Gemini API quotas",
			"url": "https://ai.google.dev/gemini-api/docs/rate-limits"}},
	}
	geminiOver = "You exceeded your current quota, please check your plan and billing details. For more information on " +
		"this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits."
)

func geminiRetryIn(delay string) map[string]any {
	return map[string]any{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}
}

// geminiLimited is a limit per minute; only RateLimitInfo says in the body when to come back.
func geminiLimited(w http.ResponseWriter, f Fault) {
	hint(w, f)
	details := []map[string]any{geminiQuota("GenerateRequestsPerMinutePerProjectPerModel", "generate_requests_per_model",
		"1000"), geminiHelp}
	message := geminiOver + "\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_requests_per_model, limit: 1000"
	if f == RateLimitInfo {
		details = append(details, geminiRetryIn("0.020s"))
		message += "\nPlease retry in 20ms."
	}
	geminiFail(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", message, details...)
}

// geminiSpent is a limit per day, of nothing: it comes with a hint like any other, which is of no use.
func geminiSpent(w http.ResponseWriter) {
	geminiFail(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED",
		geminiOver+"\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, "+
			"limit: 0\nPlease retry in 37.204s.",
		geminiQuota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "generate_content_free_tier_requests", "0"),
		geminiHelp, geminiRetryIn("37s"))
}
