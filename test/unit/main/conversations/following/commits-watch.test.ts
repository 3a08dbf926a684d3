import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sentences, message as told } from "../../../../../src/core/localized-text.ts";
import { ServiceError } from "../../../../../src/main/service/errors.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import { type Followed, follow, makeFolder } from "../followed.ts";
import { commit, message, page, SESSION, turn } from "../pages.ts";
import { json, problem, type ScriptedService, sessionList, startScripted } from "../scripted-service.ts";

let service: ScriptedService;
let folder: ReturnType<typeof makeFolder>;
let followed: Followed | null = null;

beforeEach(async () => {
	service = await startScripted();
	folder = makeFolder();
	service.always("list", sessionList(SESSION));
});

afterEach(async () => {
	await followed?.close();
	followed = null;
	await service.close();
	folder.remove();
});

function begin(commits: readonly unknown[], settings = {}): Followed {
	service.next("poll", json(page([turn(1, "awaiting_action")], { commits })));
	service.always("poll", json(page([], { cursor: "cur_1" })));
	followed = follow({ url: service.url, dir: folder.dir, settings: { listMs: 60_000, ...settings } });
	return followed;
}

const held = (one: Followed, id = "com_1") => one.sessions.commits().find(({ commitId }) => commitId === id);
const stateOf = (one: Followed) => {
	const read = held(one)?.read;
	return read?.kind === "known" ? read.view.state : read?.kind;
};
const answers = (...views: Partial<CommitView>[]) => {
	for (const view of views.slice(0, -1)) service.next("commit", json(commit(view)));
	service.always("commit", json(commit(views.at(-1))));
};

describe("open commits of a service without a route to them", () => {
	it("are marked as such, and polled slowly until it has one", async () => {
		service.next("commit", problem(404, "not_found"));
		answers({});
		const one = begin([commit()], { otherMs: 40 });
		await one.until(() => held(one)?.isUnoffered === true);
		expect(held(one)?.confirmedByGet).toBeNull();
		await one.until(() => held(one)?.confirmedByGet !== null);
		expect(held(one)?.isUnoffered).toBe(false);
	});
});

describe("open commits", () => {
	it("are confirmed by a GET as soon as a page names them, with the session's headers", async () => {
		answers({});
		const one = begin([commit()]);
		await one.until(() => held(one)?.confirmedByGet !== null && held(one) !== undefined);
		const asked = await service.request("commit");
		expect(asked.headers).toMatchObject({ "x-session-id": SESSION, "x-thread-id": SESSION });
	});

	it("are read until they are settled, and then the session is read for the following turn", async () => {
		answers({ version: 2, state: "submitted" }, { version: 3, state: "confirmed" });
		const one = begin([commit()], { restListMs: 60_000 });
		await one.until(() => stateOf(one) === "confirmed");
		const gets = service.count("commit");
		const polls = service.count("poll");
		service.always("poll", json(page([turn(2, "processing", "broadcast-terminal:com_1")])));
		await service.request("poll", polls + 1);
		await service.request("stream");
		expect(service.count("commit")).toBe(gets);
		expect(one.sessions.list()[0]?.turnId).toBe("broadcast-terminal:com_1");
	});

	it("are read often while an action of ours changes them", async () => {
		answers({});
		const one = begin([commit()], { waitingMs: 60_000 });
		await one.until(() => (held(one)?.confirmedByGet ?? null) !== null);
		expect(service.count("commit")).toBe(1);
		one.sessions.expect("com_1");
		await service.request("commit", 4);
	});

	it("keep the view of the higher version, from any source", async () => {
		answers({ version: 5, state: "submitted" }, { version: 4, state: "needs_signature" });
		const one = begin([commit()]);
		await service.request("commit", 4);
		expect(stateOf(one)).toBe("submitted");
	});

	it("treat the answer to a POST like that to a GET", async () => {
		answers({});
		const one = begin([commit()]);
		await one.until(() => (held(one)?.confirmedByGet ?? null) !== null);
		one.sessions.acceptCommit(SESSION, {
			kind: "known",
			view: commit({ version: 2, state: "awaiting_broadcast" }),
			reviewFault: null,
		});
		expect(stateOf(one)).toBe("awaiting_broadcast");
		expect(held(one)?.confirmedByGet).not.toBeNull();
	});

	it("report the last GET's failure, and clear it with the next success", async () => {
		service.next("commit", problem(500, "broken"));
		answers({});
		const one = begin([commit()]);
		await one.until(() => (held(one)?.fault ?? null) !== null);
		expect(held(one)).toMatchObject({
			confirmedByGet: null,
			fault: sentences(told("service.server"), told("service.calls-it", { code: "broken" })),
		});
		await one.until(() => held(one)?.fault === null);
		expect(held(one)?.confirmedByGet).not.toBeNull();
	});

	it("can be read on demand, with the failure returned to the caller", async () => {
		answers({ version: 7 });
		const one = begin([commit()], { waitingMs: 60_000 });
		await one.until(() => held(one) !== undefined);
		expect(await one.sessions.refreshCommit("com_1")).toMatchObject({ view: { version: 7 } });
		service.always("commit", problem(403, "forbidden"));
		await expect(one.sessions.refreshCommit("com_1")).rejects.toMatchObject({ kind: "forbidden" });
		await expect(one.sessions.refreshCommit("com_9")).rejects.toBeInstanceOf(ServiceError);
	});

	it.each([
		["first", SESSION],
		["last", "ses_2"],
	])("stay with the session that the GET confirms, if its page names them %s", async (_order, first) => {
		answers({});
		service.always("list", sessionList(SESSION, "ses_2"));
		let isNamed = false;
		service.always("poll", (response, asked) => {
			const view = asked.id === SESSION ? commit() : commit({ version: 99, thread_id: "ses_2" });
			const commits = asked.id === first || isNamed ? [view] : [];
			json(page([turn(1, "complete"), message(2)], { session_id: asked.id, commits }))(response, asked);
		});
		followed = follow({ url: service.url, dir: folder.dir, settings: { listMs: 20, readMs: 20 } });
		const one = followed;
		await one.until(() => held(one)?.sessionId === first);
		isNamed = true;
		one.sessions.reconnect();
		await one.until(() => one.lines.some((line) => line.includes("com_1 belongs to another session")));
		await one.until(() => held(one)?.sessionId === SESSION && held(one)?.confirmedByGet !== null);
		expect(held(one)).toMatchObject({ sessionId: SESSION, read: { view: { version: 1 } } });
	});

	it("replace a commit that another session only mentions", async () => {
		answers({});
		service.always("list", sessionList("ses_2", SESSION));
		let stolen = false;
		service.always("poll", (response, asked) => {
			// The other session lists the commit first; its own session lists it later.
			const commits = asked.id === "ses_2" ? [{ commit_id: "com_1", version: 99 }] : stolen ? [commit()] : [];
			json(page([turn(1, "awaiting_action")], { session_id: asked.id, commits }))(response, asked);
		});
		followed = follow({ url: service.url, dir: folder.dir, settings: { listMs: 20, readMs: 20 } });
		const one = followed;
		await one.until(() => held(one)?.sessionId === "ses_2");
		stolen = true;
		one.sessions.reconnect();
		await one.until(() => held(one)?.sessionId === SESSION);
		await one.until(() => stateOf(one) === "needs_signature" && held(one)?.confirmedByGet !== null);
	});

	it("that can't be read are stored as such, and the rest of the page is kept", async () => {
		service.always("commit", json({ ...commit(), state: "sideways" }));
		const one = begin([{ ...commit(), state: "sideways" }, commit({ commit_id: "com_2" })]);
		await one.until(() => held(one, "com_2") !== undefined);
		expect(held(one)?.read).toMatchObject({ kind: "unreadable", commitId: "com_1" });
		expect(one.events(SESSION)).toHaveLength(1);
	});
});
