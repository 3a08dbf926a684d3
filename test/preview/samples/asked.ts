import { message } from "../../../src/core/localized-text.ts";
import type { ReviewView } from "../../../src/ipc/review.ts";
import { review } from "./review.ts";

/** Composer texts next to the payloads to sign. */

const ASKED = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";
const OTHER = "0xe1AB8145F7E55DC933d51a18c793F901A3A0b276";
const PAID = { amount: { raw: "50000000000000000", decimals: 18, symbol: "ETH", checked: true } };

export const asAsked = (): ReviewView =>
	review({
		headline: "Send 0.05 ETH to 0x2B5AD5…DCcD6cF",
		typedIntent: { outcome: "same", text: message("asked.same.pays", { amount: PAID, to: ASKED }) },
	});

export const partlyAsked = (): ReviewView =>
	review({
		typedIntent: {
			outcome: "same",
			text: message("asked.same", {
				fields: [message("asked.field.token"), message("asked.field.network")],
			}),
		},
	});

export function otherAddress(): ReviewView {
	const text = message("asked.recipient", { asked: ASKED, here: OTHER });
	return review({
		headline: "Send 0.05 ETH to 0xe1AB81…A0b276",
		typedIntent: { outcome: "differs", text },
		findings: [{ id: "asked-differs", severity: "danger", text }],
		approval: { possible: true, refusals: [], word: "b276", wordOf: "address", canRetry: false },
	});
}
