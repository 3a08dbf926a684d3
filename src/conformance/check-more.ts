import { randomUUID } from "node:crypto";
import { applicationId, appSecrets, readAppList, readCreditPosition } from "../contract/account.ts";
import { commitView } from "../contract/commit.ts";
import { directory } from "../contract/directory.ts";
import { firstIssue } from "../contract/event-page.ts";
import { unknownMembers } from "../contract/open.ts";
import type { Answer } from "./client.ts";
import { checkPage, type SeenCommit, type SeenLog } from "./read-log.ts";
import { createReport } from "./report.ts";
import { chatPath, isAbsent, type Run, said } from "./run-parts.ts";

/** The stream, commits, the pipeline's directory, and the account. All of it is only read. */

const STREAM_NAMES: readonly string[] = ["page", "message", "resync"];

function parsed(data: string): unknown {
	try {
		return JSON.parse(data);
	} catch {
		return undefined;
	}
}

export async function checkStream(run: Run, log: SeenLog): Promise<void> {
	const { client, report, options } = run;
	const { token } = options;
	const { sessionId } = log;
	const path = chatPath(sessionId, "/stream");
	const stream = await client.stream({ path, token, sessionId });
	if (isAbsent(stream)) {
		report.note("stream.type", "not offered", `status ${stream.status}`);
		return;
	}
	if (stream.status !== 200 || !/^text\/event-stream\b/i.test(stream.contentType)) {
		report.deviates("stream.type", `status ${stream.status}, ${stream.contentType || "no content type"}`);
		return;
	}
	report.conforms("stream.type");
	for (const { event } of stream.frames)
		if (STREAM_NAMES.includes(event)) report.conforms("stream.names");
		else report.deviates("stream.names", `an event is named ${event}`);
	const first = stream.frames.find(({ event }) => event === "page");
	if (first === undefined) {
		if (log.ids.length > 0) report.deviates("stream.page", "none came, though the session has events");
	} else {
		const page = parsed(first.data);
		const own = createReport([]);
		const seen = page === undefined ? null : checkPage(own, page, sessionId);
		const issue = own.findings().find(({ verdict }) => verdict === "deviates");
		if (seen === null) report.deviates("stream.page", "its data is no EventPage");
		else if (issue !== undefined) report.deviates("stream.page", `${issue.id}: ${issue.detail}`);
		else {
			report.conforms("stream.page");
			const [begins] = seen.events;
			if (begins?.id === log.ids[0]) report.conforms("stream.same");
			else report.deviates("stream.same", "the first event is another one");
		}
	}
	const malformed = await client.stream({ path, query: { cursor: "%% no cursor %%" }, token, sessionId });
	const { error } = { error: undefined, ...(typeof malformed.json === "object" ? malformed.json : {}) };
	const named = JSON.stringify(error ?? null).includes("invalid_cursor");
	if (malformed.status === 400 && named) report.conforms("stream.cursor");
	else report.deviates("stream.cursor", `status ${malformed.status} in place of 400 invalid_cursor`);
}

const MOST_COMMITS = 5;

export async function checkCommits(run: Run, commits: readonly SeenCommit[]): Promise<void> {
	const { client, report, options } = run;
	const { token } = options;
	const pathOf = (id: string) => `/api/commits/${encodeURIComponent(id)}`;
	const newest = new Map(commits.map((commit) => [commit.commitId, commit]));
	for (const { commitId, sessionId, version } of [...newest.values()].slice(-MOST_COMMITS)) {
		const answer = await client.ask({ path: pathOf(commitId), token, sessionId });
		if (isAbsent(answer)) {
			report.note("commits.get", "not offered", said(answer));
			return;
		}
		const read = commitView.safeParse(answer.json);
		if (answer.status !== 200 || !read.success) {
			report.deviates("commits.get", read.success ? said(answer) : firstIssue(read.error));
			continue;
		}
		report.conforms("commits.get");
		for (const member of unknownMembers(commitView, answer.json))
			report.note("commits.extra", "extra", member);
		const { commit_id: id, thread_id: thread } = read.data;
		if (id !== commitId || thread !== sessionId)
			report.deviates("commits.same", "commit_id or thread_id is another's");
		else if (read.data.version < version)
			report.deviates("commits.same", `version ${read.data.version} is older than ${version} of the page`);
		else report.conforms("commits.same");
	}
	const sessionId = commits[0]?.sessionId ?? randomUUID();
	const unknown = await client.ask({ path: pathOf(randomUUID()), token, sessionId });
	if (unknown.status === 404) report.conforms("commits.unknown");
	else report.deviates("commits.unknown", `${said(unknown)} in place of 404`);
}

/** A token that is bound to another resource is refused: that says nothing of this one. */
function isShutOut(answer: Answer, given: string | null): boolean {
	return given === null && (answer.status === 401 || answer.status === 403);
}

export async function checkDirectory(run: Run): Promise<void> {
	const { client, report, options } = run;
	const token = options.pipelineToken ?? options.token;
	for (const [id, path] of [
		["directory.root", "/v1/pipeline"],
		["directory.svm", "/v1/pipeline/svm"],
	] as const) {
		const answer = await client.ask({ path, token });
		if (isShutOut(answer, options.pipelineToken)) {
			report.note(id, "not checked", "the token is not for the pipeline: give --pipeline-token");
			continue;
		}
		if (isAbsent(answer)) {
			report.note(id, "not offered", said(answer));
			continue;
		}
		const read = directory.safeParse(answer.json);
		if (answer.status !== 200 || !read.success) {
			report.deviates(id, read.success || answer.status !== 200 ? said(answer) : firstIssue(read.error));
			continue;
		}
		if (read.data.path === path) report.conforms(id);
		else report.deviates(id, `path is ${read.data.path}`);
		report.note("directory.extra", "conforms");
		for (const member of unknownMembers(directory, answer.json))
			report.note("directory.extra", "extra", `${path}: ${member}`);
		const base = new URL("http://service.invalid");
		for (const { name, href } of read.data.entries) {
			const link = URL.canParse(href, base.href) ? new URL(href, base) : null;
			const within = link?.origin === base.origin && /^\/v1\/pipeline(?:\/|$)/.test(link.pathname);
			if (within) report.conforms("directory.links");
			else report.deviates("directory.links", `${path}: the link of ${name} leads elsewhere`);
		}
	}
}

/** Members of the answer that may hold a value: none is named by the interface. Their paths only, never themselves. */
function valuesIn(raw: unknown): readonly string[] {
	return unknownMembers(appSecrets, raw).filter((path) => /value|secret|token|plain|preview|key/i.test(path));
}

export async function checkAccount(run: Run): Promise<void> {
	const { client, report, options } = run;
	const token = options.accountToken ?? options.token;
	const shutOut = "the token is not for the account: give --account-token";
	const credits = await client.ask({ path: "/v1/account/credits", token });
	if (isShutOut(credits, options.accountToken)) report.note("account.credits", "not checked", shutOut);
	else if (isAbsent(credits)) report.note("account.credits", "not offered", said(credits));
	else if (credits.status === 200 && readCreditPosition(credits.json) !== null)
		report.conforms("account.credits");
	else
		report.deviates(
			"account.credits",
			credits.status === 200 ? "neither of its forms, or an amount that is no whole number" : said(credits),
		);
	const list = await client.ask({ path: "/v1/account/apps", token });
	if (isShutOut(list, options.accountToken)) report.note("account.apps", "not checked", shutOut);
	else if (isAbsent(list)) report.note("account.apps", "not offered", said(list));
	else if (list.status === 200 && readAppList(list.json)?.unread === 0) report.conforms("account.apps");
	else report.deviates("account.apps", list.status === 200 ? "not a list of apps" : said(list));
	const id = options.applicationId;
	if (id === null || !applicationId.safeParse(id).success) {
		report.note("account.secrets", "not checked", "no app was named: give --application");
		return;
	}
	const secrets = await client.ask({ path: `/v1/account/apps/${id}/secrets`, token });
	if (isShutOut(secrets, options.accountToken)) {
		report.note("account.secrets", "not checked", shutOut);
		return;
	}
	const read = appSecrets.safeParse(secrets.json);
	if (secrets.status !== 200) report.deviates("account.secrets", said(secrets));
	else if (!read.success) report.deviates("account.secrets", firstIssue(read.error));
	else if (read.data.application_id !== id)
		report.deviates("account.secrets", "the answer is of another app");
	else report.conforms("account.secrets");
	const values = valuesIn(secrets.json);
	if (values.length > 0) report.deviates("account.values", `unknown members: ${values.join(", ")}`);
	else if (read.success) report.conforms("account.values");
}
