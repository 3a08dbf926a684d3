import { z } from "zod";
import { countsOnRpc, loosens, queriesNoOneNew } from "./loosening.ts";
import { addressKey } from "./rule-address.ts";
import { readRules } from "./rules.ts";

/**
 * State that protects the user but is stored in unencrypted files: rules, and what rules and findings depend
 * on. It is sealed with the vault's key (integrity/integrity.ts); this module compares the files with the
 * sealed state.
 */

const chain = z.object({
	chainId: z.string(),
	rpcUrl: z.string(),
	genesisHash: z.string().nullable(),
	/** Absent if empty. */
	otherRpcUrls: z.array(z.string()).optional(),
	secondRpcUrl: z.string().nullable(),
});

const state = z.object({
	format: z.literal(1),
	/** JSON text as saved; `null` if there never were rules. */
	rules: z.string().nullable(),
	/** Normalized addresses of the address book. */
	contacts: z.array(z.string()),
	/** Normalized addresses of Ledger accounts. */
	accounts: z.array(z.string()),
	/** The user's labels by normalized address. */
	names: z.record(z.string(), z.string()),
	chains: z.array(chain),
	blindSigning: z.boolean(),
});

export type ProtectedState = z.infer<typeof state>;
type ProtectedChain = z.infer<typeof chain>;

/** Fallback without a seal: its rules are unreadable, so nothing is approved. */
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

/** Returns `null` for text that is not a protected state. */
export function readState(text: string): ProtectedState | null {
	try {
		const read = state.safeParse(JSON.parse(text));
		return read.success ? read.data : null;
	} catch {
		return null;
	}
}

/** Differences between files and sealed state that the user has not confirmed. */
export interface Doubts {
	/** The files' rules allow requests that the sealed rules refuse. */
	readonly rules: boolean;
	/** Chain ids with other RPCs, while a rule depends on RPC answers. */
	readonly chains: readonly string[];
	readonly blindSigning: boolean;
	readonly contacts: readonly string[];
	readonly accounts: readonly string[];
	/** Addresses with new labels. */
	readonly names: readonly string[];
}

/** A witness next to the same first RPC is only stricter: both must agree. */
const covered = (now: ProtectedChain, before: readonly ProtectedChain[]) =>
	queriesNoOneNew(
		now,
		before.filter((each) => each.genesisHash === now.genesisHash),
	);

const loosened = (trusted: ProtectedState, now: ProtectedState): boolean => {
	const kept = readRules(now.rules);
	// Unreadable rules refuse everything for their own reason.
	return kept.ok && loosens(readRules(trusted.rules), kept.rules);
};

const beyond = (now: readonly string[], trusted: readonly string[]): readonly string[] => {
	const known = new Set(trusted);
	return now.filter((each) => !known.has(each));
};

const named = (names: ProtectedState["names"], address: string): string | undefined =>
	Object.hasOwn(names, address) ? names[address] : undefined;

/** Returns where the files allow more than the trusted state. Stricter files raise no doubt. */
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

/**
 * Returns whether approvals are blocked until confirmation. Other doubts only make the doubtful entries
 * ignored.
 */
export const stopsApproving = ({ rules, chains }: Doubts): boolean => rules || chains.length > 0;

/**
 * Returns the trusted state after a change from `last` to `now` while the app runs: stricter files and the
 * user's own changes. What the files already contained in `last` stays untrusted.
 * @param admitted loosening required the password since the seal was checked
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

/** Returns whether an address is in a protected state. */
export const holds = (addresses: readonly string[], address: string): boolean =>
	addresses.includes(addressKey(address));
