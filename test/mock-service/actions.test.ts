import { type Hex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ActionRequest, AssembledEvmTransaction } from "../../src/service-api/action.ts";
import { type Action, actionEvent } from "../../src/service-api/events.ts";
import { unknownMembers } from "../../src/service-api/open.ts";
import { Caller, lastState, openWorld, payloadOf, RELAYER, signPayload, type World } from "./fixture.ts";

const FRIEND = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";
const SEND = `execute: send 0.1 ETH to ${FRIEND}`;

let world: World;
let caller: Caller;
beforeAll(async () => {
	world = await openWorld({ relayer: RELAYER });
	caller = new Caller(world.service);
});
afterAll(() => world.close());

function legsOf({ request }: { request: ActionRequest }): AssembledEvmTransaction[] {
	if (request.type !== "execute_evm") throw new Error("no EVM request");
	return request.transactions;
}

const bytes = (text: string): Hex => `0x${text.slice(2)}`;

/** Sends a leg's transaction from the user's account, optionally changed. */
async function send(leg: AssembledEvmTransaction, change: { value?: bigint; data?: Hex; to?: Hex } = {}) {
	return await world.chain.walletClient(world.person).sendTransaction({
		to: bytes(leg.to),
		value: BigInt(leg.value ?? "0"),
		data: bytes(leg.data),
		...change,
	});
}

async function sendAll(action: Action): Promise<Hex[]> {
	const hashes: Hex[] = [];
	for (const leg of legsOf(action)) hashes.push(await send(leg));
	return hashes;
}

const submitted = (...hashes: readonly string[]) => ({
	status: "submitted" as const,
	legs: hashes.map((transactionId, index) => ({
		id: `leg_${index + 1}`,
		status: "submitted" as const,
		transactionId,
	})),
});

const REJECTED = { status: "rejected" as const, reason: "Not today." };

describe("an action to execute", () => {
	it("is an event of the turn that awaits it, and has no unknown members", async () => {
		const page = await caller.turn(SEND);
		expect(lastState(page)).toBe("awaiting_action");
		const action = page.events.findLast((event) => event.type === "action");
		expect(unknownMembers(actionEvent, action)).toEqual([]);
		expect(action).toMatchObject({
			id: expect.stringMatching(/^act_[A-Za-z0-9]+$/),
			revision: 0,
			state: "pending",
			expires_at: null,
			request: {
				type: "execute_evm",
				transactions: [{ to: FRIEND, value: parseEther("0.1").toString(), from: world.person.address }],
				simulation: { status: "passed" },
			},
		});
	});

	it("becomes submitted, then completed; the turn continues and ends with the hash", async () => {
		const action = await caller.action(SEND);
		const [hash = "0x"] = await sendAll(action);
		const { status, body } = await caller.resolve(action, submitted(hash));
		expect(status).toBe(200);
		expect(Object.keys(body)).toEqual(["action"]);
		expect(body.action).toMatchObject({ id: action.id, revision: 1, state: "submitted" });
		const { action: over, page } = await caller.untilAction(action, "completed");
		expect(over.revision).toBe(2);
		const revisions = page.events.flatMap((event) => (event.type === "action" ? [event.revision] : []));
		expect(revisions).toEqual([0, 1, 2]);
		expect(await caller.finalMessage(action)).toContain(hash);
	});

	it("accepts two legs in order, and rejects them swapped, missing or duplicated", async () => {
		const action = await caller.action("execute: approve 10 DEMO for the router, then swap 10 DEMO");
		expect(legsOf(action).map(({ kind }) => kind)).toEqual(["approval", "swap"]);
		const [first = "0x", second = "0x"] = await sendAll(action);
		const refused = async (result: Parameters<Caller["resolve"]>[1], code: string) => {
			const { status, body } = await caller.resolve(action, result);
			expect([status, body.error.code]).toEqual([422, code]);
		};
		await refused(submitted(second, first), "transaction_mismatch");
		await refused(submitted(first), "leg_mismatch");
		await refused(submitted(first, first), "transaction_mismatch");
		const swapped = submitted(first, second).legs.toReversed();
		await refused({ status: "submitted", legs: swapped }, "leg_mismatch");
		expect((await caller.resolve(action, submitted(first, second))).status).toBe(200);
		await caller.untilAction(action, "completed");
	});

	it("fails if the first leg failed, and accepts no later leg", async () => {
		const action = await caller.action("execute: approve 10 DEMO for the router, then swap 10 DEMO");
		const [hash = "0x"] = await sendAll(action);
		const failed = { id: "leg_1", status: "failed" as const, reason: "The wallet gave up." };
		const after = { id: "leg_2", status: "submitted" as const, transactionId: hash };
		const refused = await caller.resolve(action, { status: "submitted", legs: [failed, after] });
		expect([refused.status, refused.body.error.code]).toEqual([422, "leg_mismatch"]);
		const skipped = { id: "leg_2", status: "skipped" as const };
		expect((await caller.resolve(action, { status: "submitted", legs: [failed, skipped] })).status).toBe(200);
		await caller.untilAction(action, "failed");
	});

	it("fails if the chain reverts its transaction", async () => {
		await world.chain.setAutomine(false);
		const action = await caller.action(
			"execute: send 9000 DEMO to 0xB1B1b1b1B1B1B1B1B1b1b1b1b1b1B1B1b1B1b1b1",
		);
		const away = legsOf(await caller.action("execute: send 9500 DEMO"))[0];
		const leg = legsOf(action)[0];
		if (away === undefined || leg === undefined) throw new Error("no leg");
		const wallet = world.chain.walletClient(world.person);
		const fixed = { gas: 100_000n, value: 0n } as const;
		await wallet.sendTransaction({ ...fixed, to: bytes(away.to), data: bytes(away.data) });
		const hash = await wallet.sendTransaction({ ...fixed, to: bytes(leg.to), data: bytes(leg.data) });
		// The transaction is pending, so the chain knows it.
		expect((await caller.resolve(action, submitted(hash))).status).toBe(200);
		await world.chain.mine();
		await world.chain.setAutomine(true);
		await caller.untilAction(action, "failed");
		await world.demo.fund(world.person.address, { eth: 1n, demo: parseEther("9500") });
	});

	it("rejects a transaction that is unknown, differs in content, comes from another account or is older", async () => {
		const old = legsOf(await caller.action(SEND))[0];
		if (old === undefined) throw new Error("no leg");
		const older = await send(old);
		const action = await caller.action(SEND);
		const [leg] = legsOf(action);
		if (leg === undefined) throw new Error("no leg");
		const stranger = world.chain.walletClient(RELAYER);
		const foreign = await stranger.sendTransaction({ to: bytes(leg.to), value: BigInt(leg.value ?? 0) });
		const cases: [string, string][] = [
			[`0x${"1".repeat(64)}`, "transactionId"],
			["0x12", "transactionId"],
			[await send(leg, { value: 1n }), "value"],
			[await send(leg, { data: "0x01" }), "data"],
			[await send(leg, { to: bytes(world.person.address) }), "to"],
			[foreign, "from"],
			[older, "nonce"],
		];
		for (const [hash, field] of cases) {
			const { status, body } = await caller.resolve(action, submitted(hash));
			expect([status, body.error.code, body.error.details?.field]).toEqual([
				422,
				"transaction_mismatch",
				field,
			]);
		}
		const { resolutions } = await world.service.control.records();
		const mine = resolutions.filter(({ actionId }) => actionId === action.id);
		expect(mine.map(({ outcome }) => outcome)).toEqual(cases.map(() => "refused"));
	});

	it("rejects a transaction that already answered another action", async () => {
		const [one, two] = [await caller.action(SEND), await caller.action(SEND)];
		const [hash = "0x"] = await sendAll(one);
		expect((await caller.resolve(one, submitted(hash))).status).toBe(200);
		const { status, body } = await caller.resolve(two, submitted(hash));
		expect([status, body.error.code]).toEqual([422, "transaction_mismatch"]);
	});
});

describe("the resolution", () => {
	it("is the same for the same key and body, and rejects another body with that key", async () => {
		const action = await caller.action(SEND);
		const key = crypto.randomUUID();
		const first = await caller.resolve(action, REJECTED, { key });
		const again = await caller.resolve(action, REJECTED, { key });
		expect([again.status, again.body]).toEqual([200, first.body]);
		const other = await caller.resolve(action, { ...REJECTED, reason: "Other." }, { key });
		expect([other.status, other.body.error.code]).toEqual([409, "idempotency_conflict"]);
		const { resolutions } = await world.service.control.records();
		const mine = resolutions.filter(({ actionId }) => actionId === action.id);
		expect(mine.map(({ outcome }) => outcome)).toEqual(["taken", "repeated", "refused"]);
		expect(await caller.finalMessage(action)).toContain("Not today.");
	});

	it("requires the scope, a key, an action of this session, and a body without extra members", async () => {
		const action = await caller.action(SEND);
		const path = `/v1/agent/chat/${String(action["session_id"])}/actions/${action.id}/result`;
		const body = { revision: 0, result: REJECTED };
		const headers = { "idempotency-key": crypto.randomUUID() };
		expect((await caller.call("POST", path, body)).status).toBe(400);
		expect((await caller.call("POST", path, { ...body, more: 1 }, headers)).status).toBe(422);
		const grown = { revision: 0, result: { ...REJECTED, nonce: 1 } };
		expect((await caller.call("POST", path, grown, headers)).status).toBe(422);
		const bad = path.replace("act_", "nothing_");
		expect((await caller.call("POST", bad, body, headers)).status).toBe(400);
		const elsewhere = await caller.action(SEND);
		const foreign = path.replace(action.id, elsewhere.id);
		expect((await caller.call("POST", foreign, body, headers)).status).toBe(404);
		const reader = new Caller(world.service, "no-such-token");
		expect((await reader.call("POST", path, body, headers)).status).toBe(401);
	});

	it("checks the revision, the kind of result and the state", async () => {
		const action = await caller.action(SEND);
		const stale = await caller.resolve(action, REJECTED, { revision: 7 });
		expect([stale.status, stale.body.error.code, stale.body.error.details.revision]).toEqual([
			409,
			"action_revision_conflict",
			0,
		]);
		const signed = await caller.resolve(action, { status: "signed", outputs: [] });
		expect([signed.status, signed.body.error.code]).toEqual([422, "result_mismatch"]);
		await caller.resolve(action, REJECTED);
		const closed = await caller.resolve(action, REJECTED, { revision: 1 });
		expect([closed.status, closed.body.error.code]).toEqual([409, "action_closed"]);
		const behind = await caller.resolve(action, REJECTED);
		expect(behind.body.error.code).toBe("action_revision_conflict");
	});

	it("is accepted for a revised request only with its new revision", async () => {
		const action = await caller.action(`${SEND} then revise in 0.1 s`);
		const page = await caller.page(`/v1/agent/chat/${String(action["session_id"])}`);
		const all = await caller.readUntil(page, ({ events }) =>
			events.some((event) => event.type === "action" && event.revision === 1),
		);
		const revised = all.events.findLast((event) => event.type === "action");
		if (revised?.type !== "action") throw new Error("no action");
		expect(legsOf(revised)[0]?.value).toBe(parseEther("0.2").toString());
		expect(revised.state).toBe("pending");
		const [hash = "0x"] = await sendAll(action);
		expect((await caller.resolve(action, submitted(hash))).status).toBe(409);
		const { revision } = await world.service.control.reviseAction({ actionId: action.id });
		expect(revision).toBe(2);
	});

	it("may be a submitted transaction after expiry, but no signature or rejection", async () => {
		const action = await caller.action(`${SEND} expiring in 60 s`);
		expect(action.expires_at).toBeGreaterThan(action.created_at);
		await world.service.control.expireAction({ actionId: action.id });
		await caller.untilAction(action, "expired");
		expect(await caller.finalMessage(action)).toContain("expired");
		const late = await caller.resolve(action, REJECTED, { revision: 1 });
		expect([late.status, late.body.error.code]).toEqual([409, "action_expired"]);
		const [hash = "0x"] = await sendAll(action);
		expect((await caller.resolve(action, submitted(hash))).body.action).toMatchObject({ state: "submitted" });
		await caller.untilAction(action, "completed");
		const message = await caller.action("sign the message: hello expiring in 1 s");
		await caller.untilAction(message, "expired");
		const signature = await world.person.signMessage({ message: "hello" });
		const signed = { status: "signed" as const, outputs: [{ id: "payload_1", signature }] };
		expect((await caller.resolve(message, signed)).body.error.code).toBe("action_expired");
	});

	it("is rejected if another device was faster", async () => {
		const action = await caller.action(SEND);
		const done = await world.service.control.anotherDevice({ actionId: action.id, result: REJECTED });
		expect(done).toEqual({ state: "rejected", version: 1 });
		expect((await caller.resolve(action, REJECTED)).status).toBe(409);
	});

	it("continues after a restart", async () => {
		const action = await caller.action(SEND);
		const [hash = "0x"] = await sendAll(action);
		await world.service.control.settings({ following: false });
		const key = crypto.randomUUID();
		const first = await caller.resolve(action, submitted(hash), { key });
		await world.service.restart();
		expect((await caller.resolve(action, submitted(hash), { key })).body).toEqual(first.body);
		await world.service.control.settings({ following: true });
		await caller.untilAction(action, "completed");
		expect(await caller.finalMessage(action)).toContain(hash);
	});
});

describe("a mirror", () => {
	it("contains its commit's transactions, is answered through it, and ends with it", async () => {
		const page = await caller.turn(`mirror: send 0.01 ETH to ${FRIEND}`);
		const view = page.commits?.at(-1);
		const found = page.events.findLast((event) => event.type === "action");
		if (view === undefined || found?.type !== "action") throw new Error("no pair");
		expect(found.request).toEqual(view.review?.request);
		const action = { ...found, session_id: page.session_id };
		const refused = await caller.resolve(action, REJECTED);
		expect([refused.status, refused.body.error.code]).toEqual([409, "answer_through_commits"]);
		const raw = await signPayload(world.person, payloadOf(view));
		await caller.manual(view.commit_id, { kind: "signed", payloads: [raw] });
		const hash = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
		await caller.manual(view.commit_id, { kind: "broadcast", transaction_id: hash });
		const { action: over } = await caller.untilAction(action, "completed");
		expect(over.result).toMatchObject({ status: "submitted", legs: [{ transactionId: hash }] });
	});

	it("is rejected with its commit, and revised with it", async () => {
		const page = await caller.turn(`mirror: send 0.01 ETH to ${FRIEND}`);
		const [view, found] = [page.commits?.at(-1), page.events.findLast((event) => event.type === "action")];
		if (view === undefined || found?.type !== "action") throw new Error("no pair");
		const action = { ...found, session_id: page.session_id };
		await world.service.control.reviseCommit({ commitId: view.commit_id });
		await caller.manual(view.commit_id, { kind: "rejected" });
		const { action: over } = await caller.untilAction(action, "rejected");
		expect(over.revision).toBe(2);
		expect(legsOf(over)[0]?.value).toBe(parseEther("0.02").toString());
	});

	it("requests a signed commit's transaction again with another number if it lies", async () => {
		const view = await caller.offer(`lie about the repeat: send 0.01 ETH to ${FRIEND}`);
		const raw = await signPayload(world.person, payloadOf(view));
		await caller.manual(view.commit_id, { kind: "signed", payloads: [raw] });
		const hash = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
		const page = await caller.readUntil(await caller.page(`/v1/agent/chat/${view.thread_id}`), ({ events }) =>
			events.some((event) => event.type === "action"),
		);
		const found = page.events.findLast((event) => event.type === "action");
		if (found?.type !== "action" || view.review === null) throw new Error("no action");
		const [again, before] = [legsOf(found)[0], legsOf({ request: view.review.request })[0]];
		expect(again).toEqual({ ...before, pending_tx_id: expect.any(Number) });
		expect(again?.pending_tx_id).not.toBe(before?.pending_tx_id);
		const answer = await caller.resolve({ ...found, session_id: page.session_id }, submitted(hash));
		expect(answer.body.error.code).toBe("transaction_mismatch");
	});
});

describe("a user operation", () => {
	it("accepts the owner's signature over the 32 bytes, and is followed on the chain", async () => {
		const view = await caller.offer("sign a user operation");
		expect(view.broadcaster).toBe("hosted");
		if (view.action?.kind !== "sign" || view.action.payload.kind !== "user_operation")
			throw new Error("none");
		const [request] = view.action.payload.requests;
		expect(request).toMatchObject({ message: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
		expect(request?.raw_payload).toBe(request?.message);
		const raw = bytes(request?.message ?? "");
		const wrong = [
			await privateKeyToAccount(generatePrivateKey()).signMessage({ message: { raw } }),
			await world.person.signMessage({ message: raw }),
			"0x12",
		];
		for (const signature of wrong) {
			const { status } = await caller.manual(view.commit_id, { kind: "signed", payloads: [signature] });
			expect(status).toBe(422);
		}
		const signature = await world.person.signMessage({ message: { raw } });
		const taken = await caller.manual(view.commit_id, { kind: "signed", payloads: [signature] });
		expect(taken.body.state).toBe("submitted");
		const over = await caller.until(view, "confirmed");
		const carried = await world.chain.publicClient.getTransaction({ hash: bytes(over.transaction_id ?? "") });
		expect(carried.input).toBe(`${raw}${signature.slice(2)}`);
	});
});
