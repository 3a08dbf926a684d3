import type { UpdatesView } from "../../../src/ipc/about.ts";
import { NOW } from "./common.ts";

export function updates(change: Partial<UpdatesView> = {}): UpdatesView {
	return {
		state: "current",
		release: null,
		announced: false,
		checkedAt: NOW - 5 * 3600_000,
		checking: false,
		fault: null,
		...change,
	};
}

/** One with everything that a release can bring. */
export const out = updates({
	state: "out",
	announced: true,
	release: {
		version: "0.2.0",
		changes: [
			"A review tells what amounts are worth, by price feeds that your own RPC reads.",
			"Ledger accounts of several devices stand side by side.",
			"Fixed: the wait after wrong passwords was not shown. ‹U+202E›",
		],
	},
});
