import { SystemProgram } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { readProposal } from "../../../../../../src/core/decode/svm/apps/custody.ts";
import { Unread } from "../../../../../../src/core/decode/svm/data-reader.ts";
import { key, sending, text } from "../../../review/svm-scene.ts";

const [VAULT, THIEF] = [key(40), key(41)];
const keys = [VAULT, THIEF, SystemProgram.programId];
const transfer = [...sending(9n, THIEF, VAULT).data];
const header = [1, 1, 1];

const proposal = (program: number, tables: readonly number[] = [0]): Uint8Array =>
	new Uint8Array([
		...header,
		keys.length,
		...keys.flatMap((each) => [...each.toBytes()]),
		...[1, program, 2, 0, 1, transfer.length, 0, ...transfer],
		...tables,
	]);

describe("a proposal's transaction", () => {
	it("is decoded with the rights of its accounts", () => {
		expect(readProposal(proposal(2))).toEqual([
			{
				programId: text(SystemProgram.programId),
				accounts: [
					{ pubkey: text(VAULT), signer: true, writable: true, from: "static" },
					{ pubkey: text(THIEF), signer: false, writable: true, from: "static" },
				],
				data: new Uint8Array(transfer),
			},
		]);
	});

	it("is unknown if it uses a lookup table", () => {
		expect(readProposal(proposal(2, [1, ...key(42).toBytes(), 0, 0]))).toBeNull();
	});

	it.each([
		["an account that it does not list", proposal(3)],
		["more bytes than it needs", proposal(2, [0, 0])],
		["fewer bytes than it needs", proposal(2).subarray(0, 60)],
	])("is refused with %s", (_, bytes) => {
		expect(() => readProposal(bytes)).toThrow(Unread);
	});
});
