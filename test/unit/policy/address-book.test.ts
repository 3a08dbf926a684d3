import { describe, expect, it } from "vitest";
import {
	type Contact,
	familyOf,
	knownOf,
	readContact,
	type Typed,
	warningsOf,
} from "../../../src/main/policy/address-book.ts";
import { OTHER, SIGNER } from "../match/honest.ts";
import { SVM_OTHER, SVM_SIGNER } from "../match/honest-svm.ts";

const typed = (patch: Partial<Typed> = {}): Typed => ({
	family: "evm",
	address: OTHER,
	label: "Ana",
	...patch,
});
const words = (patch: Partial<Typed>): string => {
	const reading = readContact(typed(patch));
	return reading.ok ? "" : reading.words;
};
/** The same ends, and another middle. */
const imitation = (address: string) =>
	`${address.slice(0, 12)}${"0".repeat(12)}${address.slice(24)}`.toLowerCase();
const contact = (patch: Partial<Contact> = {}): Contact => ({
	family: "evm",
	address: OTHER.toLowerCase(),
	label: "Ana",
	...patch,
});

describe("what a person types as a contact", () => {
	it("is kept with an EVM address in lower case, whatever case it came in", () => {
		for (const address of [OTHER, OTHER.toLowerCase(), `0x${OTHER.slice(2).toUpperCase()}`, ` ${OTHER} `])
			expect(readContact(typed({ address }))).toEqual({ ok: true, contact: contact() });
	});

	it("is refused where the checksum is wrong: one letter in the other case", () => {
		const at = [...OTHER].findIndex((sign, place) => place > 1 && /[A-F]/.test(sign));
		const wrong = OTHER.slice(0, at) + OTHER.charAt(at).toLowerCase() + OTHER.slice(at + 1);
		expect(words({ address: wrong })).toContain("checksum");
	});

	it.each(["", "0x", `${OTHER}0`, OTHER.slice(0, -1), `0X${OTHER.slice(2)}`, OTHER.replace("0x", "")])(
		"is refused with the EVM address “%s”",
		(address) => {
			expect(words({ address })).toContain("40 hex digits");
		},
	);

	it("is refused for addresses from which nothing comes back", () => {
		expect(words({ address: `0x${"0".repeat(40)}` })).toContain("lost");
		expect(words({ family: "svm", address: "1".repeat(32) })).toContain("lost");
	});

	it("is kept with a Solana address of 32 bytes, letter by letter", () => {
		const reading = readContact(typed({ family: "svm", address: SVM_OTHER }));
		expect(reading).toMatchObject({ ok: true, contact: { address: SVM_OTHER } });
		for (const address of [SVM_OTHER.slice(4), `1${SVM_OTHER}`, `0${SVM_OTHER.slice(1)}`, OTHER])
			expect(words({ family: "svm", address })).toContain("base58");
	});

	it("needs a name that can be seen and is no address", () => {
		expect(words({ label: "  " })).toContain("needs a name");
		expect(words({ label: "A\u202ena" })).toContain("can't be seen");
		expect(words({ label: "Ana\u200b" })).toContain("can't be seen");
		expect(words({ label: "—" })).toContain("letter or a digit");
		expect(words({ label: SIGNER })).toContain("can't be an address");
		expect(words({ label: "x".repeat(61) })).toContain("60");
		expect(readContact(typed({ label: "  Ana   Maria " }))).toMatchObject({
			contact: { label: "Ana Maria" },
		});
		expect(readContact(typed({ label: "Æ".repeat(60) })).ok).toBe(true);
	});

	it("is of a family that is told by the address's form", () => {
		expect(familyOf(OTHER)).toBe("evm");
		expect(familyOf(SVM_OTHER)).toBe("svm");
		expect(familyOf("ana.eth")).toBeNull();
		expect(words({ family: "btc" })).toContain("evm or svm");
	});
});

describe("before a contact is saved, a person is warned", () => {
	const known = () =>
		knownOf([SIGNER, SVM_SIGNER], { [SIGNER.toLowerCase()]: "Main", [OTHER.toLowerCase()]: "Ana" });
	const warned = (patch: Partial<Contact>, renaming = false) =>
		warningsOf(contact(patch), known(), renaming).join(" ");

	it("of nothing where nothing can be mistaken", () => {
		expect(warned({ family: "svm", address: SVM_OTHER, label: "Boris" })).toBe("");
		expect(warned({ label: "Ana Maria" }, true)).toBe("");
	});

	it("of a new name for an address that has one", () => {
		expect(warned({ label: "Boris" })).toContain("in your address book as “Ana”");
	});

	it("of their own account", () => {
		expect(warned({ address: SIGNER.toLowerCase(), label: "Friend" })).toContain("your own accounts");
	});

	it("of an address that looks like a contact's or an account's at both ends", () => {
		expect(warned({ address: imitation(OTHER), label: "Boris" })).toContain("“Ana”");
		expect(warned({ address: imitation(OTHER), label: "Boris" })).toContain("Compare every character");
		expect(warned({ address: imitation(SIGNER), label: "Boris" })).toContain("“Main”");
	});

	it("of a name that another address has, or that looks like it", () => {
		const address = `0x${"3".repeat(40)}`;
		expect(warned({ address, label: "Ana" })).toContain("“Ana”");
		expect(warned({ address, label: "АNА" })).toContain("looks like it");
		expect(warned({ address, label: "Main" })).toContain("“Main”");
	});

	it("of nothing for the very same contact once more", () => {
		expect(warned({})).toBe("");
	});
});
