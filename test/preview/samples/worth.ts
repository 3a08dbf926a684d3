import { message } from "../../../src/core/message.ts";
import type { ReviewView } from "../../../src/ipc/review.ts";
import { NOW } from "./common.ts";
import { review } from "./review.ts";

/** Worth beside amounts: of what leaves, of what has no price, and of the fee. */
export function withWorth(): ReviewView {
	const plain = review();
	const about = (amount: string) => message("worth.about", { amount });
	const worth = [about("$4,410.80"), about("$4,410.25"), message("worth.none")];
	return {
		...plain,
		worth: about("$4,410.80"),
		changes: plain.changes.map((row, at) => ({
			...row,
			amount: { ...row.amount, worth: worth[at] ?? message("worth.none") },
		})),
		costs:
			plain.costs === null || plain.costs.most === null
				? plain.costs
				: {
						...plain.costs,
						most: { ...plain.costs.most, worth: about("$0.02") },
						likely:
							plain.costs.likely === null
								? null
								: { ...plain.costs.likely, worth: message("worth.less-than-a-cent") },
					},
		prices: message("worth.source", { time: { at: NOW - 300_000, style: "minute" } }),
	};
}
