import { randomUUID } from "node:crypto";
import { message } from "../core/localized-text.ts";
import { freeze } from "../core/match/freeze.ts";
import { matchFrozen } from "../core/match/match.ts";
import { ReviewContradictions } from "../core/review/effects/contradiction.ts";
import { applicationId, appSecrets, isAppList, readCreditPosition } from "../service-api/account.ts";
import { type CommitView, commitView } from "../service-api/commit.ts";
import { directory } from "../service-api/directory.ts";
import { firstIssue } from "../service-api/event-page.ts";
import { unknownMembers } from "../service-api/open.ts";
import type { HttpAnswer } from "./client.ts";
import { checkPage, type SeenCommit, type SeenLog } from "./read-log.ts";
import { Report } from "./report.ts";
import { type ConformanceRun, chatPath, isAbsent, statusText } from "./run-parts.ts";

const STREAM_NAMES: readonly string[] = ["page", "message", "resync"];

function parsed(data: string): unknown {
	try {
		return JSON.parse(data);
	} catch {
		return undefined;
	}
}

export async function checkStream(run: ConformanceRun, log: SeenLog): Promise<void> {
	const { client, report, options } = run;
	const { token } = options;
	const { sessionId } = log;
	const path = chatPath(sessionId, "/stream");
	const stream = await client.stream({ path, token, sessionId });
	if (isAbsent(stream)) {
		report.record(
			"stream.type",
			"not offered",
			message("conformance.status", { status: String(stream.status) }),
		);
		return;
	}
	if (stream.status !== 200 || !/^text\/event-stream\b/i.test(stream.contentType)) {
		report.deviates(
			"stream.type",
			stream.contentType === ""
				? message("conformance.status-without-type", { status: String(stream.status) })
				: message("conformance.status-with-type", {
						status: String(stream.status),
						type: stream.contentType,
					}),
		);
		return;
	}
	report.conforms("stream.type");
	for (const { event } of stream.frames)
		if (STREAM_NAMES.includes(event)) report.conforms("stream.names");
		else report.deviates("stream.names", message("conformance.event-named", { event }));
	const first = stream.frames.find(({ event }) => event === "page");
	if (first === undefined) {
		if (log.ids.length > 0) report.deviates("stream.page", message("conformance.none-came"));
	} else {
		const page = parsed(first.data);
		const own = new Report([]);
		const seen = page === undefined ? null : checkPage(own, page, sessionId);
		const issue = own.findings().find(({ verdict }) => verdict === "deviates");
		if (seen === null) report.deviates("stream.page", message("conformance.no-event-page"));
		else if (issue !== undefined) report.deviates("stream.page", `${issue.id}: ${issue.detail}`);
		else {
			report.conforms("stream.page");
			const [begins] = seen.events;
			if (begins?.id === log.ids[0]) report.conforms("stream.same");
			else report.deviates("stream.same", message("conformance.another-first-event"));
		}
	}
	const malformed = await client.stream({ path, query: { cursor: "%% no cursor %%" }, token, sessionId });
	const { error } = { error: undefined, ...(typeof malformed.json === "object" ? malformed.json : {}) };
	const named = JSON.stringify(error ?? null).includes("invalid_cursor");
	if (malformed.status === 400 && named) report.conforms("stream.cursor");
	else
		report.deviates(
			"stream.cursor",
			message("conformance.instead-of", {
				answer: message("conformance.status", { status: String(malformed.status) }),
				wanted: "400 invalid_cursor",
			}),
		);
}

const MAX_COMMITS = 5;

function versionIn(raw: unknown): number | null {
	const { version } = { version: null, ...(typeof raw === "object" ? raw : {}) };
	return typeof version === "number" ? version : null;
}

const OWNER = { environment: "conformance", identity: "conformance" };

/** Skips commits whose payload doesn't need a signature now. */
function checkPayload(report: Report, view: CommitView): void {
	const freezing = freeze(view, OWNER, [], true);
	if (!freezing.ok) return;
	const failures = matchFrozen(freezing.frozen).checks.filter(({ status }) => status === "failed");
	for (const { text } of failures) report.deviates("commits.payload", text);
	if (failures.length === 0) report.conforms("commits.payload");
}

export async function checkCommits(run: ConformanceRun, commits: readonly SeenCommit[]): Promise<void> {
	const { client, report, options } = run;
	const { token } = options;
	const pathOf = (id: string) => `/api/commits/${encodeURIComponent(id)}`;
	const contradictions = new ReviewContradictions();
	for (const { view } of commits) contradictions.addView(view);
	const newest = new Map(commits.map((commit) => [commit.commitId, commit]));
	for (const { commitId, sessionId, version } of [...newest.values()].slice(-MAX_COMMITS)) {
		const answer = await client.ask({ path: pathOf(commitId), token, sessionId });
		if (isAbsent(answer)) {
			report.record("commits.get", "not offered", statusText(answer));
			return;
		}
		const found = versionIn(answer.json);
		const wentBack = answer.status === 200 && found !== null && found < version;
		// Ensures that a decreasing version is reported even if other fields are wrong too.
		const view = wentBack ? { ...Object(answer.json), version } : answer.json;
		const read = commitView.safeParse(view);
		if (answer.status !== 200 || !read.success) {
			report.deviates("commits.get", read.success ? statusText(answer) : firstIssue(read.error));
			continue;
		}
		report.conforms("commits.get");
		for (const member of unknownMembers(commitView, answer.json))
			report.record("commits.extra", "extra", member);
		const { commit_id: id, thread_id: thread } = read.data;
		if (id !== commitId || thread !== sessionId) {
			report.deviates("commits.same", message("conformance.anothers-id"));
			continue;
		}
		if (wentBack)
			report.deviates(
				"commits.same",
				message("conformance.version-back", { told: String(found), version: String(version) }),
			);
		else report.conforms("commits.same");
		contradictions.addView(read.data);
		checkPayload(report, read.data);
	}
	for (const { view } of commits) {
		const found = contradictions.of(view);
		if (found === null) report.conforms("commits.revision");
		else report.deviates("commits.revision", found.text);
	}
	const sessionId = commits[0]?.sessionId ?? randomUUID();
	const unknown = await client.ask({ path: pathOf(randomUUID()), token, sessionId });
	if (unknown.status === 404) report.conforms("commits.unknown");
	else
		report.deviates(
			"commits.unknown",
			message("conformance.instead-of", { answer: statusText(unknown), wanted: "404" }),
		);
}

/**
 * Returns whether the service rejected a token that was issued for another resource. This proves nothing
 * about the requested resource.
 */
function isShutOut(answer: HttpAnswer, given: string | null): boolean {
	return given === null && (answer.status === 401 || answer.status === 403);
}

export async function checkDirectory(run: ConformanceRun): Promise<void> {
	const { client, report, options } = run;
	const token = options.pipelineToken ?? options.token;
	for (const [id, path] of [
		["directory.root", "/v1/pipeline"],
		["directory.svm", "/v1/pipeline/svm"],
	] as const) {
		const answer = await client.ask({ path, token });
		if (isShutOut(answer, options.pipelineToken)) {
			report.record(id, "not checked", message("conformance.not-for-pipeline"));
			continue;
		}
		if (isAbsent(answer)) {
			report.record(id, "not offered", statusText(answer));
			continue;
		}
		const read = directory.safeParse(answer.json);
		if (answer.status !== 200 || !read.success) {
			report.deviates(
				id,
				read.success || answer.status !== 200 ? statusText(answer) : firstIssue(read.error),
			);
			continue;
		}
		if (read.data.path === path) report.conforms(id);
		else report.deviates(id, message("conformance.path-is", { path: read.data.path }));
		report.record("directory.extra", "conforms");
		for (const member of unknownMembers(directory, answer.json))
			report.record("directory.extra", "extra", `${path}: ${member}`);
		const base = new URL("http://service.invalid");
		for (const { name, href } of read.data.entries) {
			const link = URL.canParse(href, base.href) ? new URL(href, base) : null;
			const within = link?.origin === base.origin && /^\/v1\/pipeline(?:\/|$)/.test(link.pathname);
			if (within) report.conforms("directory.links");
			else report.deviates("directory.links", message("conformance.link-elsewhere", { path, name }));
		}
	}
}

/** Returns the paths of fields that may contain a secret, but never the values. */
function valuesIn(raw: unknown): readonly string[] {
	return unknownMembers(appSecrets, raw).filter((path) => /value|secret|token|plain|preview|key/i.test(path));
}

export async function checkAccount(run: ConformanceRun): Promise<void> {
	const { client, report, options } = run;
	const token = options.accountToken ?? options.token;
	const shutOut = message("conformance.not-for-account");
	const credits = await client.ask({ path: "/v1/account/credits", token });
	if (isShutOut(credits, options.accountToken)) report.record("account.credits", "not checked", shutOut);
	else if (isAbsent(credits)) report.record("account.credits", "not offered", statusText(credits));
	else if (credits.status === 200 && readCreditPosition(credits.json) !== null)
		report.conforms("account.credits");
	else
		report.deviates(
			"account.credits",
			credits.status === 200 ? message("conformance.no-credit-form") : statusText(credits),
		);
	const list = await client.ask({ path: "/v1/account/apps", token });
	if (isShutOut(list, options.accountToken)) report.record("account.apps", "not checked", shutOut);
	else if (isAbsent(list)) report.record("account.apps", "not offered", statusText(list));
	else if (list.status !== 200) report.deviates("account.apps", statusText(list));
	else if (!isAppList(list.json)) report.deviates("account.apps", message("conformance.no-app-list"));
	else report.conforms("account.apps");
	const id = options.applicationId;
	if (id === null || !applicationId.safeParse(id).success) {
		report.record("account.secrets", "not checked", message("conformance.no-app-named"));
		return;
	}
	const secrets = await client.ask({ path: `/v1/account/apps/${id}/secrets`, token });
	if (isShutOut(secrets, options.accountToken)) {
		report.record("account.secrets", "not checked", shutOut);
		return;
	}
	const read = appSecrets.safeParse(secrets.json);
	if (secrets.status !== 200) report.deviates("account.secrets", statusText(secrets));
	else if (!read.success) report.deviates("account.secrets", firstIssue(read.error));
	else if (read.data.application_id !== id)
		report.deviates("account.secrets", message("conformance.another-app"));
	else report.conforms("account.secrets");
	const values = valuesIn(secrets.json);
	if (values.length > 0)
		report.deviates("account.values", message("conformance.unknown-members", { members: values.join(", ") }));
	else if (read.success) report.conforms("account.values");
}
