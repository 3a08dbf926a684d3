import { describe, expect, it } from "vitest";
import type { ChainSetting } from "../../../../src/ipc/settings.ts";
import { RpcOrder, rpcsOf } from "../../../../src/main/networks/rpc-order.ts";
import { saying } from "../../../support/saying.ts";
import { settle } from "../../ledger-process/fake.ts";
import { fakeClock } from "../chains/fake-rpc.ts";

const [A, B, C] = ["https://a.example/key", "https://b.example", "https://c.example"] as const;
const BASE: ChainSetting = {
	family: "evm",
	chainId: "8453",
	name: "Base",
	rpcUrl: A,
	otherRpcUrls: [B, C],
	genesisHash: null,
};
const MINUTE = 60_000;

/** Creates RPCs by address, with the chain ID that each reports; `null` if it doesn't answer. */
function scene() {
	const says: Record<string, string | null> = { [A]: "0x2105", [B]: "0x2105", [C]: "0x2105" };
	const asked: string[] = [];
	const moved: string[] = [];
	const lines: string[] = [];
	const clock = fakeClock();
	const fetch: typeof globalThis.fetch = async (url) => {
		asked.push(String(url));
		const said = says[String(url)] ?? null;
		if (said === null) throw new TypeError("connection refused");
		if (said === "busy") return new Response("overloaded", { status: 503 });
		return Response.json({ jsonrpc: "2.0", id: 1, result: said });
	};
	const order = new RpcOrder({
		fetch,
		clock,
		onMoved: (chainId) => moved.push(chainId),
		log: (line) => lines.push(line),
	});
	/**
	 * Reports that the current RPC doesn't answer.
	 * @returns the RPC that is used afterwards
	 */
	async function silent(chain = BASE, url = order.urlOf(chain)): Promise<string> {
		order.recordSilence(chain, url);
		await settle();
		return order.urlOf(chain);
	}
	return { says, asked, moved, lines, clock, order, silent };
}

describe("the queried RPC of a chain", () => {
	it("is the first of its list, and no other is queried", () => {
		const { order, asked } = scene();
		expect(order.urlOf(BASE)).toBe(A);
		expect(order.isStandIn(BASE)).toBe(false);
		expect(order.notes(BASE)).toEqual([]);
		expect(asked).toEqual([]);
	});

	it.each([null, "busy"])(
		"is the next one if the first gives no answer (%s), which is reported",
		async (said) => {
			const { order, says, moved, silent } = scene();
			says[A] = said;
			expect(await silent()).toBe(B);
			expect(moved).toEqual(["8453"]);
			expect(order.isStandIn(BASE)).toBe(true);
			expect(order.notes(BASE)).toEqual([
				saying("app.rpc.moved", { chain: "Base", first: "a.example", now: "b.example" }),
			]);
		},
	);

	it("is reported in the log without its host, which may hold a key", async () => {
		const { says, lines, silent } = scene();
		says[A] = null;
		await silent();
		expect(lines).toEqual(["rpc of 8453: number 2 of its list is asked from now on"]);
	});

	it("stays if it still returns its chain: one query was too much for it", async () => {
		const { says, asked, moved, silent } = scene();
		expect(await silent()).toBe(A);
		says[A] = "0x1";
		expect(await silent()).toBe(A);
		expect(new Set(asked)).toEqual(new Set([A]));
		expect(moved).toEqual([]);
	});

	it("is never one of another chain, which is reported", async () => {
		const { order, says, silent } = scene();
		Object.assign(says, { [A]: null, [B]: "0x1" });
		expect(await silent()).toBe(C);
		expect(order.notes(BASE)).toContainEqual(
			saying("app.rpc.other-chain", { chain: "Base", host: "b.example" }),
		);
	});

	it("stays if none of the list answers, and they are not all queried again at once", async () => {
		const { order, says, asked, moved, clock, silent } = scene();
		Object.assign(says, { [A]: null, [B]: null, [C]: "0x1" });
		expect(await silent()).toBe(A);
		expect(asked).toEqual([A, B, C]);
		await silent();
		expect(asked).toHaveLength(3);
		clock.advance(MINUTE);
		says[B] = "0x2105";
		expect(await silent()).toBe(B);
		expect(moved).toEqual(["8453"]);
		expect(order.isStandIn(BASE)).toBe(true);
	});

	it("is not skipped for the silence of another one, or twice for the same", async () => {
		const { order, says, moved, silent } = scene();
		says[A] = null;
		expect(await silent(BASE, C)).toBe(A);
		order.recordSilence(BASE, A);
		order.recordSilence(BASE, A);
		await settle();
		expect(await silent(BASE, A)).toBe(B);
		expect(moved).toEqual(["8453"]);
	});

	it("wraps from the last of the list to the first", async () => {
		const { says, clock, silent } = scene();
		says[A] = null;
		expect(await silent()).toBe(B);
		clock.advance(MINUTE);
		Object.assign(says, { [A]: "0x2105", [B]: null, [C]: null });
		expect(await silent()).toBe(A);
	});

	it("is the first again after a while, once that answers", async () => {
		const { order, says, moved, clock, silent } = scene();
		says[A] = null;
		await silent();
		clock.advance(5 * MINUTE);
		expect(order.urlOf(BASE)).toBe(B);
		await settle();
		expect(order.urlOf(BASE)).toBe(B);
		says[A] = "0x2105";
		clock.advance(5 * MINUTE);
		order.urlOf(BASE);
		await settle();
		expect(order.urlOf(BASE)).toBe(A);
		expect(order.notes(BASE)).toEqual([]);
		expect(moved).toEqual(["8453", "8453"]);
	});

	it("is the first of a list that changed meanwhile", async () => {
		const { order, says, moved } = scene();
		says[A] = null;
		order.recordSilence(BASE, A);
		const changed = { ...BASE, otherRpcUrls: [C] };
		expect(order.urlOf(changed)).toBe(A);
		await settle();
		expect(order.urlOf(changed)).toBe(A);
		expect(moved).toEqual([]);
	});

	it("is never the witness, which would agree with itself", () => {
		expect(rpcsOf({ ...BASE, secondRpcUrl: "https://b.example/other-key" })).toEqual([A, C]);
		expect(rpcsOf({ ...BASE, otherRpcUrls: [A, B] })).toEqual([A, B]);
	});

	it("stays if it is the only one", async () => {
		const { says, asked, silent } = scene();
		says[A] = null;
		expect(await silent({ ...BASE, otherRpcUrls: undefined })).toBe(A);
		expect(asked).toEqual([]);
	});
});
