import { readUint } from "../../../format/numeral.ts";
import { message } from "../../../message.ts";
import type { FindingRule } from "../../finding.ts";

/** So many times what our own simulation took. */
const OUT_OF_PROPORTION = 4n;
/** Less is not worth a word: services round small limits up. */
const MIN_ABOVE = 500_000n;

/** A gas limit far above what it took: room for code that does more than it did when it was simulated. */
export const gasLimit: FindingRule = ({ subject, opinion }) => {
	const { own } = opinion;
	const used = own.state === "done" && own.revert === null ? readUint(own.simulation.gas?.units ?? "") : null;
	const { gas_limit: stated } = subject.payload.transaction;
	if (used === null || used === 0n || !Number.isSafeInteger(stated)) return null;
	const limit = BigInt(stated);
	if (limit <= used * OUT_OF_PROPORTION || limit - used < MIN_ABOVE) return null;
	return {
		id: "gas-limit",
		severity: "caution",
		text: message("finding.gas-limit", { limit: stated, times: Number(limit / used), used: Number(used) }),
		needsWord: false,
		about: [],
	};
};
