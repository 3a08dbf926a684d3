import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
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

describe("a tip for a block engine", () => {
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

	it("is a payment to a stranger at any other address", () => {
		expect(svmFinding("first-time", [sending(SOL / 1_000n, PublicKey.unique())], { facts })).toBeDefined();
	});
});
