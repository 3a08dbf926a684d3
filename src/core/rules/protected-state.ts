import { z } from "zod";
import { countsOnRpc, loosens, queriesNoOneNew } from "./loosening.ts";
import { addressKey } from "./rule-address.ts";
import { readRules } from "./rules.ts";

/**
 * Rules, and the settings that rules and findings depend on, are in unencrypted files. A copy sealed with the
 * vault's key (`integrity/integrity.ts`) shows whether another program has changed them.
 */

const chain = z.object({
	chainId: z.string(),
	rpcUrl: z.string(),
	genesisHash: z.string().nullable(),
	otherRpcUrls: z.array(z.string()).optional(),
	secondRpcUrl: z.string().nullable(),
});

const state = z.object({
	format: z.literal(1),
	/** JSON as saved. `null` if there were never any rules. */
	rules: z.string().nullable(),
	contacts: z.array(z.string()),
	accounts: z.array(z.string()),
	names: z.record(z.string(), z.string()),
	chains: z.array(chain),
	blindSigning: z.boolean(),
});

export type ProtectedState = z.infer<typeof state>;
type ProtectedChain = z.infer<typeof chain>;

/** Used without a seal. Its rules are unreadable, so nothing can be approved. */
export const NOTHING_SEALED: ProtectedState = {
	format: 1,
	rules: "",
	contacts: [],
	accounts: [],
	names: {},
	chains: [],
	blindSigning: false,
};

export const writeState = (held: ProtectedState): string => JSON.stringify(held);

export function readState(text: string): ProtectedState | null {
	try {
		const read = state.safeParse(JSON.parse(text));
		return read.success ? read.data : null;
	} catch {
		return null;
	}
}

export interface Doubts {
	readonly rules: boolean;
	readonly chains: readonly string[];
	readonly blindSigning: boolean;
	readonly contacts: readonly string[];
	readonly accounts: readonly string[];
	readonly names: readonly string[];
}

/** A second RPC for the same first RPC is only stricter, because both must agree. */
const covered = (now: ProtectedChain, before: readonly ProtectedChain[]) =>
	queriesNoOneNew(
		now,
		before.filter((each) => each.genesisHash === now.genesisHash),
	);

const loosened = (trusted: ProtectedState, now: ProtectedState): boolean => {
	const kept = readRules(now.rules);
	return kept.ok && loosens(readRules(trusted.rules), kept.rules);
};

const beyond = (now: readonly string[], trusted: readonly string[]): readonly string[] => {
	const known = new Set(trusted);
	return now.filter((each) => !known.has(each));
};

const named = (names: ProtectedState["names"], address: string): string | undefined =>
	Object.hasOwn(names, address) ? names[address] : undefined;

export function doubtsOf(trusted: ProtectedState, now: ProtectedState): Doubts {
	const asked = countsOnRpc(readRules(trusted.rules));
	return {
		rules: loosened(trusted, now),
		chains: asked
			? now.chains.filter((each) => !covered(each, trusted.chains)).map(({ chainId }) => chainId)
			: [],
		blindSigning: now.blindSigning && !trusted.blindSigning,
		contacts: beyond(now.contacts, trusted.contacts),
		accounts: beyond(now.accounts, trusted.accounts),
		names: Object.keys(now.names).filter(
			(address) => named(trusted.names, address) !== named(now.names, address),
		),
	};
}

/** Other doubtful entries don't block approvals, because they are ignored. */
export const stopsApproving = ({ rules, chains }: Doubts): boolean => rules || chains.length > 0;

/**
 * Returns the trusted state after a change while the app runs. It accepts stricter files and the user's own
 * changes, but not what the files contained before. `admitted` says that the user has entered the password,
 * which loosening requires.
 */
export function trustedAfter(
	trusted: ProtectedState,
	last: ProtectedState,
	now: ProtectedState,
	admitted: boolean,
): ProtectedState {
	const kept = (held: readonly string[], had: readonly string[], is: readonly string[]) => {
		const [known, before] = [new Set(held), new Set(had)];
		return is.filter((each) => known.has(each) || !before.has(each));
	};
	const edited = admitted && now.rules !== last.rules;
	const adopts = readRules(now.rules).ok && (edited || !loosened(trusted, now));
	const counts = countsOnRpc(readRules(trusted.rules));
	const own = (each: ProtectedChain) => admitted && !covered(each, last.chains);
	return {
		format: 1,
		rules: adopts ? now.rules : trusted.rules,
		contacts: kept(trusted.contacts, last.contacts, now.contacts),
		accounts: kept(trusted.accounts, last.accounts, now.accounts),
		names: Object.fromEntries(
			Object.entries(now.names).filter(
				([address, name]) => named(trusted.names, address) === name || named(last.names, address) !== name,
			),
		),
		chains: now.chains.filter((each) => !counts || covered(each, trusted.chains) || own(each)),
		blindSigning: now.blindSigning && (trusted.blindSigning || (admitted && !last.blindSigning)),
	};
}

export const holds = (addresses: readonly string[], address: string): boolean =>
	addresses.includes(addressKey(address));
