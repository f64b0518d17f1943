package label

// Words that bear on units, as bits. The table of words is below, in wordMeaning.
const (
	meanPer uint64 = 1 << iota
	meanShare
	meanShares
	meanPercent
	meanRate
	meanRatio
	meanYears
	meanLife
	meanNumber
	meanPar
	meanAuthorized
	meanPrice
	meanAverage
	meanValue
	meanMoney
	meanPoints
	meanTimes
	meanArea
	meanUsed
	meanExcess
	meanStock
	meanLong
	meanIn
	meanActivity
	meanEPS
	meanUnits
	meanExchange
	meanDeal
	meanDebt
	meanTurns
	meanExtreme
	meanDays
	meanClose
	meanCounted  // people and places that are counted, whatever else the label says
	meanThings   // things that are counted, rarely sold
	meanAssets   // things that a sum of money may be about as well: counted where the label says so
	meanActive   // before a noun, says that it is counted: "active"
	meanCounting // after a noun, says that it is counted: "drilled", "end"
	meanAfter    // follows a noun and is none: "drilled", "end"
	meanStop     // ends the noun that a label is about
	meanSums     // what is money, though the word does not show it: "revenue"
	meanEach     // a sum for one of something: "fare"
	meanIssuable // "securities" that are shares
	meanReturn
	meanQualified // a ratio that is given in percent
	meanPartner
	meanActual // printed in full
	meanBasis
	meanHeld
	meanDividends
	meanCost
	meanRemaining
	meanRevenue // "revenue passengers" are no money
	meanDaily
	meanFormal // "per books" is no rate
	meanPlan
	meanMeasure // what goods are measured in, and never money
	meanGrowth
	meanOpening
	meanJanuary
	meanHolders
	meanRecord
	meanGoods   // what has a price that is not one share's
	meanTimesOf // a ratio that is a multiple
)

// meanNoShares are the words that make a label with "shares" one of something else.
const meanNoShares = meanMoney | meanValue | meanPrice | meanLife | meanRate | meanActivity

// meanThing is any noun that may be counted.
const meanThing = meanCounted | meanThings | meanMeasure | meanAssets | meanUnits

// wordMeaning is the meaning of one lower-case word.
func wordMeaning(word []byte) uint64 {
	switch string(word) {
	case "per":
		return meanPer | meanStop
	case "share", "unit", "ads", "option", "warrant", "rsu", "psu", "award", "adr":
		return meanShare
	case "shares", "rsus", "psus", "msus", "dsus", "sars", "options", "warrants", "awards", "psas", "rsas":
		return meanShares
	case "units":
		return meanUnits
	case "partner", "partners", "partnership", "unitholder", "unitholders", "common", "subordinated", "restricted",
		"phantom", "performance", "vested", "forfeited", "nonvested", "unvested":
		return meanPartner
	case "granted":
		return meanPartner | meanCounting | meanAfter
	case "percent", "percentage", "pct", "%":
		return meanPercent
	case "rate", "rates", "yield", "yields", "volatility", "wacc", "assumptions", "coupon", "coupons", "ltv":
		return meanRate
	case "ratio", "ratios", "multiple":
		return meanRatio
	case "years":
		return meanYears
	case "life", "lives", "term":
		return meanLife
	case "number", "numbers":
		return meanNumber
	case "turns":
		return meanTurns
	case "high", "low":
		return meanExtreme
	case "days":
		return meanDays
	case "par", "stated":
		return meanPar
	case "authorized", "issued", "outstanding":
		return meanAuthorized | meanAfter
	case "price":
		return meanPrice
	case "weighted", "average":
		return meanAverage
	case "value", "values":
		return meanValue
	case "amount", "amounts", "expense", "proceeds", "payments", "cash", "tax", "taxes", "repurchase",
		"repurchases", "repurchased", "issuance", "purchase", "purchases", "income", "gain", "loss", "earnings", "intrinsic",
		"dollars", "compensation", "notional", "withheld", "issue", "retired", "retirement", "treasury", "unearned", "noncontrolling", "$":
		return meanMoney
	case "dividend", "dividends":
		return meanMoney | meanDividends
	case "cost":
		return meanMoney | meanCost
	case "basis":
		return meanBasis
	case "dilutive", "antidilutive", "remaining", "issuable":
		return meanRemaining
	case "revenue":
		return meanRevenue
	case "points":
		return meanPoints
	case "times":
		return meanTimes
	case "square", "sq":
		return meanArea
	case "used", "computing", "computation", "calculation", "calculating", "calculated", "computed", "excluded",
		"denominator", "numerator", "purposes":
		return meanUsed
	case "excess":
		return meanExcess
	case "exercise", "exercised", "upon", "conversion", "converted", "settlement", "settlements":
		return meanActivity
	case "eps":
		return meanEPS
	case "exchange":
		return meanExchange
	case "contracts", "swaps", "swap", "derivatives", "hedges", "locks", "forwards", "futures", "collars":
		return meanDeal
	case "loan", "loans", "debt", "notes", "borrowings":
		return meanDebt
	case "stock":
		return meanStock
	case "long", "short", "near", "medium", "finite", "indefinite":
		return meanLong
	case ")":
		return meanClose
	case "(":
		return meanIn | meanStop
	case "in":
		return meanIn | meanStop
	case "securities":
		return meanIssuable
	case "return":
		return meanReturn
	case "tier", "efficiency", "combined", "payout", "occupancy", "churn", "penetration", "utilization":
		return meanQualified
	case "actual":
		return meanActual
	}
	return nounMeaning(word)
}

// nounMeaning is the meaning of the words for what is counted, and of those around them.
func nounMeaning(word []byte) uint64 {
	switch string(word) {
	case "age", "ages", "employees", "headcount", "quantity", "count", "counts", "stores", "associates", "restaurants", "locations":
		return meanCounted
	case "tons", "tonnes", "ton", "tonne", "mt", "kt", "dmt", "ounces", "oz", "koz", "lb", "lbs", "kg", "carats", "bushels", "barrels",
		"bbl", "bbls", "mbbl", "mbbls", "mmbbl", "mmbbls", "boe", "mboe", "mmboe", "boepd", "bopd", "bpd",
		"mbd", "mbpd", "mbopd", "mboed", "mboepd", "mmcfd", "mmcfed", "mmcfpd", "bcfd", "mcf", "mmcf", "bcf", "tcf",
		"mcfe", "mmcfe", "bcfe", "mmbtu", "dth", "mdth", "dekatherms", "therms", "gj", "gallons", "litres", "liters", "hectoliters",
		"megawatt", "kilowatt", "gigawatt",
		"kwh", "mwh", "gwh", "twh", "kw", "mw", "gw", "megawatts", "miles", "kilometers", "km", "meters", "acres", "hectares", "asms",
		"rpms", "teu", "teus", "fico", "dwt", "sqft", "cubic":
		return meanMeasure
	case "branches", "claims", "subscribers", "connections", "users", "vessels", "wells", "dealers", "hotels",
		"passengers", "clubs", "warehouses", "rooms", "beds", "seats", "guests", "patients", "students", "households",
		"members", "departures", "landings", "discharges", "visits", "drivers", "agents", "offices",
		"dealerships", "physicians", "clinics", "hospitals", "schools", "theaters", "screens", "teammates", "workers",
		"persons", "people", "doctors", "franchisees", "lots",
		"homesites", "communities", "downloads", "ftes", "carloads", "cases", "memberships", "holes", "atms", "openings",
		"theatres", "prescriptions", "surgeries", "encounters", "enrollees", "campuses", "inpatients", "outpatients", "voyages",
		"pilots", "nurses", "attorneys", "riders", "viewers", "listeners", "maus", "daus":
		return meanThings
	case "customers", "accounts", "aircraft", "ships", "vehicles", "trucks", "tractors", "trailers", "railcars", "locomotives", "cars",
		"engines", "containers", "rigs", "sites", "towers", "centers", "facilities", "properties", "homes",
		"systems", "machines", "orders", "transactions", "shipments", "deliveries", "policies", "patents",
		"installations", "lines", "flights", "cemeteries", "plants", "mines", "buildings", "apartments", "licenses",
		"outlets", "shops", "casinos", "mills", "smelters", "refineries", "terminals", "kiosks", "satellites", "depots", "stations",
		"admissions", "procedures", "enrollments", "landfills", "merchants", "tenants", "advisors", "travelers", "pharmacies",
		"supermarkets", "supercenters", "hypermarkets", "showrooms", "salons", "gyms", "distributors", "hours",
		"cards", "devices", "phones", "smartphones", "tablets", "computers", "packages", "parcels", "loads", "titles", "episodes",
		"turbines", "modules", "panels", "chargers", "motorcycles", "boats", "buses", "barges", "tankers", "slots",
		"franchises", "subscriptions", "lawsuits", "plaintiffs", "feet", "volumes", "production":
		return meanAssets
	case "active", "registered", "postpaid", "prepaid", "paying", "equivalent":
		return meanActive
	case "held":
		return meanHeld | meanCounting | meanAfter
	case "beginning":
		return meanCounting | meanAfter | meanOpening
	case "ending", "end":
		return meanCounting | meanAfter
	case "opening":
		return meanOpening
	case "january":
		return meanJanuary
	case "filed", "resolved", "unresolved", "pending", "opened", "dismissed", "drilled", "sold", "shipped", "closed",
		"delivered", "carried", "produced", "owned", "operated", "served", "flown", "built", "treated", "employed",
		"completed", "billed", "signed", "launched", "started", "installed", "manufactured", "transported", "processed", "activated":
		return meanCounting | meanAfter
	case "operation", "service", "force":
		return meanCounting | meanAfter
	case "open", "worldwide", "available", "added":
		return meanAfter
	case "of", "from", "to", "with", "by", "at", "for", "on", "as", "under", "during", "since":
		return meanStop
	case "sales", "selling", "revenues", "charges", "ebitda", "oibda", "ebit", "capital", "capitalization", "backlog",
		"bookings", "billings", "assets", "liabilities", "equity", "profit", "profits", "receivables", "receivable",
		"payable", "payables", "inventory", "inventories", "deposits", "premiums", "funds", "balance", "balances", "investments",
		"fees", "interest", "rent", "depreciation", "amortization", "depletion", "accretion", "impairment", "impairments", "capex",
		"goodwill", "severance", "restructuring", "wages", "salaries", "volume", "spend", "spending", "benefits", "contributions", "deferred",
		"expenses", "costs", "losses", "gains", "provision", "allowance", "reserve", "reserves", "credit", "credits", "flow",
		"flows", "expenditure", "expenditures", "commitments", "obligations", "aum", "fee", "rents", "royalties":
		return meanSums
	case "fare", "fares", "revpar", "arpu", "arpa", "asp", "dayrate", "dayrates":
		return meanEach | meanSums
	case "daily":
		return meanDaily
	case "books", "consolidated", "statement", "statements", "financial", "above", "agreement", "note", "schedule", "gaap":
		return meanFormal
	case "growth", "margin", "margins":
		return meanGrowth
	case "shareholders", "stockholders", "holders", "owners":
		return meanHolders
	case "record":
		return meanRecord
	case "realized", "crude", "gas", "oil", "gold", "silver", "copper", "coal", "steel", "commodity", "ngl", "product":
		return meanGoods
	case "coverage", "current", "quick", "turnover", "leverage":
		return meanTimesOf
	case "plan", "plans":
		return meanPlan
	}
	return 0
}
