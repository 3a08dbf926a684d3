import { readdir, readFile } from "node:fs/promises";
import { join, normalize, relative } from "node:path";
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from "viem";
import { isHex } from "viem/utils";
import * as z from "zod";
import type { Hex } from "../../src/core/format/numeral.ts";

/**
 * Reads the registry's own test cases (testsv2): what is signed, and the text that a reader should create for
 * it.
 */

const rendered = z.strictObject({
	intent: z.string(),
	owner: z.string().optional(),
	interpolatedIntent: z.string().optional(),
	get fields(): z.ZodArray<
		z.ZodObject<{ label: z.ZodString; value: z.ZodUnion<[z.ZodString, typeof rendered]> }>
	> {
		return z.array(z.strictObject({ label: z.string(), value: z.union([z.string(), rendered]) }));
	},
});

const byAddress = <Value extends z.ZodType>(value: Value) => z.record(z.string().toLowerCase(), value);

const provider = z.object({
	tokens: byAddress(z.object({ symbol: z.string(), decimals: z.number() })).default({}),
	addressNames: byAddress(z.string()).default({}),
	ensNames: byAddress(z.string()).default({}),
	nftCollectionNames: byAddress(z.string()).default({}),
	blockTimestamps: z.record(z.string(), z.number()).default({}),
});
export type DataProvider = z.infer<typeof provider>;

export interface Rendered {
	readonly intent: string;
	readonly owner?: string | undefined;
	readonly fields: readonly { readonly label: string; readonly value: string | Rendered }[];
}

const none: DataProvider = {
	tokens: {},
	addressNames: {},
	ensNames: {},
	nftCollectionNames: {},
	blockTimestamps: {},
};

const test = z.object({
	description: z.string(),
	rawTx: z.string().optional(),
	from: z.string().optional(),
	data: z.unknown().optional(),
	expected: rendered,
});

const caseFile = z.object({
	descriptor: z.string(),
	dataProvider: provider.default(none),
	tests: z.array(test),
});

/** Single case as the registry writes it. */
export const writtenCase = z.object({
	/** Path of the case file in the registry. */
	name: z.string(),
	/** Path of the descriptor in the registry. */
	file: z.string(),
	dataProvider: provider,
	test,
});
export type WrittenCase = z.infer<typeof writtenCase>;

export type Case = {
	readonly name: string;
	/** Path in the registry. */
	readonly file: string;
	readonly provider: DataProvider;
	readonly expected: Rendered;
} & (
	| {
			readonly kind: "call";
			readonly chainId: string;
			readonly from: Hex;
			readonly to: Hex;
			readonly value: bigint;
			readonly data: Hex;
	  }
	| { readonly kind: "message"; readonly typed: unknown; readonly from: Hex }
);

const NOBODY: Hex = "0x0000000000000000000000000000000000000000";

/** Reads the signed content of a raw transaction, signed or not, and its signer if it can be determined. */
async function readTransaction(raw: string, from: string | undefined) {
	if (!isHex(raw)) throw new Error("A raw transaction is not hex.");
	const { to, value, data, chainId, r } = parseTransaction(raw);
	if (to === undefined || to === null) throw new Error("A raw transaction creates a contract.");
	const signer =
		r === undefined
			? NOBODY
			: await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized });
	return {
		kind: "call" as const,
		chainId: String(chainId ?? 1),
		from: (from ?? signer) as Hex,
		to,
		value: value ?? 0n,
		data: data ?? "0x",
	};
}

/** Parses a written case for judging. */
export async function caseOf({ name, file, dataProvider, test }: WrittenCase): Promise<Case> {
	const { description, rawTx, from, data, expected } = test;
	return {
		name: `${name}: ${description}`,
		file,
		provider: dataProvider,
		expected,
		...(rawTx === undefined
			? { kind: "message" as const, typed: data, from: (from ?? NOBODY) as Hex }
			: await readTransaction(rawTx, from)),
	};
}

async function casesOf(registry: string, name: string): Promise<readonly WrittenCase[]> {
	const path = join(registry, name);
	const { descriptor, dataProvider, tests } = caseFile.parse(JSON.parse(await readFile(path, "utf8")));
	const file = relative(registry, normalize(join(path, "..", descriptor)));
	return tests.map((test) => ({ name, file, dataProvider, test }));
}

/** Reads every case of a registry's checkout, in the order of its files. */
export async function readCases(registry: string): Promise<readonly WrittenCase[]> {
	const found = await readdir(join(registry, "registry"), { recursive: true });
	const files = found.filter((name) => /\/testsv2\/[^/]+\.json$/.test(name)).sort();
	const cases = await Promise.all(files.map((name) => casesOf(registry, join("registry", name))));
	return cases.flat();
}
