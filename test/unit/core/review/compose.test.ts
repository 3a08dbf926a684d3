import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { EvmFacts } from "../../../../src/core/chain/evm.ts";
import type { ChainFault } from "../../../../src/core/decoded-transaction/question.ts";
import { message, verbatim } from "../../../../src/core/localized-text.ts";
import { failed, unproven } from "../../../../src/core/match/check.ts";
import { composeReview } from "../../../../src/core/review/compose.ts";
import { predictionOf } from "../../../../src/core/review/effects/prediction.ts";
import { summariseCommit } from "../../../../src/core/review/summary.ts";
import { reviewView } from "../../../../src/main/views/review-view.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import { readCommit } from "../../../../src/service-api/event-page.ts";
import { outline } from "../../../support/outline.ts";
import { saying } from "../../../support/saying.ts";
import {
	approveData,
	batchCommit,
	commit,
	commitOf,
	frozenOf,
	OTHER,
	OWNER,
	payload,
	request,
	SIGNER,
	TOKEN,
	transaction,
	VAULT,
} from "../match/honest.ts";
import { LYING, REFUSED } from "./refused.ts";
import { commitFreezing, facts, input, review, user } from "./scene.ts";

const PERSON = { ...OWNER, accounts: [SIGNER], labels: {} };
const place = { entryId: "entry-1", batch: new Map() };

describe("an honest commit", () => {
	it("can be approved, without a typed word", () => {
		const { approval, match, headline } = review();
		expect(approval).toEqual({
			possible: true,
			refusals: [],
			word: null,
			wordOf: null,
			wordParty: null,
			canRetry: false,
			causes: [],
			byRules: [],
		});
		expect(match.verdict).toBe("matched");
		expect(headline.text).toEqual(
			message("token.permission", {
				who: "0xb2b2b2…b2b2b2",
				amount: { amount: { raw: "25000000", decimals: 6, symbol: "TUSD", checked: true } },
			}),
		);
	});

	it("can be approved as a member of a batch", () => {
		expect(review(batchCommit(0)).approval.refusals).toEqual([]);
	});

	it("requires a typed word if a finding is severe", () => {
		const view = commitOf({ to: TOKEN, data: approveData(VAULT, 2n ** 256n - 1n) });
		expect(review(view).approval).toMatchObject({ possible: true, word: "UNLIMITED", wordOf: "unlimited" });
	});
});

describe("an approval is not possible", () => {
	for (const [what, text, canRetry, view, patch] of REFUSED)
		it(`if ${what}`, () => {
			const { approval } = review(view, patch);
			expect(approval.possible).toBe(false);
			expect(approval.refusals[0]).toEqual(text);
			expect(approval.canRetry).toBe(canRetry);
		});

	it("names a silent RPC as the cause, and no cause for any other fault", () => {
		const causesOf = (fault: ChainFault) => composeReview({ ...input(), answers: [fault] }).approval.causes;
		expect(causesOf({ fault: verbatim("Down."), isRpcSilent: true })).toEqual(["rpc-silent"]);
		expect(causesOf({ fault: verbatim("Another chain.") })).toEqual([]);
	});

	it("if it has ended or isn't ready yet, which is not a fault", () => {
		const isOver = (...args: Parameters<typeof review>) => review(...args).approval.isEnded === true;
		expect(isOver(commit({ state: "rejected" }))).toBe(true);
		expect(isOver(commit({ action: null }))).toBe(true);
		expect(isOver(commit(), { confirmedByGet: false })).toBe(true);
		expect(isOver(commit(), { now: 1_790_000_900_000 })).toBe(true);
		expect(isOver(commit(), { user: user({ signerState: "locked" }) })).toBe(false);
		expect(isOver(commit())).toBe(false);
	});

	it("if the view's surroundings contradict it: other service statements on revision or batch", () => {
		const honest = composeReview(input());
		expect(honest.approval.possible).toBe(true);
		const text = "The service shows revision 1 under two digests.";
		const obstacles = composeReview({ ...input(), contextChecks: [failed("review.digest", verbatim(text))] });
		expect(obstacles.match.verdict).toBe("refused");
		expect(obstacles.approval).toMatchObject({ possible: false, canRetry: false });
		expect(obstacles.approval.refusals[0]).toEqual(saying("verbatim", { text: text }));
		const open = composeReview({
			...input(),
			contextChecks: [unproven("batch.predecessor", verbatim("Not confirmed yet."))],
		});
		expect(open.approval).toMatchObject({ possible: false, canRetry: true });
	});

	it("if the request can't be read at all", () => {
		const unreadable = review(commit(), {
			read: { kind: "unreadable", commitId: "commit-1", reason: "signer: expected string" },
		});
		expect(unreadable.approval).toMatchObject({ possible: false, canRetry: false });
		expect(unreadable).toMatchObject({
			request: { kind: "commit", commitId: "commit-1" },
			canReject: true,
			fingerprint: null,
		});
		expect(unreadable.approval.refusals[0]).toEqual(
			saying("against.unreadable.reject", { reason: "signer: expected string" }),
		);
		const over = { kind: "unreadable", commitId: "commit-1", reason: "signer", state: "rejected" } as const;
		expect(review(commit(), { read: over }).canReject).toBe(false);
		const nameless = { kind: "unreadable", commitId: null, reason: "commit_id" } as const;
		expect(review(commit(), { read: nameless }).canReject).toBe(false);
		expect(reviewView(unreadable, place).headline).toEqual(message("headline.unreadable"));
	});

	it("if the review broke the contract, with the reason", () => {
		const broken = review(commit(), {
			read: { kind: "known", view: commit({ review: null }), reviewFault: "review.digest: expected string" },
		});
		expect(broken.approval.refusals[0]).toEqual(
			saying("against.review-unread", { reason: "review.digest: expected string" }),
		);
		expect(broken.canReject).toBe(true);
	});

	it("if nothing is known about a wallet that may have it: all is shown, and nothing signed", () => {
		const unstated = review(commit({ wallet_attempt: undefined }));
		expect(unstated.approval.possible).toBe(false);
		expect(unstated.approval.refusals).toContainEqual(
			saying("sentences", { parts: [message("freeze.attempt.unstated"), message("nothing-signed")] }),
		);
		expect(unstated.canReject).toBe(true);
		expect(unstated.headline).toEqual(review(commit()).headline);
	});

	it("but a lying request can still be rejected, unlike a settled one", () => {
		expect(review(LYING).canReject).toBe(true);
		expect(review(commit({ state: "confirmed", action: null })).canReject).toBe(false);
	});
});

describe("a revised review", () => {
	const before = frozenOf(commit());

	it("shows the old value next to the new one", () => {
		const one = request([transaction({ to: OTHER, label: "Something else" })]);
		const revised = commit({
			version: 2,
			review: { version: 1, revision: 2, digest: "digest-2", request: one, legs: [one] },
			action: { kind: "sign", payload: payload({ to: OTHER }) },
		});
		const { changed: rows } = review(revised, { previous: before });
		expect(rows).toContainEqual({
			role: null,
			field: message("difference.field.target"),
			before: verbatim(TOKEN),
			after: verbatim(OTHER),
		});
		expect(rows).toContainEqual({
			role: "counter",
			field: message("difference.field.review-revision"),
			before: verbatim("1"),
			after: verbatim("2"),
		});
		expect(rows.map((row) => row.field.code)).toContain("difference.field.service-calls-it");
	});

	it("shows nothing if only the version changed", () => {
		expect(review(commit({ version: 9 }), { previous: before }).changed).toEqual([]);
	});

	it("never hides a change, even one without a field", () => {
		const one = request([transaction({ last_batch_status: "new" })]);
		const revised = commit({
			review: { version: 1, revision: 1, digest: "digest-1", request: one, legs: [one] },
		});
		expect(review(revised, { previous: before }).changed).toMatchObject([
			{ field: message("difference.field.others") },
		]);
	});
});

describe("the interface's examples", () => {
	const file = readFileSync(new URL("../../../fixtures/contract/examples.json", import.meta.url), "utf8");
	const examples = z
		.object({
			commit_views: z.record(z.string(), z.unknown()),
			event_pages: z.object({ every_event_type: z.object({ commits: z.array(z.unknown()) }) }),
		})
		.parse(JSON.parse(file));
	const all = [
		...Object.entries(examples.commit_views),
		...examples.event_pages.every_event_type.commits.map((view, at) => [`batch ${at}`, view] as const),
	];

	it.each(all)("are composed, summarised and drawn: %s", (_name, raw) => {
		const read = readCommit(raw);
		for (const chain of [facts(), facts({}, []), { fault: "Down." }]) {
			const composed = review(commit(), { read, facts: chain });
			const drawn = reviewView(composed, place);
			expect(structuredClone(drawn)).toEqual(drawn);
			expect(JSON.parse(JSON.stringify(drawn))).toEqual(drawn);
		}
		expect(outline(summariseCommit(read, commitFreezing(read), PERSON).headline)).not.toBe("");
	});

	it("can be approved if they are honest EVM transactions", () => {
		const possible = all.flatMap(([name, raw]) => {
			const composed = review(commit(), { read: readCommit(raw) });
			return composed.approval.possible ? [name] : [];
		});
		expect(possible).toEqual([
			"evm_needs_signature_sign",
			"evm_needs_signature_sign_no_transports_older_view",
			"evm_needs_signature_start_wallet_send_deprecated",
			"batch 0",
		]);
	});
});

describe("a summary", () => {
	const summary = (view: CommitView, chain: EvmFacts | null = facts()) => {
		const read = { kind: "known", view, reviewFault: null } as const;
		return summariseCommit(read, commitFreezing(read), PERSON, chain);
	};

	it("shows headline, amount, chain, app and expiry from the view alone", () => {
		expect(summary(commit(), null)).toMatchObject({
			headline: {
				code: "token.permission",
				params: { who: "0xb2b2b2…b2b2b2", amount: { amount: { raw: "25000000", checked: false } } },
			},
			chainRef: "8453",
			app: "test-vault",
			expiresAt: 1_790_000_900_000,
			match: "matched",
		});
	});

	it("uses cached facts of the chain", () => {
		expect(summary(commit()).headline).toEqual(
			message("token.permission", {
				who: "0xb2b2b2…b2b2b2",
				amount: { amount: { raw: "25000000", decimals: 6, symbol: "TUSD", checked: true } },
			}),
		);
	});

	it("shows a lie, an older form and a missing review unchanged", () => {
		expect(summary(commit({ action: { kind: "sign", payload: payload({ value: "1" }) } })).match).toBe(
			"refused",
		);
		expect(
			summary(commit({ action: { kind: "start_wallet_send", payload: payload(), review_digest: "d" } }))
				.match,
		).toBe("refused");
		expect(summary(commit({ review: null })).match).toBe("unreadable");
		expect(summary(commit({ action: null })).match).toBe("unproven");
		// The opened review has the same verdict as the list: the commit is waiting, and isn't a lie.
		expect(review(commit({ action: null })).match.verdict).toBe("unproven");
	});
});

describe("the receipt's prediction", () => {
	it("contains the user's movements and permissions in base units", () => {
		const prediction = predictionOf(review());
		expect(prediction).toEqual({
			nativeSymbol: "ETH",
			mostFee: "120000000000000",
			value: "0",
			moves: [
				{
					kind: "approval",
					direction: "out",
					account: SIGNER.toLowerCase(),
					asset: TOKEN.toLowerCase(),
					amount: "25000000",
					symbol: "TUSD",
					decimals: 6,
				},
			],
			spends: {
				certain: true,
				amounts: [
					{ asset: "native", amount: "120000000000000" },
					{ asset: TOKEN.toLowerCase(), amount: "25000000" },
				],
			},
			facts: {
				recipients: [],
				contracts: [TOKEN.toLowerCase()],
				grants: [{ spender: VAULT.toLowerCase(), token: TOKEN.toLowerCase(), unlimited: false }],
				simulated: "not",
			},
		});
	});

	it("is empty if nothing could be decoded", () => {
		expect(predictionOf(review(commit({ action: null })))).toBeNull();
	});
});

it("the same input gives the same review", () => {
	expect(review()).toEqual(review());
});
