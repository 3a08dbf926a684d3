import { message } from "../core/localized-text.ts";
import { CanonicalError } from "../core/match/canonical.ts";
import { boundRequest, hashOf } from "../core/match/fingerprint.ts";
import { type CommitView, commitView } from "../service-api/commit.ts";
import { firstIssue, readEventPage } from "../service-api/event-page.ts";
import { type Action, concreteEvent, EVENT_KINDS } from "../service-api/events.ts";
import { unknownMembers } from "../service-api/open.ts";
import type { Report } from "./report.ts";
import { type ConformanceRun, chatPath, isAbsent, statusText } from "./run-parts.ts";

export interface SeenCommit {
	readonly commitId: string;
	readonly version: number;
	readonly sessionId: string;
	readonly view: CommitView;
}

export interface SeenLog {
	readonly sessionId: string;
	readonly firstCursor: string;
	readonly lastCursor: string;
	readonly ids: readonly string[];
	readonly lastSequence: number;
	readonly secondIds: readonly string[];
	readonly commits: readonly SeenCommit[];
	readonly turnState: string | null;
	readonly turnId: string | null;
}

const PAGE_MEMBERS: readonly string[] = ["session_id", "cursor", "events", "has_more", "commits"];
const MAX_PAGES = 20;

function membersOf(raw: unknown): Readonly<Record<string, unknown>> {
	return typeof raw === "object" && raw !== null ? { ...raw } : {};
}

const listOf = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : []);

function checkEvent(report: Report, raw: unknown, path: string): void {
	const { type } = membersOf(raw);
	if (typeof type === "string" && !EVENT_KINDS.has(type)) {
		report.record("page.extra", "extra", `${path}.type: ${type}`);
		return;
	}
	const id = type === "action" ? "page.actions" : "page.events";
	const read = concreteEvent.safeParse(raw);
	if (!read.success) {
		report.deviates(id, `${path}.${firstIssue(read.error)}`);
		return;
	}
	report.conforms(id);
	for (const member of unknownMembers(concreteEvent, raw, path)) report.record("page.extra", "extra", member);
}

function checkCommit(report: Report, raw: unknown, path: string, sessionId: string): SeenCommit[] {
	const read = commitView.safeParse(raw);
	if (!read.success) {
		report.deviates("commits.form", `${path}.${firstIssue(read.error)}`);
		return [];
	}
	const { commit_id: commitId, version, thread_id: threadId, batch, stage_id: stageId } = read.data;
	report.conforms("commits.form");
	report.record("commits.extra", "conforms");
	for (const member of unknownMembers(commitView, raw, path)) report.record("commits.extra", "extra", member);
	if (threadId === sessionId) report.conforms("commits.session");
	else report.deviates("commits.session", message("conformance.thread-of-another", { path }));
	if (batch !== null) {
		const place = batch.ordered_commit_ids[batch.index] === commitId;
		const stage = batch.ordered_stage_ids[batch.index] === stageId;
		const before = batch.predecessor_commit_id === (batch.ordered_commit_ids[batch.index - 1] ?? null);
		if (place && stage && before) report.conforms("commits.batch");
		else report.deviates("commits.batch", message("conformance.batch-place", { path }));
	}
	return [{ commitId, version, sessionId, view: read.data }];
}

export interface SeenPage {
	readonly cursor: string;
	readonly hasMore: boolean;
	readonly events: readonly { readonly id: string; readonly sequence: number }[];
	readonly commits: readonly SeenCommit[];
	readonly actions: readonly Action[];
	readonly turns: readonly { readonly state: string; readonly turnId: string | null }[];
}

/** Returns `null` if the page's envelope is invalid. */
export function checkPage(report: Report, raw: unknown, sessionId: string | null): SeenPage | null {
	const page = readEventPage(raw);
	if (!page.ok) {
		report.deviates("page.form", raw === undefined ? message("conformance.no-json") : page.reason);
		return null;
	}
	report.conforms("page.form");
	const { cursor, hasMore } = page.value;
	const members = membersOf(raw);
	report.record("page.extra", "conforms");
	for (const name of Object.keys(members))
		if (!PAGE_MEMBERS.includes(name)) report.record("page.extra", "extra", name);
	if (sessionId === null || page.value.sessionId === sessionId) report.conforms("page.session");
	else report.deviates("page.session", message("conformance.page-of-another"));
	const events = listOf(members["events"]);
	for (const [index, event] of events.entries()) checkEvent(report, event, `events[${index}]`);
	const commits = listOf(members["commits"]).flatMap((commit, index) =>
		checkCommit(report, commit, `commits[${index}]`, page.value.sessionId),
	);
	return {
		cursor,
		hasMore,
		events: events.flatMap((event) => {
			const { event_id: id, sequence } = membersOf(event);
			return typeof id === "string" && typeof sequence === "number" ? [{ id, sequence }] : [];
		}),
		commits,
		actions: page.value.events.flatMap((read) =>
			read.kind === "known" && read.event.type === "action" ? [read.event] : [],
		),
		turns: page.value.events.flatMap((read) =>
			read.kind === "known" && read.event.type === "turn_state_changed"
				? [{ state: read.event.state, turnId: read.event.turn_id }]
				: [],
		),
	};
}

const MAX_EMPTY = 3;

function leadsOn(report: Report, pages: readonly SeenPage[], asked: string | null): boolean {
	const last = pages.at(-1);
	if (last?.hasMore !== true) return false;
	const isStanding = last.cursor === asked;
	const latest = pages.slice(-MAX_EMPTY);
	const isEmpty = latest.length === MAX_EMPTY && latest.every(({ events }) => events.length === 0);
	if (isStanding) report.deviates("page.more", message("conformance.cursor-stands"));
	else if (isEmpty) report.deviates("page.more", message("conformance.empty-pages"));
	return !isStanding && !isEmpty;
}

function checkOrder(report: Report, pages: readonly SeenPage[]): number {
	const seen = new Set<string>();
	let last = 0;
	for (const { id, sequence } of pages.flatMap((page) => page.events)) {
		if (sequence > last) report.conforms("page.order");
		else
			report.deviates(
				"page.order",
				message("conformance.sequence", { sequence: String(sequence), last: String(last) }),
			);
		if (seen.has(id)) report.deviates("page.unique", message("conformance.id-twice"));
		else report.conforms("page.unique");
		seen.add(id);
		last = Math.max(last, sequence);
	}
	return last;
}

function contentOf({ request }: Action): string | null {
	try {
		return hashOf(boundRequest(request));
	} catch (cause) {
		if (cause instanceof CanonicalError) return null;
		throw cause;
	}
}

function checkActions(report: Report, pages: readonly SeenPage[]): void {
	const latest = new Map<string, number>();
	const contents = new Map<string, string>();
	for (const action of pages.flatMap((page) => page.actions)) {
		const { id, revision } = action;
		const before = latest.get(id) ?? revision;
		if (revision >= before) report.conforms("actions.revision");
		else
			report.deviates(
				"actions.revision",
				message("conformance.action-back", { before: String(before), revision: String(revision) }),
			);
		latest.set(id, Math.max(before, revision));
		const key = JSON.stringify([id, revision]);
		const content = contentOf(action);
		if (content === null) continue;
		if ((contents.get(key) ?? content) === content) report.conforms("actions.content");
		else
			report.deviates(
				"actions.content",
				message("conformance.action-changed", { revision: String(revision) }),
			);
		contents.set(key, content);
	}
}

export async function readLog(run: ConformanceRun, sessionId: string): Promise<SeenLog | null> {
	const { client, report, options } = run;
	const pages: SeenPage[] = [];
	for (let cursor: string | null = null; pages.length < MAX_PAGES; ) {
		const answer = await client.ask({
			path: chatPath(sessionId),
			query: cursor === null ? {} : { cursor },
			token: options.token,
			sessionId,
		});
		if (answer.status !== 200) {
			const word = isAbsent(answer) ? "not checked" : "deviates";
			report.record("page.form", word, message("conformance.session-unread", { answer: statusText(answer) }));
			return null;
		}
		const page = checkPage(report, answer.json, sessionId);
		if (page === null) return null;
		pages.push(page);
		if (!leadsOn(report, pages, cursor)) break;
		cursor = page.cursor;
	}
	if (pages.at(-1)?.hasMore === false) report.conforms("page.more");
	const lastSequence = checkOrder(report, pages);
	checkActions(report, pages);
	const [first] = pages;
	const last = pages.at(-1);
	if (first === undefined || last === undefined) return null;
	const turn = pages.flatMap((page) => page.turns).at(-1);
	return {
		sessionId,
		firstCursor: first.cursor,
		lastCursor: last.cursor,
		ids: pages.flatMap((page) => page.events.map(({ id }) => id)),
		lastSequence,
		secondIds: pages[1]?.events.map(({ id }) => id) ?? [],
		commits: pages.flatMap((page) => page.commits),
		turnState: turn?.state ?? null,
		turnId: turn?.turnId ?? null,
	};
}
