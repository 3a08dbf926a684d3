import type { createServer, IncomingMessage, Server, ServerResponse } from "node:http";
import type { Loopback } from "../../ports.ts";

const PATH = "/callback";
const PAGE = `<!doctype html><meta charset="utf-8"><title>Countersign</title><p>You can close this page and go back to Countersign.</p>`;

const STRANGE = `<!doctype html><meta charset="utf-8"><title>Countersign</title><p>This is not the answer that Countersign waits for. Nothing was done with it. Use the page that Countersign opened last.</p>`;

function targetOf(target: string | undefined): URL | null {
	return URL.parse(target ?? "/", "http://127.0.0.1");
}

/** Listens on this computer for a single browser redirect. */
export class LoopbackServer implements Loopback {
	readonly #server: Server;
	readonly #arrived = Promise.withResolvers<URL>();
	#accepts: (url: URL) => boolean = () => true;
	#port = 0;

	private constructor(create: typeof createServer) {
		this.#server = create((request, response) => this.#answer(request, response));
	}

	static async open(): Promise<LoopbackServer> {
		// Loaded on demand, because loading takes a while and sign-ins are rare.
		const { createServer } = await import("node:http");
		const loopback = new LoopbackServer(createServer);
		await loopback.#listen();
		return loopback;
	}

	get redirectUri(): string {
		return `http://127.0.0.1:${this.#port}${PATH}`;
	}

	async redirected(signal: AbortSignal, isAnswer: (url: URL) => boolean = () => true): Promise<URL> {
		signal.throwIfAborted();
		this.#accepts = isAnswer;
		return await new Promise<URL>((resolve, reject) => {
			signal.addEventListener("abort", () => reject(signal.reason), { once: true });
			this.#arrived.promise.then(resolve, reject);
		});
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise<void>((resolve) => this.#server.close(() => resolve()));
	}

	async #listen(): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.#server.once("error", reject);
			this.#server.listen(0, "127.0.0.1", resolve);
		});
		const address = this.#server.address();
		if (address === null || typeof address === "string") throw new Error("the listener has no port");
		this.#port = address.port;
	}

	#answer(request: IncomingMessage, response: ServerResponse): void {
		const url = targetOf(request.url);
		if (request.method !== "GET" || url?.pathname !== PATH) {
			response.writeHead(404).end();
			return;
		}
		const isAnswer = this.#accepts(url);
		response.writeHead(isAnswer ? 200 : 400, {
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-store",
			// This page's address contains the code, so the referrer isn't sent.
			"referrer-policy": "no-referrer",
			"content-security-policy": "default-src 'none'",
			connection: "close",
		});
		response.end(isAnswer ? PAGE : STRANGE);
		if (isAnswer) this.#arrived.resolve(url);
	}
}
