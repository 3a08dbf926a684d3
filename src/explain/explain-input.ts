import { agentSession } from "../core/identities/agents.ts";
import { type Message, message, type Text, verbatim } from "../core/localized-text.ts";
import { parsePageOnce, parseStrictJson } from "../main/service/strict-json.ts";
import type { CommitView, ReadCommit } from "../service-api/commit.ts";
import { isTooDeep, TOO_DEEP } from "../service-api/depth.ts";
import { firstIssue, readCommit, readEventPage } from "../service-api/event-page.ts";
import { type Action, actionEvent } from "../service-api/events.ts";

/** Parses input files with the app's own schemas. */

export type ExplainInput =
	| {
			readonly kind: "commit";
			readonly sessionId: string;
			readonly commitId: string;
			readonly read: ReadCommit;
	  }
	| { readonly kind: "action" | "proposal"; readonly sessionId: string; readonly action: Action };

export type ReadFile =
	| {
			readonly ok: true;
			readonly asked: readonly ExplainInput[];
			readonly views: readonly CommitView[];
			readonly faults: readonly Message[];
	  }
	| { readonly ok: false; readonly reason: Text };

const NO_SESSION = "file";

/** The app stores actions under `session/id` and treats everything after the last slash as the ID. */
const SLASH = message("explain.slash");

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function latest<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
	return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

const commitFault = (commit: string | null, reason: Text): Message =>
	commit === null
		? message("explain.commit.no-id", { reason })
		: message("explain.commit", { commit, reason });

const eventFault = (event: string, reason: Text): Message => message("explain.event", { event, reason });

function ofCommits(all: readonly ReadCommit[], sessionId: string | null): Extract<ReadFile, { ok: true }> {
	const asked = all.flatMap((read): ExplainInput[] => {
		if (read.kind === "unreadable") return [];
		const { commit_id: commitId, thread_id } = read.view;
		return [{ kind: "commit", sessionId: sessionId ?? thread_id, commitId, read }];
	});
	const faults = all.flatMap((read) =>
		read.kind === "unreadable" ? [commitFault(read.commitId, read.reason)] : [],
	);
	const views = all.flatMap((read) => (read.kind === "known" ? [read.view] : []));
	return { ok: true, asked, views, faults };
}

function readPage(raw: Members): ReadFile {
	const page = readEventPage({ session_id: NO_SESSION, ...raw });
	if (!page.ok) return page;
	const { sessionId, events, commits, faults } = page.value;
	const actions = events
		.flatMap((read) =>
			read.kind === "known" && read.event.type === "action" && !read.event.id.includes("/")
				? [read.event]
				: [],
		)
		.toSorted((left, right) => left.sequence - right.sequence)
		.map((action): ExplainInput => ({ kind: "action", sessionId, action }));
	const found = ofCommits(commits, sessionId);
	const broken = events.flatMap((read) => {
		if (read.kind === "unreadable") return [eventFault(read.event.event_id, read.reason)];
		const slashed = read.kind === "known" && read.event.type === "action" && read.event.id.includes("/");
		return slashed ? [eventFault(read.event.event_id, SLASH)] : [];
	});
	return {
		ok: true,
		asked: latest([...actions, ...found.asked], (one) =>
			one.kind === "commit" ? `commit ${one.commitId}` : `action ${one.action.id}`,
		),
		views: found.views,
		faults: [...faults.map(verbatim), ...broken, ...found.faults],
	};
}

function readAction(raw: Members, kind: "action" | "proposal"): ReadFile {
	if (isTooDeep(raw)) return { ok: false, reason: TOO_DEEP };
	const read = actionEvent.safeParse({ ...raw, type: "action" });
	if (read.success && read.data.id.includes("/")) return { ok: false, reason: SLASH };
	const sessionId = kind === "proposal" ? agentSession(NO_SESSION) : NO_SESSION;
	return read.success
		? {
				ok: true,
				asked: [{ kind, sessionId, action: read.data }],
				views: [],
				faults: [],
			}
		: { ok: false, reason: firstIssue(read.error) };
}

/** Parses `text` again if it contains a single commit, because the app parses commits more strictly. */
function readWhole(raw: unknown, text: string): ReadFile {
	if (!isObject(raw)) return { ok: false, reason: message("explain.not-an-object") };
	if ("events" in raw) return readPage(raw);
	if (raw["type"] === "action" || raw["type"] === "proposal") return readAction(raw, raw["type"]);
	if (!("commit_id" in raw)) return { ok: false, reason: message("explain.not-known") };
	const read = readCommit(parseStrictJson(text));
	return read.kind === "unreadable" ? { ok: false, reason: read.reason } : ofCommits([read], null);
}

/**
 * Accepts a commit view, an action event or an event page in the service's format. Also accepts a local
 * agent's proposal in the format of an action event.
 */
export function readFileText(text: string): ReadFile {
	try {
		return readWhole(parsePageOnce(text), text);
	} catch (error) {
		return { ok: false, reason: error instanceof Error ? error.message : message("explain.not-json") };
	}
}
