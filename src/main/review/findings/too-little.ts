import { known } from "../../chains/chain-error.ts";
import { readUint } from "../../match/numeral.ts";
import { grouped } from "../amount.ts";
import type { Rule } from "./finding.ts";

/** In hundredths of our own estimate: estimates differ a little from block to block. */
const ENOUGH = 90n;

/**
 * Gas or price below what the chain asks: it would fail, or never be taken into a block. Then it stays in its
 * place, and nothing else of this account can be signed until its nonce is used.
 */
export const tooLittle: Rule = ({ subject }) => {
	const { gas_limit: limit, max_fee_per_gas: most } = subject.payload.transaction;
	const estimate = known(subject.facts?.gas);
	const base = known(subject.facts?.baseFee);
	const price = readUint(most);
	const shortOfGas = estimate !== null && BigInt(limit) * 100n < estimate * ENOUGH;
	const shortOfPrice = base !== null && price !== null && price < base;
	if (!shortOfGas && !shortOfPrice) return null;
	const what = shortOfGas
		? `Its gas limit of ${grouped(BigInt(limit))} is below our own estimate of ${grouped(estimate)}`
		: "It pays less per gas than the chain asks now";
	return {
		id: "too-little",
		severity: "danger",
		words: `${what}: it may fail, or never be mined and hold up every later transaction of this account.`,
		needsWord: true,
	};
};
