/** Texts that stand in many places. `sentences` and `verbatim` are made by `src/text/index.ts` itself. */
export const common = {
	"account.signer": "your account",
	"account.yours": "your account {address}",
	"amount.all": "all {asset}",
	"amount.all-held": "all {asset} that it holds",
	"amount.at-least": "at least {amount}",
	"amount.at-most": "at most {amount}",
	"amount.base-units": "{amount} base units of {symbol}",
	"amount.item": "× no. {item} of {collection}",
	"amount.unit.base": "base units of {symbol}",
	"amount.unit.native": "the native coin",
	"amount.up-to": "up to {amount}",
	"amount.wrapped": "wrapped {coin}",
	"collection.unnamed": "the collection {address}",
	"nothing-signed": "Nothing was signed.",
	parts: "{first}; {next}",
	sentence: "{told}.",
} as const;
