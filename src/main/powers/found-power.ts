import type { Text } from "../../core/localized-text.ts";
import type { PowerKind } from "../../ipc/powers.ts";
import type { ReadAllowance, TokenUnit } from "../chains/evm/allowances.ts";
import { seenKey } from "./allowance-notes.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

export type PowerKey = Omit<SeenAllowance, "kind"> & { readonly kind: PowerKind };

/** Balance that the power can take from. */
export interface TakeableBalance {
	/** Key that distinguishes the balances of one account: a token, a token account, or `native`. */
	readonly asset: string;
	/** Asset whose price applies. */
	readonly priced: string;
	/** Base units. `null` if it couldn't be read. */
	readonly balance: bigint | null;
	/** Base units. `null` if unlimited. */
	readonly limit: bigint | null;
	readonly decimals: number | null;
}

export interface FoundPower {
	readonly key: string;
	readonly seen: PowerKey;
	readonly spender: string;
	readonly allowed: ReadAllowance | null;
	readonly stakes: readonly TakeableBalance[];
	/** Number of items that an operator can move. `null` if the collection doesn't report it. */
	readonly items: bigint | null;
	readonly unit: TokenUnit;
	readonly mint: string | null;
	readonly program: string | null;
	readonly fault: Text | null;
}

export const NO_UNIT: TokenUnit = { symbol: null, name: null, decimals: null };

export function unread(seen: PowerKey, fault: Text): FoundPower {
	return {
		key: seenKey(seen),
		seen,
		spender: seen.spender,
		allowed: null,
		stakes: [],
		items: null,
		unit: NO_UNIT,
		mint: null,
		program: null,
		fault,
	};
}
