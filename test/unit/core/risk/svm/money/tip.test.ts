import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { tipAccountOf } from "../../../../../../src/core/chain/tip-accounts.ts";
import { sending, svmFacts, svmFinding } from "../../../review/svm-scene.ts";

const TIPS = ["96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5", "3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT"];
const [FIRST, SECOND] = TIPS.map((address) => new PublicKey(address));
const SOL = 1_000_000_000n;
const facts = svmFacts({ lamports: { ok: true, value: 1_000n * SOL } });
const found = (...tips: readonly bigint[]) =>
	svmFinding(
		"tip",
		tips.map((lamports, at) => sending(lamports, at === 0 ? FIRST : SECOND)),
		{ facts },
	)?.severity;

describe("a tip for a place in a block", () => {
	it("is usual up to a hundredth of a SOL, and is no payment to a stranger", () => {
		expect(found(SOL / 100n)).toBeUndefined();
		expect(svmFinding("first-time", [sending(SOL / 100n, FIRST)], { facts })).toBeUndefined();
	});

	it("is a caution above that, and a danger from a tenth on", () => {
		expect(found(SOL / 100n + 1n)).toBe("caution");
		expect(found(SOL / 10n)).toBe("danger");
	});

	it("counts together with others", () => {
		expect(found(SOL / 20n, SOL / 20n)).toBe("danger");
	});

	it.each([
		["Helius", "4ACfpUFoaSD9bfPdeu6DBt89gB6ENTeHBXCAi87NhDEE"],
		["Nozomi", "TEMPaMeCRFAS9EKF53Jd6KpHxgL47uWLcpFArU1Fanq"],
		["bloXroute", "HWEoBxYs7ssKuudEjzjmpfJVX7Dvi7wescFsVx2L5yoY"],
		["0slot", "6fQaVhYZA4w3MBSXjJ81Vf6W1EDYeUPXpgVQ6UQyU1Av"],
		["Astralane", "astrazznxsGUhWShqgNtAdfrzP2G83DzcWVJDxwV9bF"],
		["Stellium", "ste11JV3MLMM7x7EJUM2sXcJC1H7F4jBLnP9a9PG8PH"],
	])("of %s is bounded alike", (service, account) => {
		const to = new PublicKey(account);
		const tip = (lamports: bigint) => svmFinding("tip", [sending(lamports, to)], { facts })?.severity;
		expect(tipAccountOf(account)).toBe(service);
		expect(tip(SOL / 100n)).toBeUndefined();
		expect(tip(SOL / 100n + 1n)).toBe("caution");
		expect(tip(SOL / 10n)).toBe("danger");
	});

	it("is a payment to a stranger at any other address", () => {
		expect(svmFinding("first-time", [sending(SOL / 1_000n, PublicKey.unique())], { facts })).toBeDefined();
	});
});
