package dataset

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/assayhq/assay/dataset/finqa"
	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

const (
	larkmoorCase = `{"Context":"Larkmoor 10-K\nNet sales were 1,200 in 2024 and 1,000 in 2023.","Question":"By how much did net sales ` +
		`grow?","Answer":"0.2","Program":"subtract(1200, 1000), divide(#0, 1000)"}`
	finqaCase = `{"id":"LRK/2024/page_7.pdf-2","filename":"LRK/2024/page_7.pdf","pre_text":["net sales rose .","see the table ."],` +
		`"post_text":["they are audited ."],
"table":[["","2024","2023"],["net sales","$ 1200","$ 1000"]],"table_ori":[],
"qa":{"question":"by how much did net sales grow?","answer":"20%","exe_ans":0.2,"program":"subtract(1200, 1000), divide(#0, 1000)",` +
		`"program_re":"divide(subtract(1200, 1000), 1000)","gold_inds":{"table_1":"…","text_2":"…","text_9":"…"},"explanation":"",` +
		`"model_input":[]}}`
	flatCase = `{"id":"Double_LRK/2024/page_7.pdf_turn_1","question":"and the growth?","context":"net sales rose .\n\n | 2024 | 2023\n` +
		`net sales | 1200 | 1000\n\nthey are audited .","answer":"0.2","program":"subtract(1200, 1000), divide(#0, 1000)",` +
		`"source_dataset":"convfinqa","evidence_indices":{"table_1":"the net sales of 2024 is 1200 ;","text_1":"they are audited .",` +
		`"text_3":"nowhere ."}}`
	tatqaCase = `{"table":{"uid":"t-1","table":[["","2024"],["Net sales","1,200"]]},"paragraphs":[{"uid":"p-1","order":1,"text":"Sales ` +
		`rose.\nBoth years."},{"uid":"p-2","order":2,"text":"In thousands."}],
"questions":[{"uid":"q-1","order":1,"question":"How much?","answer":-12.6,"derivation":"44.1-56.7","answer_type":"arithmetic",` +
		`"answer_from":"table-text","rel_paragraphs":["2"],"req_comparison":false,"scale":"thousand"},
{"uid":"q-2","order":2,"question":"Which?","answer":["dyes","looms"],"derivation":"","answer_type":"multi-span",` +
		`"answer_from":"text","rel_paragraphs":["1","7"],"req_comparison":true,"scale":""},
{"uid":"q-3","order":3,"question":"What?","answer":["$1,200"],"derivation":"","answer_type":"span","answer_from":"table",` +
		`"rel_paragraphs":[],"req_comparison":false,"scale":"thousand"}]}`
	benchCase = `{"financebench_id":"fb-1","company":"Larkmoor","doc_name":"LARKMOOR_2024_10K","question_type":"metrics-generated",` +
		`"question_reasoning":"Information extraction","question":"What were net sales?","answer":"$1200.00","justification":"Read off.",` +
		`"evidence":[{"evidence_text":"Net sales 1,200","doc_name":"LARKMOOR_2024_10K","evidence_page_num":59,` +
		`"evidence_text_full_page":"Income\nNet sales 1,200"},{"evidence_text":"1,200","doc_name":"LARKMOOR_2024_10K",` +
		`"evidence_page_num":59,"evidence_text_full_page":"Income\nNet sales 1,200"},{"evidence_text":"Sales",` +
		`"doc_name":"LARKMOOR_2024_10K","evidence_page_num":60}]}`
)

func TestDocumentSets(t *testing.T) {
	grow := "subtract(1200, 1000), divide(#0, 1000)"
	for _, tt := range []struct {
		name, format, content, notes string
		want                         []system.Case
	}{
		{"DocFinQA's shape", "docfinqa", larkmoorCase, "", []system.Case{{
			ID: "6d758338a00b301d", Question: "By how much did net sales grow?", Gold: []string{"0.2"}, Cluster: "doc-842bf9913dd3dff0",
			Passages: []system.Passage{{ID: "doc-842bf9913dd3dff0", Text: "Larkmoor 10-K\nNet sales were 1,200 in 2024 and 1,000 in 2023."}},
			Working:  grow, Tags: map[string]string{"steps": "2", "answer_type": "number"},
		}}},
		{"FinQA", "finqa", finqaCase,
			`evidence that is not on the page was left out; "table_ori" was not taken over; "model_input" was not taken over`, []system.Case{{
				ID: "LRK/2024/page_7.pdf-2", Question: "by how much did net sales grow?", Gold: []string{"20%", "0.2"}, Cluster: "LRK",
				Passages: []system.Passage{{ID: "LRK/2024/page_7.pdf",
					Text: "net sales rose .\nsee the table .\n | 2024 | 2023\nnet sales | $ 1200 | $ 1000\nthey are audited ."}},
				Working: grow, Tags: map[string]string{"steps": "2",
					"answer_type": "number"}, Evidence: []string{"LRK/2024/page_7.pdf#L4", "LRK/2024/page_7.pdf#L5"},
				Extra: []byte(`{"table":[["","2024","2023"],["net sales","$ 1200","$ 1000"]],"answer":"20%","exe_ans":"0.2"}`),
			}}},
		{"FinQA, flat", "finqa-flat", flatCase, "evidence that is not in the context was left out", []system.Case{{
			ID: "Double_LRK/2024/page_7.pdf_turn_1", Question: "and the growth?", Gold: []string{"0.2"}, Cluster: "LRK",
			Passages: []system.Passage{{ID: "LRK/2024/page_7.pdf",
				Text: "net sales rose .\n\n | 2024 | 2023\nnet sales | 1200 | 1000\n\nthey are audited ."}},
			Working: grow, Tags: map[string]string{"steps": "2", "answer_type": "number",
				"source": "convfinqa"}, Evidence: []string{"LRK/2024/page_7.pdf#L4", "LRK/2024/page_7.pdf#L6"},
		}}},
		{"TAT-QA", "tatqa", tatqaCase, "evidence that is not on the page was left out", []system.Case{
			{ID: "q-1", Question: "How much?", Gold: []string{"-12.6"}, Unit: "thousand", Cluster: "t-1",
				Passages: tatqaPassage, Evidence: []string{"t-1#L2"}, Extra: []byte(`{"derivation":"44.1-56.7"}`),
				Tags: map[string]string{"answer_type": "arithmetic", "answer_from": "table-text", "scale": "thousand", "comparison": "false"}},
			{ID: "q-2", Question: "Which?", Gold: []string{"dyes", "looms"}, GoldList: true, Cluster: "t-1",
				Passages: tatqaPassage, Evidence: []string{"t-1#L1"},
				Tags: map[string]string{"answer_type": "multi-span", "answer_from": "text", "comparison": "true"}},
			{ID: "q-3", Question: "What?", Gold: []string{"$1,200"}, GoldList: true, Unit: "thousand", Cluster: "t-1", Passages: tatqaPassage,
				Tags: map[string]string{"answer_type": "span", "answer_from": "table", "scale": "thousand", "comparison": "false"}},
		}},
		{"FinanceBench", "financebench", benchCase,
			documentsFile + " does not lie beside the set: sector, form and period of the documents are not known", []system.Case{{
				ID: "fb-1", Question: "What were net sales?", Gold: []string{"$1200.00"}, Cluster: "Larkmoor",
				Evidence: []string{"LARKMOOR_2024_10K#59", "LARKMOOR_2024_10K#60"},
				Passages: []system.Passage{{ID: "LARKMOOR_2024_10K#59", Title: "LARKMOOR_2024_10K",
					Text: "Income\nNet sales 1,200"}, {ID: "LARKMOOR_2024_10K#60", Title: "LARKMOOR_2024_10K", Text: "Sales"}},
				Tags: map[string]string{"document": "LARKMOOR_2024_10K", "company": "Larkmoor",
					"question_type": "metrics-generated", "reasoning": "Information extraction", "answer_type": "number"},
				Extra: []byte(`{"justification":"Read off.","evidence_text":["Net sales 1,200","1,200","Sales"]}`),
			}}},
		{"FinanceBench's results", "financebench-results",
			`{"financebench_id":"fb-1","model_name":"m","eval_mode":"oracle","temp":0.01,"question":"What were net sales?",` +
				`"gold_answer":1200,"model_answer":"$1,200.","label":"Correct Answer"}`,
			`"temp" is kept as extra data and not used`, []system.Case{{
				ID: "fb-1", Question: "What were net sales?", Gold: []string{"1200"}, Answer: ptr("$1,200."), Extra: []byte(`{"temp":0.01}`),
				Tags: map[string]string{"model_name": "m", "eval_mode": "oracle", "label": "Correct Answer", "answer_type": "number"},
			}}},
		{"answers to FinQA", "finqa-results",
			`{"question":"is it?","gold":null,"gold_text":"yes","raw_output":"[FINAL_ANSWER]no","final_answer_text":"no",` +
				`"tag_status":"open_only","correct":false,"correct_legacy":true}`,
			`"raw_output" is kept as extra data and not used`, []system.Case{{
				ID: "0e139a2ccf11d31b", Question: "is it?", Gold: []string{"yes"}, Answer: ptr("no"),
				Extra: []byte(`{"raw_output":"[FINAL_ANSWER]no"}`),
				Tags:  map[string]string{"correct": "false", "correct_legacy": "true", "tag_status": "open_only", "answer_type": "yes_no"},
			}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, content := range map[string]string{"a list": "[" + tt.content + "]",
				"lines": strings.ReplaceAll(tt.content, "\n", "") + "\n"} {
				s := mustOpen(t, write(t, "set", content), "")
				got := all(t, s)
				var want []*system.Case
				for i := range tt.want {
					want = append(want, &tt.want[i])
				}
				if s.Format != tt.format || !reflect.DeepEqual(got, want) {
					t.Errorf("%s as %s:\ngot  %swant %s", name, s.Format, asJSON(t, got), asJSON(t, want))
				}
				if notes := strings.Join(s.Notes, "; "); notes != tt.notes {
					t.Errorf("notes %q, want %q", notes, tt.notes)
				}
			}
		})
	}
}

var tatqaPassage = []system.Passage{{ID: "t-1", Text: "Sales rose. Both years.\nIn thousands.\n | 2024\nNet sales | 1,200"}}

func TestDocumentSetsRefuse(t *testing.T) {
	for _, tt := range []struct{ name, format, content, says string }{
		{"no context", "docfinqa", `[` + larkmoorCase + `,{"Question":"Q","Answer":"1"}]`, `"Context" is missing (record 2)`},
		{"an empty context", "docfinqa", `[{"Context":" \n","Question":"Q","Answer":"1"}]`, `"Context" is empty (record 1)`},
		{"an answer that is a list", "docfinqa", `[{"Context":"C","Question":"Q","Answer":["1","2"]}]`,
			`"Answer" holds a list where a text, a number, true or false belongs (record 1)`},
		{"an empty answer", "docfinqa", `[{"Context":"C","Question":"Q","Answer":""}]`, `"Answer" is empty`},
		{"invalid UTF-8", "docfinqa", "[" + larkmoorCase + ",\n{\"Context\":\"\xe9\",\"Question\":\"Q\",\"Answer\":\"1\"}]",
			":2:13: byte 0xe9 is not UTF-8: save the file as UTF-8 (record 2)"},
		{"no JSON", "docfinqa", larkmoorCase + "\nContext: none\n", ":2:1: want a value"},
		{"a cut list", "docfinqa", "[" + larkmoorCase, "the list is cut off"},
		{"a large context", "docfinqa", "[" + larkmoorCase + `,{"Context":"` + strings.Repeat("a",
			record.MaxRecord) + `","Question":"Q","Answer":"1"}]`, "an item of more than the 33554432 bytes that are read (record 2)"},
		{"a bad id", "docfinqa", `{"id":[],"Context":"C","Question":"Q","Answer":"1"}`, `"id" holds a list`},
		{"FinQA without qa", "finqa", `[{"pre_text":[],"post_text":[],"table":[]}]`, `"qa" with question and answer is missing`},
		{"ConvFinQA without gold", "",
			`[{"pre_text":["a"],"post_text":[],"table":[],"annotation":{"dialogue_break":["a?"]}}]`, `no "qa": a conversation of ConvFinQA`},
		{"FinQA without a question", "finqa", `[{"pre_text":["a"],"qa":{"answer":"1"}}]`, `"question" is missing`},
		{"FinQA without an answer", "finqa", `[{"pre_text":["a"],"qa":{"question":"Q","answer":""}}]`,
			`"answer" and "exe_ans" are missing or empty`},
		{"FinQA without a page", "finqa", `[{"pre_text":[],"table":[],"qa":{"question":"Q","answer":"1"}}]`, "the context is empty"},
		{"FinQA with texts that are none", "finqa", `[{"pre_text":[{}],"qa":{"question":"Q","answer":"1"}}]`,
			`"pre_text" item 1 of the list holds an object`},
		{"FinQA with one text", "finqa", `[{"pre_text":"a","qa":{"question":"Q","answer":"1"}}]`, `"pre_text" must be a list, got a text`},
		{"a table that is none", "finqa", `[{"pre_text":["a"],"table":["a"],"qa":{"question":"Q","answer":"1"}}]`,
			`row 1 of "table" must be a list of cells, got a text`},
		{"a cell that is none", "finqa", `[{"pre_text":["a"],"table":[["a",[]]],"qa":{"question":"Q","answer":"1"}}]`,
			`cell 2 of row 1 of "table" is no text`},
		{"an id twice", "finqa", `[{"id":"a","pre_text":["a"],"qa":{"question":"Q","answer":"1"}},{"id":"a","pre_text":["a"],` +
			`"qa":{"question":"R","answer":"1"}}]`, `the id "a" appears twice: in record 1, too (record 2)`},
		{"flat without a context", "finqa-flat", `{"question":"Q","answer":"1","program":""}`, `"context" is missing`},
		{"TAT-QA without a table", "tatqa", `[{"paragraphs":[],"questions":[{"question":"Q"}]}]`, `"table" with uid and table is missing`},
		{"TAT-QA without questions", "tatqa", `[{"paragraphs":[{"text":"a"}],"table":{"table":[]},"questions":[]}]`, "there are no questions"},
		{"TAT-QA with an empty answer", "tatqa",
			`[{"paragraphs":[{"text":"a"}],"table":{},"questions":[{"question":"Q","answer":[]}]}]`, `question 1: "answer" is an empty list`},
		{"TAT-QA with an answer that is none", "tatqa",
			`[{"paragraphs":[{"text":"a"}],"table":{},"questions":[{"question":"Q","answer":{}}]}]`, `question 1: "answer" holds an object`},
		{"TAT-QA with paragraphs that are none", "tatqa", `[{"paragraphs":["a"],"table":{},"questions":[]}]`,
			`item 1 of "paragraphs" must be an object, got a text`},
		{"FinanceBench without an id", "financebench", `{"question":"Q","answer":"A","evidence":[]}`, `"financebench_id" is missing`},
		{"FinanceBench without pages", "financebench",
			`{"financebench_id":"a","question":"Q","answer":"A","evidence":[{"evidence_text":"a"}]}`, `item 1 of "evidence" has no page number`},
		{"results without a question", "finqa-results", `{"gold_text":"1","final_answer_text":"1","correct":true}`, `"question" is missing`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(write(t, "set", tt.content), tt.format)
			wantError(t, err, tt.says)
		})
	}
	_, err := Open(write(t, "a.jsonl", benchCase, documentsFile, "{\"doc_name\":\"A\"}\n{\"company\":\"B\"}\n"), "", SkipBad)
	wantError(t, err, documentsFile+`:2: "doc_name" is missing`)
}

// TestSkipBad leaves records out, and tells which.
func TestSkipBad(t *testing.T) {
	bad := `{"Context":"","Question":"Q","Answer":"1"}`
	for name, tt := range map[string]struct {
		content string
		first   string
	}{
		"lines": {larkmoorCase + "\n" + bad + "\nnone\n\n" + larkmoorCase + "\n{\"Context\":\"\xe9\"}\n", `set:2: "Context" is empty`},
		"a list": {"[" + larkmoorCase + "," + bad + ",none,\n" + larkmoorCase + ",{\"Context\":\"\xe9\"}]",
			`set:1: "Context" is empty (record 2)`},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, "set", tt.content)
			if _, err := Open(path, ""); err == nil {
				t.Error("bad records are taken")
			}
			s, err := Open(path, "", SkipBad)
			if err != nil {
				t.Fatal(err)
			}
			got := all(t, s)
			if len(got) != 2 || got[1].ID != got[0].ID+"-2" || s.Skipped.Records != 3 || s.Skipped.Count != 3 ||
				!strings.HasSuffix(s.Skipped.First[0].Error(), tt.first) {
				t.Errorf("%d cases, skipped %+v:\n%v", len(got), s.Skipped, &s.Skipped)
			}
			if len(s.Notes) != 1 || !strings.HasPrefix(s.Notes[0], "a question appears twice") {
				t.Errorf("notes %q", s.Notes)
			}
		})
	}
	named := `{"id":"a","question":"Q","gold":"A"}` + "\n"
	s, err := Open(write(t, "set", named+named+`{"id":"b","question":"Q","gold":"A"}`), "", SkipBad)
	if err != nil || len(all(t, s)) != 2 || s.Skipped.Records != 1 {
		t.Errorf("an id twice: %v, %+v", err, s)
	}
	for name, tt := range map[string]struct{ content, says string }{
		"a cut list":       {"[" + larkmoorCase + ",", "the list is cut off"},
		"nothing is left":  {bad, `"Context" is empty`},
		"behind the list":  {"[" + larkmoorCase + "] x", "after the end of the list"},
		"a configuration":  {"tests: [{vars: {question: Q}, assert: [{type: equals, value: A}]}, {vars: 3}]", ""},
		"columns of a set": {`{"question":["a"],"contexts":[["x"],["y"]],"answer":["b"]}`, "has 2 values"},
	} {
		_, err := Open(write(t, "set", tt.content), "", SkipBad)
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDocumentInformation(t *testing.T) {
	s := mustOpen(t, write(t, "q.jsonl", benchCase, documentsFile,
		`{"doc_name":"LARKMOOR_2024_10K","company":"Larkmoor","gics_sector":"Materials","doc_type":"10k","doc_period":2024}`+"\n"), "")
	c := all(t, s)[0]
	if c.Tags["sector"] != "Materials" || c.Tags["form"] != "10k" || c.Tags["period"] != "2024" || len(s.Files) != 2 || len(s.Notes) != 0 {
		t.Errorf("%+v, %+v, %q", c.Tags, s.Files, s.Notes)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(s.Path), documentsFile), []byte(`{"doc_name":"A"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range s.Cases() {
		last = err
	}
	wantError(t, last, "was changed since it was opened")
}

func TestFinQAGold(t *testing.T) {
	for _, tt := range []struct{ answer, result, gold, tag string }{
		{`"56%"`, `0.56197`, "56%; 0.56197", ""}, {`""`, `1393.0`, "1393.0", ""}, {`"-3.2%"`, `-16.0`, "-16.0", "disagrees"},
		{`"yes"`, `"yes"`, "yes", ""}, {`"12"`, `null`, "12", ""},
	} {
		s := mustOpen(t, write(t, "a.json",
			`[{"pre_text":["a"],"post_text":[],"table":[],"qa":{"question":"Q","answer":`+tt.answer+`,"exe_ans":`+tt.result+`}}]`), "")
		c := all(t, s)[0]
		if strings.Join(c.Gold, "; ") != tt.gold || c.Tags["gold"] != tt.tag {
			t.Errorf("%s, %s: %q %v", tt.answer, tt.result, c.Gold, c.Tags)
		}
	}
}

func TestWorking(t *testing.T) {
	for name, content := range map[string]string{
		"FinQA": strings.NewReplacer("subtract(1200, 1000), divide(#0, 1000)",
			"table_max(net sales, none), divide(#0, 6000)").Replace(finqaCase),
		"DocFinQA's shape": `{"Context":"x\n | 2024\nnet sales | $ 1200","Question":"Q","Answer":"0.2","Program":"divide(table_sum(net ` +
			`sales, none), 6000)"}`,
		"flat": flatCase,
	} {
		g, ok := Working(all(t, mustOpen(t, write(t, "a", strings.ReplaceAll(content, "\n", "")), ""))[0])
		if !ok {
			t.Fatalf("%s: no program", name)
		}
		if f := finqa.Check(g); f.Fault != finqa.Sound {
			t.Errorf("%s: %+v of %+v", name, f, g)
		}
	}
	if _, ok := Working(&system.Case{}); ok {
		t.Error("a case without a program has one")
	}
}

func TestLine(t *testing.T) {
	s := &tatqaPassage[0]
	for evidence, want := range map[string]string{"t-1#L1": "Sales rose. Both years.", "t-1#L4": "Net sales | 1,200",
		"t-1#L5": "-", "t-1#L0": "-", "t-2#L1": "-", "t-1#2": "-", "t-1#Lx": "-"} {
		got := "-"
		if start, end, ok := lineAt(s, evidence); ok {
			got = s.Text[start:end]
		}
		if got != want {
			t.Errorf("%s is %q, want %q", evidence, got, want)
		}
	}
}

func TestPublishedAnswers(t *testing.T) {
	a, err := OpenAnswers(write(t, "p.json",
		"{\n\"q-1\": [-12.6, \"thousand\"],\n\"q-2\": [[\"dyes\", \"looms\"], \"\"],\n\"q-3\": [[\"$1,200\"], \"thousand\"],\n\"q-4\": "+
			"[null, \"million\"]\n}"))
	want := map[string]system.StoredAnswer{"q-1": {Text: "-12.6", Unit: "thousand"},
		"q-2": {Text: "dyes, looms", List: []string{"dyes", "looms"}}, "q-3": {Text: "$1,200", Unit: "thousand"}, "q-4": {Unit: "million"}}
	if err != nil || !reflect.DeepEqual(a.ByID, want) || a.Scales["q-4"] != "million" || a.Scales["q-1"] != "thousand" {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err = OpenAnswers(write(t, "r.jsonl",
		`{"financebench_id":"fb-1","question":"Q","gold_answer":1,"model_answer":"One.","label":"Refusal"}`)); err != nil ||
		a.ByID["fb-1"].Text != "One." || a.Verdicts["fb-1"]["label"] != "Refusal" {
		t.Errorf("%+v, %v", a, err)
	}
	runs := `{"question":"by how much did net sales grow?","gold_text":"0.2","final_answer_text":"20%","correct":true}` + "\n" +
		`{"question":"twice?","gold_text":"1","final_answer_text":"1","correct":true}` + "\n" +
		`{"question":"twice?","gold_text":"2","final_answer_text":"2","correct":false}`
	if a, err = OpenAnswers(write(t, "f.jsonl", runs)); err != nil || len(a.ByID) != 3 {
		t.Fatalf("%+v, %v", a, err)
	}
	set := mustOpen(t, write(t, "finqa.json", "["+finqaCase+"]"), "")
	for _, time := range []string{"first", "second"} {
		joined, err := a.Join(set)
		id := "LRK/2024/page_7.pdf-2"
		if err != nil || joined != 1 || a.ByID[id].Text != "20%" || a.Verdicts[id]["correct"] != "true" || len(a.ByID) != 3 {
			t.Errorf("joined for the %s time: %d joined, %+v, %v", time, joined, a, err)
		}
	}
	for content, says := range map[string]string{
		`{"q-1":[{},""],"q-2":["a",""]}`:                              `"q-1": the answer holds an object`,
		`{"financebench_id":"a","model_answer":"b"}`:                  `"question" is missing`,
		`{"q-1":["a","furlong"]}`:                                     `no "id"`,
		`{"financebench_id":"a","question":"Q","model_answer":["b"]}`: `"model_answer" holds a list`,
	} {
		_, err := OpenAnswers(write(t, "x", content))
		wantError(t, err, says)
	}
}

// TestItemsAcrossBuffers puts each byte of an item onto the edge of the buffer that it is read through.
func TestItemsAcrossBuffers(t *testing.T) {
	item := `{"question":"a\\\"],[{}\\\\","gold":["]","\u00e9"],"extra":{"b":[1,{}]}}`
	for pad := record.ReadBytes - 2*len(item); pad < record.ReadBytes+4; pad++ {
		first := `{"question":"` + strings.Repeat("q", pad-100) + `"}`
		s := mustOpen(t, write(t, "a", "["+first+",\n"+item+","+item+" ]\n"), "assay")
		got := all(t, s)
		if len(got) != 3 || got[1].Question != `a\"],[{}\\` || got[2].Gold[1] != "é" || string(got[2].Extra) != `{"b":[1,{}]}` {
			t.Fatalf("with %d bytes before: %s", pad, asJSON(t, got[1:]))
		}
	}
}

// TestLongDocuments reads a file of 100 MB whose records are documents of 1.6 MB, and looks how much memory
// that takes.
func TestLongDocuments(t *testing.T) {
	path := longDocuments(t, 64)
	s := mustOpen(t, path, "")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n, most := 0, uint64(0)
	for c, err := range s.Cases() {
		if err != nil || len(c.Passages[0].Text) < 1_600_000 {
			t.Fatal(err)
		}
		if n++; n%8 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&after)
			most = max(most, after.HeapAlloc)
		}
	}
	if n != 64 || s.Len != 64 || most > before.HeapAlloc+24<<20 {
		t.Errorf("%d cases, %d bytes on the heap after %d", n, most, before.HeapAlloc)
	}
}

// longDocuments writes a list of records on one line, each a document of 1.6 MB.
func longDocuments(tb testing.TB, n int) string {
	path := filepath.Join(tb.TempDir(), "long.json")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	text := strings.Repeat(`Net sales of \"Larkmoor\" rose to 1,200 million dollars.\n`, 1_600_000/54)
	for i := range n {
		fmt.Fprintf(f, `%s{"Context": "%d %s", "Question": "What were net sales?", "Answer": "1200", "Program": "1200"}`,
			[...]string{"[", ", "}[min(i, 1)], i, text)
	}
	fmt.Fprint(f, "]")
	return path
}

// BenchmarkLongDocuments opens 100 MB of documents.
func BenchmarkLongDocuments(b *testing.B) {
	path := longDocuments(b, 64)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		if s, err := Open(path, ""); err != nil || s.Len != 64 {
			b.Fatal(err)
		}
	}
}
