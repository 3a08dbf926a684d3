import { appOfFrozen } from "../../../core/activity/row-entries.ts";
import { plain } from "../../../core/format/plain.ts";
import { detailOf } from "../../../core/journal/details.ts";
import type { JournalRow, JournalState, JournalStep } from "../../../core/journal/types.ts";
import { readableOrNull } from "../../../core/journal/unreadable.ts";
import { type Message, message, sentences, type Text } from "../../../core/message.ts";
import type { PriceSource } from "../../../core/worth/price.ts";
import type { ProgressStep, ProgressStepName, ProgressView, SignedItemView } from "../../../ipc/signing.ts";
import { isSentByUs } from "../../storage/same-nonce.ts";
import { type Pricing, pricingFor } from "../../views/fiat-view.ts";
import { type Ended, outcomeView } from "../../views/outcome-view.ts";
import { receiptRows } from "../../views/receipt.ts";
import { entryKeyOf, needsService } from "./entry.ts";

/** Journal step that proves each displayed step; for an action also the row. */
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
/** Steps of a wallet attempt: the service returns the bytes to broadcast and receives the hash. */
const OF_ATTEMPT: Names = ["matched", "claimed", "signed", "recorded", "submitted", "reported", "confirmed"];
/** Steps of the user's own request, without a service. */
const OF_OWN_REQUEST: Names = ["matched", "signed", "recorded", "submitted", "confirmed"];
const OF_TRANSACTIONS: Names = ["matched", "signed", "recorded", "submitted", "answered", "confirmed"];
const OF_SIGNATURES: Names = ["matched", "signed", "recorded", "answered"];

/** The steps that a row of this kind goes through. */
function stepsOf(row: JournalRow, legs: readonly JournalRow[]): Names {
	if (row.kind === "replacement" || row.kind === "revocation") return OF_OWN_REQUEST;
	if (row.kind !== "action") return row.transport === "browser_send" ? OF_ATTEMPT : OF_COMMIT;
	// A stateless commit of a Build is answered to nobody.
	if (entryKeyOf(row.entryId)?.kind === "pipeline") return OF_OWN_REQUEST;
	// A mere signature is bound to its revision (signing/authorize.ts).
	return legs.some((item) => item.intentId.includes("@")) ? OF_SIGNATURES : OF_TRANSACTIONS;
}

/** Returns the user's rules that were overridden; `null` if none. */
function setAsideText(steps: readonly JournalStep[]): Message | null {
	const detail = detailOf(steps, "approved");
	if (detail?.kind !== "allowed_once") return null;
	const rules = detail.rules.map(({ name }) => message("rule.quoted", { name: plain(name) }));
	return message("progress.note.allowed-once", { count: rules.length, rules });
}

function stepNote(name: ProgressStepName, row: JournalRow, steps: readonly JournalStep[]): Message | null {
	if (name === "matched") return setAsideText(steps);
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
const OF_ITEMS: ReadonlySet<ProgressStepName> = new Set(["signed", "recorded", "submitted"]);

/** Known steps of each item from the journal, by row. */
export interface StepProgress {
	readonly row: JournalRow;
	readonly steps: readonly JournalStep[];
}

/** Returns why the service rejected an action's answer; `null` if it accepted it. */
function refusalOf(steps: readonly JournalStep[]): Text | null {
	const detail = detailOf(steps, "reported");
	return detail?.kind === "refused" ? detail.told : null;
}

/** The steps with their times; the first that is not done is under way, or failed where the row has ended. */
export function progressSteps(
	row: JournalRow,
	steps: readonly JournalStep[],
	legs: readonly StepProgress[] = [],
): ProgressStep[] {
	const over = BROKEN.has(row.outcome) || row.state === "held";
	const timeOf = (of: readonly JournalStep[], state: JournalState) =>
		of.findLast((step) => step.step === state)?.at ?? null;
	let reached = false;
	return stepsOf(
		row,
		legs.map((item) => item.row),
	).map((name) => {
		const time =
			legs.length > 0 && OF_ITEMS.has(name)
				? lastOf(legs.map((item) => timeOf(item.steps, PROOF[name])))
				: timeOf(steps, PROOF[name]);
		const ended = row.outcome === "confirmed" || row.outcome === "unanswered";
		const done = time !== null && !(name === "confirmed" && !ended);
		const untaken = name === "answered" && time !== null ? refusalOf(steps) : null;
		if (untaken !== null && !reached) return { name, state: "failed", at: time, note: untaken };
		if (done && !reached) return { name, state: "done", at: time, note: stepNote(name, row, steps) };
		if (reached) return { name, state: over ? "skipped" : "todo", at: null, note: null };
		reached = true;
		return { name, state: over ? "failed" : "now", at: null, note: row.text };
	});
}

const ITEM_STATES: Readonly<Record<JournalState, SignedItemView["state"]>> = {
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

function itemState({ state, outcome }: JournalRow): SignedItemView["state"] {
	if (state !== "settled") return ITEM_STATES[state];
	if (outcome === "confirmed" || outcome === "answered") return "confirmed";
	return outcome === "skipped" ? "skipped" : "failed";
}

function itemView(row: JournalRow): SignedItemView {
	return {
		at: row.place + 1,
		headline: row.headline,
		state: itemState(row),
		transactionId: row.transactionId,
		text: row.text,
	};
}

/** The user took it back before it was signed: of an action, its step. */
function isWithdrawn(own: readonly JournalStep[]): boolean {
	const detail = detailOf(own, "refused");
	return detail?.kind === "declined" && detail.how === "taken_back";
}

/** @param steps of the row; @param legs of an action */
export function outcomeOf(
	row: JournalRow,
	steps: readonly JournalStep[] = [],
	legs: readonly StepProgress[] = [],
): ProgressView["outcome"] {
	if (row.state === "declining" || row.outcome === "declined") return "rejected";
	if (row.state === "refused")
		return [steps, ...legs.map((item) => item.steps)].some(isWithdrawn) ? "withdrawn" : "refused";
	if (row.state === "settled") {
		if (row.outcome === "confirmed" || row.outcome === "answered") return "confirmed";
		if (row.outcome === "replaced" || row.outcome === "unanswered") return row.outcome;
		return row.outcome === "failed" ? "failed" : "ended";
	}
	if (row.state === "held") return "stuck";
	return row.text !== null && row.state !== "reported" ? "stuck" : "moving";
}

/**
 * Whether the signed bytes have left this computer, or worse.
 * @param happened the same call was done by another transaction of ours: a replacement at a higher fee
 */
function fundsMayHaveMoved(row: JournalRow, happened = false): boolean {
	if (happened) return true;
	// Once an answer was written down, the service may have seen the signatures in it.
	if (row.kind === "action" && row.answer !== null && row.outcome === "refused") return true;
	if (row.signature === null || row.state === "signed") return false;
	if (row.state !== "settled" || row.outcome === "confirmed" || row.outcome === "unanswered") return true;
	// Only the service says that it failed; no chain has shown it.
	return row.outcome === "failed" && row.receipt === null;
}

/** Stage that determines what can still happen. */
type Stage = "unsigned" | "signed" | "sent";

const MOVING: Readonly<Record<Stage, Message>> = {
	unsigned: message("progress.moving.unsigned"),
	signed: message("progress.moving.signed"),
	sent: message("progress.moving.sent"),
};

function messageFor(row: JournalRow, outcome: ProgressView["outcome"], stage: Stage): Text {
	switch (outcome) {
		case "confirmed":
			if (row.outcome === "answered") return row.text ?? message("progress.answered");
			if (row.kind !== "commit") return row.text ?? message("progress.confirmed");
			return row.text ?? message("progress.confirmed-by-both");
		case "unanswered":
			return sentences(row.text ?? message("progress.not-taken"), message("progress.on-chain"));
		case "failed":
			return row.text ?? message("progress.reverted");
		case "refused":
		case "rejected":
		case "withdrawn":
			return row.text ?? message("progress.refused");
		case "replaced":
		case "ended":
			return row.text ?? message("progress.ended");
		case "stuck":
			return row.text ?? message("progress.waiting");
		default:
			return row.text === null ? MOVING[stage] : sentences(row.text, MOVING[stage]);
	}
}

function blockOf(row: JournalRow): string | null {
	const receipt = readableOrNull(row.receipt);
	if (receipt === null) return null;
	return "family" in receipt ? receipt.slot : receipt.blockNumber;
}

function itemReceipt(row: JournalRow, count: number, pricing: Pricing): ProgressView["receipt"] {
	const rows = receiptRows(row, pricing);
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
	legs: readonly StepProgress[],
	happened: (row: JournalRow) => boolean,
): boolean {
	return [row, ...legs.map((item) => item.row)].some((each) => fundsMayHaveMoved(each, happened(each)));
}

/** A claimed attempt is not requested again, even before the service confirms it. */
function canReview(row: JournalRow, asks: boolean): boolean {
	return row.state === "refused" && asks && row.attemptId === null;
}

/** Returns the first row that is neither signed nor being signed; `null` if there is none. */
export function withdrawable(row: JournalRow, legs: readonly JournalRow[]): JournalRow | null {
	const own = row.kind === "action" ? legs : [row];
	return own.find(({ state }) => state === "approved" || state === "claimed") ?? null;
}

/** How it ended on its chain, or with a signature alone; null while it goes on, and where it did nothing. */
function endedOf({ outcome: ended }: JournalRow, outcome: ProgressView["outcome"]): Ended | null {
	if (outcome === "failed") return "failed";
	if (outcome !== "confirmed") return outcome === "unanswered" ? "done" : null;
	return ended === "answered" ? "signed" : "done";
}

/** The journal stores a Ledger as model and path; the path is of no use on a receipt. */
const modelOf = (device: string): string => plain(device.replace(/, [^,]*$/, ""), 40);

/** With what it was signed, as the journal has it: of several rows the first that is. */
function signedWith(rows: readonly StepProgress[]): Message | null {
	const has = (steps: readonly JournalStep[], state: JournalState) =>
		steps.some(({ step }) => step === state);
	const first = rows.find(({ steps }) => has(steps, "signed"));
	if (first === undefined || !has(first.steps, "signing")) return null;
	const asked = detailOf(first.steps, "signing");
	if (asked !== null && asked.kind !== "asked") return null;
	const device = asked?.device ?? null;
	return device === null
		? message("progress.signed-with.key")
		: message("progress.signed-with.device", { model: modelOf(device) });
}

export function progressView(
	row: JournalRow,
	steps: readonly JournalStep[],
	session: Text,
	around: {
		readonly items: readonly StepProgress[];
		readonly canReplace: ProgressView["canReplace"];
		/** Returns whether a row's effect happened, by itself or by its replacement. */
		readonly happened: (row: JournalRow) => boolean;
		/** The service still asks for it: what was refused can be reviewed and approved again. */
		readonly asks: boolean;
		/** Progress with the Ledger that must sign; `null` if none must. */
		readonly device: ProgressView["device"];
		/** Permissions left behind after confirmation. */
		readonly left?: ProgressView["left"];
		/** The service waits in vain to hear of the wallet attempt that ended unsigned. */
		readonly waits?: boolean;
		/** Name of the transactions' network; `null` without one. */
		readonly network?: Text | null;
		/** Explorer that shows its transaction; `null` if none is known. */
		readonly explorer?: string | null;
		/** Minimum fees of replacements. */
		readonly replaceFees?: ProgressView["replaceFees"];
		/** The service can't be reached now. */
		readonly offline?: boolean;
		/** Null or absent where the user wants to see no worth. */
		readonly prices?: PriceSource | null;
	},
): ProgressView {
	const { items } = around;
	const outcome = outcomeOf(row, steps, items);
	const rows = items.map((item) => item.row);
	const sent = rows.length === 0 ? [row] : rows;
	const prices = around.prices ?? null;
	const frozen = readableOrNull(row.frozen);
	const isMoved = anyMoved(row, items, around.happened);
	const stage = isMoved ? "sent" : sent.some((each) => each.signature !== null) ? "signed" : "unsigned";
	const isOwed = around.device?.canCancel !== true && withdrawable(row, rows) !== null;
	// The outcome of a single step is the action's outcome.
	const outcomeRow = items.length === 1 ? (items[0]?.row ?? row) : row;

	return {
		entryId: row.entryId,
		headline: row.headline,
		sessionId: row.sessionId,
		session,
		app: frozen === null ? null : appOfFrozen(frozen),
		own: row.kind === "replacement" || row.kind === "revocation",
		network: around.network ?? null,
		approvedAt: row.approvedAt,
		signedWith: signedWith(items.length === 0 ? [{ row, steps }] : items),
		result: outcomeView(row, sent, endedOf(row, outcome), prices),
		steps: progressSteps(row, steps, items),
		outcome,
		text: messageFor(row, outcome, stage),
		fundsMayHaveMoved: isMoved,
		transactionId: outcomeRow.transactionId,
		blockNumber: blockOf(outcomeRow),
		fingerprint: row.fingerprint,
		digest: row.digest,
		receipt: sent.flatMap((each) => itemReceipt(each, sent.length, pricingFor(each.chainRef, prices))),
		left: outcome === "confirmed" ? (around.left ?? []) : [],
		canRetry: (outcome === "stuck" && row.state !== "held") || canReview(row, around.asks),
		items: items.length > 1 ? items.map((item) => itemView(item.row)) : [],
		canReplace: around.canReplace,
		replaceFees: around.replaceFees ?? {},
		canWithdraw: isOwed,
		offline: around.offline === true && needsService(row.entryId) && withdrawable(row, rows) !== null,
		explorer: outcomeRow.transactionId === null ? null : (around.explorer ?? null),
		canReportUnsent: around.waits === true,
		device: around.device,
	};
}
