import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	commitView,
	type EvmTransactionPayload,
	evmTransactionPayload,
} from "../../src/service-api/commit.ts";
import { readEventPage } from "../../src/service-api/event-page.ts";
import { unknownMembers } from "../../src/service-api/open.ts";
import type { OrderOf } from "./control-operations.ts";
import {
	Caller,
	conforming,
	framesOf,
	lastState,
	openWorld,
	payloadOf,
	readStream,
	type World,
} from "./fixture.ts";

const FRIEND = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";

let world: World;
let caller: Caller;
beforeAll(async () => {
	world = await openWorld();
	caller = new Caller(world.service);
});
afterAll(() => world.close());

/** Returns an honest offer and a deviating one for the same request. */
async function pair(twist: string, core = `send 0.01 ETH to ${FRIEND}`) {
	return { honest: await caller.offer(core), twisted: await caller.offer(`${twist}: ${core}`) };
}

function differing(one: EvmTransactionPayload, two: EvmTransactionPayload): string[] {
	const flat = ({ transaction, ...rest }: EvmTransactionPayload) =>
		Object.entries({ ...rest, ...transaction });
	const other = new Map(flat(two));
	return flat(one).flatMap(([name, value]) => (other.get(name) === value ? [] : [name]));
}

describe("a lie", () => {
	it.each([
		["target", "to"],
		["value", "value"],
		["data", "data"],
		["chain", "chain_id"],
		["signer", "signer"],
		["nonce", "nonce"],
		["gas", "gas_limit"],
		["fee", "max_fee_per_gas"],
	])("about the %s appears only in the payload", async (word, member) => {
		const { honest, twisted } = await pair(`lie about the ${word}`);
		expect(differing(payloadOf(honest), payloadOf(twisted))).toEqual([member]);
		const transaction = (view: typeof honest) =>
			view.review?.request.type === "execute_evm" ? view.review.request.transactions[0] : null;
		expect({ ...transaction(twisted), pending_tx_id: 0 }).toEqual({
			...transaction(honest),
			pending_tx_id: 0,
		});
		expect(twisted.signer).toBe(world.person.address);
	});

	it("about the digest: a direct GET has another than the page", async () => {
		const { twisted } = await pair("lie about the digest");
		const read = await caller.commit(twisted.commit_id);
		expect(read.review?.digest).not.toBe(twisted.review?.digest);
		expect({ ...read.review, digest: "" }).toEqual({ ...twisted.review, digest: "" });
	});

	it("about the batch: its digest is not the review's", async () => {
		const { twisted } = await pair("lie about the batch");
		expect(twisted.batch?.ordered_commit_ids[twisted.batch.index]).not.toBe(twisted.commit_id);
	});
});

describe("an unsignable view", () => {
	const raw = async (message: string) => {
		const started = conforming((await caller.start(message)).body);
		for (;;) {
			const { body } = await caller.call("GET", `/v1/agent/chat/${started.session_id}`);
			const page = readEventPage(body);
			if (!page.ok) throw new Error(page.reason);
			if (page.value.commits.length > 0) return { page: page.value, commit: body.commits[0] };
			await caller.call("GET", `/v1/agent/chat/${started.session_id}?cursor=${body.cursor}&wait=1000`);
		}
	};

	it("has an unknown member in its payload", async () => {
		const { commit } = await raw("unknown member");
		expect(unknownMembers(commitView, commit)).toEqual(["action.payload.authorization_list"]);
		expect(evmTransactionPayload.safeParse(commit.action.payload).success).toBe(true);
	});

	it("has a review without a digest, which counts as no review", async () => {
		const { page } = await raw("no digest");
		expect(page.commits[0]).toMatchObject({ kind: "known", view: { review: null } });
		expect(page.commits[0]).toHaveProperty("reviewFault", expect.stringContaining("digest"));
	});

	it("has no review, or a failed simulation, or a failed guard", async () => {
		expect((await caller.offer("no review")).review).toBeNull();
		const failed = (await caller.offer("fail simulation")).review?.request;
		expect(failed).toMatchObject({ simulation: { status: "failed", balanceChanges: [] } });
		const warnings = failed?.type === "execute_evm" ? failed.simulation.warnings : [];
		expect(warnings[0]).toContain("would fail");
		const guarded = (await caller.offer("fail guard")).review?.request;
		const guards = guarded?.type === "execute_evm" ? guarded.simulation.guards : [];
		expect(guards.map(({ status }) => status)).toContain("failed");
	});

	it("is old, or of a retired kind, in pages and by GET", async () => {
		const old = await caller.offer("old view");
		expect(old).not.toHaveProperty("supported_transports");
		const retired = await caller.offer("retired view");
		expect(retired.action).toMatchObject({
			kind: "start_wallet_send",
			review_digest: retired.review?.digest,
		});
		expect(await caller.commit(retired.commit_id)).toEqual(retired);
	});
});

describe("a fault", () => {
	const fault = (order: OrderOf<"fault">) => world.service.control.fault(order);
	const sessions = "/v1/agent/sessions";
	const match = { path: "^/v1/agent/sessions" };

	it("answers with the requested status, 429 with Retry-After, or HTML, each only once", async () => {
		await fault({ kind: "status", status: 503, match });
		await fault({ kind: "retry_after", seconds: 7, match });
		await fault({ kind: "html", match });
		expect((await caller.call("GET", sessions)).status).toBe(503);
		const limited = await caller.call("GET", sessions);
		expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
		const html = await caller.call("GET", sessions);
		expect([html.status, html.body]).toEqual([502, expect.stringContaining("<html>")]);
		expect((await caller.call("GET", sessions)).status).toBe(200);
	});

	it("loses the answer after the effect has happened", async () => {
		await fault({ kind: "lost_answer", match: { method: "POST", path: "^/v1/agent/chat$" } });
		await expect(caller.start("hello", { sessionId: "lost" }, "lost-key")).rejects.toThrow();
		const again = await caller.start("hello", { sessionId: "lost" }, "lost-key");
		const page = await caller.readUntil(conforming(again.body), (read) => lastState(read) === "complete");
		expect(page.events.filter((event) => event.type === "message" && event.sender === "user")).toHaveLength(
			1,
		);
		const { requests } = await world.service.control.records();
		const posts = requests.filter(({ idempotencyKey }) => idempotencyKey === "lost-key");
		expect(posts.map(({ status }) => status)).toEqual([0, 200]);
		expect(posts[0]?.fault).toBe("lost_answer");
	});

	it("loses the request before it has an effect", async () => {
		await fault({ kind: "lost_request", match: { method: "POST", path: "^/v1/agent/chat$" } });
		await expect(caller.start("hello", { sessionId: "never-came" })).rejects.toThrow();
		expect((await caller.call("GET", `${sessions}/never-came`)).status).toBe(404);
	});

	it("delays one answer and no others", async () => {
		await fault({ kind: "delay", ms: 3_600_000, match });
		const requestCount = async () => (await world.service.control.records()).requests.length;
		const before = await requestCount();
		const leaving = new AbortController();
		let answered = false;
		const delayed = fetch(world.service.url + sessions, {
			headers: { authorization: `Bearer ${world.service.token}` },
			signal: leaving.signal,
		}).finally(() => {
			answered = true;
		});
		while ((await requestCount()) === before);
		expect((await caller.call("GET", sessions)).status).toBe(200);
		expect(answered).toBe(false);
		leaving.abort();
		await expect(delayed).rejects.toThrow();
		await fault({ kind: "delay", ms: 1, match });
		expect((await caller.call("GET", sessions)).status).toBe(200);
	});

	it("cuts a stream at the requested byte, in the middle of a frame", async () => {
		const { session_id } = await caller.turn("hello");
		const path = `/v1/agent/chat/${session_id}/stream`;
		await fault({ kind: "cut_stream_after_bytes", bytes: 300, match: { path: "/stream" } });
		const cut = await readStream(world.service, path, () => false);
		expect([cut.bytes, cut.broke]).toEqual([300, true]);
		expect(framesOf(cut.text)).toEqual([]);
		const whole = await readStream(world.service, path, (text) => text.endsWith("\n\n"));
		expect(whole.text.startsWith(cut.text)).toBe(true);
	});

	it("silences a stream, keep-alives included, while it stays open", async () => {
		const { session_id } = await caller.turn("hello");
		await world.service.control.settings({ keepAliveMs: 5 });
		await fault({ kind: "stall_stream_after_bytes", bytes: 100, match: { path: "/stream" } });
		const path = `/v1/agent/chat/${session_id}/stream`;
		const reading = readStream(world.service, path, () => false);
		const outcome = await Promise.race([
			reading,
			new Promise((resolve) => setTimeout(() => resolve("open"), 150)),
		]);
		expect(outcome).toBe("open");
		await world.service.control.settings({ keepAliveMs: 15_000 });
		await world.service.control.endStreams({ sessionId: session_id });
		expect((await reading).bytes).toBe(100);
	});

	it("duplicates, reverses or drops events of one page", async () => {
		const { session_id, events } = await caller.turn("hello");
		const path = `/v1/agent/chat/${session_id}`;
		const sequences = async () => (await caller.page(path)).events.map(({ sequence }) => sequence);
		const all = events.map(({ sequence }) => sequence);
		await fault({ kind: "duplicate_event", match: { path } });
		expect(await sequences()).toEqual(all.flatMap((sequence) => [sequence, sequence]));
		await fault({ kind: "reverse_events", match: { path } });
		expect(await sequences()).toEqual(all.toReversed());
		await fault({ kind: "drop_event", match: { path } });
		expect(await sequences()).toEqual(all.slice(1));
		expect(await sequences()).toEqual(all);
	});

	it("sends malformed pages, by poll and by stream", async () => {
		const { session_id } = await caller.turn("hello");
		const path = `/v1/agent/chat/${session_id}`;
		await fault({ kind: "garbage_page", match: { path } });
		expect(readEventPage((await caller.call("GET", path)).body).ok).toBe(false);
		await fault({ kind: "raw_page", body: '{"half":', match: { path: "/stream" } });
		const { text } = await readStream(world.service, `${path}/stream`, (read) => read.includes("turn_state"));
		expect(text.startsWith('event: page\ndata: {"half":\n\nevent: page\n')).toBe(true);
	});

	it("occurs after the skipped requests, and as often as requested", async () => {
		await world.service.control.clearFaults();
		await fault({ kind: "status", status: 500, match, skip: 1, count: 2 });
		const statuses = [];
		for (let i = 0; i < 4; i += 1) statuses.push((await caller.call("GET", sessions)).status);
		expect(statuses).toEqual([200, 500, 500, 200]);
		const { faults } = await world.service.control.faults();
		expect(faults).toMatchObject([{ kind: "status", remaining: 0, struck: 2 }]);
	});
});

describe("the control port", () => {
	it("injects events unchanged, of any kind", async () => {
		const { session_id, cursor } = await caller.turn("hello");
		await world.service.control.injectEvents({
			sessionId: session_id,
			events: [
				{ type: "weather_changed", sky: "grey" },
				{ type: "message", sender: 5 },
			],
		});
		const { body } = await caller.call("GET", `/v1/agent/chat/${session_id}?cursor=${cursor}`);
		const page = readEventPage(body);
		if (!page.ok) throw new Error(page.reason);
		expect(page.value.events.map(({ kind }) => kind)).toEqual(["unknown", "unreadable"]);
	});

	it("stops the service and starts it again on the same address", async () => {
		await world.service.control.down();
		await expect(caller.call("GET", "/v1/agent/sessions")).rejects.toThrow();
		expect((await world.service.control.about()).running).toBe(false);
		await world.service.control.up();
		expect((await caller.call("GET", "/v1/agent/sessions")).status).toBe(200);
	});

	it("rejects an invalid operation", async () => {
		const answer = await fetch(`${world.service.controlUrl}/fault`, {
			method: "POST",
			body: '{"kind":"rain"}',
		});
		expect(answer.status).toBe(400);
	});
});
