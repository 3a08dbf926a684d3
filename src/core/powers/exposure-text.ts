import { centsText, dollars } from "../fiat/price.ts";
import { message, type Text } from "../localized-text.ts";
import type { Exposure } from "./exposure.ts";

/** Never shows $0 for something without a price. */
export function exposureText({ cents, isUnpriced, isUnread }: Exposure): Text {
	if (cents > 0n)
		return isUnpriced || isUnread ? message("amount.at-least", { amount: dollars(cents) }) : centsText(cents);
	if (isUnread) return message("powers.taken.unread");
	return isUnpriced ? message("worth.none") : message("powers.taken.nothing");
}
