import { setTimeout as wait } from "node:timers/promises";
import { PublicKey } from "@solana/web3.js";
import { z } from "zod";
import { Caller } from "../../mock-service/fixture.ts";
import type { Records } from "../../mock-service/records.ts";
import { subjectOf } from "../../support/kinds.ts";
import type { AppEnvironment } from "./app-environment.ts";
import type { JournalOnDisk } from "./journal.ts";
import type { Effect, Scenario } from "./kinds.ts";
import type { SessionSeen } from "./running-app.ts";

/** Checks the outcome of an approval against the records of the service, the chains and the device. */

export type Fault = "lost" | "double" | "stuck";

export interface Finding {
	readonly fault: Fault;
	readonly text: string;
}

/** Records of the environment during a scenario. */
export interface Evidence {
	/** Number of times that each effect landed. */
	readonly landed: readonly number[];
	/** Number of transactions of the EVM account since the scenario began. */
	readonly sent: number;
	/** Number of the device's signatures since then. */
	readonly deviceSigned: number;
	readonly signatures: Records["signatures"];
	readonly resolutions: Records["resolutions"];
	readonly broadcasts: Records["broadcasts"];
	/** States of the service's commits. */
	readonly commits: readonly string[];
	/** Fault in the recomputed chain of the journal's steps; `null` if it is intact. */
	readonly journalFault: string | null;
	/** The app's POST requests: a name, and the content that must be the same each time. */
	readonly posts: readonly { readonly what: string; readonly said: string }[];
}

/** Counts before a scenario begins. */
export interface Before {
	readonly sent: number;
	readonly deviceSigned: number;
}

/** Number of polls of a commit that is not confirmed. */
const MAX_POLLS = 10;
const POLL_MS = 100;

const sentBy = ({ chains, evm }: AppEnvironment) =>
	chains.world.chain.publicClient.getTransactionCount({ address: evm });

export const countsOf = async (home: AppEnvironment): Promise<Before> => ({
	sent: await sentBy(home),
	deviceSigned: home.ledger?.signed().length ?? 0,
});

async function balanceOf({ chains }: AppEnvironment, effect: Effect): Promise<bigint> {
	if (effect.family === "svm")
		return BigInt(chains.solana.svm.accountOf(new PublicKey(effect.to))?.lamports ?? 0n);
	return await chains.world.chain.publicClient.getBalance({ address: effect.to });
}

const postShape = z.object({ kind: z.string().optional(), client_request_id: z.string().optional() });

/** Returns a POST request by name, with the content that must stay the same when it is repeated. */
function postOf(subject: string, { path, body, idempotencyKey }: Records["requests"][number]) {
	const { kind = "", client_request_id: claim } = postShape.parse(body ?? {});
	// A claim is identified by its own id. When repeated, it names the current version of the commit.
	const same = claim === undefined ? [body, idempotencyKey] : claim;
	return { what: `${subject} ${path.split("/").at(-1)} ${kind}`, said: JSON.stringify(same) };
}

/** Polls for the service's own confirmation, which may come a moment after ours. */
async function settled(caller: Caller, commitId: string): Promise<string> {
	for (let poll = 1; ; poll += 1) {
		const { state } = await caller.commit(commitId);
		if (state === "confirmed" || poll === MAX_POLLS) return state;
		await wait(POLL_MS);
	}
}

export async function evidenceOf(
	home: AppEnvironment,
	scenario: Scenario,
	entryIds: readonly string[],
	before: Before,
): Promise<Evidence> {
	const subjects = new Set(entryIds.map(subjectOf));
	const { signatures, resolutions, broadcasts, requests } = await home.service.control.records();
	const now = await countsOf(home);
	const caller = new Caller(home.service);
	const commits = entryIds.filter((id) => id.startsWith("commit:")).map(subjectOf);
	const journalFault = await home.app.call("desk", "verifyJournal", {}).then(
		() => null,
		(error: unknown) => String(error),
	);
	const landed = await Promise.all(
		scenario.effects.map(async (effect) => Number((await balanceOf(home, effect)) / effect.amount)),
	);
	return {
		landed,
		journalFault,
		commits: await Promise.all(commits.map((id) => settled(caller, id))),
		sent: now.sent - before.sent,
		deviceSigned: now.deviceSigned - before.deviceSigned,
		signatures: signatures.filter(({ commitId }) => subjects.has(commitId)),
		resolutions: resolutions.filter(({ actionId }) => subjects.has(actionId)),
		broadcasts: broadcasts.filter(({ commitId }) => subjects.has(commitId)),
		posts: requests.flatMap((request) => {
			const subject = [...subjects].find((each) => request.path.includes(each));
			return request.method !== "POST" || subject === undefined ? [] : [postOf(subject, request)];
		}),
	};
}

const distinct = (all: readonly string[]) => new Set(all).size;

function groups<T>(all: readonly T[], key: (each: T) => string): Map<string, T[]> {
	const found = new Map<string, T[]>();
	for (const each of all) found.set(key(each), [...(found.get(key(each)) ?? []), each]);
	return found;
}

export interface Case {
	readonly scenario: Scenario;
	readonly evidence: Evidence;
	readonly seen: SessionSeen;
	readonly hasEnded: boolean;
	/** Entries whose approval the window showed as accepted. */
	readonly approved: readonly string[];
	readonly journalAtKill: JournalOnDisk;
	readonly disk: JournalOnDisk;
}

/** Lists everything that was signed, submitted, sent or answered twice. */
function doubles({ scenario, evidence, disk }: Case): string[] {
	const { landed, sent, deviceSigned, signatures, resolutions, posts, broadcasts } = evidence;
	const evm = scenario.effects.filter(({ family }) => family === "evm").length;
	const legs = Math.max(1, scenario.effects.length / scenario.entries);
	// Each approval has its own row.
	const approvals = disk.rows.filter((row) => row.kind !== "leg").length;
	const texts: string[] = [];
	if (landed.some((times) => times > 1)) texts.push(`effects landed ${landed.join(", ")} times`);
	if (sent > evm) texts.push(`${sent} transactions were mined for ${evm} effects`);
	if (deviceSigned > approvals * legs)
		texts.push(`the device signed ${deviceSigned} times for ${approvals} approvals of ${legs}`);
	for (const [commit, taken] of groups(signatures, ({ commitId }) => commitId)) {
		if (distinct(taken.map(({ raw }) => raw)) > 1) texts.push(`two signatures for commit ${commit}`);
		if (taken.filter(({ outcome }) => outcome === "taken").length > 1) texts.push(`taken twice: ${commit}`);
	}
	for (const [action, taken] of groups(resolutions, ({ actionId }) => actionId))
		if (taken.filter(({ outcome }) => outcome === "taken").length > 1)
			texts.push(`answered twice: ${action}`);
	for (const refused of [...signatures, ...resolutions].filter(({ outcome }) => outcome === "refused"))
		texts.push(`the service refused a submission: ${refused.code}`);
	for (const [what, each] of groups(posts, (post) => post.what)) {
		// A claim that ended without a signature may be followed by another, with its own approval.
		const most = what.includes(" wallet-attempts ") ? approvals : 1;
		if (distinct(each.map((post) => post.said)) > most) texts.push(`sent with different content: ${what}`);
	}
	for (const [commit, sentOn] of groups(broadcasts, ({ commitId }) => commitId))
		if (distinct(sentOn.map(({ hash }) => hash)) > 1) texts.push(`broadcast twice: ${commit}`);
	const signed = disk.rows.filter((row) => row.signed_bytes !== null && row.dead === 0);
	for (const [intent, rows] of groups(signed, (row) => row.intent_id))
		if (rows.length > 1) texts.push(`two rows hold a signature for ${intent}`);
	return texts;
}

/** Lists approvals that neither continued nor were reported as ended, or were reported wrongly. */
function losses({ scenario, evidence, seen, approved, journalAtKill, disk }: Case): string[] {
	const texts: string[] = [];
	const rowIds = new Set(disk.rows.map(({ id }) => id));
	for (const row of journalAtKill.rows)
		if (!rowIds.has(row.id)) texts.push(`the journal's row ${row.id} is missing`);
	for (const entryId of approved)
		if (!disk.rows.some((row) => row.entry_id === entryId)) texts.push(`no row of the approved ${entryId}`);
	for (const entryId of new Set([...approved, ...journalAtKill.rows.map((row) => row.entry_id)]))
		if (!seen.rows.some((row) => row.entryId === entryId)) texts.push(`${entryId} is no longer shown`);
	for (const row of seen.rows)
		if (row.outcome !== "confirmed" && row.notes.length === 0)
			texts.push(`${row.entryId} ended (${row.outcome}) without a note`);

	const landed = evidence.landed.filter((times) => times > 0).length;
	const latest = seen.entries.map(({ id }) => seen.rows.find((row) => row.entryId === id)?.outcome);
	const confirmed = latest.filter((outcome) => outcome === "confirmed").length;
	const perEntry = scenario.effects.length / scenario.entries;
	if (confirmed === scenario.entries && landed < scenario.effects.length)
		texts.push(`shown as confirmed, but ${landed} of ${scenario.effects.length} effects landed`);
	if (perEntry > 0 && landed > confirmed * perEntry && !latest.includes("failed"))
		texts.push(`${landed} effects landed, but it is shown as ${latest.join(", ")}`);
	if (confirmed === scenario.entries && evidence.commits.some((state) => state !== "confirmed"))
		texts.push(`shown as confirmed, but the service reports ${evidence.commits.join(", ")}`);
	if (evidence.journalFault !== null) texts.push(evidence.journalFault);
	const answers = evidence.resolutions.filter(({ outcome }) => outcome === "taken").length;
	if (scenario.effects.length === 0 && answers !== confirmed)
		texts.push(`${answers} answers were accepted, but it is shown as ${latest.join(", ")}`);
	return texts;
}

export function judge(all: Case): Finding[] {
	const { seen, hasEnded } = all;
	const found = (fault: Fault, texts: readonly string[]) => texts.map((each) => ({ fault, text: each }));
	const entries = seen.entries.map(({ id, state }) => `${id} ${state}`).join(", ");
	const rows = seen.rows.map((row) => `${row.state} ${row.outcome}`).join(", ");
	return [
		// An approval that has not ended is not lost yet.
		...found("lost", hasEnded ? losses(all) : []),
		...found("double", doubles(all)),
		...found("stuck", hasEnded ? [] : [`not ended: ${entries}; rows ${rows}`]),
	];
}
