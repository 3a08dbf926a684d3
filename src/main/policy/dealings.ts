/** Whom the person has dealt with before, by what they themselves signed. */

export interface Dealing {
	/** How many payments to it are on the chain. */
	readonly paid: number;
	/** How many permissions to it. */
	readonly allowed: number;
	/** Unix ms. */
	readonly lastAt: number;
}

/** By address: of EVM in lower case, of Solana letter by letter. */
export type Dealings = ReadonlyMap<string, Dealing>;

export const NO_DEALINGS: Dealings = new Map();
