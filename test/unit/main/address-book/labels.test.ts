import { describe, expect, it } from "vitest";
import type { StoredContact } from "../../../../src/main/address-book/contacts.ts";
import { labelsOf } from "../../../../src/main/address-book/stored-labels.ts";

const contact = (address: string, label: string): StoredContact => ({
	family: "evm",
	address,
	label,
	addedAt: 0,
});

describe("the user's own names", () => {
	const book = [contact("0x01", "Ana"), contact("0x02", "Boris")];

	it("are of accounts and contacts; an account's own name comes first", () => {
		expect(labelsOf({ labels: { "0x02": "Main" } }, book)).toEqual({ "0x01": "Ana", "0x02": "Main" });
	});

	it("are the same object until one of them changes", () => {
		const before = labelsOf({ labels: { "0x03": "Main" } }, book);
		expect(labelsOf({ labels: { "0x03": "Main" } }, book)).toBe(before);
		expect(labelsOf({ labels: { "0x03": "Other" } }, book)).toMatchObject({ "0x03": "Other" });
		expect(labelsOf({ labels: {} }, book)).toEqual({ "0x01": "Ana", "0x02": "Boris" });
		expect(labelsOf({ labels: {} }, book.slice(1))).toEqual({ "0x02": "Boris" });
	});
});
