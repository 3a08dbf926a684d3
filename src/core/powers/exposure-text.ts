import { centsText, dollars } from "../fiat/price.ts";
import { shortText } from "../format/amount.ts";
import { message, type Text } from "../localized-text.ts";
import type { Exposure } from "./exposure.ts";

/** Returns an amount in units instead of a value. */
function unitsText({ isUncounted, units }: Exposure): Text {
	const [first, ...more] = units;
	if (first === undefined) return message("worth.none");
	const { decimals, symbol, taken } = first;
	const amount = shortText(taken, decimals);
	const code = more.length > 0 || isUncounted ? "powers.taken.units-more" : "powers.taken.units";
	return message(code, { amount, symbol });
}

/** Never shows $0 for an asset that has no price. */
export function exposureText(exposure: Exposure): Text {
	const { cents, isUnpriced, isUnread } = exposure;
	if (cents > 0n)
		return isUnpriced || isUnread ? message("amount.at-least", { amount: dollars(cents) }) : centsText(cents);
	if (isUnread) return message("powers.taken.unread");
	return isUnpriced ? unitsText(exposure) : message("powers.taken.nothing");
}
