import { z } from "zod";
import type { Clock } from "../ports.ts";
import { ChainError } from "./chain-error.ts";

/**
 * Solana's JSON-RPC 2.0 over the injected fetch: one request a call, no batching, no retry, no websocket.
 *
 * Why not the `Connection` of @solana/web3.js, nor json-rpc.ts: both read JSON's numbers as floats, and
 * lamports are written as numbers up to 2^64 - 1; and a refused transaction is told apart by the `data` of its
 * error. Here whole numbers become bigint, and a refusal keeps its data.
 */

const TIMEOUT_MS = 10_000;
/** Characters; 64 accounts of 16 KiB in base64 are a sixth of it. */
const MOST_ANSWER = 8 * 2 ** 20;

const rpcFault = z.looseObject({ code: z.bigint(), message: z.string(), data: z.unknown().optional() });
const answer = z.union([z.looseObject({ error: rpcFault }), z.looseObject({ result: z.unknown() })]);

export interface SvmRpcPorts {
	readonly url: string;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
}

/** An error that the RPC itself answered. `data`: what it said besides, unread. */
export class SvmRefusal extends ChainError {
	readonly data: unknown;

	constructor(message: string, code: number, data: unknown) {
		super("refused", message, { code });
		this.name = "SvmRefusal";
		this.data = data;
	}
}

/** Asks one method and reads its result with `schema`. Throws ChainError; SvmRefusal where the RPC said no. */
export type SvmRpc = <T>(schema: z.ZodType<T>, method: string, params: readonly unknown[]) => Promise<T>;

async function post(ports: SvmRpcPorts, body: string): Promise<string> {
	const abort = new AbortController();
	const cancel = ports.clock.after(TIMEOUT_MS, () => abort.abort());
	try {
		const response = await ports.fetch(ports.url, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body,
			signal: abort.signal,
			redirect: "error",
		});
		return await response.text();
	} catch (cause) {
		throw new ChainError(
			"unreachable",
			"Your Solana RPC gave no answer. Check its address in Settings or try again.",
			{ cause },
		);
	} finally {
		cancel();
	}
}

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

function parsed(text: string): unknown {
	try {
		if (text.length <= MOST_ANSWER) return JSON.parse(text, exact);
	} catch (cause) {
		throw new ChainError(
			"unreadable",
			"Your Solana RPC answered with something that is not JSON. Check its address in Settings.",
			{ cause },
		);
	}
	throw new ChainError("unreadable", "Your Solana RPC answered with more than can be an answer.");
}

export function createSvmRpc(ports: SvmRpcPorts): SvmRpc {
	let id = 0;
	return async (schema, method, params) => {
		id += 1;
		const text = await post(ports, JSON.stringify({ jsonrpc: "2.0", id, method, params }));
		const unreadable = (cause?: unknown) =>
			new ChainError("unreadable", `Your Solana RPC answered ${method} with something unreadable.`, {
				cause,
			});
		const read = answer.safeParse(parsed(text));
		if (!read.success) throw unreadable(read.error);
		const reply = read.data;
		// Some nodes write `error: null` beside a result.
		const fault = rpcFault.safeParse(reply["error"]);
		if (fault.success) {
			const { message, code, data } = fault.data;
			const words = `Your Solana RPC refused ${method}: ${message.slice(0, 300)}`;
			throw new SvmRefusal(words, Number(code), data);
		}
		const result = schema.safeParse(reply["result"]);
		if (!result.success) throw unreadable(result.error);
		return result.data;
	};
}
