import { known } from "../../../chain/chain-error.ts";
import { readUint } from "../../../format/numeral.ts";
import { message } from "../../../message.ts";
import type { FindingRule } from "../../finding.ts";

/** In hundredths of our own estimate: estimates differ a little from block to block. */
const ENOUGH = 90n;

/**
 * Gas or price below what the chain asks: it would fail, or never be taken into a block. Then it stays in its
 * place, and nothing else of this account can be signed until its nonce is used.
 */
export const underpriced: FindingRule = ({ subject, opinion: { own } }) => {
	const { gas_limit: limit, max_fee_per_gas: most } = subject.payload.transaction;
	const estimate = known(subject.facts?.gas);
	const base = known(subject.facts?.baseFee);
	const price = readUint(most);
	// It was run with this very limit. An estimate can be above it and wrong: it knows no step before, and of what is
	// given back in the end some nodes count the most that there ever was.
	const isEnough = own.state === "done" && own.simulation.status === "passed";
	const shortOfGas = !isEnough && estimate !== null && BigInt(limit) * 100n < estimate * ENOUGH;
	const shortOfPrice = base !== null && price !== null && price < base;
	if (!shortOfGas && !shortOfPrice) return null;
	const text = shortOfGas
		? message("finding.too-little.gas", { limit, estimate: Number(estimate) })
		: message("finding.too-little.price");
	return {
		id: "too-little",
		severity: "danger",
		text,
		needsWord: true,
		stake: { kind: "cost" },
		about: [shortOfGas],
	};
};
