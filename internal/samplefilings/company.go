// Package samplefilings turns invented companies into filings: annual reports as HTML with inline XBRL, whose
// text, tables and tagged facts all come from one set of figures and therefore agree.
//
// The demo runs on them, and so do tests that must know what is true. The companies do not exist, and
// their central index keys are above any that the SEC has assigned.
package samplefilings

// Company is an invented registrant.
type Company struct {
	Name, Ticker string
	CIK          int64
	State, City  string
	SIC          string
	Founded      int
	Makes        string // what it sells, in a few words
	Customers    string // to whom
	Product      string // its two lines of revenue
	Service      string
	Risk         string // what it depends on most
	first        Figures
	growth       growth
}

// growth is how a company's figures move from year to year, in percent.
type growth struct{ products, services, cost, research, selling int64 }

// Figures are a company's figures of one year, in thousands of dollars and thousands of shares.
type Figures struct {
	Year                                 int
	Products, Services                   int64
	CostOfSales, Research, Selling       int64
	Interest, Tax                        int64
	Cash, Receivables, Inventory, Plant  int64
	Payables, Debt, Paid, Retained       int64
	Depreciation, CapitalSpending, Stock int64
	Shares                               int64
	Employees                            int64
}

// FirstYear is the first year of a company's figures. An annual report compares with the year before, and
// its cash flows need the balance sheet before that one: FirstReport is the first that can be written.
const (
	FirstYear   = 2021
	FirstReport = FirstYear + 2
	LastReport  = 2024
)

// Companies are the invented companies, in the order of their keys.
func Companies() []Company {
	return []Company{
		{
			Name: "Harrow & Pike Instruments, Inc.", Ticker: "HPIK", CIK: 9999000001, State: "DE", City: "Duluth, Minnesota",
			SIC: "3829", Founded: 1987, Makes: "gauges and sensors that measure the flow of liquids",
			Customers: "water utilities and dairies", Product: "Instruments", Service: "Calibration services",
			Risk: "a single foundry in Ohio that casts the bodies of our flow gauges",
			first: Figures{
				Year: FirstYear, Products: 412_300, Services: 96_450, CostOfSales: 288_120, Research: 41_870, Selling: 88_940,
				Interest: 6_310, Tax: 17_560, Cash: 64_220, Receivables: 71_930, Inventory: 58_410, Plant: 143_600,
				Payables: 44_700, Debt: 120_000, Paid: 52_480, Retained: 120_980, Depreciation: 18_240, CapitalSpending: 22_310,
				Stock: 7_450, Shares: 31_420, Employees: 2_140,
			},
			growth: growth{products: 7, services: 14, cost: 8, research: 11, selling: 6},
		},
		{
			Name: "Larkmoor Foods Company", Ticker: "LRKM", CIK: 9999000002, State: "OH", City: "Toledo, Ohio",
			SIC: "2030", Founded: 1951, Makes: "frozen vegetables and soups", Customers: "grocers and school kitchens",
			Product: "Packaged foods", Service: "Cold storage", Risk: "two growers' cooperatives that supply most of our peas and sweet corn",
			first: Figures{
				Year: FirstYear, Products: 1_284_600, Services: 58_200, CostOfSales: 968_340, Research: 12_150, Selling: 231_480,
				Interest: 24_900, Tax: 24_310, Cash: 38_740, Receivables: 96_180, Inventory: 187_530, Plant: 402_900,
				Payables: 141_260, Debt: 385_000, Paid: 61_700, Retained: 137_390, Depreciation: 49_860, CapitalSpending: 55_120,
				Stock: 5_230, Shares: 44_860, Employees: 5_320,
			},
			growth: growth{products: 3, services: 9, cost: 4, research: 2, selling: 3},
		},
	}
}

// Figures are the company's figures of a year. Each follows from the year before by whole percentages,
// so that they are the same on every machine.
func (c Company) Figures(year int) Figures {
	f := c.first
	for f.Year < year {
		f = f.next(c.growth)
	}
	return f
}

func (f Figures) next(g growth) Figures {
	// The second year of three is a weaker one: a report that only ever grows tests nothing.
	swing := int64(0)
	if f.Year%3 == 1 {
		swing = -9
	}
	n := f
	n.Year++
	n.Products = percent(f.Products, 100+g.products+swing)
	n.Services = percent(f.Services, 100+g.services)
	n.CostOfSales = percent(f.CostOfSales, 100+g.cost+swing/2)
	n.Research = percent(f.Research, 100+g.research)
	n.Selling = percent(f.Selling, 100+g.selling)
	n.Debt = f.Debt - 10_000
	n.Interest = percent(f.Interest, 96)
	n.Tax = percent(n.BeforeTax(), 21)
	n.Depreciation = percent(f.Depreciation, 103)
	n.CapitalSpending = percent(f.CapitalSpending, 105+swing)
	n.Stock = percent(f.Stock, 106)
	n.Receivables = percent(f.Receivables, 104)
	n.Inventory = percent(f.Inventory, 102-swing)
	n.Payables = percent(f.Payables, 103)
	n.Plant = f.Plant + n.CapitalSpending - n.Depreciation
	n.Retained = f.Retained + n.Net()
	n.Paid = f.Paid + n.Stock
	// Cash is what makes the balance sheet balance.
	n.Cash = n.Payables + n.Debt + n.Paid + n.Retained - n.Receivables - n.Inventory - n.Plant
	n.Employees = percent(f.Employees, 102+swing/3)
	n.Shares = f.Shares + 120
	return n
}

func percent(n, p int64) int64 { return (n*p + 50) / 100 }

// What follows from the figures.
func (f Figures) Revenue() int64     { return f.Products + f.Services }
func (f Figures) Gross() int64       { return f.Revenue() - f.CostOfSales }
func (f Figures) Operating() int64   { return f.Gross() - f.Research - f.Selling }
func (f Figures) BeforeTax() int64   { return f.Operating() - f.Interest }
func (f Figures) Net() int64         { return f.BeforeTax() - f.Tax }
func (f Figures) Assets() int64      { return f.Cash + f.Receivables + f.Inventory + f.Plant }
func (f Figures) Equity() int64      { return f.Paid + f.Retained }
func (f Figures) Liabilities() int64 { return f.Payables + f.Debt }

// CashFromOperations is net income with what moved no cash, and the change in working capital.
func (f Figures) CashFromOperations(before Figures) int64 {
	return f.Net() + f.Depreciation + f.Stock - f.workingCapital() + before.workingCapital()
}

func (f Figures) workingCapital() int64 { return f.Receivables + f.Inventory - f.Payables }

// PerShare is net income per share in cents.
func (f Figures) PerShare() int64 { return (f.Net()*100 + f.Shares/2) / f.Shares }
