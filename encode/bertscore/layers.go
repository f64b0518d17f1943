package bertscore

// layers are those whose states agree best with people on translations, by model: what the reference
// implementation takes. Scores of another layer of the same model do not compare with published ones.
var layers = []struct {
	model string
	layer int
}{
	{"bert-base-uncased", 9},
	{"bert-large-uncased", 18},
	{"bert-base-multilingual-cased", 9},
	{"bert-base-chinese", 8},
	{"roberta-base", 10},
	{"roberta-large", 17},
	{"roberta-large-mnli", 19},
	{"distilroberta-base", 5},
	{"distilbert-base-uncased", 5},
	{"distilbert-base-multilingual-cased", 5},
	{"xlm-roberta-base", 9},
	{"xlm-roberta-large", 17},
	{"google/electra-small-discriminator", 11},
	{"google/electra-base-discriminator", 9},
	{"google/electra-large-discriminator", 14},
	{"microsoft/mpnet-base", 8},
	{"microsoft/deberta-base", 9},
	{"microsoft/deberta-base-mnli", 9},
	{"microsoft/deberta-large", 16},
	{"microsoft/deberta-large-mnli", 18},
	{"microsoft/deberta-xlarge", 18},
	{"microsoft/deberta-xlarge-mnli", 40},
	{"microsoft/deberta-v2-xlarge", 10},
	{"microsoft/deberta-v2-xlarge-mnli", 17},
	{"microsoft/deberta-v2-xxlarge", 21},
	{"microsoft/deberta-v2-xxlarge-mnli", 22},
	{"ProsusAI/finbert", 10},
}

// layerOf is the layer to compare for a model by its name on the hub, with or without its owner.
func layerOf(model string) (int, bool) {
	for _, row := range layers {
		if model == row.model || model == owned(row.model) {
			return row.layer, true
		}
	}
	return 0, false
}

// owned is the name under which a model without an owner has moved to one.
func owned(model string) string {
	switch model {
	case "bert-base-uncased", "bert-large-uncased", "bert-base-multilingual-cased", "bert-base-chinese":
		return "google-bert/" + model
	case "roberta-base", "roberta-large", "xlm-roberta-base", "xlm-roberta-large", "roberta-large-mnli":
		return "FacebookAI/" + model
	case "distilroberta-base", "distilbert-base-uncased", "distilbert-base-multilingual-cased":
		return "distilbert/" + model
	}
	return model
}
