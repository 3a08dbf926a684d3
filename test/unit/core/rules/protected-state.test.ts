import { describe, expect, it } from "vitest";
import {
	doubtsOf,
	NOTHING_SEALED,
	type ProtectedState,
	readState,
	stopsApproving,
	trustedAfter,
	writeState,
} from "../../../../src/core/rules/protected-state.ts";
import { type Rule, writeRules } from "../../../../src/core/rules/rules.ts";
import { day, OTHER, once, rule, STRANGER } from "./scene.ts";

/** Files compared with the sealed state. */

const RPC = { chainId: "8453", rpcUrl: "https://rpc.example", genesisHash: null, secondRpcUrl: null };
const AT = { chainId: "devnet", rpcUrl: "https://sol.example", genesisHash: null };
const friends = rule({ kind: "recipients", addresses: [OTHER], contacts: true }, undefined, "r2");

function state(rules: readonly Rule[] | null, change: Partial<ProtectedState> = {}): ProtectedState {
	return {
		format: 1,
		rules: rules === null ? null : writeRules(rules),
		contacts: [OTHER],
		accounts: [],
		names: { [OTHER]: "Ana" },
		chains: [RPC],
		blindSigning: false,
		agents: [],
		doors: { socket: false, http: null },
		...change,
	};
}

const BOTH = state([once(5n), friends]);
const stops = (now: ProtectedState, sealed = BOTH) => stopsApproving(doubtsOf(sealed, now));

describe("files that loosen while Countersign is closed stop approvals", () => {
	it.each<[string, ProtectedState]>([
		["a rule is removed", state([friends])],
		["all rules are removed", state([])],
		["the rules were never there", state(null)],
		["a limit is raised", state([once(6n), friends])],
		["a limit per transaction becomes a daily one", state([day(5n), friends])],
		[
			"a recipient is added",
			state([
				once(5n),
				rule({ kind: "recipients", addresses: [OTHER, STRANGER], contacts: true }, undefined, "r2"),
			]),
		],
		[
			"another RPC is used",
			state([once(5n), friends], { chains: [{ ...RPC, rpcUrl: "https://x.example" }] }),
		],
		[
			"another RPC is added after the first",
			state([once(5n), friends], { chains: [{ ...RPC, otherRpcUrls: ["https://x.example"] }] }),
		],
		["one more chain is added", state([once(5n), friends], { chains: [RPC, { ...RPC, chainId: "1" }] })],
		[
			"a cluster is pinned to another genesis",
			state([once(5n), friends], { chains: [{ ...RPC, genesisHash: "other" }] }),
		],
	])("if %s", (_, now) => {
		expect(stops(now)).toBe(true);
		expect(stops(now, NOTHING_SEALED)).toBe(true);
	});

	it("if a second RPC is removed or replaced", () => {
		const sealed = state([once(5n)], { chains: [{ ...AT, secondRpcUrl: "https://second.example" }] });
		const with_ = (secondRpcUrl: string | null) => state([once(5n)], { chains: [{ ...AT, secondRpcUrl }] });
		expect(stops(with_(null), sealed)).toBe(true);
		expect(stops(with_("https://third.example"), sealed)).toBe(true);
		expect(stops(with_("https://second.example"), sealed)).toBe(false);
	});

	it("if the seal is missing, even with unchanged files", () => {
		expect(stops(BOTH, NOTHING_SEALED)).toBe(true);
		expect(stops(state(null), NOTHING_SEALED)).toBe(true);
	});
});

describe("files that only make stricter are accepted", () => {
	it.each<[string, ProtectedState]>([
		["nothing changed", BOTH],
		["a rule is added", state([once(5n), friends, { ...day(9n), id: "r3" }])],
		["a limit is lowered", state([once(4n), friends])],
		["rules are moved", state([friends, once(5n)])],
		["a recipient is removed", state([once(5n), { ...friends, addresses: [] } as Rule])],
		["a contact is removed", state([once(5n), friends], { contacts: [], names: {} })],
		["a chain is removed", state([once(5n), friends], { chains: [] })],
		[
			"a second RPC is added",
			state([once(5n), friends], { chains: [{ ...RPC, secondRpcUrl: "https://s.example" }] }),
		],
	])("if %s", (_, now) => {
		expect(doubtsOf(BOTH, now)).toEqual({
			rules: false,
			chains: [],
			blindSigning: false,
			contacts: [],
			accounts: [],
			names: [],
			agents: [],
			doors: [],
		});
		expect(trustedAfter(BOTH, now, now, false)).toEqual(now);
	});

	it("with another RPC if no rule relies on it", () => {
		expect(stops(state([], { chains: [{ ...RPC, rpcUrl: "https://x.example" }] }), state([]))).toBe(false);
	});
});

describe("an addition in a file does not count", () => {
	const now = state([once(5n), friends], {
		contacts: [OTHER, STRANGER],
		accounts: [STRANGER],
		names: { [OTHER]: "Bank", [STRANGER]: "Savings" },
		blindSigning: true,
	});

	it("for a contact, an account, a name or blind signing; the rules stay valid meanwhile", () => {
		expect(doubtsOf(BOTH, now)).toMatchObject({
			contacts: [STRANGER],
			accounts: [STRANGER],
			names: [OTHER, STRANGER],
			blindSigning: true,
		});
		expect(stops(now)).toBe(false);
	});

	it("and is not sealed with the user's next change", () => {
		const held = trustedAfter(BOTH, now, now, false);
		const next = { ...now, contacts: [...now.contacts, "0xnew"], names: { ...now.names, "0xnew": "New" } };
		const after = trustedAfter(held, now, next, true);
		expect(after.contacts).toEqual([OTHER, "0xnew"]);
		expect(after.names).toEqual({ "0xnew": "New" });
		expect(after.accounts).toEqual([]);
		expect(after.blindSigning).toBe(false);
		expect(doubtsOf(after, next)).toMatchObject({ contacts: [STRANGER], accounts: [STRANGER] });
	});
});

describe("the user's change in the app", () => {
	it("is trusted, loosened rules too, once the sealed state was checked", () => {
		const next = state([once(9n)], { chains: [{ ...RPC, rpcUrl: "https://x.example" }], blindSigning: true });
		expect(trustedAfter(BOTH, BOTH, next, true)).toEqual(next);
	});

	it("does not make a limit trusted that was raised before the check", () => {
		const raised = state([once(6n), friends]);
		const edited = state([once(6n), friends, { ...day(1n), id: "r3" }]);
		const after = trustedAfter(trustedAfter(BOTH, raised, raised, false), raised, edited, false);
		expect(after.rules).toBe(BOTH.rules);
		expect(stopsApproving(doubtsOf(after, edited))).toBe(true);
	});

	it("does not make an RPC trusted that a file named", () => {
		const elsewhere = state([once(5n)], { chains: [{ ...RPC, rpcUrl: "https://x.example" }] });
		const sealed = state([once(5n)]);
		const edited = { ...elsewhere, rules: writeRules([once(4n)]) };
		expect(doubtsOf(trustedAfter(sealed, elsewhere, edited, true), edited).chains).toEqual(["8453"]);
	});

	it("keeps the sealed rules if they can't be read now", () => {
		const broken = { ...BOTH, rules: "no rules" };
		expect(trustedAfter(BOTH, BOTH, broken, true).rules).toBe(BOTH.rules);
		expect(stops(broken)).toBe(false);
	});
});

describe("an agent in a file", () => {
	const agent = {
		id: "a1",
		credential: "c1",
		name: "Claude",
		confirmed: true,
		accounts: [OTHER, STRANGER],
		networks: ["1", "8453"],
		maxWaiting: 10,
		maxPerHour: 60,
	};
	const sealed = state([], { agents: [agent], doors: { socket: true, http: 4_000 } });
	const doubted = (change: Partial<typeof agent>) => {
		const now = state([], { agents: [{ ...agent, ...change }] });
		return [doubtsOf(sealed, now).agents, trustedAfter(sealed, now, now, false).agents];
	};

	it.each<[string, Partial<typeof agent>]>([
		["has another secret", { credential: "c2" }],
		["has another name", { name: "Bank" }],
		["sees another account", { accounts: [OTHER, "0xnew"] }],
		["may use another network", { networks: ["1", "10"] }],
		["may use every network", { networks: [] }],
		["may let more wait", { maxWaiting: 11 }],
		["may ask more often", { maxPerHour: 61 }],
	])("is doubted if it %s, and the sealed one stays sealed", (_, change) => {
		expect(doubted(change)).toEqual([["a1"], [agent]]);
	});

	it("is doubted if it was added or confirmed", () => {
		const added = { ...agent, id: "a2", credential: "c2" };
		const now = state([], { agents: [agent, added] });
		expect(doubtsOf(sealed, now).agents).toEqual(["a2"]);
		expect(trustedAfter(sealed, now, now, false).agents).toEqual([agent]);
		const unconfirmed = state([], { agents: [{ ...agent, confirmed: false }] });
		expect(doubtsOf(unconfirmed, sealed).agents).toEqual(["a1"]);
	});

	it.each<Partial<typeof agent>>([
		{ accounts: [OTHER] },
		{ networks: ["1"] },
		{ maxWaiting: 1, maxPerHour: 1 },
		{ confirmed: false },
	])("is trusted if it may do less: %o", (change) => {
		expect(doubted(change)).toEqual([[], [{ ...agent, ...change }]]);
	});

	it("is trusted as the user changes it, but not with what a file changed before", () => {
		const wider = { ...agent, maxWaiting: 99 };
		const next = state([], { agents: [wider] });
		expect(trustedAfter(sealed, sealed, next, false).agents).toEqual([wider]);
		const held = trustedAfter(sealed, next, next, false);
		expect(doubtsOf(trustedAfter(held, next, next, true), next).agents).toEqual(["a1"]);
	});

	it("has no door that the user did not open", () => {
		const doors = (socket: boolean, http: number | null) => state([], { doors: { socket, http } });
		const closed = doors(false, null);
		expect(doubtsOf(closed, doors(true, 4_000)).doors).toEqual(["socket", "http"]);
		expect(doubtsOf(sealed, doors(true, 5_000)).doors).toEqual(["http"]);
		expect(doubtsOf(sealed, closed).doors).toEqual([]);
		expect(trustedAfter(closed, doors(true, 4_000), doors(true, 4_000), true).doors).toEqual(closed.doors);
		expect(trustedAfter(closed, closed, doors(true, 4_000), true).doors).toEqual({
			socket: true,
			http: 4_000,
		});
	});

	it("is doubted under a seal from before agents existed", () => {
		const { agents: _agents, doors: _doors, ...before } = sealed;
		const read = readState(JSON.stringify(before));
		expect(read === null ? null : doubtsOf(read, sealed)).toMatchObject({
			agents: ["a1"],
			doors: ["socket", "http"],
		});
	});
});

it("the sealed state is read back as written, and nothing else is accepted", () => {
	expect(readState(writeState(BOTH))).toEqual(BOTH);
	expect(readState("{}")).toBeNull();
	expect(readState("no")).toBeNull();
	expect(readState(writeState(BOTH).replace('"format":1', '"format":2'))).toBeNull();
});
