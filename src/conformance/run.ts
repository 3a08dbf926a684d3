import { message } from "../core/localized-text.ts";
import { checkAccount, checkCommits, checkDirectory, checkStream } from "./check-more.ts";
import {
	checkAuth,
	checkCursors,
	checkSessions,
	checkStrangers,
	checkWaits,
	moreSessions,
} from "./check-reads.ts";
import { checkTurns } from "./check-turns.ts";
import { CHECK_IDS, type CheckId } from "./checks.ts";
import { ConformanceClient, NoAnswer } from "./client.ts";
import { readLog, type SeenLog } from "./read-log.ts";
import { type CheckFinding, Report } from "./report.ts";
import type { ConformanceRun, RunOptions } from "./run-parts.ts";

export interface ConformanceOptions {
	readonly baseUrl: string;
	readonly fetch: typeof globalThis.fetch;
	readonly options: RunOptions;
	readonly timeoutMs?: number;
	readonly now?: () => number;
	/** Should be much longer than a round trip. Defaults to 1,500. */
	readonly restMs?: number;
}

/** More sessions are read while a wanted check has no result. */
const USUAL_SESSIONS = 6;
const MAX_SESSIONS = 30;
const LOOKING_MS = 60_000;
const REST_MS = 1_500;

/** The newest sessions of a busy account rarely contain what these checks need. */
const WANTED: readonly CheckId[] = ["page.actions", "commits.form", "commits.batch"];

/** If the service doesn't answer, the next check of this part fails and the rest are skipped. */
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

/** @throws NoAnswer if the service never answers */
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
