package weaviate

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index/internal/remote"
)

// response is what GraphQL gives back; its status says nothing of errors.
type response struct {
	Data struct {
		Get       map[string][]map[string]json.RawMessage
		Aggregate map[string][]struct{ Meta struct{ Count int } }
	} `json:"data"`
	Errors []struct{ Message string } `json:"errors"`
}

// codeGraphQL marks a failure that the engine told in a reply that came: it may be one query's.
const codeGraphQL = "GraphQL"

// graphql asks. A request that names what the class does not have is refused for good; all other errors may be
// those of a node that has just gone, and are worth another try.
func (x *Index) graphql(ctx context.Context, query string) (*response, error) {
	r, err := remote.Post("/v1/graphql", object{"query": query})
	if err != nil {
		return nil, err
	}
	return remote.Ask(ctx, x.client, r, func(r *response) *call.Failure {
		if len(r.Errors) == 0 {
			return nil
		}
		reply := r.Errors[0].Message
		f := x.client.Failf(call.ServerFault, "is every node of the cluster up? the server's log says more", "%s", reply)
		f.Code = codeGraphQL
		for _, sign := range []string{"Cannot query field", "Unknown argument", "has invalid value", "Syntax Error"} {
			if strings.Contains(reply, sign) {
				f.Kind, f.Next = call.BadRequest, "was the class made by assay, and under this schema? build the index first"
			}
		}
		return f
	})
}

// nothing is a reply whose body says nothing; it may be empty.
type nothing struct{}

// refusal names what the REST endpoints refuse: {"error": [{"message": …}]}.
func refusal(e *call.Exchange) *call.Failure {
	var reply struct {
		Error   []struct{ Message string }
		Message string
	}
	message := ""
	if err := json.Unmarshal(e.Body, &reply); err != nil {
		message = remote.Page(e.Body)
	} else {
		message = reply.Message
		if len(reply.Error) > 0 {
			message = reply.Error[0].Message
		}
	}
	f := remote.ByStatus(e.Status, "", message)
	if e.Status == 422 && strings.Contains(message, "already exists") {
		f.Err, f.Next = remote.ErrExists, "use the index as it is, or drop it first"
	}
	return f
}

// vectorLiteral appends a vector as GraphQL writes it.
func vectorLiteral(b []byte, v []float32) []byte {
	b = append(b, '[')
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, float64(x), 'g', -1, 32)
	}
	return append(b, ']')
}
