import type { Text } from "../../core/message.ts";
import type { ReadAllowance, TokenUnit } from "../chains/evm/allowances.ts";
import { metKey } from "./allowance-notes.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

/** A seen allowance in its current on-chain state. */
export interface FoundAllowance {
	readonly key: string;
	readonly met: SeenAllowance;
	/** Current spender; a delegate is the one that the chain names. */
	readonly spender: string;
	/** `null` if it could not be read. */
	readonly allowed: ReadAllowance | null;
	readonly unit: TokenUnit;
	/** Mint of a token account; `null` on EVM. */
	readonly mint: string | null;
	/** Program of a token account; `null` on EVM. */
	readonly program: string | null;
	/** Why it could not be read; `null` if it was. */
	readonly fault: Text | null;
}

export const NO_UNIT: TokenUnit = { symbol: null, name: null, decimals: null };

/** Returns an allowance that could not be read. */
export function unread(met: SeenAllowance, fault: Text): FoundAllowance {
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
