import { amountWords } from "./amount.ts";
import { nativeAmount } from "./subject.ts";

/** Does the balance cover what can be taken of it? */
export interface Cover {
	/** Null where the balance or the need could not be told. */
	readonly ok: boolean | null;
	readonly words: string;
}

/**
 * @param need everything that can leave the balance, in base units of the chain's own coin
 * @param what names it: "value and fees"
 */
export function coverOf(chainRef: string, balance: bigint | null, need: bigint | null, what: string): Cover {
	if (balance === null || need === null)
		return { ok: null, words: "Whether the balance covers it is not known: your RPC did not say." };
	const [has, needs] = [balance, need].map((raw) => amountWords(nativeAmount(chainRef, raw)));
	return balance >= need
		? { ok: true, words: `The balance of ${has} covers ${what}.` }
		: {
				ok: false,
				words: `The balance of ${has} is too low: ${what} can take ${needs}. Nothing was signed; add funds first.`,
			};
}
