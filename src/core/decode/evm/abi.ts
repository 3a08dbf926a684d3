import type { AbiFunction, AbiParameter, AbiParameterToPrimitiveType, ParseAbiItem } from "viem";
import { decodeAbiParameters, encodeAbiParameters, getAddress, parseAbi } from "viem/utils";
import type { Hex } from "../../format/numeral.ts";
import { once } from "../../once.ts";
import type { DecodedArg } from "./meaning.ts";

/**
 * A strict ABI decoder: each value must directly follow the previous one. Checks all sizes before decoding,
 * because hostile offsets could point thousands of values at the same bytes.
 */

const WORD = 64;

/** `cut`: the data is truncated. `loose`: a value is out of place, or padding isn't zero. */
type Fault = "cut" | "loose";

class Loose extends Error {
	override readonly name = "Loose";
	readonly fault: Fault;

	constructor(fault: Fault) {
		super(fault);
		this.fault = fault;
	}
}

const LIST = /^(.*)\[\]$/;
const FIXED = /^(.*)\[(\d{1,2})\]$/;

function fixedOf(parameter: AbiParameter): { readonly each: AbiParameter; readonly count: number } | null {
	const [, type, count] = FIXED.exec(parameter.type) ?? [];
	return type === undefined ? null : { each: { ...parameter, type }, count: Number(count) };
}

function partsOf(parameter: AbiParameter): readonly AbiParameter[] {
	return "components" in parameter ? parameter.components : [];
}

function isDynamic(parameter: AbiParameter): boolean {
	const { type } = parameter;
	const fixed = fixedOf(parameter);
	if (fixed !== null) return isDynamic(fixed.each);
	return type === "bytes" || type === "string" || LIST.test(type) || partsOf(parameter).some(isDynamic);
}

function headOf(parameter: AbiParameter): number {
	const fixed = fixedOf(parameter);
	if (fixed !== null && !isDynamic(parameter)) return fixed.count * headOf(fixed.each);
	const isFlat = parameter.type === "tuple" && !isDynamic(parameter);
	return isFlat ? partsOf(parameter).reduce((sum, part) => sum + headOf(part), 0) : WORD;
}

function sizeAt(body: string, at: number): number {
	const word = body.slice(at, at + WORD);
	if (word.length !== WORD) throw new Loose("cut");
	if (!/^0{56}/.test(word)) throw new Loose("loose");
	return Number.parseInt(word.slice(56), 16);
}

function endOfDynamic(parameter: AbiParameter, body: string, at: number): number {
	const { type } = parameter;
	const fixed = fixedOf(parameter);
	if (fixed !== null) return endOf(new Array<AbiParameter>(fixed.count).fill(fixed.each), body, at);
	if (type === "tuple") return endOf(partsOf(parameter), body, at);
	const [, element] = LIST.exec(type) ?? [];
	const count = sizeAt(body, at);
	const start = at + WORD;
	if (element === undefined) return start + Math.ceil(count / 32) * WORD;
	if (count * WORD > body.length - start) throw new Loose("cut");
	const each: AbiParameter = { ...parameter, type: element };
	return endOf(new Array<AbiParameter>(count).fill(each), body, start);
}

/**
 * Returns the position at which consecutive values end.
 * @throws Loose if values overlap or leave a gap
 */
function endOf(parameters: readonly AbiParameter[], body: string, start: number): number {
	let head = start;
	let tail = start + parameters.reduce((sum, each) => sum + headOf(each), 0);
	if (tail > body.length) throw new Loose("cut");
	for (const each of parameters) {
		if (isDynamic(each)) {
			if (start + sizeAt(body, head) * 2 !== tail) throw new Loose("loose");
			tail = endOfDynamic(each, body, tail);
			if (tail > body.length) throw new Loose("cut");
		}
		head += headOf(each);
	}
	return tail;
}

type ReadHead =
	| { readonly values: readonly unknown[]; readonly tail: Hex }
	| { readonly values: null; readonly fault: Fault };

export function readHead(parameters: readonly AbiParameter[], data: Hex): ReadHead {
	const body = data.slice(2);
	try {
		const end = endOf(parameters, body, 0);
		const head: Hex = `0x${body.slice(0, end)}`;
		const values: readonly unknown[] = decodeAbiParameters(parameters, head);
		if (encodeAbiParameters(parameters, values) !== head) return { values: null, fault: "loose" };
		return { values, tail: `0x${body.slice(end)}` };
	} catch (cause) {
		return { values: null, fault: cause instanceof Loose ? cause.fault : "loose" };
	}
}

function readValues(parameters: readonly AbiParameter[], data: Hex): readonly unknown[] | null {
	const read = readHead(parameters, data);
	return read.values !== null && read.tail === "0x" ? read.values : null;
}

export type ArgsOf<Signature extends string> =
	ParseAbiItem<Signature> extends { readonly inputs: infer Inputs extends readonly AbiParameter[] }
		? { readonly [At in keyof Inputs]: AbiParameterToPrimitiveType<Inputs[At]> }
		: never;

export function functionOf(signature: string): AbiFunction {
	const lines: readonly string[] = [signature];
	const [item] = parseAbi(lines);
	if (item?.type !== "function") throw new TypeError(`not a function signature: ${signature}`);
	return item;
}

export function layout<const Signature extends string>(
	signature: Signature,
): (data: Hex) => ArgsOf<Signature> | null {
	const item = once(() => functionOf(signature));
	return (data) => {
		const values: unknown = readValues(item().inputs, data);
		return values === null ? null : (values as ArgsOf<Signature>);
	};
}

const MAX_BYTES = 512;
const MAX_SHOWN = 40;

function shown(value: unknown): string {
	if (Array.isArray(value)) {
		const texts = value.slice(0, MAX_SHOWN).map(shown);
		const rest = value.length - texts.length;
		return `[${[...texts, ...(rest > 0 ? [`${rest} more`] : [])].join(", ")}]`;
	}
	if (typeof value === "object" && value !== null)
		return `(${Object.entries(value)
			.map(([name, part]) => `${name} ${shown(part)}`)
			.join(", ")})`;
	const text = String(value);
	if (/^0x[0-9a-f]{40}$/.test(text)) return getAddress(text);
	const most = 2 + 2 * MAX_BYTES;
	return text.length > most ? `${text.slice(0, most)}… (${(text.length - 2) / 2} bytes)` : text;
}

export function shownArgs(
	inputs: readonly AbiParameter[],
	values: readonly unknown[],
): readonly DecodedArg[] {
	return inputs.map((input, at) => ({
		name: input.name ?? `${at}`,
		type: input.type,
		value: shown(values[at]),
	}));
}

export const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;
