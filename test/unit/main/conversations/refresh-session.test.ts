import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { request } from "../../core/match/honest.ts";
import { type Followed, follow, makeFolder } from "./followed.ts";
import { event, page, type RawEvent, SESSION, turn } from "./pages.ts";
import { json, problem, type ScriptedService, startScripted } from "./scripted-service.ts";

/** The recheck right before a signature: only a complete read determines an action's state. */

let service: ScriptedService;
let followed: Followed;
let folder: ReturnType<typeof makeFolder>;

beforeEach(async () => {
	folder = makeFolder();
	service = await startScripted();
	service.always("list", json({ sessions: [] }));
	followed = follow({ url: service.url, dir: folder.dir, settings: { listMs: 60_000, restListMs: 60_000 } });
	followed.sessions.start();
});

afterEach(async () => {
	await followed.close();
	await service.close();
	folder.remove();
});

function action(sequence: number, revision: number): RawEvent {
	return event(sequence, "action", {
		id: "act_1",
		revision,
		state: "pending",
		request: request(),
		created_at: 1_790_000_000,
		expires_at: null,
	});
}

/** Answers with the page for each cursor, and with an expired cursor otherwise. */
function pages(by: Readonly<Record<string, ReturnType<typeof page>>>): void {
	service.always("poll", (response, asked) => {
		const found = by[asked.query.get("cursor") ?? ""];
		(found === undefined ? problem(410, "cursor_expired") : json(found))(response, asked);
	});
}

const revision = () => followed.sessions.action(SESSION, "act_1")?.action.revision;

async function known(): Promise<void> {
	pages({ "": page([action(1, 1), turn(2, "awaiting_action")], { cursor: "old" }) });
	await followed.sessions.refreshSession(SESSION);
	expect(revision()).toBe(1);
}

describe("a session refresh", () => {
	it("reads to the end if its cursor is lost and the whole has several pages", async () => {
		await known();
		pages({
			"": page([action(1, 1)], { cursor: "n1", has_more: true }),
			n1: page([turn(2, "awaiting_action")], { cursor: "n2", has_more: true }),
			n2: page([action(3, 2)], { cursor: "n3" }),
			n3: page([], { cursor: "n3" }),
		});
		await followed.sessions.refreshSession(SESSION);
		expect(revision()).toBe(2);
		expect(service.count("poll")).toBeLessThan(14);
	});

	it("that never ends returns no result, rather than an old one", async () => {
		await known();
		let at = 2;
		service.always("poll", (response, asked) => {
			at += 1;
			json(page([event(at, "title_changed", { title: "On and on" })], { cursor: `c${at}`, has_more: true }))(
				response,
				asked,
			);
		});
		await expect(followed.sessions.refreshSession(SESSION)).rejects.toMatchObject({
			kind: "unreadable",
			retryable: true,
		});
	});

	it("with missing events returns no result, rather than an old one", async () => {
		await known();
		pages({ old: page([action(9, 2)], { cursor: "later" }) });
		await expect(followed.sessions.refreshSession(SESSION)).rejects.toMatchObject({
			kind: "unreadable",
			retryable: true,
		});
	});
});

describe("an unreadable action", () => {
	const broken = (sequence: number, revision: unknown) =>
		({ ...action(sequence, 0), revision, request: { type: "execute_btc" } }) as RawEvent;
	const unreadable = () => followed.sessions.unreadableActions().map(({ action: { revision: of } }) => of);

	it("replaces its older revision, and gives way to a newer one", async () => {
		await known();
		pages({ "": page([action(1, 1), broken(3, 2)], { cursor: "n1" }) });
		await followed.sessions.refreshSession(SESSION);
		expect([revision(), unreadable()]).toEqual([undefined, [2]]);
		pages({ n1: page([action(4, 3)], { cursor: "n2" }) });
		await followed.sessions.refreshSession(SESSION);
		expect([revision(), unreadable()]).toEqual([3, []]);
	});

	it("never gives way to an older one, and counts as the newest if its revision can't be read", async () => {
		pages({ "": page([broken(1, 2), action(2, 1)], { cursor: "n1" }) });
		await followed.sessions.refreshSession(SESSION);
		expect([revision(), unreadable()]).toEqual([undefined, [2]]);
		pages({ n1: page([action(3, 5), broken(4, "6")], { cursor: "n2" }) });
		await followed.sessions.refreshSession(SESSION);
		expect([revision(), unreadable()]).toEqual([undefined, [null]]);
	});
});
