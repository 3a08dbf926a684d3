import { checkAccount, checkCommits, checkDirectory, checkStream } from "./check-more.ts";
import { checkAuth, checkCursors, checkSessions, checkStrangers, checkWaits } from "./check-reads.ts";
import { checkTurns } from "./check-turns.ts";
import { CHECK_IDS, type CheckId } from "./checks.ts";
import { createClient, NoAnswer } from "./client.ts";
import { readLog, type SeenLog } from "./read-log.ts";
import { createReport, type Finding } from "./report.ts";
import type { Run, RunOptions } from "./run-parts.ts";

/** The whole run against one service. Reads only, unless told to write. */

export interface RunParts {
	readonly baseUrl: string;
	readonly fetch: typeof globalThis.fetch;
	readonly options: RunOptions;
	/** Ends the run, ms (3 minutes). */
	readonly timeoutMs?: number;
}

const MOST_SESSIONS = 6;

/** What can't be checked for want of events stays unchecked; a lost answer counts against the check it was for. */
async function part<T>(run: Run, first: CheckId, otherwise: T, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof NoAnswer)) throw error;
		const open = CHECK_IDS.slice(CHECK_IDS.indexOf(first)).find((id) => !run.report.has(id)) ?? first;
		run.report.deviates(open, `no whole answer: ${error.message}`);
		return otherwise;
	}
}

/** Throws NoAnswer where the service does not answer at all. */
export async function runConformance(parts: RunParts): Promise<readonly Finding[]> {
	const { options } = parts;
	const secrets = [options.token, options.pipelineToken ?? "", options.accountToken ?? ""];
	const report = createReport(secrets);
	const signal = AbortSignal.timeout(parts.timeoutMs ?? 180_000);
	const client = createClient({ baseUrl: parts.baseUrl, fetch: parts.fetch, signal });
	const run: Run = { client, report, options };

	await checkAuth(run);
	const listed = await part(run, "sessions.list", [], () => checkSessions(run));
	await part(run, "session.unknown", undefined, () => checkStrangers(run));
	const made = options.write ? await part(run, "turn.start", null, () => checkTurns(run)) : null;
	const asked = [options.sessionId, ...listed, made].filter((id) => id !== null);
	const logs: SeenLog[] = [];
	for (const id of [...new Set(asked)].slice(0, MOST_SESSIONS)) {
		const log = await part(run, "page.form", null, () => readLog(run, id));
		if (log !== null) logs.push(log);
	}
	if (asked.length === 0)
		report.note("page.form", "not checked", "there is no session: give --session or --write");
	// The one with the most to read, unless one was named.
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

	const { answers, errors } = client.count();
	for (const line of client.bare) report.deviates("errors.envelope", line);
	if (client.bare.size === 0 && errors > 0) report.conforms("errors.envelope", `${errors} error answers`);
	if (client.unnamed.size === 0) report.conforms("errors.requestId", `${answers} answers`);
	else if (client.unnamed.size >= answers) report.note("errors.requestId", "not offered");
	else for (const line of client.unnamed) report.deviates("errors.requestId", line);
	return report.findings();
}
