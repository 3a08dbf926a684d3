import { TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { NOT_SIMULATED } from "../../../review/scene.ts";
import { PROGRAM, svmGeneral, text } from "../../../review/svm-scene.ts";
import { ACCOUNT, addressFactsOf, CONTRACT, GRAVE } from "../../evm/scene.ts";

describe("an instruction for a missing program", () => {
	const call = new TransactionInstruction({ programId: PROGRAM, keys: [], data: Buffer.from([1]) });
	const opinion = (code: typeof ACCOUNT) => ({
		more: { opinion: { ...NOT_SIMULATED, addressFacts: addressFactsOf({ [text(PROGRAM)]: code }) } },
	});

	it("requires a typed word", () => {
		expect(svmGeneral("no-program", [call], opinion(ACCOUNT))).toMatchObject(GRAVE);
	});

	it("is not found for a program, or while nothing is known", () => {
		expect(svmGeneral("no-program", [call], opinion({ ...CONTRACT, size: 1 }))).toBeUndefined();
		expect(svmGeneral("no-program", [call])).toBeUndefined();
		const running = { more: { opinion: { ...NOT_SIMULATED, addressFacts: null } } };
		expect(svmGeneral("no-program", [call], running)).toBeUndefined();
	});
});
