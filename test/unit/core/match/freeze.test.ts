import { describe, expect, it } from "vitest";
import { matchFrozenEvm } from "../../../../src/core/match/evm/commit.ts";
import { freeze } from "../../../../src/core/match/freeze.ts";
import { expiryOf, frozenCommit } from "../../../../src/core/match/frozen.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import { batchCommit, changed, commit, frozenOf, OWNER, payload, request, transaction } from "./honest.ts";

function refusedFields(view: CommitView): string[] {
	const freezing = freeze(view, OWNER);
	return freezing.ok ? [] : freezing.refusals.map((each) => each.field);
}

function expiring(...times: (number | undefined)[]): CommitView {
	const legs = times.slice(0, 1).map((time) => request([transaction({ expires_at: time })]));
	const whole = request([transaction({ expires_at: times[1] ?? times[0] })]);
	return commit({ review: { version: 1, revision: 1, digest: "digest-1", request: whole, legs } });
}

describe("freezing a commit", () => {
	it("copies everything that gives the signature its meaning, and not the version", () => {
		const frozen = frozenOf(commit());
		const { lookups: _lookups, blind: _blind, ...ofEvm } = frozenCommit.shape;
		expect(Object.keys(frozen)).toEqual(Object.keys(ofEvm));
		expect(frozen).not.toHaveProperty("version");
		expect(frozen).toMatchObject({
			session_id: "session-1",
			commit_id: "commit-1",
			review_digest: "digest-1",
		});
	});

	it("creates an immutable object that shares nothing with the view", () => {
		const view = commit();
		const frozen = frozenOf(view);
		expect(Object.isFrozen(frozen.payload)).toBe(true);
		if (view.action?.kind === "sign" && view.action.payload.kind === "evm_transaction")
			view.action.payload.transaction.value = "9";
		expect(frozen.payload).toEqual(payload());
	});

	it("survives serialisation", () => {
		const frozen = frozenOf(commit());
		expect(frozenCommit.parse(JSON.parse(JSON.stringify(frozen)))).toEqual(frozen);
	});

	it.each<[string, string, CommitView]>([
		["no review", "review", commit({ review: null })],
		["nothing to sign", "action", commit({ action: null })],
		[
			"signed bytes to broadcast",
			"action",
			commit({ action: { kind: "broadcast", signed_transaction: "0x", transaction_id: "0x" } }),
		],
		[
			"the older form start_wallet_send",
			"action",
			commit({ action: { kind: "start_wallet_send", payload: payload(), review_digest: "digest-1" } }),
		],
		[
			"another wallet's attempt",
			"wallet_attempt",
			commit({
				wallet_attempt: {
					attempt_id: "a",
					transport: "browser_send",
					state: "awaiting_wallet",
					transaction_id: null,
					failure_code: null,
				},
			}),
		],
		[
			"a wallet attempt that is neither stated nor denied",
			"wallet_attempt",
			commit({ wallet_attempt: undefined }),
		],
		["no route at all", "supported_transports", commit({ supported_transports: [] })],
	])("is refused for %s", (_what, field, view) => {
		expect(refusedFields(view)).toContain(field);
	});

	it("is refused for numbers that lose precision, and for foreign prototypes", () => {
		const large = changed(commit(), (copy) => {
			if (copy.action?.kind === "sign" && copy.action.payload.kind === "evm_transaction")
				copy.action.payload.nonce = 2 ** 53;
		});
		expect(refusedFields(large)).toContain("action.payload.nonce");
		const planted = changed(commit(), (copy) => {
			const leg = copy.review?.legs[0];
			if (leg?.type === "execute_evm") Object.setPrototypeOf(leg.transactions[0], { value: "5" });
		});
		expect(refusedFields(planted)).toContain("review.legs[0].transactions[0]");
	});
});

describe("the expiry of an approval", () => {
	it("is the review's, in milliseconds, from either unit of the service", () => {
		expect(expiryOf(frozenOf(expiring(1_790_000_900)))).toBe(1_790_000_900_000);
		expect(expiryOf(frozenOf(expiring(1_790_000_900_123)))).toBe(1_790_000_900_000);
		expect(expiryOf(frozenOf(expiring(undefined)))).toBeNull();
	});

	it("is the earlier one if request and leg state two", () => {
		expect(frozenOf(expiring(1_790_000_900, 1_790_000_800)).expires_at).toBe(1_790_000_800);
	});

	it("is that of its member alone in a batch", () => {
		const view = changed(batchCommit(1), (copy) => {
			for (const each of [copy.review?.request, ...(copy.review?.legs ?? [])])
				if (each?.type === "execute_evm")
					for (const [at, tx] of each.transactions.entries()) tx.expires_at = at === 0 ? 5 : 6;
		});
		const first = view.review?.legs[1];
		expect(frozenOf(view).expires_at).toBe(first?.type === "execute_evm" ? 5 : null);
	});

	it("is refused by the match if the frozen object states another", () => {
		const later = changed(frozenOf(commit()), (copy) => {
			copy.expires_at = 2_000_000_000;
		});
		const failed = matchFrozenEvm(later).checks.filter((check) => check.status === "failed");
		expect(failed.map((check) => check.field)).toEqual(["expires_at"]);
	});
});

describe("payloads of other kinds", () => {
	it("can be frozen but never match", () => {
		for (const other of [
			{ kind: "user_operation" as const, chain_id: 8453, signer: "0x1", requests: [] },
			{ kind: "svm_transaction" as const, signer: "x", transaction_base64: "AA==" },
		]) {
			const result = matchFrozenEvm(frozenOf(commit({ action: { kind: "sign", payload: other } })));
			expect(result.verdict).toBe("refused");
			expect(result.checks.some((check) => check.field === "payload.kind")).toBe(true);
		}
	});
});
