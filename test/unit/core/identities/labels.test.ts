import { describe, expect, it } from "vitest";
import {
	appNamed,
	labelOf,
	lookAlikeOf,
	MAX_APP_NAME,
	sameAddress,
} from "../../../../src/core/identities/labels.ts";
import { ruleBlocking } from "../../../../src/core/rules/check-rules.ts";
import { inboxProcedures } from "../../../../src/ipc/inbox.ts";
import { OTHER, SIGNER } from "../match/honest.ts";
import { SVM_OTHER, SVM_SIGNER } from "../match/honest-svm.ts";

const LABELS = { [SIGNER.toLowerCase()]: "Savings", [SVM_SIGNER]: "Solana savings" };

/** Returns an address with the same characters at both ends and different ones between. */
function imitation(address: string, ends: number): string {
	const middle = address.slice(ends, -ends);
	const other = middle.startsWith("2") ? "3" : "2";
	return address.slice(0, ends) + other + middle.slice(1) + address.slice(-ends);
}

describe("the user's name for an address", () => {
	it("is found for an EVM address in any case", () => {
		expect(labelOf(LABELS, SIGNER)).toBe("Savings");
		expect(labelOf(LABELS, `0x${SIGNER.slice(2).toUpperCase()}`)).toBe("Savings");
	});

	it("is found for a Solana address case-sensitively, since another case is another address", () => {
		expect(labelOf(LABELS, SVM_SIGNER)).toBe("Solana savings");
		expect(labelOf(LABELS, SVM_SIGNER.toLowerCase())).toBeNull();
		expect(labelOf({ [SVM_SIGNER.toLowerCase()]: "Another" }, SVM_SIGNER)).toBeNull();
	});

	it("is never a built-in property of JavaScript objects", () => {
		for (const text of ["constructor", "__proto__", "toString", ""]) expect(labelOf(LABELS, text)).toBeNull();
	});
});

describe("equal addresses", () => {
	it("are the same 20 bytes in any case, and the same characters of a Solana address", () => {
		expect(sameAddress(SIGNER, SIGNER.toLowerCase())).toBe(true);
		expect(sameAddress(SIGNER, OTHER)).toBe(false);
		expect(sameAddress(SVM_SIGNER, SVM_SIGNER)).toBe(true);
		expect(sameAddress(SVM_SIGNER, SVM_SIGNER.toLowerCase())).toBe(false);
	});

	it("do not include texts in another case that are not addresses", () => {
		expect(sameAddress("0xAB", "0xab")).toBe(false);
		expect(sameAddress("Ab", "ab")).toBe(false);
	});
});

describe("an address that looks like a known one", () => {
	const known = [SIGNER.toLowerCase(), SVM_SIGNER];

	it("is reported, for EVM by four digits at each end after the 0x", () => {
		const alike = imitation(SIGNER, 6);
		expect(lookAlikeOf(alike, known)).toBe(SIGNER.toLowerCase());
		expect(lookAlikeOf(`0x${alike.slice(2).toUpperCase()}`, known)).toBe(SIGNER.toLowerCase());
		const less = `${SIGNER.slice(0, 5)}0${alike.slice(6)}`;
		expect(lookAlikeOf(less, known)).toBeNull();
	});

	it("is reported, for Solana by four letters at each end, and only those", () => {
		expect(lookAlikeOf(imitation(SVM_SIGNER, 4), known)).toBe(SVM_SIGNER);
		const less = imitation(SVM_SIGNER, 3);
		expect(less.slice(0, 4)).not.toBe(SVM_SIGNER.slice(0, 4));
		expect(lookAlikeOf(less, known)).toBeNull();
	});

	it("is reported if only the case of a Solana address differs", () => {
		const swapped = SVM_SIGNER.replace(/[a-km-z](?=.{5}$)/, (letter) => letter.toUpperCase());
		const other = swapped === SVM_SIGNER ? imitation(SVM_SIGNER, 4) : swapped;
		expect(other.toLowerCase().slice(-4)).toBe(SVM_SIGNER.toLowerCase().slice(-4));
		expect(lookAlikeOf(other, known)).toBe(SVM_SIGNER);
	});

	it("is not reported if it is known itself, or of the other chain family", () => {
		expect(lookAlikeOf(SIGNER, known)).toBeNull();
		expect(lookAlikeOf(SVM_SIGNER, known)).toBeNull();
		expect(lookAlikeOf(SVM_OTHER, known)).toBeNull();
		const evm = "0x1111222222222222222222222222222222223333";
		const svm = `1111${"4".repeat(32)}3333`;
		expect(lookAlikeOf(svm, [evm])).toBeNull();
		expect(lookAlikeOf(evm, [svm])).toBeNull();
	});

	it("is not a text that is not an address", () => {
		expect(lookAlikeOf(`${SIGNER.slice(0, 6)}…${SIGNER.slice(-4)}`, known)).toBeNull();
		expect(lookAlikeOf(`${SVM_SIGNER.slice(0, 4)}…${SVM_SIGNER.slice(-4)}`, known)).toBeNull();
		expect(lookAlikeOf("", known)).toBeNull();
	});
});

/** An app has one name, under which it is listed, muted and blocked, however long the service's name for it is. */

const long = (end: string) => `Payroll ${"x".repeat(4_000)}${end}`;

describe("an app's name", () => {
	it("is the service's own, up to the interface's maximum length", () => {
		expect(appNamed("Payroll")).toBe("Payroll");
		const longest = "p".repeat(MAX_APP_NAME);
		expect(appNamed(longest)).toBe(longest);
	});

	it("is missing if the service sends none, or only white space", () => {
		for (const none of [null, undefined, "", "  \n"]) expect(appNamed(none)).toBeNull();
	});

	it("is the same with any surrounding white space: none evades a rule that way", () => {
		expect(appNamed(`\n Payroll${" ".repeat(4_000)}`)).toBe("Payroll");
	});

	it("is its beginning and a digest of its whole beyond that, different for each", () => {
		const [one, other] = [long("1"), long("2")].map(appNamed);
		expect(one).toMatch(/^Payroll x+… [0-9a-f]{16}$/);
		expect(one?.length).toBeLessThanOrEqual(MAX_APP_NAME);
		expect(other).not.toBe(one);
		expect(appNamed(long("1"))).toBe(one);
		expect(appNamed(one)).toBe(one);
	});

	it("is cut between characters", () => {
		const name = appNamed("😀".repeat(1_000)) ?? "";
		expect(name.isWellFormed()).toBe(true);
		expect(name.length).toBeLessThanOrEqual(MAX_APP_NAME);
	});

	it("can be muted and blocked", () => {
		for (const name of [long(""), "😀".repeat(1_000), "p".repeat(MAX_APP_NAME)]) {
			const app = appNamed(name) ?? "";
			expect(inboxProcedures.setAppLevel.input.safeParse({ app, level: "muted" }).success).toBe(true);
			expect(inboxProcedures.blockApp.input.safeParse({ app }).success).toBe(true);
			expect(ruleBlocking(app, "r1", "Blocked")?.scope.apps).toEqual([app.toLowerCase()]);
		}
	});
});
