import { type Address, concat, type Hex, numberToHex, pad, parseEther } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { type Kinds, openKinds } from "../support/kinds.ts";
import { PASSWORD } from "../support/person.ts";
import { codesOf, type saying, tells } from "../support/saying.ts";

/**
 * One hold approves an approval and a swap on a real chain. Each step is simulated again, and a worse result stops
 * the remaining steps.
 */

const ROBBER: Address = "0x0bad0bad0bad0bad0bad0bad0bad0bad0bad0bad";
const SENTENCE = "execute: approve 100 DEMO for the router, then swap 40 DEMO";

/** Returns contract code that, whatever the call, transfers `amount` of the token from its caller to the robber. */
function thiefOf(token: Address, amount: bigint): Hex {
	return concat([
		// Writes transferFrom(caller, robber, amount) to memory.
		"0x6323b872dd60e01b600052",
		"0x33600452",
		concat(["0x73", ROBBER, "0x602452"]),
		concat(["0x7f", pad(numberToHex(amount)), "0x604452"]),
		// Calls the token: call(gas, token, 0, 0, 100, 0, 0).
		concat(["0x60006000606460006000", "0x73", token, "0x5af15000"]),
	]);
}

describe("one hold for several transactions", () => {
	let kinds: Kinds;
	let code: Hex;

	beforeAll(async () => {
		kinds = await openKinds();
		const found = await kinds.world.chain.publicClient.getCode({ address: kinds.world.demo.router });
		if (found === undefined) throw new Error("the router has no code");
		code = found;
	});

	afterEach(async () => {
		kinds.gates.evm.rule = () => "pass";
		const { chain, demo } = kinds.world;
		await chain.testClient.setCode({ address: demo.router, bytecode: code });
		await chain.testClient.setBalance({ address: demo.router, value: parseEther("100") });
		await chain.setAutomine(true);
		await chain.mine();
	});

	afterAll(() => kinds?.close());

	const balanceOf = (address: Address) =>
		kinds.world.chain.publicClient.readContract({
			abi: tokenAbi,
			address: kinds.world.demo.token,
			functionName: "balanceOf",
			args: [address],
		});
	const nonceNow = () => kinds.world.chain.publicClient.getTransactionCount({ address: kinds.evm });

	const progress = (what: string, entryId: string, found: (progress: ProgressView) => boolean) =>
		kinds.person.until(what, () => {
			const screen = kinds.person.screen();
			if (screen.screen !== "progress" || screen.progress.entryId !== entryId) return null;
			return found(screen.progress) ? screen.progress : null;
		});

	/** Approves both steps while the chain mines nothing, and waits until the first is submitted. */
	async function begun(): Promise<string> {
		const entry = await kinds.asked(SENTENCE);
		await kinds.world.chain.setAutomine(false);
		const review = await kinds.person.review(entry.id, ({ approval }) => approval.possible);
		expect(review.oneHold).toHaveLength(2);
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		await progress("a first step on its way", entry.id, ({ items }) => items[0]?.state === "submitted");
		return entry.id;
	}

	async function mined(): Promise<void> {
		await kinds.world.chain.setAutomine(true);
		await kinds.world.chain.mine();
	}

	/** Checks that the first step is confirmed, the second isn't signed, and the app offers to revoke its allowance. */
	async function cutShort(entryId: string, ...why: Parameters<typeof saying>[0][]): Promise<ProgressView> {
		const ended = await progress(
			"an end with what is left",
			entryId,
			({ outcome, left }) => outcome === "failed" && left.length > 0,
		);
		expect(ended.items.map(({ state }) => state)).toEqual(["confirmed", "unsigned"]);
		expect(tells(ended.items[1]?.text ?? "", ...why, "signing.rest.not-signed")).toBe(true);
		expect(ended.left).toMatchObject([
			{ symbol: "DEMO", spender: { address: kinds.world.demo.router }, amount: { text: "100" } },
		]);
		expect(ended.items[1]?.transactionId).toBeNull();
		return ended;
	}

	it("signs both, the second only after its simulation on the first one's state", async () => {
		const before = await balanceOf(kinds.evm);
		const id = await begun();
		const simulations = () => kinds.gates.evm.callCounts.get("eth_simulateV1") ?? 0;
		const sofar = simulations();
		await mined();
		await kinds.outcome(id, "confirmed");
		expect(simulations()).toBeGreaterThan(sofar);
		expect(await balanceOf(kinds.evm)).toBe(before - parseEther("40"));
	});

	it("ends if the second would now fail, and offers to revoke what the first allowed", async () => {
		const id = await begun();
		await kinds.world.chain.testClient.setBalance({ address: kinds.world.demo.router, value: 0n });
		await mined();
		const { left } = await cutShort(id, "signing.worse.fails");
		const told = kinds.person.ports.desktop.notifications.filter(({ entryId }) => entryId === id).at(-1);
		expect(codesOf(told?.title)).toContain("notice.ending.cut-short");
		expect(await kinds.person.callTrusted("revokeLeft", { entryId: id, id: left[0]?.id ?? "" })).toEqual({
			ok: true,
		});
		const review = await kinds.person.until("the review of the revocation", () => {
			const screen = kinds.person.screen();
			return screen.screen === "review" && screen.review.requestKind === "revocation" ? screen.review : null;
		});
		expect(await kinds.person.approve(review.entryId)).toEqual({ ok: true });
		await kinds.outcome(review.entryId, "confirmed");
	});

	it("ends if the second would now pay somebody else", async () => {
		const [robbed, nonce] = [await balanceOf(ROBBER), await nonceNow()];
		const id = await begun();
		const { chain, demo } = kinds.world;
		await chain.testClient.setCode({
			address: demo.router,
			bytecode: thiefOf(demo.token, parseEther("40")),
		});
		await mined();
		await cutShort(id, "signing.worse.receiver");
		expect(await balanceOf(ROBBER)).toBe(robbed);
		expect(await nonceNow()).toBe(nonce + 1);
	});

	it("ends if the RPC can't simulate the second any more", async () => {
		const id = await begun();
		kinds.gates.evm.rule = (method) =>
			method === "eth_simulateV1" || method === "debug_traceCall"
				? { error: { code: -32_601, message: "the method does not exist" } }
				: "pass";
		await mined();
		await cutShort(id, "signing.worse.not-simulated");
	});

	it("ends if the vault was locked, even if it is open again", async () => {
		const id = await begun();
		expect(await kinds.person.callTrusted("lock", {})).toEqual({ ok: true });
		await kinds.unlock();
		await kinds.person.callDesk("openReview", { entryId: id });
		await mined();
		await cutShort(id, "signing.locked-since");
	});

	it("ends if a rule stops the second, and names the rule only here", async () => {
		const id = await begun();
		await kinds.person.callDesk("openTrusted", { screen: "rules" });
		const { version } = await kinds.person.until("the rules", () => {
			const screen = kinds.person.screen();
			return screen.screen === "rules" ? screen.rules : null;
		});
		const rule = {
			kind: "contracts",
			id: "r1",
			name: "Only known",
			scope: { accounts: "all", agents: "all", apps: "all", chains: "all" },
			addresses: [kinds.world.demo.token],
		};
		expect(await kinds.person.callTrusted("saveRules", { version, rules: [rule], password: null })).toEqual({
			ok: true,
		});
		await kinds.person.callDesk("openReview", { entryId: id });
		await mined();
		const ended = await cutShort(id, "signing.rest.rule");
		expect(tells(ended.items[1]?.text ?? "", "progress.note.stopped-by")).toBe(true);
		const { requests } = await kinds.world.service.control.records();
		expect(JSON.stringify(requests)).not.toContain("Only known");
		expect(
			await kinds.person.callTrusted("saveRules", { version: version + 1, rules: [], password: PASSWORD }),
		).toEqual({ ok: true });
	});

	it("ends ten minutes after the hold", async () => {
		const id = await begun();
		kinds.person.ports.clock.skip(10 * 60_000);
		await progress("an unsigned second step", id, ({ items }) => items[1]?.state === "unsigned");
		await mined();
		await cutShort(id, "signing.approved.too-long-ago");
	});

	it("continues after a restart only with an open vault, and simulates again", async () => {
		const nonce = await nonceNow();
		const id = await begun();
		await kinds.restart({ locked: true });
		await mined();
		await kinds.known(id);
		await progress("a second step that waits for the vault", id, ({ items }) =>
			tells(items[1]?.text ?? "", "signing.waits-for-vault"),
		);
		expect(await nonceNow()).toBe(nonce + 1);
		await kinds.unlock();
		await kinds.known(id);
		await kinds.outcome(id, "confirmed");
		expect(await nonceNow()).toBe(nonce + 2);
	});

	it("accepts no approval for a part of the steps, or for another fingerprint", async () => {
		const entry = await kinds.asked(SENTENCE);
		await kinds.person.review(entry.id, ({ approval }) => approval.possible);
		kinds.person.countersign.pushTrusted();
		const shown = await kinds.person.until("a ticket", () => {
			const screen = kinds.person.screen();
			return screen.screen === "review" && screen.ticket !== null ? screen : null;
		});
		const { ticket, review } = shown;
		await kinds.person.callTrusted("reviewShown", { ticket });
		kinds.person.ports.clock.skip(3_000);
		const nonce = await nonceNow();
		const { fingerprint } = review;
		const { word } = review.approval;
		const tampered = [
			{ ticket, fingerprint: "0".repeat(64), word },
			{ ticket, fingerprint: `${fingerprint?.slice(1)}${fingerprint?.slice(0, 1)}`, word },
			{ ticket: `${ticket}1`, fingerprint, word },
			{ ticket, fingerprint, word, steps: [0] },
			{ ticket, fingerprint, word, place: 1 },
		];
		for (const given of tampered) {
			const outcome = await kinds.person.callTrusted("approve", given).catch(() => ({ ok: false }));
			expect(outcome, JSON.stringify(given)).toMatchObject({ ok: false });
		}
		expect(await nonceNow()).toBe(nonce);
		expect((await kinds.trace(entry.id)).resolutions).toEqual([]);
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
	});
});
