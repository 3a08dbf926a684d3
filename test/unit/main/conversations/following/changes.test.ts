import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Followed, follow, makeFolder, SCOPE } from "../followed.ts";
import { SESSION } from "../pages.ts";
import {
	json,
	lost,
	problem,
	type ScriptedService,
	sessionList,
	startScripted,
} from "../scripted-service.ts";

/** Renaming and archiving, with services that offer it and services that don't. */

let service: ScriptedService;
let folder: ReturnType<typeof makeFolder>;
let followed: Followed | null = null;

beforeEach(async () => {
	service = await startScripted();
	folder = makeFolder();
	service.next("list", sessionList(SESSION));
	// The list contains the session only once, so only the response can change it afterwards.
	service.always("list", json({ sessions: [] }));
});

afterEach(async () => {
	await followed?.close();
	followed = null;
	await service.close();
	folder.remove();
});

const record = (one: Followed, id = SESSION) => one.sessions.list().find((session) => session.id === id);

async function begin(): Promise<Followed> {
	const one = follow({ url: service.url, dir: folder.dir });
	followed = one;
	await one.until(() => record(one) !== undefined);
	return one;
}

const answer = (change: object) =>
	json({ id: SESSION, title: "Old", updatedAt: 1_790_000_001, archived: false, ...change });

describe("renaming and archiving", () => {
	it("sends the change and a key, and shows it with the answer", async () => {
		service.next("change", answer({ title: "As the service has it" }));
		service.next("change", answer({ archived: true }));
		const one = await begin();
		const renamed = one.sessions.change(SESSION, { title: "New" });
		expect(record(one)?.title).toBeNull();
		await renamed;
		expect(record(one)?.title).toBe("As the service has it");
		await one.sessions.change(SESSION, { archived: true });
		expect(record(one)?.archived).toBe(true);
		const [first, second] = service.asked.filter(({ route }) => route === "change");
		expect([JSON.parse(first?.body ?? ""), JSON.parse(second?.body ?? "")]).toEqual([
			{ title: "New" },
			{ archived: true },
		]);
		expect(first?.headers["idempotency-key"]).toMatch(/.{8,160}/);
		expect(second?.headers["idempotency-key"]).not.toBe(first?.headers["idempotency-key"]);
		expect(one.intents.pending(SCOPE)).toEqual([]);
	});

	it("repeats an unclear change with the same key and body", async () => {
		service.next("change", lost, problem(503, "down"), answer({ title: "New" }));
		const one = await begin();
		await one.sessions.change(SESSION, { title: "New" });
		const tries = service.asked.filter(({ route }) => route === "change");
		expect(tries).toHaveLength(3);
		expect(new Set(tries.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(1);
	});

	it("gives up after three tries, and the display is unchanged", async () => {
		service.always("change", problem(503, "down"));
		const one = await begin();
		await expect(one.sessions.change(SESSION, { title: "New" })).rejects.toMatchObject({ kind: "server" });
		expect(service.count("change")).toBe(3);
		expect(record(one)).toMatchObject({ title: null, fixed: null });
		expect(one.intents.pending(SCOPE)).toEqual([]);
	});

	it.each([404, 405, 501])(
		"remembers that the service does not offer it (%i), until it is requested again",
		async (status) => {
			service.always("change", problem(status, "not_found"));
			const one = await begin();
			await expect(one.sessions.change(SESSION, { title: "New" })).rejects.toMatchObject({
				code: "session.change.not-offered",
			});
			expect(record(one)?.fixed?.code).toBe("session.change.not-offered");
			await expect(one.sessions.change(SESSION, { archived: true })).rejects.toThrow();
			expect(service.count("change")).toBe(1);
			one.sessions.reconnect();
			expect(record(one)?.fixed).toBeNull();
		},
	);

	it("distinguishes a missing conversation from a service without support", async () => {
		service.always("change", problem(404, "session_not_found"));
		const one = await begin();
		await expect(one.sessions.change(SESSION, { title: "New" })).rejects.toMatchObject({
			code: "session.change.gone",
		});
		expect(record(one)?.fixed).toBeNull();
	});

	it("is refused for a conversation unknown to the service", async () => {
		service.always("start", () => {});
		const one = await begin();
		one.sessions.startTurn("ses_new", { message: "hello" });
		expect(record(one, "ses_new")?.fixed?.code).toBe("session.change.unsent");
		await expect(one.sessions.change("ses_new", { title: "New" })).rejects.toThrow();
		expect(service.count("change")).toBe(0);
	});

	it.each([
		["of another session", { id: "ses_other", title: "x", updatedAt: 1, archived: false }],
		["that is none", { ok: true }],
	])("accepts no answer %s", async (_, body) => {
		service.always("change", json(body));
		const one = await begin();
		await expect(one.sessions.change(SESSION, { title: "New" })).rejects.toMatchObject({
			kind: "unreadable",
		});
		expect(record(one)?.title).toBeNull();
	});

	it("allows one change at a time", async () => {
		service.always("change", () => {});
		const one = await begin();
		const first = one.sessions.change(SESSION, { title: "A" }).catch(() => "stopped");
		await expect(one.sessions.change(SESSION, { title: "B" })).rejects.toMatchObject({ kind: "conflict" });
		await one.close();
		followed = null;
		expect(await first).toBe("stopped");
	});
});
