import { z } from "zod";
import { countsOnRpc, loosens, queriesNoOneNew } from "./loosening.ts";
import { addressKey } from "./rule-facts.ts";
import { readRules, within } from "./rules.ts";

/**
 * Rules, and the settings that rules and findings depend on, are stored in unencrypted files. A copy sealed
 * with the vault's key (`integrity/integrity.ts`) shows whether another program changed them.
 */

const chain = z.object({
	chainId: z.string(),
	rpcUrl: z.string(),
	genesisHash: z.string().nullable(),
	otherRpcUrls: z.array(z.string()).optional(),
	secondRpcUrl: z.string().nullable(),
});

const agent = z.object({
	id: z.string(),
	/** SHA-256 hash of the agent's secret. */
	credential: z.string(),
	name: z.string(),
	confirmed: z.boolean(),
	accounts: z.array(z.string()),
	/** Empty if all networks are allowed. */
	networks: z.array(z.string()),
	maxWaiting: z.number(),
	maxPerHour: z.number(),
});
type ProtectedAgent = z.infer<typeof agent>;

/** `http` is its port. */
const doors = z.object({ socket: z.boolean(), http: z.number().nullable() });

const state = z.object({
	format: z.literal(1),
	/** Rules as JSON, exactly as saved. `null` if there have never been any rules. */
	rules: z.string().nullable(),
	contacts: z.array(z.string()),
	accounts: z.array(z.string()),
	names: z.record(z.string(), z.string()),
	chains: z.array(chain),
	blindSigning: z.boolean(),
	// Not set in seals written before agents existed.
	agents: z.array(agent).default([]),
	doors: doors.default({ socket: false, http: null }),
});

export type ProtectedState = z.infer<typeof state>;
type ProtectedChain = z.infer<typeof chain>;

/** Used if there is no seal. Its rules are unreadable, so nothing can be approved. */
export const NOTHING_SEALED: ProtectedState = {
	format: 1,
	rules: "",
	contacts: [],
	accounts: [],
	names: {},
	chains: [],
	blindSigning: false,
	agents: [],
	doors: { socket: false, http: null },
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
	/** IDs of agents that were added, renamed, or given more access. */
	readonly agents: readonly string[];
	readonly doors: readonly ("socket" | "http")[];
}

/** Adding a second RPC while keeping the first is never looser, because both must agree. */
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

/** Returns whether an agent has the same name and secret and no more access than before. */
const isNarrower = (now: ProtectedAgent, before: ProtectedAgent): boolean =>
	now.id === before.id &&
	now.credential === before.credential &&
	now.name === before.name &&
	(before.confirmed || !now.confirmed) &&
	within(now.accounts, before.accounts) &&
	(before.networks.length === 0 || (now.networks.length > 0 && within(now.networks, before.networks))) &&
	now.maxWaiting <= before.maxWaiting &&
	now.maxPerHour <= before.maxPerHour;

/** Returns whether a change gives an agent more access. A new agent had none before. */
export const allowsMore = (now: ProtectedAgent, before: ProtectedAgent | null): boolean =>
	before === null || !isNarrower(now, before);

const isAgentTrusted = (now: ProtectedAgent, trusted: readonly ProtectedAgent[]): boolean =>
	trusted.some((each) => isNarrower(now, each));

const isSameAgent = (one: ProtectedAgent, other: ProtectedAgent): boolean =>
	isNarrower(one, other) && isNarrower(other, one);

function openedDoors(now: ProtectedState["doors"], trusted: ProtectedState["doors"]): Doubts["doors"] {
	const isOther = now.http !== null && now.http !== trusted.http;
	return [
		...(now.socket && !trusted.socket ? (["socket"] as const) : []),
		...(isOther ? (["http"] as const) : []),
	];
}

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
		agents: now.agents.filter((each) => !isAgentTrusted(each, trusted.agents)).map(({ id }) => id),
		doors: openedDoors(now.doors, trusted.doors),
	};
}

/** Doubtful entries of other kinds don't block approvals, because they are ignored. */
export const stopsApproving = ({ rules, chains }: Doubts): boolean => rules || chains.length > 0;

/**
 * Returns the trusted state after a change while the app is running. Accepts stricter files and the user's
 * own changes, but not earlier contents of the files. `admitted` means that the user has entered the
 * password, which is required to loosen anything.
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
	const agentsAfter = (each: ProtectedAgent): readonly ProtectedAgent[] =>
		isAgentTrusted(each, trusted.agents) || !last.agents.some((before) => isSameAgent(each, before))
			? [each]
			: trusted.agents.filter(({ id }) => id === each.id);
	const opened = openedDoors(now.doors, trusted.doors).filter((door) => now.doors[door] === last.doors[door]);
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
		agents: now.agents.flatMap(agentsAfter),
		doors: {
			socket: opened.includes("socket") ? trusted.doors.socket : now.doors.socket,
			http: opened.includes("http") ? trusted.doors.http : now.doors.http,
		},
	};
}

export const holds = (addresses: readonly string[], address: string): boolean =>
	addresses.includes(addressKey(address));
