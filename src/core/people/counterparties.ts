/** Whom the user has dealt with before, by what they themselves signed. */

export interface Counterparty {
	/** How many payments to it are on the chain. */
	readonly paid: number;
	/** How many permissions to it. */
	readonly allowed: number;
	/** Unix ms. */
	readonly lastAt: number;
	/** Unix ms, of the first one; left out where only the last is known. */
	readonly firstAt?: number;
}

/** By address: of EVM in lower case, of Solana letter by letter. */
export type CounterpartyHistory = ReadonlyMap<string, Counterparty>;

export const NO_HISTORY: CounterpartyHistory = new Map();

/** One party of one transaction that is on the chain. */
export interface TransactionParty {
	/** Of EVM in lower case, of Solana as it is. */
	readonly address: string;
	readonly kind: "paid" | "allowed";
}

/** What one transaction adds; whoever it names twice is counted once. */
export interface TransactionParties {
	readonly parties: readonly TransactionParty[];
	/** Unix ms. */
	readonly at: number;
	/** The session whose request it answered. */
	readonly sessionId: string;
	/** By address, the roles in which it was used, as `roleOf` writes them. */
	readonly uses: readonly (readonly [address: string, role: string])[];
}

/** In which roles one address was used, in transactions that are on the chain. */
interface Use {
	/** In which it was first met. */
	readonly sessionId: string;
	/** As `roleOf` writes them. */
	readonly roles: ReadonlySet<string>;
}

/** By address: of EVM in lower case, of Solana letter by letter. */
export type Uses = ReadonlyMap<string, Use>;

export const NO_USES: Uses = new Map();

/**
 * One role on one chain: paid, allowed to take, or named in the arguments of a function that can't be read (then
 * `where` is its contract and selector). Having been paid makes nobody a spender, and no chain speaks for another.
 */
export const roleOf = (kind: "paid" | "allowed" | "named", chainRef: string, where = ""): string =>
	`${kind} ${chainRef} ${where}`.trimEnd();

/** Roles by address, the session of the first meeting with each. @param all in any order */
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

/** Without those who were first met in this session: what a session brings along does not vouch for itself. */
export const usesBefore = (uses: Uses, sessionId: string): Uses =>
	new Map([...uses].filter(([, use]) => use.sessionId !== sessionId));

/** Counts by address. */
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
