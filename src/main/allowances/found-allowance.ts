import type { Text } from "../../core/message.ts";
import type { ReadAllowance, TokenUnit } from "../chains/evm/allowances.ts";
import { metKey } from "./allowance-notes.ts";
import type { MetAllowance } from "./met-allowances.ts";

/** What is allowed now of what was met in a review, as its chain was asked. */
export interface FoundAllowance {
	readonly key: string;
	readonly met: MetAllowance;
	/** Who may take it now; of a delegate, whoever the chain names. */
	readonly spender: string;
	/** null where it could not be read. */
	readonly allowed: ReadAllowance | null;
	readonly unit: TokenUnit;
	/** The mint of a token account; null on EVM. */
	readonly mint: string | null;
	/** The program of a token account; null on EVM. */
	readonly program: string | null;
	/** Why it could not be read; null where it was. */
	readonly fault: Text | null;
}

export const NO_UNIT: TokenUnit = { symbol: null, name: null, decimals: null };

/** It could not be read. */
export function unread(met: MetAllowance, fault: Text): FoundAllowance {
	return {
		key: metKey(met),
		met,
		spender: met.spender,
		allowed: null,
		unit: NO_UNIT,
		mint: null,
		program: null,
		fault,
	};
}
