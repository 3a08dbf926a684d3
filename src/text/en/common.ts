/** Texts that many places use. `src/text/index.ts` makes `sentences` and `verbatim` itself. */
export const common = {
	"account.signer": "your account",
	"account.yours": "your account {address}",
	"amount.all": "all {asset}",
	"amount.all-held": "all {asset} it holds",
	"amount.at-least": "at least {amount}",
	"amount.at-most": "at most {amount}",
	"amount.base-units": "{amount} base units of {symbol}",
	"amount.item": "× {collection} #{item}",
	"amount.new-item": "× new {collection} item",
	"amount.unit.base": "base units of {symbol}",
	"amount.unit.scaled": "{symbol} ({counted} before scaling)",
	"amount.unit.native": "the native coin",
	"amount.up-to": "up to {amount}",
	"amount.wrapped": "wrapped {coin}",
	"collection.unnamed": "collection {address}",
	"nothing-signed": "Nothing was signed.",
	parts: "{first}; {next}",
	sentence: "{told}.",

	// Durations, long and short.
	"time.days": "{days} days",
	"time.days.short": "{days} d",
	"time.hours": "{hours, plural, one {# hour} other {# hours}}",
	"time.hours-minutes": "{hours} h {minutes} min",
	"time.hours.short": "{hours} h",
	"time.minutes": "{minutes, plural, one {# minute} other {# minutes}}",
	"time.minutes-seconds":
		"{minutes, plural, one {# minute} other {# minutes}} {seconds, plural, one {# second} other {# seconds}}",
	"time.minutes-seconds.short": "{minutes} min {seconds} s",
	"time.minutes.short": "{minutes} min",
	"time.now": "now",
	"time.seconds": "{seconds, plural, one {# second} other {# seconds}}",
	"time.seconds.short": "{seconds} s",

	// Fiat values.
	"worth.about": "≈ {amount}",
	"worth.less-than-a-cent": "< $0.01",
	"worth.none": "no price",
	"worth.source": "Chainlink and Pyth prices from your RPC; oldest from {time}",
} as const;
