import { describe, expect, it } from "vitest";
import type { StoredAction, StoredCommit } from "../../../../../src/main/conversations/session-types.ts";
import {
	carriesSame,
	foldedActions,
	isDoneBefore,
	isFolded,
} from "../../../../../src/main/inbox/requests/deduplication.ts";
import type { ActionRequest, AssembledSvmTransaction } from "../../../../../src/service-api/action.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import { batchCommit, changed, commit, request, transaction, VAULT } from "../../../core/match/honest.ts";
import {
	CLUSTER,
	reviewedInstruction,
	reviewedTransaction,
	SOL_TRANSFER,
	SVM_OTHER_KEYS,
	svmCommit,
	svmRequest,
	TOKEN_TRANSFER,
	transactionBase64,
	transferSol,
} from "../../../core/match/honest-svm.ts";
import { signRequest } from "../../../core/match/typed-samples.ts";
import { actionOf } from "../../signing/actions-scene.ts";

const stored = (view: CommitView, sessionId = view.thread_id): StoredCommit => ({
	commitId: view.commit_id,
	sessionId,
	read: { kind: "known", view, reviewFault: null },
	receivedAt: 1,
	confirmedByGet: null,
	fault: null,
});

const asked = (by: ActionRequest, sessionId = "session-1", id = "action-1"): StoredAction => ({
	sessionId,
	action: actionOf(by, { id }),
	receivedAt: 1,
	firstSeen: 1,
});

/** Lists the commits through which this action of session-1 is answered. */
function foldedInto(by: ActionRequest, ...views: CommitView[]): readonly string[] {
	const all = views.map((view) => stored(view));
	return foldedActions(all, [asked(by)]).get("session-1/action-1") ?? [];
}

/** Another call than the one in honest.ts's commit. */
const OTHER_CALL = { to: VAULT, data: "0x47e7ef24" };

describe("an EVM action equals a commit", () => {
	it("if the service staged both under one number, whatever else they state", () => {
		expect(foldedInto(request([transaction({ ...OTHER_CALL, pending_tx_id: 41 })]), commit())).toEqual([
			"commit-1",
		]);
	});

	it("if both do the same, in any case of addresses and data", () => {
		const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`;
		const { to, from, data } = transaction();
		const shouted = transaction({ to: upper(to), from: upper(from), data: upper(data), pending_tx_id: null });
		expect(foldedInto(request([shouted]), commit())).toEqual(["commit-1"]);
	});

	it("if one omits the value and the other states 0", () => {
		const bare = transaction({ value: null, pending_tx_id: null });
		expect(foldedInto(request([bare]), commit())).toEqual(["commit-1"]);
	});

	it.each([
		["target", { to: VAULT }],
		["value", { value: "1" }],
		["data", { data: "0x47e7ef24" }],
		["sender", { from: VAULT }],
		["chain", { chain_id: 1 }],
	])("but not if the %s differs", (_, patch) => {
		const other = transaction({ pending_tx_id: null, ...patch });
		expect(foldedInto(request([other]), commit())).toEqual([]);
	});

	it("but not by a number of another chain", () => {
		const other = transaction({ ...OTHER_CALL, chain_id: 1, pending_tx_id: 41 });
		expect(foldedInto(request([other]), commit())).toEqual([]);
	});

	it("but not in another session", () => {
		const [mine, theirs] = [asked(request()), stored(commit(), "session-2")];
		expect(foldedActions([theirs], [mine]).size).toBe(0);
		const both = foldedActions([theirs], [mine, asked(request(), "session-2")]);
		expect([...both.keys()]).toEqual(["session-2/action-1"]);
	});

	it.each(["rejected", "failed", "expired"] as const)("but not if that was %s", (state) => {
		expect(foldedInto(request(), commit({ state, action: null }))).toEqual([]);
	});

	const done = { ...stored(commit({ state: "confirmed", action: null })), receivedAt: 1_000 };

	it("also once that is pending, or was confirmed after the action arrived, so that nothing happens twice", () => {
		expect(foldedInto(request(), commit({ state: "submitted", action: null }))).toEqual(["commit-1"]);
		const before = { ...asked(request()), receivedAt: 2_000, firstSeen: 999 };
		expect(foldedActions([done], [before]).get("session-1/action-1")).toEqual(["commit-1"]);
		expect(isFolded(before, [done])).toBe(true);
	});

	it.each([1_000, 1_001])("but not if that was confirmed before the action arrived, at %d", (firstSeen) => {
		const again = { ...asked(request()), firstSeen };
		expect(foldedActions([done], [again]).size).toBe(0);
		expect(isFolded(again, [done])).toBe(false);
		expect(isDoneBefore(done, again)).toBe(true);
	});

	it("but not if that can't be read, or has no review", () => {
		expect(foldedInto(request(), commit({ review: null }))).toEqual([]);
		const unread: StoredCommit = {
			...stored(commit()),
			read: { kind: "unreadable", commitId: "commit-1", reason: "of a newer kind" },
		};
		expect(foldedActions([unread], [asked(request())]).size).toBe(0);
	});

	it("but never if it only asks for a signature", () => {
		expect(foldedInto(signRequest({ kind: "evm_personal", message: "hello" }), commit())).toEqual([]);
	});
});

describe("an action that contains a batch", () => {
	const first = transaction({ pending_tx_id: 41 });
	const second = transaction({ ...OTHER_CALL, pending_tx_id: 42 });

	it("equals it if it has all of the batch: it is answered through every member", () => {
		const both = foldedInto(request([first, second]), batchCommit(0), batchCommit(1));
		expect(both.toSorted()).toEqual(["commit-1", "commit-2"]);
	});

	it("equals only the members that it contains", () => {
		expect(foldedInto(request([first]), batchCommit(0), batchCommit(1))).toEqual(["commit-1"]);
		expect(foldedInto(request([second]), batchCommit(0), batchCommit(1))).toEqual(["commit-2"]);
	});

	it("equals it by the batch's own number for a member, if the review gives it none", () => {
		const bare = changed(batchCommit(1), (view) => {
			view.review = null;
		});
		const unnumbered = changed(batchCommit(1), (view) => {
			for (const leg of view.review?.legs ?? [])
				if (leg.type === "execute_evm") for (const tx of leg.transactions) tx.pending_tx_id = null;
		});
		const numbered = transaction({ to: VAULT, data: "0x1234", pending_tx_id: 42 });
		expect(foldedInto(request([numbered]), unnumbered)).toEqual(["commit-2"]);
		expect(foldedInto(request([numbered]), bare)).toEqual([]);
	});

	it("is compared by the member's position if the review has no legs", () => {
		const legless = changed(batchCommit(1), (view) => {
			if (view.review !== null) view.review.legs = [];
			if (view.batch !== null) view.batch.sources = [];
		});
		expect(foldedInto(request([{ ...second, pending_tx_id: null }]), legless)).toEqual(["commit-2"]);
		expect(foldedInto(request([{ ...first, pending_tx_id: null }]), legless)).toEqual([]);
	});
});

describe("a Solana action equals a commit", () => {
	const view = svmCommit(reviewedTransaction(SOL_TRANSFER), transactionBase64(SOL_TRANSFER));
	const of = (patch: Partial<AssembledSvmTransaction>) =>
		svmRequest([reviewedTransaction(SOL_TRANSFER, { pending_tx_id: null, ...patch })]);

	it("if the service staged both under one number", () => {
		expect(foldedInto(svmRequest([reviewedTransaction(TOKEN_TRANSFER)]), view)).toEqual(["commit-1"]);
	});

	it("if both do the same, for any blockhash and descriptive texts", () => {
		expect(foldedInto(of({ recent_blockhash: null, description: "Other words" }), view)).toEqual([
			"commit-1",
		]);
	});

	it("under any name of the cluster", () => {
		expect(CLUSTER).toBe("solana:devnet");
		expect(foldedInto(of({ cluster: "devnet" }), view)).toEqual(["commit-1"]);
		const numbered = reviewedTransaction(TOKEN_TRANSFER, { cluster: "devnet" });
		expect(foldedInto(svmRequest([numbered]), view)).toEqual(["commit-1"]);
	});

	it("but not if recipient, amount, payer or cluster differ", () => {
		const instead = (lamports: bigint, to = SVM_OTHER_KEYS.publicKey) => [
			reviewedInstruction(transferSol(lamports, to)),
		];
		expect(foldedInto(of({ instructions: instead(1_500_000n) }), view)).toEqual(["commit-1"]);
		expect(foldedInto(of({ instructions: instead(1n) }), view)).toEqual([]);
		expect(foldedInto(of({ payer: SVM_OTHER_KEYS.publicKey.toBase58() }), view)).toEqual([]);
		expect(foldedInto(of({ cluster: "mainnet-beta" }), view)).toEqual([]);
	});

	it("but not if an address has another case: that is another address", () => {
		const [one] = reviewedTransaction(SOL_TRANSFER).instructions;
		if (one === undefined) throw new Error("no instruction");
		const accounts = one.accounts.map((each) => ({ ...each, pubkey: each.pubkey.toLowerCase() }));
		expect(foldedInto(of({ instructions: [{ ...one, accounts }] }), view)).toEqual([]);
	});
});

describe("a commit contains a request's transaction", () => {
	it("if it has one of them", () => {
		const both = request([transaction(), transaction({ ...OTHER_CALL, pending_tx_id: 42 })]);
		expect(carriesSame(commit(), both)).toBe(true);
		expect(carriesSame(batchCommit(1), both)).toBe(true);
	});

	it("but not if only another member of its batch has it", () => {
		expect(carriesSame(batchCommit(1), request())).toBe(false);
		expect(carriesSame(batchCommit(0), request())).toBe(true);
	});

	it("but never of a sign request", () => {
		expect(carriesSame(commit(), signRequest({ kind: "evm_personal", message: "hello" }))).toBe(false);
	});
});
