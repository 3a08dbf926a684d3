import fc from "fast-check";
import { hashTypedData } from "viem/utils";
import { describe, expect, it } from "vitest";
import { deviceTypedData } from "../../../../../src/core/match/typed-data/reading.ts";
import { readTypedData } from "../typed-samples.ts";

/** Generated typed data in spellings on which libraries differ, compared with viem's hash of the plain spelling. */

/** A value as a service may spell it, and as viem accepts it. */
interface Spelled {
	readonly given: unknown;
	readonly plain: unknown;
}

interface Field {
	readonly name: string;
	readonly type: string;
}

const hexBytes = (size: number) =>
	fc.uint8Array({ minLength: size, maxLength: size }).map((bytes): Spelled => {
		const hex = `0x${Buffer.from(bytes).toString("hex")}`;
		return { given: hex, plain: hex };
	});

const integer = (least: bigint, most: bigint) =>
	fc
		.tuple(
			fc.bigInt({ min: least, max: most }),
			fc.constantFrom("digits", "zeros", "hex", "padded", "number"),
		)
		.map(([value, spelling]): Spelled => {
			const digits = value.toString();
			if (value < 0n || spelling === "digits") return { given: digits, plain: value };
			if (spelling === "zeros") return { given: `00${digits}`, plain: value };
			if (spelling === "hex") return { given: `0x${value.toString(16)}`, plain: value };
			if (spelling === "padded") return { given: `0x${value.toString(16).padStart(64, "0")}`, plain: value };
			return { given: value <= 2n ** 53n - 1n ? Number(value) : digits, plain: value };
		});

const same = (value: unknown): Spelled => ({ given: value, plain: value });

const VALUES: Readonly<Record<string, fc.Arbitrary<Spelled>>> = {
	uint8: integer(0n, 255n),
	uint256: integer(0n, 2n ** 256n - 1n),
	int16: integer(-(2n ** 15n), 2n ** 15n - 1n),
	int256: integer(-(2n ** 255n), 2n ** 255n - 1n),
	bool: fc
		.boolean()
		.chain((value) => fc.constantFrom(value, Number(value)).map((given) => ({ given, plain: value }))),
	string: fc.string({ unit: "grapheme" }).map(same),
	bytes: fc.integer({ min: 0, max: 40 }).chain(hexBytes),
	bytes4: hexBytes(4),
	bytes32: hexBytes(32),
	address: hexBytes(20),
};

const ODD_NAMES = ["value", "Wallet address", "a/b", "é", "名", "1", "a.b", "x:y", "{}"];

/** Generates a struct's fields: plain types and the given structs, directly or in arrays. */
const fields = (structs: readonly string[]): fc.Arbitrary<readonly Field[]> =>
	fc
		.array(
			fc.tuple(
				fc.constantFrom(...ODD_NAMES),
				fc.constantFrom(...Object.keys(VALUES), ...structs),
				fc.constantFrom("", "", "[]", "[2]", "[][1]"),
			),
			{ minLength: 1, maxLength: 4 },
		)
		.map((all) => all.map(([name, type, list], at) => ({ name: `${name}${at}`, type: `${type}${list}` })));

type Types = Readonly<Record<string, readonly Field[]>>;

function valueFor(types: Types, type: string): fc.Arbitrary<Spelled> {
	const list = /^(.*)\[([0-9]*)\]$/.exec(type);
	if (list !== null) {
		const [, item = "", size = ""] = list;
		const length = size === "" ? { maxLength: 2 } : { minLength: Number(size), maxLength: Number(size) };
		return fc
			.array(valueFor(types, item), length)
			.map((all) => ({ given: all.map(({ given }) => given), plain: all.map(({ plain }) => plain) }));
	}
	return VALUES[type] ?? structOf(types, types[type] ?? []);
}

function structOf(types: Types, own: readonly Field[]): fc.Arbitrary<Spelled> {
	return fc.tuple(...own.map(({ type }) => valueFor(types, type))).map((all) => ({
		given: Object.fromEntries(all.map(({ given }, at) => [own[at]?.name ?? "", given])),
		plain: Object.fromEntries(all.map(({ plain }, at) => [own[at]?.name ?? "", plain])),
	}));
}

const DOMAIN: readonly Field[] = [
	{ name: "name", type: "string" },
	{ name: "version", type: "string" },
	{ name: "chainId", type: "uint256" },
	{ name: "verifyingContract", type: "address" },
	{ name: "salt", type: "bytes32" },
];

const generated = fc
	.record({
		Leaf: fields([]),
		Branch: fields(["Leaf"]),
		Top: fields(["Leaf", "Branch"]),
		domain: fc.shuffledSubarray([...DOMAIN], { minLength: 1 }),
	})
	.chain(({ domain, ...structs }) => {
		const types: Types = { ...structs, Unused: [{ name: "x", type: "Nobody" }], EIP712Domain: domain };
		return fc.record({
			types: fc.constant(types),
			domain: structOf(types, domain),
			message: structOf(types, structs.Top),
		});
	});

describe("the hash of generated typed data", () => {
	it("equals viem's, for any spelling of values, order of the domain and unused types", () => {
		fc.assert(
			fc.property(generated, ({ types, domain, message }) => {
				const given = { types, primaryType: "Top", domain: domain.given, message: message.given };
				const { Unused: _, ...used } = types;
				const oracle = hashTypedData({
					types: used,
					primaryType: "Top",
					domain: Object(domain.plain),
					message: Object(message.plain),
				});
				const typed = readTypedData(given);
				expect(typed.digest).toBe(oracle);
				// The device gets one normal spelling of this data, and hashes it itself.
				const device = deviceTypedData(given);
				expect(device.ok && readTypedData(JSON.parse(device.json)).digest).toBe(oracle);
			}),
			{ seed: 712, numRuns: 300 },
		);
	});
});
