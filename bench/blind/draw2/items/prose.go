package main

import (
	"fmt"
	"strings"
)

var (
	places = strings.Split("Tulsa,Dayton,Spokane,Macon,Akron,Boise,Peoria,Toledo,Fresno,Mobile,Duluth,Laredo,Reno,Wichita,Savannah,Eugene,Lubbock,Rockford,Topeka,Yuma", ",")
	goods  = strings.Split("bearings,industrial valves,specialty resins,pump housings,optical sensors,packaging film,hydraulic hoses,laboratory scales,grain dryers,brake linings,control panels,water meters,filter media,coated papers", ",")
	names  = strings.Split("Corvane,Haldersen,Ostrova,Pellworth,Quintrell,Marrowick,Tessandra,Ulverby,Brackenholt,Silvane,Dornmoor,Aldergate,Fennimark,Kestrow,Lathomere,Wyndrift", ",")
	tails  = strings.Split("Industries,Technologies,Holdings,Manufacturing,Instruments,Materials,Products,Systems", ",")
	months = strings.Split("January,February,March,April,May,June,July,August,September,October,November,December", ",")
	causes = strings.Split("higher freight rates,stronger demand from distributors,a shift in product mix,lower resin prices,two additional selling days,the closing of an older plant,competitive pricing,currency movements,new customer programs,reduced overtime", ",")
	groups = strings.Split("distributors,equipment makers,utilities,contract packagers,farm cooperatives,hospitals,freight carriers,school districts", ",")
)

func (d *doc) pick(l []string) string { return l[d.r.Intn(len(l))] }
func (d *doc) n(lo, hi int) int       { return lo + d.r.Intn(hi-lo+1) }

// sentence writes one sentence of a topic that the filing does not hold yet.
func (d *doc) sentence(topic string) string {
	for {
		s := d.draw(topic)
		if !d.used[s] {
			d.used[s] = true
			return s
		}
	}
}

func (d *doc) draw(topic string) string {
	we := "The Company"
	if d.l.year >= 2005 && d.r.Intn(2) == 0 {
		we = "We"
	}
	p, g, c, q, y := d.pick(places), d.pick(goods), d.pick(causes), d.pick(groups), d.l.year-d.r.Intn(3)
	m, k := d.pick(months), d.r.Intn(5)
	switch topic {
	case "risk":
		switch k {
		case 0:
			return fmt.Sprintf("A prolonged interruption at the %s plant could delay shipments of %s for as long as %d weeks and harm relations with %s.", p, g, d.n(2, 60), q)
		case 1:
			return fmt.Sprintf("Sales of %s to %s depend on %d contracts that may be ended on %d days of notice.", g, q, d.n(2, 40), d.n(10, 180))
		case 2:
			return fmt.Sprintf("If the cost of raw materials for %s rises by more than %d percent, %s may be unable to pass the increase on to %s.", g, d.n(2, 50), lower(we), q)
		case 3:
			return fmt.Sprintf("New rules adopted in %s %d could require up to %d permits before %s are sold through the %s office.", m, y, d.n(2, 70), g, p)
		}
		return fmt.Sprintf("Competitors near %s with greater resources may offer %s at prices as much as %d percent lower, and %s could follow them.", p, g, d.n(3, 60), q)
	case "legal":
		switch k {
		case 0, 1:
			return fmt.Sprintf("In %s %d a former supplier of %s brought suit in %s, seeking damages of about $%d thousand.", m, y, g, p, d.n(100, 9900))
		case 2:
			return fmt.Sprintf("The claim concerning the %s site was settled in %s %d for $%d thousand, which insurers have paid.", p, m, y, d.n(50, 9900))
		}
		return fmt.Sprintf("The court in %s has set a hearing for %s %d, %d on the motion concerning %s.", p, m, d.n(2, 28), d.l.year+1, g)
	case "prop":
		switch k {
		case 0, 1:
			return fmt.Sprintf("The %s facility comprises %d thousand square feet and is used to make %s under a lease expiring in %d.", p, d.n(11, 990), g, d.l.year+d.n(1, 20))
		case 2:
			return fmt.Sprintf("A warehouse of %d thousand square feet in %s, from which %s are shipped to %s, is owned outright.", d.n(5, 700), p, g, q)
		}
		return fmt.Sprintf("Utilization of the %s plant averaged %d percent in %d, when it produced %d thousand units of %s.", p, d.n(50, 98), y, d.n(10, 900), g)
	case "fin":
		switch k {
		case 0:
			return fmt.Sprintf("Net sales of %s %s $%d.%d million in %d, mainly because of %s.", g, d.pick([]string{"rose to", "fell to", "amounted to"}), d.n(3, 400), d.n(1, 9), y, c)
		case 1:
			return fmt.Sprintf("Gross margin on %s was %d.%d percent in %d and reflects %s at %s.", g, d.n(12, 48), d.n(1, 9), y, c, p)
		case 2:
			return fmt.Sprintf("Capital spending at %s of $%d.%d million went to equipment for %s.", p, d.n(1, 60), d.n(1, 9), g)
		case 3:
			return fmt.Sprintf("Cash provided by operations was $%d.%d million in %d, and %s accounted for $%d thousand of the change.", d.n(2, 90), d.n(1, 9), y, c, d.n(100, 990))
		}
		return fmt.Sprintf("Receivables from %s stood at $%d thousand at the end of %s %d after %s.", q, d.n(200, 99000), m, y, c)
	case "note":
		switch k {
		case 0, 1:
			return fmt.Sprintf("Inventories of %s held at %s are stated at the lower of cost or market and amounted to $%d thousand.", g, p, d.n(200, 9900))
		case 2:
			return fmt.Sprintf("Equipment used for %s is depreciated over %d years, and the charge for %d was $%d thousand.", g, d.n(3, 25), y, d.n(100, 9900))
		}
		return fmt.Sprintf("Borrowings of the %s subsidiary bear interest at %d.%d percent and fall due in %s %d.", p, d.n(3, 9), d.n(1, 9), m, d.l.year+d.n(1, 12))
	case "gov":
		switch k {
		case 0, 1:
			return fmt.Sprintf("The committee for %s met %d times in %d and reported to the directors in %s.", g, d.n(2, 30), y, m)
		case 2:
			return fmt.Sprintf("Officers based in %s review the process covering %s every %d days.", p, g, d.n(5, 120))
		}
		return fmt.Sprintf("A review finished in %s %d covered %d controls over purchases of %s at %s.", m, y, d.n(10, 400), g, p)
	}
	switch k {
	case 0:
		return fmt.Sprintf("%s makes %s at its plant in %s and sells them to %d %s.", d.co, g, p, d.n(20, 900), q)
	case 1:
		return fmt.Sprintf("Orders for %s from %s numbered %d at the end of %s %d.", g, q, d.n(100, 9000), m, y)
	case 2:
		return fmt.Sprintf("The %s office, opened in %d, serves %s and employs %d people.", p, d.l.year-d.n(3, 60), q, d.n(11, 700))
	case 3:
		return fmt.Sprintf("Research on %s cost $%d thousand in %d and was carried out in %s.", g, d.n(100, 9900), y, p)
	}
	return fmt.Sprintf("No single buyer of %s among the %s accounted for more than %d percent of sales in %d.", g, q, d.n(2, 60), y)
}

func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func (d *doc) paragraph(topic string, lo, hi int) []string {
	var l []string
	for i, n := 0, d.n(lo, hi); i < n; i++ {
		l = append(l, d.sentence(topic))
	}
	return l
}
