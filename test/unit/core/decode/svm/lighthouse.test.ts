import { describe, expect, it } from "vitest";
import { decodeSvm } from "../../../../../src/core/decode/svm/decode-svm.ts";
import { key, text } from "../../review/svm-scene.ts";

const LIGHTHOUSE = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95";
const account = { pubkey: text(key(7)), signer: true, writable: true, from: "static" };

const stepOf = (data: readonly number[]) =>
	decodeSvm({ programId: LIGHTHOUSE, accounts: [account], data: new Uint8Array(data) }, 0)[0];

describe("Lighthouse", () => {
	it.each([
		[2, "AssertAccountData"],
		[5, "AssertAccountInfo"],
		[9, "AssertTokenAccount"],
		[15, "AssertSysvarClock"],
		[17, "AssertBubblegumTreeConfigAccount"],
	])("asserts by instruction %i", (first, name) => {
		expect(stepOf([first, 0, 1, 2])).toMatchObject({
			program: "Lighthouse",
			name,
			meaning: { kind: "other", control: false },
			args: [{ name: "assertion", value: "0x000102" }],
		});
	});

	it.each([[0], [1], [18], [52], [255]])(
		"is unknown by instruction %i, which writes or does not exist",
		(first) => {
			expect(stepOf([first, 0])).toMatchObject({ meaning: { kind: "unknown" } });
		},
	);

	it("is unknown without data", () => {
		expect(stepOf([])).toMatchObject({ meaning: { kind: "unknown" } });
	});
});
