import type { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { message } from "../../../core/message.ts";
import { createRpcLink, type RpcLink } from "../rpc-link.ts";
import { MAX_QUOTED, type RpcPorts } from "../rpc-post.ts";

/**
 * Solana's JSON-RPC: methods, and answers read by a schema; no websocket.
 *
 * Why not the `Connection` of @solana/web3.js, nor json-rpc.ts: both read JSON's numbers as floats, and
 * lamports are written as numbers up to 2^64 - 1; and a refused transaction is told apart by the `data` of its
 * error. Here whole numbers become bigint, and a refusal keeps its data.
 */

/** An error that the RPC itself answered. `data`: what it said besides, unread. */
export class SvmRefusal extends ChainError {
	readonly data: unknown;

	constructor(method: string, nodeText: string, rpcCode: number, data: unknown) {
		super("refused", message("chain.svm.refused", { method, said: nodeText }), { rpcCode, nodeText });
		this.name = "SvmRefusal";
		this.data = data;
	}
}

/** Asks one method and reads its result with `schema`. Throws ChainError; SvmRefusal where the RPC said no. */
export type SvmRpc = <T>(schema: z.ZodType<T>, method: string, params: readonly unknown[]) => Promise<T>;

/**
 * Every whole number is a bigint, read from the text itself (ECMAScript's JSON.parse source text access); the
 * few fractions of Solana's answers are for show and stay numbers. What can't be told exactly stays a number
 * too, and no schema takes it.
 */
function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
	if (typeof value !== "number") return value;
	const source = context?.source ?? "";
	return /^-?[0-9]{1,40}$/.test(source) ? BigInt(source) : value;
}

/** Neither runs a transaction nor gives whole accounts. */
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
