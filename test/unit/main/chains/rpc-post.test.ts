import { describe, expect, it } from "vitest";
import { z } from "zod";
import { message } from "../../../../src/core/localized-text.ts";
import { createRpc, evmLink } from "../../../../src/main/chains/json-rpc.ts";
import type { RpcPorts } from "../../../../src/main/chains/rpc-post.ts";
import { createSvmRpc, svmLink } from "../../../../src/main/chains/svm/rpc.ts";
import { eagerClock } from "./fake-rpc.ts";

const MEBIBYTE = 2 ** 20;
const URL = "http://rpc.test";

/** Returns an endless response; `given` counts the MiB that were read. */
function endless() {
	const world = { given: 0, cancelled: false };
	const chunk = new Uint8Array(MEBIBYTE).fill(0x20);
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => {
			world.given += 1;
			controller.enqueue(chunk);
		},
		cancel: () => {
			world.cancelled = true;
		},
	});
	return { world, fetch: async () => new Response(body) };
}

const FAMILIES = [
	["EVM", (ports: RpcPorts) => createRpc(evmLink(ports))],
	["Solana", (ports: RpcPorts) => createSvmRpc(svmLink(ports))],
] as const;

describe.each(FAMILIES)("an RPC's answer (%s)", (name, create) => {
	const asking = (fetch: typeof globalThis.fetch) =>
		create({ url: URL, fetch, clock: eagerClock() })(z.unknown(), "a_method", []);

	it("is read up to a cap, and no further if it is endless", async () => {
		const { world, fetch } = endless();
		await expect(asking(fetch)).rejects.toMatchObject({ name: "ChainError", kind: "too_large" });
		expect(world.cancelled).toBe(true);
		expect(world.given).toBeLessThanOrEqual(18);
	});

	it("is not read at all if its stated length exceeds the cap", async () => {
		const { world, fetch } = endless();
		const stating = async () => {
			const { body } = await fetch();
			return new Response(body, { headers: { "content-length": String(100 * MEBIBYTE) } });
		};
		await expect(asking(stating)).rejects.toMatchObject({ kind: "too_large" });
		expect(world.cancelled).toBe(true);
		expect(world.given).toBeLessThanOrEqual(1);
	});

	it("can be large", async () => {
		const result = "0".repeat(4 * MEBIBYTE);
		const large = async () => new Response(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
		expect(await asking(large)).toBe(result);
	});

	it("is text", async () => {
		const broken = async () => new Response(new Uint8Array([0x22, 0xff, 0xfe, 0x22]));
		await expect(asking(broken)).rejects.toMatchObject({ kind: "unreadable" });
	});

	const family = name === "EVM" ? "evm" : "svm";
	it.each([
		["its status if it failed", 500, message("chain.http-status", { family, status: 500 })],
		["not JSON if it is a page", 200, message("chain.not-json", { family })],
	])("that is not JSON is reported as %s", async (_, status, text) => {
		const page = async () => new Response("<html>", { status });
		await expect(asking(page)).rejects.toMatchObject({ kind: "unreadable", text });
	});

	it("is an error of JSON-RPC under any status", async () => {
		const error = { jsonrpc: "2.0", id: 1, error: { code: 3, message: "execution reverted" } };
		for (const status of [200, 400, 429, 500]) {
			const reverting = async () => Response.json(error, { status });
			await expect(asking(reverting)).rejects.toMatchObject({ kind: "refused", rpcCode: 3 });
		}
	});

	it("is absent if the connection ends halfway", async () => {
		const cut = async () => {
			const body = new ReadableStream<Uint8Array>({
				start: (controller) => controller.error(new TypeError("terminated")),
			});
			return new Response(body);
		};
		await expect(asking(cut)).rejects.toMatchObject({ kind: "unreachable" });
	});
});

describe.each(FAMILIES)("an RPC without an answer (%s)", (_, create) => {
	const silences = async (fetch: typeof globalThis.fetch): Promise<number> => {
		let silent = 0;
		const onSilence = () => {
			silent += 1;
		};
		await create({ url: URL, fetch, clock: eagerClock(), onSilence })(z.unknown(), "a_method", []).catch(
			() => {},
		);
		return silent;
	};
	const answering = (body: string, status = 200) => silences(async () => new Response(body, { status }));

	it("is reported as silent if it is unreachable, fails by itself, or is rate-limited", async () => {
		const unreached = async () => {
			throw new TypeError("connection refused");
		};
		expect(await silences(unreached)).toBe(1);
		for (const status of [429, 500, 503]) expect(await answering("<html>", status)).toBe(1);
	});

	it("is not reported as silent for its answers, with any status", async () => {
		const reverted = JSON.stringify({ error: { code: 3, message: "execution reverted" } });
		for (const status of [200, 400, 429, 500]) expect(await answering(reverted, status)).toBe(0);
		expect(await answering("<html>", 404)).toBe(0);
		expect(await answering("not JSON")).toBe(0);
	});
});
