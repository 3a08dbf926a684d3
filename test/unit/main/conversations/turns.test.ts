import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sentences, message as told } from "../../../../src/core/localized-text.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { type Followed, type FollowOptions, follow, makeFolder, SCOPE } from "./followed.ts";
import { message, page, SESSION, turn } from "./pages.ts";
import {
	html,
	json,
	lost,
	problem,
	type ScriptedService,
	sessionList,
	startScripted,
} from "./scripted-service.ts";

let service: ScriptedService;
let folder: ReturnType<typeof makeFolder>;
let followed: Followed | null = null;

beforeEach(async () => {
	service = await startScripted();
	folder = makeFolder();
});

afterEach(async () => {
	await followed?.close();
	followed = null;
	await service.close();
	folder.remove();
});

function begin(options: Partial<FollowOptions> = {}): Followed {
	followed = follow({ url: service.url, dir: folder.dir, ...options });
	return followed;
}

const record = (one: Followed, id: string) => one.sessions.list().find((session) => session.id === id);
const userMessage = (sequence: number) => message(sequence, { sender: "user", content: "hello" });

describe("starting a turn", () => {
	it("creates a session, and shows the message as pending until the durable one arrives", async () => {
		service.always("start", (response, asked) => {
			const { sessionId } = JSON.parse(asked.body);
			service.always("poll", json(page([userMessage(2)], { session_id: sessionId, cursor: "cur_2" })));
			service.always("stream", problem(404, "not_found"));
			json(page([turn(1, "processing")], { session_id: sessionId }))(response, asked);
		});
		const one = begin();
		const started = one.sessions.startTurn(null, { message: "hello" });
		expect(started.sessionId).toMatch(
			/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
		);
		expect(record(one, started.sessionId)).toMatchObject({
			pending: "starting",
			pendingMessage: { text: "hello", state: "sending" },
		});
		expect(await started.outcome).toEqual({ ok: true });
		expect(record(one, started.sessionId)?.pending).toBeNull();
		await one.until(() => record(one, started.sessionId)?.pendingMessage === null);
		expect(one.events(started.sessionId)).toHaveLength(2);
		expect(one.intents.pending(SCOPE)).toEqual([]);
	});

	it("stores text typed in the composer before it is sent, and nothing of the app's own", async () => {
		const address = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";
		service.always("start", json(page([turn(1, "processing"), message(2, { content: `Pay ${address}?` })])));
		const one = begin();
		expect(await one.sessions.startTurn(SESSION, { message: "Whom to?" }).outcome).toEqual({ ok: true });
		expect(one.typed.list(SCOPE, SESSION, Number.MAX_SAFE_INTEGER)).toEqual([]);
		await one.until(() => one.events(SESSION).length === 2);
		service.always("start", lost);
		one.sessions.startTurn(SESSION, { message: `yes, pay 1 ETH to ${address}` }, "composer");
		expect(one.typed.list(SCOPE, SESSION, Number.MAX_SAFE_INTEGER)).toMatchObject([
			{ text: `yes, pay 1 ETH to ${address}`, foreign: [address.toLowerCase()] },
		]);
	});

	it("stores the typed text and its sending together, or neither", () => {
		const one = begin();
		const disk = new DatabaseSync(join(folder.dir, "journal.db"));
		disk.exec("CREATE TRIGGER full BEFORE INSERT ON intents BEGIN SELECT RAISE(ABORT, 'full'); END");
		disk.close();
		expect(() => one.sessions.startTurn(SESSION, { message: "pay Ann" }, "composer")).toThrow(StorageError);
		expect(one.typed.list(SCOPE, SESSION, Number.MAX_SAFE_INTEGER)).toEqual([]);
		expect(one.intents.pending(SCOPE)).toEqual([]);
	});

	it("searches a long conversation for a typed address in separate turns, before it sends", async () => {
		const address = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";
		const events = [turn(1, "processing"), ...Array.from({ length: 1_000 }, (_, at) => message(at + 2))];
		service.always("start", json(page(events)));
		const one = begin();
		await one.sessions.startTurn(SESSION, { message: "Whom to?" }).outcome;
		await one.until(() => one.events(SESSION).length === events.length);
		const foreign = () => one.typed.list(SCOPE, SESSION, Number.MAX_SAFE_INTEGER).map((each) => each.foreign);
		let [turns, found, turnsBefore]: [number, readonly unknown[], number] = [0, [], 0];
		service.always("start", (response, asked) => {
			[found, turnsBefore] = [foreign(), turns];
			json(page([]))(response, asked);
		});
		let isOver = false;
		const count = () => {
			turns += 1;
			if (!isOver) setImmediate(count);
		};
		setImmediate(count);
		const started = one.sessions.startTurn(SESSION, { message: `pay ${address}` }, "composer");
		// Stored at once. Until the search ends, the address doesn't count as the user's own.
		expect(foreign()).toEqual([[address.toLowerCase()]]);
		await started.outcome;
		isOver = true;
		expect(found).toEqual([[]]);
		expect(turnsBefore).toBeGreaterThan(events.length / 250);
	});

	it("repeats an unclear start with the same key and the same body", async () => {
		service.next("start", lost, problem(503, "down"), html());
		service.always("start", json(page([turn(1, "processing"), userMessage(2)])));
		const one = begin();
		const { outcome } = one.sessions.startTurn(SESSION, { message: "hello" });
		expect(await outcome).toEqual({ ok: true });
		const tries = service.asked.filter(({ route }) => route === "start");
		expect(tries).toHaveLength(4);
		expect(new Set(tries.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
		expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
	});

	it("repeats it after a restart, too", async () => {
		service.always("start", lost);
		const first = begin();
		first.sessions.startTurn(SESSION, { message: "hello" });
		const before = await service.request("start");
		await first.close();
		const tries = service.count("start");
		service.always("start", json(page([turn(1, "processing"), userMessage(2)])));
		const again = begin();
		expect(record(again, SESSION)).toMatchObject({ pending: "starting", pendingMessage: { text: "hello" } });
		await again.until(() => again.events(SESSION).length === 2);
		const after = await service.request("start", tries + 1);
		expect(after.headers["idempotency-key"]).toBe(before.headers["idempotency-key"]);
		expect(after.body).toBe(before.body);
		expect(again.intents.pending(SCOPE)).toEqual([]);
	});

	it("frees the key if the service refuses, and keeps the text for another try", async () => {
		service.always("start", problem(422, "not_today"));
		const one = begin();
		const { outcome } = one.sessions.startTurn(SESSION, { message: "hello" });
		const text = sentences(
			sentences(told("service.unprocessable"), told("service.calls-it", { code: "not_today" })),
			told("service.stated", { text: "as scripted" }),
		);
		expect(await outcome).toEqual({ ok: false, text });
		expect(record(one, SESSION)).toMatchObject({
			pending: null,
			pendingMessage: { text: "hello", state: "refused" },
			fault: text,
		});
		expect(one.intents.pending(SCOPE)).toEqual([]);
		service.always("start", json(page([turn(1, "complete"), userMessage(2)])));
		expect(await one.sessions.startTurn(SESSION, { message: "again" }).outcome).toEqual({ ok: true });
		expect(record(one, SESSION)).toMatchObject({ fault: null });
		const [first, second] = service.asked.filter(({ route }) => route === "start");
		expect(first?.headers["idempotency-key"]).not.toBe(second?.headers["idempotency-key"]);
	});

	it("does not send a message at all while the token is refused", async () => {
		service.always("list", problem(401, "invalid_token"));
		const one = begin();
		await one.until(() => one.sessions.connection().state === "unauthorized");
		const { outcome } = one.sessions.startTurn(SESSION, { message: "hello" });
		expect(await outcome).toMatchObject({ ok: false, text: told("service.unauthorized") });
		expect(service.count("start")).toBe(0);
	});

	it("accepts one message at a time, and none that is empty or too long", async () => {
		service.always("start", () => {});
		const one = begin();
		one.sessions.startTurn(SESSION, { message: "hello" });
		expect(() => one.sessions.startTurn(SESSION, { message: "more" })).toThrowError(/conflict/);
		expect(() => one.sessions.startTurn("ses_2", { message: "" })).toThrowError(/unprocessable/);
		expect(() => one.sessions.startTurn("ses_2", { message: "x".repeat(32_001) })).toThrowError(
			/unprocessable/,
		);
	});

	it("sends the last cursor, and omits it if the service does not know it", async () => {
		service.always("list", sessionList(SESSION));
		service.next("poll", json(page([turn(1, "complete")])));
		service.always("poll", json(page([], { cursor: "cur_1" })));
		const one = begin();
		await one.until(() => record(one, SESSION)?.turnState === "complete");
		service.next("start", problem(400, "invalid_cursor"));
		service.always("start", json(page([turn(2, "processing", "trn_2"), userMessage(3)])));
		expect(await one.sessions.startTurn(SESSION, { message: "hello" }).outcome).toEqual({ ok: true });
		const [first, second] = service.asked.filter(({ route }) => route === "start");
		expect(JSON.parse(first?.body ?? "")).toMatchObject({ cursor: "cur_1" });
		expect(JSON.parse(second?.body ?? "")).not.toHaveProperty("cursor");
		expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
	});
});

describe("interrupting a turn", () => {
	async function running(): Promise<Followed> {
		service.always("list", sessionList(SESSION));
		service.next("poll", json(page([turn(1, "processing")])));
		service.always("poll", json(page([], { cursor: "cur_2" })));
		const one = begin();
		await one.until(() => record(one, SESSION)?.connection.state === "live");
		return one;
	}

	it("is sent once for a turn, and is pending until the turn ends", async () => {
		const one = await running();
		service.always("interrupt", json(page([turn(2, "interrupted")])));
		const asked = one.sessions.interrupt(SESSION);
		expect(record(one, SESSION)?.pending).toBe("interrupting");
		await one.sessions.interrupt(SESSION);
		await asked;
		expect(record(one, SESSION)).toMatchObject({ pending: null, turnState: "interrupted" });
		expect(service.count("interrupt")).toBe(1);
		expect(JSON.parse((await service.request("interrupt")).body)).toEqual({ turnId: "trn_1" });
	});

	it("may be retried after a failure; the turn continues meanwhile", async () => {
		const one = await running();
		service.next("interrupt", problem(409, "busy"));
		await expect(one.sessions.interrupt(SESSION)).rejects.toMatchObject({ kind: "conflict" });
		expect(record(one, SESSION)).toMatchObject({ pending: null, turnState: "processing" });
		service.always("interrupt", json(page([turn(2, "complete")])));
		await one.sessions.interrupt(SESSION);
		expect(record(one, SESSION)?.turnState).toBe("complete");
		expect(one.intents.pending(SCOPE)).toEqual([]);
	});

	it("keeps its key after a lost answer", async () => {
		const one = await running();
		service.next("interrupt", lost);
		service.always("interrupt", json(page([turn(2, "interrupted")])));
		await one.sessions.interrupt(SESSION);
		const keys = service.asked
			.filter(({ route }) => route === "interrupt")
			.map(({ headers }) => headers["idempotency-key"]);
		expect(keys).toHaveLength(2);
		expect(new Set(keys).size).toBe(1);
	});

	it("does nothing if no turn runs", async () => {
		const one = begin();
		await one.sessions.interrupt(SESSION);
		expect(service.count("interrupt")).toBe(0);
	});
});
