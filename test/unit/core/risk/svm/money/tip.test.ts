import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { sending, svmFacts, svmFinding } from "../../../review/svm-scene.ts";

const TIPS = new PublicKey("96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5");
const SOL = 1_000_000_000n;
const facts = svmFacts({ lamports: { ok: true, value: 1_000n * SOL } });

describe("a tip for a block position", () => {
	it("is no payment to a stranger, and a tip to any other address is", () => {
		expect(svmFinding("first-time", [sending(SOL / 100n, TIPS)], { facts })).toBeUndefined();
		expect(svmFinding("first-time", [sending(SOL / 1_000n, PublicKey.unique())], { facts })).toBeDefined();
	});
});
