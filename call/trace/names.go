package trace

import (
	"cmp"
	"go.opentelemetry.io/otel/attribute"

	"github.com/assayhq/assay/call"
)

// The names of the GenAI conventions as of their state after release 1.41. They are still marked as in
// development, so they are all here; names of our own begin with "assay.".
const (
	operationName      attribute.Key = "gen_ai.operation.name"
	providerName       attribute.Key = "gen_ai.provider.name"
	requestModel       attribute.Key = "gen_ai.request.model"
	requestMaxTokens   attribute.Key = "gen_ai.request.max_tokens"
	requestTemperature attribute.Key = "gen_ai.request.temperature"
	requestTopP        attribute.Key = "gen_ai.request.top_p"
	requestSeed        attribute.Key = "gen_ai.request.seed"
	requestReasoning   attribute.Key = "gen_ai.request.reasoning.level"
	responseID         attribute.Key = "gen_ai.response.id"
	responseModel      attribute.Key = "gen_ai.response.model"
	finishReasons      attribute.Key = "gen_ai.response.finish_reasons"
	inputTokens        attribute.Key = "gen_ai.usage.input_tokens"
	outputTokens       attribute.Key = "gen_ai.usage.output_tokens"
	cacheReadTokens    attribute.Key = "gen_ai.usage.cache_read.input_tokens"
	cacheWriteTokens   attribute.Key = "gen_ai.usage.cache_write.input_tokens"
	reasoningTokens    attribute.Key = "gen_ai.usage.reasoning.output_tokens"
	systemInstructions attribute.Key = "gen_ai.system_instructions"
	inputMessages      attribute.Key = "gen_ai.input.messages"
	outputMessages     attribute.Key = "gen_ai.output.messages"
	errorType          attribute.Key = "error.type"

	callKey     attribute.Key = "assay.call.key"
	replySource attribute.Key = "assay.reply.source"
	replyTries  attribute.Key = "assay.reply.tries"
)

// conventional are the providers that the conventions call otherwise than we do.
var conventional = map[string]string{
	"gemini": "gcp.gemini", "bedrock": "aws.bedrock", "azure": "azure.ai.openai", "mistral": "mistral_ai",
}

// providerOf is the provider as the conventions name it: by its protocol, not by the workspace's own name.
func providerOf(c *call.Call) string {
	name := cmp.Or(c.Protocol, c.Provider)
	if known, ok := conventional[name]; ok {
		return known
	}
	return name
}
