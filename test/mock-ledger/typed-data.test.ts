import { hashTypedData, hexToBytes, isHex, numberToHex, stringToBytes, toHex } from "viem";
import { describe, expect, it } from "vitest";
import { ascii, concat, fromHex } from "./bytes.ts";
import { type Direct, direct, ETHEREUM_PATH, randomFrom } from "./direct.ts";
import { type RandomTypedData, randomTypedData, type TypedValue } from "./random-typed-data.ts";

const KINDS = ["struct", "int", "uint", "address", "bool", "string", "bytesN", "bytes"];

/** Parses a type into its base, its size and its array lengths from the innermost. */
function partsOf(type: string): {
	kind: string;
	base: string;
	size: number | null;
	lengths: (number | null)[];
} {
	const [, base = "", arrays = ""] = /^([^[]*)(.*)$/.exec(type) ?? [];
	const lengths = [...arrays.matchAll(/\[(\d*)\]/g)].map(([, text]) => (text === "" ? null : Number(text)));
	const sized = /^(bytes|uint|int)(\d+)$/.exec(base);
	const known = sized === null ? base : sized[1] === "bytes" ? "bytesN" : (sized[1] ?? "");
	const kind = KINDS.includes(known) ? known : "struct";
	const size = sized === null ? null : sized[1] === "bytes" ? Number(sized[2]) : Number(sized[2]) / 8;
	return { kind, base, size, lengths };
}

function definition({ name, type }: { name: string; type: string }): Uint8Array {
	const { kind, base, size, lengths } = partsOf(type);
	const text = (text: string) => [ascii(text).length, ...ascii(text)];
	return Uint8Array.from([
		KINDS.indexOf(kind) | (size === null ? 0 : 0x40) | (lengths.length === 0 ? 0 : 0x80),
		...(kind === "struct" ? text(base) : []),
		...(size === null ? [] : [size]),
		...(lengths.length === 0 ? [] : [lengths.length]),
		...lengths.flatMap((length) => (length === null ? [0] : [1, length])),
		...text(name),
	]);
}

function encoded(type: string, value: TypedValue): Uint8Array {
	const { size } = partsOf(type);
	if (typeof value === "boolean") return Uint8Array.of(value ? 1 : 0);
	if (typeof value === "bigint" || typeof value === "number") {
		const bits = 8 * (size ?? 32);
		// Negative numbers have their type's full width; others have as few bytes as they need.
		if (value < 0n) return hexToBytes(numberToHex(BigInt.asUintN(bits, value), { size: bits / 8 }));
		const text = value.toString(16);
		return fromHex(text.padStart(text.length + (text.length % 2), "0"));
	}
	if (typeof value !== "string") throw new Error(`${type} is no value`);
	return isHex(value) && type !== "string" ? hexToBytes(value) : stringToBytes(value);
}

/**
 * Sends the values of a struct in chunks of at most `most` bytes. Resolves to the first status word that is
 * not 9000.
 */
async function stream(to: Direct, data: RandomTypedData, most = 255): Promise<string> {
	const words: string[] = [];
	const say = async (ins: number, p1: number, p2: number, bytes: Uint8Array) => {
		words.push((await to.send(ins, p1, p2, bytes)).word);
	};
	for (const [name, fields] of Object.entries(data.types)) {
		await say(0x1a, 0, 0, ascii(name));
		for (const field of fields) await say(0x1a, 0, 0xff, definition(field));
	}
	const value = async (type: string, given: TypedValue): Promise<void> => {
		const element = type.replace(/\[\d*\]$/, "");
		if (Array.isArray(given)) {
			await say(0x1c, 0, 0x0f, Uint8Array.of(given.length));
			for (const one of given) await value(element, one);
		} else if (data.types[type] !== undefined) await struct(type, given);
		else {
			const bytes = encoded(type, given);
			const whole = concat(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes);
			for (let at = 0; at < whole.length; at += most) {
				await say(0x1c, at + most < whole.length ? 1 : 0, 0xff, whole.subarray(at, at + most));
			}
		}
	};
	const struct = async (name: string, given: TypedValue): Promise<void> => {
		const values = new Map(Object.entries(given));
		for (const field of data.types[name] ?? []) await value(field.type, values.get(field.name) ?? "");
	};
	await say(0x1c, 0, 0, ascii("EIP712Domain"));
	const { name = "", chainId = 0, verifyingContract = "0x", salt = "0x" } = data.domain;
	await struct("EIP712Domain", { name, chainId: BigInt(chainId), verifyingContract, salt });
	await say(0x1c, 0, 0, ascii(data.primaryType));
	await struct(data.primaryType, data.message);
	return words.find((word) => word !== "9000") ?? "9000";
}

describe("structured typed data on the emulated device", () => {
	it.each(Array.from({ length: 40 }, (_, at) => at))("hashes random data %i like viem", async (seed) => {
		const random = randomFrom(seed + 1);
		const data = randomTypedData(random);
		const ledger = direct("Ethereum", { blind: true });
		expect(await stream(ledger, data, 3 + Math.floor(random() * 253))).toBe("9000");
		const { word, data: signature } = await ledger.send(0x0c, 0, 1, ETHEREUM_PATH);
		expect(word).toBe("9000");
		expect(signature).toHaveLength(65);
		expect(toHex(ledger.device.signed[0]?.payload ?? new Uint8Array())).toBe(hashTypedData(data));
	});

	const one = (type: string, value: TypedValue): RandomTypedData => ({
		types: { EIP712Domain: [{ name: "name", type: "string" }], Root: [{ name: "f", type }] },
		primaryType: "Root",
		domain: { name: "One" },
		message: { f: value },
	});

	it.each([
		["a fixed array of another length", one("uint8[2]", [1n])],
		["bytes4 of three bytes", one("bytes4", "0x010203")],
		["an address of nineteen bytes", one("address", `0x${"11".repeat(19)}`)],
		["a number wider than its type", one("uint8", 256n)],
	])("refuses %s", async (_, data) => {
		expect(await stream(direct("Ethereum", { blind: true }), data)).toBe("6a80");
	});

	it("refuses a value whose announced length is wrong", async () => {
		for (const chunk of ["0005616263", "0002616263"]) {
			const ledger = direct("Ethereum", { blind: true });
			await ledger.send(0x1a, 0, 0, ascii("EIP712Domain"));
			await ledger.send(0x1a, 0, 0xff, definition({ name: "name", type: "string" }));
			await ledger.send(0x1c, 0, 0, ascii("EIP712Domain"));
			expect((await ledger.send(0x1c, 0, 0xff, fromHex(chunk))).word).toBe("6a80");
			// The unfinished input is discarded.
			expect((await ledger.send(0x1c, 0, 0xff, fromHex("0003616263"))).word).toBe("6986");
		}
	});

	it("signs nothing before every value has arrived, and never only hashes", async () => {
		const ledger = direct("Ethereum", { blind: true });
		await ledger.send(0x1a, 0, 0, ascii("EIP712Domain"));
		expect((await ledger.send(0x0c, 0, 1, ETHEREUM_PATH)).word).toBe("6a80");
		const hashes = concat(ETHEREUM_PATH, new Uint8Array(64));
		expect((await ledger.send(0x0c, 0, 0, hashes)).word).toBe("6b00");
		expect(ledger.device.signed).toEqual([]);
	});

	it("does not follow a struct that contains itself", async () => {
		const ledger = direct("Ethereum", { blind: true });
		await ledger.send(0x1a, 0, 0, ascii("EIP712Domain"));
		await ledger.send(0x1a, 0, 0, ascii("Root"));
		await ledger.send(0x1a, 0, 0xff, definition({ name: "f", type: "Root" }));
		await ledger.send(0x1c, 0, 0, ascii("EIP712Domain"));
		expect((await ledger.send(0x1c, 0, 0, ascii("Root"))).word).toBe("6a80");
	});

	it("is unknown to an old app", async () => {
		const ledger = direct("Ethereum", { blind: true, versions: { Ethereum: "1.9.10" } });
		expect((await ledger.send(0x1a, 0, 0, ascii("EIP712Domain"))).word).toBe("6d00");
	});
});
