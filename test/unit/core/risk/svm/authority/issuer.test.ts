import {
	createFreezeAccountInstruction,
	createMintToInstruction,
	createThawAccountInstruction,
} from "@solana/spl-token";
import type { TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	me,
	svmFacts,
	type svmFinding,
	svmGeneral,
	text,
	tokens,
	YOU,
	YOUR_TOKENS,
} from "../../../review/svm-scene.ts";

const [STRANGER, THEIRS] = [key(70), key(71)];
const facts = svmFacts({}, [[THEIRS, tokens(STRANGER)]]);
const severity = (...of: Parameters<typeof svmFinding>[1]) =>
	svmGeneral("elsewhere", of, { facts })?.severity;

describe("the user's powers over their own token", () => {
	it("are a danger if they mint for a stranger, and a caution for an earlier recipient", () => {
		expect(severity(createMintToInstruction(MINT, THEIRS, ME, 5n))).toBe("danger");
		expect(severity(createMintToInstruction(MINT, YOUR_TOKENS, ME, 5n))).toBe("caution");
	});

	it("are not reported if they mint for the user, or nothing", () => {
		expect(severity(createMintToInstruction(MINT, MY_TOKENS, ME, 5n))).toBeUndefined();
		expect(severity(createMintToInstruction(MINT, THEIRS, ME, 0n))).toBeUndefined();
	});

	it("are not used if somebody else signs", () => {
		expect(severity(createMintToInstruction(MINT, THEIRS, YOU, 5n))).toBeUndefined();
	});

	it("are a caution if they freeze an account, and none if they thaw it", () => {
		const control = (of: TransactionInstruction) => svmGeneral("control", [of], { facts })?.severity;
		expect(control(createFreezeAccountInstruction(THEIRS, MINT, ME))).toBe("caution");
		expect(control(createFreezeAccountInstruction(THEIRS, MINT, YOU))).toBeUndefined();
		expect(control(createThawAccountInstruction(THEIRS, MINT, ME))).toBeUndefined();
	});

	it("mint for a contact with a caution", () => {
		const who = me({ labels: { [text(STRANGER)]: "Ana" } });
		const minting = createMintToInstruction(MINT, THEIRS, ME, 5n);
		expect(svmGeneral("elsewhere", [minting], { facts, who })?.severity).toBe("caution");
	});
});
