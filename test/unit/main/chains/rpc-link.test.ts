import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRpc, evmLink, type Rpc } from "../../../../src/main/chains/json-rpc.ts";
import { createSvmRpc, svmLink } from "../../../../src/main/chains/svm/rpc.ts";
import { eagerClock } from "./fake-rpc.ts";

/** Queries to an RPC: batched if it accepts batches, and no faster than it permits. */

interface Body {
	readonly id: number;
	readonly method: string;
	readonly params: readonly unknown[];
}
type Said =
	| { readonly result: unknown }
	| { readonly error: { readonly code: number; readonly message: string } };

/** Creates an RPC that answers each query with `says`, and records the posts. */
function scene(
	says: (body: Body, clock: ReturnType<typeof eagerClock>) => Said | Response,
	{ takesBatches = true }: { readonly takesBatches?: boolean } = {},
) {
	const clock = eagerClock();
	const posts: (Body | readonly Body[])[] = [];
	const open = { now: 0, most: 0 };
	const silences = { count: 0 };
	const fetch: typeof globalThis.fetch = async (_url, init) => {
		const body: Body | readonly Body[] = JSON.parse(String(init?.body));
		posts.push(body);
		open.now += 1;
		open.most = Math.max(open.most, open.now);
		await new Promise((resolve) => setImmediate(resolve));
		open.now -= 1;
		const answer = (one: Body) => {
			const said = says(one, clock);
			return said instanceof Response ? said : { jsonrpc: "2.0", id: one.id, ...said };
		};
		if ("method" in body) {
			const said = answer(body);
			return said instanceof Response ? said : Response.json(said);
		}
		if (!takesBatches)
			return Response.json({ error: { code: -32_600, message: "no batches" } }, { status: 400 });
		const all = body.map(answer);
		return all.find((each) => each instanceof Response) ?? Response.json(all);
	};
	const states: boolean[] = [];
	const ports = {
		url: "http://rpc.test",
		fetch,
		clock,
		onBusy: (isBusy: boolean) => void states.push(isBusy),
		onSilence: () => {
			silences.count += 1;
		},
	};
	const counts = () => posts.map((body) => ("method" in body ? 1 : body.length));
	return {
		rpc: createRpc(evmLink(ports)),
		svm: createSvmRpc(svmLink(ports)),
		posts,
		counts,
		open,
		clock,
		silences,
		states,
	};
}

const balances = (rpc: Rpc, count: number) =>
	Promise.all(Array.from({ length: count }, (_, at) => rpc(z.unknown(), "eth_getBalance", [at, "latest"])));
const echo = ({ params }: Body): Said => ({ result: params[0] });
const error = (code: number, message = "no"): Said => ({ error: { code, message } });

/** Returns an RPC that refuses this many queries first. */
function busyFor(count: number, said: () => Said | Response) {
	let left = count;
	return (body: Body): Said | Response => {
		left -= 1;
		return left >= 0 ? said() : echo(body);
	};
}

describe("reads of one moment", () => {
	it("are sent in batches of at most twenty, and each gets its own answer", async () => {
		const { rpc, counts } = scene(echo);
		expect(await balances(rpc, 45)).toEqual(Array.from({ length: 45 }, (_, at) => at));
		expect(counts()).toEqual([20, 20, 5]);
	});

	it("are sent alone if they may be slow, and once if they are equal", async () => {
		const { rpc, counts } = scene(echo);
		const ask = (method: string) => rpc(z.unknown(), method, [1, "latest"]);
		await Promise.all([ask("eth_call"), ask("eth_call"), ask("debug_traceCall"), ask("eth_getBalance")]);
		expect(counts()).toEqual([1, 1, 1]);
	});

	it("are sent one by one, few at a time, to an RPC without batches, and so from then on", async () => {
		const { rpc, counts, open } = scene(echo, { takesBatches: false });
		expect(await balances(rpc, 20)).toEqual(Array.from({ length: 20 }, (_, at) => at));
		expect(counts()).toEqual([20, ...Array.from({ length: 20 }, () => 1)]);
		expect(open.most).toBe(8);
		await balances(rpc, 3);
		expect(counts().slice(21)).toEqual([1, 1, 1]);
	});

	it("are sent alone if a batch lacks their answer, or has an unreadable one", async () => {
		const answers = new Map<number, unknown>();
		const fetch: typeof globalThis.fetch = async (_url, init) => {
			const body = JSON.parse(String(init?.body));
			if (!Array.isArray(body)) return Response.json({ id: body.id, result: "alone" });
			return Response.json([{ id: body[0].id, result: "together" }, { id: body[1].id }]);
		};
		const rpc = createRpc(evmLink({ url: "http://rpc.test", fetch, clock: eagerClock() }));
		expect(await balances(rpc, 3)).toEqual(["together", "alone", "alone"]);
		expect(answers.size).toBe(0);
	});

	it("fail alone if the RPC refuses one of them", async () => {
		const { rpc } = scene((body) => (body.params[0] === 1 ? error(-32_000) : echo(body)));
		const all = await Promise.allSettled(
			[0, 1, 2].map((at) => rpc(z.unknown(), "eth_getBalance", [at, "latest"])),
		);
		expect(all).toMatchObject([
			{ value: 0 },
			{ reason: { kind: "refused", rpcCode: -32_000 } },
			{ value: 2 },
		]);
	});
});

const page =
	(status: number, headers: Record<string, string> = {}) =>
	() =>
		new Response("<html>", { status, headers });

describe("a rate-limited RPC", () => {
	it.each<[string, () => Said | Response]>([
		["by HTTP", page(429)],
		["by HTTP, as overloaded, with a time", page(503, { "retry-after": "1" })],
		["by EIP-1474's code", () => error(-32_005, "limit exceeded")],
		["by another code", () => error(-32_029)],
		["by words", () => error(-32_000, "Too Many Requests")],
		[
			"by a JSON-RPC error under HTTP's status",
			() => Response.json(error(-32_000, "over quota"), { status: 429 }),
		],
	])("is waited for: %s", async (_, said) => {
		for (const count of [1, 3]) {
			const { rpc, clock, silences } = scene(busyFor(count, said));
			expect(await balances(rpc, 4)).toEqual([0, 1, 2, 3]);
			expect(clock.waited()).toBeGreaterThan(0);
			expect(silences.count).toBe(0);
		}
	});

	it("is left alone for its stated delay", async () => {
		for (const header of ["3", new Date(1_790_000_003_000).toUTCString()]) {
			const { rpc, clock } = scene(busyFor(1, page(429, { "retry-after": header })));
			await rpc(z.unknown(), "eth_call", [1, "latest"]);
			expect(clock.waited()).toBe(3_000);
		}
	});

	it("gets no other requests meanwhile, and one after the other then", async () => {
		const times: number[] = [];
		const { rpc } = scene((body, clock) => {
			times.push(clock.waited());
			return times.length === 1 ? page(429, { "retry-after": "1" })() : echo(body);
		});
		const first = rpc(z.unknown(), "eth_call", [0, "latest"]);
		await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
		await Promise.all([first, ...[1, 2, 3].map((at) => rpc(z.unknown(), "eth_call", [at, "latest"]))]);
		expect(times).toEqual([0, 1_000, 1_050, 1_100, 1_150]);
	});

	it("is given up in a bounded time, and reported as busy, or also as silent if it returned a page", async () => {
		const byPage = scene(page(429));
		await expect(byPage.rpc(z.unknown(), "eth_call", [1])).rejects.toMatchObject({ kind: "busy" });
		expect(byPage.clock.waited()).toBeLessThanOrEqual(20_000);
		expect(byPage.silences.count).toBe(1);
		const byCode = scene(() => error(-32_005));
		await expect(byCode.rpc(z.unknown(), "eth_call", [1])).rejects.toMatchObject({
			kind: "busy",
			rpcCode: -32_005,
		});
		expect(byCode.silences.count).toBe(0);
	});

	it("is not queried within a pause longer than any caller waits", async () => {
		const { rpc, counts } = scene(page(429, { "retry-after": "3600" }));
		await expect(rpc(z.unknown(), "eth_call", [1])).rejects.toMatchObject({ kind: "busy" });
		await expect(rpc(z.unknown(), "eth_call", [2])).rejects.toMatchObject({ kind: "busy" });
		expect(counts()).toEqual([1]);
	});

	it("is shown as busy once while requests wait for it, and no longer soon after", async () => {
		const { rpc, states } = scene(busyFor(3, page(429)));
		await balances(rpc, 4);
		expect(states).toEqual([true]);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(states).toEqual([true, false]);
		const calm = scene(echo);
		await balances(calm.rpc, 4);
		expect(calm.states).toEqual([]);
	});

	it("is waited for no longer than it needs, however short the first pauses were", async () => {
		const answeredAt: number[] = [];
		const { rpc } = scene((body, clock) => {
			if (clock.waited() < 1_000) return page(429)();
			answeredAt.push(clock.waited());
			return echo(body);
		});
		for (let at = 0; at < 5; at += 1) await rpc(z.unknown(), "eth_call", [at, "latest"]);
		const [first = 0, ...others] = answeredAt;
		expect(others.map((at, index) => at - first - index * 50)).toEqual([50, 50, 50, 50]);
	});

	it("is not assumed for a contract that fails with such a message", async () => {
		const { rpc, counts } = scene(() => error(3, "execution reverted: rate limit exceeded"));
		await expect(rpc(z.unknown(), "eth_call", [1])).rejects.toMatchObject({ kind: "refused", rpcCode: 3 });
		expect(counts()).toEqual([1]);
	});

	it("is not assumed for an RPC that refuses a range of logs with the same code", async () => {
		for (const text of [
			"query returned more than 10000 results. Try with this block range [0x0, 0x4fff].",
			"eth_getLogs block range is too large",
			"You can make eth_getLogs requests with up to a 500 block range.",
		]) {
			const { posts, rpc, states } = scene(() => error(-32_005, text));
			await expect(rpc(z.unknown(), "eth_getLogs", [{}])).rejects.toMatchObject({
				kind: "refused",
				nodeText: text,
			});
			expect([posts.length, states]).toEqual([1, []]);
		}
	});
});

describe("a transaction sent to the chain", () => {
	it("is sent exactly as often as intended, and a busy RPC has answered", async () => {
		const { rpc, svm, counts } = scene(() => error(-32_005, "limit exceeded"));
		for (const sending of [
			rpc(z.string(), "eth_sendRawTransaction", ["0x02"]),
			svm(z.string(), "sendTransaction", []),
		])
			await expect(sending).rejects.toMatchObject({ kind: "refused", rpcCode: -32_005 });
		expect(counts()).toEqual([1, 1]);
		const busy = scene(page(429));
		await expect(busy.rpc(z.string(), "eth_sendRawTransaction", ["0x02"])).rejects.toMatchObject({
			kind: "busy",
		});
		expect(busy.counts()).toEqual([1]);
	});
});

describe("a query of logs", () => {
	it("that takes too long does not mean that the RPC is silent", async () => {
		const fails = () => {
			throw new TypeError("fetch failed");
		};
		const { rpc, silences } = scene(fails);
		await expect(rpc(z.unknown(), "eth_getLogs", [{}])).rejects.toMatchObject({ kind: "unreachable" });
		expect(silences.count).toBe(0);
		await expect(rpc(z.unknown(), "eth_call", [{}])).rejects.toMatchObject({ kind: "unreachable" });
		expect(silences.count).toBe(1);
	});
});
