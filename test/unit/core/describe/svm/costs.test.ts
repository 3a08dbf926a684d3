import {
	createApproveInstruction,
	createAssociatedTokenAccountInstruction,
	createRevokeInstruction,
	createTransferCheckedInstruction,
} from "@solana/spl-token";
import { ComputeBudgetProgram, Ed25519Program } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { svmChangesOf } from "../../../../../src/core/describe/svm/changes.ts";
import { svmCostsOf } from "../../../../../src/core/describe/svm/costs.ts";
import { svmPermissionsOf } from "../../../../../src/core/describe/svm/permissions.ts";
import { saying } from "../../../../support/saying.ts";
import { fine, missing } from "../../review/scene.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	out,
	sending,
	svmFacts,
	svmSimulation,
	svmSubject,
	text,
	wallet,
	YOU,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";

const opening = createAssociatedTokenAccountInstruction(ME, YOUR_TOKENS, YOU, MINT);
const transfer = createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 5_000_000n, 6);
const fresh = svmFacts({}, [[YOUR_TOKENS, null]]);

describe("the cost of a Solana transaction", () => {
	it("is its message's fee by the user's RPC, maximum and likely", () => {
		const costs = svmCostsOf(svmSubject([sending(7n)]));
		expect(costs.most).toMatchObject({ raw: 5_000n, symbol: "SOL", checked: true });
		expect(costs.likely).toEqual(costs.most);
		expect(costs.need).toBe(5_007n);
	});

	it("is the greater of the RPC's count and the bytes'", () => {
		const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 });
		const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 50_001 });
		const fee = (instructions: Parameters<typeof svmSubject>[0], stated = 5_000n) =>
			svmCostsOf(svmSubject(instructions, { facts: svmFacts({ fee: fine(stated) }) })).most?.raw;
		expect(fee([sending(7n), limit, price])).toBe(55_001n);
		expect(fee([sending(7n), limit, price], 60_000n)).toBe(60_000n);
		// Without a limit, each instruction counts with its maximum number of compute units.
		expect(fee([sending(7n), sending(8n), price])).toBe(405_000n);
		const proof = Ed25519Program.createInstructionWithPublicKey({
			publicKey: ME.toBytes(),
			message: new Uint8Array(4),
			signature: new Uint8Array(64),
		});
		expect(fee([sending(7n), proof])).toBe(10_000n);
	});

	it("includes rent for new accounts, each once", () => {
		expect(svmCostsOf(svmSubject([opening, transfer], { facts: fresh })).need).toBe(5_000n + 2_039_280n);
		expect(svmCostsOf(svmSubject([opening, opening, transfer], { facts: fresh })).need).toBe(
			5_000n + 2_039_280n,
		);
		expect(svmCostsOf(svmSubject([opening, transfer])).need).toBe(5_000n);
	});

	it("is covered to the last lamport, or not", () => {
		const covered = (lamports: bigint) =>
			svmCostsOf(svmSubject([sending(7n)], { facts: svmFacts({ lamports: fine(lamports) }) })).covered;
		expect(covered(5_007n).ok).toBe(true);
		expect(covered(5_006n)).toMatchObject({ ok: false, text: saying("cover.too-low") });
	});

	it("is unknown without the chain's answer", () => {
		for (const facts of [null, svmFacts({ fee: missing() }), svmFacts({ lamports: missing() })])
			expect(svmCostsOf(svmSubject([sending(7n)], { facts })).covered.ok).toBeNull();
		const noRent = svmFacts({ rent: { wallet: missing(), token: missing(), mint: missing() } }, [
			[YOUR_TOKENS, null],
		]);
		expect(svmCostsOf(svmSubject([opening, transfer], { facts: noRent })).covered.ok).toBeNull();
	});

	it("is only the amount sent if another account pays the fee", () => {
		const facts = svmFacts({ lamports: fine(1n) }, [[ME, wallet(7n)]]);
		const costs = svmCostsOf(svmSubject([sending(7n)], { facts, payer: key(40) }));
		expect(costs.most?.raw).toBe(0n);
		expect(costs.covered.ok).toBe(true);
	});
});

describe("changes and permissions on Solana", () => {
	it("use the mint's own unit, the user's accounts first", () => {
		const simulation = svmSimulation([
			out(text(MINT), 5_000_000n, { account: text(YOU), direction: "in" }),
			out(text(MINT), 5_000_000n, { symbol: "FAKE", decimals: 0 }),
		]);
		const { rows, claim } = svmChangesOf(svmSubject([transfer], { simulation }));
		expect(rows.map((row) => [row.mine, row.direction])).toEqual([
			[true, "out"],
			[false, "in"],
		]);
		expect(rows[0]).toMatchObject({
			amount: { amount: { symbol: "USDX", decimals: 6, checked: true } },
			holder: text(ME),
		});
		expect(claim.text).toEqual(saying("changes.service.what-comes"));
	});

	it("know the user's token account as theirs", () => {
		const simulation = svmSimulation([out(text(MINT), 5_000_000n, { account: text(MY_TOKENS) })]);
		expect(svmChangesOf(svmSubject([transfer], { simulation })).rows[0]?.mine).toBe(true);
	});

	it("say so if the changes are unknown", () => {
		expect(svmChangesOf(svmSubject([transfer])).claim.text).toEqual(saying("changes.nobody.decoded"));
	});

	it("show a delegate with its amount, and a revoked one", () => {
		const [given] = svmPermissionsOf(svmSubject([createApproveInstruction(MY_TOKENS, YOU, ME, 5_000_000n)]));
		expect(given).toMatchObject({
			spender: text(YOU),
			token: text(MINT),
			grants: true,
			unlimited: false,
			amount: { raw: 5_000_000n },
		});
		const [back] = svmPermissionsOf(svmSubject([createRevokeInstruction(MY_TOKENS, ME)]));
		expect(back).toMatchObject({ grants: false, source: "decoded" });
		const [all] = svmPermissionsOf(
			svmSubject([createApproveInstruction(MY_TOKENS, YOU, ME, 2n ** 64n - 1n)]),
		);
		expect(all).toMatchObject({ unlimited: true, amount: null });
	});
});
