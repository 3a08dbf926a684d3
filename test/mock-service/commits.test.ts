import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { formatEther, keccak256, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExecuteEvmRequest } from "../../src/service-api/action.ts";
import type { CommitView } from "../../src/service-api/commit.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { Caller, lastState, openWorld, payloadOf, signPayload, type World } from "./fixture.ts";

const FRIEND = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";

let world: World;
let caller: Caller;
beforeAll(async () => {
	world = await openWorld();
	caller = new Caller(world.service);
});
afterAll(() => world.close());

function requestOf(view: CommitView): ExecuteEvmRequest {
	const request = view.review?.request;
	if (request?.type !== "execute_evm") throw new Error("no EVM review");
	return request;
}

async function submitSignature(view: CommitView) {
	const raw = await signPayload(world.person, payloadOf(view));
	const { status, body } = await caller.manual(view.commit_id, { kind: "signed", payloads: [raw] });
	return { raw, status, body };
}

async function demoOf(address: `0x${string}`): Promise<bigint> {
	return await world.chain.publicClient.readContract({
		address: world.demo.token,
		abi: tokenAbi,
		functionName: "balanceOf",
		args: [address],
	});
}

describe("an offer", () => {
	it("arrives with its turn's awaiting_action, in one page, with equal payload and review", async () => {
		const page = await caller.turn(`send 0.05 ETH to ${FRIEND}`);
		expect(lastState(page)).toBe("awaiting_action");
		const kinds = new Set(page.events.map((event) => event.type));
		for (const kind of ["tool_update", "tool_complete", "task_started", "task_phase", "task_completed"]) {
			expect(kinds).toContain(kind);
		}
		const view = page.commits?.[0];
		if (view === undefined) throw new Error("no commit");
		expect(await caller.commit(view.commit_id)).toEqual(view);
		const [transaction] = requestOf(view).transactions;
		const payload = payloadOf(view);
		expect(view).toMatchObject({ version: 1, state: "needs_signature", signer: world.person.address });
		expect(transaction).toMatchObject({
			chain_id: payload.chain_id,
			from: payload.signer,
			to: payload.transaction.to,
			value: payload.transaction.value,
			data: payload.transaction.data,
			gas: String(payload.transaction.gas_limit),
			fee_outcome: { kind: "flat" },
		});
		expect(view.review?.legs).toEqual([requestOf(view)]);
		const nonce = await world.chain.publicClient.getTransactionCount({ address: world.person.address });
		expect(payload.nonce).toBe(nonce);
	});

	it("has the digest of its canonicalized review", async () => {
		const { review } = await caller.offer(`send 1 DEMO to ${FRIEND}`);
		const text = canonicalize({
			revision: review?.revision,
			request: review?.request,
			legs: review?.legs,
		});
		const hash = createHash("sha256")
			.update(text ?? "")
			.digest("hex");
		expect(review?.digest).toBe(`rvd_${hash}`);
	});

	it("is simulated on the chain: native and token movements, approvals, fees and logs", async () => {
		const eth = requestOf(await caller.offer(`send 0.05 ETH to ${FRIEND}`)).simulation;
		expect(eth).toMatchObject({ status: "passed", approvals: [], logs: [] });
		expect(eth.balanceChanges).toMatchObject([
			{ asset: "native", amount: parseEther("0.05").toString(), direction: "out", counterparty: FRIEND },
		]);
		const token = requestOf(await caller.offer(`send 20 DEMO to ${FRIEND}`)).simulation;
		expect(token.balanceChanges).toMatchObject([
			{ asset: world.demo.token, amount: parseEther("20").toString(), symbol: "DEMO", standard: "erc20" },
		]);
		expect(token.logs).toHaveLength(1);
		const approval = requestOf(await caller.offer("approve unlimited DEMO for the router")).simulation;
		expect(approval.approvals).toMatchObject([
			{ spender: world.demo.router, unlimited: true, kind: "allowance", approved: true },
		]);
		expect(approval.warnings).toHaveLength(1);
		expect(BigInt(approval.gas?.units ?? 0) * BigInt(approval.gas?.priceWei ?? 0)).toBe(
			BigInt(approval.fees[0]?.amount ?? 0),
		);
	});

	it("is made for the address that the turn names; a swap without an allowance gets only a message", async () => {
		const other = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
		const view = await caller.offer("approve 5 DEMO for the router", {
			userState: { evm: { address: other.toLowerCase(), chain_id: world.chain.chainId } },
		});
		expect(view.signer).toBe(other);
		const page = await caller.turn("swap 50 DEMO", { userState: { evm: { address: other } } });
		expect(lastState(page)).toBe("complete");
		expect(page.commits ?? []).toEqual([]);
	});
});

describe("a commit that the wallet submits", () => {
	it("becomes needs_signature, awaiting_broadcast, submitted, confirmed; then the agent continues to complete", async () => {
		const before = await demoOf(FRIEND);
		const offer = await caller.offer(`send 20 DEMO to ${FRIEND}`);
		const signed = await submitSignature(offer);
		expect(signed.body).toMatchObject({
			version: 2,
			state: "awaiting_broadcast",
			transaction_id: null,
			action: { kind: "broadcast", signed_transaction: signed.raw, transaction_id: keccak256(signed.raw) },
		});
		const hash = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: signed.raw });
		const report = { kind: "broadcast", transaction_id: hash };
		const reported = await caller.manual(offer.commit_id, report);
		expect(reported.body).toMatchObject({
			version: 3,
			state: "submitted",
			transaction_id: hash,
			action: null,
		});
		const over = await caller.until(offer, "confirmed");
		expect(over.version).toBe(4);
		expect((await demoOf(FRIEND)) - before).toBe(parseEther("20"));
		expect((await caller.manual(offer.commit_id, report)).body.version).toBe(4);

		const reportTurn = `broadcast-terminal:${offer.commit_id}`;
		const page = await caller.readUntil(
			await caller.page(`/v1/agent/chat/${offer.thread_id}`),
			({ events }) =>
				events.some(
					(event) =>
						event.turn_id === reportTurn && event.type === "turn_state_changed" && event.state === "complete",
				),
		);
		const answer = page.events.find((event) => event.type === "message" && event.turn_id === reportTurn);
		expect(answer).toMatchObject({ message_key: `${reportTurn}:response`, sender: "agent" });
	});

	it("accepts the same bytes twice as one, and rejects other bytes and hashes", async () => {
		const offer = await caller.offer(`send 1 DEMO to ${FRIEND}`);
		const first = await submitSignature(offer);
		const again = await caller.manual(offer.commit_id, { kind: "signed", payloads: [first.raw] });
		expect([again.status, again.body]).toEqual([200, first.body]);
		const other = await signPayload(world.person, payloadOf(offer), { gas: 999_999n });
		const refused = await caller.manual(offer.commit_id, { kind: "signed", payloads: [other] });
		expect([refused.status, refused.body.error.code]).toEqual([409, "already_signed"]);
		const wrong = { kind: "broadcast", transaction_id: keccak256(other) };
		expect((await caller.manual(offer.commit_id, wrong)).status).toBe(422);
		const { signatures } = await world.service.control.records();
		const mine = signatures.filter(({ commitId }) => commitId === offer.commit_id);
		expect(mine.map(({ outcome }) => outcome)).toEqual(["taken", "repeated", "refused"]);
		// Uses the nonce; otherwise later offers would wait for it.
		await world.chain.publicClient.sendRawTransaction({ serializedTransaction: first.raw });
	});

	it.each([
		["value", { value: 1n }],
		["nonce", { nonce: 99 }],
		["gas_limit", { gas: 22_222n }],
	])("rejects a signature over another %s and names the field", async (field, change) => {
		const offer = await caller.offer(`send 0.01 ETH to ${FRIEND}`);
		const raw = await signPayload(world.person, payloadOf(offer), change);
		const { status, body } = await caller.manual(offer.commit_id, { kind: "signed", payloads: [raw] });
		expect([status, body.error.code, body.error.details.field]).toEqual([422, "signature_mismatch", field]);
		expect((await caller.commit(offer.commit_id)).state).toBe("needs_signature");
	});

	it("fails with its reason if the chain reverts it", async () => {
		await world.chain.setAutomine(false);
		const offer = await caller.offer("send 9000 DEMO to 0xB1B1b1b1B1B1B1B1B1b1b1b1b1b1B1B1b1B1b1b1");
		const { raw } = await submitSignature(offer);
		const balance = await demoOf(world.person.address);
		// The balance disappears between the simulation and the block, as if another transaction was faster.
		await world.chain.testClient.setStorageAt({
			address: world.demo.token,
			index: balanceSlot(world.person.address),
			value: `0x${"0".repeat(64)}`,
		});
		const hash = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
		await caller.manual(offer.commit_id, { kind: "broadcast", transaction_id: hash });
		await world.chain.mine();
		await world.chain.setAutomine(true);
		expect(await caller.until(offer, "failed")).toMatchObject({ failure_code: "execution_reverted" });
		await world.demo.fund(world.person.address, { eth: 1n, demo: balance });
	});
});

/** Returns the storage slot of a DemoToken balance: the mapping is in slot 0. */
function balanceSlot(address: `0x${string}`): `0x${string}` {
	return keccak256(`0x${address.slice(2).padStart(64, "0").toLowerCase()}${"0".repeat(64)}`);
}

describe("other submitters", () => {
	it("hosted: the service submits by itself, once", async () => {
		const offer = await caller.offer(`send 0.02 ETH to ${FRIEND}, hosted`);
		expect(offer.broadcaster).toBe("hosted");
		const { body, raw } = await submitSignature(offer);
		expect(body).toMatchObject({ state: "submitted", transaction_id: keccak256(raw), action: null });
		await caller.until(offer, "confirmed");
		const { broadcasts } = await world.service.control.records();
		const mine = broadcasts.filter(({ commitId }) => commitId === offer.commit_id);
		expect(mine).toMatchObject([{ hash: keccak256(raw), by: "hosted" }]);
	});

	it("venue: returns the transaction for the client to submit", async () => {
		const offer = await caller.offer(`send 0.02 ETH to ${FRIEND}, venue`);
		const { body, raw } = await submitSignature(offer);
		expect(body).toMatchObject({ state: "awaiting_broadcast", action: { signed_transaction: raw } });
		const hash = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
		await caller.manual(offer.commit_id, { kind: "broadcast", transaction_id: hash });
		expect((await caller.until(offer, "confirmed")).transaction_id).toBe(hash);
	});

	it("venue: submits by itself on request, even without a report", async () => {
		await world.service.control.settings({ venue: "submits" });
		const offer = await caller.offer(`send 0.02 ETH to ${FRIEND}, venue`);
		const { body, raw } = await submitSignature(offer);
		await world.service.control.settings({ venue: "gives_back" });
		expect(body).toMatchObject({ state: "awaiting_broadcast", action: null });
		expect((await caller.until(offer, "confirmed")).transaction_id).toBe(keccak256(raw));
	});

	it("auto: chooses hosted, and rejects the wallet as broadcaster", async () => {
		const view = await caller.offer(`send 0.02 ETH to ${FRIEND}`, { mode: "auto" });
		expect(view.broadcaster).toBe("hosted");
		const userState = { evm: { broadcaster: "wallet" } };
		const refused = await caller.start(`send 0.02 ETH to ${FRIEND}`, { mode: "auto", userState });
		expect(refused.body.error.code).toBe("broadcaster_incompatible");
		// If the mode is omitted, it is Auto; with an app it is Direct, and the wallet may submit.
		const omitted = await caller.start(`send 0.02 ETH to ${FRIEND}`, { userState });
		expect(omitted.body.error.code).toBe("broadcaster_incompatible");
		expect((await caller.start("hello", { app: "demo", userState })).status).toBe(200);
	});
});

describe("a swap", () => {
	it("passes its simulation once the router was approved, and shows both sides", async () => {
		const approval = await caller.offer("approve 50 DEMO for the router, hosted");
		await submitSignature(approval);
		await caller.until(approval, "confirmed");
		const swap = await caller.offer("swap 50 DEMO, hosted");
		const { simulation } = requestOf(swap);
		expect(
			simulation.balanceChanges.map(({ direction, symbol, amount }) => [direction, symbol, amount]),
		).toEqual(
			expect.arrayContaining([
				["out", "DEMO", parseEther("50").toString()],
				["in", "ETH", parseEther("0.025").toString()],
			]),
		);
		await submitSignature(swap);
		await caller.until(swap, "confirmed");
	});
});

describe("an offer that ends without a signature", () => {
	it("is rejected once, and the agent answers to the reason", async () => {
		const offer = await caller.offer(`send 0.01 ETH to ${FRIEND}`);
		const rejected = await caller.manual(offer.commit_id, { kind: "rejected" });
		expect(rejected.body).toMatchObject({ version: 2, state: "rejected", action: null });
		expect((await caller.manual(offer.commit_id, { kind: "rejected" })).body.version).toBe(2);
		const late = await submitSignature(offer);
		expect([late.status, late.body.error.code]).toEqual([409, "commit_closed"]);
		await caller.readUntil(await caller.page(`/v1/agent/chat/${offer.thread_id}`), (page) =>
			page.events.some((event) => event.turn_id === `broadcast-terminal:${offer.commit_id}`),
		);
		await caller.readUntil(
			await caller.page(`/v1/agent/chat/${offer.thread_id}`),
			(page) => lastState(page) === "complete",
		);
		const page = await caller.turn("I rejected it: the amount is wrong", { sessionId: offer.thread_id });
		const answer = page.events.findLast((event) => event.type === "message");
		expect(answer?.type === "message" ? answer.content : "").toContain("the amount is wrong");
	});

	it("is answered by another device", async () => {
		const offer = await caller.offer(`send 0.01 ETH to ${FRIEND}`);
		const answer = { kind: "rejected" } as const;
		await world.service.control.anotherDevice({ commitId: offer.commit_id, answer });
		expect((await caller.until(offer, "rejected")).version).toBe(2);
	});

	it("expires, and then accepts no signature", async () => {
		const offer = await caller.offer(`offer: send 0.01 ETH to ${FRIEND} expiring in 1 s`);
		expect(requestOf(offer).transactions[0]?.expires_at).toBeTypeOf("number");
		await caller.until(offer, "expired");
		expect((await submitSignature(offer)).status).toBe(409);
	});

	it("is revised while shown: a higher revision, another digest, another amount", async () => {
		const offer = await caller.offer(`send 0.01 ETH to ${FRIEND} then revise in 0.05 s`);
		const page = await caller.page(`/v1/agent/chat/${offer.thread_id}`);
		await caller.readUntil(page, ({ commits = [] }) => commits.some((commit) => commit.version === 2));
		const revised = await caller.commit(offer.commit_id);
		expect(revised.review?.revision).toBe(2);
		expect(revised.review?.digest).not.toBe(offer.review?.digest);
		expect(formatEther(BigInt(payloadOf(revised).transaction.value))).toBe("0.02");
		const stale = await submitSignature(offer);
		expect([stale.status, stale.body.error.details.field]).toEqual([422, "value"]);
		const again = await world.service.control.reviseCommit({ commitId: offer.commit_id, amount: "7" });
		expect(again.revision).toBe(3);
		expect(payloadOf(await caller.commit(offer.commit_id)).transaction.value).toBe("7");
	});

	it("gets a new nonce when another of the signer's transactions settles", async () => {
		const waiting = await caller.offer(`send 0.01 ETH to ${FRIEND}`);
		const offer = await caller.offer(`send 0.02 ETH to ${FRIEND}, hosted`);
		await submitSignature(offer);
		await caller.until(offer, "confirmed");
		const page = await caller.page(`/v1/agent/chat/${waiting.thread_id}`);
		await caller.readUntil(page, ({ commits = [] }) => commits.some(({ version }) => version === 2));
		const renewed = await caller.commit(waiting.commit_id);
		expect(payloadOf(renewed).nonce).toBe(payloadOf(offer).nonce + 1);
		expect(renewed.review).toEqual(waiting.review);
	});
});

describe("a restart", () => {
	it("keeps commits, follows submitted transactions and reports them", async () => {
		await world.service.control.settings({ following: false });
		const offer = await caller.offer(`send 0.02 ETH to ${FRIEND}, hosted`);
		await submitSignature(offer);
		await world.service.restart();
		expect((await caller.commit(offer.commit_id)).state).toBe("submitted");
		await world.service.control.settings({ following: true });
		await caller.until(offer, "confirmed");
	});
});
