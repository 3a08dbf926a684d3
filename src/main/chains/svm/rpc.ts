import type { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { message } from "../../../core/localized-text.ts";
import { createRpcLink, type RpcLink } from "../rpc-link.ts";
import { MAX_QUOTED, type RpcPorts } from "../rpc-post.ts";

/**
 * Neither `Connection` in @solana/web3.js nor json-rpc.ts is suitable. Both parse numbers as floats, although
 * lamports go up to 2^64 - 1. Both also drop an error's `data`, which is needed to classify a rejected
 * transaction.
 */

export class SvmRefusal extends ChainError {
	readonly data: unknown;

	constructor(method: string, nodeText: string, rpcCode: number, data: unknown) {
		super("refused", message("chain.svm.refused", { method, said: nodeText }), { rpcCode, nodeText });
		this.name = "SvmRefusal";
		this.data = data;
	}
}

/** Throws an SvmRefusal if the RPC returns an error, and a ChainError otherwise. */
export type SvmRpc = <T>(schema: z.ZodType<T>, method: string, params: readonly unknown[]) => Promise<T>;

/**
 * Parses integers from their source text (ECMAScript's JSON.parse source text access). Fractions remain
 * numbers, because they are only displayed. Integers that can't be read exactly remain numbers too, and every
 * schema rejects them.
 */
function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
	if (typeof value !== "number") return value;
	const source = context?.source ?? "";
	return /^-?[0-9]{1,40}$/.test(source) ? BigInt(source) : value;
}

const BATCHED: ReadonlySet<string> = new Set([
	"getBalance",
	"getBlockHeight",
	"getFeeForMessage",
	"getGenesisHash",
	"getLatestBlockhash",
	"getMinimumBalanceForRentExemption",
	"getSignatureStatuses",
	"isBlockhashValid",
]);

export const svmLink = (ports: RpcPorts): RpcLink =>
	createRpcLink(ports, {
		family: "svm",
		parse: (text) => JSON.parse(text, exact),
		batched: BATCHED,
		isSent: (method) => method === "sendTransaction",
	});

export function createSvmRpc(link: RpcLink): SvmRpc {
	return async (schema, method, params) => {
		const reply = await link.request(method, params);
		if (!reply.ok) {
			const { code, text, data } = reply.fault;
			throw new SvmRefusal(method, text.slice(0, MAX_QUOTED), code, data);
		}
		const result = schema.safeParse(reply.result);
		if (!result.success)
			throw new ChainError("unreadable", message("chain.svm.unreadable", { method }), {
				cause: result.error,
			});
		return result.data;
	};
}
