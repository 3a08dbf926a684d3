import { z } from "zod";
import { orIfThrown } from "../or-if-thrown.ts";

/**
 * Parses typed data the way hw-app-eth sends it to the device. The library misreads some valid EIP-712 data,
 * so the device would sign something else. Such data is refused before anything is sent.
 */

const fieldType = z.object({ name: z.string(), type: z.string() });
const schema = z.object({
	domain: z.record(z.string(), z.unknown()),
	types: z.record(z.string(), z.array(fieldType)),
	primaryType: z.string(),
	message: z.record(z.string(), z.unknown()),
});
export type StructuredData = z.infer<typeof schema>;

const DOMAIN_FIELDS = [
	{ name: "name", type: "string" },
	{ name: "version", type: "string" },
	{ name: "chainId", type: "uint256" },
	{ name: "verifyingContract", type: "address" },
	{ name: "salt", type: "bytes32" },
] as const;

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]{0,254}$/;
const ELEMENTARY =
	/^(?:address|bool|string|bytes|bytes(?:[1-9]|[12][0-9]|3[0-2])|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|1[0-9][0-9]|2[0-4][0-9]|25[0-6]))$/;
/** Struct names that the library mistakes for elementary types. */
const MISREAD = /^(?:custom|u?int|address|bool|string|bytes)$|(?:u?int|bytes)[A-Za-z0-9-]*?[0-9]{1,3}$/i;

const MAX_ELEMENTS = 255;
const MAX_BYTES = 0xffff;
const CHUNK = 255;

class Misread extends Error {}

const refuse = (): Misread => new Misread("typed data that is not put to a device");

function shapeOf(type: string): { readonly base: string; readonly dimensions: readonly (number | null)[] } {
	const [, base, brackets] = /^([^[\]]+)((?:\[[0-9]*\])*)$/.exec(type) ?? [];
	if (base === undefined || brackets === undefined) throw refuse();
	const dimensions = [...brackets.matchAll(/\[([0-9]*)\]/g)].map(([, size]) =>
		size === undefined || size === "" ? null : Number(size),
	);
	return { base, dimensions };
}

function checkTypes(types: StructuredData["types"]): void {
	for (const [name, fields] of Object.entries(types)) {
		if (!IDENTIFIER.test(name) || MISREAD.test(name)) throw refuse();
		if (new Set(fields.map((each) => each.name)).size !== fields.length) throw refuse();
		for (const { name: field, type } of fields) {
			const { base, dimensions } = shapeOf(type);
			const known = ELEMENTARY.test(base) || Object.hasOwn(types, base);
			const sized = dimensions.every((size) => size === null || size <= MAX_ELEMENTS);
			if (!IDENTIFIER.test(field) || !known || !sized) throw refuse();
		}
	}
}

/** The library sends values in chunks with a two-byte length prefix, and miscounts some lengths. */
function checkLength(bytes: number): void {
	const sent = bytes + 2;
	if (bytes > MAX_BYTES || Math.ceil(sent / 256) * CHUNK < sent) throw refuse();
}

function checkElementary(base: string, value: unknown): void {
	if (base === "string") {
		if (typeof value !== "string") throw refuse();
		checkLength(Buffer.byteLength(value, "utf8"));
	} else if (base.startsWith("bytes")) {
		if (typeof value !== "string" || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) throw refuse();
		checkLength((value.length - 2) / 2);
	} else if (base === "bool") {
		if (typeof value !== "boolean") throw refuse();
	} else if (base === "address") {
		if (typeof value !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw refuse();
	} else {
		const safe = typeof value === "number" && Number.isSafeInteger(value);
		const text = typeof value === "string" && /^(?:-?[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value);
		if (!safe && !text) throw refuse();
	}
}

function checkValue(types: StructuredData["types"], type: string, value: unknown): void {
	const { base, dimensions } = shapeOf(type);
	if (dimensions.length > 0) {
		const rest = type.slice(0, type.lastIndexOf("["));
		if (!Array.isArray(value) || value.length > MAX_ELEMENTS) throw refuse();
		const size = dimensions.at(-1);
		if (typeof size === "number" && size !== value.length) throw refuse();
		for (const each of value) checkValue(types, rest, each);
		return;
	}
	const fields = types[base];
	if (fields === undefined) {
		checkElementary(base, value);
		return;
	}
	const record = z.record(z.string(), z.unknown()).safeParse(value);
	if (!record.success) throw refuse();
	for (const { name, type: inner } of fields) checkValue(types, inner, record.data[name]);
}

function checked(parsed: unknown): StructuredData {
	const read = schema.safeParse(parsed);
	if (!read.success) throw refuse();
	const { domain, message, primaryType } = read.data;
	const own = DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined).map((each) => ({ ...each }));
	const types = { EIP712Domain: own, ...read.data.types };
	checkTypes(types);
	// The app always treats this member as an address.
	if (types.EIP712Domain.some(({ name, type }) => name === "verifyingContract" && type !== "address"))
		throw refuse();
	if (primaryType !== "EIP712Domain" && !Object.hasOwn(types, primaryType)) throw refuse();
	checkValue(types, "EIP712Domain", domain);
	checkValue(types, primaryType, message);
	return { domain, types, primaryType, message };
}

/** Returns `null` if the device would receive anything other than the typed data. */
export function structuredData(json: string): StructuredData | null {
	return orIfThrown(null, () => checked(JSON.parse(json)));
}
