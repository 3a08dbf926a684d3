import { createServer } from "node:http";
import type { Loopback } from "../../ports.ts";

const PATH = "/callback";
const PAGE = `<!doctype html><meta charset="utf-8"><title>Countersign</title><p>You can close this page and go back to Countersign.</p>`;

const STRANGE = `<!doctype html><meta charset="utf-8"><title>Countersign</title><p>This is not the answer that Countersign waits for. Nothing was done with it. Use the page that Countersign opened last.</p>`;

function targetOf(target: string | undefined): URL | null {
	return URL.parse(target ?? "/", "http://127.0.0.1");
}

export async function openLoopback(): Promise<Loopback> {
	let arrived: (url: URL) => void = () => {};
	let accepts: (url: URL) => boolean = () => true;
	const first = new Promise<URL>((resolve) => {
		arrived = resolve;
	});
	const server = createServer((request, response) => {
		const url = targetOf(request.url);
		if (request.method !== "GET" || url?.pathname !== PATH) {
			response.writeHead(404).end();
			return;
		}
		const isAnswer = accepts(url);
		response.writeHead(isAnswer ? 200 : 400, {
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-store",
			// The address of this page contains the code, so no referrer is sent.
			"referrer-policy": "no-referrer",
			"content-security-policy": "default-src 'none'",
			connection: "close",
		});
		response.end(isAnswer ? PAGE : STRANGE);
		if (isAnswer) arrived(url);
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the listener has no port");
	return {
		redirectUri: `http://127.0.0.1:${address.port}${PATH}`,
		async redirected(signal, isAnswer = () => true) {
			signal.throwIfAborted();
			accepts = isAnswer;
			return await new Promise<URL>((resolve, reject) => {
				signal.addEventListener("abort", () => reject(signal.reason), { once: true });
				first.then(resolve, reject);
			});
		},
		async close() {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
