import { type AbiFunction, encodeFunctionData, parseAbiItem, toFunctionSelector } from "viem";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import type {
	DescriptorData,
	StoredDescriptor,
} from "../../../../../src/core/published-descriptors/erc7730/data-types.ts";
import {
	type DescribableCall,
	type DescriptorIndex,
	describeCall,
	indexDescriptors,
} from "../../../../../src/core/published-descriptors/erc7730/describe.ts";
import type {
	Description,
	DescriptionResult,
} from "../../../../../src/core/published-descriptors/erc7730/description.ts";

/** A contract with one described function, whose fields may be as hostile as a registry could make them. */

export const TARGET: Hex = "0x00000000000000000000000000000000000000c0";
export const USER: Hex = "0x00000000000000000000000000000000000000a0";
export const OTHER: Hex = "0x00000000000000000000000000000000000000b0";

export type LooseField = Readonly<Record<string, unknown>>;

export function dataWith(
	key: string,
	fields: readonly LooseField[],
	more: Partial<StoredDescriptor> = {},
): DescriptorData {
	const selector = toFunctionSelector(parseAbiItem(`function ${key}` as string) as AbiFunction);
	return {
		head: {
			repository: "test",
			commit: "",
			date: "",
			sha256: "",
			counts: { descriptors: 1, formats: 1, contracts: 1, attested: 0, attestedInPart: 0, leftOut: 0 },
			leftOut: [],
		},
		auditors: {},
		descriptors: [
			{
				file: "test.json",
				kind: "call",
				owner: "Test",
				contractName: null,
				deployments: { "1": [TARGET] },
				domain: {},
				constants: {},
				enums: {},
				attestations: [],
				formats: [0],
				...more,
			},
		],
		// The compiler has no type for hostile fields.
		formats: [{ key, selector, intent: "Do it", fields: fields as never }],
	};
}

export const indexWith = (...said: Parameters<typeof dataWith>): DescriptorIndex =>
	indexDescriptors(dataWith(...said));

export function dataOf(key: string, args: readonly unknown[]): Hex {
	const item = parseAbiItem(`function ${key}` as string) as AbiFunction;
	return encodeFunctionData<readonly AbiFunction[], string>({ abi: [item], functionName: item.name, args });
}

export function callOf(data: Hex, more: Partial<DescribableCall> = {}): DescribableCall {
	return { chainId: "1", from: USER, to: TARGET, value: 0n, data, implementation: null, ...more };
}

/** Describes a call of `key` with `args`, using these fields. */
export function describeWith(
	key: string,
	fields: readonly LooseField[],
	args: readonly unknown[],
	more: Partial<StoredDescriptor> = {},
): DescriptionResult {
	return describeCall(indexWith(key, fields, more), callOf(dataOf(key, args)));
}

/** Describes such a call, and throws if that is refused. */
export function descriptionOf(...said: Parameters<typeof describeWith>): Description {
	const result = describeWith(...said);
	if (!result.ok) throw new Error(`refused: ${result.code} at ${result.at}`);
	return result;
}
