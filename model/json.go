package model

import (
	"context"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/structured"
)

// JSONReply is a response whose text was read as the JSON that was asked for.
type JSONReply struct {
	*Response
	Reading  structured.Reading // empty if the response is no answer
	Repair   structured.Repair  // what was done if the text could not be read
	Repaired *Response          // the response of the repair call, if one was made
}

// AskJSON asks for JSON of a schema and reads the reply as tolerantly as can be done without guessing. A
// reply that cannot be read is sent back once to be written properly. A response that is no answer comes
// back with its Stop and without a reading; an answer that is not the JSON asked for is an error that is
// structured.ErrUnparsable, beside the response. Of a truncated answer the complete parts are read.
func (c *Client) AskJSON(ctx context.Context, r *Request, s *structured.Schema) (*JSONReply, error) {
	response, err := c.Ask(ctx, r)
	if err != nil {
		return nil, err
	}
	reply := &JSONReply{Response: response}
	switch response.Stop {
	case Complete:
		reply.Reading, reply.Repair, err = structured.ReadOrRepair(ctx, response.Text, s, reply.repairing(c, r))
	case Truncated:
		if reply.Reading, err = s.Read(response.Text); err == nil {
			err = s.Check(reply.Reading)
		}
	}
	return reply, err
}

// repairing asks the same model for the repair, with the parameters of the first request.
func (reply *JSONReply) repairing(c *Client, r *Request) structured.Ask {
	return func(ctx context.Context, prompt string) (string, error) {
		again := *r
		again.System, again.Search = "", nil
		again.Messages = []Message{{Role: User, Text: prompt}}
		response, err := c.Ask(ctx, &again)
		if err != nil {
			return "", err
		}
		reply.Repaired = response
		if response.Stop != Complete {
			return "", &call.Failure{Kind: call.Malformed, Provider: c.Provider, Model: r.Model, Message: "the repair ended as " + string(response.Stop)}
		}
		return response.Text, nil
	}
}
