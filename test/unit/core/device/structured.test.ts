import EthModule from "@ledgerhq/hw-app-eth/lib/Eth";
import TransportModule from "@ledgerhq/hw-transport";
import { describe, expect, it } from "vitest";
import { structuredData } from "../../../../src/core/device/structured.ts";
import { defaultOf } from "../../../../src/ledger-process/interop.ts";

const Eth = defaultOf(EthModule);
const Transport = defaultOf(TransportModule);

interface Field {
	readonly name: string;
	readonly type: string;
}

const DOMAIN = { name: "Test", version: "1", chainId: 1 };

function typedData(types: Record<string, readonly Field[]>, message: Record<string, unknown>): string {
	return JSON.stringify({ domain: DOMAIN, types, primaryType: "Message", message });
}
const field = (type: string, value: unknown) => typedData({ Message: [{ name: "value", type }] }, { value });

const refused = (json: string): boolean => structuredData(json) === null;

/** Returns the bytes of the message's last value as the unmodified library sends them, without their length. */
async function sentBy(json: string): Promise<string> {
	const values: string[] = [];
	class Recording extends Transport {
		override async exchange(apdu: Buffer): Promise<Buffer> {
			if (apdu[1] === 0x1c && apdu[3] === 0xff) values.push(apdu.subarray(5).toString("hex"));
			const info = apdu[0] === 0xb0;
			const signs = apdu[1] === 0x0c;
			const body = info ? "0108457468657265756d06312e32322e300100" : signs ? "00".repeat(65) : "";
			return Buffer.from(`${body}9000`, "hex");
		}
	}
	const data = structuredDataLoosely(json);
	await new Eth(new Recording({}), "w0w", {
		calServiceURL: null,
		cryptoassetsBaseURL: null,
	}).signEIP712Message("44'/60'/0'/0/0", data);
	// The first three values are the domain's name, version and chain.
	return values.slice(3).join("").slice(4);
}

/** Parses like our own function, but refuses nothing. */
function structuredDataLoosely(json: string) {
	const data = JSON.parse(json);
	const domain = [
		{ name: "name", type: "string" },
		{ name: "version", type: "string" },
		{ name: "chainId", type: "uint256" },
	];
	return { ...data, types: { EIP712Domain: domain, ...data.types } };
}

describe("typed data sent to the device", () => {
	it("is refused at exactly the lengths at which the library loses bytes", async () => {
		const lengths = [
			0, 1, 250, 251, 252, 253, 254, 255, 256, 506, 507, 508, 509, 510, 511, 763, 764, 765, 766,
		];
		for (const length of lengths) {
			const json = field("string", "x".repeat(length));
			const whole = (await sentBy(json)).length === 2 * length;
			expect(refused(json), `${length} bytes`).toBe(!whole);
		}
	});

	it.each(["Point2", "Mint1", "Custom", "Bytes", "Uint", "int8", "address"])(
		"is refused with a struct named %s, which the library mistakes for an elementary type",
		(name) => {
			const types = {
				Message: [{ name: "value", type: name }],
				[name]: [{ name: "x", type: "uint256" }],
			};
			expect(refused(typedData(types, { value: { x: "1" } }))).toBe(true);
		},
	);

	it.each([
		["uint", "1"],
		["int", "1"],
		["uint7", "1"],
		["bytes33", "0x00"],
		["function", "0x00"],
		["uint256[256]", []],
		["uint256[2]", ["1"]],
		["uint8[]", Array.from({ length: 256 }, () => "1")],
		["uint256", "1e3"],
		["uint256", 2 ** 53],
		["uint256", ""],
		["bool", "true"],
		["bytes", "00"],
		["bytes", "0x0"],
		["address", "0x00"],
		["string", 1],
		["Nothing", {}],
	])("refuses %s with an invalid value", (type, value) => {
		expect(refused(field(type, value))).toBe(true);
	});

	it.each([
		["uint256", "115792089237316195423570985008687907853269984665640564039457584007913129639935"],
		["int8", "-5"],
		["uint8", "0xff"],
		["bool", false],
		["bytes", "0x"],
		["bytes32", `0x${"11".repeat(32)}`],
		["address", `0x${"22".repeat(20)}`],
		["string[2][]", [["a", "b"]]],
		["string", "ünïcode ✓"],
	])("accepts %s", (type, value) => {
		expect(refused(field(type, value))).toBe(false);
	});

	it("is refused if malformed, or with field names that the library reorders", () => {
		for (const json of ["", "[]", "{}", '{"domain":{},"types":{},"primaryType":"A","message":{}}'])
			expect(refused(json), json).toBe(true);
		expect(refused(typedData({ Message: [{ name: "2", type: "bool" }] }, { 2: true }))).toBe(true);
		const twice = [
			{ name: "a", type: "bool" },
			{ name: "a", type: "bool" },
		];
		expect(refused(typedData({ Message: twice }, { a: true }))).toBe(true);
	});

	it("gets the domain's own type if it is missing", () => {
		expect(structuredData(field("bool", true))?.types["EIP712Domain"]).toEqual([
			{ name: "name", type: "string" },
			{ name: "version", type: "string" },
			{ name: "chainId", type: "uint256" },
		]);
	});
});
