import type { LegView, ProgressStep, ProgressStepName, ProgressView } from "../../bridge/views.ts";
import type { JournalRow, JournalState, JournalStep } from "../storage/journal-types.ts";
import { readReceipt, readSvmReceipt, receiptRows } from "./receipt.ts";

/** Which durable step of the journal proves each step that a person sees; of an action, of which of its rows. */
const PROOF: Readonly<Record<ProgressStepName, JournalState>> = {
	Matched: "approved",
	Claimed: "claimed",
	Signed: "signed",
	Recorded: "signed",
	"Handed in": "handed_in",
	Submitted: "submitted",
	Reported: "reported",
	Answered: "reported",
	Confirmed: "settled",
};

type Names = readonly ProgressStepName[];

const OF_COMMIT: Names = ["Matched", "Signed", "Recorded", "Handed in", "Submitted", "Confirmed"];
/** Of a wallet attempt: the service gives it to be sent, and is told the hash. */
const OF_ATTEMPT: Names = ["Matched", "Claimed", "Signed", "Recorded", "Submitted", "Reported", "Confirmed"];
/** Of a wish of the person's own: no service takes part. */
const OF_WISH: Names = ["Matched", "Signed", "Recorded", "Submitted", "Confirmed"];
const OF_TRANSACTIONS: Names = ["Matched", "Signed", "Recorded", "Submitted", "Answered", "Confirmed"];
const OF_SIGNATURES: Names = ["Matched", "Signed", "Recorded", "Answered"];

/** The steps that a row of this kind goes through. */
function stepsOf(row: JournalRow, legs: readonly JournalRow[]): Names {
	if (row.kind === "replacement" || row.kind === "revocation") return OF_WISH;
	if (row.kind !== "action") return row.transport === "browser_send" ? OF_ATTEMPT : OF_COMMIT;
	// What is only signed is bound to its revision (signing/door.ts).
	return legs.some((leg) => leg.intentId.includes("@")) ? OF_SIGNATURES : OF_TRANSACTIONS;
}

function stepNote(name: ProgressStepName, row: JournalRow): string | null {
	if (name === "Handed in") return "to the service";
	if (name === "Claimed") return "the service gives it to this wallet, once";
	if (name === "Reported") return "its hash, to the service";
	if (name !== "Submitted") return null;
	if (row.broadcaster === "wallet") return "through your RPC";
	return row.broadcaster === "hosted" ? "by the service" : "by the venue";
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
const OF_LEGS: ReadonlySet<ProgressStepName> = new Set(["Signed", "Recorded", "Submitted"]);

/** What is known of each leg's steps: the journal's, by row. */
export interface LegSteps {
	readonly row: JournalRow;
	readonly steps: readonly JournalStep[];
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
		const done = time !== null && !(name === "Confirmed" && row.outcome !== "confirmed");
		if (done && !reached) return { name, state: "done", at: time, note: stepNote(name, row) };
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
		if (row.outcome === "replaced") return "replaced";
		return row.outcome === "failed" ? "failed" : "ended";
	}
	if (row.state === "held") return "stuck";
	return row.words !== null && row.state !== "reported" ? "stuck" : "moving";
}

/**
 * Whether the signed bytes have left this computer, or worse.
 * @param happened the same call was done by another transaction of ours: a replacement at a higher fee
 */
export function fundsMayHaveMoved(row: JournalRow, happened = false): boolean {
	if (happened) return true;
	// Once an answer was written down, the service may have seen the signatures in it.
	if (row.kind === "action" && row.answer !== null && row.outcome === "refused") return true;
	if (row.signedBytes === null || row.state === "signed") return false;
	if (row.state !== "settled" || row.outcome === "confirmed") return true;
	// Only the service says that it failed; no chain has shown it.
	return row.outcome === "failed" && row.receipt === null;
}

function wordsFor(row: JournalRow, outcome: ProgressView["outcome"]): string {
	switch (outcome) {
		case "confirmed":
			if (row.outcome === "answered") return row.words ?? "Signed, and the service has the signature.";
			if (row.kind !== "commit") return row.words ?? "Done: your RPC has it in a block.";
			return row.words ?? "Done: your RPC has it in a block, and the service has confirmed it.";
		case "failed":
			return row.words ?? "The transaction was mined but reverted: only its fee is spent.";
		case "refused":
		case "rejected":
			return row.words ?? "Refused. Nothing was signed.";
		case "replaced":
		case "ended":
			return row.words ?? "This transaction can no longer happen.";
		case "stuck":
			return row.words ?? "Waiting.";
		default:
			return row.words ?? "On its way.";
	}
}

function blockOf(row: JournalRow): string | null {
	return readReceipt(row.receipt)?.blockNumber ?? readSvmReceipt(row.receipt)?.slot ?? null;
}

function legReceipt(row: JournalRow, count: number): ProgressView["receipt"] {
	const rows = receiptRows(row);
	return count === 1 ? rows : rows.map((each) => ({ ...each, what: `${row.place + 1}. ${each.what}` }));
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
	session: string,
	around: {
		readonly legs: readonly LegSteps[];
		readonly canReplace: ProgressView["canReplace"];
		/** What a row was to do has been done, by itself or by its replacement. */
		readonly happened: (row: JournalRow) => boolean;
		/** The service still asks for it: what was refused can be reviewed and approved again. */
		readonly asks: boolean;
		/** How far it is with the Ledger that must sign; null where none has to. */
		readonly device: ProgressView["device"];
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
		device: around.device,
	};
}
