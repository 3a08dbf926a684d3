import type { Text } from "../../core/localized-text.ts";
import type { ReadAllowance, TokenUnit } from "../chains/evm/allowances.ts";
import { metKey } from "./allowance-notes.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

export interface FoundAllowance {
	readonly key: string;
	readonly met: SeenAllowance;
	readonly spender: string;
	readonly allowed: ReadAllowance | null;
	readonly unit: TokenUnit;
	readonly mint: string | null;
	readonly program: string | null;
	readonly fault: Text | null;
}

export const NO_UNIT: TokenUnit = { symbol: null, name: null, decimals: null };

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
