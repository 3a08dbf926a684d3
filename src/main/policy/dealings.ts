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

/** One party of one transaction that is on the chain. */
export interface Party {
	/** Of EVM in lower case, of Solana as it is. */
	readonly address: string;
	readonly kind: "paid" | "allowed";
}

/** What one transaction adds; whoever it names twice is counted once. */
export interface Dealt {
	readonly parties: readonly Party[];
	/** Unix ms. */
	readonly at: number;
}

/** Counts by address. */
export function countDealings(all: readonly Dealt[]): Dealings {
	const counts = new Map<string, Dealing>();
	for (const { parties, at } of all) {
		const seen = new Set<string>();
		for (const { address, kind } of parties) {
			const key = `${kind} ${address}`;
			if (seen.has(key)) continue;
			seen.add(key);
			const before = counts.get(address) ?? { paid: 0, allowed: 0, lastAt: 0 };
			counts.set(address, {
				...before,
				[kind]: before[kind] + 1,
				lastAt: Math.max(before.lastAt, at),
			});
		}
	}
	return counts;
}
