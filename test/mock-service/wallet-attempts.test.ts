import { randomUUID } from "node:crypto";
import type { Hash } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	type CommitView,
	type CommitWalletAttemptView,
	commitWalletAttemptView,
} from "../../src/service-api/commit.ts";
import { unknownMembers } from "../../src/service-api/open.ts";
import { devAccount } from "../chains/evm.ts";
import { Caller, openWorld, payloadOf, signPayload, type World } from "./fixture.ts";

/** Tests the mock service's wallet attempts from a wallet's side. */

const FRIEND = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";

let world: World;
let caller: Caller;
beforeAll(async () => {
	world = await openWorld();
	caller = new Caller(world.service);
});
afterAll(() => world.close());

const offer = (how = "by browser send") => caller.offer(`send 0.01 ETH to ${FRIEND} ${how}`);

const claim = (view: CommitView, change: Record<string, unknown> = {}) =>
	caller.call("POST", `/api/commits/${view.commit_id}/wallet-attempts`, {
		version: view.version,
		review_digest: view.review?.digest,
		client_request_id: randomUUID(),
		transport: "browser_send",
		...change,
	});

async function claimed(view: CommitView): Promise<CommitWalletAttemptView> {
	const { status, body } = await claim(view);
	expect(status).toBe(200);
	expect(unknownMembers(commitWalletAttemptView, body)).toEqual([]);
	return commitWalletAttemptView.parse(body);
}

const report = (view: CommitView, attemptId: string, body: unknown) =>
	caller.call("POST", `/api/commits/${view.commit_id}/wallet-attempts/${attemptId}/report`, body);

async function until(view: CommitView, done: (now: CommitView) => boolean): Promise<CommitView> {
	for (;;) {
		const now = await caller.commit(view.commit_id);
		if (done(now)) return now;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

describe("an offer", () => {
	it("offers the transports that the sentence names", async () => {
		expect((await offer()).supported_transports).toEqual(["browser_send"]);
		expect((await offer("by both routes")).supported_transports).toEqual([
			"sign_and_broadcast",
			"browser_send",
		]);
		expect((await offer("")).supported_transports).toEqual(["sign_and_broadcast"]);
	});
});

describe("a claim", () => {
	it("is issued once: the view's action is removed, and the attempt awaits the wallet", async () => {
		const view = await offer();
		const attempt = await claimed(view);
		expect(attempt).toEqual({
			attempt_id: expect.any(String),
			commit_id: view.commit_id,
			transport: "browser_send",
			state: "awaiting_wallet",
			request: payloadOf(view),
			may_invoke_wallet: true,
		});
		expect(await caller.commit(view.commit_id)).toMatchObject({
			version: view.version + 1,
			state: "needs_signature",
			action: null,
			wallet_attempt: { attempt_id: attempt.attempt_id, state: "awaiting_wallet", transaction_id: null },
		});
	});

	it("returns the same attempt without a second permission if it is repeated", async () => {
		const view = await offer();
		const client_request_id = randomUUID();
		const first = await claim(view, { client_request_id });
		const again = await claim(view, { client_request_id });
		expect(again.body).toEqual({ ...first.body, request: null, may_invoke_wallet: false });
		expect((await caller.commit(view.commit_id)).version).toBe(view.version + 1);
	});

	it.each([
		["of an older version", { version: 9 }, 409, "stale_version"],
		["of another review", { review_digest: "rvd_other" }, 422, "review_mismatch"],
		["of another transport", { transport: "sign_and_broadcast" }, 422, "transport_not_offered"],
		["with more than the interface names", { more: 1 }, 422, "unprocessable"],
	] as const)("%s is refused, and changes nothing", async (_, change, status, code) => {
		const view = await offer();
		const answer = await claim(view, change);
		expect(answer).toMatchObject({ status, body: { error: { code } } });
		expect(await caller.commit(view.commit_id)).toEqual(view);
	});

	it("is refused if the commit lacks the transport, or another wallet has claimed it", async () => {
		expect(await claim(await offer(""))).toMatchObject({ status: 422 });
		const view = await offer();
		await claimed(view);
		const second = await claim(await caller.commit(view.commit_id));
		expect(second).toMatchObject({ status: 409, body: { error: { code: "attempt_open" } } });
	});

	it("blocks every other answer while the wallet is awaited", async () => {
		const view = await offer("by both routes");
		await claimed(view);
		const raw = await signPayload(world.person, payloadOf(view));
		for (const body of [{ kind: "signed", payloads: [raw] }, { kind: "rejected" }])
			expect(await caller.manual(view.commit_id, body)).toMatchObject({ status: 409 });
	});

	it("lies about the target if that was requested", async () => {
		const view = await caller.offer(`lie about the claim: send 0.01 ETH to ${FRIEND} by browser send`);
		expect(payloadOf(view).transaction.to).toBe(FRIEND);
		const { request } = await claimed(view);
		expect(request).not.toEqual(payloadOf(view));
	});
});

describe("a report", () => {
	it("of the reviewed transaction is followed: reported, observing, confirmed", async () => {
		const view = await offer();
		const { attempt_id: attemptId } = await claimed(view);
		const raw = await signPayload(world.person, payloadOf(view));
		await world.chain.setAutomine(false);
		const transaction_id = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
		const body = { kind: "transaction", transaction_id };
		expect((await report(view, attemptId, body)).body).toMatchObject({
			state: "submitted",
			transaction_id,
			wallet_attempt: { state: "reported", transaction_id },
		});
		const again = await report(view, attemptId, body);
		expect(again.status).toBe(200);
		await until(view, (now) => now.wallet_attempt?.state === "observing");
		await world.chain.setAutomine(true);
		await world.chain.mine();
		const done = await until(view, (now) => now.state === "confirmed");
		expect(done.wallet_attempt).toMatchObject({ state: "observing", failure_code: null });
		const other: Hash = `0x${"ab".repeat(32)}`;
		expect(await report(view, attemptId, { kind: "transaction", transaction_id: other })).toMatchObject({
			status: 409,
		});
	});

	it("of another transaction is mismatched, and nothing more is requested", async () => {
		const view = await offer();
		const { attempt_id: attemptId } = await claimed(view);
		const transaction_id = await world.chain
			.walletClient(devAccount(3))
			.sendTransaction({ to: FRIEND, value: 1n });
		await report(view, attemptId, { kind: "transaction", transaction_id });
		const now = await until(view, (each) => each.wallet_attempt?.state === "mismatched");
		expect(now).toMatchObject({
			state: "needs_signature",
			action: null,
			transaction_id: null,
			wallet_attempt: { transaction_id, failure_code: "transaction_mismatch" },
		});
	});

	it("of a rejection ends the commit; the same again changes nothing", async () => {
		const view = await offer();
		const { attempt_id: attemptId } = await claimed(view);
		const first = await report(view, attemptId, { kind: "rejected" });
		expect(first.body).toMatchObject({ state: "rejected", action: null, wallet_attempt: null });
		expect((await report(view, attemptId, { kind: "rejected" })).body).toEqual(first.body);
	});

	it("of an unknown attempt, or without a hash, is refused", async () => {
		const view = await offer();
		expect(await report(view, "nobody", { kind: "rejected" })).toMatchObject({ status: 404 });
		const { attempt_id: attemptId } = await claimed(view);
		expect(await report(view, attemptId, { kind: "transaction", transaction_id: "0x12" })).toMatchObject({
			status: 422,
		});
	});
});
