import { describe, expect, it } from "vitest";
import type { RpcProbe } from "../../../../src/core/chain/public-rpcs.ts";
import type { ChainSetting } from "../../../../src/ipc/settings.ts";
import {
	areFine,
	chosen,
	draftsOf,
	emptyDraft,
	idFault,
	isFree,
	type NetworkDraft,
	withChain,
} from "../../../../src/renderer/trusted/networks/draft.ts";
import { networkStatusOf, type Probed } from "../../../../src/renderer/trusted/networks/use-probes.ts";
import { chainIdFault } from "../../../../src/renderer/trusted/settings/check.ts";

const own: ChainSetting = {
	family: "evm",
	chainId: "8453",
	name: "Base, mine",
	rpcUrl: "https://mine.example/key",
	otherRpcUrls: ["https://mainnet.base.org"],
	secondRpcUrl: "https://witness.example",
	genesisHash: null,
};

const draft = (change: Partial<NetworkDraft> = {}): NetworkDraft => ({
	...emptyDraft("added", "31337"),
	rpcs: ["https://a.example"],
	...change,
});

describe("the list of networks", () => {
	it("has the user's own first, then the offered ones, each once", () => {
		const drafts = draftsOf([own], ({ chainId }) => chainId === "1");
		expect(drafts[0]).toMatchObject({ chainId: "8453", name: "Base, mine", on: true });
		expect(drafts.filter(({ chainId }) => chainId === "8453")).toHaveLength(1);
		expect(drafts.filter(({ on }) => on).map(({ chainId }) => chainId)).toEqual(["8453", "1"]);
	});

	it("is saved unchanged, if nothing of it is changed", () => {
		expect(chosen(draftsOf([own], () => false))).toEqual([
			{
				chainId: "8453",
				name: "Base, mine",
				rpcUrl: "https://mine.example/key",
				otherRpcUrls: ["https://mainnet.base.org"],
				secondRpcUrl: "https://witness.example",
			},
		]);
	});

	it("includes each chosen chain once", () => {
		const twice = [draft(), draft({ key: "other" })];
		expect(areFine(twice)).toBe(false);
		expect(areFine([draft(), draft({ key: "other", on: false })])).toBe(true);
		expect(idFault(draft(), twice)).not.toBeNull();
	});

	it("accepts only a valid address, name and block explorer", () => {
		expect(areFine([draft()])).toBe(true);
		for (const bad of [
			{ rpcs: ["https://a.example", ""] },
			{ rpcs: ["http://a.example"] },
			{ name: " " },
			{ explorer: "https://scan.example/tx/" },
			{ chainId: "0" },
		])
			expect(areFine([draft(bad)])).toBe(false);
		expect(areFine([draft({ explorer: "https://scan.example/tx/{id}" })])).toBe(true);
	});

	it("accepts a witness of another host than the RPCs that it confirms", () => {
		expect(areFine([draft({ witness: "https://b.example" })])).toBe(true);
		expect(areFine([draft({ witness: "https://a.example/other-key" })])).toBe(false);
		expect(areFine([draft({ witness: "b.example" })])).toBe(false);
	});

	it("accepts decimal ids, and Solana by the names of its clusters", () => {
		expect(chainIdFault("8453", [])).toBeNull();
		for (const bad of ["", "0", "0x1", "01", "1 ", "devnet"]) expect(chainIdFault(bad, [])).not.toBeNull();
		expect(chainIdFault("devnet", [], "svm")).toBeNull();
		for (const bad of ["", "1", "mainnet", "Devnet"]) expect(chainIdFault(bad, [], "svm")).not.toBeNull();
	});

	it("uses a known chain's name, unless the user named it", () => {
		const base = { ...draft(), ...withChain(draft({ name: "" }), "8453") };
		expect(base).toMatchObject({ chainId: "8453", name: "Base" });
		expect(withChain(base, "84539").name).toBe("");
		expect(withChain(draft({ name: "Mine" }), "8453").name).toBeUndefined();
	});

	it("permits a network's number if it is not one of the offered ones", () => {
		const [ready] = draftsOf([], () => false);
		if (ready === undefined) throw new Error("none is ready");
		expect([isFree(ready), isFree(draft())]).toEqual([false, true]);
	});
});

describe("a network's state", () => {
	const right: RpcProbe = { found: "right", simulates: true, traces: false, ms: 5 };
	const by = (probed: Probed | null) => networkStatusOf(draft(), { of: () => probed, ask: () => {} });
	it("is its first RPC's answer", () => {
		expect(by(right)).toBe("ready");
		expect(by({ ...right, simulates: false, traces: true })).toBe("ready");
		expect(by({ ...right, simulates: false })).toBe("unproven");
		expect(by({ ...right, simulates: null, traces: null })).toBe("unproven");
		expect(by({ ...right, found: "other" })).toBe("wrong");
		expect(by({ ...right, found: "unreachable" })).toBe("wrong");
		expect(by("failed")).toBe("wrong");
		expect(by("asking")).toBe("asking");
		expect(by(null)).toBe("asking");
		expect(networkStatusOf(draft({ on: false }), { of: () => right, ask: () => {} })).toBe("off");
	});
});
