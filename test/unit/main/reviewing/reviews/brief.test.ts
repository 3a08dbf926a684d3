import { describe, expect, it } from "vitest";
import type { Review } from "../../../../../src/core/review/review.ts";
import { briefOf } from "../../../../../src/main/reviewing/reviews/reviews.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { batchCommit } from "../../../core/match/honest.ts";
import { review } from "../../../core/review/scene.ts";

const PAYMENT = review(batchCommit(0));

/** Subject of a review in a list: one token, or none. */

const [USDC, WETH] = ["0xusdc", "0xweth"];
const grant = (token: string, change: object = {}) => ({
	token,
	kind: "allowance",
	grants: true,
	unlimited: true,
	...change,
});
const row = (asset: string, direction: "in" | "out", mine = true) => ({
	asset,
	direction,
	mine,
	tokenId: null,
	amount: { kind: "claim" },
});

interface Shown {
	readonly permissions?: readonly object[];
	readonly rows?: readonly object[];
	readonly frozen?: object | null;
}

const SENT = { kind: "evm_transaction" };

function briefFor({
	permissions = [],
	rows = [],
	frozen = { kind: "revocation", chain_ref: "8453", payload: SENT },
}: Shown) {
	return briefOf(
		stub<Review>({
			...PAYMENT,
			headline: { ...PAYMENT.headline, amount: null },
			frozen,
			analyses: PAYMENT.analyses.map((each) => ({ ...each, permissions, changes: { rows } })),
		}),
	);
}

const assetOf = (shown: Shown) => briefFor(shown).asset;

const about = (asset: string) => ({ chainRef: "8453", asset });

describe("the findings of a review in a list", () => {
	it("are those of the review’s band, without information", () => {
		const found = stub<Review>({
			...PAYMENT,
			findings: [
				{ id: "a", severity: "caution", text: "grave" },
				{ id: "b", severity: "info", text: "told" },
			],
		});
		expect(briefOf(found)).toMatchObject({ findings: 1, worst: { severity: "caution", text: "grave" } });
	});

	it("give the reason of the band, or none if the band shows only the current state", () => {
		const worst = (patch: object) => briefOf(stub<Review>({ ...PAYMENT, ...patch })).worst;
		expect(worst({})).toMatchObject({ severity: "caution" });
		const later = { ...PAYMENT.approval, possible: false, refusals: ["busy"], canRetry: true };
		expect(worst({ approval: later })).toBeNull();
		const failed = { field: "to", status: "failed", reviewed: null, payload: null, text: "differs" };
		const match = { verdict: "refused", checks: [failed] };
		expect(worst({ match })).toEqual({ severity: "block", text: "differs" });
		const approval = { ...PAYMENT.approval, possible: false, refusals: ["your rule"], canRetry: false };
		expect(worst({ approval })).toEqual({ severity: "block", text: "your rule" });
	});
});

describe("the token of a review in a list", () => {
	it("is the one that others may spend afterwards", () => {
		expect(assetOf({ permissions: [grant(USDC)], rows: [row(WETH, "out")] })).toEqual(about(USDC));
	});

	it("is absent if the allowance is revoked, or is no token's", () => {
		const others = [grant(USDC, { grants: false }), grant(WETH, { kind: "right" })];
		expect(assetOf({ permissions: others })).toBeNull();
	});

	it("is the only one that leaves the user's accounts", () => {
		const rows = [row(USDC, "out"), row(USDC, "out"), row(WETH, "in"), row(WETH, "out", false)];
		expect(assetOf({ rows: rows })).toEqual(about(USDC));
	});

	it("is absent if there are several, or nothing can be signed", () => {
		expect(assetOf({ rows: [row(USDC, "out"), row(WETH, "out")] })).toBeNull();
		expect(assetOf({ permissions: [grant(USDC), grant(WETH)] })).toBeNull();
		expect(assetOf({ rows: [row(USDC, "out")], frozen: null })).toBeNull();
	});
});

describe("a review in a list only signs", () => {
	const signsOnly = (frozen: object | null) => briefFor({ frozen }).signsOnly;
	const TEXT = { kind: "evm_personal" };

	it("if every payload is a text or typed data", () => {
		expect(
			signsOnly({ kind: "action", intents: [TEXT, { kind: "evm_typed_data" }, { kind: "svm_message" }] }),
		).toBe(true);
	});

	it("never if it includes a transaction, or nothing can be signed", () => {
		expect(signsOnly({ kind: "action", intents: [TEXT, SENT] })).toBe(false);
		expect(signsOnly({ kind: "revocation", payload: SENT })).toBe(false);
		expect(signsOnly(null)).toBe(false);
	});
});
