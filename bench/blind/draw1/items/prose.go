package main

// Tables for the invented companies and prose.

type Industry struct {
	Name, SIC          string
	Prod, Mat, Seg, Cu []string
}

var industries = []Industry{
	{"COPPER TUBING", "3350", []string{"copper tubing", "brass fittings", "bus bars", "finned coils", "refrigeration lines"}, []string{"cathode copper", "zinc", "natural gas", "scrap brass"}, []string{"Plumbing Products", "Industrial Coils"}, []string{"plumbing wholesalers", "air-conditioning makers", "boiler builders"}},
	{"SURGICAL INSTRUMENTS", "3841", []string{"bone saws", "suture anchors", "infusion pumps", "endoscope sheaths", "wound dressings"}, []string{"titanium bar", "silicone", "medical-grade resin", "lithium cells"}, []string{"Orthopedic", "Hospital Care"}, []string{"teaching hospitals", "surgery centers", "buying groups"}},
	{"FROZEN FOODS", "2030", []string{"frozen peas", "potato wedges", "fruit bars", "soup bases", "breaded fish"}, []string{"potatoes", "corn syrup", "carton board", "diesel fuel"}, []string{"Retail Brands", "Foodservice"}, []string{"grocery chains", "school districts", "restaurant chains"}},
	{"TRUCK COMPONENTS", "3714", []string{"axle housings", "brake drums", "air dryers", "fifth wheels", "leaf springs"}, []string{"pig iron", "bar steel", "rubber", "cast aluminum"}, []string{"Heavy Vehicle", "Aftermarket"}, []string{"truck builders", "fleet operators", "parts distributors"}},
	{"PREPACKAGED SOFTWARE", "7372", []string{"payroll modules", "scheduling licenses", "warehouse terminals", "tax engines", "routing subscriptions"}, []string{"data-center power", "contract engineers", "network bandwidth", "handheld scanners"}, []string{"Enterprise Licenses", "Hosted Services"}, []string{"county governments", "freight brokers", "hospital systems"}},
	{"PAPER MILLS", "2621", []string{"kraft liner", "tissue rolls", "envelope stock", "label paper", "folding boxboard"}, []string{"hardwood pulp", "starch", "recycled fiber", "bleaching agents"}, []string{"Packaging", "Printing Papers"}, []string{"box converters", "commercial printers", "tissue converters"}},
	{"NATURAL GAS TRANSMISSION", "4922", []string{"firm transport", "storage service", "gathering volumes", "liquids extraction", "meter stations"}, []string{"line pipe", "compressor parts", "odorant", "electric power"}, []string{"Interstate Pipelines", "Field Services"}, []string{"local utilities", "gas producers", "power generators"}},
	{"SPORTING GOODS", "3949", []string{"fishing reels", "snow boards", "tennis rackets", "camp stoves", "bicycle helmets"}, []string{"carbon fiber", "nylon yarn", "aluminum tube", "foam beads"}, []string{"Outdoor", "Team Sports"}, []string{"sporting-goods chains", "outfitters", "online merchants"}},
	{"SEMICONDUCTORS", "3674", []string{"power regulators", "image sensors", "clock drivers", "flash controllers", "motor drivers"}, []string{"silicon wafers", "gold wire", "lead frames", "photoresist"}, []string{"Analog", "Imaging"}, []string{"handset makers", "automotive suppliers", "contract manufacturers"}},
	{"APPAREL", "2300", []string{"work jackets", "denim trousers", "knit shirts", "rain shells", "wool socks"}, []string{"raw cotton", "dyes", "zippers", "ocean freight"}, []string{"Workwear", "Licensed Brands"}, []string{"department stores", "farm-supply stores", "uniform services"}},
	{"BIOLOGICAL PRODUCTS", "2836", []string{"antibody kits", "enzyme blends", "cell media", "vaccine adjuvants", "assay plates"}, []string{"bovine serum", "purified water", "glass vials", "plasmid stocks"}, []string{"Research Tools", "Bioproduction"}, []string{"university laboratories", "drug makers", "diagnostic centers"}},
	{"HOTELS", "7011", []string{"guest rooms", "banquet bookings", "franchise licenses", "conference packages", "parking spaces"}, []string{"linen", "hourly labor", "heating oil", "reservation fees"}, []string{"Owned Hotels", "Franchise"}, []string{"business travelers", "tour operators", "airline crews"}},
}

var coA = []string{"Harlan", "Pelham", "Tamarack", "Quillon", "Bexley", "Corrand", "Dunmore", "Everly", "Fallowfield", "Garrick", "Hollis", "Inverwood", "Jessamine", "Kestrel", "Larkmoor", "Mendel", "Northam", "Ostrander", "Penrose", "Quarry Hill", "Redstone", "Stavely", "Thornbury", "Umber", "Vantern", "Wexcombe", "Yarrow", "Zellner", "Ashgrove", "Brackett", "Calloway", "Drummond", "Ellery", "Frostburg", "Greylock", "Hathorne", "Ironbridge", "Junco", "Kilbride", "Lindell"}
var coB = []string{"Industries", "Holdings", "Corporation", "Company", "Group", "Systems", "Technologies", "Products", "International", "Partners"}
var coC = []string{", Inc.", " Corp.", " Co.", "", " Inc.", ", Ltd."}
var firstNames = []string{"Alden", "Beatrice", "Conrad", "Delia", "Edgar", "Fiona", "Gideon", "Harriet", "Irving", "Joan", "Karl", "Lenora", "Marcus", "Nadine", "Otis", "Priscilla", "Quentin", "Rosalind", "Stanley", "Theodora", "Ulric", "Vera", "Wendell", "Yvette"}
var lastNames = []string{"Abernathy", "Brockway", "Castellan", "Dunleavy", "Eastlake", "Farnham", "Gruber", "Hollings", "Ingersoll", "Jankovic", "Kettering", "Lomax", "Mayhew", "Nordquist", "Okafor", "Pemberton", "Quigley", "Rasmussen", "Sandoval", "Tillman", "Underhill", "Voss", "Whitcomb", "Yarborough"}
var places = []string{"Dayton, Ohio", "Macon, Georgia", "Fresno, California", "Wichita, Kansas", "Erie, Pennsylvania", "Tulsa, Oklahoma", "Moline, Illinois", "Boise, Idaho", "Lowell, Massachusetts", "Greenville, South Carolina", "Duluth, Minnesota", "Mobile, Alabama", "Reno, Nevada", "Toledo, Ohio", "Spokane, Washington", "Shreveport, Louisiana", "Utica, New York", "Racine, Wisconsin", "Leeds, England", "Monterrey, Mexico", "Lyon, France", "Osaka, Japan", "Hamilton, Ontario", "Pune, India"}
var states = []string{"Delaware", "Ohio", "Nevada", "New York", "Minnesota", "Pennsylvania", "Texas", "Indiana"}

// slots: co We we Our our n s m p pl pr mat seg cu nm y yp d
var generic = []string{
	"{We} shipped {n} units of {pr} from {pl} in fiscal {y}.",
	"Management of {co} expects outlays of {m} for {pr} over the next {s} months.",
	"In {pl}, {we} employed {n} people, of whom {p} were engaged in making {pr}.",
	"Purchases of {mat} amounted to {m}, or {p} of the total spent by the {seg} segment.",
	"{cu1} took {p} of all {pr} sold, compared with {p} in fiscal {yp}.",
	"On {d}, {we} agreed with {nm} to supply {pr} at a fixed price of {m}.",
	"The {seg} segment contributed {m} of revenue and {n} new customer accounts.",
	"Since {d}, the plant in {pl} has turned out {n} lots of {pr} without interruption.",
	"A change of {p} in the cost of {mat} would alter annual expense by about {m}.",
	"{Our} backlog for {pr} stood at {m} on {d}, of which {p} is expected to ship within the year.",
	"{nm}, who has led the {seg} segment since {d}, oversees {n} employees in {s} locations.",
	"Freight, duties and insurance on {mat} cost {m} in fiscal {y} and {m} in fiscal {yp}.",
	"Roughly {p} of the floor space in {pl} is set aside for {pr} and for {n} pallets of {mat}.",
	"The contract with {cu}, signed on {d}, covers {n} deliveries and expires after {s} months.",
	"Inventory of {pr} turned {s} times while receivables from {cu} averaged {m}.",
	"During the year {we} opened {s} offices near {pl} at a combined cost of {m}.",
	"No single order for {pr} exceeded {m}, and no customer in {pl} accounted for more than {p} of revenue.",
	"Despite shortages of {mat}, output of {pr} rose {p} to {n} units.",
}

var generic2 = []string{
	"Before {d}, {co} had bought most of its {mat} from a single mill in {pl} at a yearly cost of {m}.",
	"Although {cu} ordered fewer {pr}, shipments of {pr2} made up {m} of the shortfall.",
	"A second shift was added in {pl} on {d}, which raised daily output to {n} units.",
	"Under a plan approved on {d}, {we} will close {s} branches and expect to save {m} a year.",
	"Scrap fell to {p} of {mat} used, the lowest figure since {d}.",
	"The line for {pr} in {pl}, idle for {s} weeks, was started again on {d}.",
	"{cu1} generally pay within {s} days, and balances past due on {d} were {m}.",
	"Returns of {pr} were {p} of shipments; the reserve for warranty stood at {m}.",
	"{nm} joined the {seg} segment on {d} after {s} months with a competitor in {pl}.",
	"Of the {n} suppliers on file, {s} provide {mat} and must be approved by {nm}.",
	"Rail cars leased until {d} carry {mat} to {pl} at {m} a year.",
	"(The {n} units lost in the fire at {pl} on {d} were insured for {m}.)",
	"Export sales, mostly to {cu} near {pl}, were {m}, or {p} of the total.",
	"Were the contract of {d} to lapse, {n} orders for {pr} would have to be rebid.",
	"Catalog prices for {pr} were raised {p} on {d} and again by {p} later in the year.",
	"In the opinion of management, {m} of insurance on {pr} and {mat} is sufficient for {s} sites.",
	"{nm} and {nm} together direct {n} people who sell {pr} to {cu}.",
	"At present {s} engineers in {pl} work on lighter {pr}; first samples were shown on {d}.",
	"Energy use in {pl} dropped {p} after {n} lamps and {s} motors were replaced.",
	"For each {n} units of {pr}, roughly {s} tons of {mat} are needed.",
	"Excluding {pl}, wages rose {p} and benefits cost {m}.",
	"The joint venture formed on {d} with a firm in {pl} made {n} units and lost {m}.",
	"Licenses granted to {cu} bring in {m} a year and end on {d}.",
	"{Our} trucks drove {n} thousand miles; fuel came to {m}.",
}

func init() {
	generic = append(generic, generic2...)
	topics["business"] = append(topics["business"],
		"Through its {seg} segment, {co} serves {n} accounts, chiefly {cu}, from {pl}.",
		"A family of {pr} introduced on {d} won {n} orders from {cu}.",
		"Neither {pr} nor {pr2} depend on a single source of {mat}, of which {n} tons are kept on hand.",
		"The trademarks under which {pr} are sold were renewed on {d} and are valued at {m}.",
		"Government contracts accounted for {p} of sales and may be ended on {s} days of notice.",
		"Reports filed with the Commission were viewed {n} times on the website of {co} before {d}.")
	topics["risk"] = append(topics["risk"],
		"Failure of suppliers near {pl} to deliver {mat} would force {us} to pay up to {p} more.",
		"The market price of the common stock, which ranged over {s} dollars since {d}, may stay volatile for {n} holders.",
		"An intrusion into systems that hold {n} customer records could lead to costs above {m}.",
		"Unions represent {p} of hourly workers in {pl}, and a strike could stop {n} lots of {pr}.",
		"Should demand from {cu} fall by {p}, goodwill of {m} might be impaired.",
		"New rules on {mat}, proposed on {d}, may call for {m} of equipment in {pl}.")
	topics["mda"] = append(topics["mda"],
		"The increase of {m} in receivables reflects {n} invoices to {cu} dated after {d}.",
		"Restructuring charges, {m} in fiscal {y}, covered {n} positions in {pl}.",
		"Compared with fiscal {yp}, sales of {pr} rose by {m} while sales of {pr2} fell by {m}.",
		"Days of sales outstanding moved from {s} to {s} as {cu} paid faster.",
		"Proceeds of {m} from the note sold on {d} were used to buy {n} shares.",
		"Backlog at {d} was {m}, of which {p} related to {pr}.")
}

var topics = map[string][]string{
	"business": {
		"{co} designs, makes and sells {pr} and {pr2} to {n} {cu} in {s} countries.",
		"{co} was organized in {pl} and by {d} had grown to {n} employees.",
		"{Our} principal competitors in {pr} operate {s} plants and together hold {p} of the market.",
		"Research and development on {pr} cost {m} in fiscal {y}, {m} in fiscal {yp}, and employed {n} engineers.",
		"{We} held {n} patents on {pr}, of which {s} expire within the coming decade.",
		"Sales of {pr} are seasonal, with {p} of the yearly volume falling in the quarter that ends near {d}.",
		"Supplies of {mat} come from {s} sources under agreements that cover {p} of expected needs.",
		"Approximately {n} employees are represented by unions whose agreement runs through {d}.",
		"Compliance with environmental rules at {pl} required capital of {m} in fiscal {y}.",
		"The sales force of {n} calls on {cu} from branches near {pl}.",
	},
	"risk": {
		"A loss of orders from {cu} could reduce revenue by as much as {m} in any period of {s} months.",
		"If {mat} becomes scarce, {we} may be unable to deliver {n} units of {pr} on time.",
		"Competitors located in {pl} may sell {pr} at prices {p} below those charged by {co}.",
		"{We} may not recover the {m} invested in {pr} since {d}.",
		"An outage of the plant in {pl} lasting more than {s} days would delay {n} shipments.",
		"Currency movements could erode {p} of the margin earned on {pr} sold abroad.",
		"{Our} credit agreement, dated {d}, limits new borrowing to {m} and restricts dividends.",
		"Claims over {pr} could exceed insurance of {m}, which carries a deductible of {p}.",
		"Departure of {nm} or of any of {s} senior engineers could slow the work on {pr}.",
		"Changes in tariffs on {mat} might add {m} to yearly cost.",
	},
	"prop": {
		"{co} owns {s} plants, the largest of which is a building of {n} square feet in {pl}.",
		"{We} leased {n} square feet in {pl} under an agreement that runs until {d}.",
		"The warehouse in {pl} holds {n} pallets of {pr} and was used at {p} of capacity.",
		"Mortgages of {m} encumber the site at {pl}, where {n} square feet stand idle.",
		"Management considers the {n} square feet devoted to {pr} adequate for present needs.",
	},
	"legal": {
		"On {d}, a distributor in {pl} sued {co}, claiming damages of {m} over deliveries of {pr}.",
		"{We} recorded a reserve of {m} for {n} pending claims concerning {pr}.",
		"The court in {pl} heard argument on {d} and has not ruled on the claim of {m}.",
		"The state agency in {pl} proposed a penalty of {m} for handling of {mat} at {s} sites.",
		"Counsel for {co}, led by {nm}, believes that the {s} remaining suits will not be material.",
	},
	"market": {
		"The common stock of {co} was held by {n} holders of record on {d}.",
		"A dividend of {s} cents per share was paid on {d} to {n} holders.",
		"{We} bought back {n} shares at an average cost of ${s}.{s} between {d} and the year end.",
		"The closing price on {d} was ${s}.{s}, and {n} shares changed hands.",
		"Lenders permit dividends of up to {m} a year, or {p} of net income.",
	},
	"selected": {
		"The selected figures that follow, covering {s} lines and {n} entries, were drawn from audited statements of {co}.",
		"Results for fiscal {yp} include a charge of {m} for closing the plant in {pl}.",
		"Fiscal {y} contained a gain of {m} on the sale of {n} acres near {pl}.",
		"The ratio of earnings to fixed charges was computed after removing {m} of interest on {mat} credits.",
	},
	"mda": {
		"Net sales of {co} were {m} in fiscal {y}, against {m} in fiscal {yp}.",
		"Gross profit moved to {p} of sales because {mat} cost {m} more than a year earlier.",
		"Selling expense rose {p} to {m}, chiefly through the addition of {n} people in {pl}.",
		"Operating income of the {seg} segment was {m}, a change of {p}.",
		"Cash from operations reached {m}, helped by collections from {cu} of {m}.",
		"Capital spending came to {m}, of which {m} went to the line for {pr} in {pl}.",
		"The effective tax rate was {p}, compared with {p} for fiscal {yp}.",
		"{We} had {m} available under a revolving credit that matures on {d}.",
		"Volume of {pr} grew {p}, while average prices fell {p} to ${s}.{s} a unit.",
		"Working capital of {m} on {d} was judged sufficient for the coming {s} months.",
		"Interest expense declined by {m} after notes of {m} were repaid on {d}.",
		"A goodwill test performed on {d} showed headroom of {p} for the {seg} segment.",
	},
	"mktrisk": {
		"{co} is exposed to changes in interest on {m} of floating debt.",
		"A rise of one point in rates would have added {m} to interest for fiscal {y}.",
		"Forward contracts for {n} tons of {mat} were open on {d} with a fair value of {m}.",
		"A move of {p} in currencies would have changed pretax income by {m}.",
		"{We} held no derivatives for trading, and {s} swaps covering {m} were in force on {d}.",
	},
	"controls": {
		"The chief executive of {co}, {nm}, evaluated the disclosure controls as of {d} and found them effective.",
		"No change in internal control during the {s} weeks before {d} materially affected reporting at {pl}.",
		"Management used a framework with {s} components in assessing {n} key controls.",
		"The system put in at {pl} on {d} replaced {n} manual entries a month.",
	},
	"cyber": {
		"{co} runs a program for identifying threats to its {n} networked devices, reviewed by {nm}.",
		"The security officer, {nm}, reports to the audit committee {s} times a year on incidents.",
		"An outside firm in {pl} tested {n} servers on {d} and reported {s} findings.",
		"No incident during fiscal {y} cost more than {m} or touched more than {n} records.",
		"{We} required {s} hours of training for each of {n} employees with access to {pr} drawings.",
	},
	"dir": {
		"{nm}, {s}, has been a director of {co} since {d}.",
		"{nm} was an executive of a maker of {pr} in {pl} until {d}.",
		"The audit committee, chaired by {nm}, met {s} times before {d}.",
		"A code of conduct, adopted on {d}, applies to {n} employees including {nm}.",
	},
	"comp": {
		"The committee set the base salary of {nm} at ${n} for fiscal {y}.",
		"{nm} received options for {n} shares that vest by {d}.",
		"Bonuses of {m} were paid on {d} to {s} officers of the {seg} segment.",
		"Each outside director was paid ${n} and granted {s} hundred shares on {d}.",
	},
	"own": {
		"On {d}, {nm} beneficially owned {n} shares, or {p} of the class.",
		"Directors and officers of {co} as a group of {s} persons held {n} shares.",
		"A fund in {pl} reported on {d} that it held {n} shares.",
		"Plans approved by holders covered {n} shares at a weighted price of ${s}.{s}.",
	},
	"rel": {
		"{co} paid {m} in rent to a firm owned by {nm} for space in {pl}.",
		"A son of {nm} was employed in {pl} at ${n} a year.",
		"The board found on {d} that {s} of its members, including {nm}, are independent.",
	},
	"fees": {
		"Audit fees billed to {co} for fiscal {y} came to ${n}, and tax fees to ${n}.",
		"The audit committee approved on {d} all {s} engagements of the accountants in {pl}.",
		"Fees for fiscal {yp} were ${n}, including ${n} for work on benefit plans.",
	},
	"vote": {
		"At the meeting held on {d}, holders of {n} shares voted for {nm} as director.",
		"The plan for employees in {pl} was approved by {n} votes, with {n} against.",
		"A proposal about {mat} received {n} votes and failed.",
	},
	"changes": {
		"On {d}, {co} engaged a new accounting firm in {pl} after {s} years with its predecessor.",
		"The reports of the former firm for fiscal {yp} contained no adverse opinion, and fees of ${n} were settled.",
	},
	"other": {
		"On {d}, {nm} adopted a trading plan for the sale of {n} shares.",
		"{We} amended the lease in {pl} on {d}, adding {n} square feet.",
	},
	"fin": {
		"The accompanying statements of {co} include {s} subsidiaries, and balances of {m} were eliminated.",
		"Revenue from {pr} is recognized when title passes, and returns of {m} were provided for.",
		"Inventories of {mat} are carried at the lower of cost or market, with a reserve of {m}.",
		"Depreciation of {m} was computed over lives of up to {s} years.",
		"Long-term debt of {m} bears interest at {p} and matures on {d}.",
		"Deferred taxes of {m} arose from inventories, and {m} from benefit plans covering {n} people.",
		"Options for {n} shares were outstanding on {d} at an average price of ${s}.{s}.",
		"Rent under leases in {pl} was {m} in fiscal {y} and {m} in fiscal {yp}.",
		"The {seg} segment had assets of {m} and additions to plant of {m}.",
		"Pension cost was {m}, using a discount rate of {p} for {n} participants.",
		"Goodwill of {m} arose from the purchase of a maker of {pr} in {pl} on {d}.",
		"The allowance for amounts due from {cu} was {m}, or {p} of the gross balance.",
	},
	"exh": {
		"The following documents, comprising {s} statements and {n} pages of schedules, are filed as part of this report.",
		"Schedules other than those listed are omitted because the {n} entries concerned are not required.",
	},
	"defaults": {"A payment of {m} due on {d} to lenders in {pl} was made {s} days late and has been cured."},
	"securities": {
		"{We} sold {n} shares to {s} investors in {pl} on {d} without registration.",
		"Repurchases during the quarter came to {n} shares at a cost of {m}.",
	},
}

var subheads = map[string][]string{
	"business":   {"General", "Products", "Raw Materials", "Competition", "Employees", "Patents and Trademarks", "Environmental Matters", "Customers", "Backlog", "Seasonality", "Research and Development", "Available Information"},
	"risk":       {"Risks Related to Our Industry", "Risks Related to Our Business", "Financial Risks", "Legal and Regulatory Risks", "Risks Related to Our Common Stock", "General Risks"},
	"mda":        {"Overview", "Results of Operations", "Net Sales", "Gross Profit", "Liquidity and Capital Resources", "Critical Accounting Policies", "Inflation", "Segment Results", "Outlook", "Contractual Obligations"},
	"fin":        {"Summary of Significant Accounting Policies", "Inventories", "Long-Term Debt", "Income Taxes", "Stock Options", "Leases", "Segment Information", "Retirement Plans", "Acquisitions", "Commitments and Contingencies"},
	"cyber":      {"Risk Management and Strategy", "Governance"},
	"market":     {"Market Information", "Holders", "Dividends"},
	"controls":   {"Disclosure Controls and Procedures", "Changes in Internal Control"},
	"dir":        {"Directors", "Executive Officers", "Audit Committee"},
	"comp":       {"Summary Compensation", "Stock Options", "Compensation of Directors"},
	"own":        {"Beneficial Owners", "Management"},
	"mktrisk":    {"Interest Rates", "Commodities", "Foreign Currency"},
	"prop":       {"Owned", "Leased"},
	"legal":      {"Commercial Litigation", "Environmental Proceedings"},
	"exh":        {},
	"securities": {},
}
