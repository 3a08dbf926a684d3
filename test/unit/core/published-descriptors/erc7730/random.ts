import { type AbiParameter, getAddress } from "viem";
import type { Hex } from "../../../../../src/core/format/numeral.ts";

/** Seeded random values, so that a failure can be repeated. */

export interface Random {
	/** Returns a whole number from 0 to `below` - 1. */
	readonly upTo: (below: number) => number;
	readonly bytes: (size: number) => Hex;
}

/** Returns a mulberry32 generator. */
export function randomOf(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return (mixed ^ (mixed >>> 14)) >>> 0;
	};
	const upTo = (below: number) => next() % below;
	const byte = () => upTo(256).toString(16).padStart(2, "0");
	return { upTo, bytes: (size) => `0x${Array.from({ length: size }, byte).join("")}` };
}

type Parameter = AbiParameter & { readonly components?: readonly AbiParameter[] };

/** Returns a number that fits a date, reduced to the type's range. */
function wholeNumber(type: string, random: Random): bigint {
	const bits = BigInt(/[0-9]+$/.exec(type)?.[0] ?? "256");
	const largest = 2n ** (type.startsWith("int") ? bits - 1n : bits) - 1n;
	const some = BigInt(random.upTo(2 ** 31));
	return some > largest ? some % (largest + 1n) : some;
}

/** Returns a random value of an ABI type; dynamic arrays get one to three items. */
export function valueOfType(parameter: Parameter, random: Random): unknown {
	const { type, components = [] } = parameter;
	const list = /^(.+)\[([0-9]*)\]$/.exec(type);
	if (list !== null) {
		const length = list[2] === "" ? 1 + random.upTo(3) : Number(list[2]);
		return Array.from({ length }, () => valueOfType({ ...parameter, type: list[1] ?? "" }, random));
	}
	if (type === "tuple")
		return Object.fromEntries(components.map((each) => [each.name ?? "", valueOfType(each, random)]));
	if (type === "address") return getAddress(random.bytes(20));
	if (type === "bool") return random.upTo(2) === 1;
	if (type === "string") return `text ${random.upTo(1000)}`;
	if (type === "bytes") return random.bytes(random.upTo(2) === 0 ? 20 : random.upTo(70));
	if (type.startsWith("bytes")) return random.bytes(Number(type.slice(5)));
	return wholeNumber(type, random);
}
