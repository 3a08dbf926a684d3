import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Kinds, openKinds } from "../support/kinds.ts";
import { outline } from "../support/outline.ts";

/** Every kind of request, answered and followed to its outcome without windows. */

const FRIEND = "GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq";
const OTHER = "0x00000000000000000000000000000000000c0ffe";

describe("every request of the interface", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterAll(() => kinds?.close());

	it.each([
		[`send 0.5 SOL to ${FRIEND}`, "svm.send(amount: 0.5 SOL"],
		[`send 5 USDX to ${FRIEND}`, "svm.send(amount: 5 "],
		[`send 5 USDX to ${FRIEND} with a table`, "svm.send(amount: 5 "],
		[`send 0.1 SOL to ${FRIEND} hosted`, "svm.send(amount: 0.1 SOL"],
		[`send 0.1 SOL to ${FRIEND} venue`, "svm.send(amount: 0.1 SOL"],
		[`send 0.1 SOL to ${FRIEND} keeping the blockhash`, "svm.send(amount: 0.1 SOL"],
		[`execute: send 0.1 ETH to ${OTHER}`, "token.send(amount: 0.1 ETH"],
		["execute: approve 10 DEMO for the router, then swap 10 DEMO", "headline.then(told: token.permission("],
		[`execute: send 0.2 SOL to ${FRIEND}`, "svm.send(amount: 0.2 SOL"],
		[`execute: send 5 USDX to ${FRIEND} with a table`, "svm.send(amount: 5 "],
		[`execute as built: send 0.2 SOL to ${FRIEND}`, "svm.send(amount: 0.2 SOL"],
		["sign the message: hello there", "message.signs-text(text: hello there)"],
		["sign the bytes: 0x00ff00ff", "message.signs-bytes(length: 4)"],
		["sign in", "message.signs-in-to("],
		["permit the router 25 DEMO", "message.lets-take("],
		["permit2 25 DEMO", "message.lets-take("],
		["order 25 DEMO", "message.swaps(given: 25 DEMO"],
		["delegate", "message.acts-as-account("],
		["sign the solana message: hello", "message.signs-text(text: hello)"],
		[`sign the solana transaction: send 0.1 SOL to ${FRIEND}`, "svm.send(amount: 0.1 SOL"],
		["sign two messages: one | two", "headline.and-others(told: message.signs-text(text: one), count: 1)"],
	])(
		"“%s” is shown, approved and completed",
		async (sentence, headline) => {
			const { person } = kinds;
			const entry = await kinds.asked(sentence);
			const review = await person.review(entry.id, (each) => each.approval.possible);
			expect(outline(review.headline)).toContain(headline);
			expect(review.verdict).toBe("matched");
			expect(await person.approve(entry.id)).toEqual({ ok: true });
			const done = await kinds.outcome(entry.id, "confirmed");
			expect(done.steps.map((step) => step.state)).not.toContain("failed");
		},
		25_000,
	);
});
