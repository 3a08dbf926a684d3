import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bytesToHex, concatHex, keccak256 } from "viem/utils";
import { type Hex, readAddress } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";
import { type Message, message } from "../../localized-text.ts";
import {
	type Bounds,
	freshBounds,
	readStructValue,
	type TypedNode,
	type TypedStruct,
	type TypedValue,
} from "./typed-values.ts";
import {
	arrayOf,
	DOMAIN_TYPE,
	encodeType,
	isRecord,
	readTypes,
	structOf,
	TypedDataError,
	type TypedMember,
	type TypedTypes,
} from "./types.ts";

/**
 * Implements EIP-712's encodeData and hashStruct for strictly parsed values. Libraries hash a struct's type
 * again for each array item, so ten thousand items with a large type would block the vault for minutes.
 */

const WORD = 32;

function word(value: bigint): Uint8Array {
	return hexToBytes(
		BigInt.asUintN(256, value)
			.toString(16)
			.padStart(2 * WORD, "0"),
	);
}

function padded(hex: string, left: boolean): Uint8Array {
	const digits = hex.slice(2);
	return hexToBytes(left ? digits.padStart(2 * WORD, "0") : digits.padEnd(2 * WORD, "0"));
}

const isStruct = (value: TypedValue): value is TypedStruct =>
	typeof value === "object" && !Array.isArray(value);

class StructHasher {
	readonly #types: TypedTypes;
	readonly #typeHashes = new Map<string, Uint8Array>();

	constructor(types: TypedTypes) {
		this.#types = types;
	}

	#typeHash(name: string): Uint8Array {
		const known = this.#typeHashes.get(name);
		if (known !== undefined) return known;
		const hash = keccak_256(utf8ToBytes(encodeType(this.#types, name)));
		this.#typeHashes.set(name, hash);
		return hash;
	}

	struct(name: string, value: TypedStruct): Uint8Array {
		const members = structOf(this.#types, name) ?? [];
		const words = members.map((member) => {
			const own = value[member.name];
			if (own === undefined)
				throw new TypedDataError(member.name, message("match.typed-data.member-missing"));
			return this.#encode(member.type, own);
		});
		return keccak_256(concatBytes(this.#typeHash(name), ...words));
	}

	#encode(type: string, value: TypedValue): Uint8Array {
		const array = arrayOf(type);
		if (array !== null && Array.isArray(value))
			return keccak_256(concatBytes(...value.map((item: TypedValue) => this.#encode(array.item, item))));
		if (isStruct(value)) return this.struct(type, value);
		if (typeof value === "bigint") return word(value);
		if (typeof value === "boolean") return word(value ? 1n : 0n);
		if (typeof value !== "string") throw new TypedDataError(type, message("match.typed-data.member-type"));
		if (type === "string") return keccak_256(utf8ToBytes(value));
		if (type === "bytes") return keccak_256(hexToBytes(value.slice(2)));
		return padded(value, type === "address");
	}
}

export type { TypedNode, TypedStruct, TypedValue } from "./typed-values.ts";

interface TypedDomain {
	readonly name: string | null;
	readonly version: string | null;
	readonly chainId: bigint | null;
	readonly verifyingContract: Hex | null;
	readonly salt: Hex | null;
}

export interface TypedData {
	readonly ok: true;
	readonly primaryType: string;
	readonly types: TypedTypes;
	/**
	 * The primary type's encodeType according to EIP-712. It distinguishes known kinds from others with the
	 * same name.
	 */
	readonly encodedType: string;
	readonly domain: TypedDomain;
	readonly domainType: string;
	readonly message: TypedStruct;
	readonly domainTree: readonly TypedNode[];
	readonly tree: readonly TypedNode[];
	readonly domainHash: Hex;
	readonly messageHash: Hex;
	readonly digest: Hex;
}

/** The parts by which a kind of typed data is recognized. */
export type TypedDataBody = Pick<
	TypedData,
	"domain" | "domainType" | "primaryType" | "encodedType" | "types" | "message"
>;

export type TypedDataReading =
	| TypedData
	| { readonly ok: false; readonly field: string; readonly text: Message };

const DOMAIN_MEMBERS: readonly TypedMember[] = [
	{ name: "name", type: "string" },
	{ name: "version", type: "string" },
	{ name: "chainId", type: "uint256" },
	{ name: "verifyingContract", type: "address" },
	{ name: "salt", type: "bytes32" },
];

/**
 * Additional types that a declared domain may use, because the hash covers the declared type. Ethermint
 * declares the contract as text ("cosmos").
 */
const OTHER_TYPES: Readonly<Record<string, RegExp>> = {
	chainId: /^uint[0-9]*$/,
	verifyingContract: /^string$/,
	salt: /^string$/,
};

const MEMBERS = new Set(["types", "primaryType", "domain", "message"]);

function isDomainMember({ name, type }: TypedMember): boolean {
	const own = DOMAIN_MEMBERS.find((member) => member.name === name);
	return own !== undefined && (own.type === type || OTHER_TYPES[name]?.test(type) === true);
}

/**
 * Returns the fields in declared order. If none are declared, returns the fields that exist, in EIP-712's
 * order.
 */
function domainMembers(types: TypedTypes, domain: Readonly<Record<string, unknown>>): readonly TypedMember[] {
	const stated = structOf(types, DOMAIN_TYPE);
	const members = stated ?? DOMAIN_MEMBERS.filter((member) => Object.hasOwn(domain, member.name));
	if (members.length === 0) throw new TypedDataError("domain", message("match.typed-data.domain-empty"));
	// viem excludes an empty version from the hash if it isn't declared, while ethers includes it.
	if (stated === null && domain["version"] === "")
		throw new TypedDataError("domain.version", message("match.typed-data.domain-version-empty"));
	const odd = members.find((member) => !isDomainMember(member));
	if (odd !== undefined)
		throw new TypedDataError(
			`types.${DOMAIN_TYPE}`,
			message("match.typed-data.domain-member", { member: plain(odd.name, 64), type: plain(odd.type, 64) }),
		);
	const contract = members.find(({ name, type }) => name === "verifyingContract" && type === "address");
	const value = contract === undefined ? undefined : domain[contract.name];
	if (typeof value === "string" && readAddress(value) === null)
		throw new TypedDataError(
			"domain.verifyingContract",
			message("match.typed-data.domain-no-contract", { text: plain(value, 64) }),
		);
	return members;
}

const text = (value: unknown) => (typeof value === "string" ? value : null);
const bytes = (value: unknown): Hex | null =>
	typeof value === "string" && value.startsWith("0x") ? `0x${value.slice(2)}` : null;

function domainOf(members: readonly TypedMember[], value: TypedStruct): TypedDomain {
	const { name, version, chainId, verifyingContract, salt } = value;
	const isText = (member: string) => members.some((each) => each.name === member && each.type === "string");
	return {
		name: text(name),
		version: text(version),
		chainId: typeof chainId === "bigint" ? chainId : null,
		verifyingContract: isText("verifyingContract") ? null : bytes(verifyingContract),
		salt: isText("salt") ? null : bytes(salt),
	};
}

function structHash(data: TypedStruct, primaryType: string, types: TypedTypes): Hex {
	return bytesToHex(new StructHasher(types).struct(primaryType, data));
}

function read(typed: unknown): TypedData {
	if (!isRecord(typed)) throw new TypedDataError("typed_data", message("match.typed-data.malformed"));
	const stranger = Object.keys(typed).find((name) => !MEMBERS.has(name));
	if (stranger !== undefined)
		throw new TypedDataError("typed_data", message("match.typed-data.foreign-member"));
	const { primaryType, domain, message: contents } = typed;
	if (typeof primaryType !== "string")
		throw new TypedDataError("primaryType", message("match.typed-data.no-primary-type"));
	const types = readTypes(typed["types"], primaryType);
	if (!isRecord(domain)) throw new TypedDataError("domain", message("match.typed-data.no-domain"));
	const bounds: Bounds = freshBounds();
	const members = domainMembers(types, domain);
	const domainRead = readStructValue(members, domain, { types, bounds, field: "domain", depth: 0 });
	const messageRead = readStructValue(structOf(types, primaryType) ?? [], contents, {
		types,
		bounds,
		field: "message",
		depth: 0,
	});
	const domainTypes: TypedTypes = { [DOMAIN_TYPE]: members };
	const domainHash = structHash(domainRead.value, DOMAIN_TYPE, domainTypes);
	const messageHash = structHash(messageRead.value, primaryType, types);
	return {
		ok: true,
		primaryType,
		types,
		encodedType: encodeType(types, primaryType),
		domain: domainOf(members, domainRead.value),
		domainType: encodeType(domainTypes, DOMAIN_TYPE),
		message: messageRead.value,
		domainTree: domainRead.nodes,
		tree: messageRead.nodes,
		domainHash,
		messageHash,
		digest: keccak256(concatHex(["0x1901", domainHash, messageHash])),
	};
}

/**
 * Rejects ambiguous input: undeclared or missing fields, fractions and exponents, values that exceed their
 * type, recursive types, and unknown domain fields. Accepts anything that doesn't affect the hash: unused
 * types, leading zeros, and the order of the domain's fields.
 */
export function typedDataHashes(typed: unknown): TypedDataReading {
	try {
		return read(typed);
	} catch (error) {
		if (!(error instanceof TypedDataError)) throw error;
		return { ok: false, field: error.field, text: error.text };
	}
}

export type DeviceTypedData =
	| {
			readonly ok: true;
			/** JSON in which integers are decimal digits. `types` includes the domain's type. */
			readonly json: string;
	  }
	| { readonly ok: false; readonly field: string; readonly text: Message };

export function deviceTypedData(typed: unknown): DeviceTypedData {
	const reading = typedDataHashes(typed);
	if (!reading.ok) return reading;
	const { primaryType, types, message, domainTree } = reading;
	const domainType = domainTree.map(({ name, type }) => ({ name, type }));
	const domain = Object.fromEntries(domainTree.map(({ name, value }) => [name, value]));
	const typedData = { domain, types: { ...types, EIP712Domain: domainType }, primaryType, message };
	const json = JSON.stringify(typedData, (_, value: unknown) =>
		typeof value === "bigint" ? value.toString() : value,
	);
	return { ok: true, json };
}
