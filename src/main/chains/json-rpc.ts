import { z } from "zod";
import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/message.ts";
import { MAX_QUOTED, notJson, postJson, type RpcAnswer, type RpcPorts } from "./rpc-post.ts";

/**
 * JSON-RPC 2.0 over the injected fetch: no batching, no silent retry. What is asked while the same is being asked
 * shares its answer, but for what is sent: that goes out as often as it is meant to.
 */

const rpcFault = z.looseObject({ code: z.number(), message: z.string() });
const answer = z.union([z.looseObject({ error: rpcFault }), z.looseObject({ result: z.unknown() })]);

/** Asks one method and reads its result with `schema`. Throws ChainError. */
export type Rpc = <T>(schema: z.ZodType<T>, method: string, params: readonly unknown[]) => Promise<T>;

function parsed(ports: RpcPorts, got: RpcAnswer): unknown {
	try {
		return JSON.parse(got.text);
	} catch (cause) {
		throw notJson(ports, "evm", got, cause);
	}
}

/** Questions to one RPC that are not answered yet, by method and parameters. */
export type UnderWay = Map<string, Promise<RpcAnswer>>;

const isSent = (method: string) => method.startsWith("eth_send");

export function createRpc(ports: RpcPorts, underWay: UnderWay = new Map()): Rpc {
	let id = 0;

	function post(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
		id += 1;
		return postJson(ports, "evm", JSON.stringify({ jsonrpc: "2.0", id, method, params }));
	}

	function ask(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
		if (isSent(method)) return post(method, params);
		const question = JSON.stringify([method, params]);
		const same = underWay.get(question);
		if (same !== undefined) return same;
		const asked = post(method, params).finally(() => underWay.delete(question));
		underWay.set(question, asked);
		return asked;
	}

	return async (schema, method, params) => {
		const got = await ask(method, params);
		const read = answer.safeParse(parsed(ports, got));
		if (!read.success) throw new ChainError("unreadable", message("chain.evm.unreadable", { method }));
		const reply = read.data;
		// Some nodes write `error: null` beside a result.
		const fault = rpcFault.safeParse(reply["error"]);
		if (fault.success) {
			const nodeText = fault.data.message.slice(0, MAX_QUOTED);
			throw new ChainError("refused", message("chain.evm.refused", { method, said: nodeText }), {
				rpcCode: fault.data.code,
				nodeText,
			});
		}
		const result = schema.safeParse(reply["result"]);
		if (!result.success)
			throw new ChainError("unreadable", message("chain.evm.unreadable", { method }), {
				cause: result.error,
			});
		return result.data;
	};
}
