import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import type { Spends } from "../../../../src/core/journal/records.ts";
import type { ApprovedIntent, JournalRow } from "../../../../src/core/journal/types.ts";
import type { Frozen } from "../../../../src/core/match/frozen.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { policyContext } from "../../../../src/main/rules/policy-context.ts";
import { DAY_MS, type SpentOf, spentWithinDay } from "../../../../src/main/rules/spent.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { approveData, commit, commitOf, frozenOf, TOKEN, VAULT } from "../../core/match/honest.ts";
import { evmLowering, evmRevocation, loweredTo } from "../../core/match/revocations.ts";
import { ME, OTHER } from "../../core/rules/scene.ts";
import { FROZEN, PREDICTED, receiptOf } from "../storage/kept.ts";

/** Spending within a day, calculated only from the journal. */

const START = 1_790_000_000_000;
let now = START;
let db: DatabaseSync;
let journal: Journal;
let made = 0;

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	now = START;
	made = 0;
	journal = new JournalDb(db, { now: () => now });
});

const eth = (amount: bigint | null): Spends => ({
	certain: true,
	amounts: [{ asset: "native", amount: amount?.toString() ?? null }],
});

function intent(spends: Spends, change: Partial<ApprovedIntent> = {}): ApprovedIntent {
	made += 1;
	return {
		scope: "production/me",
		entryId: `commit:c${made}`,
		sessionId: "ses",
		kind: "commit",
		intentId: `c${made}`,
		replaces: null,
		headline: "Send",
		chainRef: "8453",
		signer: ME,
		nonce: BigInt(made),
		broadcaster: "wallet",
		fingerprint: "f".repeat(64),
		digest: "d",
		revision: 1,
		frozen: FROZEN,
		predicted: { ...PREDICTED, mostFee: "3", spends },
		...change,
	};
}

function approve(one: ApprovedIntent, legs: readonly ApprovedIntent[] = []): JournalRow {
	const approval = journal.approve(one, legs);
	if (!approval.ok) throw new Error(`held: ${approval.held}`);
	return approval.row;
}

function settle(row: JournalRow, outcome: "confirmed" | "failed" | "replaced", bytes = "0x01"): void {
	journal.step(row.id, ["approved"], "signing");
	journal.step(row.id, ["signing"], "signed", {
		signature: { kind: "one", bytes },
		transactionId: `0x${row.id}`,
	});
	journal.step(row.id, ["signed"], "settled", {
		outcome,
		live: false,
		receipt: receiptOf(outcome !== "failed"),
	});
}

const spentBy = (account = ME, chainRef = "8453", instead: bigint | null = null) => {
	const { certain, amounts } = spentWithinDay(journal, { account, chainRef, instead }, now);
	return certain ? (amounts.has("native") ? (amounts.get("native") ?? null) : 0n) : "unknown";
};

describe("spending within a day", () => {
	it("is everything approved, pending or settled", () => {
		approve(intent(eth(5n)));
		settle(approve(intent(eth(7n))), "confirmed");
		expect(spentBy()).toBe(12n);
	});

	it("is of one account and chain, for any service or case of letters", () => {
		approve(intent(eth(5n), { signer: ME.toUpperCase().replace("0X", "0x"), scope: "staging/somebody" }));
		approve(intent(eth(100n), { signer: OTHER }));
		approve(intent(eth(100n), { chainRef: "1" }));
		expect(spentBy()).toBe(5n);
		expect(spentBy(ME, "1")).toBe(100n);
	});

	it("includes items without a chain on each chain", () => {
		approve(intent(eth(5n), { chainRef: "", nonce: null }));
		expect(spentBy()).toBe(5n);
	});

	it("forgets after 24 hours, to the millisecond", () => {
		settle(approve(intent(eth(5n))), "confirmed");
		approve(intent(eth(7n)));
		now = START + DAY_MS - 1;
		expect(spentBy()).toBe(12n);
		now = START + DAY_MS;
		expect(spentBy()).toBe(0n);
	});

	it("excludes unsigned refusals, replaced and skipped rows", () => {
		const refused = approve(intent(eth(5n)));
		journal.step(refused.id, ["approved"], "refused", { outcome: "unsigned", live: false });
		settle(approve(intent(eth(7n))), "replaced");
		expect(spentBy()).toBe(0n);
	});

	it("includes signed and held rows: they may still happen", () => {
		const held = approve(intent(eth(5n)));
		journal.step(held.id, ["approved"], "signing");
		journal.step(held.id, ["signing"], "signed", {
			signature: { kind: "one", bytes: "0x01" },
			transactionId: "0x02",
		});
		journal.step(held.id, ["signed"], "held");
		expect(spentBy()).toBe(5n);
	});

	it("includes only the fee of a failed transaction", () => {
		settle(approve(intent(eth(5n))), "failed");
		expect(spentBy()).toBe(3n);
	});

	it("includes the steps of an action, and not the action as well", () => {
		const action = intent(eth(50n), { kind: "action", nonce: null });
		const leg = (at: number, amount: bigint) =>
			intent(eth(amount), { kind: "leg", intentId: `${action.intentId}#${at}` });
		approve(action, [leg(1, 5n), leg(2, 7n)]);
		expect(spentBy()).toBe(12n);
	});

	it("counts a transaction and its replacement once, as the larger of both", () => {
		const first = approve(intent(eth(5n)));
		approve(intent(eth(7n), { kind: "replacement", nonce: first.nonce, replaces: first.id }));
		expect(spentBy()).toBe(7n);
		// A new transaction with the same nonce replaces both.
		expect(spentBy(ME, "8453", first.nonce)).toBe(0n);
	});

	it("is unknown with a row of unknown spending", () => {
		approve(intent(eth(5n)));
		approve(intent({ certain: false, amounts: [] }));
		expect(spentBy()).toBe("unknown");
	});

	it.each(["null", "{}", "not JSON", '{"spends":{"certain":"yes"}}'])(
		"is unknown with an unreadable row: %s",
		(text) => {
			approve(intent(eth(5n)));
			const { id } = approve(intent(eth(0n)));
			expect(spentBy()).toBe(5n);
			db.prepare("UPDATE journal SET predicted = ? WHERE id = ?").run(text, id);
			expect(spentBy()).toBe("unknown");
		},
	);

	it("is computed for any chain of a rule, and for the request's own if it names none", () => {
		approve(intent(eth(5n)));
		approve(intent(eth(100n), { chainRef: "1" }));
		const world = { journal, rules: { latest: () => null }, scope: "", now, ledger: { account: () => null } };
		const { spent } = policyContext(world, frozenOf(commit()));
		const of = (chainRef?: string) => spent(chainRef).amounts.get("native");
		expect([of(), of("8453"), of("1"), of("10")]).toEqual([5n, 5n, 100n, undefined]);
	});

	it("is of the user's own requests, and of a lowered allowance that isn't revoked", () => {
		const world = { journal, rules: { latest: () => null }, scope: "", now, ledger: { account: () => null } };
		const requestOf = (frozen: Frozen) => policyContext(world, frozen).request;
		const lowers = { slot: `allowance ${TOKEN} ${VAULT}`.toLowerCase(), amount: 250n };
		expect(requestOf(evmLowering())).toMatchObject({ isOwn: true, lowers, onlyCostsFee: false });
		expect(requestOf(evmRevocation())).toMatchObject({ isOwn: true, onlyCostsFee: true });
		expect(requestOf(evmRevocation())?.lowers).toBeUndefined();
		expect(requestOf(frozenOf(commit()))?.isOwn).toBeUndefined();
	});

	it("is counted by agent, and in total", () => {
		approve(intent(eth(5n)));
		approve(intent(eth(7n), { sessionId: "local-agent:a1" }));
		approve(intent(eth(11n), { sessionId: "local-agent:a2" }));
		const world = { journal, rules: { latest: () => null }, scope: "", now, ledger: { account: () => null } };
		const { spent } = policyContext(world, frozenOf(commit()));
		const of = (agents?: "all" | string[]) => spent(undefined, agents).amounts.get("native");
		expect([of(["a1"]), of(["a1", "a2"]), of(["a3"]), of("all"), of()]).toEqual([
			7n,
			18n,
			undefined,
			23n,
			23n,
		]);
	});

	describe("of an allowance that the user lowers", () => {
		const asset = TOKEN.toLowerCase();
		const of = (amount: bigint, fee = 1n): Spends => ({
			certain: true,
			amounts: [
				{ asset, amount: amount.toString() },
				{ asset: "native", amount: fee.toString() },
			],
		});
		const approving = (amount: bigint, spender = VAULT, change: Partial<ApprovedIntent> = {}) =>
			intent(of(amount), {
				frozen: frozenOf(commitOf({ to: TOKEN, data: approveData(spender, amount) })),
				...change,
			});
		const lowering = (amount = 250n) => {
			now += 1;
			const frozen = evmLowering("allowance", loweredTo("allowance", { amount: amount.toString() }));
			return intent(of(amount), { kind: "revocation", frozen });
		};
		const totals = (change: Partial<SpentOf> = {}) =>
			spentWithinDay(journal, { account: ME, chainRef: "8453", instead: null, ...change }, now);
		const spent = () => Object.fromEntries(totals().amounts);
		const lowers = { slot: `allowance ${TOKEN} ${VAULT}`.toLowerCase(), amount: 250n };

		it("adds only its fee to the larger allowance of that day", () => {
			approve(approving(1_000n));
			approve(lowering());
			approve(lowering(100n));
			approve(intent(of(12n)));
			expect(spent()).toEqual({ [asset]: 1_012n, native: 4n });
		});

		it("adds only its fee at a higher price too", () => {
			approve(approving(1_000n));
			const first = approve(lowering());
			const again = approving(250n, VAULT, { kind: "replacement", nonce: first.nonce, replaces: first.id });
			approve(again);
			expect(spent()).toEqual({ [asset]: 1_000n, native: 2n });
			settle(first, "replaced");
			expect(spent()).toEqual({ [asset]: 1_000n, native: 2n });
			expect(totals({ instead: first.nonce }).covering?.get(asset)).toBe(1_000n);
		});

		it("counts in full if the larger one is for another day, spender, token, size or account", () => {
			settle(approve(approving(1_000n)), "confirmed");
			now += DAY_MS;
			approve(approving(1_000n, OTHER));
			approve(approving(1_000n, VAULT, { signer: OTHER }));
			approve(approving(249n));
			approve(intent(of(1_000n), { frozen: frozenOf(commitOf({ to: VAULT, data: "0x12345678" })) }));
			approve(lowering());
			expect(spent()).toEqual({ [asset]: 2_499n, native: 4n });
			expect(totals({ lowers }).covering?.get(asset)).toBe(250n);
		});

		it("counts in full if the larger one failed, came later, or counts for less than the lower one", () => {
			settle(approve(approving(1_000n)), "failed");
			approve(intent(of(249n), { frozen: approving(1_000n).frozen }));
			approve(lowering());
			now += 1;
			expect(spent()).toEqual({ [asset]: 499n, native: 5n });
			approve(approving(1_000n));
			expect(spent()).toEqual({ [asset]: 1_499n, native: 6n });
		});

		it("is covered for the rules by the counted allowance, and by nothing for another request", () => {
			approve(approving(1_000n));
			expect(totals({ lowers }).covering?.get(asset)).toBe(1_000n);
			expect(totals({ lowers: { ...lowers, amount: 1_001n } }).covering).toBeUndefined();
			expect(
				totals({ lowers: { ...lowers, slot: lowers.slot.replace("allowance", "permit2") } }).covering,
			).toBeUndefined();
			expect(totals().covering).toBeUndefined();
		});
	});

	it("is unlimited if an unlimited one was approved", () => {
		approve(intent(eth(5n)));
		approve(intent(eth(null)));
		expect(spentBy()).toBeNull();
	});
});
