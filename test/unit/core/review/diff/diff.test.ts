import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { freeze } from "../../../../../src/core/match/freeze.ts";
import type { FrozenCommit } from "../../../../../src/core/match/frozen.ts";
import { differencesOf, isQuiet } from "../../../../../src/core/review/diff/diff.ts";
import { type CommitView, commitView } from "../../../../../src/service-api/commit.ts";
import { loadExamples } from "../../../../fixtures/examples.ts";

/** USDC on Base, the chain of the example commit. */
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

function frozen(change: (view: CommitView) => void = () => {}): FrozenCommit {
	const view = commitView.parse(structuredClone(loadExamples().commit_views["evm_needs_signature_sign"]));
	change(view);
	const freezing = freeze(view, { environment: "e", identity: "i" });
	if (!freezing.ok) throw new Error(freezing.refusals[0]?.text.code);
	return freezing.frozen;
}

/** Sets the value in every part of the view that states it. */
function value(view: CommitView, wei: string): void {
	if (view.action?.kind === "sign" && view.action.payload.kind === "evm_transaction")
		view.action.payload.transaction.value = wei;
	for (const request of [view.review?.request, ...(view.review?.legs ?? [])])
		if (request?.type === "execute_evm")
			for (const transaction of request.transactions) transaction.value = wei;
}

const eth = (raw: string) =>
	message("message.amount", { amount: { amount: { raw, decimals: 18, symbol: "ETH", checked: true } } });

describe("what changed between two reviews", () => {
	it("is empty if the fingerprint is the same", () => {
		expect(differencesOf(frozen(), frozen())).toEqual([]);
	});

	it("shows the value once, in its own unit, if review and payload agree", () => {
		const rows = differencesOf(
			frozen((view) => value(view, "10000000000000000")),
			frozen((view) => value(view, "20000000000000000")),
		);
		expect(rows).toEqual([
			{
				role: null,
				field: message("difference.field.value"),
				before: eth("10000000000000000"),
				after: eth("20000000000000000"),
			},
		]);
	});

	it("shows the review's own value as well if it differs from the payload", () => {
		const rows = differencesOf(
			frozen(),
			frozen((view) => {
				if (view.action?.kind === "sign" && view.action.payload.kind === "evm_transaction")
					view.action.payload.transaction.value = "5";
			}),
		);
		expect(rows.map((row) => row.field.code)).toEqual([
			"difference.field.value",
			"difference.field.value.review",
		]);
	});

	it("shows a listed token's approval in its own unit", () => {
		const approving = (amount: string) =>
			frozen((view) => {
				for (const of of [view.review?.request, ...(view.review?.legs ?? [])])
					if (of?.type === "execute_evm")
						of.simulation.approvals = of.simulation.approvals.slice(0, 1).map((approval) => ({
							...approval,
							asset: USDC,
							amount,
							unlimited: false,
						}));
			});
		const [row] = differencesOf(approving("1500000"), approving("2500000"));
		expect(row?.field).toEqual(message("difference.field.approvals"));
		for (const [side, raw] of [
			[row?.before, "1500000"],
			[row?.after, "2500000"],
		])
			expect(side).toMatchObject({
				params: { amount: { amount: { raw, decimals: 6, symbol: "USDC", checked: true } } },
			});
	});

	it("says that details changed if their words are the same", () => {
		const rows = differencesOf(
			frozen(),
			frozen((view) => {
				if (view.review?.request.type === "execute_evm")
					for (const approval of view.review.request.simulation.approvals) approval.name = "Other";
				for (const leg of view.review?.legs ?? [])
					if (leg.type === "execute_evm")
						for (const approval of leg.simulation.approvals) approval.name = "Other";
			}),
		);
		expect(rows).toMatchObject([
			{ field: message("difference.field.approvals"), after: message("difference.in-detail") },
		]);
	});

	it("is never empty if the fingerprints differ", () => {
		const rows = differencesOf(
			frozen(),
			frozen((view) => {
				if (view.review !== null) view.review.request = structuredClone(view.review.request);
				if (view.review?.request.type === "execute_evm") {
					const [transaction] = view.review.request.transactions;
					if (transaction !== undefined) transaction.current_lifecycle = "other";
				}
			}),
		);
		expect(rows).toHaveLength(1);
	});
});

/** Returns a change that sets the nonce to be signed. */
const atNonce = (nonce: number) => (view: CommitView) => {
	if (view.action?.kind === "sign" && view.action.payload.kind === "evm_transaction")
		view.action.payload.nonce = nonce;
};

describe("a change of a review is quiet", () => {
	const quiet = (before: (view: CommitView) => void, after: (view: CommitView) => void) =>
		isQuiet(differencesOf(frozen(before), frozen(after)));
	const revised = (view: CommitView): void => {
		if (view.review !== null) view.review = { ...view.review, revision: 9, digest: "digest-9" };
	};

	it("if only the nonce rose, with the review's own counters", () => {
		expect(quiet(atNonce(41), atNonce(42))).toBe(true);
		expect(
			quiet(atNonce(41), (view) => {
				atNonce(42)(view);
				revised(view);
			}),
		).toBe(true);
	});

	it("but not if the nonce fell or stayed, or anything else changed", () => {
		expect(isQuiet([])).toBe(false);
		expect(quiet(atNonce(42), atNonce(41))).toBe(false);
		expect(quiet(() => {}, revised)).toBe(false);
		expect(
			quiet(atNonce(41), (view) => {
				atNonce(42)(view);
				value(view, "1");
			}),
		).toBe(false);
	});
});
