package model

import (
	"context"
	"errors"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/internal/structured"
)

// JSONReply is a response whose text was read as the JSON that was asked for.
type JSONReply struct {
	*Response
	Reading  structured.Reading // empty if the response is no answer
	Repair   structured.Repair  // what was done if the text could not be read
	Repaired *Response          // the response of the repair call, if one was made
}

// What the errors of AskJSON are.
var (
	ErrUnparsable = structured.ErrUnparsable // no JSON can be read without guessing
	ErrMismatch   = structured.ErrMismatch   // the JSON is not what the schema asks for
)

// AskJSON asks for JSON of the request's schema and reads the reply as tolerantly as can be done without guessing. A
// reply that cannot be read is sent back once to be written properly. A response that is no answer comes back with its
// Stop and without a reading. An answer that is not the JSON asked for is an error that is ErrUnparsable or ErrMismatch,
// with the response. Of a truncated answer the complete parts are read.
func (c *Client) AskJSON(ctx context.Context, r *Request) (*JSONReply, error) {
	if r.Schema == nil {
		return nil, errors.New("a request for JSON without a schema")
	}
	s, err := structured.Compile(r.Schema.JSON)
	if err != nil {
		return nil, err
	}
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
			return "", &call.Failure{Kind: call.Malformed, Provider: c.Provider, Model: r.Model,
				Message: "the repair ended as " + string(response.Stop)}
		}
		return response.Text, nil
	}
}
