package measure

// Method is a row of the table that reports print as footnotes.
type Method struct {
	Name   string // what Interval.Method and Comparison.Method say
	Doc    string // what it computes
	Caveat string // when not to trust it
}

// Names of the methods.
const (
	methodWilson          = "Wilson"
	methodWilsonEffective = "Wilson, effective cases"
	MethodNone            = "none in n"
	methodEven            = "even clusters"
	methodT               = "t"
	MethodClusteredT      = "clustered t"
	methodEvenMeans       = "even means"
	MethodMcNemar         = "exact McNemar"
	methodBonettPrice     = "Bonett-Price"
	methodSignFlip        = "sign flip"
	methodRelative        = "relative change"
	MethodHolm            = "Holm"
	methodPercentile      = "bootstrap percentile"
	methodBCa             = "bootstrap BCa"
	methodBootstrapT      = "bootstrap t"
	MethodDetectable      = "smallest detectable effect"
	MethodRepeats         = "variance of repeats"
	methodRoganGladen     = "Rogan-Gladen"
	methodPPI             = "PPI++"
	methodLabels          = "labels alone"
	methodByVerdict       = "labels by verdict"
	methodKappa           = "Cohen kappa"
	methodWeightedKappa   = "quadratic kappa"
	methodAlphaNominal    = "Krippendorff alpha, nominal"
	methodAlphaOrdinal    = "Krippendorff alpha, ordinal"
	methodAlphaInterval   = "Krippendorff alpha, interval"
	methodAC1             = "Gwet AC1"
	methodOrderSwap       = "order swap"
	methodSlope           = "length slope"
	methodAUC             = "AUC"
)

// Methods is every method of the package with its caveat.
var Methods = []Method{
	{methodWilson, "Score interval of a rate over cases that stand alone.",
		"Too narrow where cases of one company or document are alike: give the cases their clusters."},
	{methodWilsonEffective, "Wilson's interval on the number of independent cases that would know the rate as well, " +
		"with Student's t of clusters - 1 degrees of freedom.",
		"With fewer than ten clusters, or one that holds most cases, the effective number is itself a guess. " +
			"Simulated coverage 0.94 to 0.99 at rates of 0.5 to 0.995."},
	{MethodNone, "No case contradicts a rate of 0 or 1, or no case differs: the true share is at most 1 - 0.05^(1/n) with 95 % confidence.",
		"How alike the cases of a cluster are cannot be seen then; n is reduced as for a correlation of 0.05. For " +
			"differences, the reach is that share times the range of the values."},
	{methodEven, "Every cluster differs by the same, so no spread among them is seen: the mean if the share of " +
		"clusters that none in n does not exclude, 1 - 0.025^(1/n), differed by as much the other way; no narrower " +
		"than Student's t of cases that stand alone.",
		"It holds 0 exactly where the P beside it, a sign flip's, is above 0.05: with fewer than six clusters always. " +
			"What lies further off than the opposite of what was seen is not counted in."},
	{methodT, "Mean with Student's t over cases that stand alone.",
		"Too narrow for alike cases, and lopsided for few and skewed ones."},
	{MethodClusteredT, "Mean with a standard error over clusters and Student's t of clusters - 1 degrees of freedom.",
		"Rests on the shape of the clusters' means where they are fewer than ten, and optimistic where one of them holds most cases."},
	{methodEvenMeans, "The clusters have the same mean, so no spread among them is seen: Student's t of clusters - " +
		"1 degrees of freedom, with the error of cases that stand alone.",
		"How far other clusters would lie from these is a guess; more of them would say it."},
	{MethodMcNemar, "Exact P of wins against losses for 0/1 outcomes of cases that stand alone.",
		"Not for clusters: two equal systems on 20 companies seem to differ one time in five. A P below the smallest " +
			"float is given as that float."},
	{methodBonettPrice, "Interval of the difference of two rates on the same cases, with one win and one loss added.",
		"It may just include 0 where McNemar's P is just below 0.05, and the other way round."},
	{methodSignFlip, "P of the difference when each cluster could as well have favoured the other system: all " +
		"patterns up to 16 clusters, 10,000 drawn ones beyond.",
		"With m clusters that differ no P is below 2/2^m: five clusters cannot reach 0.05. The interval holds the " +
			"differences that it does not reject."},
	{methodRelative, "Difference as a share of B's mean, with a standard error over clusters that counts in the uncertainty of that mean.",
		"A first-order interval: it need not exclude 0 where the difference's own does. Refused where B's mean cannot be distinguished from 0."},
	{MethodHolm, "P adjusted for the comparisons that are read together.",
		"It guards the list it was given: measures looked at and left out count too."},
	{methodPercentile, "Interval from the percentiles of clusters drawn with replacement.",
		"Too narrow with fewer than about 20 clusters; not so for the change of a median, whose simulated coverage is " +
			"0.94 to 0.99 with 8, 20 or 50 clusters, higher for grades, and which has no interval below five. Draws are " +
			"fewer for more than 100,000 cases, never below 400."},
	{methodBCa, "Bootstrap percentiles corrected for bias and skewness.",
		"Not trustworthy with fewer than about 20 clusters, or for values close to their bound."},
	{methodBootstrapT, "Interval of a mean from the t values of clusters drawn with replacement.",
		"Follows skewness, at the price of width; unsteady with fewer than ten clusters."},
	{MethodDetectable, "Smallest true difference that these cases find with the stated power: (z + z) * SE; " +
		"Student's t in place of z for the comparison itself.",
		"It says what the test could have found, not how large the difference is. A plan assumes clusters of the same " +
			"size as now: more cases of the same companies help less."},
	{MethodRepeats, "Variance of the cases' true means, and of asking one case again.",
		"Asked once, a case's luck counts as the case's own. Cached replies are not repeats."},
	{methodRoganGladen, "Judge's rate corrected by its sensitivity and specificity on labelled cases; Lang and " +
		"Reiczigel's interval for cases that stand alone.",
		"Assumes the judge errs on these cases as often as on the labelled ones. Refused where it cannot be distinguished from " +
			"chance. Conservative: simulated coverage 0.96 to 0.99. Not for labels drawn by the judge's verdict."},
	{methodPPI, "Mean of the labels made steadier by the judge's numbers of the other cases.",
		"Only for labels drawn at random. Simulated coverage 0.92 to 0.95 with 150 labels, so it is chosen from 300 on."},
	{methodLabels, "Mean of the labels, the judge left aside: Wilson's interval for 0 or 1, bootstrap-t otherwise.",
		"Only for labels drawn at random from the cases in question."},
	{methodByVerdict, "Mean label of the cases that the judge passed and of those that it failed, weighted by how many there are.",
		"Only for labels drawn at random within each verdict."},
	{methodKappa, "Agreement of two raters beyond what their own frequencies give by chance.",
		"Falls towards 0 where one category has nearly all ratings, though the raters agree: read AC1 beside it."},
	{methodWeightedKappa, "Kappa that forgives near misses: disagreement counts by the squared distance of the places.",
		"Takes the steps between grades for equal. Grows with the number of categories."},
	{methodAlphaNominal, "Agreement of any number of raters beyond chance, ratings may be missing.",
		"Like kappa, it falls where one category dominates."},
	{methodAlphaOrdinal, "Alpha for grades: disagreement counts by how many ratings lie between them.",
		"Depends on how often each grade is used, so values of different data sets hardly compare."},
	{methodAlphaInterval, "Alpha for numbers: disagreement counts by the squared distance.",
		"One far-off rating can decide it."},
	{methodAC1, "Agreement beyond a chance that stays small where one category dominates.",
		"Higher than kappa by construction; depends on how many categories are offered, used or not."},
	{methodOrderSwap, "Share of pairs with the same winner in both orders, and an exact test of which place is favoured.",
		"Consistent is not right. The test takes pairs as standing alone."},
	{methodSlope, "Least-squares rise of a score with length, standard error over clusters.",
		"Longer answers may be better: regress the judge's error against labels where there are any."},
	{methodAUC, "Chance that a positive case scores above a negative one, ties counting half.",
		"Over all pairs, across companies too; with an interval by bootstrap over clusters."},
}
