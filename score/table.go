package score

// Scorers is every scorer, in the order in which tables print them.
var Scorers = []Scorer{
	{
		Name: "exact", Also: []string{"exact-match"},
		Doc: "1 if the answer is the gold, character for character, blanks at the ends apart; else 0.",
		Caveats: "Says nothing of how far off an answer is: case, punctuation and every other difference count. Of " +
			"several golds any one will do.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: exact,
	},
	{
		Name: "exact-normal", Also: []string{"normalized-exact", "normalised-exact", "exact-normalized",
			"normalized-exact-match", "em", "squad-em"},
		Doc: "1 if answer and gold are equal once both are in lower case without punctuation and articles; else 0.",
		Caveats: "SQuAD's normalisation takes the point out of a number: 1.5 and 15 are equal to it. Use 'figure' for " +
			"figures. Of several golds any one will do.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: squadExact,
	},
	{
		Name: "f1", Also: []string{"token-f1", "squad-f1"},
		Doc: "Token F1 of the SQuAD script: the tokens that answer and gold share, in any order.",
		Caveats: "Blind to order and to negation; a long answer with the gold in it scores low; 1.5 and 15 are equal " +
			"to it. Of several golds the best counts.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: squadF1,
	},
	{
		Name: "bleu_legacy",
		Doc:  "Not BLEU: the token F1 that older scripts for document questions printed under that name, to compare with their figures.",
		Caveats: "Equal to 'f1' in every case, from 0 to 1; it counts single tokens in any order, knows no n-grams and no brevity penalty. " +
			"For BLEU use 'bleu', for a token F1 'f1'.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: squadF1,
	},
	{
		Name: "bleu", Also: []string{"sentence-bleu", "sacrebleu"},
		Doc: "Sentence BLEU of sacreBLEU, from 0 to 100: n-grams of the answer up to length 4 that the gold has.",
		Caveats: "Made for corpora: of one short sentence it is mostly smoothing (exp, tokens 13a, effective order). " +
			"The mean of it is not corpus BLEU, which '--corpus' computes. Several golds are references of one BLEU.",
		Low: 0, High: 100, Needs: NeedsGold | needsAnswer, Func: bleu,
	},
	{
		Name: "rouge1", Also: []string{"rouge"},
		Doc: "ROUGE-1 F of Google's rouge_score: the words that answer and gold share.",
		Caveats: "Blind to order; words outside a to z are dropped, so it says nothing of other scripts; 1.5 is two " +
			"words. Of several golds the best counts.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: Rouge{N: 1}.scorer,
	},
	{
		Name: "rouge1-stem", Also: []string{"rouge-stem"},
		Doc: "ROUGE-1 F of Google's rouge_score: the words that answer and gold share. Stemmed.",
		Caveats: "As 'rouge1', after Porter's stemmer as NLTK extends it, on tokens longer than three characters; " +
			"'operating' and 'operator' become one.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: Rouge{N: 1, Stem: true}.scorer,
	},
	{
		Name: "rouge2", Doc: "ROUGE-2 F of Google's rouge_score: the pairs of neighbouring words that answer and gold share.",
		Caveats: "0 for answers of one word, right or wrong; words outside a to z are dropped. Of several golds the best counts.",
		Low:     0, High: 1, Needs: NeedsGold | needsAnswer, Func: Rouge{N: 2}.scorer,
	},
	{
		Name: "rouge2-stem", Doc: "ROUGE-2 F of Google's rouge_score: the pairs of neighbouring words that answer and gold share. Stemmed.",
		Caveats: "As 'rouge2', after Porter's stemmer as NLTK extends it, on tokens longer than three characters; " +
			"'operating' and 'operator' become one.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: Rouge{N: 2, Stem: true}.scorer,
	},
	{
		Name: "rougeL", Doc: "ROUGE-L F of Google's rouge_score: the longest sequence of words, gaps allowed, that answer and gold share.",
		Caveats: "Words outside a to z are dropped; 'rose 5%' and 'fell 5%' are alike. Of several golds the best " +
			"counts; texts too long to align are skipped.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: Rouge{}.scorer,
	},
	{
		Name: "rougeL-stem", Doc: "ROUGE-L F of Google's rouge_score: the longest sequence of words, gaps allowed, " +
			"that answer and gold share. Stemmed.",
		Caveats: "As 'rougeL', after Porter's stemmer as NLTK extends it, on tokens longer than three characters; " +
			"'operating' and 'operator' become one.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: Rouge{Stem: true}.scorer,
	},
	{
		Name: "rougeLsum", Doc: "ROUGE-Lsum F of Google's rouge_score: ROUGE-L over sentences, one per line.",
		Caveats: "Sentences are lines: text without line breaks is one sentence, and the score is ROUGE-L. Of several " +
			"golds the best counts; texts too long to align are skipped.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: Rouge{Sum: true}.scorer,
	},
	{
		Name: "rougeLsum-stem", Doc: "ROUGE-Lsum F of Google's rouge_score: ROUGE-L over sentences, one per line. Stemmed.",
		Caveats: "As 'rougeLsum', after Porter's stemmer as NLTK extends it, on tokens longer than three characters; " +
			"'operating' and 'operator' become one.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: Rouge{Sum: true, Stem: true}.scorer,
	},
	{
		Name: "ratcliff", Also: []string{"ratcliff-obershelp", "difflib", "similarity", "sequence-matcher"},
		Doc: "Similarity of the characters by Ratcliff and Obershelp: Python's SequenceMatcher(None, gold, answer).ratio().",
		Caveats: "Not symmetric: in an answer of 200 characters or more, frequent characters start no match. Blind to " +
			"meaning: 'rose 5%' and 'fell 5%' are alike. Of several golds the best counts; texts too long to match are skipped.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: ratcliff,
	},
	{
		Name: "jaccard", Also: []string{"list-jaccard", "list"},
		Doc: "Jaccard similarity of two lists: items of both over items of either, in any order.",
		Caveats: "Items are equal or not: case, punctuation at the ends and articles apart, no synonyms, no rounding. " +
			"A text is split at line breaks, else semicolons, else commas and 'and', so that 'research and development' " +
			"is two items unless the gold has it as one. All golds are one list. What share is enough, 0.8 say, is the caller's to decide.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: jaccard,
	},
	{
		Name: "boolean", Also: []string{"yes-no", "bool"},
		Doc: "1 if answer and gold both say yes or both say no; else 0.",
		Caveats: "Reads the word, not the reason given for it. Both words, neither or a hedge are unparsable; a wrong " +
			"one in an answer that abstains is abstained. A gold that is no yes or no is skipped; of several golds any one will do.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: yesNo,
	},
	{
		Name: "no-answer", Also: []string{"abstention", "abstains"},
		Doc: "1 if the answer abstains exactly where it should: the gold is absent, empty or an abstention itself; else 0.",
		Caveats: "Abstention is read by a table of English phrases in the first and the last sentence. It says " +
			"nothing of whether an answer that is given is right. An empty answer abstains.",
		Low: 0, High: 1, Func: noAnswer,
	},
	{
		Name: "figure", Also: []string{"numeric", "numeric-figure", "figures"},
		Doc: "1 if the figure of the answer is a right rendering of the gold's, by sign, scale, unit and the digits shown; else 0.",
		Caveats: "One figure is compared, the one that the answer states. It is looked for in this order: an answer tag, " +
			"a box, a label of a final answer (FINAL:), ####, Answer:, Result:, 'the answer is'; of each the last; then what " +
			"the last or the first line concludes, '=' and 'is'. What an answer takes back, and its notes, do not count. " +
			"A gold range asks for both ends. The explanation names what is wrong: sign, scale, unit, rounding, year_as_answer, other. A " +
			"wrong figure in an answer that abstains is abstained. The question helps: it says whether percentages are " +
			"asked for. Of several golds any one will do.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: figures,
	},
	{
		Name: "docqa", Also: []string{"docfinqa", "numeric-docqa", "legacy", "docqa-legacy"},
		Doc: "1 if the number after 'FINAL:', else the last number, is within 0.5 or 2 % of the gold's; else 0.",
		Caveats: "Kept to compare with old figures, and far too lenient: any ratio below 0.5 is right for 0; it is " +
			"blind to scale and unit, and reads 1,234 as two numbers. Use 'figure'. Of several golds any one will do.",
		Low: 0, High: 1, Needs: NeedsGold | needsAnswer, Func: docqa,
	},
	{
		Name: "tatqa-em", Also: []string{"tatqa", "tatqa-exact"},
		Doc: "1 if answer and scale together equal the gold's, as TAT-QA's evaluator compares them; else 0.",
		Caveats: "A figure is right only with its scale: 12.6 million is 12,600,000 and not 12.6. Numbers are rounded " +
			"to two digits before the scale, so nothing else is forgiven: " +
			"22.2 is wrong for 22.22. The scale of the gold is its 'unit', that of the answer 'answer_unit', or the word at the end of a text. " +
			"An answer is taken whole: a right one in a sentence is wrong. The items of a list count in any order. The " +
			"number 0 itself, which the published script takes for no answer, is an answer here; an empty answer is wrong, as there.",
		Low: 0, High: 1, Needs: NeedsGold, Func: tatqaEM,
	},
	{
		Name: "tatqa-f1",
		Doc:  "F1 of the different tokens of answer and gold, each with its scale, as TAT-QA's evaluator computes it.",
		Caveats: "As 'tatqa-em'; rounded to two digits as published. Where the gold is a single number, and not a " +
			"list with one in it, it is 'tatqa-em': " +
			"computed answers are right or wrong.",
		Low: 0, High: 1, Needs: NeedsGold, Func: tatqaF1,
	},
	{
		Name: "quotes", Also: []string{"quote-check", "quote", "quotations"},
		Doc: "The share of the answer's quotations that its sources have, word for word but for one word in ten.",
		Caveats: "Only words between double quotation marks, three or more, are quotations; without any the case is " +
			"skipped. A quotation that is there may still be out of context. The evidence says of each: exact, close, altered or not found.",
		Low: 0, High: 1, Needs: needsAnswer | needsSources, Func: quoteCheck,
	},
	{
		Name: "bertscore", Also: []string{"bertscore-f1"},
		Doc: "BERTScore F1: each token of answer and gold is matched with the one of the other that is most like it in its context.",
		Caveats: "Means something beside the same model and layer only, which every record names; without a baseline " +
			"even unrelated texts score high. 'rose 5%' and 'fell 5%' are alike. Of several golds the best counts.",
		Low: -1, High: 1, Needs: NeedsGold | needsAnswer | NeedsModel,
	},
	{
		Name: "bertscore-p", Also: []string{"bertscore-precision"},
		Doc:     "BERTScore precision: how well the tokens of the answer are matched in the gold.",
		Caveats: "As 'bertscore'. A short answer of what is in the gold scores high, whatever it leaves out.",
		Low:     -1, High: 1, Needs: NeedsGold | needsAnswer | NeedsModel,
	},
	{
		Name: "bertscore-r", Also: []string{"bertscore-recall"},
		Doc:     "BERTScore recall: how well the tokens of the gold are matched in the answer.",
		Caveats: "As 'bertscore'. A long answer with the gold in it scores high, whatever else it says.",
		Low:     -1, High: 1, Needs: NeedsGold | needsAnswer | NeedsModel,
	},
	{
		Name: "cosine", Also: []string{"semantic", "sentence-cosine", "semantic-similarity"},
		Doc: "Cosine of the sentence vectors of answer and gold.",
		Caveats: "Means something beside the same model only. It says what a text is about, not what it claims: " +
			"negation and figures hardly move it. Of several golds the best counts.",
		Low: -1, High: 1, Needs: NeedsGold | needsAnswer | NeedsModel,
	},
	{
		Name: "bleurt", Doc: "What a model that was trained on people's judgments says of the pair of gold and answer.",
		Caveats: "Has no fixed range: most values lie between 0 and 1. Means something beside the same checkpoint " +
			"only. Of several golds the best counts.",
		Low: -2, High: 2, Needs: NeedsGold | needsAnswer | NeedsModel,
	},
}
