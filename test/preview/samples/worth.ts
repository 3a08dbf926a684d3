import { message, sentences } from "../../../src/core/localized-text.ts";
import type { ReviewView } from "../../../src/ipc/review.ts";
import { LEDGER_EVM, NOW } from "./common.ts";
import { blindPlan, ledgerReview } from "./ledger-signing.ts";
import { review } from "./review.ts";

/** Worth beside amounts: of what leaves, of what has no price, and of the fee. */
export function withWorth(plain: ReviewView = review()): ReviewView {
	const about = (amount: string) => message("worth.about", { amount });
	const worth = [about("$4,410.80"), about("$4,410.25"), message("worth.none")];
	return {
		...plain,
		fiat: about("$4,410.80"),
		changes: plain.changes.map((row, at) => ({
			...row,
			amount: { ...row.amount, fiat: worth[at] ?? message("worth.none") },
		})),
		costs:
			plain.costs === null || plain.costs.most === null
				? plain.costs
				: {
						...plain.costs,
						most: { ...plain.costs.most, fiat: about("$0.02") },
						likely:
							plain.costs.likely === null
								? null
								: { ...plain.costs.likely, fiat: message("worth.less-than-a-cent") },
					},
		prices: message("worth.source", { time: { at: NOW - 300_000, style: "minute" } }),
	};
}

/** Returns a typical review: a swap on Base that the user requested, from an account on a Ledger. */
export function onLedger(): ReviewView {
	const plain = ledgerReview({ plans: [blindPlan()] }, review({ steps: [], step: null }));
	const gives = { amount: { raw: "1500000000000000000", decimals: 18, symbol: "ETH", checked: true } };
	return withWorth({
		...plain,
		changes: plain.changes.map((row) => (row.mine ? { ...row, account: LEDGER_EVM } : row)),
		typedIntent: {
			outcome: "same",
			text: message("asked.same", {
				fields: [message("asked.field.amount"), message("asked.field.token"), message("asked.field.network")],
			}),
		},
		findings: [
			{
				id: "device-blind",
				severity: "caution",
				text: sentences(message("finding.device-blind"), message("finding.device-blind.compare")),
			},
		],
		headline: message("call.swap", {
			given: gives,
			got: { amount: { raw: "4388200000", decimals: 6, symbol: "USDC", checked: true } },
		}),
	});
}
