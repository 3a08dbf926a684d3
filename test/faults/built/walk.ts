import { setTimeout as wait } from "node:timers/promises";
import { until } from "../../e2e/pages/until.ts";
import type { Household } from "./household.ts";
import type { Story } from "./kinds.ts";
import { EndedError, type RunningApp, type SessionSeen } from "./running-app.ts";

/** A user who says a sentence, and approves whatever waits of it until it has ended: one step at a time, so many. */

/** Maximum steps of a walk, each with a check of the app's display. */
const MAX_STEPS = 160;
const STEP_MS = 200;
/** Looks at a review that can't be approved yet, before the next entry is tried. */
const PATIENCE = 25;
/** A refusal may be followed by a new request a moment later: so many looks that show the same end it. */
const CALM = 8;

const ENDED: ReadonlySet<string> = new Set([
	"confirmed",
	"failed",
	"rejected",
	"refused",
	"expired",
	"replaced",
	"ended",
]);

export interface Walk {
	readonly story: Story;
	readonly sessionId: string;
	/** Entries whose approval main has taken, by what the window showed, each as often as it was. */
	readonly approved: string[];
	/** Window texts of approvals that were not accepted. */
	readonly refusals: string[];
}

/** Says the sentence; resolves once all that it asks for is in the inbox. */
export async function begin(home: Household, story: Story): Promise<Walk> {
	const { app } = home;
	const { sessionId = "" } = await app.call("desk", "startTurn", {
		sessionId: null,
		message: story.sentence,
		mode: null,
		app: null,
	});
	await until(
		`${story.entries} entries for “${story.sentence}”`,
		async () => (await app.session(sessionId)).entries.length === story.entries,
		{ ms: 30_000 },
	);
	return { story, sessionId, approved: [], refusals: [] };
}

/** Opens the entry's review; false where it can't be approved. */
async function opened(app: RunningApp, entryId: string): Promise<boolean> {
	await app.call("desk", "openReview", { entryId });
	for (let look = 0; look < PATIENCE; look += 1) {
		const screen = await app.screen();
		if (screen.screen === "review" && screen.review.entryId === entryId && screen.ticket !== null)
			return true;
		// It was approved meanwhile, or before.
		if (screen.screen === "progress" && screen.progress.entryId === entryId) return false;
		await wait(STEP_MS);
	}
	return false;
}

/** Approves by holding; the refusal is kept where there is one. */
async function approve(app: RunningApp, entryId: string, walk: Walk): Promise<void> {
	try {
		await app.hold();
		walk.approved.push(entryId);
	} catch (error) {
		if (error instanceof EndedError || app.ended !== null) throw error;
		walk.refusals.push(String(error).split("\n")[0] ?? "");
	}
}

const rowOf = (seen: SessionSeen, entryId: string) => seen.rows.find((row) => row.entryId === entryId);

function overIn(seen: SessionSeen, story: Story): "over" | "refused" | "moving" {
	const states = seen.entries.map((entry) => {
		const row = rowOf(seen, entry.id);
		if (row === undefined) return entry.state === "done" ? "refused" : "moving";
		if (!ENDED.has(row.outcome) || entry.state === "waiting") return "moving";
		return row.outcome === "confirmed" ? "over" : "refused";
	});
	if (seen.entries.length < story.entries || states.includes("moving")) return "moving";
	return states.includes("refused") ? "refused" : "over";
}

/**
 * Approves what waits, until everything has ended or the steps are used up.
 * @param armed called once, right before the first approval
 * @returns whether it came to an end, and what was last seen
 * @throws EndedError where the app ends meanwhile
 */
export async function walkOn(
	app: RunningApp,
	walk: Walk,
	armed: () => Promise<void> = async () => {},
): Promise<{ readonly over: boolean; readonly seen: SessionSeen }> {
	let calm = 0;
	let begun = false;
	let seen = await app.session(walk.sessionId);
	for (let step = 0; step < MAX_STEPS; step += 1) {
		const state = overIn(seen, walk.story);
		calm = state === "moving" ? 0 : calm + 1;
		if (state === "over" || calm > CALM) return { over: true, seen };
		for (const { id, state: entryState } of seen.entries) {
			if (entryState !== "waiting" || !(await opened(app, id))) continue;
			if (!begun) await armed();
			begun = true;
			await approve(app, id, walk);
			break;
		}
		if (walk.approved.length > 3 * walk.story.entries) return { over: false, seen };
		await wait(STEP_MS);
		seen = await app.session(walk.sessionId);
	}
	return { over: false, seen };
}
