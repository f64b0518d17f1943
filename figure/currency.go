package figure

import (
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// currencyRow is one way of writing a currency. Longer texts come before those that end them, so
// that "US$" is not read as "$".
type currencyRow struct {
	Text string
	Code Unit
}

// currencySigns are written before the digits, directly or with a blank, or after them.
var currencySigns = []currencyRow{
	{"US$", "USD"}, {"U.S.$", "USD"}, {"U.S. $", "USD"}, {"CA$", "CAD"}, {"CAD$", "CAD"},
	{"Cdn$", "CAD"}, {"CDN$", "CAD"}, {"AU$", "AUD"}, {"NZ$", "NZD"}, {"HK$", "HKD"}, {"NT$", "TWD"}, {"MX$", "MXN"},
	{"C$", "CAD"}, {"A$", "AUD"}, {"S$", "SGD"}, {"R$", "BRL"}, {"$", "USD"},
	{"€", "EUR"}, {"£", "GBP"}, {"RMB¥", "CNY"}, {"CN¥", "CNY"}, {"JP¥", "JPY"}, {"¥", "JPY"}, {"￥", "JPY"},
	{"₹", "INR"}, {"₩", "KRW"}, {"₽", "RUB"}, {"₪", "ILS"}, {"฿", "THB"}, {"₫", "VND"},
	{"₺", "TRY"}, {"₱", "PHP"}, {"₦", "NGN"}, {"Rs.", "INR"}, {"Rs", "INR"}, {"Ps.", "MXN"},
}

// currencyCodes are words in capitals before or after the digits.
var currencyCodes = []currencyRow{
	{"USD", "USD"}, {"EUR", "EUR"}, {"GBP", "GBP"}, {"JPY", "JPY"}, {"CNY", "CNY"}, {"RMB", "CNY"},
	{"CAD", "CAD"}, {"AUD", "AUD"}, {"NZD", "NZD"}, {"CHF", "CHF"}, {"HKD", "HKD"}, {"SGD", "SGD"},
	{"TWD", "TWD"}, {"INR", "INR"}, {"KRW", "KRW"}, {"BRL", "BRL"}, {"MXN", "MXN"}, {"SEK", "SEK"},
	{"NOK", "NOK"}, {"DKK", "DKK"}, {"ZAR", "ZAR"}, {"ILS", "ILS"}, {"NIS", "ILS"}, {"RUB", "RUB"},
	{"TRY", "TRY"}, {"PLN", "PLN"}, {"CZK", "CZK"}, {"HUF", "HUF"}, {"THB", "THB"}, {"IDR", "IDR"},
	{"MYR", "MYR"}, {"PHP", "PHP"}, {"VND", "VND"}, {"CLP", "CLP"}, {"COP", "COP"}, {"ARS", "ARS"},
	{"PEN", "PEN"}, {"AED", "AED"}, {"SAR", "SAR"}, {"QAR", "QAR"}, {"EGP", "EGP"}, {"NGN", "NGN"},
	{"KES", "KES"}, {"UAH", "UAH"}, {"KZT", "KZT"}, {"PKR", "PKR"}, {"BDT", "BDT"},
}

// currencyNames follow the digits or their scale.
var currencyNames = []currencyRow{
	{"U.S. dollars", "USD"}, {"US dollars", "USD"}, {"United States dollars", "USD"},
	{"Canadian dollars", "CAD"}, {"Australian dollars", "AUD"}, {"New Zealand dollars", "NZD"},
	{"Hong Kong dollars", "HKD"}, {"Singapore dollars", "SGD"}, {"New Taiwan dollars", "TWD"},
	{"dollars", "USD"}, {"dollar", "USD"}, {"euros", "EUR"}, {"euro", "EUR"},
	{"pounds sterling", "GBP"}, {"British pounds", "GBP"}, {"Japanese yen", "JPY"}, {"yen", "JPY"},
	{"yuan", "CNY"}, {"renminbi", "CNY"}, {"Indian rupees", "INR"}, {"rupees", "INR"},
	{"Swiss francs", "CHF"}, {"Mexican pesos", "MXN"}, {"Brazilian reais", "BRL"},
	{"Taiwan dollars", "TWD"}, {"sterling", "GBP"}, {"Swiss franc", "CHF"}, {"Mexican peso", "MXN"},
	{"Swedish krona", "SEK"}, {"Norwegian kroner", "NOK"}, {"Danish kroner", "DKK"}, {"Israeli shekels", "ILS"},
	{"South African rand", "ZAR"}, {"Polish zloty", "PLN"},
	{"South Korean won", "KRW"}, {"Korean won", "KRW"}, {"Swedish kronor", "SEK"},
}

// signBefore reads a currency sign that ends at p and returns its start, or p when there is none.
func signBefore(t string, p int) (Unit, int) {
	if p == 0 || !endsSign(t[p-1]) {
		return "", p
	}
	head := t[max(0, p-6):p]
	for i := range currencySigns {
		r := &currencySigns[i]
		if !strings.HasSuffix(head, r.Text) {
			continue
		}
		start := p - len(r.Text)
		if ascii.IsLetter(r.Text[0]) && start > 0 && ascii.IsLetter(t[start-1]) {
			continue
		}
		return r.Code, start
	}
	return "", p
}

// endsSign reports whether a byte can end one of the currency signs.
func endsSign(c byte) bool { return c == '$' || c >= 0x80 || c == '.' || c == 's' }

// signAfter reads a currency sign that starts at e and returns its end, or e when there is none.
func signAfter(t string, e int) (Unit, int) {
	if e >= len(t) || (t[e] != '$' && t[e] < 0x80) {
		return "", e
	}
	for i := range currencySigns {
		r := &currencySigns[i]
		if strings.HasPrefix(t[e:], r.Text) {
			return r.Code, e + len(r.Text)
		}
	}
	return "", e
}

// currencyOpening reads a sign or code of a currency that starts at i and returns its end. A code that continues as
// a word is none.
func currencyOpening(t string, i int) (Unit, int) {
	if code, end := signAfter(t, i); end > i {
		return code, end
	}
	if !ascii.IsUpper(t[i]) {
		return "", i
	}
	if end := wordEnd(t, i); end-i == 3 {
		if code := codeOf(t[i:end]); code != "" && !(end < len(t) && t[end] >= 0x80) {
			return code, end
		}
	}
	for k := range currencySigns {
		r := &currencySigns[k]
		if !ascii.IsLetter(r.Text[0]) || !strings.HasPrefix(t[i:], r.Text) {
			continue
		}
		if end := i + len(r.Text); end == len(t) || !ascii.IsLetter(t[end-1]) || !ascii.IsLetter(t[end]) {
			return r.Code, end
		}
	}
	return "", i
}

// CurrencyAt reads a currency that starts at byte i of a text, by its sign, code or name: "€", "SEK", "Swiss francs".
// It returns the end of it, or i where there is none.
func CurrencyAt(text string, i int) (Unit, int) {
	if i >= len(text) || i > 0 && ascii.IsLetter(text[i-1]) {
		return "", i
	}
	if code, end := currencyOpening(text, i); end > i {
		return code, end
	}
	if !ascii.IsLetter(text[i]) {
		return "", i
	}
	return currencyAfter(text, i)
}

// codeOf is the currency that a word in capitals names.
func codeOf(word string) Unit {
	if len(word) != 3 || !ascii.IsUpper(word[0]) || !ascii.IsUpper(word[1]) {
		return ""
	}
	for i := range currencyCodes {
		if currencyCodes[i].Text == word {
			return currencyCodes[i].Code
		}
	}
	return ""
}

// currencyAfter reads a code or name of a currency that starts at the word at w.
func currencyAfter(t string, w int) (Unit, int) {
	stop := wordEnd(t, w)
	if code := codeOf(t[w:stop]); code != "" {
		return code, stop
	}
	for i := range currencyNames {
		r := &currencyNames[i]
		if ascii.ToLower(r.Text[0]) != ascii.ToLower(t[w]) {
			continue
		}
		if end, ok := phraseAt(t, w, r.Text); ok {
			return r.Code, end
		}
	}
	return "", w
}

// symbols are the signs that a currency is printed with; the others are printed with their code.
var symbols = map[Unit]string{
	"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "RMB ", "CAD": "C$", "AUD": "A$", "HKD": "HK$",
	"INR": "₹", "TWD": "NT$", "KRW": "₩", "BRL": "R$", "MXN": "Ps.",
}

// Symbol is what is printed before a sum in the currency: "$", "€", "CHF ". It is empty for no currency.
func (u Unit) Symbol() string {
	if s, ok := symbols[u]; ok || u == "" {
		return s
	}
	return string(u) + " "
}
