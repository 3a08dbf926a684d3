import { setTimeout as wait } from "node:timers/promises";
import { until } from "../../e2e/pages/until.ts";
import type { AppEnvironment } from "./app-environment.ts";
import type { Scenario } from "./kinds.ts";
import { EndedError, type RunningApp, type SessionSeen } from "./running-app.ts";

/** Simulates a user who sends a sentence and approves its requests until they have ended. */

/** Maximum number of steps, each of which checks what the app shows. */
const MAX_STEPS = 160;
const STEP_MS = 200;
/** Number of polls of a review that cannot be approved yet, before the next entry is tried. */
const REVIEW_POLLS = 25;
/**
 * Number of unchanged polls after a refusal until it counts as the end, since a new request may follow a
 * moment later.
 */
const UNCHANGED_POLLS = 8;

const ENDED: ReadonlySet<string> = new Set([
	"confirmed",
	"failed",
	"rejected",
	"refused",
	"expired",
	"replaced",
	"ended",
]);

export interface ScenarioRun {
	readonly scenario: Scenario;
	readonly sessionId: string;
	/** Entries whose approval the window showed as accepted, once for each approval. */
	readonly approved: string[];
	/** Texts that the window showed for refused approvals. */
	readonly refusals: string[];
}

/** Sends the sentence; resolves once all of its requests are in the inbox. */
export async function startScenario(home: AppEnvironment, scenario: Scenario): Promise<ScenarioRun> {
	const { app } = home;
	const { sessionId = "" } = await app.call("desk", "startTurn", {
		sessionId: null,
		message: scenario.sentence,
		mode: null,
		app: null,
	});
	await until(
		`${scenario.entries} entries for “${scenario.sentence}”`,
		async () => (await app.session(sessionId)).entries.length === scenario.entries,
		{ ms: 30_000 },
	);
	return { scenario, sessionId, approved: [], refusals: [] };
}

/** Opens the entry's review. Returns false if it can't be approved. */
async function openForApproval(app: RunningApp, entryId: string): Promise<boolean> {
	await app.call("desk", "openReview", { entryId });
	for (let poll = 0; poll < REVIEW_POLLS; poll += 1) {
		const screen = await app.screen();
		if (screen.screen === "review" && screen.review.entryId === entryId && screen.ticket !== null)
			return true;
		// It has already been approved.
		if (screen.screen === "progress" && screen.progress.entryId === entryId) return false;
		await wait(STEP_MS);
	}
	return false;
}

/** Approves by holding the button, and records a refusal. */
async function approve(app: RunningApp, entryId: string, scenarioRun: ScenarioRun): Promise<void> {
	try {
		await app.hold();
		scenarioRun.approved.push(entryId);
	} catch (error) {
		if (error instanceof EndedError || app.ended !== null) throw error;
		scenarioRun.refusals.push(String(error).split("\n")[0] ?? "");
	}
}

const rowOf = (seen: SessionSeen, entryId: string) => seen.rows.find((row) => row.entryId === entryId);

function progressOf(seen: SessionSeen, scenario: Scenario): "ended" | "refused" | "moving" {
	const states = seen.entries.map((entry) => {
		const row = rowOf(seen, entry.id);
		if (row === undefined) return entry.state === "done" ? "refused" : "moving";
		if (!ENDED.has(row.outcome) || entry.state === "waiting") return "moving";
		return row.outcome === "confirmed" ? "ended" : "refused";
	});
	if (seen.entries.length < scenario.entries || states.includes("moving")) return "moving";
	return states.includes("refused") ? "refused" : "ended";
}

/**
 * Approves waiting entries until everything has ended or the steps are used up.
 * @param beforeApproval called once, right before the first approval
 * @returns whether everything ended, and what the app showed last
 * @throws EndedError if the app ends meanwhile
 */
export async function approveUntilEnded(
	app: RunningApp,
	scenarioRun: ScenarioRun,
	beforeApproval: () => Promise<void> = async () => {},
): Promise<{ readonly hasEnded: boolean; readonly seen: SessionSeen }> {
	let unchanged = 0;
	let begun = false;
	let seen = await app.session(scenarioRun.sessionId);
	for (let step = 0; step < MAX_STEPS; step += 1) {
		const state = progressOf(seen, scenarioRun.scenario);
		unchanged = state === "moving" ? 0 : unchanged + 1;
		if (state === "ended" || unchanged > UNCHANGED_POLLS) return { hasEnded: true, seen };
		for (const { id, state: entryState } of seen.entries) {
			if (entryState !== "waiting" || !(await openForApproval(app, id))) continue;
			if (!begun) await beforeApproval();
			begun = true;
			await approve(app, id, scenarioRun);
			break;
		}
		if (scenarioRun.approved.length > 3 * scenarioRun.scenario.entries) return { hasEnded: false, seen };
		await wait(STEP_MS);
		seen = await app.session(scenarioRun.sessionId);
	}
	return { hasEnded: false, seen };
}
