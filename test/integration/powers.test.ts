import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PERMIT2 } from "../../src/core/match/revocation.ts";
import type { PowerRow } from "../../src/ipc/powers.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import { AS_ETHEREUM, type GivenPowers, givePowers, LINK } from "../chains/powers.ts";
import { type RpcProxy, startRpcProxy } from "../e2e/pages/rpc-proxy.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { evmNetwork } from "../support/networks.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";

/** Permissions given outside the app: found in the logs of a real chain through a limited RPC, and revoked. */

const SPENDER = "0x00000000000000000000000000000000000dead1";
const MINED = 300;
const CHAIN = "1";

describe("powers that the logs show", () => {
	let world: World;
	let proxy: RpcProxy;
	let person: Person;
	let given: GivenPowers;
	const folder = scratch();
	const key = generatePrivateKey();
	const owner = privateKeyToAddress(key);

	const open = async () =>
		await openPerson({
			dataDir: folder.path,
			baseUrl: world.service.url,
			token: world.service.token,
			chains: [evmNetwork({ chainId: world.chain.chainId, url: proxy.url })],
			key,
		});

	beforeAll(async () => {
		world = await openWorld({}, AS_ETHEREUM);
		proxy = await startRpcProxy(world.chain.url);
		await world.demo.fund(owner);
		given = await givePowers(world.chain, LINK, privateKeyToAccount(key), SPENDER);
		await world.chain.mine(MINED);
		person = await open();
	});

	afterAll(async () => {
		await person?.stop();
		await proxy?.close();
		await world?.close();
		folder.remove();
	});

	const view = () => person.desk().powers;
	const rows = (): readonly PowerRow[] => view().holders.flatMap((holder) => holder.rows);
	const rowOf = (kind: PowerRow["kind"], spender = SPENDER) =>
		rows().find((row) => row.kind === kind && row.spender.address.toLowerCase() === spender);
	const logs = () => view().logs.find(({ chain }) => chain.id === CHAIN);
	const settled = async (what: string) =>
		await person.until(what, () => (logs()?.isReading === false && !view().reading ? logs() : null));
	const read = async (from: object) => {
		expect(await person.callDesk("readPowerLogs", { chains: [CHAIN], from })).toEqual({ ok: true });
		await person.until("a reading", () => logs()?.isReading);
		return await settled("the end of the reading");
	};

	it("are reported as unknown before the logs are read", async () => {
		await person.callDesk("watchPowers", { on: true });
		await person.until("a reading", () => view().readAt);
		expect(view()).toMatchObject({ holders: [], exposed: null, logs: [{ first: null, readAt: null }] });
		expect(proxy.callCount("eth_getLogs")).toBe(0);
	});

	it("are found in few queries although the RPC limits the range, and confirmed by the contracts", async () => {
		proxy.spoilLogs((from, to) => {
			if (to - from >= 100) return { code: -32_005, message: "eth_getLogs is limited to a 100 block range" };
			const isDense = from <= 40 && to - from >= 8;
			return isDense ? { code: -32_005, message: "query returned more than 10000 results" } : null;
		});
		const before = { logs: proxy.callCount("eth_getLogs"), calls: proxy.callCount("eth_call") };
		const ended = await read({ block: 10 });
		expect(ended).toMatchObject({ first: 10, failed: [], fault: null });
		const blocks = MINED + 20;
		expect(proxy.callCount("eth_getLogs") - before.logs).toBeLessThanOrEqual(Math.ceil(blocks / 100) + 24);
		expect(proxy.callCount("eth_call") - before.calls).toBeLessThanOrEqual(30);
		await person.until("the powers", () => rows().length >= 4);
		expect(rowOf("allowance")).toMatchObject({ symbol: "LINK", unlimited: true, isRevocable: true });
		expect(rowOf("operator")).toMatchObject({ symbol: "Gallery", items: "1", taken: { code: "worth.none" } });
		expect(rowOf("allowance", PERMIT2)).toMatchObject({ amount: { text: "25", unit: "LINK" } });
	});

	it("are worth what they can take: the balance, or what Permit2 itself may take", async () => {
		const worth = (amount: string) => ({ code: "worth.about", params: { amount } });
		await person.until("a price", () => JSON.stringify(rowOf("allowance")?.taken).includes("200,000"));
		expect(rowOf("allowance")?.taken).toMatchObject(worth("$200,000.00"));
		// The spender may take 100 LINK from Permit2, but Permit2 itself may take only 25.
		expect(rowOf("permit2")).toMatchObject({ amount: { text: "100" }, taken: worth("$500.00") });
		expect(view().exposed).toMatchObject({ code: "amount.at-least", params: { amount: "$200,000.00" } });
	});

	it("name blocks that the RPC can't read, and try them again the next time", async () => {
		proxy.spoilLogs((from) => (from < 4 ? { code: -32_000, message: "missing trie node" } : null));
		expect(await read({ block: 0 })).toMatchObject({ first: 0, failed: [{ from: 0, to: 3 }], fault: null });
		expect(rows()).toHaveLength(4);
		// The RPC doesn't answer at all, so the query ends after ten seconds.
		proxy.spoilLogs((from) => (from < 4 ? "stall" : null));
		expect(await read({ block: 0 })).toMatchObject({ failed: [{ from: 0, to: 3 }], fault: null });
		proxy.spoilLogs(() => null);
		await person.callDesk("refreshPowers", {});
		await person.until("a whole reading", () => logs()?.failed.length === 0 && logs()?.isReading === false);
		expect(rows()).toHaveLength(4);
	});

	it("stay known after a restart, which reads only the newest logs", async () => {
		await person.stop();
		person = await open();
		const before = proxy.callCount("eth_getLogs");
		await person.callDesk("watchPowers", { on: true });
		await person.until("the powers", () => rows().length === 4);
		expect(proxy.callCount("eth_getLogs")).toBe(before);
		expect(logs()).toMatchObject({ first: 0, failed: [] });
		await person.callDesk("refreshPowers", {});
		await person.until(
			"the newest logs",
			() => proxy.callCount("eth_getLogs") > before && !logs()?.isReading,
		);
		expect(proxy.callCount("eth_getLogs")).toBe(before + 1);
	});

	/** Returns the open review of a revocation once it can be approved. */
	const reviewed = async (index: number, of: number): Promise<ReviewView> =>
		await person.until("the review of a revocation", () => {
			const screen = person.screen();
			if (screen.screen !== "review" || screen.review.requestKind !== "revocation") return null;
			const { at, of: count } = screen.queue;
			return at === index && count === of && screen.review.approval.possible ? screen.review : null;
		});

	it("are revoked together, each by its own review and match, and what is exposed falls", async () => {
		const ids = [rowOf("allowance"), rowOf("operator"), rowOf("permit2")].flatMap((row) => row?.id ?? []);
		expect(await person.callDesk("revokePowers", { ids })).toEqual({ ok: true });
		for (const index of [1, 2, 3]) {
			const review = await reviewed(index, 3);
			expect(review).toMatchObject({ verdict: "matched", approval: { word: null } });
			expect(await person.approve(review.entryId)).toEqual({ ok: true });
			await person.progress(review.entryId, "confirmed");
			const screen = person.screen();
			expect(screen).toMatchObject({ screen: "progress", waiting: 3 - index });
			if (index < 3)
				expect(await person.callTrusted("showReview", { direction: "next" })).toEqual({ ok: true });
		}
		expect(await given.read()).toEqual({ allowance: 0n, operator: false, permit2: 0n });
		await person.until("the rest", () => rows().length === 1);
		// Only Permit2's own allowance remains.
		expect(view().exposed).toMatchObject({ code: "worth.about", params: { amount: "$500.00" } });
	});

	it("include the code of an account, which is not revoked here", async () => {
		const code = `0xef0100${SPENDER.slice(2)}` as const;
		await world.chain.testClient.setCode({ address: owner, bytecode: code });
		await person.callDesk("refreshPowers", {});
		const row = await person.until("the code", () => rowOf("code"));
		expect(row).toMatchObject({ unlimited: true, isRevocable: false });
		expect(await person.callDesk("revokePowers", { ids: [row.id] })).toMatchObject({ ok: false });
	});
});
