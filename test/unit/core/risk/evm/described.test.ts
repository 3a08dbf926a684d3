import { describe, expect, it } from "vitest";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import { saying } from "../../../../support/saying.ts";
import { OTHER, SIGNER, TOKEN, VAULT } from "../../match/honest.ts";
import { ATTESTED, publishedFacts, stowCommit, stowData } from "../../published-descriptors/scene.ts";
import { fine, NOT_SIMULATED } from "../../review/scene.ts";
import { comparing, found, GRAVE, general, simulated } from "./scene.ts";

/** A contract's published description, compared with what the user's own RPC shows. */

const THIEF = `0x${"66".repeat(20)}`;
const ME = SIGNER.toLowerCase();
const COIN = TOKEN.toLowerCase();

const seen = (patch: Partial<PipelineSimulation>, accounts: readonly string[] = []) => ({
	local: simulated(patch, {
		codes: new Map(accounts.map((account) => [account, { size: 0, delegatedTo: null }])),
	}),
	addressFacts: publishedFacts(),
});

const leaves = (amount: bigint, counterparty: string, asset: string = COIN) => ({
	asset,
	account: ME,
	amount: String(amount),
	direction: "out" as const,
	counterparty,
});

const allowed = (spender: string, amount: bigint, unlimited = false) => ({
	account: ME,
	spender,
	asset: COIN,
	kind: "allowance" as const,
	standard: "erc20" as const,
	amount: String(amount),
	approved: true,
	unlimited,
});

const obstacles = (opinion: ReturnType<typeof seen>, data = stowData()) =>
	found(stowCommit(data), { more: { opinion, ...comparing("agrees") } }).find(
		({ id }) => id === "description-contradicted",
	);

describe("effects that contradict a description", () => {
	it("are absent if the stated amount leaves, to a contract or to a named recipient", () => {
		for (const to of [VAULT, `0x${"99".repeat(20)}`, OTHER].map((each) => each.toLowerCase()))
			expect(
				obstacles(seen({ balanceChanges: [leaves(25_000_000n, to)] }, [OTHER.toLowerCase()])),
			).toBeUndefined();
	});

	it("are a danger if the recipient is not named", () => {
		const finding = obstacles(seen({ balanceChanges: [leaves(25_000_000n, THIEF)] }, [THIEF]));
		expect(finding).toMatchObject(GRAVE);
		expect(finding?.text).toEqual(saying("finding.description-contradicted.goes"));
	});

	it("are a danger if more leaves than stated", () => {
		expect(obstacles(seen({ balanceChanges: [leaves(25_000_011n, VAULT.toLowerCase())] }))).toMatchObject(
			GRAVE,
		);
		expect(obstacles(seen({ balanceChanges: [leaves(25_000_002n, VAULT.toLowerCase())] }))).toBeUndefined();
	});

	it("are a danger if something else leaves, and not if receipts are burned", () => {
		const other = `0x${"77".repeat(20)}`;
		expect(obstacles(seen({ balanceChanges: [leaves(5n, VAULT.toLowerCase(), other)] }))).toMatchObject(
			GRAVE,
		);
		const burned = leaves(5n, `0x${"0".repeat(40)}`, other);
		expect(obstacles(seen({ balanceChanges: [burned] }))).toBeUndefined();
		expect(obstacles(seen({ balanceChanges: [leaves(1n, VAULT.toLowerCase(), "native")] }))).toMatchObject(
			GRAVE,
		);
	});

	it("are absent if as many receipt units are returned as stated", () => {
		const receipt = leaves(25_000_000n, VAULT.toLowerCase(), `0x${"77".repeat(20)}`);
		expect(obstacles(seen({ balanceChanges: [receipt] }))).toBeUndefined();
	});

	it("are a danger if an unstated spender gets an allowance", () => {
		const spender = VAULT.toLowerCase();
		expect(obstacles(seen({ balanceChanges: [], approvals: [allowed(THIEF, 1n)] }))).toMatchObject(GRAVE);
		expect(obstacles(seen({ balanceChanges: [], approvals: [allowed(spender, 25_000_001n)] }))).toMatchObject(
			GRAVE,
		);
		expect(
			obstacles(seen({ balanceChanges: [], approvals: [allowed(spender, 25_000_000n)] })),
		).toBeUndefined();
		expect(
			obstacles(seen({ balanceChanges: [], approvals: [allowed(spender, 2n ** 256n - 1n, true)] })),
		).toMatchObject(GRAVE);
	});

	it("are unknown without a simulation", () => {
		const opinion = { ...NOT_SIMULATED, addressFacts: publishedFacts() };
		const ids = found(stowCommit(), { more: { opinion } }).map(({ id }) => id);
		expect(ids).not.toContain("description-contradicted");
	});
});

describe("a description", () => {
	const findingsWith = (addressFacts: ReturnType<typeof publishedFacts>) => {
		const opinion = { ...seen({ balanceChanges: [leaves(25_000_000n, VAULT.toLowerCase())] }), addressFacts };
		const scene = { more: { opinion, ...comparing("agrees") } };
		return [...found(stowCommit(), scene), ...general(stowCommit(), scene)];
	};

	it("lowers no finding: the call is as unreadable as without it", () => {
		const without = findingsWith(publishedFacts({ at: OTHER }));
		expect(without.map(({ id }) => id)).toContain("unknown-call");
		expect(findingsWith(publishedFacts())).toEqual(without);
		expect(findingsWith(publishedFacts({ more: ATTESTED, revoked: fine(0n) }))).toEqual(without);
	});

	it("with a revoked attestation is reported with a caution", () => {
		const ids = (at: bigint) =>
			findingsWith(publishedFacts({ more: ATTESTED, revoked: fine(at) })).filter(
				({ id }) => id === "attestation-revoked",
			);
		expect(ids(1n)).toMatchObject([{ severity: "caution", needsWord: false }]);
		expect(ids(0n)).toEqual([]);
	});
});
