import { randomUUID } from "node:crypto";
import { message } from "../core/localized-text.ts";
import { readEventPage } from "../service-api/event-page.ts";
import { checkAccount, checkCommits, checkDirectory, checkStream } from "./check-more.ts";
import {
	checkAuth,
	checkCursors,
	checkSessions,
	checkStrangers,
	checkWaits,
	moreSessions,
} from "./check-reads.ts";
import { CHECK_IDS, type CheckId } from "./checks.ts";
import { ConformanceClient, type HttpAnswer, NoAnswer } from "./client.ts";
import { checkPage, readLog, type SeenLog } from "./read-log.ts";
import { type CheckFinding, Report } from "./report.ts";
import {
	type ConformanceRun,
	chatPath,
	isRefusal,
	mustRefuse,
	type RunOptions,
	statusText,
} from "./run-parts.ts";

const END_STATES: readonly string[] = ["complete", "interrupted", "failed", "awaiting_action"];
const PATH = "/v1/agent/chat";

type Body = Readonly<Record<string, unknown>>;

function start(run: ConformanceRun, body: Body, key: string | null): Promise<HttpAnswer> {
	return run.client.ask({
		method: "POST",
		path: PATH,
		body,
		token: run.options.token,
		...(key === null ? {} : { key }),
		timeoutMs: 30_000,
	});
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function readToEnd(run: ConformanceRun, sessionId: string): Promise<SeenLog | null> {
	const until = run.now() + run.options.turnMs;
	for (;;) {
		const log = await readLog(run, sessionId);
		if (log === null || END_STATES.includes(log.turnState ?? "")) return log;
		if (run.now() > until) return log;
		const cursor = log.lastCursor;
		await run.client.ask({
			path: chatPath(sessionId),
			query: { cursor, wait: "2000" },
			token: run.options.token,
			sessionId,
		});
		await pause(20);
	}
}

function recordEnd(run: ConformanceRun, id: "turn.end" | "interrupt.end", log: SeenLog | null): void {
	const state = log?.turnState ?? null;
	if (state !== null && END_STATES.includes(state)) run.report.conforms(id, state);
	else
		run.report.deviates(
			id,
			state === null ? message("conformance.state-unknown") : message("conformance.state-still", { state }),
		);
}

/** Starts a new session with each request, because the service might accept it. */
async function checkRefusals(run: ConformanceRun): Promise<void> {
	const { report, options } = run;
	const { message } = options;
	mustRefuse(report, "turn.empty", await start(run, { message: "" }, randomUUID()));
	mustRefuse(report, "turn.long", await start(run, { message: "a".repeat(32_001) }, randomUUID()));
	const closed = { message, notOfTheInterface: true };
	mustRefuse(report, "turn.closed", await start(run, closed, randomUUID()));
	mustRefuse(report, "turn.mode", await start(run, { message, mode: "manual" }, randomUUID()));
	mustRefuse(report, "turn.keyMissing", await start(run, { message }, null));
	mustRefuse(report, "turn.keyLong", await start(run, { message }, "k".repeat(161)));
}

async function checkReplay(run: ConformanceRun, body: Body, key: string, sessionId: string): Promise<void> {
	const { report } = run;
	const again = await start(run, body, key);
	const page = readEventPage(again.json);
	if (again.status !== 200 || !page.ok) report.deviates("turn.replay", statusText(again));
	else if (page.value.sessionId !== sessionId)
		report.deviates("turn.replay", message("conformance.another-session"));
	else report.conforms("turn.replay");
	const other = await start(run, { ...body, message: `${run.options.message} (another)` }, key);
	if (other.status === 409) report.conforms("turn.reuse");
	else
		report.deviates(
			"turn.reuse",
			message("conformance.instead-of", { answer: statusText(other), wanted: "409" }),
		);
}

async function turnsOf(run: ConformanceRun, sessionId: string): Promise<number> {
	const answer = await run.client.ask({ path: chatPath(sessionId), token: run.options.token, sessionId });
	const page = readEventPage(answer.json);
	if (!page.ok) return 0;
	return new Set(page.value.events.flatMap(({ event }) => event.turn_id ?? [])).size;
}

async function checkInterrupt(run: ConformanceRun, before: SeenLog): Promise<void> {
	const { client, report, options } = run;
	const { sessionId } = before;
	const body = { message: options.longMessage, sessionId, cursor: before.lastCursor };
	const started = await start(run, body, randomUUID());
	const page = started.status === 200 ? checkPage(report, started.json, sessionId) : null;
	if (page === null) {
		report.deviates("turn.cursor", statusText(started));
		return;
	}
	const old = page.events.some(
		({ id, sequence }) => before.ids.includes(id) || sequence <= before.lastSequence,
	);
	if (old) report.deviates("turn.cursor", message("conformance.events-again"));
	else report.conforms("turn.cursor");
	const turn = page.turns.at(-1) ?? (await latestTurn(run, before));
	const path = chatPath(sessionId, "/interrupt");
	const ask = { method: "POST", path, token: options.token, sessionId } as const;
	if (turn === null || turn.turnId === null || END_STATES.includes(turn.state)) {
		report.record("interrupt.answer", "not checked", message("conformance.turn-over"));
	} else {
		const { turnId } = turn;
		const bare = await client.ask({ ...ask, body: { turnId } });
		if (isRefusal(bare)) report.conforms("interrupt.key", statusText(bare));
		else report.deviates("interrupt.key", statusText(bare));
		const stopped = await client.ask({ ...ask, body: { turnId }, key: randomUUID() });
		if (stopped.status === 200 && readEventPage(stopped.json).ok) report.conforms("interrupt.answer");
		else report.deviates("interrupt.answer", statusText(stopped));
	}
	recordEnd(run, "interrupt.end", await readToEnd(run, sessionId));
}

async function latestTurn(run: ConformanceRun, { sessionId, turnId }: SeenLog) {
	const log = await readLog(run, sessionId);
	if (log === null || log.turnState === null || log.turnId === turnId) return null;
	return { state: log.turnState, turnId: log.turnId };
}

async function checkTurns(run: ConformanceRun): Promise<string | null> {
	const { report, options } = run;
	await checkRefusals(run);
	const body = { message: options.message };
	const key = randomUUID();
	const started = await start(run, body, key);
	const page = readEventPage(started.json);
	if (started.status !== 200 || !page.ok) {
		report.deviates("turn.start", started.status === 200 && !page.ok ? page.reason : statusText(started));
		return null;
	}
	const { sessionId } = page.value;
	checkPage(report, started.json, sessionId);
	report.conforms("turn.start");
	await checkReplay(run, body, key, sessionId);
	const log = await readToEnd(run, sessionId);
	recordEnd(run, "turn.end", log);
	if ((await turnsOf(run, sessionId)) > 1) report.deviates("turn.replay", message("conformance.second-turn"));
	if (log !== null) await checkInterrupt(run, log);
	return sessionId;
}

export interface ConformanceOptions {
	readonly baseUrl: string;
	readonly fetch: typeof globalThis.fetch;
	readonly options: RunOptions;
	readonly timeoutMs?: number;
	readonly now?: () => number;
	/** Should be much longer than a round trip. Defaults to 1,500. */
	readonly restMs?: number;
}

/** Number of sessions to read. More are read if a check in `WANTED` has no result yet. */
const USUAL_SESSIONS = 6;
const MAX_SESSIONS = 30;
const LOOKING_MS = 60_000;
const REST_MS = 1_500;

/** Checks whose data is rare in the newest sessions of a busy account. */
const WANTED: readonly CheckId[] = ["page.actions", "commits.form", "commits.batch"];

/**
 * Runs a part of the checks. If the service stops responding, fails the part's next check and skips the rest.
 */
async function part<T>(
	run: ConformanceRun,
	first: CheckId,
	otherwise: T,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof NoAnswer)) throw error;
		const open = CHECK_IDS.slice(CHECK_IDS.indexOf(first)).find((id) => !run.report.has(id)) ?? first;
		run.report.deviates(open, message("conformance.no-whole-answer", { why: error.text }));
		return otherwise;
	}
}

/** @throws NoAnswer if the service never responds */
export async function runConformance(given: ConformanceOptions): Promise<readonly CheckFinding[]> {
	const { options } = given;
	const secrets = [options.token, options.pipelineToken ?? "", options.accountToken ?? ""];
	const report = new Report(secrets);
	const signal = AbortSignal.timeout(given.timeoutMs ?? 180_000);
	const now = given.now ?? (() => performance.now());
	const client = new ConformanceClient({ baseUrl: given.baseUrl, fetch: given.fetch, signal, now });
	const run: ConformanceRun = { client, report, options, now, restMs: given.restMs ?? REST_MS };

	await checkAuth(run);
	const listed = await part(run, "sessions.list", [], () => checkSessions(run));
	await part(run, "session.unknown", undefined, () => checkStrangers(run));
	const made = options.write ? await part(run, "turn.start", null, () => checkTurns(run)) : null;
	const asked = [options.sessionId, ...listed, made].filter((id) => id !== null);
	const logs: SeenLog[] = [];
	async function read(ids: readonly string[], goOn: () => boolean): Promise<void> {
		for (const id of ids) {
			if (!goOn()) return;
			const log = await part(run, "page.form", null, () => readLog(run, id));
			if (log !== null) logs.push(log);
		}
	}
	const newest = [...new Set(asked)].slice(0, USUAL_SESSIONS);
	await read(newest, () => true);
	const until = now() + LOOKING_MS;
	const isWanting = () => now() < until && WANTED.some((id) => !report.has(id));
	if (listed.length > 0 && isWanting()) {
		const all = await part(run, "sessions.list", [], () => moreSessions(run, MAX_SESSIONS));
		await read(
			all.filter((id) => !newest.includes(id)),
			isWanting,
		);
	}
	if (asked.length === 0) report.record("page.form", "not checked", message("conformance.no-session"));
	const main = logs.reduce<SeenLog | null>((best, log) => {
		if (best === null || best.sessionId === options.sessionId) return best ?? log;
		return log.ids.length > best.ids.length ? log : best;
	}, null);
	if (main !== null) {
		const other = logs.find((log) => log !== main) ?? null;
		await part(run, "cursor.after", undefined, () => checkCursors(run, main, other));
		await part(run, "wait.most", undefined, () => checkWaits(run, main));
		await part(run, "stream.type", undefined, () => checkStream(run, main));
	}
	const commits = logs.flatMap((log) => log.commits);
	await part(run, "commits.get", undefined, () => checkCommits(run, commits));
	await part(run, "directory.root", undefined, () => checkDirectory(run));
	await part(run, "account.secrets", undefined, () => checkAccount(run));

	const { errors, named } = client.count();
	for (const line of client.bare) report.deviates("errors.envelope", line);
	if (client.bare.size === 0 && errors > 0)
		report.conforms("errors.envelope", message("conformance.error-answers", { errors: String(errors) }));
	for (const line of client.misnamed) report.deviates("errors.requestId", line);
	if (named === 0) report.record("errors.requestId", "not offered");
	else
		report.conforms(
			"errors.requestId",
			message("conformance.error-answers-named", {
				named: String(named),
				errors: String(errors),
			}),
		);
	return report.findings();
}
