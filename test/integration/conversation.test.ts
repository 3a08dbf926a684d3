import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { message } from "../../src/core/localized-text.ts";
import type { TranscriptItem, TranscriptView } from "../../src/ipc/conversations.ts";
import type { CommandOutcome } from "../../src/ipc/primitives.ts";
import { EVENT_KINDS } from "../../src/service-api/events.ts";
import { type Service, startService } from "../mock-service/service.ts";
import { UNREACHABLE_CHAIN } from "../mock-service/unreachable-chain.ts";
import { evmNetwork } from "../support/networks.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { codesOf, saying } from "../support/saying.ts";

/** Conversations over real HTTP: what a message carries, and reading, renaming and archiving. */

const KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
let service: Service;
let serviceDir: string;
let person: Person;
const folder = scratch();

beforeAll(async () => {
	serviceDir = await mkdtemp(join(tmpdir(), "countersign-stand-in-"));
	service = await startService({
		dataDir: serviceDir,
		token: "test-token",
		chains: [UNREACHABLE_CHAIN],
		settings: { paceMs: 5 },
	});
	person = await openPerson({
		dataDir: folder.path,
		baseUrl: service.url,
		token: "test-token",
		chains: [evmNetwork({ chainId: UNREACHABLE_CHAIN.chainId, url: UNREACHABLE_CHAIN.rpcUrl })],
		key: KEY,
	});
});

afterAll(async () => {
	await person?.stop();
	await service?.stop();
	await rm(serviceDir, { recursive: true, force: true });
	folder.remove();
});

interface Turn {
	readonly message?: string;
	readonly sessionId?: string | null;
	readonly mode?: "auto" | "direct" | null;
	readonly app?: string | null;
	readonly applicationId?: number | null;
	readonly model?: string | null;
}

async function start(turn: Turn = {}): Promise<string> {
	const whole = { sessionId: null, message: "hello", mode: null, app: null, ...turn };
	const started = await person.callDesk("startTurn", whole);
	if (!started.ok || started.sessionId === undefined) throw new Error(JSON.stringify(started));
	await over(started.sessionId);
	return started.sessionId;
}

/** Waits until the current turn has ended and its last message has arrived. */
async function over(sessionId: string): Promise<TranscriptView> {
	await person.callDesk("watchTranscript", { sessionId });
	return await person.until(`the end of the turn in ${sessionId}`, () => {
		const view = person.transcript();
		if (view?.sessionId !== sessionId || view.turnState !== "complete") return null;
		return view.items.some((item) => item.kind === "message" && item.sender === "agent" && !item.live)
			? view
			: null;
	});
}

async function sent(method: "POST" | "PATCH", sessionId: string) {
	const { requests } = await service.control.records();
	const all = requests.filter(
		(one) =>
			one.method === method && (one.path.includes(sessionId) || JSON.stringify(one.body).includes(sessionId)),
	);
	const last = all.at(-1);
	if (last === undefined) throw new Error(`no ${method} of ${sessionId}`);
	return last;
}

describe("a turn as received by the service", () => {
	it("has the message, the session, the accounts and this installation, and nothing else", async () => {
		const sessionId = await start();
		const { body, idempotencyKey } = await sent("POST", sessionId);
		expect(body).toEqual({
			message: "hello",
			sessionId,
			clientId: person.ports.settings.get().clientId,
			userState: {
				connection: { is_connected: true, provider: "countersign", provider_label: "Countersign" },
				evm: { address: ADDRESS, chain_id: 31_337 },
			},
		});
		expect(idempotencyKey).toMatch(/^.{8,160}$/);
	});

	it("has every field of the interface, exactly as the user set it", async () => {
		const sessionId = await start();
		await person.callDesk("startTurn", {
			sessionId,
			message: "hello again",
			mode: "direct",
			app: "uniswap",
			model: "large",
		});
		await person.until("the second message", () =>
			person.transcript()?.items.some((item) => item.kind === "message" && item.text === "hello again"),
		);
		await over(sessionId);
		expect((await sent("POST", sessionId)).body).toEqual({
			message: "hello again",
			sessionId,
			mode: "direct",
			app: "uniswap",
			model: "large",
			clientId: person.ports.settings.get().clientId,
			cursor: expect.stringMatching(/.+/),
			userState: {
				connection: { is_connected: true, provider: "countersign", provider_label: "Countersign" },
				evm: { address: ADDRESS, chain_id: 31_337, broadcaster: "wallet" },
			},
		});
	});

	it("names an application by its id instead of its name, and Auto if that is chosen", async () => {
		const sessionId = await start({ applicationId: 42, mode: "auto" });
		const { body } = await sent("POST", sessionId);
		expect(body).toMatchObject({ applicationId: 42, mode: "auto" });
		expect(body).not.toHaveProperty("app");
		expect(JSON.stringify(body)).not.toContain("broadcaster");
	});

	it("is sent with a name and an id together", async () => {
		const both = { sessionId: null, message: "x", mode: null, app: "a", applicationId: 7 };
		const { ok, sessionId = "" } = await person.callDesk("startTurn", both);
		expect(ok).toBe(true);
		expect((await sent("POST", sessionId)).body).toMatchObject({ app: "a", applicationId: 7 });
	});

	it("is not sent with any other member", async () => {
		const before = (await service.control.records()).requests.length;
		const more = { sessionId: null, message: "x", mode: null, app: null, userState: { ext: {} } };
		expect(await person.callDesk("startTurn", more)).toMatchObject({ ok: false });
		const { requests } = await service.control.records();
		expect(requests.slice(before).filter(({ method }) => method === "POST")).toEqual([]);
	});

	it("names the accounts that the user chose, from the next message on", async () => {
		expect(await person.callDesk("connectAccounts", { evm: null, svm: null })).toEqual({ ok: true });
		const sessionId = await start();
		expect((await sent("POST", sessionId)).body).toMatchObject({
			userState: { connection: { is_connected: false } },
		});
		const stranger = { evm: "0x00000000000000000000000000000000000c0ffe", svm: null };
		expect(await person.callDesk("connectAccounts", stranger)).toMatchObject({ ok: false });
		expect(await person.callDesk("connectAccounts", { evm: ADDRESS, svm: null })).toEqual({ ok: true });
		await person.until("it in the window", () => person.desk().connected.evm === ADDRESS);
	});
});

describe("a conversation", () => {
	it("is renamed and archived like at the service, with a key for each", async () => {
		const sessionId = await start();
		const row = () => person.desk().sessions.find(({ id }) => id === sessionId);
		expect(await person.callDesk("renameSession", { sessionId, title: "  My plan " })).toEqual({ ok: true });
		await person.until("the new title", () => row()?.title === "My plan");
		const renamed = await sent("PATCH", sessionId);
		expect(renamed).toMatchObject({ path: `/v1/agent/sessions/${sessionId}`, body: { title: "My plan" } });
		expect(await person.callDesk("archiveSession", { sessionId, archived: true })).toEqual({ ok: true });
		await person.until("the archive", () => row()?.archived);
		const archived = await sent("PATCH", sessionId);
		expect(archived.body).toEqual({ archived: true });
		expect(archived.idempotencyKey).toMatch(/^.{8,160}$/);
		expect(archived.idempotencyKey).not.toBe(renamed.idempotencyKey);
		expect(await person.callDesk("archiveSession", { sessionId, archived: false })).toEqual({ ok: true });
		await person.until("it back", () => row()?.archived === false);
	});

	it("stays unchanged if the service does not offer that, and gives the reason", async () => {
		const sessionId = await start();
		await service.control.fault({ kind: "status", status: 405, match: { method: "PATCH" } });
		const refused = async (outcome: Promise<CommandOutcome>) => {
			const told = await outcome;
			expect(told.ok ? null : told.text).toEqual(saying("session.change.not-offered"));
		};
		await refused(person.callDesk("renameSession", { sessionId, title: "New" }));
		await person.until("the words", () =>
			codesOf(person.transcript()?.fixed).includes("session.change.not-offered"),
		);
		// The service's fault is used up, so this refusal can only come from the app's memory.
		await refused(person.callDesk("archiveSession", { sessionId, archived: true }));
		expect(person.desk().sessions.find(({ id }) => id === sessionId)?.title).not.toBe("New");
		await person.callDesk("reconnect", {});
		await person.until("another chance", () => person.transcript()?.fixed === null);
	});

	it("shows every kind of event that arrives by stream", async () => {
		const before = (await service.control.records()).requests.length;
		const sessionId = await start();
		const { turnId } = await service.control.say({ sessionId, message: "work for 0.3 s" });
		await service.control.injectEvents({
			sessionId,
			events: [
				{ type: "hologram_shown", turn_id: turnId, depth: 3 },
				{ type: "tool_update", turn_id: turnId, tool_name: 7 },
			],
		});
		await person.until("what is not known", () =>
			person.transcript()?.items.some((item) => item.kind === "unreadable" && item.type === "tool_update"),
		);
		await over(sessionId);
		await person.callDesk("startTurn", { sessionId, message: "show everything", mode: null, app: null });
		await person.until("the end of it", () =>
			person.transcript()?.items.some((item) => item.kind === "message" && item.text.startsWith("## What")),
		);
		const { items } = await over(sessionId);
		const { requests } = await service.control.records();
		const streamed = requests.slice(before).filter(({ path }) => path.includes(`${sessionId}/stream`));
		expect(streamed.length).toBeGreaterThan(0);

		const of = <K extends TranscriptItem["kind"]>(kind: K) =>
			items.filter((item): item is Extract<TranscriptItem, { kind: K }> => item.kind === kind);
		expect(new Set(of("message").map(({ sender }) => sender))).toEqual(
			new Set(["user", "agent", "system", "notice"]),
		);
		expect(of("tool").slice(-3)).toMatchObject([
			{ name: "lookup", state: "done", args: { text: expect.stringContaining("vitalik.eth") } },
			{ name: "read_pool", state: "done", preview: '{ "price": "2941.20" }' },
			{ name: "never_done", state: "ended" },
		]);
		const tasks = of("task").slice(-4);
		expect(tasks.map(({ state }) => state)).toEqual(["completed", "failed", "stalled", "cancelled"]);
		for (const task of tasks) {
			expect(task.steps.map(({ kind, seq }) => [kind, seq])).toEqual([
				["tool", 0],
				["note", 1],
			]);
			expect(task).toMatchObject({ phase: "reading", staged: 1, reportedSteps: 2, durationMs: 1_500 });
			expect(task.tools).toMatchObject([{ name: "inside_tool", state: "done" }]);
		}
		expect(of("title").at(-1)).toMatchObject({ title: "Everything there is" });
		expect(of("error")).toMatchObject([{ text: "The quote provider did not answer." }]);
		expect(
			of("turn")
				.slice(-2)
				.map(({ state }) => state),
		).toEqual(["processing", "complete"]);
		expect(of("unreadable").map(({ type }) => type)).toEqual(["tool_update"]);
		expect(of("unknown").map(({ types }) => types)).toEqual([[{ type: "hologram_shown", count: 1 }]]);
		expect(person.transcript()?.title).toBe("Everything there is");

		const answer = await fetch(`${service.url}/v1/agent/chat/${sessionId}`, {
			headers: { authorization: "Bearer test-token" },
		});
		const told = new Set(JSON.stringify(await answer.json()).match(/"type":"(\w+)"/g));
		for (const kind of EVENT_KINDS) if (kind !== "action") expect([...told]).toContain(`"type":"${kind}"`);
	});

	it("opens a link only after main has asked, and no other kind of address", async () => {
		const { links } = person.ports.desktop;
		expect(await person.callDesk("openLink", { url: "https://example.com/report" })).toEqual({ ok: true });
		expect(links).toEqual(["https://example.com/report"]);
		for (const [url, why] of [
			["javascript:alert(1)", message("app.link.no-web")],
			["http://example.com", message("app.link.not-encrypted")],
			["file:///etc/passwd", message("app.link.no-web")],
		] as const)
			expect(await person.callDesk("openLink", { url })).toEqual({ ok: false, text: why });
		expect(links).toHaveLength(1);
	});
});
