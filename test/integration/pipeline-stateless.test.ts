import { Keypair, PublicKey } from "@solana/web3.js";
import { type Address, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { amountParam } from "../../src/core/localized-text.ts";
import { MAX_CLOCK_OFFSET_MS } from "../../src/core/match/frozen.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { type Kinds, openKinds } from "../support/kinds.ts";
import { saying, tells } from "../support/saying.ts";
import { commitBuild, entriesOf, openSimulatedBuild, shareAccounts } from "./pipeline-tools.ts";

/** Requests of stateless commits are reviewed, signed and submitted here; the service gets no answer. */

const someone = (): Address => privateKeyToAddress(generatePrivateKey());

describe("a request of a Build's stateless commit", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
		await kinds.world.service.control.settings({ pipelineCommits: "stateless" });
		await shareAccounts(kinds);
	});
	afterEach(async () => {
		kinds.gates.evm.rule = () => "pass";
		await kinds.world.service.control.clearFaults();
	});
	afterAll(() => kinds?.close());

	const balanceOf = (address: Address) => kinds.world.chain.publicClient.getBalance({ address });
	const nonceOf = () => kinds.world.chain.publicClient.getTransactionCount({ address: kinds.evm });
	/** Lists the POST requests to the service since then, except those to the pipeline. */
	async function told(since: number): Promise<readonly string[]> {
		const { requests } = await kinds.world.service.control.records();
		return requests
			.filter(({ at, method, path }) => at >= since && method === "POST" && !path.startsWith("/v1/pipeline/"))
			.map(({ path }) => path);
	}
	async function only(operation: string, input: unknown): Promise<InboxEntryView> {
		const { person } = kinds;
		const build = await commitBuild(person, await openSimulatedBuild(person, operation, input));
		expect(build.committed?.text).toEqual(saying("build.carried.nobody"));
		return await person.until<InboxEntryView>("an entry of its own", () => {
			const [entry, ...more] = entriesOf(person, build);
			return more.length === 0 ? entry : null;
		});
	}
	const payment = (to: Address, amount: string) => ({
		asset: "ETH",
		to,
		amount: parseEther(amount).toString(),
	});
	const standing = (id: string) => kinds.person.desk().inbox.find((each) => each.id === id);

	it("is reviewed, signed and submitted on EVM, with a receipt, and no answer to the service", async () => {
		const { person } = kinds;
		const friend = someone();
		const began = Date.now();
		const entry = await only("send", payment(friend, "0.01"));
		expect(entry).toMatchObject({
			id: `pipeline:${entry.build}/0`,
			session: { code: "title.pipeline" },
			state: "waiting",
		});
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review).toMatchObject({
			build: entry.build,
			verdict: "matched",
			headline: { code: "token.send" },
			broadcaster: { kind: "wallet" },
		});
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const progress = await kinds.outcome(entry.id, "confirmed");
		expect(progress.steps.map(({ name }) => name)).toEqual([
			"matched",
			"signed",
			"recorded",
			"submitted",
			"confirmed",
		]);
		expect(progress.receipt.length).toBeGreaterThan(0);
		expect(await balanceOf(friend)).toBe(parseEther("0.01"));
		expect(standing(entry.id)).toMatchObject({ state: "done" });
		expect(await told(began)).toEqual([]);
	});

	it("is reported, and requires a typed word, if a conversation then asks for the same", async () => {
		const friend = someone();
		const entry = await only("send", payment(friend, "0.015"));
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
		for (const sentence of ["execute: send", "send"]) {
			const again = await kinds.asked(`${sentence} 0.015 ETH to ${friend}`);
			const review = await kinds.person.review(again.id, (each) => each.approval.possible);
			expect(review.findings.map(({ id }) => id)).toContain("done-before");
			expect(review.approval.word).toBe(friend.slice(-4));
		}
	});

	it("has all its steps on EVM, one after the other", async () => {
		const [first, second] = [someone(), someone()];
		const payments = [
			{ to: first, amount: parseEther("0.02").toString() },
			{ to: second, amount: parseEther("0.03").toString() },
		];
		const entry = await only("send-many", { payments });
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		const progress = await kinds.outcome(entry.id, "confirmed");
		expect(progress.items.map(({ state }) => state)).toEqual(["confirmed", "confirmed"]);
		expect([await balanceOf(first), await balanceOf(second)]).toEqual([
			parseEther("0.02"),
			parseEther("0.03"),
		]);
	});

	it("is completed on Solana", async () => {
		const { person, solana } = kinds;
		const to = Keypair.generate().publicKey.toBase58();
		const began = Date.now();
		const entry = await only("send-sol", { unit: "SOL", to, amount: "0.25" });
		const review = await person.review(entry.id, (each) => each.approval.possible);
		const amount = amountParam({ raw: 250_000_000n, decimals: 9, symbol: "SOL", checked: true });
		expect(review.headline).toEqual(saying("svm.send", { amount }));
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
		expect(await solana.svm.connection().getBalance(new PublicKey(to))).toBe(250_000_000);
		expect(await told(began)).toEqual([]);
	});

	it("is still there after a restart, and is signed once", async () => {
		const friend = someone();
		const before = await nonceOf();
		const entry = await only("send", payment(friend, "0.04"));
		const person = await kinds.restart();
		await person.until("the same entry", () => standing(entry.id)?.state === "waiting");
		kinds.gates.evm.rule = (method) => (method === "eth_sendRawTransaction" ? "break" : "pass");
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.until("a signature that could not be sent", () => {
			const screen = person.screen();
			return screen.screen === "progress" && screen.progress.steps[1]?.state === "done";
		});
		const again = await kinds.restart();
		kinds.gates.evm.rule = () => "pass";
		expect(await again.callDesk("openReview", { entryId: entry.id })).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
		expect(await nonceOf()).toBe(before + 1);
		expect(await balanceOf(friend)).toBe(parseEther("0.04"));
		const third = await kinds.restart();
		await third.until("an entry that is done", () => standing(entry.id)?.state === "done");
		expect(await nonceOf()).toBe(before + 1);
	});

	it("ends here if it is rejected, and stays ended", async () => {
		const { person } = kinds;
		const began = Date.now();
		const entry = await only("send", payment(someone(), "0.05"));
		await person.review(entry.id);
		expect(await person.callTrusted("reject", { entryId: entry.id, reason: "not now" })).toEqual({
			ok: true,
		});
		await person.until("its end", () => tells(standing(entry.id)?.note, "inbox.note.rejected"));
		expect(await told(began)).toEqual([]);
		const again = await kinds.restart();
		await again.until("the same end", () => tells(standing(entry.id)?.note, "inbox.note.rejected"));
		expect(standing(entry.id)).toMatchObject({ state: "done" });
	});

	it("is over when the Build expires, and nothing is signed for it", async () => {
		const { person } = kinds;
		const before = await nonceOf();
		const entry = await only("send", payment(someone(), "0.06"));
		await person.review(entry.id, (each) => each.approval.possible);
		// Exceeds the maximum clock difference from the service, which extends the offer.
		person.ports.clock.skip(601_000 + MAX_CLOCK_OFFSET_MS);
		await person.until("its end", () => tells(standing(entry.id)?.note, "inbox.note.expired"));
		const late = await person.review(entry.id, (each) => !each.approval.possible);
		expect(late.approval.refusals).toContainEqual(saying("against.expired"));
		expect(await nonceOf()).toBe(before);
	});
});
