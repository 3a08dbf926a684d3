import { createTransferCheckedInstruction } from "@solana/spl-token";
import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import {
	queriedAccounts,
	queriedMints,
} from "../../../../../src/core/decoded-transaction/svm/queried-accounts.ts";
import { mintUnit } from "../../../../../src/core/decoded-transaction/svm/svm-decoded-transaction.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import {
	ME,
	MINT,
	MY_TOKENS,
	mint,
	out,
	sending,
	short,
	svmFacts,
	svmSimulation,
	svmSubject,
	text,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";

/** Names of mints, and which mints' names are queried. */

const USDC = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");

const symbolOf = (at: PublicKey, told: Parameters<typeof mint>[0]) =>
	mintUnit(svmFacts({}, [[at, mint(told)]]), text(at));

describe("a mint's name", () => {
	it("is its maker's, with invisible characters made visible, at a bounded length", () => {
		expect(symbolOf(MINT, { symbol: "PUJ" })).toEqual({ decimals: 6, symbol: "PUJ", checked: true });
		expect(symbolOf(MINT, { symbol: "P\u202eUJ\u200b" }).symbol).toBe("P‹U+202E›UJ‹U+200B›");
		expect(symbolOf(MINT, { symbol: "S".repeat(100) }).symbol).toBe(`${"S".repeat(16)}…`);
	});

	it("includes its address if it has a listed mint's symbol or one that looks like it", () => {
		for (const symbol of ["JUP", "USDC", "UЅDC", "SOL"])
			expect(symbolOf(MINT, { symbol }).symbol).toEqual(
				message("token.unlisted", { symbol, address: short(MINT) }),
			);
	});

	it("is its address if nobody names it", () => {
		for (const symbol of [null, ""]) expect(symbolOf(MINT, { symbol }).symbol).toBe(short(MINT));
	});

	it("is the list's if it is listed and has the list's decimals", () => {
		for (const symbol of [null, "USDT", "USD Coin"])
			expect(symbolOf(USDC, { symbol })).toEqual({ decimals: 6, symbol: "USDC", checked: true });
		expect(symbolOf(USDC, { symbol: "USD Coin", decimals: 9 })).toEqual({
			decimals: 9,
			symbol: "USD Coin",
			checked: false,
		});
	});

	it("has no symbol if the chain was not queried", () => {
		expect(mintUnit(null, text(USDC)).symbol).toEqual(
			message("token.without-symbol", { address: short(USDC) }),
		);
	});
});

describe("name queries", () => {
	it("cover the mints of the transaction or the service, each once, all of them read anyway", () => {
		const move = createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 5n, 6);
		const subject = svmSubject([move, move, sending(1n)], {
			simulation: svmSimulation([out(text(MINT), 5n), out(text(USDC), 1n), out("native", 1n)]),
		});
		expect(queriedMints(subject)).toEqual([text(MINT), text(USDC)]);
		expect(queriedAccounts(subject)).toEqual(expect.arrayContaining([text(MINT), text(USDC)]));
	});

	it("are absent without a token", () => {
		expect(queriedMints(svmSubject([sending(1n)]))).toEqual([]);
	});
});
