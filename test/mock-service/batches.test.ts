import { keccak256, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ActionRequest, ExecuteEvmRequest } from "../../src/service-api/action.ts";
import { type CommitView, commitView } from "../../src/service-api/commit.ts";
import type { EventPage } from "../../src/service-api/event-page.ts";
import { unknownMembers } from "../../src/service-api/open.ts";
import { Caller, lastState, openWorld, payloadOf, signPayload, type World } from "./fixture.ts";
import { reviewDigest } from "./offers.ts";

const FRIEND = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";
const OTHER = "0xb2B2B2b2B2b2B2b2B2b2B2b2b2B2b2b2b2B2b2B2".toLowerCase();
const TRADE = "approve 100 DEMO and swap 50 DEMO";
const SENDS = `send 0.01 ETH to ${FRIEND} and 0.02 ETH to ${OTHER}`;

let world: World;
let caller: Caller;
beforeAll(async () => {
	world = await openWorld();
	caller = new Caller(world.service);
});
afterAll(() => world.close());

/** Returns the members of the batch that a sentence creates, in order, read from one page. */
async function batchOf(message: string): Promise<CommitView[]> {
	const page = await caller.turn(message);
	expect(lastState(page)).toBe("awaiting_action");
	return [...(page.commits ?? [])].sort((one, two) => batchIndex(one) - batchIndex(two));
}

function batchIndex(view: CommitView): number {
	return view.batch?.index ?? -1;
}

function at(views: readonly CommitView[], index: number): CommitView {
	const view = views[index];
	if (view === undefined) throw new Error(`no member ${index}`);
	return view;
}

function evm(request: ActionRequest | undefined): ExecuteEvmRequest {
	if (request?.type !== "execute_evm") throw new Error("no EVM request");
	return request;
}

async function submitSignature(view: CommitView) {
	const raw = await signPayload(world.person, payloadOf(view));
	const { status, body } = await caller.manual(view.commit_id, { kind: "signed", payloads: [raw] });
	return { raw, status, body };
}

/** Signs, submits and reports as a wallet does; the chain mines it at once. */
async function submit(view: CommitView): Promise<void> {
	const { raw, status } = await submitSignature(view);
	expect(status).toBe(200);
	const hash = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
	expect((await caller.manual(view.commit_id, { kind: "broadcast", transaction_id: hash })).status).toBe(200);
}

/** Reads the session until this commit has this version. */
async function untilVersion(view: CommitView, version: number): Promise<CommitView> {
	await caller.readUntil(await caller.page(`/v1/agent/chat/${view.thread_id}`), ({ commits = [] }) =>
		commits.some((commit) => commit.commit_id === view.commit_id && commit.version >= version),
	);
	return await caller.commit(view.commit_id);
}

/** Reads until the turn that reports the whole batch has ended. */
async function outcomeReportOf(view: CommitView): Promise<EventPage> {
	const reportTurn = `broadcast-terminal:${view.batch?.batch_id}`;
	return await caller.readUntil(await caller.page(`/v1/agent/chat/${view.thread_id}`), ({ events }) =>
		events.some(
			(event) =>
				event.turn_id === reportTurn && event.type === "turn_state_changed" && event.state === "complete",
		),
	);
}

function reportTurns(page: EventPage): string[] {
	const ids = page.events.flatMap(({ turn_id }) => turn_id ?? []);
	return [...new Set(ids.filter((id) => id.startsWith("broadcast-terminal:")))];
}

describe("a batch", () => {
	it("arrives in one page: the first member can be signed, and the second waits for it", async () => {
		const views = await batchOf(TRADE);
		expect(views).toHaveLength(2);
		const [first, second] = [at(views, 0), at(views, 1)];
		const ids = views.map(({ commit_id }) => commit_id);
		const stages = views.map(({ stage_id }) => stage_id);
		for (const [index, view] of views.entries()) {
			expect(view).toMatchObject({ version: 1, state: "needs_signature", signer: world.person.address });
			expect(view.batch).toEqual({
				batch_id: first.batch?.batch_id,
				index,
				ordered_stage_ids: stages,
				ordered_commit_ids: ids,
				sources: evm(view.review?.request).transactions.map(({ pending_tx_id }, source) => ({
					thread_id: view.thread_id,
					chain_family: "evm",
					chain_ref: String(world.chain.chainId),
					stage_id: stages[source],
					source_id: pending_tx_id,
				})),
				predecessor_commit_id: index === 0 ? null : first.commit_id,
				review_digest: view.review?.digest,
			});
			const read = await caller.call("GET", `/api/commits/${view.commit_id}`);
			expect(read.body).toEqual(view);
			expect(unknownMembers(commitView, read.body)).toEqual([]);
		}
		expect(second.action).toBeNull();
		expect(payloadOf(first).transaction.to).toBe(world.demo.token);
	});

	it("shares one review, with all transactions simulated in order and a leg for each", async () => {
		const [first, second] = await batchOf(TRADE);
		expect(second?.review).toEqual(first?.review);
		const review = first?.review;
		if (review === null || review === undefined) throw new Error("no review");
		expect(reviewDigest(review)).toBe(review.digest);
		const { transactions, simulation } = evm(review.request);
		expect(transactions.map(({ kind }) => kind)).toEqual(["approval", "swap"]);
		expect(simulation.status).toBe("passed");
		expect(simulation.approvals[0]).toMatchObject({ amount: parseEther("100").toString(), step: 1 });
		const moves = simulation.balanceChanges.map(({ direction, symbol, amount, step }) => [
			direction,
			symbol,
			amount,
			step,
		]);
		expect(moves).toEqual(
			expect.arrayContaining([
				["out", "DEMO", parseEther("50").toString(), 2],
				["in", "ETH", parseEther("0.025").toString(), 2],
			]),
		);
		expect(new Set(simulation.logs.map(({ step }) => step))).toEqual(new Set([1, 2]));
		const legs = review.legs.map(evm);
		expect(legs.map((leg) => leg.transactions)).toEqual(transactions.map((transaction) => [transaction]));
		expect(legs.map((leg) => leg.simulation.status)).toEqual(["passed", "passed"]);
		expect(legs[0]?.simulation.balanceChanges).toEqual([]);
		expect(legs[1]?.simulation.balanceChanges).toEqual(simulation.balanceChanges);
		const units = legs.map((leg) => BigInt(leg.simulation.gas?.units ?? 0));
		expect(simulation.gas?.units).toBe(units.reduce((all, each) => all + each, 0n).toString());
	});

	it("releases the second member only when the first is confirmed, not when it is submitted", async () => {
		await world.service.control.settings({ following: false });
		const views = await batchOf(TRADE);
		const [first, second] = [at(views, 0), at(views, 1)];
		const early = await signPayload(world.person, { ...payloadOf(first), nonce: payloadOf(first).nonce + 1 });
		const hand = () => caller.manual(second.commit_id, { kind: "signed", payloads: [early] });
		const refused = await hand();
		expect([refused.status, refused.body.error.code]).toEqual([409, "predecessor_pending"]);
		await submit(first);
		expect((await caller.commit(first.commit_id)).state).toBe("submitted");
		expect((await hand()).status).toBe(409);
		expect(await caller.commit(second.commit_id)).toEqual(second);

		await world.service.control.settings({ following: true });
		const released = await untilVersion(second, 2);
		expect((await caller.commit(first.commit_id)).state).toBe("confirmed");
		expect(released).toEqual({ ...second, version: 2, action: released.action });
		expect(payloadOf(released)).toMatchObject({
			nonce: payloadOf(first).nonce + 1,
			transaction: {
				to: world.demo.router,
				gas_limit: Number(evm(second.review?.legs[1]).transactions[0]?.gas),
			},
		});
		const before = await caller.page(`/v1/agent/chat/${first.thread_id}`);
		expect(reportTurns(before)).toEqual([]);
		await submit(released);
		await caller.until(second, "confirmed");

		const page = await outcomeReportOf(first);
		const reportTurn = `broadcast-terminal:${first.batch?.batch_id}`;
		expect(reportTurns(page)).toEqual([reportTurn]);
		const answers = page.events.filter((event) => event.type === "message" && event.turn_id === reportTurn);
		expect(answers).toMatchObject([{ message_key: `${reportTurn}:response`, sender: "agent" }]);
		const content = answers[0]?.type === "message" ? answers[0].content : "";
		expect(content).toMatch(/Done: Allow the router.*\nDone: Swap 50/s);
	});

	it("uses the chain's next nonce at that time, regardless of what was sent in between", async () => {
		const views = await batchOf(`${SENDS}, hosted`);
		const other = await caller.offer(`send 0.03 ETH to ${FRIEND}, hosted`);
		await submitSignature(other);
		await caller.until(other, "confirmed");
		const renewed = await untilVersion(at(views, 0), 2);
		const { body, raw } = await submitSignature(renewed);
		expect(body).toMatchObject({ state: "submitted", transaction_id: keccak256(raw) });
		expect((await caller.commit(at(views, 1).commit_id)).action).toBeNull();
		const released = await untilVersion(at(views, 1), 2);
		expect(payloadOf(released).nonce).toBe(payloadOf(other).nonce + 2);
		await submitSignature(released);
		await caller.until(released, "confirmed");
		const balance = await world.chain.publicClient.getBalance({
			address: "0xb2B2B2b2B2b2B2b2B2b2B2b2b2B2b2b2b2B2b2B2",
		});
		expect(balance).toBe(parseEther("0.02"));
	});

	it("continues after a restart, and reports it once", async () => {
		await world.service.control.settings({ following: false });
		const views = await batchOf(SENDS);
		await submit(at(views, 0));
		await world.service.restart();
		expect((await caller.commit(at(views, 1).commit_id)).action).toBeNull();
		await world.service.control.settings({ following: true });
		const released = await untilVersion(at(views, 1), 2);
		await caller.manual(released.commit_id, { kind: "rejected" });
		await outcomeReportOf(released);
		await world.service.restart();
		const page = await outcomeReportOf(released);
		expect(reportTurns(page)).toHaveLength(1);
		expect(page.events.filter(({ turn_id }) => turn_id === reportTurns(page)[0])).toHaveLength(3);
	});
});

describe("a batch with a failed member", () => {
	const THREE = `${SENDS} and 0.03 ETH to ${FRIEND}`;
	const outcomes = async (views: readonly CommitView[]) => {
		const now = await Promise.all(views.map(({ commit_id }) => caller.commit(commit_id)));
		return now.map(({ state, failure_code, action }) => [state, failure_code, action]);
	};
	const dropped = ["expired", "predecessor_failed", null];

	it("rejected: all later members expire, and one turn reports it", async () => {
		const views = await batchOf(THREE);
		await caller.manual(at(views, 0).commit_id, { kind: "rejected" });
		expect(await outcomes(views)).toEqual([["rejected", null, null], dropped, dropped]);
		expect(reportTurns(await outcomeReportOf(at(views, 0)))).toHaveLength(1);
		const late = await caller.manual(at(views, 1).commit_id, { kind: "rejected" });
		expect([late.status, late.body.error.code]).toEqual([409, "commit_closed"]);
	});

	it("rejected later: confirmed members stay confirmed", async () => {
		const views = await batchOf(THREE);
		await submit(at(views, 0));
		const second = await untilVersion(at(views, 1), 2);
		await caller.manual(second.commit_id, { kind: "rejected" });
		expect(await outcomes(views)).toEqual([["confirmed", null, null], ["rejected", null, null], dropped]);
		expect(reportTurns(await outcomeReportOf(second))).toHaveLength(1);
	});

	it("rejected while it waits: the first continues, and nothing is reported before it ends", async () => {
		const views = await batchOf(SENDS);
		await caller.manual(at(views, 1).commit_id, { kind: "rejected" });
		const first = await caller.commit(at(views, 0).commit_id);
		expect(first).toEqual(at(views, 0));
		expect(reportTurns(await caller.page(`/v1/agent/chat/${first.thread_id}`))).toEqual([]);
		await submit(first);
		expect(reportTurns(await outcomeReportOf(first))).toHaveLength(1);
		expect(await outcomes(views)).toEqual([
			["confirmed", null, null],
			["rejected", null, null],
		]);
	});

	it("expired: later members expire too", async () => {
		const views = await batchOf(`${SENDS} expiring in 600 s`);
		const ends = evm(at(views, 0).review?.request).transactions.map(({ expires_at }) => typeof expires_at);
		expect(ends).toEqual(["number", "number"]);
		await world.service.control.expireCommit({ commitId: at(views, 0).commit_id });
		expect(await outcomes(views)).toEqual([["expired", "expired", null], dropped]);
		await outcomeReportOf(at(views, 0));
	});

	it("failed on the chain: later members expire", async () => {
		await world.chain.setAutomine(false);
		const views = await batchOf(`send 20 DEMO to ${FRIEND} and 0.01 ETH to ${FRIEND}`);
		// The balance disappears between the simulation and the block.
		const slot = keccak256(
			`0x${world.person.address.slice(2).padStart(64, "0").toLowerCase()}${"0".repeat(64)}`,
		);
		const { raw } = await submitSignature(at(views, 0));
		const value = (await world.chain.publicClient.getStorageAt({ address: world.demo.token, slot })) ?? "0x";
		const put = (word: `0x${string}`) =>
			world.chain.testClient.setStorageAt({ address: world.demo.token, index: slot, value: word });
		await put(`0x${"0".repeat(64)}`);
		const hash = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
		await caller.manual(at(views, 0).commit_id, { kind: "broadcast", transaction_id: hash });
		await world.chain.mine();
		await world.chain.setAutomine(true);
		await caller.until(at(views, 0), "failed");
		await put(value);
		expect(await outcomes(views)).toEqual([["failed", "execution_reverted", null], dropped]);
		await outcomeReportOf(at(views, 0));
	});

	it("failed in the simulation: the failing step and the whole batch are marked", async () => {
		const views = await batchOf(`fail simulation: ${THREE}`);
		const review = at(views, 0).review;
		expect(evm(review?.request).simulation.status).toBe("failed");
		expect(evm(review?.request).simulation.warnings[0]).toMatch(/^Step 3: The transaction would fail/);
		expect(review?.legs.map((leg) => evm(leg).simulation.status)).toEqual(["passed", "passed", "failed"]);
		const poor = await batchOf(
			`send 0.01 ETH to ${FRIEND} and 999999 ETH to ${FRIEND} and 1 ETH to ${FRIEND}`,
		);
		const legs = at(poor, 0).review?.legs.map((leg) => evm(leg).simulation);
		expect(legs?.map(({ status }) => status)).toEqual(["passed", "failed", "failed"]);
		expect(legs?.[2]?.warnings).toEqual(["A step before it would fail."]);
	});

	it("can't be revised", async () => {
		const views = await batchOf(SENDS);
		const revised = world.service.control.reviseCommit({ commitId: at(views, 0).commit_id });
		await expect(revised).rejects.toThrow("not revised");
	});
});

describe("a lie about a batch", () => {
	it("about the order: the second member's payload is the first's", async () => {
		const views = await batchOf(`lie about the order: ${SENDS}`);
		const first = payloadOf(at(views, 0));
		await submit(at(views, 0));
		const second = payloadOf(await untilVersion(at(views, 1), 2));
		expect(second).toEqual({ ...first, nonce: first.nonce + 1 });
		const reviewed = evm(at(views, 1).review?.legs[1]).transactions[0];
		expect([reviewed?.to.toLowerCase(), reviewed?.value]).toEqual([OTHER, parseEther("0.02").toString()]);
	});

	it("about the members: the second names other commits than the first, without contradicting itself", async () => {
		const views = await batchOf(`lie about the members: ${TRADE}`);
		const [one, two] = [at(views, 0).batch, at(views, 1).batch];
		expect(one?.ordered_commit_ids).toEqual(views.map(({ commit_id }) => commit_id));
		expect(two?.ordered_commit_ids).not.toEqual(one?.ordered_commit_ids);
		expect(two?.ordered_commit_ids[1]).toBe(at(views, 1).commit_id);
		expect(two?.predecessor_commit_id).toBe(two?.ordered_commit_ids[0]);
		expect(await caller.commit(at(views, 1).commit_id)).toEqual(at(views, 1));
		// The service still ends the right commit.
		await caller.manual(at(views, 0).commit_id, { kind: "rejected" });
		expect((await caller.commit(at(views, 1).commit_id)).state).toBe("expired");
	});

	it("about the batch: another commit is at each member's position", async () => {
		const views = await batchOf(`lie about the batch: ${TRADE}`);
		for (const { batch, commit_id } of views)
			expect(batch?.ordered_commit_ids[batch.index]).not.toBe(commit_id);
	});

	it("about the digest: each member has the cohort's digest and only its own transaction", async () => {
		await world.service.control.settings({ batchAlone: true, batchCohortDigest: true });
		const views = await batchOf(SENDS);
		await world.service.control.settings({ batchAlone: false, batchCohortDigest: false });
		expect(new Set(views.map(({ batch }) => batch?.review_digest)).size).toBe(1);
		for (const { batch, review } of views) {
			expect(batch?.review_digest).not.toBe(review?.digest);
			expect(review?.legs).toEqual([]);
			expect(evm(review?.request).transactions).toHaveLength(1);
		}
	});

	it("about a payload: appears in every member's payload", async () => {
		const views = await batchOf(`lie about the target: ${SENDS}`);
		await submit(at(views, 0));
		const second = payloadOf(await untilVersion(at(views, 1), 2));
		expect([FRIEND, OTHER]).not.toContain(payloadOf(at(views, 0)).transaction.to);
		expect(second.transaction.to).toBe(payloadOf(at(views, 0)).transaction.to);
		expect(second.transaction.value).toBe(parseEther("0.02").toString());
	});
});
