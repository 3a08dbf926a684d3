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
		["a limit is made one of a day", state([day(5n), friends])],
		[
			"a recipient is added",
			state([
				once(5n),
				rule({ kind: "recipients", addresses: [OTHER, STRANGER], contacts: true }, undefined, "r2"),
			]),
		],
		[
			"another RPC is asked",
			state([once(5n), friends], { chains: [{ ...RPC, rpcUrl: "https://x.example" }] }),
		],
		[
			"another RPC stands behind the first",
			state([once(5n), friends], { chains: [{ ...RPC, otherRpcUrls: ["https://x.example"] }] }),
		],
		["one more chain is asked", state([once(5n), friends], { chains: [RPC, { ...RPC, chainId: "1" }] })],
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

	it("does not make another RPC trusted that a file named", () => {
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

it("the sealed state is read back as written, and nothing else is", () => {
	expect(readState(writeState(BOTH))).toEqual(BOTH);
	expect(readState("{}")).toBeNull();
	expect(readState("no")).toBeNull();
	expect(readState(writeState(BOTH).replace('"format":1', '"format":2'))).toBeNull();
});
