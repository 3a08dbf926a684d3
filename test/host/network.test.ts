import { expect, test } from "vitest";
import { boundedFetch } from "./network.ts";

/** Waits several turns of the event loop, so that everything that can proceed does so. */
async function settled(): Promise<void> {
	for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("the seventh request to a host waits until a response ends, but a request to another host doesn't", async () => {
	const requested: string[] = [];
	const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
	const fetch = boundedFetch(async (input) => {
		requested.push(String(input));
		return new Response(new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) }));
	}, 6);
	const open = Array.from({ length: 8 }, (_, at) => fetch(`http://one.example/${at}`));
	await settled();
	expect(requested).toHaveLength(6);
	void fetch("http://two.example/");
	await settled();
	expect(requested).toHaveLength(7);
	streams[0]?.close();
	await settled();
	expect(requested.at(-1)).toBe("http://one.example/6");
	await (await open[1])?.body?.cancel();
	await settled();
	expect(requested.at(-1)).toBe("http://one.example/7");
});

test("a failed request releases its connection", async () => {
	let count = 0;
	const fetch = boundedFetch(async () => {
		count += 1;
		throw new TypeError("refused");
	}, 1);
	for (let at = 0; at < 3; at += 1) await expect(fetch("http://one.example/")).rejects.toThrow("refused");
	expect(count).toBe(3);
});
