import { z } from "zod";
import { MAX_CALLS } from "./protocol.ts";
import { BUNDLE_TOO_LARGE, INVALID_PARAMS, RpcError } from "./rpc-errors.ts";

/** Parameters of the methods that developer tools call. */

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const hexData = z
	.string()
	.max(262_146)
	.regex(/^0x(?:[0-9a-fA-F]{2})*$/);
/** A hex quantity, converted to decimal digits. Accepts leading zeros, which are common and harmless. */
const quantity = z
	.string()
	.regex(/^0x[0-9a-fA-F]{1,64}$/)
	.transform((hex) => BigInt(hex).toString());
const chain = quantity.refine((digits) => /^[1-9][0-9]{0,15}$/.test(digits));
const text = z.string().max(262_144);

/**
 * A transaction in the format of developer tools. Fees, gas and access lists are ignored, because Countersign
 * chooses its own. Fields that would change the transaction's meaning are refused.
 */
const transaction = z.object({
	from: evmAddress,
	to: evmAddress,
	value: quantity.optional(),
	data: hexData.optional(),
	input: hexData.optional(),
	nonce: quantity.optional(),
	chainId: chain.optional(),
	authorizationList: z.array(z.unknown()).length(0).optional(),
	blobVersionedHashes: z.array(z.unknown()).length(0).optional(),
});

const capabilities = z.record(z.string().max(200), z.object({ optional: z.boolean().optional() }));
const bundle = z.object({
	version: z.string().max(20),
	id: z.string().min(1).max(8_194).optional(),
	from: evmAddress.optional(),
	chainId: chain,
	atomicRequired: z.boolean(),
	calls: z
		.array(
			z.object({
				to: evmAddress,
				value: quantity.optional(),
				data: hexData.optional(),
				capabilities: capabilities.optional(),
			}),
		)
		.min(1),
	capabilities: capabilities.optional(),
});
export type Bundle = z.infer<typeof bundle>;

const typedData = z
	.union([text, z.record(z.string(), z.unknown())])
	.transform((value) => (typeof value === "string" ? value : JSON.stringify(value)));

const schemas = {
	transaction: z.tuple([transaction], z.unknown()),
	personal: z.tuple([text, z.string()], z.unknown()),
	typed: z.tuple([evmAddress, typedData], z.unknown()),
	switchChain: z.tuple([z.object({ chainId: chain })], z.unknown()),
	capabilities: z.union([
		z.tuple([evmAddress, z.array(chain)], z.unknown()),
		z.tuple([evmAddress], z.unknown()),
	]),
	bundle: z.tuple([bundle], z.unknown()),
	bundleId: z.tuple([z.string().min(1).max(8_194)], z.unknown()),
	list: z.array(z.unknown()),
};

/** @throws RpcError that names the invalid field without its value */
function parse<T>(schema: z.ZodType<T>, params: unknown): T {
	const read = schema.safeParse(params);
	if (read.success) return read.data;
	const path = read.error.issues[0]?.path.map(String).join(".") ?? "";
	throw new RpcError(
		INVALID_PARAMS,
		path === "" ? "The parameters can't be read." : `params.${path} can't be read.`,
	);
}

/** @throws RpcError */
export function readTransaction(params: unknown) {
	const first: unknown = Array.isArray(params) ? params[0] : null;
	if (typeof first === "object" && first !== null && (Reflect.get(first, "to") ?? null) === null)
		throw new RpcError(
			INVALID_PARAMS,
			"Countersign signs no transaction that creates a contract: params.0.to is missing.",
		);
	const [tx] = parse(schemas.transaction, params);
	if (tx.data !== undefined && tx.input !== undefined && tx.data.toLowerCase() !== tx.input.toLowerCase())
		throw new RpcError(INVALID_PARAMS, "params.0.data and params.0.input differ.");
	return {
		from: tx.from,
		to: tx.to,
		value: tx.value ?? "0",
		data: tx.input ?? tx.data ?? "0x",
		nonce: tx.nonce ?? null,
		chain: tx.chainId ?? null,
	};
}

/** Reads `[message, address]`, or the reverse order used by older tools. @throws RpcError */
export function readPersonalMessage(params: unknown): { readonly from: string; readonly message: string } {
	const [first, second] = parse(schemas.personal, params);
	const [message, from] = evmAddress.safeParse(second).success ? [first, second] : [second, first];
	if (!evmAddress.safeParse(from).success) throw new RpcError(INVALID_PARAMS, "params.1 is not an address.");
	return { from, message };
}

/** @throws RpcError */
export function readTypedData(params: unknown): { readonly from: string; readonly typedData: string } {
	const [from, data] = parse(schemas.typed, params);
	return { from, typedData: data };
}

/** @throws RpcError */
export const readSwitchedChain = (params: unknown): string => parse(schemas.switchChain, params)[0].chainId;

/** @throws RpcError */
export function readCapabilitiesQuery(params: unknown): {
	readonly account: string;
	/** `null` means all chains. */
	readonly chains: readonly string[] | null;
} {
	const [account, chains] = parse(schemas.capabilities, params);
	return { account, chains: Array.isArray(chains) ? chains.map(String) : null };
}

/** @throws RpcError */
export function readBundle(params: unknown): Bundle {
	const [read] = parse(schemas.bundle, params);
	if (read.calls.length > MAX_CALLS)
		throw new RpcError(BUNDLE_TOO_LARGE, `A bundle has at most ${MAX_CALLS} calls.`);
	return read;
}

/** @throws RpcError */
export const readBundleId = (params: unknown): string => parse(schemas.bundleId, params)[0];

/** @throws RpcError */
export const readList = (params: unknown): readonly unknown[] => parse(schemas.list, params);
