import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { LOCAL_OWNER, LOCAL_SCOPE } from "../../../../../src/core/journal/intent-id.ts";
import type { JournalRow } from "../../../../../src/core/journal/types.ts";
import { codesOf, message, sentences, verbatim } from "../../../../../src/core/localized-text.ts";
import { matchFrozen } from "../../../../../src/core/match/match.ts";
import { Replacements, stuckRow } from "../../../../../src/main/reviewing/own/replacements.ts";
import type { Journal } from "../../../../../src/main/storage/journal-db.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit, frozenOf, OWNER, SIGNER } from "../../../core/match/honest.ts";
import { ROW_AT, rowOf } from "../../inbox/entries/rows.ts";
import { fakeChains } from "../facts/fake-chains.ts";

/** The user's own transaction, sent but not mined, with a maximum fee of 2 gwei and a tip of 0.1 gwei. */
const SENT = rowOf({
	kind: "commit",
	entryId: "commit:commit-1",
	intentId: "commit-1",
	signer: SIGNER,
	nonce: 11n,
	frozen: frozenOf(commit()),
	signature: { kind: "one", bytes: "0x02" },
	transactionId: `0x${"ab".repeat(32)}`,
});

function scene(...rows: JournalRow[]) {
	const { world, chains } = fakeChains();
	const journal = stub<Journal>({
		row: (id: string) => rows.find((each) => each.id === id) ?? null,
		replacementsOf: (id: string) => rows.filter((each) => each.replaces === id),
		stepRowsOf: (id: string) => rows.filter((each) => each.parent === id),
	});
	const replacements = new Replacements(journal, chains.evm, { now: () => ROW_AT }, () => OWNER);
	return { world, journal, replacements };
}

async function planned(one: ReturnType<typeof scene>, row: JournalRow, purpose: "speed_up" | "cancel") {
	const planning = await one.replacements.plan(row, purpose);
	if (!planning.ok) throw new Error(codesOf(planning.text).join());
	return planning.planned;
}

describe("a change of a replacement's fee", () => {
	it("makes another plan of the same id, and never pays less than a node accepts", async () => {
		const one = scene(SENT);
		const before = await planned(one, SENT, "speed_up");
		const slower = await one.replacements.change(before, { speed: "slow" });
		if (!slower.ok) throw new Error("refused");
		expect(slower.planned).not.toBe(before);
		expect([slower.planned.id, one.replacements.get(before.id)]).toEqual([before.id, slower.planned]);
		expect(one.replacements.fee(slower.planned)).toEqual({ speed: "slow" });
		expect(BigInt(slower.planned.frozen.payload.transaction.max_fee_per_gas)).toBeGreaterThanOrEqual(
			2_200_000_000n,
		);
		expect(matchFrozen(slower.planned.frozen).verdict).toBe("matched");
		expect(await one.replacements.change(before, { speed: "fast" })).toMatchObject({ ok: false });
	});

	it("uses the user's own fee unchanged, and refuses one that no node would accept", async () => {
		const one = scene(SENT);
		const before = await planned(one, SENT, "cancel");
		const low = { speed: "own", most: 2_199_999_999n, tip: 200_000_000n } as const;
		const refused = await one.replacements.change(before, low);
		if (refused.ok) throw new Error("accepted");
		expect(codesOf(refused.text)).toContain("app.fee.replacement-least");
		expect(one.replacements.get(before.id)).toBe(before);
		const own = await one.replacements.change(before, { ...low, most: 2_200_000_000n });
		if (!own.ok) throw new Error("refused");
		expect(own.planned.frozen.payload.transaction).toMatchObject({
			max_fee_per_gas: "2200000000",
			max_priority_fee_per_gas: "200000000",
		});
	});
});

describe("a replacement requested by the user", () => {
	it("has the same nonce at a higher fee, matches, and is kept until it is approved", async () => {
		const one = scene(SENT);
		for (const purpose of ["speed_up", "cancel"] as const) {
			const made = await planned(one, SENT, purpose);
			expect(made).toMatchObject({ rowId: SENT.id, sessionId: SENT.sessionId, plannedAt: ROW_AT });
			expect(made.frozen).toMatchObject({ purpose, payload: { nonce: 11 } });
			expect(BigInt(made.frozen.payload.transaction.max_fee_per_gas)).toBeGreaterThanOrEqual(2_200_000_000n);
			expect(matchFrozen(made.frozen).verdict).toBe("matched");
			expect(one.replacements.get(made.id)).toBe(made);
		}
	});

	it("of a proposal's step belongs to this computer, and any other to the signed-in user", async () => {
		const step = { ...SENT, kind: "leg" as const, scope: LOCAL_SCOPE };
		expect((await planned(scene(step), step, "cancel")).frozen).toMatchObject(LOCAL_OWNER);
		expect((await planned(scene(SENT), SENT, "cancel")).frozen).toMatchObject(OWNER);
	});

	it("sends an empty transaction to oneself as a cancellation, and says that the first may still take effect", async () => {
		const { frozen, text } = await planned(scene(SENT), SENT, "cancel");
		expect(frozen.payload.transaction).toMatchObject({ to: SIGNER, value: "0", data: "0x" });
		expect(text).toEqual(message("app.replacing.cancel"));
	});

	it("pays the chain's current fee, if that is higher", async () => {
		const one = scene(SENT);
		Object.assign(one.world, { baseFee: 10n ** 10n, tip: 10n ** 9n });
		const { frozen } = await planned(one, SENT, "speed_up");
		expect(frozen.payload.transaction).toMatchObject({
			max_fee_per_gas: "21000000000",
			max_priority_fee_per_gas: "1000000000",
		});
	});

	it("of a replacement replaces the first transaction", async () => {
		const again = rowOf({
			...SENT,
			id: "row-2",
			kind: "replacement",
			replaces: SENT.id,
			state: "refused",
			live: false,
			transactionId: null,
			signature: null,
		});
		const one = scene(SENT, again);
		expect(await planned(one, again, "speed_up")).toMatchObject({ rowId: SENT.id });
	});

	it("is refused if the transaction is over, or another replacement is being signed", async () => {
		const over = { ...SENT, state: "settled" as const, live: false };
		expect(await scene(over).replacements.plan(over, "cancel")).toMatchObject({ ok: false });
		const underWay = rowOf({
			...SENT,
			id: "row-2",
			kind: "replacement",
			replaces: SENT.id,
			state: "approved",
		});
		const one = scene(SENT, underWay);
		expect(await one.replacements.plan(SENT, "cancel")).toEqual({
			ok: false,
			text: sentences(message("signing.replacement.under-way"), message("signing.replacement.wait-for-it")),
		});
	});

	it("can't be planned while the chain's fees can't be queried", async () => {
		const one = scene(SENT);
		one.world.fault = new ChainError("unreachable", verbatim("Your RPC does not answer."));
		await expect(one.replacements.plan(SENT, "cancel")).rejects.toBe(one.world.fault);
	});

	it("is dropped first if it is the oldest of more than fifty without approval", async () => {
		const one = scene(SENT);
		const ids: string[] = [];
		for (let times = 0; times < 51; times += 1) ids.push((await planned(one, SENT, "cancel")).id);
		expect(new Set(ids).size).toBe(51);
		const kept = ids.filter((id) => one.replacements.get(id) !== null);
		expect(kept).toEqual(ids.slice(1));
	});
});

describe("the stuck transaction of an entry", () => {
	it("is the commit's own, or the first pending leg of an action", () => {
		expect(stuckRow(scene(SENT).journal, SENT)).toBe(SENT);
		const parent = rowOf({ id: "parent" });
		const leg = (place: number, patch: Partial<JournalRow>) =>
			rowOf({ ...SENT, id: `leg-${place}`, kind: "leg", parent: "parent", place, ...patch });
		const legs = [leg(0, { state: "settled", live: false }), leg(1, {}), leg(2, {})];
		expect(stuckRow(scene(parent, ...legs).journal, parent)?.id).toBe("leg-1");
	});

	it("is the first transaction, if the entry is one of its replacements", () => {
		const again = rowOf({ ...SENT, id: "row-2", kind: "replacement", replaces: SENT.id });
		expect(stuckRow(scene(SENT, again).journal, again)?.id).toBe(SENT.id);
	});

	it("is absent once nothing can be replaced", () => {
		const over = { ...SENT, state: "settled" as const, live: false };
		expect(stuckRow(scene(over).journal, over)).toBeNull();
	});
});
