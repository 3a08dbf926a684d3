import { PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortAddress } from "../../src/core/decoded-transaction/decoded-transaction.ts";
import { amountParam } from "../../src/core/localized-text.ts";
import { type Kinds, openKinds } from "../support/kinds.ts";
import { saying } from "../support/saying.ts";

/** Solana commits with the mock service and a real chain, without windows. */

const FRIEND_KEY = new PublicKey(new Uint8Array(32).fill(7));
const FRIEND = FRIEND_KEY.toBase58();

describe("a Solana payment", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterAll(() => kinds?.close());

	it("is reviewed by our own decoding, matched, signed, submitted, broadcast and followed to its end", async () => {
		const { person, solana } = kinds;
		const before = solana.svm.accountOf(FRIEND_KEY)?.lamports ?? 0n;
		const entry = await kinds.asked(`send 0.5 SOL to ${FRIEND}`);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		const amount = amountParam({ raw: 500_000_000n, decimals: 9, symbol: "SOL", checked: true });
		expect(review.headline).toEqual(saying("svm.send", { amount, to: shortAddress(FRIEND) }));
		expect(review.verdict).toBe("matched");
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const done = await kinds.outcome(entry.id, "confirmed");
		expect(done.transactionId).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
		expect((solana.svm.accountOf(FRIEND_KEY)?.lamports ?? 0n) - before).toBe(500_000_000n);
	});
});
