import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { message, sentences } from "../../src/core/localized-text.ts";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { actionResult } from "../../src/service-api/action.ts";
import { approvedOf } from "../support/approved.ts";
import { type Kinds, NOTHING, openKinds, subjectOf } from "../support/kinds.ts";
import { codesOf, saying, tells } from "../support/saying.ts";

/** Actions with failing steps, revisions, expiry, other devices, lost responses and restarts. */

const RESULT = { method: "POST", path: "/actions/[^/]+/result$" };
const someone = (): Address => privateKeyToAddress(generatePrivateKey());
const body = z.object({ revision: z.number(), result: actionResult });

describe("an action", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterEach(async () => {
		kinds.gates.evm.rule = () => "pass";
		await kinds.world.chain.setAutomine(true);
		await kinds.world.service.control.clearFaults();
		await kinds.world.service.control.settings({ following: true });
	});
	afterAll(() => kinds?.close());

	const balanceOf = (address: Address) => kinds.world.chain.publicClient.getBalance({ address });
	const nonceOf = () => kinds.world.chain.publicClient.getTransactionCount({ address: kinds.evm });
	const wei = (tenths: number) => BigInt(tenths) * 10n ** 17n;
	const two = (first: Address, second: Address) =>
		`execute: send 0.1 ETH to ${first}, then send 0.2 ETH to ${second}`;
	async function approved(sentence: string) {
		const { person } = kinds;
		const entry = await kinds.asked(sentence);
		await person.review(entry.id, (each) => each.approval.possible);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		return entry;
	}
	/** Lists every answer that was sent to the service for this entry, with its idempotency key. */
	async function answers(entryId: string) {
		const { requests } = await kinds.world.service.control.records();
		return requests
			.filter(
				({ method, path }) => method === "POST" && path.includes(`/actions/${subjectOf(entryId)}/result`),
			)
			.map(({ body: sent, idempotencyKey }) => ({ ...body.parse(sent), idempotencyKey }));
	}
	const outcomes = async (entryId: string) =>
		(await kinds.trace(entryId)).resolutions.map(({ outcome }) => outcome);
	const progress = (what: string, found: (progress: ProgressView) => boolean, entryId: string) =>
		kinds.person.until<ProgressView>(what, () => {
			const screen = kinds.person.screen();
			if (screen.screen !== "progress" || screen.progress.entryId !== entryId) return null;
			return found(screen.progress) ? screen.progress : null;
		});

	it("skips its second step if the first one reverts, and says so in its answer", async () => {
		const [first, second] = [someone(), someone()];
		const { chain } = kinds.world;
		await chain.setAutomine(false);
		const entry = await approved(two(first, second));
		await progress("a submitted step", ({ items }) => items[0]?.state === "submitted", entry.id);
		// The recipient rejects every payment.
		await chain.testClient.setCode({ address: first, bytecode: "0x60006000fd" });
		await chain.setAutomine(true);
		await chain.mine();
		const failed = await kinds.outcome(entry.id, "failed");
		expect(failed.items.map((leg) => leg.state)).toEqual(["failed", "skipped"]);
		expect(failed.items[1]?.text).toEqual(saying("signing.step.before-failed"));
		const [answer, ...more] = await answers(entry.id);
		expect(more).toEqual([]);
		expect(answer?.result).toMatchObject({
			status: "submitted",
			legs: [
				{ id: "leg_1", status: "submitted", transactionId: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
				{ id: "leg_2", status: "skipped", reason: expect.any(String) },
			],
		});
		expect(await balanceOf(second)).toBe(0n);
		const state = async () => (await kinds.action(entry.sessionId)).state;
		await expect.poll(state, { timeout: 60_000 }).toBe("failed");
	});

	it("waits if the RPC refuses the first step, sends the same bytes when it accepts them, and continues", async () => {
		const [first, second] = [someone(), someone()];
		const { gates } = kinds;
		gates.evm.rule = (method) =>
			method === "eth_sendRawTransaction" ? { error: { code: -32_000, message: "txpool is full" } } : "pass";
		const entry = await approved(two(first, second));
		const stuck = await progress(
			"words about the RPC",
			({ text }) => tells(text, saying("chain.evm.refused", { said: "txpool is full" })),
			entry.id,
		);
		expect(stuck.outcome).toBe("stuck");
		expect(await balanceOf(first)).toBe(0n);
		expect((await kinds.trace(entry.id)).resolutions).toEqual([]);
		gates.evm.rule = () => "pass";
		await kinds.outcome(entry.id, "confirmed");
		expect([await balanceOf(first), await balanceOf(second)]).toEqual([wei(1), wei(2)]);
		expect(await outcomes(entry.id)).toEqual(["taken"]);
	});

	it("shows a revision that arrives before the approval, and its changes", async () => {
		const { person, world } = kinds;
		const friend = someone();
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${friend}`);
		const before = await person.review(entry.id, (each) => each.approval.possible);
		const old = person.screen();
		if (old.screen !== "review" || old.ticket === null) throw new Error("no ticket");
		await person.callTrusted("reviewShown", { ticket: old.ticket });
		person.ports.clock.skip(3_000);
		await world.service.control.reviseAction({ actionId: subjectOf(entry.id) });
		const after = await person.review(entry.id, (each) => each.revision === 1 && each.approval.possible);
		expect(after.fingerprint).not.toBe(before.fingerprint);
		expect(after.headline).toEqual(
			saying("token.send", {
				amount: { amount: { raw: "200000000000000000", decimals: 18, symbol: "ETH", checked: true } },
			}),
		);
		expect(after.changed.length).toBeGreaterThan(0);
		const stale = { ticket: old.ticket, fingerprint: before.fingerprint, word: before.approval.word };
		expect(await person.callTrusted("approve", stale)).toMatchObject({ ok: false });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
		expect(await balanceOf(friend)).toBe(wei(2));
		expect((await answers(entry.id)).map((each) => each.revision)).toEqual([1]);
	});

	it.each(["execute: send 0.1 ETH to", "sign the message: for"])(
		"“%s …” signs nothing if a revision arrives between the approval and the signature",
		async (text) => {
			const { world, person } = kinds;
			const friend = someone();
			const nonce = await nonceOf();
			const entry = await kinds.asked(`${text} ${friend}`);
			await person.review(entry.id, (each) => each.approval.possible);
			await world.service.control.fault({
				kind: "delay",
				ms: 400,
				where: "request",
				match: { method: "GET", path: `/v1/agent/chat/${entry.sessionId}` },
				count: 2,
			});
			expect(await person.approve(entry.id)).toEqual({ ok: true });
			await world.service.control.reviseAction({ actionId: subjectOf(entry.id) });
			const again = await person.until("the entry to wait again", () =>
				person.desk().inbox.find((each) => each.id === entry.id && each.state === "waiting"),
			);
			expect(again.state).toBe("waiting");
			expect(await kinds.trace(entry.id)).toEqual(NOTHING);
			expect(await nonceOf()).toBe(nonce);
		},
	);

	it("withholds a signature whose request is revised before its submission", async () => {
		const { person, world } = kinds;
		const entry = await kinds.asked("sign the message: before it changes");
		await person.review(entry.id, (each) => each.approval.possible);
		await world.service.control.fault({ kind: "lost_request", count: 1_000, match: RESULT });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "stuck");
		await world.service.control.reviseAction({ actionId: subjectOf(entry.id) });
		await world.service.control.clearFaults();
		await person.callTrusted("retry", { entryId: entry.id });
		await person.until("the revised request to wait", () =>
			person.desk().inbox.find((each) => each.id === entry.id && each.state === "waiting"),
		);
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
		const review = await person.review(entry.id, (each) => each.revision === 1 && each.approval.possible);
		expect(review.contents).toMatchObject([{ text: "before it changes (revised 1)" }]);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
		expect(await outcomes(entry.id)).toEqual(["taken"]);
	});

	it("follows transactions of a request that is revised before its answer, and answers no other revision", async () => {
		const { person, world } = kinds;
		const friend = someone();
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${friend}`);
		await person.review(entry.id, (each) => each.approval.possible);
		await world.service.control.fault({ kind: "lost_request", count: 1_000, match: RESULT });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await expect.poll(() => balanceOf(friend), { timeout: 60_000 }).toBe(wei(1));
		await world.service.control.reviseAction({ actionId: subjectOf(entry.id) });
		await world.service.control.clearFaults();
		await person.callTrusted("retry", { entryId: entry.id });
		await person.until("the row to be settled", () =>
			approvedOf(person.desk()).find((row) => row.entryId === entry.id && row.state === "settled"),
		);
		expect((await outcomes(entry.id)).filter((each) => each === "taken")).toEqual([]);
		expect(await balanceOf(friend)).toBe(wei(1));
	});

	it.each([
		["sends the same answer again if the service refuses it once (409) and still asks", false],
		["answers the newer revision of an identical request if the service refuses the old one (409)", true],
	])("%s", async (_, isRevised) => {
		const { person, world } = kinds;
		const friend = someone();
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${friend}`);
		await person.review(entry.id, (each) => each.approval.possible);
		if (isRevised)
			await world.service.control.fault({ kind: "delay", ms: 1_500, where: "request", match: RESULT });
		else
			await world.service.control.fault({
				kind: "status",
				status: 409,
				body: { error: { code: "busy" } },
				match: RESULT,
			});
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await expect.poll(() => balanceOf(friend), { timeout: 60_000 }).toBe(wei(1));
		if (isRevised) {
			// Revises the action after the app has sent its answer and before the service processes it.
			await new Promise((resolve) => setTimeout(resolve, 700));
			await world.service.control.reviseAction({ actionId: subjectOf(entry.id), same: true });
		}
		const done = await kinds.outcome(entry.id, "confirmed");
		expect(done.steps.find((step) => step.name === "answered")?.state).toBe("done");
		const tries = await answers(entry.id);
		expect(tries.at(-1)?.result).toEqual(tries[0]?.result);
		expect(tries.at(-1)?.revision).toBe(isRevised ? 1 : 0);
		expect((await outcomes(entry.id)).filter((each) => each === "taken")).toHaveLength(1);
		expect(await balanceOf(friend)).toBe(wei(1));
	});

	it("never shows Confirmed if the service refuses the answer, but says that it is done on the chain and not reported", async () => {
		const { person, world } = kinds;
		const friend = someone();
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${friend}`);
		await person.review(entry.id, (each) => each.approval.possible);
		const refusal = { kind: "status", status: 409, body: { error: { code: "action_closed" } } } as const;
		await world.service.control.fault({ ...refusal, count: 1_000, match: RESULT });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const over = await kinds.outcome(entry.id, "unanswered");
		expect(over.text).toEqual(
			sentences(
				message("signing.answer.not-taken.said", { said: "action_closed" }),
				message("progress.on-chain"),
			),
		);
		expect(over.steps.find((step) => step.name === "answered")?.state).toBe("failed");
		expect(over.fundsMayHaveMoved).toBe(true);
		expect(await balanceOf(friend)).toBe(wei(1));
	});

	it("ends if it was answered elsewhere, even if the service leaves it at submitted forever", async () => {
		const { person, world } = kinds;
		await world.service.control.settings({ following: false });
		const friend = someone();
		const { testClient } = world.chain;
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${friend}`);
		await person.review(entry.id, (each) => each.approval.possible);
		await testClient.impersonateAccount({ address: kinds.evm });
		const transactionId = await testClient.sendUnsignedTransaction({
			from: kinds.evm,
			to: friend,
			value: wei(1),
		});
		await testClient.stopImpersonatingAccount({ address: kinds.evm });
		const legs = [{ id: "leg_1", status: "submitted" as const, transactionId }];
		await world.service.control.anotherDevice({
			actionId: subjectOf(entry.id),
			result: { status: "submitted", legs },
		});
		const over = await person.until("the entry to be done", () =>
			person.desk().inbox.find((each) => each.id === entry.id && each.state === "done"),
		);
		expect(over.note).toEqual(saying("inbox.note.answered-elsewhere"));
		expect((await person.review(entry.id, (each) => !each.approval.possible)).canReject).toBe(false);
	});

	it("can't be approved once it has expired", async () => {
		const { person, world } = kinds;
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${someone()}`);
		await person.review(entry.id, (each) => each.approval.possible);
		await world.service.control.expireAction({ actionId: subjectOf(entry.id) });
		const over = await kinds.refusing(entry.id, "against.action-state.expired");
		expect(over.approval.possible).toBe(false);
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
	});

	it("never sends a signature after the request expired", async () => {
		const { person, world } = kinds;
		const entry = await kinds.asked("sign the message: too late");
		await person.review(entry.id, (each) => each.approval.possible);
		await world.service.control.fault({ kind: "lost_request", count: 1_000, match: RESULT });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "stuck");
		await world.service.control.expireAction({ actionId: subjectOf(entry.id) });
		await world.service.control.clearFaults();
		await person.callTrusted("retry", { entryId: entry.id });
		await person.until("the row to be settled", () =>
			approvedOf(person.desk()).find((row) => row.entryId === entry.id && row.state === "settled"),
		);
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
	});

	it("reports the submitted transaction even after the request expired", async () => {
		const { person, world } = kinds;
		const friend = someone();
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${friend}`);
		await person.review(entry.id, (each) => each.approval.possible);
		await world.service.control.fault({ kind: "lost_request", count: 1_000, match: RESULT });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await expect.poll(() => balanceOf(friend), { timeout: 60_000 }).toBe(wei(1));
		await world.service.control.expireAction({ actionId: subjectOf(entry.id) });
		await world.service.control.clearFaults();
		await person.callTrusted("retry", { entryId: entry.id });
		await kinds.outcome(entry.id, "confirmed");
		expect(await outcomes(entry.id)).toEqual(["taken"]);
		expect(await balanceOf(friend)).toBe(wei(1));
	});

	it("is released if it was answered on another device while it was open", async () => {
		const { person, world } = kinds;
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${someone()}`);
		await person.review(entry.id, (each) => each.approval.possible);
		const result = { status: "rejected", reason: "No, from my phone" } as const;
		await world.service.control.anotherDevice({ actionId: subjectOf(entry.id), result });
		await kinds.refusing(entry.id, "against.state.rejected");
		await person.until("the entry to be done", () =>
			person.desk().inbox.find((each) => each.id === entry.id && each.state === "done"),
		);
		expect(person.ports.desktop.withdrawn).toContain(entry.id);
	});

	it.each([
		["execute: send 0.1 ETH to 0x00000000000000000000000000000000000c0ffe", "lost_request"],
		["sign the message: never arrived", "lost_request"],
	] as const)("“%s” is answered again by the same key and body (%s)", async (sentence, kind) => {
		await kinds.world.service.control.fault({ kind, match: RESULT });
		const entry = await approved(sentence);
		await kinds.outcome(entry.id, "confirmed");
		const tries = await answers(entry.id);
		expect(tries).toHaveLength(2);
		expect(tries[0]).toEqual(tries[1]);
		expect(await outcomes(entry.id)).toEqual(["taken"]);
	});

	it.each(["execute: send 0.1 ETH to 0x00000000000000000000000000000000000c0ffe", "sign the message: once"])(
		"“%s” with an accepted answer and a lost receipt is not answered again, because the service is read first",
		async (sentence) => {
			await kinds.world.service.control.fault({ kind: "lost_answer", match: RESULT });
			const entry = await approved(sentence);
			await kinds.outcome(entry.id, "confirmed");
			expect(await answers(entry.id)).toHaveLength(1);
			expect(await outcomes(entry.id)).toEqual(["taken"]);
		},
	);

	it("survives an unreachable service, sends once and answers once", async () => {
		const { world } = kinds;
		const friend = someone();
		await world.service.control.fault({ kind: "lost_request", count: 1_000, match: RESULT });
		const entry = await approved(`execute: send 0.1 ETH to ${friend}`);
		await expect.poll(() => balanceOf(friend), { timeout: 60_000 }).toBe(wei(1));
		await world.service.control.down();
		await kinds.outcome(entry.id, "stuck");
		await world.service.control.up();
		await world.service.control.clearFaults();
		await kinds.person.callTrusted("retry", { entryId: entry.id });
		await kinds.outcome(entry.id, "confirmed");
		expect(await outcomes(entry.id)).toEqual(["taken"]);
		expect(await balanceOf(friend)).toBe(wei(1));
	});

	it("includes the user's reason when it is rejected", async () => {
		const { person } = kinds;
		const entry = await kinds.asked(`execute: send 0.1 ETH to ${someone()}`);
		await person.review(entry.id);
		const reason = "The amount is too high for me.";
		expect(await person.callTrusted("reject", { entryId: entry.id, reason })).toEqual({ ok: true });
		await person.until("the entry to be done", () =>
			person
				.desk()
				.inbox.find((each) => each.id === entry.id && codesOf(each.note).includes("inbox.note.rejected")),
		);
		expect(await kinds.action(entry.sessionId)).toMatchObject({
			state: "rejected",
			result: { status: "rejected", reason },
		});
		expect(await outcomes(entry.id)).toEqual(["taken"]);
	});

	describe("an action is continued after a restart", () => {
		it("after the approval, while the vault was locked", async () => {
			const friend = someone();
			const { gates } = kinds;
			const entry = await kinds.asked(`execute: send 0.1 ETH to ${friend}`);
			await kinds.person.review(entry.id, (each) => each.approval.possible);
			gates.evm.rule = (method) => (method === "eth_getTransactionCount" ? "break" : "pass");
			expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
			await kinds.outcome(entry.id, "stuck");
			const person = await kinds.restart({ locked: true });
			gates.evm.rule = () => "pass";
			await person.callDesk("openReview", { entryId: entry.id });
			await progress("words about the lock", ({ text }) => tells(text, "signing.waits-for-vault"), entry.id);
			expect(await balanceOf(friend)).toBe(0n);
			await kinds.unlock();
			await kinds.outcome(entry.id, "confirmed");
			expect(await balanceOf(friend)).toBe(wei(1));
			expect(await outcomes(entry.id)).toEqual(["taken"]);
		});

		it("after its first step", async () => {
			const [first, second] = [someone(), someone()];
			const { gates } = kinds;
			let sent = 0;
			gates.evm.rule = (method) => {
				if (method !== "eth_sendRawTransaction") return "pass";
				sent += 1;
				return sent > 1 ? "break" : "pass";
			};
			const entry = await approved(two(first, second));
			await expect.poll(() => balanceOf(first), { timeout: 60_000 }).toBe(wei(1));
			await kinds.outcome(entry.id, "stuck");
			expect(await balanceOf(second)).toBe(0n);
			const person = await kinds.restart();
			gates.evm.rule = () => "pass";
			await person.callDesk("openReview", { entryId: entry.id });
			await kinds.outcome(entry.id, "confirmed");
			expect([await balanceOf(first), await balanceOf(second)]).toEqual([wei(1), wei(2)]);
			expect(await outcomes(entry.id)).toEqual(["taken"]);
		});

		it.each([
			["EVM", "execute: send 0.1 ETH to"],
			["a message", "sign the message: for"],
		])("after sending and before the answer (%s)", async (_, text) => {
			const friend = someone();
			const nonce = await nonceOf();
			const { control } = kinds.world.service;
			await control.fault({ kind: "delay", ms: 30_000, where: "answer", match: RESULT });
			const entry = await approved(`${text} ${friend}`);
			await expect.poll(() => outcomes(entry.id), { timeout: 60_000 }).toEqual(["taken"]);
			await control.down();
			await kinds.outcome(entry.id, "stuck");
			const person = await kinds.restart();
			await control.up();
			await person.callDesk("openReview", { entryId: entry.id });
			await kinds.outcome(entry.id, "confirmed");
			expect(await outcomes(entry.id)).toEqual(["taken"]);
			expect(await answers(entry.id)).toHaveLength(1);
			expect(await nonceOf()).toBe(nonce + (text.startsWith("execute") ? 1 : 0));
		});
	});
});
