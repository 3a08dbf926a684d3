import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import {
	type Contact,
	familyOf,
	knownOf,
	readContact,
	type Typed,
	warningsOf,
} from "../../../../src/main/address-book/contact-checks.ts";
import { OTHER, SIGNER } from "../../core/match/honest.ts";
import { SVM_OTHER, SVM_SIGNER } from "../../core/match/honest-svm.ts";

const typed = (patch: Partial<Typed> = {}): Typed => ({
	family: "evm",
	address: OTHER,
	label: "Ana",
	...patch,
});
const code = (patch: Partial<Typed>): string => {
	const reading = readContact(typed(patch));
	return reading.ok ? "" : reading.text.code;
};
/** Returns an address with the same start and end and another middle. */
const imitation = (address: string) =>
	`${address.slice(0, 12)}${"0".repeat(12)}${address.slice(24)}`.toLowerCase();
const contact = (patch: Partial<Contact> = {}): Contact => ({
	family: "evm",
	address: OTHER.toLowerCase(),
	label: "Ana",
	...patch,
});

describe("a typed contact", () => {
	it("is stored with an EVM address in lower case, from any case", () => {
		for (const address of [OTHER, OTHER.toLowerCase(), `0x${OTHER.slice(2).toUpperCase()}`, ` ${OTHER} `])
			expect(readContact(typed({ address }))).toEqual({ ok: true, contact: contact() });
	});

	it("is refused if the checksum is wrong: one letter in the other case", () => {
		const at = [...OTHER].findIndex((sign, place) => place > 1 && /[A-F]/.test(sign));
		const wrong = OTHER.slice(0, at) + OTHER.charAt(at).toLowerCase() + OTHER.slice(at + 1);
		expect(code({ address: wrong })).toBe("book.checksum");
	});

	it.each(["", "0x", `${OTHER}0`, OTHER.slice(0, -1), `0X${OTHER.slice(2)}`, OTHER.replace("0x", "")])(
		"is refused with the EVM address “%s”",
		(address) => {
			expect(code({ address })).toBe("book.evm-form");
		},
	);

	it("is refused for addresses that nobody can spend from", () => {
		expect(code({ address: `0x${"0".repeat(40)}` })).toBe("book.zero-address");
		expect(code({ family: "svm", address: "1".repeat(32) })).toBe("book.system-program");
	});

	it("is stored with a Solana address of 32 bytes, letter by letter", () => {
		const reading = readContact(typed({ family: "svm", address: SVM_OTHER }));
		expect(reading).toMatchObject({ ok: true, contact: { address: SVM_OTHER } });
		for (const address of [SVM_OTHER.slice(4), `1${SVM_OTHER}`, `0${SVM_OTHER.slice(1)}`, OTHER])
			expect(code({ family: "svm", address })).toBe("book.svm-form");
	});

	it("needs a name that is visible and not an address", () => {
		expect(code({ label: "  " })).toBe("book.name-missing");
		expect(code({ label: "A\u202ena" })).toBe("book.name-unseen");
		expect(code({ label: "Ana\u200b" })).toBe("book.name-unseen");
		expect(code({ label: "—" })).toBe("book.name-letter");
		expect(code({ label: SIGNER })).toBe("book.name-address");
		expect(code({ label: "x".repeat(61) })).toBe("book.name-too-long");
		expect(readContact(typed({ label: "  Ana   Maria " }))).toMatchObject({
			contact: { label: "Ana Maria" },
		});
		expect(readContact(typed({ label: "Æ".repeat(60) })).ok).toBe(true);
	});

	it("has the family of its address's form", () => {
		expect(familyOf(OTHER)).toBe("evm");
		expect(familyOf(SVM_OTHER)).toBe("svm");
		expect(familyOf("ana.eth")).toBeNull();
		expect(code({ family: "btc" })).toBe("book.family");
	});
});

describe("the warnings before a contact is saved", () => {
	const known = () =>
		knownOf([SIGNER, SVM_SIGNER], { [SIGNER.toLowerCase()]: "Main", [OTHER.toLowerCase()]: "Ana" });
	const warned = (patch: Partial<Contact>, renaming = false) => warningsOf(contact(patch), known(), renaming);

	it("are absent if nothing can be mistaken", () => {
		expect(warned({ family: "svm", address: SVM_OTHER, label: "Boris" })).toEqual([]);
		expect(warned({ label: "Ana Maria" }, true)).toEqual([]);
	});

	it("cover a new name for an address that has one", () => {
		expect(warned({ label: "Boris" })).toEqual([message("book.would-rename", { name: "Ana" })]);
	});

	it("cover the user's own account", () => {
		expect(warned({ address: SIGNER.toLowerCase(), label: "Friend" })).toContainEqual(
			message("book.own-account"),
		);
	});

	it("cover an address that looks like a contact's or an account's at both ends", () => {
		const looksLike = (whom: string) => [{ code: "book.look-alike", params: { whom } }];
		expect(warned({ address: imitation(OTHER), label: "Boris" })).toMatchObject(looksLike("Ana"));
		expect(warned({ address: imitation(SIGNER), label: "Boris" })).toMatchObject(looksLike("Main"));
	});

	it("cover another address's name, or one that looks like it", () => {
		const address = `0x${"3".repeat(40)}`;
		const sameName = (name: string) => [{ code: "book.same-name", params: { name } }];
		expect(warned({ address, label: "Ana" })).toMatchObject(sameName("Ana"));
		expect(warned({ address, label: "АNА" })).toMatchObject(sameName("Ana"));
		expect(warned({ address, label: "Main" })).toMatchObject(sameName("Main"));
	});

	it("are absent for the very same contact again", () => {
		expect(warned({})).toEqual([]);
	});
});
