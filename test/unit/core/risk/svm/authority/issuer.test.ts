import {
	createFreezeAccountInstruction,
	createMintToInstruction,
	createThawAccountInstruction,
} from "@solana/spl-token";
import { describe, expect, it } from "vitest";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	me,
	svmFacts,
	svmFinding,
	text,
	tokens,
	YOU,
	YOUR_TOKENS,
} from "../../../review/svm-scene.ts";

const [STRANGER, THEIRS] = [key(70), key(71)];
const facts = svmFacts({}, [[THEIRS, tokens(STRANGER)]]);
const severity = (...of: Parameters<typeof svmFinding>[1]) => svmFinding("issuer", of, { facts })?.severity;

describe("the user's powers over their own token", () => {
	it("are a danger where they mint for a stranger, and a caution for somebody paid before", () => {
		expect(severity(createMintToInstruction(MINT, THEIRS, ME, 5n))).toBe("danger");
		expect(severity(createMintToInstruction(MINT, YOUR_TOKENS, ME, 5n))).toBe("caution");
	});

	it("are nothing to tell where they mint for the user, or nothing", () => {
		expect(severity(createMintToInstruction(MINT, MY_TOKENS, ME, 5n))).toBeUndefined();
		expect(severity(createMintToInstruction(MINT, THEIRS, ME, 0n))).toBeUndefined();
	});

	it("are not used where somebody else signs", () => {
		expect(severity(createMintToInstruction(MINT, THEIRS, YOU, 5n))).toBeUndefined();
	});

	it("are a caution where they freeze an account, and nothing where they thaw it", () => {
		expect(severity(createFreezeAccountInstruction(THEIRS, MINT, ME))).toBe("caution");
		expect(severity(createThawAccountInstruction(THEIRS, MINT, ME))).toBeUndefined();
	});

	it("mint for a contact with a caution", () => {
		const who = me({ labels: { [text(STRANGER)]: "Ana" } });
		const minting = createMintToInstruction(MINT, THEIRS, ME, 5n);
		expect(svmFinding("issuer", [minting], { facts, who })?.severity).toBe("caution");
	});
});
