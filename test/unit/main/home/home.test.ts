import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { keyOf } from "../../../../src/main/home/holdings.ts";
import { stub } from "../../../fixtures/stub.ts";
import { BASE, ME, SPAM, settled, USDC, world } from "./world.ts";

/**
 * Home loads its data from disk before any query, reads the chains in few rounds, and never relies on one RPC if two
 * are set.
 */

const usdc = USDC.toLowerCase();
const amounts = ({ home }: ReturnType<typeof world>) =>
	Object.fromEntries(
		home.state().chains.flatMap(({ holdings }) => holdings.map(({ asset, raw }) => [asset, raw])),
	);

describe("Home", () => {
	it("queries nothing before it is opened, and shows the last known state at once", async () => {
		const before = world();
		before.home.watch(true);
		await settled(before.home);
		before.home.stop();
		const after = world({ db: before.db });
		expect(amounts(after)).toEqual({ native: 10n ** 18n, [usdc]: 5_000_000n });
		expect(after.home.state().prices.get(keyOf(BASE, "native"))).toMatchObject({ answer: 2n * 10n ** 8n });
		expect(after.counted.requests).toBe(0);
	});

	it("keeps each sign-in's state separate", async () => {
		const { home, state } = world();
		home.watch(true);
		await settled(home);
		state.scope = "another";
		expect(home.state()).toMatchObject({ chains: [], reading: false });
		state.scope = "one";
		expect(home.state().chains).toHaveLength(1);
	});

	it("reads balances, units and prices in at most three rounds, and few requests", async () => {
		const scene = world();
		scene.state.met = [SPAM];
		scene.first.held.set(SPAM, 7n);
		scene.home.watch(true);
		await settled(scene.home);
		expect(amounts(scene)).toMatchObject({ native: 10n ** 18n, [usdc]: 5_000_000n, [SPAM]: 7n });
		expect(scene.counted.rounds).toBeLessThanOrEqual(3);
		// Balances (twice), units, scales and prices.
		expect(scene.counted.requests).toBeLessThanOrEqual(5);
	});

	it("stays within three rounds if the witness disagrees", async () => {
		const scene = world({ witness: true });
		scene.second.held.set(usdc, 1n);
		scene.home.watch(true);
		await settled(scene.home);
		expect(scene.counted.rounds).toBeLessThanOrEqual(3);
	});

	it("has balances in three rounds if the RPC refuses calls without a target, the witness disagrees and nothing is cached", async () => {
		const scene = world({ refusesTargetless: true, witness: true });
		scene.state.met = [SPAM];
		scene.first.held.set(SPAM, 7n);
		scene.home.watch(true);
		await settled(scene.home);
		expect(amounts(scene)).toEqual({ native: 10n ** 18n, [usdc]: 5_000_000n, [SPAM]: 7n });
		expect(scene.home.state().chains).toMatchObject([{ fault: null, whole: true, witness: "differs" }]);
		expect(scene.home.state().prices.size).toBe(2);
		expect(scene.counted.rounds).toBeLessThanOrEqual(3);
	});

	it("queries again only while it is open", async () => {
		const { home, clock, counted } = world();
		home.watch(true);
		await settled(home);
		const once = counted.requests;
		clock.advance(60_000);
		await settled(home);
		const twice = counted.requests;
		expect(twice).toBeGreaterThan(once);
		home.watch(false);
		clock.advance(600_000);
		await settled(home);
		expect(counted.requests).toBe(twice);
	});

	it("does not repeat a recent read", async () => {
		const { home, clock, counted } = world();
		home.watch(true);
		await settled(home);
		home.watch(false);
		const before = counted.requests;
		clock.advance(1_000);
		home.watch(true);
		await settled(home);
		expect(counted.requests).toBe(before);
	});

	it("repeats a recent read if something of ours settled meanwhile", async () => {
		const { home, counted } = world();
		home.watch(true);
		await settled(home);
		home.watch(false);
		const before = counted.requests;
		home.refreshOnRow(stub<JournalRow>({ state: "settled", chainRef: "1" }));
		expect(counted.requests).toBe(before);
		home.watch(true);
		await settled(home);
		expect(counted.requests).toBeGreaterThan(before);
	});

	it("knows the balance after a settled transaction before it is opened, by one request to that network", async () => {
		const scene = world();
		scene.home.watch(true);
		await settled(scene.home);
		scene.home.watch(false);
		scene.first.held.set(usdc, 3_000_000n);
		const before = scene.counted.requests;
		scene.home.refreshOnRow(stub<JournalRow>({ state: "submitted", chainRef: BASE }));
		expect(scene.counted.requests).toBe(before);
		scene.home.refreshOnRow(stub<JournalRow>({ state: "settled", chainRef: BASE }));
		await expect.poll(() => amounts(scene)[usdc]).toBe(3_000_000n);
		expect(world({ db: scene.db }).home.state().chains.length).toBe(1);
	});

	it("keeps the known state of a silent chain, and gives the reason", async () => {
		const scene = world();
		scene.home.watch(true);
		await settled(scene.home);
		const [known] = scene.home.state().chains;
		scene.first.down = true;
		scene.clock.advance(60_000);
		await settled(scene.home);
		const [now] = scene.home.state().chains;
		expect(now).toMatchObject({ readAt: known?.readAt, holdings: known?.holdings });
		expect(now?.fault).not.toBeNull();
	});

	it("forgets a removed network, on disk too", async () => {
		const scene = world();
		scene.home.watch(true);
		await settled(scene.home);
		scene.state.isSet = false;
		scene.home.invalidateBalances();
		await settled(scene.home);
		expect(scene.home.state()).toMatchObject({ chains: [], prices: new Map() });
		expect(world({ db: scene.db }).home.state()).toMatchObject({ chains: [], prices: new Map() });
	});

	it("is incomplete if a listed token does not answer", async () => {
		const scene = world();
		scene.home.watch(true);
		await settled(scene.home);
		expect(scene.home.state().chains).toMatchObject([{ whole: true, unread: [] }]);
		scene.first.refusing.add(usdc);
		scene.home.invalidateBalances();
		await settled(scene.home);
		const silent = [{ whole: false, unread: [keyOf(ME, usdc)] }];
		expect(scene.home.state().chains).toMatchObject(silent);
		expect(world({ db: scene.db }).home.state().chains).toMatchObject(silent);
	});

	it("is incomplete if a listed token's address has no contract", async () => {
		const scene = world();
		scene.first.empty.add(usdc);
		scene.home.watch(true);
		await settled(scene.home);
		expect(scene.home.state().chains).toMatchObject([{ whole: false, unread: [keyOf(ME, usdc)] }]);
	});

	it("queries a token without a name once more after a start, and one with a name never again", async () => {
		const before = world();
		before.state.met = [SPAM];
		before.first.held.set(SPAM, 7n);
		before.first.symbol = "";
		const symbolIn = async (scene: ReturnType<typeof world>) => {
			scene.home.invalidateBalances();
			scene.home.watch(true);
			await settled(scene.home);
			const all = scene.home.state().chains.flatMap(({ holdings }) => holdings);
			return all.find(({ asset }) => asset === SPAM)?.symbol;
		};
		expect(await symbolIn(before)).toBeNull();
		const after = world({ db: before.db });
		after.state.met = [SPAM];
		after.first.held.set(SPAM, 7n);
		after.first.symbol = "FREE";
		expect(await symbolIn(after)).toBe("FREE");
		const again = world({ db: before.db });
		again.state.met = [SPAM];
		again.first.held.set(SPAM, 7n);
		again.first.symbol = "OTHER";
		expect(await symbolIn(again)).toBe("FREE");
	});

	it("reads no prices if the user wants no values", async () => {
		const { home, state } = world();
		state.wanted = false;
		home.watch(true);
		await settled(home);
		expect(home.state().prices.size).toBe(0);
	});
});

describe("a second RPC", () => {
	it("confirms an equal answer", async () => {
		const { home } = world({ witness: true });
		home.watch(true);
		await settled(home);
		expect(home.state().chains).toMatchObject([{ witness: "agrees", differs: [] }]);
	});

	it("with a different answer twice is reported, by the token", async () => {
		const scene = world({ witness: true });
		scene.first.held.set(usdc, 9_000_000n);
		scene.home.watch(true);
		await settled(scene.home);
		expect(scene.home.state().chains).toMatchObject([{ witness: "differs", differs: [keyOf(ME, usdc)] }]);
	});

	it("without the first one's token disagrees as well, and so does one with more", async () => {
		const scene = world({ witness: true });
		scene.second.held.delete("native");
		scene.second.held.set(usdc, 6_000_000n);
		scene.home.watch(true);
		await settled(scene.home);
		const [chain] = scene.home.state().chains;
		expect(chain?.differs.toSorted()).toEqual([keyOf(ME, usdc), keyOf(ME, "native")].toSorted());
	});

	it("that is silent about a token of the first one disagrees", async () => {
		const scene = world({ witness: true });
		scene.first.held.delete(usdc);
		scene.second.refusing.add(usdc);
		scene.home.watch(true);
		await settled(scene.home);
		expect(scene.home.state().chains).toMatchObject([{ witness: "differs", differs: [keyOf(ME, usdc)] }]);
	});

	it("that was only a block behind agrees when both are queried again", async () => {
		const scene = world({ witness: true });
		scene.second.held.set(usdc, 4_000_000n);
		scene.home.watch(true);
		await new Promise((resolve) => setImmediate(resolve));
		scene.second.held.set(usdc, 5_000_000n);
		await settled(scene.home);
		expect(scene.home.state().chains).toMatchObject([{ witness: "agrees", differs: [] }]);
	});

	it("that is silent confirms nothing, which is reported", async () => {
		const scene = world({ witness: true });
		scene.second.down = true;
		scene.home.watch(true);
		await settled(scene.home);
		expect(scene.home.state().chains).toMatchObject([{ witness: "silent", differs: [] }]);
	});

	it("with another price leaves no price", async () => {
		const scene = world({ witness: true });
		scene.second.price = 3n * 10n ** 8n;
		scene.home.watch(true);
		await settled(scene.home);
		expect(scene.home.state().prices.get(keyOf(BASE, usdc))).toBe("differs");
	});
});

describe("an unlisted token", () => {
	async function named(symbol: string, decimals: bigint) {
		const scene = world();
		scene.state.met = [SPAM];
		scene.first.held.set(SPAM, 7n);
		scene.first.symbol = symbol;
		scene.first.decimals = decimals;
		scene.home.watch(true);
		await settled(scene.home);
		return scene.home
			.state()
			.chains.flatMap(({ holdings }) => holdings.filter(({ asset }) => asset === SPAM));
	}

	it("has its name's hidden characters shown, and truncated", async () => {
		const [found] = await named(`a\u202E${"b".repeat(60)}`, 6n);
		expect(found?.symbol).toMatch(/^a‹U\+202E›b+…$/);
		expect(found?.symbol?.length).toBeLessThan(40);
	});

	it("has no decimals if its stated ones can't be displayed", async () => {
		expect(await named("X", 200n)).toMatchObject([{ symbol: "X", decimals: null }]);
	});

	it("is queried for its name only once", async () => {
		const scene = world();
		scene.state.met = [SPAM];
		scene.first.held.set(SPAM, 7n);
		scene.home.watch(true);
		await settled(scene.home);
		scene.first.symbol = "OTHER";
		scene.clock.advance(60_000);
		await settled(scene.home);
		const [chain] = scene.home.state().chains;
		expect(chain?.holdings.find(({ asset }) => asset === SPAM)?.symbol).toBe("USDC");
	});
});
