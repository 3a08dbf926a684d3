import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { message } from "../../../core/message.ts";
import { MAX_QUOTED, notJson, postJson, type RpcAnswer, type RpcPorts } from "../rpc-post.ts";

/**
 * Solana's JSON-RPC 2.0 over the injected fetch: one request a call, no batching, no retry, no websocket.
 *
 * Why not the `Connection` of @solana/web3.js, nor json-rpc.ts: both read JSON's numbers as floats, and
 * lamports are written as numbers up to 2^64 - 1; and a refused transaction is told apart by the `data` of its
 * error. Here whole numbers become bigint, and a refusal keeps its data.
 */

const rpcFault = z.looseObject({ code: z.bigint(), message: z.string(), data: z.unknown().optional() });
const answer = z.union([z.looseObject({ error: rpcFault }), z.looseObject({ result: z.unknown() })]);

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

function parsed(ports: RpcPorts, got: RpcAnswer): unknown {
	try {
		return JSON.parse(got.text, exact);
	} catch (cause) {
		throw notJson(ports, "svm", got, cause);
	}
}

export function createSvmRpc(ports: RpcPorts): SvmRpc {
	let id = 0;
	return async (schema, method, params) => {
		id += 1;
		const got = await postJson(ports, "svm", JSON.stringify({ jsonrpc: "2.0", id, method, params }));
		const unreadable = (cause?: unknown) =>
			new ChainError("unreadable", message("chain.svm.unreadable", { method }), { cause });
		const read = answer.safeParse(parsed(ports, got));
		if (!read.success) throw unreadable(read.error);
		const reply = read.data;
		// Some nodes write `error: null` beside a result.
		const fault = rpcFault.safeParse(reply["error"]);
		if (fault.success) {
			const { message: nodeText, code, data } = fault.data;
			throw new SvmRefusal(method, nodeText.slice(0, MAX_QUOTED), Number(code), data);
		}
		const result = schema.safeParse(reply["result"]);
		if (!result.success) throw unreadable(result.error);
		return result.data;
	};
}
