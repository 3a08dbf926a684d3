import { detailOf } from "../../core/journal/details.ts";
import type { JournalRow, JournalState, JournalStep } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { type Message, message, sentences, type Text } from "../../core/message.ts";
import type { LegView, ProgressStep, ProgressStepName, ProgressView } from "../../ipc/signing.ts";
import { isSentByUs } from "../storage/same-nonce.ts";
import { receiptRows } from "../views/receipt.ts";
import { entryKeyOf } from "./entry.ts";

/** Which durable step of the journal proves each step that a user sees; of an action, of which of its rows. */
const PROOF: Readonly<Record<ProgressStepName, JournalState>> = {
	matched: "approved",
	claimed: "claimed",
	signed: "signed",
	recorded: "signed",
	handed_in: "handed_in",
	submitted: "submitted",
	reported: "reported",
	answered: "reported",
	confirmed: "settled",
};

type Names = readonly ProgressStepName[];

const OF_COMMIT: Names = ["matched", "signed", "recorded", "handed_in", "submitted", "confirmed"];
/** Of a wallet attempt: the service gives it to be sent, and is told the hash. */
const OF_ATTEMPT: Names = ["matched", "claimed", "signed", "recorded", "submitted", "reported", "confirmed"];
/** Of a request of the user's own: no service takes part. */
const OF_OWN_REQUEST: Names = ["matched", "signed", "recorded", "submitted", "confirmed"];
const OF_TRANSACTIONS: Names = ["matched", "signed", "recorded", "submitted", "answered", "confirmed"];
const OF_SIGNATURES: Names = ["matched", "signed", "recorded", "answered"];

/** The steps that a row of this kind goes through. */
function stepsOf(row: JournalRow, legs: readonly JournalRow[]): Names {
	if (row.kind === "replacement" || row.kind === "revocation") return OF_OWN_REQUEST;
	if (row.kind !== "action") return row.transport === "browser_send" ? OF_ATTEMPT : OF_COMMIT;
	// What the stateless commit of a Build asks for is answered to nobody.
	if (entryKeyOf(row.entryId)?.kind === "pipeline") return OF_OWN_REQUEST;
	// What is only signed is bound to its revision (signing/authorize.ts).
	return legs.some((leg) => leg.intentId.includes("@")) ? OF_SIGNATURES : OF_TRANSACTIONS;
}

function stepNote(name: ProgressStepName, row: JournalRow, steps: readonly JournalStep[]): Message | null {
	if (name === "handed_in") return message("progress.note.to-service");
	if (name === "claimed") return message("progress.note.claimed");
	if (name === "reported") return message("progress.note.reported");
	if (name !== "submitted") return null;
	if (isSentByUs(row, steps)) return message("progress.note.own-rpc");
	return row.broadcaster === "hosted" ? message("progress.note.hosted") : message("progress.note.venue");
}

const BROKEN: ReadonlySet<JournalRow["outcome"]> = new Set([
	"failed",
	"replaced",
	"refused",
	"unsigned",
	"dropped",
	"declined",
]);

/** When the last of several steps was done; null while one is not. */
function lastOf(times: readonly (number | null)[]): number | null {
	return times.reduce<number | null>(
		(last, time) => (last === null || time === null ? null : Math.max(last, time)),
		times.length === 0 ? null : 0,
	);
}

/** Steps that happen to each leg of an action; the others happen to the action. */
const OF_LEGS: ReadonlySet<ProgressStepName> = new Set(["signed", "recorded", "submitted"]);

/** What is known of each leg's steps: the journal's, by row. */
export interface LegSteps {
	readonly row: JournalRow;
	readonly steps: readonly JournalStep[];
}

/** Why the service did not take an action's answer; null where it did. */
function refusalOf(steps: readonly JournalStep[]): Text | null {
	const detail = detailOf(steps, "reported");
	return detail?.kind === "refused" ? detail.told : null;
}

/** The steps with their times; the first that is not done is under way, or failed where the row has ended. */
export function progressSteps(
	row: JournalRow,
	steps: readonly JournalStep[],
	legs: readonly LegSteps[] = [],
): ProgressStep[] {
	const over = BROKEN.has(row.outcome) || row.state === "held";
	const timeOf = (of: readonly JournalStep[], state: JournalState) =>
		of.findLast((step) => step.step === state)?.at ?? null;
	let reached = false;
	return stepsOf(
		row,
		legs.map((leg) => leg.row),
	).map((name) => {
		const time =
			legs.length > 0 && OF_LEGS.has(name)
				? lastOf(legs.map((leg) => timeOf(leg.steps, PROOF[name])))
				: timeOf(steps, PROOF[name]);
		const ended = row.outcome === "confirmed" || row.outcome === "unanswered";
		const done = time !== null && !(name === "confirmed" && !ended);
		const untaken = name === "answered" && time !== null ? refusalOf(steps) : null;
		if (untaken !== null && !reached) return { name, state: "failed", at: time, note: untaken };
		if (done && !reached) return { name, state: "done", at: time, note: stepNote(name, row, steps) };
		if (reached) return { name, state: over ? "skipped" : "todo", at: null, note: null };
		reached = true;
		return { name, state: over ? "failed" : "now", at: null, note: row.words };
	});
}

const LEG_STATES: Readonly<Record<JournalState, LegView["state"]>> = {
	approved: "waiting",
	claiming: "waiting",
	claimed: "waiting",
	declining: "failed",
	signing: "signing",
	signed: "signed",
	handing_in: "signed",
	handed_in: "signed",
	sending: "signed",
	submitted: "submitted",
	reporting: "submitted",
	reported: "submitted",
	held: "held",
	settled: "confirmed",
	refused: "failed",
};

function legState({ state, outcome }: JournalRow): LegView["state"] {
	if (state !== "settled") return LEG_STATES[state];
	if (outcome === "confirmed" || outcome === "answered") return "confirmed";
	return outcome === "skipped" ? "skipped" : "failed";
}

function legView(row: JournalRow): LegView {
	return {
		at: row.place + 1,
		headline: row.headline,
		state: legState(row),
		transactionId: row.transactionId,
		words: row.words,
	};
}

export function outcomeOf(row: JournalRow): ProgressView["outcome"] {
	if (row.state === "declining" || row.outcome === "declined") return "rejected";
	if (row.state === "refused") return "refused";
	if (row.state === "settled") {
		if (row.outcome === "confirmed" || row.outcome === "answered") return "confirmed";
		if (row.outcome === "replaced" || row.outcome === "unanswered") return row.outcome;
		return row.outcome === "failed" ? "failed" : "ended";
	}
	if (row.state === "held") return "stuck";
	return row.words !== null && row.state !== "reported" ? "stuck" : "moving";
}

/**
 * Whether the signed bytes have left this computer, or worse.
 * @param happened the same call was done by another transaction of ours: a replacement at a higher fee
 */
function fundsMayHaveMoved(row: JournalRow, happened = false): boolean {
	if (happened) return true;
	// Once an answer was written down, the service may have seen the signatures in it.
	if (row.kind === "action" && row.answer !== null && row.outcome === "refused") return true;
	if (row.signedBytes === null || row.state === "signed") return false;
	if (row.state !== "settled" || row.outcome === "confirmed" || row.outcome === "unanswered") return true;
	// Only the service says that it failed; no chain has shown it.
	return row.outcome === "failed" && row.receipt === null;
}

function wordsFor(row: JournalRow, outcome: ProgressView["outcome"]): Text {
	switch (outcome) {
		case "confirmed":
			if (row.outcome === "answered") return row.words ?? message("progress.answered");
			if (row.kind !== "commit") return row.words ?? message("progress.confirmed");
			return row.words ?? message("progress.confirmed-by-both");
		case "unanswered":
			return sentences(row.words ?? message("progress.not-taken"), message("progress.on-chain"));
		case "failed":
			return row.words ?? message("progress.reverted");
		case "refused":
		case "rejected":
			return row.words ?? message("progress.refused");
		case "replaced":
		case "ended":
			return row.words ?? message("progress.ended");
		case "stuck":
			return row.words ?? message("progress.waiting");
		default:
			return row.words ?? message("progress.moving");
	}
}

function blockOf(row: JournalRow): string | null {
	const receipt = readableOrNull(row.receipt);
	if (receipt === null) return null;
	return "family" in receipt ? receipt.slot : receipt.blockNumber;
}

function legReceipt(row: JournalRow, count: number): ProgressView["receipt"] {
	const rows = receiptRows(row);
	return count === 1
		? rows
		: rows.map((each) => ({
				...each,
				what: message("receipt.of-step", { step: String(row.place + 1), what: each.what }),
			}));
}

/** Whether anything of it has left this computer. */
function anyMoved(
	row: JournalRow,
	legs: readonly LegSteps[],
	happened: (row: JournalRow) => boolean,
): boolean {
	return [row, ...legs.map((leg) => leg.row)].some((each) => fundsMayHaveMoved(each, happened(each)));
}

/** What a claimed attempt has used up is not asked for again, even where the service's word of it is still to come. */
function canReview(row: JournalRow, asks: boolean): boolean {
	return row.state === "refused" && asks && row.attemptId === null;
}

export function progressView(
	row: JournalRow,
	steps: readonly JournalStep[],
	session: Text,
	around: {
		readonly legs: readonly LegSteps[];
		readonly canReplace: ProgressView["canReplace"];
		/** What a row was to do has been done, by itself or by its replacement. */
		readonly happened: (row: JournalRow) => boolean;
		/** The service still asks for it: what was refused can be reviewed and approved again. */
		readonly asks: boolean;
		/** How far it is with the Ledger that must sign; null where none has to. */
		readonly device: ProgressView["device"];
		/** The service waits in vain to hear of the wallet attempt that ended unsigned. */
		readonly waits?: boolean;
	},
): ProgressView {
	const outcome = outcomeOf(row);
	const { legs } = around;
	// What one step of an action did is what the action did.
	const told = legs.length === 1 ? (legs[0]?.row ?? row) : row;
	return {
		entryId: row.entryId,
		headline: row.headline,
		sessionId: row.sessionId,
		session,
		steps: progressSteps(row, steps, legs),
		outcome,
		words: wordsFor(row, outcome),
		fundsMayHaveMoved: anyMoved(row, legs, around.happened),
		transactionId: told.transactionId,
		blockNumber: blockOf(told),
		fingerprint: row.fingerprint,
		digest: row.digest,
		receipt: legs.length === 0 ? receiptRows(row) : legs.flatMap((leg) => legReceipt(leg.row, legs.length)),
		canRetry: (outcome === "stuck" && row.state !== "held") || canReview(row, around.asks),
		legs: legs.length > 1 ? legs.map((leg) => legView(leg.row)) : [],
		canReplace: around.canReplace,
		canTellUnsent: around.waits === true,
		device: around.device,
	};
}
