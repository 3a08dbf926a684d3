import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";

const call = z.looseObject({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
export type RpcCall = z.infer<typeof call>;
const body = z.union([call, z.array(call)]);
const one = z.looseObject({ id: z.unknown() });
const answers = z.union([z.array(one), one]);

interface LogFault {
	readonly code: number;
	readonly message: string;
}

const filter = z.looseObject({ fromBlock: z.string(), toBlock: z.string() });

/** A proxy between the app and the chain, which tests use to make the user's RPC fail. */
export interface RpcProxy {
	readonly url: string;
	/** Turns all responses off, as if the server were down, or on again. */
	setDown(down: boolean): void;
	/** Answers this method with a gateway error. `null` for none. */
	refuse(method: string | null): void;
	/** Makes the RPC claim this chain ID. `null` for the real one. */
	claimChain(chainId: number | null): void;
	/**
	 * Makes `eth_getLogs` return an error, or not respond at all for `stall`. `null` returns the chain's
	 * response.
	 */
	spoilLogs(spoil: (from: number, to: number) => LogFault | "stall" | null): void;
	/** Returns how often a method was called. */
	callCount(method: string): number;
	close(): Promise<void>;
}

/** @param onCall called before each call is passed on */
export async function startRpcProxy(
	target: string,
	onCall: (call: RpcCall) => Promise<void> = async () => undefined,
): Promise<RpcProxy> {
	let down = false;
	let refused: string | null = null;
	let claimed: number | null = null;
	let spoil: Parameters<RpcProxy["spoilLogs"]>[0] = () => null;
	const callCounts = new Map<string, number>();

	function spoilt({ method, params }: RpcCall): LogFault | "stall" | null {
		if (method !== "eth_getLogs") return null;
		const { fromBlock, toBlock } = filter.parse(params[0]);
		return spoil(Number(fromBlock), Number(toBlock));
	}

	/** Replaces the chain ID in the chain's responses with the claimed one. */
	function claimedIn(calls: readonly RpcCall[], text: string): string {
		const ids = new Set(calls.flatMap(({ id, method }) => (method === "eth_chainId" ? [id] : [])));
		if (claimed === null || ids.size === 0) return text;
		const result = `0x${claimed.toString(16)}`;
		const read = answers.parse(JSON.parse(text));
		const lie = (each: z.infer<typeof one>) => (ids.has(each.id) ? { ...each, result } : each);
		return JSON.stringify(Array.isArray(read) ? read.map(lie) : lie(read));
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (down) {
			request.socket.destroy();
			return;
		}
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk));
		const text = Buffer.concat(chunks).toString("utf8");
		const parsed = body.parse(JSON.parse(text));
		const calls = Array.isArray(parsed) ? parsed : [parsed];
		for (const { method } of calls) callCounts.set(method, (callCounts.get(method) ?? 0) + 1);
		if (calls.some(({ method }) => method === refused)) {
			response.writeHead(503).end("no");
			return;
		}
		const json = { "content-type": "application/json" };
		for (const call of calls) {
			const fault = spoilt(call);
			if (fault === "stall") return;
			if (fault === null) continue;
			response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id: call.id, error: fault }));
			return;
		}
		for (const call of calls) await onCall(call);
		const passed = await fetch(target, { method: "POST", headers: json, body: text });
		response.writeHead(passed.status, json).end(claimedIn(calls, await passed.text()));
	}

	const server = createServer((request, response) => {
		answer(request, response).catch(() => response.writeHead(502).end());
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the proxy has no port");
	return {
		url: `http://127.0.0.1:${address.port}`,
		setDown(next) {
			down = next;
			if (next) server.closeAllConnections();
		},
		refuse(method) {
			refused = method;
		},
		claimChain(chainId) {
			claimed = chainId;
		},
		spoilLogs(next) {
			spoil = next;
		},
		callCount: (method) => callCounts.get(method) ?? 0,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
