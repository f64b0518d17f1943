package grid

import (
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// TestRowsOfAnotherKind gives the line of one row of a table below a text, in a report in millions.
func TestRowsOfAnotherKind(t *testing.T) {
	cases := []struct{ before, rows, row, want string }{
		{"Except for per share amounts, sums within tables are stated in millions.",
			"|2024|2023;Sales|$9,108|$8,895;Cost|5,478|5,408", "Cost", "Cost | 2024: $5,478 million; 2023: $5,408 million"},
		{"(in millions)", "|2024|2023;Net income|$1,583|$1,478;Number of shares on which earnings per share is calculated|910,749|909,987;" +
			"Add shares under stock plans|919,452,496|910,749,734", "Add shares", "Add shares under stock plans | 2024: 919,452,496 shares; 2023: 910,749,734 shares"},
		{"(in millions)", "|2024|2023;Sales|$2,420|$2,554;Franchised restaurants|1,282|1,275", "Franchised",
			"Franchised restaurants | 2024: 1,282; 2023: 1,275"},
		{"(in millions)", "|2024|2023;Sales|$2,420|$2,554;Claims filed|892|2,014", "Claims", "Claims filed | 2024: 892; 2023: 2,014"},
		{"(in millions)", "|2024|2023;Properties, plant and equipment|$142,768|$143,591;Land|11|12", "Properties",
			"Properties, plant and equipment | 2024: $142,768 million; 2023: $143,591 million"},
		{"(in millions)", "|2024|2023;Unearned ESOP shares|(15)|(28);Equity|$155|$128", "Unearned", "Unearned ESOP shares | 2024: -$15 million; 2023: -$28 million"},
		{"Sums are in millions unless otherwise stated.", "|2019|2020|2021;Marl Group|$100.00|$114.94|$148.41;Index|100.00|94.29|101.56",
			"Index", "Index | 2019: $100.00; 2020: $94.29; 2021: $101.56"},
		{"Sums are in millions unless otherwise stated.", "|2024|2023;August|$0.2500|$0.4800;Total|$1.2300|$1.9200", "Total",
			"Total | 2024: $1.2300; 2023: $1.9200"},
		{"(€ million)", "|2024|2023;Profit|266|210;Dividend per share (euro cents)|169.2|88.5", "Dividend",
			"Dividend per share (euro cents) | 2024: €1.692; 2023: €0.885"},
		{"(in millions)", "|2024|2023;Net sales|$4,281|$4,783 (1);Cost|1,116 (2)|1,550", "Cost",
			"Cost | 2024: $1,116 million; 2023: $1,550 million"},
		{"(in millions)", "|2024|2023;Net sales|$4,281|$4,783;Cost|1,116(²)|1,550", "Cost",
			"Cost | 2024: $1,116 million; 2023: $1,550 million"},
		{"(dollars in thousands)", "|2024|2023;Home sales|$4,281|$4,783;Operating data (units):||;New orders|1,116|1,550", "Operating",
			"Operating data (units) > New orders | 2024: 1,116; 2023: 1,550"},
		{"Operating statistics", "|2024|2023;Rooms|1,116|1,550;Occupancy|61.5%|62.0%;Fees (in millions)|$89.9|$82.1", "Rooms",
			"Rooms | 2024: 1,116; 2023: 1,550"},
		{"(in millions)", "|2024|2023;Members (in thousands)|1,116|1,550;Fees|$89.9|$82.1", "Members",
			"Members (in thousands) | 2024: 1,116 thousand; 2023: 1,550 thousand"},
		{"(in millions)", "|2024|2023;Net additions (in thousands)|1,116|1,550;Fees|$89.9|$82.1", "Net additions",
			"Net additions (in thousands) | 2024: 1,116 thousand; 2023: 1,550 thousand"},
		{"(in millions)", "|2024|2023;Revenues:||;Franchised restaurants|$1,116|$1,550;Owned restaurants|89.9|82.1", "Revenues > Owned",
			"Revenues > Owned restaurants | 2024: $89.9 million; 2023: $82.1 million"},
		{"Key figures", "|Unit|2024|2023;Sales|€ million|1,116|1,550;Margin|%|14.9|20.4;Earnings per share|€|3.78|5.03", "Sales",
			"Sales | Unit: € million; 2024: €1,116 million; 2023: €1,550 million"},
		{"Key figures", "|Unit|2024|2023;Sales|€ million|1,116|1,550;Margin|%|14.9|20.4;Earnings per share|€|3.78|5.03", "Margin",
			"Margin | 2024: 14.9%; 2023: 20.4%"},
		{"Operations (in thousands)", "|2023|2024|2024;|RMB|RMB|US$;Sales|91,697|82,155|12,250;Cost|(5,981)|(6,986)|(1,172)", "Cost",
			"Cost | 2023 RMB: -RMB 5,981 thousand; 2024 RMB: -RMB 6,986 thousand; 2024 US$: -$1,172 thousand"},
		{"Key figures", "(US$000)|2024|2023;Sales|91,697|82,155;Dividend per share (cents)|6.26|6.87", "Sales",
			"Sales | 2024: $91,697 thousand; 2023: $82,155 thousand"},
		{"Except as noted, amounts in tables are in millions.</p><p>Number of employees at year end", "|2024|2023;Europe|6,489|5,237;Asia|4,524|2,126",
			"Europe", "Europe | 2024: 6,489; 2023: 5,237"},
		{"Worldwide employment (in thousands):", "|2024|2023;Mill employees|52.5|91.1;Other employees|5.6|7.6", "Mill",
			"Mill employees | 2024: 52.5 thousand; 2023: 91.1 thousand"},
		{"(in millions)", "|High|Low|Dividends;First quarter|$48.27|$31.38|$0.29;Second quarter|45.19|39.87|0.24", "Second",
			"Second quarter | High: $45.19; Low: $39.87; Dividends: $0.24"},
		{"(shares in thousands)", "Exercise prices|Number outstanding|Weighted-average exercise price;$5.00 - $9.99|401|$7.42;" +
			"$10.00 - $14.99|685|12.88", "$10", "$10.00 - $14.99 | Number outstanding: 685 thousand shares; Weighted-average exercise price: $12.88"},
		{"(in thousands, except average price per share)", "|2024|2023;Shares repurchased|2,456|1,342;Average price per share|$40.75|$40.72;" +
			"Total cost|$138,993|$73,489", "Shares", "Shares repurchased | 2024: 2,456 thousand shares; 2023: 1,342 thousand shares"},
		{"(in millions)", "|2024|2023;Restricted stock units|257|292;Options|219|184;Total compensation expense|$476|$476", "Restricted",
			"Restricted stock units | 2024: $257 million; 2023: $292 million"},
		{"(in millions)", "|2024|2023;Net income|$976|$976;Basic shares|946|940;Employee plans|31|30;Diluted shares|977|970", "Employee",
			"Employee plans | 2024: 31 million shares; 2023: 30 million shares"},
		{"(in millions)", "|2024|2023;Licensed|21,818|21,720;Affiliated|9,178|8,220;Total restaurants|30,996|29,940", "Licensed",
			"Licensed | 2024: 21,818; 2023: 21,720"},
		{"(in millions)", "|2024|2023;Sales|$12,345|$11,222;Costs|9,801|9,012;Operating margin|12.5|12.2", "Operating margin",
			"Operating margin | 2024: 12.5%; 2023: 12.2%"},
		{"(in millions)", "|2024|2023;Sales|$12,345|$11,222;Dividends declared|.31|.32", "Dividends", "Dividends declared | 2024: $0.31; 2023: $0.32"},
		{"(in millions)", "|2024|2023;Sales|$12,345|$11,222;Efficiency ratio|58.4|57.2;Debt ratio|81|82", "Debt", "Debt ratio | 2024: 81%; 2023: 82%"},
		{"(in millions)", "|2024|2023;Sales|$12,345|$11,222;Electric sales (GWh)|3,100|3,200", "Electric",
			"Electric sales (GWh) | 2024: 3,100; 2023: 3,200"},
		{"(in millions)", "|2024|2023;Sales|$12,345|$11,222;Average price ($/ton)|41.20|38.10", "Average",
			"Average price ($/ton) | 2024: $41.20; 2023: $38.10"},
		{"(in millions)", "|2024|2023;Lots (a)|24|46;Fees|$89.9|$82.1</td></tr></table><p>(a) Not in millions; actual number.</p><table><tr><td>",
			"Lots", "Lots (a) | 2024: 24; 2023: 46"},
		{"Summary", "|2024|2023;Sales|12,345|11,222;Costs|9,801|9,012</td></tr></table><p>The amounts above are in thousands.</p><table><tr><td>",
			"Sales", "Sales | 2024: 12,345 thousand; 2023: 11,222 thousand"},
		{"Revenue was $5 billion.</p><p>Crude oil (thousands of barrels per day)", "|2024|2023;Heavy|312|301;Light|81|72", "Heavy",
			"Heavy | 2024: 312 thousand; 2023: 301 thousand"},
		{"Selected quarterly data</p><p>Thousands of dollars except per-share figures", "|2024|2023;Sales|$9,108|$8,895;" +
			"Cost|5,478|5,408", "Cost", "Cost | 2024: $5,478 thousand; 2023: $5,408 thousand"},
		{"(In thousands, except revenue per membership and percentages)", "|2024|2023;Revenue|$9,108|$8,895;Paid memberships at end of year|" +
			"5,478|5,408", "Paid", "Paid memberships at end of year | 2024: 5,478 thousand; 2023: 5,408 thousand"},
		{"Wireless", "(Subscribers in thousands)|2024|2023;Prepaid subscribers|5,478|5,408;Net additions (losses)|70|-12;" +
			"Service revenue (in millions)|$9,108|$8,895", "Net", "Net additions (losses) | 2024: 70 thousand; 2023: -12 thousand"},
		{"(Dollars in thousands, except per share data)", "|2024|2023;Loans|$154,993|$125,015;Common shares outstanding|8,529,829|9,668,316",
			"Common", "Common shares outstanding | 2024: 8,529,829 shares; 2023: 9,668,316 shares"},
		{"(in millions)", "|2024|2023;Loans|$5,570|$3,460;Average loan (in dollars)|38,312|13,482", "Average",
			"Average loan (in dollars) | 2024: $38,312; 2023: $13,482"},
		{"(in millions)", "|2024|2023;Sales|$5,570|$3,460;Average basket (in dollars)|$51.57|$48.23", "Average",
			"Average basket (in dollars) | 2024: $51.57; 2023: $48.23"},
		{"(in thousands)", "|2024|2023;Sales|$5,570|$3,460;Average sales per store|1,278|1,356;Sales per square foot|312|301",
			"Average", "Average sales per store | 2024: $1,278 thousand; 2023: $1,356 thousand"},
		{"Key figures", "|2024|2023;Shares repurchased (in thousands)|1,809|58,704;Sales (in millions)|$7,622|$9,587", "Shares",
			"Shares repurchased (in thousands) | 2024: 1,809 thousand shares; 2023: 58,704 thousand shares"},
		{"Key figures", "|2024|2023;Sales (in thousands)|$7,622|$9,587;Depletion (in millions)|69.6|89.9", "Depletion",
			"Depletion (in millions) | 2024: $69.6 million; 2023: $89.9 million"},
		{"(in thousands, except per share amounts)", "|Shares Repurchased|Average Price per Share|Remaining;May|903|$44.83|$480,791;June|36|48.98|460,706",
			"June", "June | Shares Repurchased: 36 thousand shares; Average Price per Share: $48.98; Remaining: $460,706 thousand"},
		{"Summary", "|2024|2023;Sales (in millions)|$435.5|$469.7;Share data (in thousands):||;Common shares outstanding|162,308|169,460;" +
			"Shares repurchased|649|608", "Share data (in thousands) > Shares repurchased",
			"Share data (in thousands) > Shares repurchased | 2024: 649 thousand shares; 2023: 608 thousand shares"},
		{"Group accounts", "|2024 £m|2023 £m;Revenue|8,525|3,107;Costs|(1,648)|(648)", "Costs",
			"Costs | 2024 £m: -£1,648 million; 2023 £m: -£648 million"},
		{"Hotels by class", "|Rooms|Average daily rate;Luxury|1,328|$279.74;Select|3,634|164.24", "Select",
			"Select | Rooms: 3,634; Average daily rate: $164.24"},
		{"Dollar amounts elsewhere in this report are in thousands.", "|Owned|Franchised;Open at beginning of year|5,725|852;Opened|91|71;Closed|(26)|(1)",
			"Opened", "Opened | Owned: 91; Franchised: 71"},
		{"The company had the following number of employees (sums in the other tables are in millions of dollars):", "|2024|2023;Europe|4,735|5,265;" +
			"Asia|816|469", "Europe", "Europe | 2024: 4,735; 2023: 5,265"},
		{"(in millions)", "|2024|2023;Sales|$2,420|$2,554;Licensed|21,818|21,720;Affiliated|9,178|8,220;" +
			"Total licensed|30,996|29,940;Owned|2,142|2,106;Total restaurants|33,138|32,046", "Affiliated", "Affiliated | 2024: 9,178; 2023: 8,220"},
		{"(in millions)", "|2024|2023;Opening balance|$13,147|$12,592;Shares issued under plans|530|175;Compensation|440|380;Closing balance|14,117|13,147",
			"Shares issued", "Shares issued under plans | 2024: $530 million; 2023: $175 million"},
		{"(in millions)", "|2024|2023;Compensation|$526|$460;Options:||;Intrinsic value of those exercised|354|487", "Options",
			"Options > Intrinsic value of those exercised | 2024: $354 million; 2023: $487 million"},
		{"(in millions)", "|2024|2023;Compensation|$526|$460;Fair value of awards vested:||;Restricted shares|65|68", "Fair value",
			"Fair value of awards vested > Restricted shares | 2024: $65 million; 2023: $68 million"},
		{"(in millions)", "|2024|2023;Service cost|$94|$37;Interest cost|1,892|422;Assumptions||;Pay increases|3.86|2.24", "Assumptions",
			"Assumptions > Pay increases | 2024: 3.86%; 2023: 2.24%"},
		{"(in millions)", "|Capital|Cruise stock awards|Total;Opening|$14|$—|$14;Net income|26|—|26;Closing|40|—|40", "Net income",
			"Net income | Capital: $26 million; Cruise stock awards: —; Total: $26 million"},
		{"(in thousands, except average unit volume and percentages)", "|2024|2023;Sales|$121,111|$119,200;Average unit volume|$4,212,000|$4,110,000",
			"Average", "Average unit volume | 2024: $4,212,000; 2023: $4,110,000"},
		{"(in thousands, except net sales per square foot)", "|2024|2023;Net sales|$41,200|$39,800;Net sales per square foot|312|301",
			"Net sales |", "Net sales | 2024: $41,200 thousand; 2023: $39,800 thousand"},
		{"(in millions)", "|2024|2023;Sales|$412.2|$398.1;Average check|24.12|23.10", "Average", "Average check | 2024: $24.12; 2023: $23.10"},
		{"(in thousands, except average price per ton)", "|2024|2023;Tons sold|12,120|11,900;Sales|$412,120|$398,110", "Tons",
			"Tons sold | 2024: 12,120 thousand; 2023: 11,900 thousand"},
		{"(dollars in thousands)", "|2024|2023;Sales|$41,200|$39,800;Available rooms|512,000|498,000", "Available",
			"Available rooms | 2024: 512,000; 2023: 498,000"},
		{"(₹ in lakh)", "|2024|2023;Sales|₹41,200|₹39,800;Costs|4,120|3,980", "Costs", "Costs | 2024: ₹4,120 lakh; 2023: ₹3,980 lakh"},
		{"(in thousands, except customers)", "|2024|2023;Recurring revenue|$41,200|$39,800;Customers|1,212|1,180", "Customers",
			"Customers | 2024: 1,212; 2023: 1,180"},
		{"(in millions, except percentages)", "|2024|%|2023|%;Goods|$4,281|62.1|$4,783|65.0;Services|2,610|37.9|2,575|35.0", "Services",
			"Services | 2024: $2,610 million; %: 37.9%; 2023: $2,575 million; %: 35.0%"},
		{"Sales by product, thousands of tonnes", "|2024|2023;Cement|12,100|11,900;Sand|412|398", "Sand",
			"Sand | 2024: 412 thousand; 2023: 398 thousand"},
		{"Five years (dollars in thousands)", "Year|Sales|Dividends|Comparable sales;2024|$412,000|$0.40|4.1;2023|398,000|0.38|3.9", "2023",
			"2023 | Sales: $398,000 thousand; Dividends: $0.38; Comparable sales: 3.9%"},
		{"(in thousands)", "|2024|2023;Loans|$412|$398;Weighted average coupon|6.12|5.98", "Weighted",
			"Weighted average coupon | 2024: 6.12%; 2023: 5.98%"},
		{"Summary", "|2024|2023;Income data (in thousands):||;Sales|$89,515|$69,361;Balance sheet data (in millions):||;Total assets|$2,949.1|$2,779.6;" +
			"Long-term obligations|286.3|340.0;Operating data (in thousands):||;Tons shipped|3,408|3,522", "Balance sheet data (in millions) > Long-term",
			"Balance sheet data (in millions) > Long-term obligations | 2024: $286.3 million; 2023: $340.0 million"},
		{"Summary", "|2024|2023;Sales (in millions)|$89,515|$69,361;Operating data (in thousands):||;Tons shipped|3,408|3,522", "Operating data",
			"Operating data (in thousands) > Tons shipped | 2024: 3,408 thousand; 2023: 3,522 thousand"},
		{"(Dollar amounts and retail square feet in millions)", "|2024|2023;Sales|$26,811|$29,154;Stores|2,096|2,165", "Stores",
			"Stores | 2024: 2,096; 2023: 2,165"},
		{"(Dollar amounts and retail square feet in millions)", "|2024|2023;Sales|$26,811|$29,154;Retail square feet|185.6|177.6",
			"Retail", "Retail square feet | 2024: 185.6 million; 2023: 177.6 million"},
		{"(dollars in millions; production and shipments in thousands)", "|2024|2023;Sales|$4,730|$4,795;Tin production|1,480|1,484;" +
			"Third-party shipments|426|478", "Third", "Third-party shipments | 2024: 426 thousand; 2023: 478 thousand"},
		{"(in millions)", "|2024|2023;Sales|$4,730|$4,795;Mills in operation|28|31", "Mills", "Mills in operation | 2024: 28; 2023: 31"},
		{"(in millions, except sites and ratios)", "|2024|2023;Sales|$4,730|$4,795;Cell sites|26,811|23,325", "Cell",
			"Cell sites | 2024: 26,811; 2023: 23,325"},
		{"(in millions)", "|2024|2023;Sales|$4,730|$4,795;Natural gas (million cubic feet per day)|2,180|2,056", "Natural",
			"Natural gas (million cubic feet per day) | 2024: 2,180 million; 2023: 2,056 million"},
		{"(in millions)", "|2024|2023;Sales|$4,730|$4,795;Standardized measure (in billions)|2.3|2.7", "Standardized",
			"Standardized measure (in billions) | 2024: $2.3 billion; 2023: $2.7 billion"},
		{"(in millions)", "|2024|2023;Net income|$472|$479;Weighted average shares outstanding:||;Basic (¹)|94,334|83,957\n" +
			"(1) Number of shares in thousands.", "Weighted average shares outstanding > Basic",
			"Weighted average shares outstanding > Basic (¹) | 2024: 94,334 thousand shares; 2023: 83,957 thousand shares"},
		{"(in thousands)", "|2024|2023|$|%;Research|$7,288|$7,895|$(607)|(8);Selling|975|1,142|(167)|(15)", "Selling",
			"Selling | 2024: $975 thousand; 2023: $1,142 thousand; $: -$167 thousand; %: -15%"},
		{"Unless otherwise stated, amounts are in millions.</p><table><tr><td>(in millions)</td><td>2024</td></tr>" +
			"<tr><td>Sales</td><td>$9,412</td></tr><tr><td>Cost</td><td>$398</td></tr></table><p>Deposits",
			"|2024|2023;Total deposits|68,730|91,906;Total loans|24,296|20,165",
			"Total loans", "Total loans | 2024: $24,296 million; 2023: $20,165 million"},
		{"(in thousands)", "|Shares|Common Stock|Paid-in Capital;Balance|412,000|$41|$9,783;Shares issued under plans|68,344|22|783", "Shares issued",
			"Shares issued under plans | Shares: 68,344 thousand shares; Common Stock: $22 thousand; Paid-in Capital: $783 thousand"},
		{"(in thousands, except per share data)", "|2024|2023;Net income|$34,042|$32,245;Basic|$2.05|$2.39;Diluted|1.99|2.37", "Diluted",
			"Diluted | 2024: $1.99; 2023: $2.37"},
		{"(Amounts in millions, except unit counts)", "|2024|2023;Sales|$79,014|$89,684;Unit counts at period end|443|494", "Unit",
			"Unit counts at period end | 2024: 443; 2023: 494"},
		{"(Amounts in millions)", "|2024|2023;Sales|$79,014|$89,684;Retail square feet at period end|62|74", "Retail",
			"Retail square feet at period end | 2024: 62 million; 2023: 74 million"},
		{"Orders by program (numbers of airplanes):", "|A10|A20;Undelivered units under firm orders|4,378|149;Cumulative orders|12,809|1,633",
			"Cumulative", "Cumulative orders | A10: 12,809; A20: 1,633"},
		{"Shares Outstanding", "(In millions)|2024|2023;Balance, beginning of year|8,812|8,708;Issued|180|115", "Issued",
			"Issued | 2024: 180 million shares; 2023: 115 million shares"},
		{"Square footage below is in thousands:", "|Leased Square Footage|Owned Square Footage;North|406,827|15,499;South|161,524|7,450", "South",
			"South | Leased Square Footage: 161,524 thousand; Owned Square Footage: 7,450 thousand"},
		{"Delinquent loans", "|1 Payment|2 Payments;Principal balance|8,708,837.84|1,918,914.03;Number of loans|166|24", "Number",
			"Number of loans | 1 Payment: 166; 2 Payments: 24"},
		{"(in billions)", "|2024|2023;Debt|$101.3|$122.3;Leverage (to 1)|8.2|8.6", "Leverage", "Leverage (to 1) | 2024: 8.2x; 2023: 8.6x"},
		{"(in millions)", "|2024|2023;Sales|$101.3|$122.3;Current ratio|1.32:1|1.16:1", "Current", "Current ratio | 2024: 1.32x; 2023: 1.16x"},
		{"Stores outside the country", "|Number of Stores;North|230;South|366;Islands|36;Total stores abroad|632", "South", "South | Number of Stores: 366"},
		{"(in thousands)", "|2024||2023|;Statutory rate|35|.0%|34|.0%;State taxes|(1|.9)|2|.6", "State", "State taxes | 2024: -1.9%; 2023: 2.6%"},
		{"The undelivered units under firm order as of December 31 were:", "Model|2024|2023;A-17|30|29;A-37|768|776", "A-37", "A-37 | 2024: 768; 2023: 776"},
		{"(Dollars in millions)", "|Notional principal|Fair value;Swaps|$644|$(13);Purchased options|1,701|29", "Purchased",
			"Purchased options | Notional principal: $1,701 million; Fair value: $29 million"},
		{"(in millions, except location amounts)", "|2024|2023;Sales|$94,477|$94,878;Number of prescriptions|782.2|703.0", "Number",
			"Number of prescriptions | 2024: 782.2 million; 2023: 703.0 million"},
		{"(in thousands)</p><table><tr><td></td><td>2024</td></tr><tr><td>Sales</td><td>$912,412</td></tr><tr><td>Cost</td><td>398,100</td></tr></table><p>Directors",
			"Name|Fees earned ($)|Stock awards ($);A. Marl|77,000|145,230;B. Oak|69,000|145,230", "A. Marl",
			"A. Marl | Fees earned ($): $77,000; Stock awards ($): $145,230"},
		{"MSEK", "|2024|2023;Turnover|2 494|2 298;Cost of sales|(1 665)|(1 485)", "Cost", "Cost of sales | 2024: -SEK 1,665 million; 2023: -SEK 1,485 million"},
		{"(IN MILLIONS, EXCEPT SITES AND RATIOS)", "|2024|2023;Service revenues|$13,714.5|$16,320.2;Cell sites|26,253|27,040", "Cell",
			"Cell sites | 2024: 26,253; 2023: 27,040"},
		{"Dollars in tables are in millions unless noted.", "(as a percentage of net sales)|2024|2023;Cost of sales|60.2|59.5;Gross profit|39.8|40.5",
			"Gross", "Gross profit | 2024: 39.8%; 2023: 40.5%"},
		{"Unless otherwise stated: Dollars in millions - except per share amounts, store counts, sales per square foot, average ticket, " +
			"employees and ratios; shares in millions.", "|2024|2023;Net sales|$16,501|$17,656;Gross profit|1,243|1,106", "Gross",
			"Gross profit | 2024: $1,243 million; 2023: $1,106 million"},
		{"(in millions)", "|2024|2023;Loss per weighted-average share, computed on net loss|$(0.01)|$(0.02);Net loss|$(412)|$(398)", "Loss",
			"Loss per weighted-average share, computed on net loss | 2024: -$0.01; 2023: -$0.02"},
		{"(in thousands)", "|2024|2023;Revenues|$916,501|$917,656;Cost of one coin (dollars)|10,878|10,962", "Cost",
			"Cost of one coin (dollars) | 2024: $10,878; 2023: $10,962"},
		{"(Dollars in millions, except backlog in billions)", "|2024|2023;Revenues|$16,031|$13,925;Backlog|$25.4|$18.4", "Backlog",
			"Backlog | 2024: $25.4 billion; 2023: $18.4 billion"},
		{"(In millions, except number of shares)", "|2024|2023;Total assets|$62,529|$62,990;Treasury shares|8,692,589|7,384,112", "Treasury",
			"Treasury shares | 2024: 8,692,589 shares; 2023: 7,384,112 shares"},
		{"Production", "|2024|2023;Sales|$1,685|$1,433;Oil (MBbl)|1,685|1,433;Gas (MMcf)|4,072|3,902", "Oil", "Oil (MBbl) | 2024: 1,685 thousand; 2023: 1,433 thousand"},
		{"Store counts and selling space (square footage in thousands):", "|Opened|Total|Square footage;2024|7|592|7,311;2023|37|585|7,249", "2023",
			"2023 | Opened: 37; Total: 585; Square footage: 7,249 thousand"},
		{"(in millions, except interest rates)", "|2025|2026;Fixed rate:||;Principal payments|$79.6|58.2;Average interest rate|4.1%|4.6%;Variable rate:||;" +
			"Principal due|$69.0|29.3;Average variable rate|2.5%|3.0%", "Variable rate > Principal", "Variable rate > Principal due | 2025: $69.0 million; 2026: $29.3 million"},
		{"(dollars in millions)", "|2024|2023;Premiums|$23,143|$22,924;Policies in force|73,870|65,907", "Policies", "Policies in force | 2024: 73,870; 2023: 65,907"},
		{"(dollars in millions; shipments in thousands of metric tons)", "|2024|2023;Sales|$6,910|$8,034;Shipments of tin|3,724|3,673;Number of employees|17,845|20,930",
			"Shipments", "Shipments of tin | 2024: 3,724 thousand; 2023: 3,673 thousand"},
		{"Exchange rates", "|Average rate|Year-end rate;Yen|108.05|142.44;Rupee|82.47|64.12", "Yen",
			"Yen | Average rate: 108.05x; Year-end rate: 142.44x"},
	}
	for _, c := range cases {
		var page strings.Builder
		rows, below, _ := strings.Cut(c.rows, "\n")
		page.WriteString("<html><body><p>" + c.before + "</p><table>")
		for _, row := range strings.Split(rows, ";") {
			page.WriteString("<tr><td>" + strings.ReplaceAll(row, "|", "</td><td>") + "</td></tr>")
		}
		page.WriteString("</table><p>" + below + "</p></body></html>")
		grids := All(block.HTML([]byte(page.String())))
		got := ""
		for i := range grids {
			for k := range grids[i].Rows {
				if line := string(grids[i].AppendLine(nil, &grids[i].Rows[k])); strings.HasPrefix(line, c.row) {
					got = line
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.before, got, c.want)
		}
	}
}
