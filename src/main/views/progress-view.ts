import {
	PROGRESS_STEPS,
	type ProgressStep,
	type ProgressStepName,
	type ProgressView,
} from "../../bridge/views.ts";
import type { JournalRow, JournalState, JournalStep } from "../storage/journal-types.ts";
import { readReceipt, receiptRows } from "./receipt.ts";

/** Which durable step of the journal proves each step that a person sees. */
const PROOF: Readonly<Record<ProgressStepName, JournalState>> = {
	Matched: "approved",
	Signed: "signed",
	Recorded: "signed",
	"Handed in": "handed_in",
	Submitted: "submitted",
	Confirmed: "settled",
};

function stepNote(name: ProgressStepName, row: JournalRow): string | null {
	if (name === "Handed in") return "to the service";
	if (name !== "Submitted") return null;
	if (row.broadcaster === "wallet") return "through your RPC";
	return row.broadcaster === "hosted" ? "by the service" : "by the venue";
}

const BROKEN: ReadonlySet<JournalRow["outcome"]> = new Set(["failed", "replaced", "refused", "unsigned"]);

/** The six steps with their times; the first that is not done is under way, or failed where the row has ended. */
export function progressSteps(row: JournalRow, steps: readonly JournalStep[]): ProgressStep[] {
	const at = new Map(steps.map((step) => [step.step, step.at]));
	const over = BROKEN.has(row.outcome) || row.state === "held";
	let reached = false;
	return PROGRESS_STEPS.map((name) => {
		const time = at.get(PROOF[name]) ?? null;
		const done = time !== null && !(name === "Confirmed" && row.outcome !== "confirmed");
		if (done) return { name, state: "done", at: time, note: stepNote(name, row) };
		if (reached) return { name, state: over ? "skipped" : "todo", at: null, note: null };
		reached = true;
		return { name, state: over ? "failed" : "now", at: null, note: row.words };
	});
}

export function outcomeOf(row: JournalRow): ProgressView["outcome"] {
	if (row.state === "refused") return "refused";
	if (row.state === "settled") {
		if (row.outcome === "confirmed") return "confirmed";
		return row.outcome === "failed" ? "failed" : "ended";
	}
	if (row.state === "held") return "stuck";
	return row.words !== null && row.state !== "reported" ? "stuck" : "moving";
}

/** Whether the signed bytes have left this computer, or worse. */
export function fundsMayHaveMoved(row: JournalRow): boolean {
	if (row.signedBytes === null || row.state === "signed") return false;
	return row.state !== "settled" || row.outcome === "confirmed";
}

function wordsFor(row: JournalRow, outcome: ProgressView["outcome"]): string {
	switch (outcome) {
		case "confirmed":
			return row.words ?? "Done: your RPC has it in a block, and the service has confirmed it.";
		case "failed":
			return row.words ?? "The transaction was mined but reverted: only its fee is spent.";
		case "refused":
			return row.words ?? "Refused. Nothing was signed.";
		case "ended":
			return row.words ?? "This transaction can no longer happen.";
		case "stuck":
			return row.words ?? "Waiting.";
		default:
			return row.words ?? "On its way.";
	}
}

function blockOf(row: JournalRow): string | null {
	return readReceipt(row.receipt)?.blockNumber ?? null;
}

export function progressView(row: JournalRow, steps: readonly JournalStep[], session: string): ProgressView {
	const outcome = outcomeOf(row);
	return {
		entryId: row.entryId,
		headline: row.headline,
		sessionId: row.sessionId,
		session,
		steps: progressSteps(row, steps),
		outcome,
		words: wordsFor(row, outcome),
		fundsMayHaveMoved: fundsMayHaveMoved(row),
		transactionId: row.transactionId,
		blockNumber: blockOf(row),
		fingerprint: row.fingerprint,
		digest: row.digest,
		receipt: receiptRows(row),
		canRetry: outcome === "stuck" && row.state !== "held",
	};
}
