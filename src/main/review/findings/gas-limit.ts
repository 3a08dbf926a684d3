import { readUint } from "../../match/numeral.ts";
import { grouped } from "../amount.ts";
import type { Rule } from "./finding.ts";

/** So many times what our own simulation took. */
const OUT_OF_PROPORTION = 4n;
/** Less is not worth a word: services round small limits up. */
const LEAST_ABOVE = 500_000n;

/** A gas limit far above what it took: room for code that does more than it did when it was simulated. */
export const gasLimit: Rule = ({ subject, opinion }) => {
	const { own } = opinion;
	const used = own.state === "done" && own.revert === null ? readUint(own.simulation.gas?.units ?? "") : null;
	const { gas_limit: stated } = subject.payload.transaction;
	if (used === null || used === 0n || !Number.isSafeInteger(stated)) return null;
	const limit = BigInt(stated);
	if (limit <= used * OUT_OF_PROPORTION || limit - used < LEAST_ABOVE) return null;
	return {
		id: "gas-limit",
		severity: "caution",
		words: `Its gas limit of ${grouped(limit)} is ${limit / used} times what it took in your own simulation (${grouped(used)}), so it could do and cost more than was seen there.`,
		needsWord: false,
	};
};
