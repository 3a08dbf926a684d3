import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { DataReader, Unread } from "../../../../../../src/core/decode/svm/data-reader.ts";
import type { IdlProgram, IdlType } from "../../../../../../src/core/decode/svm/idl/data-types.ts";
import { readIdlCall } from "../../../../../../src/core/decode/svm/idl/read.ts";

const keyOf = (byte: number) => base58.encode(new Uint8Array(32).fill(byte));
const ID = keyOf(1);

const programOf = (type: IdlType, more = false): IdlProgram => ({
	id: ID,
	name: "Sample",
	instructions: [
		{
			name: "act",
			discriminator: "0102",
			accounts: [
				{ name: "who", signer: true },
				{ name: "vault", writable: true, optional: true },
			],
			args: [{ name: "value", type }],
			more,
		},
	],
	types: {
		Pair: {
			kind: "struct",
			fields: [
				{ name: "left", type: "u8" },
				{ name: "right", type: { option: "u16" } },
			],
		},
		Choice: {
			kind: "enum",
			variants: [
				{ name: "None", fields: [] },
				{ name: "Some", fields: [{ name: "pair", type: { defined: "Pair" } }] },
			],
		},
		Endless: { kind: "struct", fields: [{ name: "next", type: { vec: { defined: "Endless" } } }] },
	},
});

const account = (byte: number, signer = false, writable = false) => ({
	pubkey: keyOf(byte),
	signer,
	writable,
	from: "static",
});
const ACCOUNTS = [account(2, true), account(3, false, true)];

const read = (type: IdlType, bytes: readonly number[], accounts = ACCOUNTS, more = false) =>
	readIdlCall(programOf(type, more), new DataReader(Uint8Array.of(1, 2, ...bytes)), {
		accounts,
		rights: true,
	});
const decoded = (type: IdlType, bytes: readonly number[]) => read(type, bytes).args["value"];
const refused = (type: IdlType, bytes: readonly number[]) => () => read(type, bytes);

describe("an argument", () => {
	it.each<[IdlType, readonly number[], unknown]>([
		["u16", [1, 2], 513n],
		["i16", [255, 255], -1n],
		["u128", [...Array(15).fill(0), 1], 1n << 120n],
		["bool", [1], true],
		["string", [2, 0, 0, 0, 104, 105], "hi"],
		["bytes", [2, 0, 0, 0, 9, 10], "090a"],
		["pubkey", Array(32).fill(5), keyOf(5)],
		[{ option: "u8" }, [0], null],
		[{ option: "u8" }, [1, 7], 7n],
		[{ vec: "u8" }, [2, 0, 0, 0, 1, 2], [1n, 2n]],
		[{ array: ["u8", 2] }, [3, 4], [3n, 4n]],
		[{ defined: "Pair" }, [9, 1, 1, 0], { left: 9n, right: 1n }],
		[{ defined: "Choice" }, [1, 9, 0], { variant: "Some", pair: { left: 9n, right: null } }],
	])("of %j is decoded from %j", (type, bytes, value) => {
		expect(decoded(type, bytes)).toEqual(value);
	});
	it.each<[string, IdlType, readonly number[]]>([
		["with an extra byte", "u8", [1, 0]],
		["with a missing byte", "u16", [1]],
		["with an invalid flag", "bool", [2]],
		["with an invalid option", { option: "u8" }, [2, 0]],
		["of an undefined variant", { defined: "Choice" }, [2]],
		["of an undefined type", { defined: "Other" }, [1]],
		["named like a built-in property of objects", { defined: "constructor" }, [1]],
		["with invalid UTF-8", "string", [1, 0, 0, 0, 255]],
		["with too many items", { vec: "u8" }, [65, 0, 0, 0, ...Array(65).fill(0)]],
		["that claims four billion items", { vec: { array: ["u8", 0] } }, [255, 255, 255, 255]],
		["that never ends", { defined: "Endless" }, Array(40).fill([1, 0, 0, 0]).flat()],
		[
			"of too many values",
			{ vec: { vec: "u8" } },
			[
				64,
				0,
				0,
				0,
				...Array(64)
					.fill([32, 0, 0, 0, ...Array(32).fill(0)])
					.flat(),
			],
		],
	])("%s is refused", (_, type, bytes) => {
		expect(refused(type, bytes)).toThrow(Unread);
	});
	it("is refused with every byte removed or added", () => {
		const bytes = [1, 9, 1, 1, 0];
		expect(decoded({ defined: "Choice" }, bytes)).toBeDefined();
		for (let count = 0; count < bytes.length; count += 1)
			expect(refused({ defined: "Choice" }, bytes.slice(0, count))).toThrow(Unread);
		expect(refused({ defined: "Choice" }, [...bytes, 0])).toThrow(Unread);
	});
});

describe("the accounts", () => {
	it("are named, and an omitted one is marked", () => {
		const call = read("u8", [1]);
		expect([call.account("who"), call.maybe("vault")]).toEqual([keyOf(2), keyOf(3)]);
		const without = read("u8", [1], [account(2, true), { ...account(1), pubkey: ID }]);
		expect(without.maybe("vault")).toBeNull();
		expect(() => without.account("vault")).toThrow(Unread);
		expect(() => call.account("somebody")).toThrow(Unread);
	});
	it.each([
		["one is missing", [account(2, true)]],
		["a required signer doesn't sign", [account(2), account(3, false, true)]],
		["a required account isn't writable", [account(2, true), account(3)]],
		["one more account is present than is named", [...ACCOUNTS, account(4)]],
	])("are refused if %s", (_, accounts) => {
		expect(() => read("u8", [1], accounts)).toThrow(Unread);
	});
	it("may be followed by others if the interface allows it", () => {
		expect(read("u8", [1], [...ACCOUNTS, account(4)], true).account("who")).toBe(keyOf(2));
	});
});

it("another discriminator is refused", () => {
	const reader = new DataReader(Uint8Array.of(1, 3, 1));
	expect(() => readIdlCall(programOf("u8"), reader, { accounts: ACCOUNTS, rights: true })).toThrow(Unread);
});
