import { describe, expect, it } from "vitest";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import {
	describeCall,
	indexDescriptors,
} from "../../../../../src/core/published-descriptors/erc7730/describe.ts";
import {
	callOf,
	dataOf,
	dataWith,
	describeWith,
	descriptionOf,
	indexWith,
	OTHER,
	TARGET,
	USER,
} from "./scene.ts";

const SEND = "send(address to, uint256 amount)";
const FIELDS = [
	{ path: "to", label: "To", format: "addressName" },
	{ path: "amount", label: "Amount", format: "tokenAmount", params: { tokenPath: "@.to" } },
];
const ARGS = [OTHER, 5n];
const call = (data: Hex, more = {}) => describeCall(indexWith(SEND, FIELDS), callOf(data, more));
const code = (result: ReturnType<typeof call>) => (result.ok ? "described" : result.code);

describe("the scope of a descriptor", () => {
	const data = dataOf(SEND, ARGS);

	it("includes the call of the contract that it is bound to", () => {
		const said = call(data);
		expect(said).toMatchObject({ ok: true, intent: "Do it", owner: "Test", boundTo: TARGET, tail: null });
	});

	it("excludes calls that match by selector alone", () => {
		expect(code(call(data, { to: OTHER }))).toBe("no_descriptor");
		expect(code(call(data, { chainId: "10" }))).toBe("no_descriptor");
	});

	it("includes a proxy only through its known implementation, with a note", () => {
		const said = call(data, { to: OTHER, implementation: TARGET });
		expect(said).toMatchObject({ ok: true, boundTo: TARGET, viaImplementation: true });
		// `@.to` is the address of the call itself, so the token is the proxy.
		expect(said.ok ? said.fields[1]?.value : null).toMatchObject({ kind: "tokenAmount", token: OTHER });
	});

	it("distinguishes an unknown function of a known contract from an unknown contract", () => {
		expect(code(call("0x12345678"))).toBe("not_described");
	});

	it("is ambiguous and refused if two descriptors describe one function", () => {
		const one = dataWith(SEND, FIELDS);
		const twice = { ...one, descriptors: [...one.descriptors, ...one.descriptors] };
		expect(code(describeCall(indexDescriptors(twice), callOf(data)))).toBe("ambiguous");
	});
});

describe("bytes", () => {
	const data = dataOf(SEND, ARGS);

	it("after the call are reported as a tail", () => {
		expect(call(`${data}deadbeef`)).toMatchObject({ ok: true, tail: { size: 4, hex: "0xdeadbeef" } });
	});

	it("of a truncated call are refused", () => {
		expect(code(call(data.slice(0, -2) as Hex))).toBe("undecodable");
		expect(code(call(data.slice(0, 10) as Hex))).toBe("undecodable");
	});

	it("of an address with dirty padding are refused", () => {
		expect(code(call(`0x${data.slice(2, 10)}01${data.slice(12)}`))).toBe("not_canonical");
	});

	it("of a bool with value two and of an overflowing small number are refused", () => {
		const key = "set(bool on, uint8 small)";
		const index = indexWith(key, []);
		const clean = dataOf(key, [true, 3]);
		const word = (value: string) => value.padStart(64, "0");
		const dirty = (on: string, small: string): Hex => `0x${clean.slice(2, 10)}${word(on)}${word(small)}`;
		expect(code(describeCall(index, callOf(dirty("1", "3"))))).toBe("described");
		for (const bytes of [dirty("2", "3"), dirty("1", "103")])
			expect(["not_canonical", "undecodable"]).toContain(code(describeCall(index, callOf(bytes))));
	});

	it("with an offset into the head are refused", () => {
		const key = "run(bytes what)";
		const clean = dataOf(key, ["0x"]);
		const index = indexWith(key, [{ path: "what", label: "What" }]);
		const bent: Hex = `0x${clean.slice(2, 10)}${"0".repeat(64)}`;
		expect(code(describeCall(index, callOf(clean)))).toBe("described");
		expect(["not_canonical", "undecodable"]).toContain(code(describeCall(index, callOf(bent))));
	});

	it("beyond the maximum transaction size are refused", () => {
		expect(code(call(`${data}${"00".repeat(128 * 1024)}`))).toBe("too_large");
	});
});

describe("a hostile descriptor", () => {
	it("can't omit a recipient: values without a field are displayed, with full addresses", () => {
		const { uncovered } = descriptionOf(SEND, FIELDS.slice(1), ARGS);
		expect(uncovered).toEqual([
			{ path: "to", type: "address", value: OTHER, why: "absent", label: null, open: true },
		]);
	});

	it("can't hide a recipient by `never`", () => {
		const hidden = { path: "to", label: "Referral", visible: "never" };
		expect(descriptionOf(SEND, [hidden, ...FIELDS.slice(1)], ARGS).uncovered).toMatchObject([
			{ path: "to", value: OTHER, why: "hidden", label: "Referral", open: true },
		]);
	});

	it("can't show some bytes of a value and hide the others", () => {
		const part = { path: "amount.[-4:]", label: "Amount" };
		const { fields, uncovered } = descriptionOf(SEND, [part], ARGS);
		expect(fields[0]?.value).toMatchObject({ kind: "raw", value: "0x00000005" });
		expect(uncovered).toContainEqual(expect.objectContaining({ path: "amount", why: "part" }));
	});

	it("can't show one item of a list and hide the others", () => {
		const said = descriptionOf("pay(address[] to)", [{ path: "to.[0]", label: "To" }], [[USER, OTHER]]);
		expect(said.uncovered).toMatchObject([{ path: "to.[1]", value: OTHER, open: true }]);
	});

	it("counts the token named by a displayed amount as displayed", () => {
		const key = "pay(address token, uint256 amount)";
		const amount = {
			path: "amount",
			label: "Amount",
			format: "tokenAmount",
			params: { tokenPath: "token" },
		};
		expect(descriptionOf(key, [amount], [OTHER, 1n]).uncovered).toEqual([]);
	});

	it("can't present a constant as a field", () => {
		const free = { value: "0 ETH, free", label: "Amount" };
		const { fields, constants } = descriptionOf(SEND, [free, ...FIELDS], ARGS);
		expect(fields).toHaveLength(2);
		expect(constants).toEqual([{ label: "Amount", text: "0 ETH, free", position: 0 }]);
	});

	it("can't reverse or hide text in a label, and can't fill the screen", () => {
		const label = `Amount\u202Eevil\n\u200B${"x".repeat(500)}`;
		const [field] = descriptionOf(SEND, [{ path: "to", label }], ARGS).fields;
		expect(field?.label).toMatch(/^Amount‹U\+202E›evil‹U\+000A›‹U\+200B›x+…$/);
		expect(field?.label.length).toBeLessThan(100);
	});

	it("can't replace a number by a word", () => {
		const params = { tokenPath: "@.to", threshold: "0x1", message: "Nothing" };
		const [field] = descriptionOf(
			SEND,
			[{ path: "amount", label: "Amount", format: "tokenAmount", params }],
			ARGS,
		).fields;
		expect(field?.value).toMatchObject({ raw: 5n, message: "Nothing" });
	});

	it.each([
		["unknown_format", { path: "to", label: "To", format: "image" }],
		["unknown_format", { path: "to", label: "To", format: "constructor" }],
		["unknown_param", { path: "to", label: "To", format: "addressName", params: { link: "x" } }],
		["unknown_param", { path: "to", label: "To", visible: { ifNotIn: [] } }],
		["bad_path", { path: "recipient", label: "To" }],
		["bad_path", { path: "__proto__", label: "To" }],
		["bad_path", { path: "to.[0]", label: "To" }],
		["bad_path", { path: "amount.[0:33]", label: "To" }],
		["bad_path", { path: "@.origin", label: "To" }],
		["bad_path", { path: "$.metadata.constants.toString", label: "To" }],
		["bad_path", { path: `to${".x".repeat(40)}`, label: "To" }],
		["bad_value", { path: "to", label: "To", format: "date", params: { encoding: "timestamp" } }],
		["bad_value", { path: "amount", label: "To", format: "calldata", params: { calleePath: "to" } }],
	])("is rejected whole: %s", (expected, field) => {
		expect(code(describeWith(SEND, [...FIELDS, field], ARGS))).toBe(expected);
	});

	it("is rejected if a number is not an address", () => {
		const field = { path: "amount", label: "To", format: "addressName" };
		expect(code(describeWith(SEND, [field], [OTHER, 2n ** 200n]))).toBe("bad_value");
	});

	it("is bounded: lists, lists of lists, and fields over them", () => {
		const key = "many(uint256[][] all)";
		const list = (size: number) => Array.from({ length: size }, () => [1n]);
		const all = { path: "all.[].[]", label: "All" };
		expect(descriptionOf(key, [all], [list(50)]).fields).toHaveLength(50);
		const long = Array.from({ length: 4050 }, () => 1n);
		expect(code(describeWith("many(uint256[] all)", [], [long]))).toBe("too_many");
		const fields = Array.from({ length: 50 }, () => all);
		expect(code(describeWith(key, fields, [list(100)]))).toBe("too_many");
	});
});

describe("formats", () => {
	const KEY = "all(uint256 number, address who, bytes what, bool on, address[] tokens, uint256[] amounts)";
	const VALUES = [4660n, OTHER, "0x12345678", true, [USER, OTHER], [1n, 2n]];
	const ENUMS = { words: { "4660": "Many", true: "Yes" } };

	it.each([
		["number", undefined, {}, { kind: "raw", type: "uint256", value: 4660n }],
		["number", "amount", {}, { kind: "amount", raw: 4660n }],
		["number", "duration", {}, { kind: "duration", seconds: 4660n }],
		["number", "date", { encoding: "timestamp" }, { kind: "date", seconds: 4660n }],
		["number", "date", { encoding: "blockheight" }, { kind: "block", height: 4660n }],
		[
			"number",
			"unit",
			{ base: "%", decimals: 2 },
			{ kind: "unit", raw: 4660n, decimals: 2, base: "%", prefix: false },
		],
		["number", "enum", { $ref: "$.metadata.enums.words" }, { kind: "enum", raw: 4660n, label: "Many" }],
		["on", "enum", { $ref: "$.metadata.enums.words" }, { kind: "enum", raw: true, label: "Yes" }],
		["number", "nftName", { collectionPath: "who" }, { kind: "nft", collection: OTHER, id: 4660n }],
		[
			"number",
			"tokenAmount",
			{ token: OTHER, nativeCurrencyAddress: [OTHER] },
			{ kind: "tokenAmount", token: OTHER, native: true, raw: 4660n, message: null },
		],
		["who", "addressName", { senderAddress: OTHER }, { kind: "address", address: OTHER, sender: true }],
		["@.from", "addressName", {}, { kind: "address", address: USER }],
		["@.value", "amount", {}, { kind: "amount", raw: 0n }],
		[
			"what",
			"calldata",
			{ calleePath: "who", amountPath: "number", spenderPath: "@.to" },
			{ kind: "call", callee: OTHER, data: "0x12345678", value: 4660n, from: TARGET },
		],
		["what.[1:3]", undefined, {}, { kind: "raw", type: "bytes", value: "0x3456" }],
		["tokens.[-1]", undefined, {}, { kind: "raw", type: "address", value: OTHER }],
	])("display %s as %s", (path, format, params, value) => {
		const field = { path, label: "It", ...(format === undefined ? {} : { format, params }) };
		const { fields } = descriptionOf(KEY, [field], VALUES, { enums: ENUMS });
		expect(fields).toHaveLength(1);
		expect(fields[0]?.value).toMatchObject(value);
	});

	it("use each amount's token from the same index of another list", () => {
		const field = {
			path: "amounts.[]",
			label: "Amount",
			format: "tokenAmount",
			params: { tokenPath: "tokens.[]" },
		};
		const { fields } = descriptionOf(KEY, [field], VALUES);
		expect(fields.map(({ value }) => value)).toMatchObject([
			{ token: USER, raw: 1n },
			{ token: OTHER, raw: 2n },
		]);
		const short = [4660n, OTHER, "0x", true, [USER], [1n, 2n]];
		expect(code(describeWith(KEY, [field], short))).toBe("bad_path");
	});

	it("show a group's fields together for each item", () => {
		const of = (path: string) => ({ path, label: path, group: "pairs.[]" });
		const fields = [of("pairs.[].who"), of("pairs.[].what")];
		const pairs = [
			{ who: USER, what: 1n },
			{ who: OTHER, what: 2n },
		];
		const said = descriptionOf("go((address who, uint256 what)[] pairs)", fields, [pairs]);
		const paths = ["pairs.[0].who", "pairs.[0].what", "pairs.[1].who", "pairs.[1].what"];
		expect(said.fields.map(({ path }) => path)).toEqual(paths);
	});

	it("use constants of the descriptor, but no members of Object", () => {
		const field = (token: string) => ({
			path: "number",
			label: "It",
			format: "tokenAmount",
			params: { token },
		});
		const constants = { coin: OTHER };
		const said = descriptionOf(KEY, [field("$.metadata.constants.coin")], VALUES, { constants });
		expect(said.fields[0]?.value).toMatchObject({ token: OTHER });
		const strange = field("$.metadata.constants.constructor");
		expect(code(describeWith(KEY, [strange], VALUES, { constants }))).toBe("bad_path");
	});
});

describe("attestations", () => {
	const attestation = { signer: USER, uid: "0x01", time: 1, whole: true } as const;

	it("are displayed if they cover the whole descriptor", () => {
		const index = indexDescriptors({
			...dataWith(SEND, FIELDS, { attestations: [attestation] }),
			auditors: { [USER]: { name: "Ann", organization: "Audits" } },
		});
		expect(describeCall(index, callOf(dataOf(SEND, ARGS)))).toMatchObject({
			attestation: { signer: USER, auditor: "Ann, Audits", uid: "0x01", time: 1 },
		});
	});

	it("are not displayed if they sign only a path to the described functions", () => {
		const more = { attestations: [{ ...attestation, whole: false }] };
		expect(descriptionOf(SEND, FIELDS, ARGS, more).attestation).toBeNull();
	});
});
