import { z } from "zod";
import { asksAlike, countsOnRpc, loosens } from "./loosening.ts";
import { addressKey } from "./rule-address.ts";
import { readRules } from "./rules.ts";

/**
 * What protects the user and is read from files that no key covers: their rules, and what those and the findings
 * count on. It is sealed under the vault's key (integrity/integrity.ts); here it is held against what the files say.
 */

const chain = z.object({
	chainId: z.string(),
	rpcUrl: z.string(),
	genesisHash: z.string().nullable(),
	/** Left out where there is none. */
	otherRpcUrls: z.array(z.string()).optional(),
	secondRpcUrl: z.string().nullable(),
});

const state = z.object({
	format: z.literal(1),
	/** The JSON text as saved; null where there never were any. */
	rules: z.string().nullable(),
	/** Addresses of the address book, in one spelling. */
	contacts: z.array(z.string()),
	/** Addresses on a Ledger, in one spelling. */
	accounts: z.array(z.string()),
	/** The user's own names, by address in one spelling. */
	names: z.record(z.string(), z.string()),
	chains: z.array(chain),
	blindSigning: z.boolean(),
});

export type ProtectedState = z.infer<typeof state>;
type ProtectedChain = z.infer<typeof chain>;

/** What is believed where the seal is gone: no rule can be read of it, so that nothing is approved. */
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

/** Null for a text that is no such state. */
export function readState(text: string): ProtectedState | null {
	try {
		const read = state.safeParse(JSON.parse(text));
		return read.success ? read.data : null;
	} catch {
		return null;
	}
}

/** What the files say and the user never did, as far as anybody knows. */
export interface Doubts {
	/** They let through what the sealed ones refuse. */
	readonly rules: boolean;
	/** Chain ids that are asked elsewhere than before, where a rule counts on what is answered. */
	readonly chains: readonly string[];
	readonly blindSigning: boolean;
	readonly contacts: readonly string[];
	readonly accounts: readonly string[];
	/** Addresses with a name that they did not have. */
	readonly names: readonly string[];
}

/** A second RPC beside the same first one only makes stricter: the two must agree. */
const covered = (now: ProtectedChain, before: readonly ProtectedChain[]) =>
	asksAlike(
		now,
		before.filter((each) => each.genesisHash === now.genesisHash),
	);

const loosened = (trusted: ProtectedState, now: ProtectedState): boolean => {
	const kept = readRules(now.rules);
	// Rules that can't be read refuse everything, for a reason of their own.
	return kept.ok && loosens(readRules(trusted.rules), kept.rules);
};

const beyond = (now: readonly string[], trusted: readonly string[]): readonly string[] => {
	const known = new Set(trusted);
	return now.filter((each) => !known.has(each));
};

const named = (names: ProtectedState["names"], address: string): string | undefined =>
	Object.hasOwn(names, address) ? names[address] : undefined;

/** Where the files say more than, or otherwise than, what is trusted. What only makes stricter is no doubt. */
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

/** Until these are confirmed nothing is approved; all other doubts only count as not being there. */
export const stopsApproving = ({ rules, chains }: Doubts): boolean => rules || chains.length > 0;

/**
 * What is trusted after the state went from `last` to `now` while Countersign ran: what stricter files say, and
 * what the user changed here. What the files said otherwise before (`last`) stays untrusted.
 * @param admitted whatever loosens took the password since: true once the seal was looked at
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

/** Whether an address is among those of a state. */
export const holds = (addresses: readonly string[], address: string): boolean =>
	addresses.includes(addressKey(address));
