import { createApproveInstruction, createMintToInstruction } from "@solana/spl-token";
import { describe, expect, it } from "vitest";
import { saying } from "../../../../../support/saying.ts";
import { NOT_SIMULATED } from "../../../review/scene.ts";
import {
	ME,
	MINT,
	MY_TOKENS,
	mint,
	out,
	sending,
	svmFacts,
	svmGeneral,
	svmSimulation,
	text,
	YOU,
} from "../../../review/svm-scene.ts";
import { simulated } from "../../evm/scene.ts";

const approving = createApproveInstruction(MY_TOKENS, YOU, ME, 5n);

describe("the powers of a mint's maker", () => {
	const facts = svmFacts({}, [[MINT, mint({ extensions: ["PermanentDelegate", "TransferHook"] })]]);

	it("are named for approvals, mints, and inflows in either simulation", () => {
		const comesIn = [out(text(MINT), 5n, { direction: "in" })];
		const own = { more: { opinion: { ...NOT_SIMULATED, local: simulated({ balanceChanges: comesIn }) } } };
		const told = { simulation: svmSimulation([out("native", 1n), ...comesIn]) };
		const minted = createMintToInstruction(MINT, MY_TOKENS, ME, 5n);
		for (const found of [
			svmGeneral("mint-powers", [approving], { facts }),
			svmGeneral("mint-powers", [minted], { facts }),
			svmGeneral("mint-powers", [sending(1n)], { facts, ...own }),
			svmGeneral("mint-powers", [sending(1n)], { facts, ...told }),
		]) {
			expect(found?.text).toEqual(saying("token.power.permanent-delegate"));
			expect(found?.text).toEqual(saying("token.power.transfer-hook"));
		}
	});

	it("are not named if the mint is not touched", () => {
		expect(svmGeneral("mint-powers", [sending(1n)], { facts })).toBeUndefined();
	});
});
