import { randomUUID } from "node:crypto";
import { type Message, message } from "../core/localized-text.ts";
import { firstIssue, sessionList } from "../service-api/event-page.ts";
import { unknownMembers } from "../service-api/open.ts";
import type { CheckId } from "./checks.ts";
import type { HttpAnswer } from "./client.ts";
import { checkPage, type SeenLog } from "./read-log.ts";
import { type ConformanceRun, chatPath, isAbsent, isRefusal, statusText } from "./run-parts.ts";

function insteadOf(answer: HttpAnswer, status: number, code: string | null): Message {
	return message("conformance.instead-of", {
		answer: statusText(answer),
		wanted: code === null ? String(status) : `${status} ${code}`,
	});
}

function mustBe(
	run: ConformanceRun,
	id: CheckId,
	answer: HttpAnswer,
	status: number,
	code: string | null = null,
): void {
	const fits = answer.status === status && (code === null || answer.code === code);
	if (fits) run.report.conforms(id);
	else run.report.deviates(id, insteadOf(answer, status, code));
}

export async function checkAuth(run: ConformanceRun): Promise<void> {
	const { client, report } = run;
	const path = chatPath(randomUUID());
	const missing = await client.ask({ path, token: null });
	mustBe(run, "auth.missing", missing, 401);
	const wrong = await client.ask({ path, token: `not-a-token-${randomUUID()}` });
	mustBe(run, "auth.wrong", wrong, 401);
	const challenge = missing.headers.get("www-authenticate") ?? wrong.headers.get("www-authenticate");
	if (challenge === null) report.record("auth.challenge", "not offered");
	else if (/^(?:Bearer|DPoP)\b/i.test(challenge)) report.conforms("auth.challenge");
	else report.deviates("auth.challenge", message("conformance.no-scheme"));
}

function looseIds(raw: unknown): readonly string[] {
	const { sessions } = { sessions: null, ...(typeof raw === "object" ? raw : {}) };
	const items: readonly unknown[] = Array.isArray(sessions) ? sessions : [];
	return items.flatMap((item) => {
		const { id } = { id: null, ...(typeof item === "object" ? item : {}) };
		return typeof id === "string" ? [id] : [];
	});
}

export async function checkSessions(run: ConformanceRun): Promise<readonly string[]> {
	const { client, report, options } = run;
	const { token } = options;
	const path = "/v1/agent/sessions";
	const first = await client.ask({ path, query: { limit: "3" }, token });
	if (isAbsent(first)) {
		report.record("sessions.list", "not offered", statusText(first));
		report.record("sessions.paging", "not offered");
		return [];
	}
	const list = sessionList.safeParse(first.json);
	if (first.status !== 200 || !list.success) {
		const issue = list.success || first.status !== 200 ? statusText(first) : firstIssue(list.error);
		report.deviates("sessions.list", issue);
		return looseIds(first.json);
	}
	report.conforms("sessions.list");
	for (const member of unknownMembers(sessionList, first.json))
		report.record("sessions.list", "extra", member);
	const ids = list.data.sessions.map(({ id }) => id);
	const cursor = list.data.nextCursor ?? null;
	if (cursor === null) {
		report.record("sessions.paging", "not checked", message("conformance.one-page"));
		return ids;
	}
	const next = await client.ask({ path, query: { limit: "3", cursor }, token });
	const more = sessionList.safeParse(next.json);
	if (next.status !== 200 || !more.success) report.deviates("sessions.paging", statusText(next));
	// A session that was updated in the meantime may appear twice. If every session appears again, the
	// service ignores the cursor.
	else if (more.data.sessions.every(({ id }) => ids.includes(id)))
		report.deviates("sessions.paging", message("conformance.first-page-again"));
	else report.conforms("sessions.paging");
	return more.success ? [...ids, ...more.data.sessions.map(({ id }) => id)] : ids;
}

/** Returns no IDs if there is no valid next page. */
export async function moreSessions(run: ConformanceRun, most: number): Promise<readonly string[]> {
	const query = { limit: String(most) };
	const answer = await run.client.ask({ path: "/v1/agent/sessions", query, token: run.options.token });
	const list = sessionList.safeParse(answer.json);
	return answer.status === 200 && list.success ? list.data.sessions.map(({ id }) => id).slice(0, most) : [];
}

export async function checkStrangers(run: ConformanceRun): Promise<void> {
	const { client, report, options } = run;
	const { token } = options;
	mustBe(run, "session.unknown", await client.ask({ path: chatPath(randomUUID()), token }), 404);
	const long = await client.ask({ path: chatPath("s".repeat(161)), token });
	// 404 is acceptable too, because no session can have such an ID.
	if (isRefusal(long) || long.status === 404) report.conforms("session.long", statusText(long));
	else report.deviates("session.long", statusText(long));
	const route = await client.ask({ path: `/v1/agent/no-such-thing-${randomUUID()}`, token });
	mustBe(run, "errors.route", route, 404);
}

async function idsWith(
	run: ConformanceRun,
	sessionId: string,
	query: Readonly<Record<string, string>>,
	timeoutMs?: number,
): Promise<{
	answer: HttpAnswer;
	ids: readonly string[] | null;
	sequences: readonly number[];
	cursor: string | null;
}> {
	const answer = await run.client.ask({
		path: chatPath(sessionId),
		query,
		token: run.options.token,
		sessionId,
		...(timeoutMs === undefined ? {} : { timeoutMs }),
	});
	const page = answer.status === 200 ? checkPage(run.report, answer.json, sessionId) : null;
	return {
		answer,
		ids: page === null ? null : page.events.map(({ id }) => id),
		sequences: page === null ? [] : page.events.map(({ sequence }) => sequence),
		cursor: page?.cursor ?? null,
	};
}

export async function checkCursors(run: ConformanceRun, log: SeenLog, other: SeenLog | null): Promise<void> {
	const { report } = run;
	const { sessionId } = log;
	const after = await idsWith(run, sessionId, { cursor: log.lastCursor });
	const old = after.ids?.filter((id) => log.ids.includes(id)).length ?? 0;
	if (after.ids === null) report.deviates("cursor.after", statusText(after.answer));
	else if (old > 0 || after.sequences.some((sequence) => sequence <= log.lastSequence))
		report.deviates("cursor.after", message("conformance.events-again"));
	else report.conforms("cursor.after");
	const [one, two] = [
		await idsWith(run, sessionId, { cursor: log.firstCursor }),
		await idsWith(run, sessionId, { cursor: log.firstCursor }),
	];
	// The log may have grown between the two requests, so only the shared part must be identical.
	const same = (one.ids ?? []).every(
		(id, index) => index >= (two.ids ?? []).length || two.ids?.[index] === id,
	);
	const began = log.secondIds.every(
		(id, index) => index >= (one.ids ?? []).length || one.ids?.[index] === id,
	);
	if (one.ids === null || two.ids === null) report.deviates("cursor.again", statusText(one.answer));
	else if (!same || !began) report.deviates("cursor.again", message("conformance.other-events"));
	else report.conforms("cursor.again");
	const malformed = await idsWith(run, sessionId, { cursor: "%% no cursor %%" });
	mustBe(run, "cursor.malformed", malformed.answer, 400, "invalid_cursor");
	if (other === null) {
		report.record("cursor.foreign", "not checked", message("conformance.no-second-session"));
		return;
	}
	const foreign = await idsWith(run, sessionId, { cursor: other.lastCursor });
	mustBe(run, "cursor.foreign", foreign.answer, 400, "invalid_cursor");
}

/** Longer than 30 s, the limit that services apply to the wait. */
const MAX_WAIT_MS = 40_000;

export async function checkWaits(run: ConformanceRun, log: SeenLog): Promise<void> {
	const { report } = run;
	const { sessionId } = log;
	// A long poll must return immediately if events are available.
	if (log.ids.length > 0) {
		const most = await idsWith(run, sessionId, { wait: "30000" }, MAX_WAIT_MS);
		if (most.ids === null) report.deviates("wait.most", statusText(most.answer));
		else report.conforms("wait.most");
		const over = await idsWith(run, sessionId, { wait: "30001" }, MAX_WAIT_MS);
		if (isRefusal(over.answer))
			report.conforms("wait.over", message("conformance.refused", { answer: statusText(over.answer) }));
		else if (over.ids !== null) report.conforms("wait.over", message("conformance.taken"));
		else report.deviates("wait.over", statusText(over.answer));
		const form = await idsWith(run, sessionId, { wait: "soon" }, MAX_WAIT_MS);
		if (isRefusal(form.answer))
			report.conforms("wait.form", message("conformance.refused", { answer: statusText(form.answer) }));
		else if (form.ids !== null) report.conforms("wait.form", message("conformance.ignored"));
		else report.deviates("wait.form", statusText(form.answer));
	}
	if (log.turnState === "processing") {
		report.record("wait.rest", "not checked", message("conformance.at-work"));
		return;
	}
	await checkRest(run, log);
}

const RESTS = 2;

/**
 * Checks that an empty long poll isn't answered early, because the app would then poll without pause. Half of
 * the requested time is enough, and one early answer is tolerated.
 */
async function checkRest(run: ConformanceRun, { sessionId, lastCursor }: SeenLog): Promise<void> {
	const { report, restMs } = run;
	const early: number[] = [];
	let cursor = lastCursor;
	for (let times = 0; times < RESTS; times += 1) {
		const rest = await idsWith(run, sessionId, { wait: String(restMs), cursor }, MAX_WAIT_MS);
		if (rest.ids === null) {
			report.deviates("wait.rest", statusText(rest.answer));
			return;
		}
		report.conforms("wait.rest");
		const { ms } = rest.answer;
		if (rest.ids.length > 0) {
			report.record("wait.held", "not checked", message("conformance.events-meanwhile"));
			cursor = rest.cursor ?? cursor;
		} else if (ms >= restMs / 2) {
			report.conforms("wait.held");
			return;
		} else early.push(ms);
	}
	if (early.length === RESTS)
		report.deviates(
			"wait.held",
			message("conformance.empty-early", {
				after: String(Math.round(Math.max(...early))),
				wanted: String(restMs),
			}),
		);
}
