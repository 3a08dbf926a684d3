import { setTimeout as wait } from "node:timers/promises";
import { PublicKey } from "@solana/web3.js";
import { z } from "zod";
import { Caller } from "../../mock-service/fixture.ts";
import type { Records } from "../../mock-service/records.ts";
import { subjectOf } from "../../support/kinds.ts";
import type { Household } from "./household.ts";
import type { JournalOnDisk } from "./journal.ts";
import type { Effect, Story } from "./kinds.ts";
import type { SessionSeen } from "./running-app.ts";

/** Holds what came of an approval against the records of the service, the chains and the device. */

export type Fault = "lost" | "double" | "stuck";

export interface Finding {
	readonly fault: Fault;
	readonly text: string;
}

/** Records of a story by the world around the app. */
export interface Evidence {
	/** How often each effect landed. */
	readonly landed: readonly number[];
	/** Transactions of the EVM account since the story began. */
	readonly sent: number;
	/** Signatures that the device gave since then. */
	readonly deviceSigned: number;
	readonly signatures: Records["signatures"];
	readonly resolutions: Records["resolutions"];
	readonly broadcasts: Records["broadcasts"];
	/** How the service's commits stand. */
	readonly commits: readonly string[];
	/** Fault in the recomputed chain of the journal's steps; `null` if it is intact. */
	readonly journalFault: string | null;
	/** Requests the app has posted for it: a name of the request, with its body and key. */
	readonly posts: readonly { readonly what: string; readonly said: string }[];
}

/** Counts before a story begins. */
export interface Before {
	readonly sent: number;
	readonly deviceSigned: number;
}

/** At a commit that is not confirmed. */
const MAX_LOOKS = 10;
const LOOK_MS = 100;

const sentBy = ({ chains, evm }: Household) =>
	chains.world.chain.publicClient.getTransactionCount({ address: evm });

export const countsOf = async (home: Household): Promise<Before> => ({
	sent: await sentBy(home),
	deviceSigned: home.ledger?.signed().length ?? 0,
});

async function balanceOf({ chains }: Household, effect: Effect): Promise<bigint> {
	if (effect.family === "svm")
		return BigInt(chains.solana.svm.accountOf(new PublicKey(effect.to))?.lamports ?? 0n);
	return await chains.world.chain.publicClient.getBalance({ address: effect.to });
}

const postShape = z.object({ kind: z.string().optional(), client_request_id: z.string().optional() });

/** A post by its name, and by what has to stay the same each time that it is made. */
function postOf(subject: string, { path, body, idempotencyKey }: Records["requests"][number]) {
	const { kind = "", client_request_id: claim } = postShape.parse(body ?? {});
	// A claim goes by its own id: made again, it names the version that the commit has by then.
	const same = claim === undefined ? [body, idempotencyKey] : claim;
	return { what: `${subject} ${path.split("/").at(-1)} ${kind}`, said: JSON.stringify(same) };
}

/** Looks for the service's own confirmation, which may come a moment after ours. */
async function settled(caller: Caller, commitId: string): Promise<string> {
	for (let look = 1; ; look += 1) {
		const { state } = await caller.commit(commitId);
		if (state === "confirmed" || look === MAX_LOOKS) return state;
		await wait(LOOK_MS);
	}
}

export async function evidenceOf(
	home: Household,
	story: Story,
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
		story.effects.map(async (effect) => Number((await balanceOf(home, effect)) / effect.amount)),
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
	readonly story: Story;
	readonly evidence: Evidence;
	readonly seen: SessionSeen;
	readonly over: boolean;
	/** Entries whose approval the window has shown as taken. */
	readonly approved: readonly string[];
	readonly atDeath: JournalOnDisk;
	readonly disk: JournalOnDisk;
}

/** Anything that was signed, handed in, sent or answered twice. */
function doubles({ story, evidence, disk }: Case): string[] {
	const { landed, sent, deviceSigned, signatures, resolutions, posts, broadcasts } = evidence;
	const evm = story.effects.filter(({ family }) => family === "evm").length;
	const legs = Math.max(1, story.effects.length / story.entries);
	// Each approval is a row of its own.
	const approvals = disk.rows.filter((row) => row.kind !== "leg").length;
	const said: string[] = [];
	if (landed.some((times) => times > 1)) said.push(`effects landed ${landed.join(", ")} times`);
	if (sent > evm) said.push(`${sent} transactions were mined for ${evm} effects`);
	if (deviceSigned > approvals * legs)
		said.push(`the device signed ${deviceSigned} times for ${approvals} approvals of ${legs}`);
	for (const [commit, taken] of groups(signatures, ({ commitId }) => commitId)) {
		if (distinct(taken.map(({ raw }) => raw)) > 1) said.push(`two signatures for commit ${commit}`);
		if (taken.filter(({ outcome }) => outcome === "taken").length > 1) said.push(`taken twice: ${commit}`);
	}
	for (const [action, taken] of groups(resolutions, ({ actionId }) => actionId))
		if (taken.filter(({ outcome }) => outcome === "taken").length > 1) said.push(`answered twice: ${action}`);
	for (const refused of [...signatures, ...resolutions].filter(({ outcome }) => outcome === "refused"))
		said.push(`the service refused what was handed in: ${refused.code}`);
	for (const [what, each] of groups(posts, (post) => post.what)) {
		// A claim that ended unsigned may be followed by another one; each takes an approval of its own.
		const most = what.includes(" wallet-attempts ") ? approvals : 1;
		if (distinct(each.map((post) => post.said)) > most) said.push(`told differently: ${what}`);
	}
	for (const [commit, sentOn] of groups(broadcasts, ({ commitId }) => commitId))
		if (distinct(sentOn.map(({ hash }) => hash)) > 1) said.push(`sent on twice: ${commit}`);
	const signed = disk.rows.filter((row) => row.signed_bytes !== null && row.dead === 0);
	for (const [intent, rows] of groups(signed, (row) => row.intent_id))
		if (rows.length > 1) said.push(`two rows hold a signature for ${intent}`);
	return said;
}

/** An approval that neither went on nor was told as ended, or was told as what it was not. */
function losses({ story, evidence, seen, approved, atDeath, disk }: Case): string[] {
	const said: string[] = [];
	const kept = new Set(disk.rows.map(({ id }) => id));
	for (const row of atDeath.rows) if (!kept.has(row.id)) said.push(`the journal's row ${row.id} is gone`);
	for (const entryId of approved)
		if (!disk.rows.some((row) => row.entry_id === entryId)) said.push(`no row of the approved ${entryId}`);
	for (const entryId of new Set([...approved, ...atDeath.rows.map((row) => row.entry_id)]))
		if (!seen.rows.some((row) => row.entryId === entryId)) said.push(`${entryId} is not shown any more`);
	for (const row of seen.rows)
		if (row.outcome !== "confirmed" && row.notes.length === 0)
			said.push(`${row.entryId} ended (${row.outcome}) without a word`);

	const landed = evidence.landed.filter((times) => times > 0).length;
	const latest = seen.entries.map(({ id }) => seen.rows.find((row) => row.entryId === id)?.outcome);
	const confirmed = latest.filter((outcome) => outcome === "confirmed").length;
	const perEntry = story.effects.length / story.entries;
	if (confirmed === story.entries && landed < story.effects.length)
		said.push(`told as confirmed, and ${landed} of ${story.effects.length} effects landed`);
	if (perEntry > 0 && landed > confirmed * perEntry && !latest.includes("failed"))
		said.push(`${landed} effects landed, and it is told as ${latest.join(", ")}`);
	if (confirmed === story.entries && evidence.commits.some((state) => state !== "confirmed"))
		said.push(`told as confirmed, and the service has it as ${evidence.commits.join(", ")}`);
	if (evidence.journalFault !== null) said.push(evidence.journalFault);
	const answers = evidence.resolutions.filter(({ outcome }) => outcome === "taken").length;
	if (story.effects.length === 0 && answers !== confirmed)
		said.push(`${answers} answers were taken, and it is told as ${latest.join(", ")}`);
	return said;
}

export function judge(all: Case): Finding[] {
	const { seen, over } = all;
	const found = (fault: Fault, texts: readonly string[]) => texts.map((each) => ({ fault, text: each }));
	const entries = seen.entries.map(({ id, state }) => `${id} ${state}`).join(", ");
	const rows = seen.rows.map((row) => `${row.state} ${row.outcome}`).join(", ");
	return [
		// While it still moves, nothing of it is lost yet.
		...found("lost", over ? losses(all) : []),
		...found("double", doubles(all)),
		...found("stuck", over ? [] : [`not ended: ${entries}; rows ${rows}`]),
	];
}
