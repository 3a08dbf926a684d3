import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { closeServer, listen } from "../mock-service/http.ts";

/** Stands between app and service, and spoils answers by a seeded schedule of each session. */

export interface ChaosProxy {
	readonly url: string;
	/** POST requests that came again under their idempotency key with another content. */
	resent(): number;
	calm(): void;
	stop(): Promise<void>;
}

export interface ChaosOptions {
	readonly target: string;
	/** The schedule of a session; null: no session of the run. */
	readonly seedOf: (sessionId: string) => number | null;
	/** Changes whole answers for good, calm or not: proves that a divergence is seen. */
	readonly forge?: (body: string) => string;
}

/** Mulberry32: numbers from 0 to 1 by a seed. */
export function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const HUGE = 2_000_000;
const TROUBLES = ["none", "cut", "delay", "twice", "reorder", "half_open", "status", "type", "huge"] as const;

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
	const parts: Buffer[] = [];
	for await (const part of incoming) parts.push(Buffer.from(part));
	return Buffer.concat(parts);
};

/** Splits what arrived at once into frames, to repeat or reorder them. */
const pieces = (text: string): string[] => text.split(/(?<=\n\n)/);

export async function startChaosProxy({ target, seedOf, forge }: ChaosOptions): Promise<ChaosProxy> {
	let calm = false;
	let resent = 0;
	const sent = new Map<string, string>();
	const schedules = new Map<string, () => number>();
	const open = new Set<ServerResponse>();

	const next = (path: string): (() => number) | null => {
		const id = decodeURIComponent(/^\/v1\/agent\/chat\/([^/?]+)/.exec(path)?.[1] ?? "");
		const seed = seedOf(id);
		if (seed === null) return null;
		const held = schedules.get(id) ?? random(seed);
		schedules.set(id, held);
		return held;
	};

	async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const path = incoming.url ?? "/";
		const body = await bodyOf(incoming);
		const key = incoming.headers["idempotency-key"];
		if (typeof key === "string") {
			const content = `${incoming.method} ${path} ${body.toString()}`;
			if ((sent.get(key) ?? content) !== content) resent += 1;
			sent.set(key, content);
		}
		const draw = calm ? null : next(path);
		const trouble = draw === null ? "none" : (TROUBLES[Math.floor(draw() * TROUBLES.length)] ?? "none");
		const size = draw?.() ?? 0;
		if (trouble === "status") {
			const status = [429, 500, 502][Math.floor(size * 3)] ?? 500;
			response.writeHead(status, { "content-type": "text/html" }).end("<html><h1>Bad gateway</h1></html>");
			return;
		}
		if (trouble === "type") {
			response.writeHead(200, { "content-type": "application/json" }).end('{"session_id":5,"events":"none"}');
			return;
		}
		if (trouble === "huge") {
			response.writeHead(200, { "content-type": "application/json" }).end("[".repeat(HUGE));
			return;
		}
		if (trouble === "half_open") return;
		if (trouble === "delay") await new Promise((resolve) => setTimeout(resolve, size * 50));
		const { host: _, ...headers } = incoming.headers;
		const onward = request(new URL(path, target), { method: incoming.method ?? "GET", headers });
		response.on("close", () => onward.destroy());
		onward.on("error", () => response.destroy());
		onward.on("response", (answer) => {
			answer.on("error", () => response.destroy());
			const { "content-length": __, ...kept } = answer.headers;
			response.writeHead(answer.statusCode ?? 502, kept);
			response.flushHeaders();
			const left = Math.floor(size * 3_000);
			let written = 0;
			answer.on("data", (part: Buffer) => {
				let text = forge === undefined ? part : Buffer.from(forge(part.toString()));
				if (trouble === "twice")
					text = Buffer.from(
						pieces(text.toString())
							.flatMap((each) => [each, each])
							.join(""),
					);
				if (trouble === "reorder") text = Buffer.from(pieces(text.toString()).reverse().join(""));
				if (trouble === "cut" && written + text.length > left) {
					response.write(text.subarray(0, Math.max(0, left - written)));
					response.socket?.destroySoon();
					return;
				}
				written += text.length;
				response.write(text);
			});
			answer.on("end", () => response.end());
		});
		onward.end(body);
	}

	const server = createServer((incoming, response) => {
		open.add(response);
		response.on("close", () => open.delete(response));
		pass(incoming, response).catch(() => response.destroy());
	});
	const { url } = await listen(server, 0);
	return {
		url,
		resent: () => resent,
		calm() {
			calm = true;
			for (const response of open) response.destroy();
		},
		stop: () => closeServer(server),
	};
}
