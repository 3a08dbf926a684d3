import type { z } from "zod";
import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/localized-text.ts";
import { createRpcLink, type RpcLink } from "./rpc-link.ts";
import { MAX_QUOTED, type RpcPorts } from "./rpc-post.ts";

export type Rpc = <T>(schema: z.ZodType<T>, method: string, params: readonly unknown[]) => Promise<T>;

const BATCHED: ReadonlySet<string> = new Set([
	"eth_blockNumber",
	"eth_chainId",
	"eth_getBalance",
	"eth_getBlockByNumber",
	"eth_getCode",
	"eth_getStorageAt",
	"eth_getTransactionByHash",
	"eth_getTransactionCount",
	"eth_getTransactionReceipt",
	"eth_maxPriorityFeePerGas",
]);

/** Longer data is dropped, because programs only use the data to identify errors. */
const REVERT_DATA = /^0x(?:[0-9a-fA-F]{2}){1,2048}$/;

export const evmLink = (ports: RpcPorts): RpcLink =>
	createRpcLink(ports, {
		family: "evm",
		parse: JSON.parse,
		batched: BATCHED,
		isSent: (method) => method.startsWith("eth_send"),
		isSlow: (method) => method === "eth_getLogs",
	});

export function createRpc(link: RpcLink): Rpc {
	return async (schema, method, params) => {
		const reply = await link.request(method, params);
		if (!reply.ok) {
			const { code, text, data } = reply.fault;
			const nodeText = text.slice(0, MAX_QUOTED);
			throw new ChainError("refused", message("chain.evm.refused", { method, said: nodeText }), {
				rpcCode: code,
				nodeText,
				revertData: typeof data === "string" && REVERT_DATA.test(data) ? data : null,
			});
		}
		const result = schema.safeParse(reply.result);
		if (!result.success)
			throw new ChainError("unreadable", message("chain.evm.unreadable", { method }), {
				cause: result.error,
			});
		return result.data;
	};
}
