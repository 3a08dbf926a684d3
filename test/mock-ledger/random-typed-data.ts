import { getAddress, type Hex, type TypedDataDomain } from "viem";

/** Generates random typed data: nested structs, nested arrays and every type of EIP-712. */

interface TypedField {
	readonly name: string;
	readonly type: string;
}
export type TypedValue = bigint | boolean | string | readonly TypedValue[] | { [key: string]: TypedValue };
export interface RandomTypedData {
	readonly types: Record<string, TypedField[]>;
	readonly primaryType: string;
	readonly domain: TypedDataDomain;
	readonly message: { [key: string]: TypedValue };
}

const STRUCTS = ["Root", "Middle", "Leaf", "Bud"];

export function randomTypedData(random: () => number): RandomTypedData {
	const below = (count: number) => Math.floor(random() * count);
	const hex = (length: number): Hex =>
		`0x${Array.from({ length }, () => below(256).toString(16).padStart(2, "0")).join("")}`;

	const baseType = (struct: number): string => {
		const bits = 8 * (1 + below(32));
		const plain = ["address", "bool", "string", "bytes", `bytes${bits / 8}`, `uint${bits}`, `int${bits}`];
		const later = STRUCTS.slice(struct + 1);
		const all = [...plain, ...later];
		return all[below(all.length)] ?? "bool";
	};
	const dimensions = () =>
		Array.from({ length: below(3) }, () => (random() < 0.5 ? "[]" : `[${1 + below(3)}]`)).join("");

	const types: Record<string, TypedField[]> = {
		EIP712Domain: [
			{ name: "name", type: "string" },
			{ name: "chainId", type: "uint256" },
			{ name: "verifyingContract", type: "address" },
			{ name: "salt", type: "bytes32" },
		],
	};
	STRUCTS.forEach((struct, index) => {
		types[struct] = Array.from({ length: 1 + below(5) }, (_, at) => ({
			name: `f${at}`,
			type: baseType(index) + (index < 2 ? dimensions() : ""),
		}));
	});

	const integer = (bits: number, signed: boolean): bigint => {
		const value = BigInt(hex(bits / 8)) >> BigInt(random() < 0.5 ? 0 : below(bits));
		return signed ? BigInt.asIntN(bits, value) : value;
	};
	const valueFor = (type: string): TypedValue => {
		const array = /^(.*)\[(\d*)\]$/.exec(type);
		if (array !== null) {
			const length = array[2] === "" ? below(4) : Number(array[2]);
			return Array.from({ length }, () => valueFor(array[1] ?? ""));
		}
		const sized = /^(bytes|uint|int)(\d+)$/.exec(type);
		const size = Number(sized?.[2]);
		if (sized?.[1] === "bytes") return hex(size);
		if (sized !== null) return integer(size, sized[1] === "int");
		if (type === "address") return getAddress(hex(20));
		if (type === "bool") return random() < 0.5;
		if (type === "bytes") return hex(below(600));
		if (type === "string") return "wörter ".repeat(below(90));
		return structFor(type);
	};
	const structFor = (name: string): { [key: string]: TypedValue } =>
		Object.fromEntries((types[name] ?? []).map((field) => [field.name, valueFor(field.type)]));

	return {
		types,
		primaryType: "Root",
		domain: {
			name: "Chance",
			chainId: below(1_000_000),
			verifyingContract: getAddress(hex(20)),
			salt: hex(32),
		},
		message: structFor("Root"),
	};
}
