import { DatabaseSync } from "node:sqlite";
import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { JournalOutcome } from "../../../../src/core/journal/types.ts";
import type { Frozen } from "../../../../src/core/match/frozen.ts";
import { Counterparties } from "../../../../src/main/address-book/counterparties.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { JournalCache } from "../../../../src/main/storage/journal-cache.ts";
import { JournalDb } from "../../../../src/main/storage/journal-db.ts";
import {
	approveData,
	commitOf,
	frozenOf,
	hex,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
	VAULT,
} from "../../core/match/honest.ts";
import { SVM_OTHER, SVM_SIGNER, solTransfer, TO_TOKEN, tokenTransfer } from "../../core/match/honest-svm.ts";
import { evmLowering, svmLowering } from "../../core/match/revocations.ts";

const SCOPE = "staging/person-1";
const ABI = parseAbi([
	"function setApprovalForAll(address operator, bool approved)",
	"function transferFrom(address from, address to, uint256 amount)",
]);
const operator = (approved: boolean) =>
	encodeFunctionData({ abi: ABI, functionName: "setApprovalForAll", args: [hex(VAULT), approved] });
const pulling = (from: string) =>
	encodeFunctionData({ abi: ABI, functionName: "transferFrom", args: [hex(from), hex(OTHER), 5n] });

/** Creates a journal in which each call adds one transaction of the user, a second after the last. */
function scene() {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	let now = 1_000;
	let reads = 0;
	class CountedJournal extends JournalDb {
		override rows(scope: string, limit: number) {
			reads += 1;
			return super.rows(scope, limit);
		}
	}
	const journal = new JournalCache(new CountedJournal(db, { now: () => now }));
	let nonce = 0n;
	function signed(
		frozen: Frozen,
		outcome: JournalOutcome | null = "confirmed",
		of: Pick<Parameters<typeof journal.approve>[0], "kind" | "replaces"> = { kind: "commit", replaces: null },
	): string {
		now += 1_000;
		if (of.replaces === null) nonce += 1n;
		const approval = journal.approve({
			...of,
			scope: SCOPE,
			entryId: `${of.kind}:${nonce}`,
			sessionId: "session-1",
			intentId: `${of.kind} ${nonce}`,
			headline: "",
			chainRef: "8453",
			signer: SIGNER,
			nonce,
			broadcaster: "wallet",
			fingerprint: "f".repeat(64),
			digest: "digest-1",
			revision: 1,
			frozen,
			predicted: null,
		});
		if (!approval.ok) throw new Error("not approved");
		if (outcome !== null) journal.step(approval.row.id, ["approved"], "settled", { outcome, live: false });
		return approval.row.id;
	}
	const call = (each: Parameters<typeof commitOf>[0], outcome?: JournalOutcome | null) =>
		signed(frozenOf(commitOf(each)), outcome);
	const counterparties = new Counterparties(journal);
	return {
		journal,
		counterparties,
		call,
		signed,
		reads: () => reads,
		of: () => Object.fromEntries(counterparties.history(SCOPE)),
	};
}

describe("a user's counterparties", () => {
	it("are recipients of coin or token, with count and last date", () => {
		const { call, of } = scene();
		call({ to: OTHER, value: 5n });
		call({ to: TOKEN, data: transferData(OTHER, 5n) });
		call({ to: TOKEN, data: pulling(SIGNER) });
		expect(of()).toEqual({ [OTHER.toLowerCase()]: { paid: 3, allowed: 0, lastAt: 4_000, firstAt: 2_000 } });
	});

	it("include spenders", () => {
		const { call, of } = scene();
		call({ to: TOKEN, data: approveData(VAULT, 5n) });
		call({ to: TOKEN, data: operator(true) });
		expect(of()).toEqual({ [VAULT.toLowerCase()]: { paid: 0, allowed: 2, lastAt: 3_000, firstAt: 2_000 } });
	});

	it("exclude the spender of an allowance that was only lowered, also at a higher fee", () => {
		const { journal, counterparties, signed, of } = scene();
		const id = signed(evmLowering(), null, { kind: "revocation", replaces: null });
		const again = frozenOf(commitOf({ to: TOKEN, data: approveData(VAULT, 250n) }));
		signed(again, "confirmed", { kind: "replacement", replaces: id });
		journal.step(id, ["approved"], "settled", { outcome: "replaced", live: false });
		signed(evmLowering(), "confirmed", { kind: "revocation", replaces: null });
		signed(svmLowering(), "confirmed", { kind: "revocation", replaces: null });
		expect(of()).toEqual({});
		expect(counterparties.uses(SCOPE, "session-2").size).toBe(0);
	});

	it("exclude payments of nothing, others' payments, and the user's own accounts", () => {
		const { call, of } = scene();
		call({ to: OTHER, value: 0n });
		call({ to: TOKEN, data: approveData(VAULT, 0n) });
		call({ to: TOKEN, data: operator(false) });
		call({ to: TOKEN, data: pulling(VAULT) });
		call({ to: SIGNER, value: 1n });
		call({ to: OTHER, value: 1n, data: "0x12345678" });
		expect(of()).toEqual({});
	});

	it("exclude transactions not on the chain: pending, refused, or failed", () => {
		const { call, of } = scene();
		for (const outcome of [null, "failed", "refused", "replaced", "dropped", "answered"] as const)
			call({ to: OTHER, value: 5n }, outcome);
		expect(of()).toEqual({});
	});

	it("exclude a transaction once its block was reverted", () => {
		const { journal, call, of } = scene();
		const id = call({ to: OTHER, value: 5n });
		expect(Object.keys(of())).toEqual([OTHER.toLowerCase()]);
		journal.step(id, ["settled"], "submitted", { outcome: null, live: true });
		expect(of()).toEqual({});
	});

	it("exist on Solana too: wallets by lamports, token accounts by tokens", () => {
		const { signed, of } = scene();
		signed(solTransfer());
		signed(tokenTransfer());
		expect(of()).toEqual({
			[SVM_OTHER]: { paid: 1, allowed: 0, lastAt: 2_000, firstAt: 2_000 },
			[TO_TOKEN.toBase58()]: { paid: 1, allowed: 0, lastAt: 3_000, firstAt: 3_000 },
		});
		expect(of()).not.toHaveProperty(SVM_SIGNER);
	});

	it("are read from the journal once until it is written, for this identity only", () => {
		const { counterparties, call, of, reads } = scene();
		call({ to: OTHER, value: 5n });
		const before = counterparties.history(SCOPE);
		const read = reads();
		expect(counterparties.history(SCOPE)).toBe(before);
		expect(reads()).toBe(read);
		expect(counterparties.history("staging/another").size).toBe(0);
		call({ to: OTHER, value: 5n });
		expect(of()[OTHER.toLowerCase()]?.paid).toBe(2);
	});

	it("are remembered by role and chain, and not if the current session introduced them", () => {
		const { counterparties, call } = scene();
		call({ to: OTHER, value: 5n });
		call({ to: TOKEN, data: approveData(VAULT, 5n) });
		call({ to: VAULT, data: `0x12345678${OTHER.slice(2).toLowerCase().padStart(64, "0")}` });
		const used = counterparties.uses(SCOPE, "session-2");
		expect([...(used.get(OTHER.toLowerCase())?.roles ?? [])]).toEqual([
			"paid 8453",
			`named 8453 ${VAULT.toLowerCase()} 0x12345678`,
		]);
		expect([...(used.get(VAULT.toLowerCase())?.roles ?? [])]).toEqual(["allowed 8453"]);
		expect(counterparties.uses(SCOPE, "session-1").size).toBe(0);
	});

	it("are listed without an unreadable row", () => {
		const { call, signed, of } = scene();
		signed(JSON.parse('{"written":"by another version"}'));
		call({ to: OTHER, value: 5n });
		expect(of()[OTHER.toLowerCase()]?.paid).toBe(1);
	});
});
