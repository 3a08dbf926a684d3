export interface Counterparty {
	readonly paid: number;
	readonly allowed: number;
	/** In Unix ms. */
	readonly lastAt: number;
	/**
	 * Time of the first payment or allowance, in Unix ms. Not set if only the time of the last one is known.
	 */
	readonly firstAt?: number;
}

/** Counterparties by address. EVM addresses are in lower case, and Solana addresses are unchanged. */
export type CounterpartyHistory = ReadonlyMap<string, Counterparty>;

export const NO_HISTORY: CounterpartyHistory = new Map();

export interface TransactionParty {
	readonly address: string;
	readonly kind: "paid" | "allowed";
}

export interface TransactionParties {
	readonly parties: readonly TransactionParty[];
	/** In Unix ms. */
	readonly at: number;
	readonly sessionId: string;
	readonly uses: readonly (readonly [address: string, role: string])[];
}

interface Use {
	/** Session in which the address first appeared. */
	readonly sessionId: string;
	readonly roles: ReadonlySet<string>;
}

export type Uses = ReadonlyMap<string, Use>;

export const NO_USES: Uses = new Map();

/**
 * Returns a separate role for each kind of use and chain, because paying an address doesn't make it a
 * spender.
 * @param where contract and selector of an unknown function with the address among its arguments
 */
export const roleOf = (kind: "paid" | "allowed" | "named", chainRef: string, where = ""): string =>
	`${kind} ${chainRef} ${where}`.trimEnd();

export function countUses(all: readonly TransactionParties[]): Uses {
	const uses = new Map<string, { sessionId: string; roles: Set<string> }>();
	for (const { uses: found, sessionId } of all.toSorted((left, right) => left.at - right.at))
		for (const [address, role] of found) {
			const use = uses.get(address) ?? { sessionId, roles: new Set<string>() };
			use.roles.add(role);
			uses.set(address, use);
		}
	return uses;
}

/**
 * Excludes addresses that first appeared in this session, because a session can't vouch for its own
 * addresses.
 */
export const usesBefore = (uses: Uses, sessionId: string): Uses =>
	new Map([...uses].filter(([, use]) => use.sessionId !== sessionId));

export function countCounterparties(all: readonly TransactionParties[]): CounterpartyHistory {
	const counts = new Map<string, Counterparty>();
	for (const { parties, at } of all) {
		const seen = new Set<string>();
		for (const { address, kind } of parties) {
			const key = `${kind} ${address}`;
			if (seen.has(key)) continue;
			seen.add(key);
			const before: Counterparty = counts.get(address) ?? { paid: 0, allowed: 0, lastAt: 0 };
			counts.set(address, {
				...before,
				[kind]: before[kind] + 1,
				lastAt: Math.max(before.lastAt, at),
				firstAt: Math.min(before.firstAt ?? at, at),
			});
		}
	}
	return counts;
}
