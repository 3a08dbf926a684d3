import { describe, expect, it } from "vitest";
import type { JournalState, JournalStep } from "../../../../../src/core/journal/types.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { progressView } from "../../../../../src/main/inbox/entries/progress-view.ts";
import { rowOf } from "./rows.ts";

/** A receipt says which signer was used, as the journal recorded it before the signer was asked. */

const LEDGER = { version: 1, kind: "asked", device: "Ledger Nano X, 44'/60'/0'/0/0", renewed: false };
const RENEWED = { version: 1, kind: "asked", device: null, renewed: true };

const steps = (...all: readonly (readonly [JournalState, object?])[]): readonly JournalStep[] =>
	all.map(([step, detail], at) => ({
		seq: at + 1,
		rowId: "row-1",
		step,
		at,
		detail: detail === undefined ? null : JSON.stringify(detail),
	}));

const told = (own: readonly JournalStep[], legs: readonly (readonly JournalStep[])[] = []) =>
	progressView(rowOf({ kind: legs.length === 0 ? "commit" : "action" }), own, "A session", {
		items: legs.map((each, at) => ({ row: rowOf({ id: `leg-${at}`, kind: "leg", place: at }), steps: each })),
		canReplace: [],
		happened: () => false,
		asks: false,
		device: null,
	}).signedWith;

const BY_KEY = message("progress.signed-with.key");
const BY_LEDGER = message("progress.signed-with.device", { model: "Ledger Nano X" });

describe("the signer of a request", () => {
	it("is a Ledger with its model", () => {
		expect(told(steps(["approved"], ["signing", LEDGER], ["signed"]))).toEqual(BY_LEDGER);
	});

	it("is a key of the vault, with and without a renewed blockhash", () => {
		expect(told(steps(["approved"], ["signing"], ["signed"]))).toEqual(BY_KEY);
		expect(told(steps(["approved"], ["signing", RENEWED], ["signed"]))).toEqual(BY_KEY);
	});

	it("is that of the first signed step", () => {
		const signed = steps(["approved"], ["signing", LEDGER], ["signed"], ["sending"]);
		expect(told(steps(["approved"]), [signed, steps(["approved"])])).toEqual(BY_LEDGER);
	});

	it("is absent before the signature, and if the journal's text can't be read", () => {
		expect(told(steps(["approved"]))).toBeNull();
		expect(told(steps(["approved"], ["signing", LEDGER]))).toBeNull();
		expect(told(steps(["approved"], ["signed"]))).toBeNull();
		expect(told(steps(["approved"], ["signing", { version: 99 }], ["signed"]))).toBeNull();
	});
});
