package figure

import (
	"strings"
	"testing"
)

// TestAnswerOfReplies finds the final answer in whole replies: marked, concluded, corrected, with notes around it.
func TestAnswerOfReplies(t *testing.T) {
	const sums = "Sales were $810 million in 2022 and $1,002 million in 2023.\nChange: 1,002 - 810 = 192\n192 / 810 = 23.70%\n"
	for _, c := range []struct{ name, reply, want, rule string }{
		{"tag", "First 14.46 %. <answer>23.70%</answer> (page 12)", "23.70%", "tag"},
		{"tag in brackets", sums + "[ANSWER] $5.18 per share [/ANSWER]", "$5.18 per share", "tag"},
		{"box", "14.46% at first … \\[\\boxed{23.70\\%}\\] of 8 stores", "23.70\\%", "box"},
		{"box with a comma of TeX", "$$\\boxed{61{,}545\\ \\text{stores}}$$", "61{,}545\\ \\text{stores", "box"},
		{"negative in a box", "$\\boxed{-\\$35.1 \\text{ million}}$", "-\\$35.1 \\text{ million", "box"},
		{"hash marks", sums + "#### 23.70", "23.70", "hash"},
		{"markdown heading of four hashes", "#### Step 1\nSales rose by 192.\n\n#### Answer\n23.70 %", "23.70 %", "answer"},
		{"JSON with its reasoning first", `{"reasoning": "192 / 810", "final_answer": "23.70%", "page": 31}`, "23.70%", "final answer"},
		{"JSON with a number", `{"answer": -454.2, "reasoning": "of 1,831.4"}`, "-454.2", "answer"},
		{"label in bold", sums + "**Final Answer:** -$234.5 million\n\nNote 12 has 3 tables.", "-$234.5 million", "final answer"},
		{"label, then its line", sums + "ANSWER\n------\n23.70 %\n\nCheck: 810 × 1.237 = 1,002", "23.70 %", "answer"},
		{"label of a draft", "Preliminary answer: 7.0\nAdjusted by 2.\nFinal answer: 9.2", "9.2", "final answer"},
		{"label in a sentence of labels", "**Calculation:** 10 - 3 · **Answer:** 7.5 · **Page:** 98", "7.5", "answer"},
		{"row of a table", "| Sales | reported | 810 |\n| Answer | 192 / 810 | 23.70% |", "23.70%", "answer"},
		{"HTML", "<tr><td>Sales</td><td>810</td></tr><tr><td><b>Answer</b></td><td><b>192</b></td></tr>", "192", "answer"},
		{"another language", "120 + 72\n\n**Antwort:** 192", "192", "answer"},
		{"thought aloud", "<think>The answer is 5. Answer: 6</think>It is 7.5.", "7.5", ""},
		{"taken back", "Final answer: 1.69\n\nWait, inventories belong to it: 4,622 / 1,585.\n\nThe right answer is 2.91.", "2.91", "sentence"},
		{"taken back in a sentence", "Coverage was 4.32... scratch that, taxes must not be deducted. It is 6.50.", "6.50", ""},
		{"denied", "It came to 12 (8 is not my answer: it lacks 4).", "12", ""},
		{"struck out", "Answer: ~~315.0~~ **216.8**", "216.8", "answer"},
		{"not this but that", "The ratio is therefore not 55.4 % but 22.0 %.", "22.0 %", ""},
		{"the last line is the figure", sums + "> **27.72%**", "27.72%", ""},
		{"the last line concludes", "We sum 3 years.\nFinally I take 4,218.6 / 3, resulting in $1,406.2M.", "$1,406.2M", ""},
		{"the last line concludes with an equation", "It takes 2 steps.\nTherefore, the margin is (167 / 3,991) * 100 = 4.19%.", "4.19%", ""},
		{"the figure comes before its name", "> 810 / 3\n270\nThe tape ends at 270.5, and that is the answer.", "270.5", ""},
		{"headline first", "The change was 14.46 %.\n\nInputs: 810, 927.", "14.46 %", ""},
		{"notes after it", "It came to 12.5 %.\n\nNote: of 3 segments.\nSource: page 45.", "12.5 %", ""},
		{"decimals in words", "The share is nine point nine percent.", "nine point nine percent", ""},
		{"decimal comma", "**Réponse :** 3.297,67", "3.297,67", "answer"},
	} {
		a, ok := Answer(c.reply)
		if !ok || strings.Trim(c.reply[a.Start:a.End], " ") != c.want {
			t.Errorf("%s: got %q, %v", c.name, c.reply[min(a.Start, len(c.reply)):min(a.End, len(c.reply))], ok)
		}
		if claim, _ := Final(c.reply); claim.Rule != c.rule {
			t.Errorf("%s: got %q by %q, want %q", c.name, claim.Text, claim.Rule, c.rule)
		}
	}
}

// TestClaimOfNoAnswer reads no figure where the answer that is stated is none.
func TestClaimOfNoAnswer(t *testing.T) {
	for _, reply := range []string{
		`{"notes": "gross margin in 2022: 15.2%", "answer": null}`, "<notes>It was 15.2%</notes>\n<answer>NOT FOUND</answer>",
		"In 2016 it was 6.5%.\n\nAnswer: unknown",
	} {
		if a, ok := Answer(reply); ok {
			t.Errorf("%q: got %s", reply, a)
		}
	}
}

// TestAskedOfNamedFigures takes the figure that the question names, of replies that state several.
func TestAskedOfNamedFigures(t *testing.T) {
	const question = "What was the change in cost of goods sold from fiscal 2017 to fiscal 2020? Answer in USD millions (no decimals)."
	const income = "What was Fernhollow Mills's net income in fiscal 2020?"
	for _, c := range []struct{ name, question, reply, want string }{
		{"JSON", question, "{\n \"Change in headcount, FY2017 to FY2020\": \"39.57%\",\n" +
			" \"Change in cost of goods sold, FY2017 to FY2020\": \"-44.25%\"\n}", "-44.25%"},
		{"table", question, "| Measure | Value |\n|---|---|\n| Change in cost of goods sold, FY2017 to FY2020 | 5.5 |\n" +
			"| The same, FY2016 to FY2017 | 7.5 |", "5.5"},
		{"list", question, "Here they are:\n- **Cost of goods sold, change 2017 to 2020: -9.5**\n- Cost of goods sold, 2020: 8.1", "-9.5"},
		{"inputs", question, "Cost of goods sold 2017: 40\nCost of goods sold 2020: 30\nSo it fell by 10.5.", "10.5"},
		{"sentences", income, "Operating income in fiscal 2020 was $9 million. Net income in fiscal 2020 was $6 million.", "$6 million"},
		{"one sentence", income, "While the operating income of 2020 was $9 million, the net income of 2020 was $6 million.", "$6 million"},
		{"years after it", income, "Net income was $5 million in 2019 and $6 million in 2020.", "$6 million"},
		{"years before it", income, "In 2020 it was $6 million; in 2019 it was $5 million.", "$6 million"},
		{"of the sentence before", income, "Net income of 2020 is on page 40. It was $6 million, whereas that of 2019 was $5 million.", "$6 million"},
		{"heads of columns", income, "| | 2019 | 2020 |\n|---|---|---|\n| Net sales | 70 | 80 |\n| Net income | 5 | 6 |", "6"},
		{"comma-separated", income, "metric,2019,2020\nnet sales,$70,$80\nnet income,$5,$6", "$6"},
		{"headings", income, "## 2019\nNet income: 5\n## 2020\nNet income: 6", "6"},
		{"on the next line", income, "Net income of 2019 was 5. Net income of 2020 is:\n\n```\n6\n```", "6"},
		{"marked", income, "Holdings\n├── Net sales: 80\n└── Profit (asked): 6", "6"},
		{"headline", income, "**6**\n\nThe operating income of 2020 was 9 and the net loss of 2020 was 7.", "6"},
		{"named as another", income, `{"metric": "net income 2020", "value": 6, "not_asked": {"metric": "net income 2019", "value": 5}}`, "6"},
		{"years alone", income, "FY2019: $5 million\nFY2020: $6 million", "$6 million"},
		{"first thought", income, "Initially I thought it was $5 million, but that's the 2019 column. It's $6 million.", "$6 million"},
		{"next label", income, "answer=$6 million; prior_year=$5 million", "$6 million"},
		{"at the end of a sentence", income, "Mills earned $5 million and shops the rest, bringing net income of 2020 to $6 million.", "$6 million"},
		{"year before in brackets", income, "6 (FY2019: 5)", "6"},
		{"year before in words", income, "Net income stood at $6 million versus $5 million a year earlier.", "$6 million"},
		{"denied after it", income, "$5 million is incorrect; it was $6 million.", "$6 million"},
		{"sum", income, "$5 million (mills) + $1 million (shops) = $6 million", "$6 million"},
		{"change of levels", question, "Cost of goods sold went from $40 in 2017 to $30 in 2020. That's a decrease of $10.5.", "$10.5"},
		{"change after a level", question, "Cost of goods sold fell to $30 in 2020, down $10.5 from 2017.", "$10.5"},
		{"changes of two kinds", "By what percentage did sales change?", "Sales rose from $40 to $50, an increase of 25%.", "25%"},
		{"check", "What was the percentage change in sales?", "The change is 25%. To verify: 40 × 1.25 = 50.", "25%"},
		{"names without a verb", income, "Net sales $9 million; other $1 million; net income $6 million.", "$6 million"},
		{"columns of blanks", income, "Net sales     $9 million\nNet income    $6 million", "$6 million"},
		{"named after it", income, "$6 million is the net income of 2020. $5 million is that of 2019.", "$6 million"},
		{"years in order", income, "Net income was $5 million, $6 million and $7 million in 2019, 2020 and 2021.", "$6 million"},
		{"another company", income, "Net income of 2020 was $6 million. The net income of Ashbrook Mining of 2020 was $9 million.", "$6 million"},
		{"another basis", income, "Net income of 2020 was $6 million. Pro forma net income of 2020 was $9 million.", "$6 million"},
		{"lists with a head", income, "2020: net sales $9, net income $6. 2019: net sales $8, net income $5.", "$6"},
		{"option", income, "(a) $5 million\n(b) $6 million\nOption (a) is of 2019.\nVerdict: (b).", "$6 million"},
		{"record of XML", income, `<result measure="net income" period="2020" value="$6 million"/>` + "\n" +
			`<reference measure="net income" period="2019" value="$5 million"/>`, "$6 million"},
		{"selected", income, `[{"value": "$5 million", "selected": false}, {"value": "$6 million", "selected": true}]`, "$6 million"},
		{"level after two changes", "By how many dollars did sales change?", "Sales rose 25%, or $10, to $50.", "$10"},
		{"table of HTML", income, "<tr><th>Year</th><th>Net income</th></tr><tr><td>2019</td><td>$5</td></tr><tr><td>2020</td><td>$6</td></tr>", "$6"},
		{"no other name than the answer's", income, "Based on the passage, the figure you need is $6 million. Net income of 2020 before tax was $9 million.",
			"$6 million"},
		{"on its own at the end", income, "<details>40 - 31 = $9 million is the net income of 2020\n42 - 36 = $6 million</details>\n\n<b>$6 million</b>",
			"$6 million"},
		{"ticked", income, "❌ Net income of 2020: $9 million\n✅ Income of 2020: $6 million", "$6 million"},
		{"said by others", income, "You suggested a net income of 2020 of $9 million. I can't confirm it; it was $6 million.", "$6 million"},
		{"offered", income, "The number you're looking for is $6 million. Shall I explain the net income before tax of 2020 ($9 million) too?",
			"$6 million"},
		{"names in order", income, "The sales in 2020 and the net income in 2020 were $9 million and $6 million, respectively.", "$6 million"},
		{"in this order", income, "The figures are, in this order, the sales and the net income: $9 million and $6 million.", "$6 million"},
		{"name in a tag", income, "<value name=\"sales\">$9 million</value>\n<value name=\"net income\">$6 million</value>", "$6 million"},
		{"by how much", "Which grew more, A or B, and by how much?", "A's $9 million exceeded B's $6 million by $3 million.", "$3 million"},
		{"higher", "How much higher was the dividend in 2020?", "It was $1.80 in 2020 and $1.60 in 2019, making it $0.20 higher.", "$0.20"},
		{"basis points", "By how many basis points did the net interest margin change?", "NIM went from 2.5% to 2.9%, up 40 basis points.",
			"40 basis points"},
		{"year in brackets", income, "Net income was $6 million at 31 December 2020 (2019: $5 million).", "$6 million"},
		{"abbreviation", "What was the revenue per available room?", "Occupancy was 70%, ADR $150 and RevPAR $105.", "$105"},
		{"what a reply begins with", income, "$6 million. Note that net income of 2020 was $9 million before tax.", "$6 million"},
		{"what it ends with", "What was the operating margin?", "The operating margin is 8% in the table, which has two columns. The margin was 9%.",
			"9%"},
		{"conclusion", "What was the operating margin?", "The table has an operating margin of 8% for 2019, so the margin is 9%.", "9%"},
		{"concession", "What was the operating margin of Fernhollow in 2020?", "While the sector had an operating margin of 8%, Fernhollow's was 9%.",
			"9%"},
		{"result in brackets", "What do the payments after 2022 add up to?", "$99 less those before (20 + 24 = 44) leaves $55.", "$55"},
		{"quoted", income, "It is $6 million. The statement says: \"Net income, before minorities, of 2020: 7,000\".", "$6 million"},
		{"said to be another's", income, "Net income in 2020 was $6 million. I also saw $5 million (2019) and $9 million (before tax).", "$6 million"},
		{"a question of its own", income, "$6 million\n\nQuestion: What was it in 2019?\nAnswer: $5 million", "$6 million"},
		{"questions and answers", income, "Q: What were the net sales in 2020?\nA: $9 million\nQ: What was the net income in 2020?\nA: $6 million",
			"$6 million"},
		{"how sure", income, "I am confident (about 90%) in $6 million. There is a small chance that net income of 2020 means $9 million.", "$6 million"},
		{"only value of a record", income, "{\"metric\": \"income\", \"value\": 6, \"unit\": \"USD m\", \"sources\": [{\"page\": 4, \"value\": 40}]}", "6"},
		{"record of lines", income, "metric: net income\nvalue: 6\nunit: USD m\nbefore: 5", "6"},
		{"two in one sentence", "What were the diluted earnings per share?", "Basic and diluted earnings per share were $1.29 and $1.27.", "$1.27"},
		{"qualified after it", "What was the diluted EPS?", "EPS was $1.29 basic and $1.27 diluted.", "$1.27"},
		{"sources at the end", income, "Sales of $40 million less costs of $34 million [1][2]\n\n**$6 million**\n\n[1] p. 41 [2] p. 42", "$6 million"},
		{"what the others add up to", "What was the total of dividends and buybacks?", "It returned $9: $4 of dividends and $5 of buybacks.", "$9"},
		{"verb after an aside", income, "Net income of 2020, net of minorities of $1 million, was $6 million.", "$6 million"},
		{"change of the year before", "What was the change in sales from 2019 to 2020?", "Sales were up 6% in 2020 after 9% in 2019.", "6%"},
		{"selected answer", income, "{\"considered\": [\"$9 million\", \"$6 million\"], \"selected_answer\": \"$6 million\"}", "$6 million"},
		{"takeaway", income, "The net income of 2020 is listed at $9 million.\n\n> **Key takeaway:** It was $6 million.", "$6 million"},
		{"output of a program", income, "```python\nnet_income_2020 = 9\n```\nThe program returns 6.", "6"},
		{"a question with years", "What are the payments for the next 5 years?", "The payments for the next 5 years are $6 million.", "$6 million"},
		{"another's, by its owner", "What was the fuel expense of Tarnwood Air?", "Harrow Jet's fuel expense was $9 million; Tarnwood's was $6 million.",
			"$6 million"},
		{"chosen option", income, "Option A: $9 million (adjusted)\nOption B: $6 million (reported)\n\nI choose Option B: $6 million.", "$6 million"},
		{"in passing", income, "so sales are 40 and costs 34 in 2020, and that's 6", "6"},
		{"not the answer", income, "The answer is not $9 million. It is $6 million.", "$6 million"},
		{"unit in the next line", income, "Evidence: sales = 40; costs = 34\nNumber: 6\nUnit: USD", "6"},
		{"working", income, "Net income of 2020 = 40 - 34\nHence net income = 6", "6"},
	} {
		m, err := CompareText(c.want, c.reply, ReadQuestion(c.question))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := strings.TrimSpace(c.reply[m.Got.Start:m.Got.End]); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestReplacedAnswers takes what a reply says after it took its answer back, and not what it only looked at again.
func TestReplacedAnswers(t *testing.T) {
	for _, c := range []struct{ reply, want string }{
		{"**Answer: -40.5%**\n\nI apologize, I made an error above. The corrected change is:\n\n**-34.6%**", "-34.6%"},
		{"The answer is 11.7%. Actually, let me double-check: 5 / 40 = 12.5%. The correct change is 12.5%.", "12.5%"},
		{"15.4% — no, hold on, that's the wrong column. It's 19.0%.", "19.0%"},
		{"Answer: 18.1\n\nWait, let me double-check: 130.2 - 18.1 = 112.1. Yes, it holds.", "18.1"},
		{"Answer: 83.5%\n\nWait, could it be 66.9% instead? No. I stay with 83.5%.", "83.5%"},
	} {
		if a, ok := Answer(c.reply); !ok || c.reply[a.Start:a.End] != c.want {
			t.Errorf("%q: got %q", c.reply, c.reply[a.Start:a.End])
		}
	}
}

// TestDeclines reads no figure where a reply says that it has no answer, or ends before it.
func TestDeclines(t *testing.T) {
	hint := ReadQuestion("What was Fernhollow Mills's operating margin in fiscal 2020?")
	for _, c := range []struct {
		reply string
		is    bool
	}{
		{"I first noted 43.2%, but withdraw that. I do not have the operating margin of 2020.", true},
		{"The operating margin of 2019 was 40.1%. To find that of fiscal 2020, the operating margin is profit divided by", true},
		{"The context is insufficient. (It does mention 43.2% for another item.)", true},
		{"Is it 43.2%? I really don't know.", true},
		{"I found no source. Please disregard the 43.2% of my last message.", true},
		{"Final answer: 43.2%\n\nCorrection: I withdraw that figure. I have no answer to offer.", true},
		{"The context does not contain enough information. It only has amounts such as 43.2% and 40.1%.", true},
		{"The text has 43.2%, without a period.\n\nFinal answer: cannot be determined", true},
		{"N/A. I saw 43.2% in the table, but I am not able to confirm that it answers the question.", true},
		{"I first thought the answer was 43.2%. On reflection this is wrong, and I am unable to give a figure.", true},
		{"(A) 40.1%\n(B) 43.2%\n(C) cannot be determined\n\nThe correct option is (B): 43.2%.", false},
		{"**Operating margin of fiscal 2020:** not available\n**Operating margin of fiscal 2019:** 43.2%", true},
		{"The document does not provide the information needed. (You may have seen 43.2% elsewhere.)", true},
		{"Final answer: Insufficient information. I considered 43.2%, but it is not confirmed.", true},
		{"Not disclosed; 43.2% concerns another company.", true},
		{"I cannot verify the figure of 43.2% that is going round, so I won't give one.", true},
		{"Candidates: 43.2%; 40.1%. I can't say which.", true},
		{"I don't know the margins of segments, but the operating margin of 2020 was 43.2%.", false},
		{"I do not have enough information on other margins, but the operating margin is stated: 43.2%.", false},
		{"The operating margin of 2020 was 43.2%. I could not find a margin of segments.", false},
	} {
		if _, err := CompareText("43.2%", c.reply, hint); (err != nil) != c.is {
			t.Errorf("%q: %v", c.reply, err)
		}
	}
}

// FuzzFinal looks for claims outside the reply.
func FuzzFinal(f *testing.F) {
	f.Add("Answer: 5\n\\boxed{$6{,}1$} ~~x~~ <b>7</b>")
	f.Add("three point one four | answer | 1.234,5")
	f.Fuzz(func(t *testing.T, reply string) {
		if c, ok := Final(reply); ok && reply[c.Start:c.End] != c.Text {
			t.Errorf("%q is not at %d to %d of %q", c.Text, c.Start, c.End, reply)
		}
		if a, ok := Answer(reply); ok && (a.Start < 0 || a.End < a.Start || a.End > len(reply)) {
			t.Errorf("%d to %d of %q", a.Start, a.End, reply)
		}
	})
}
