import { appOfFrozen } from "../../../core/activity/row-entries.ts";
import { isUnlimited } from "../../../core/decoded-transaction/decoded-transaction.ts";
import type { PriceSource } from "../../../core/fiat/price.ts";
import { plain } from "../../../core/format/plain.ts";
import { detailOf } from "../../../core/journal/details.ts";
import {
	ENDED,
	hasStepRows,
	type JournalRow,
	type JournalState,
	type JournalStep,
} from "../../../core/journal/types.ts";
import { readableOrNull } from "../../../core/journal/unreadable.ts";
import { type Message, message, sentences, type Text } from "../../../core/localized-text.ts";
import { allowanceOf } from "../../../core/match/lowered.ts";
import { isOwnKind } from "../../../core/review/approval-request.ts";
import type { ProgressStep, ProgressStepName, ProgressView, SignedItemView } from "../../../ipc/signing.ts";
import { isSentByUs } from "../../storage/same-nonce.ts";
import type { Labels } from "../../views/addresses.ts";
import { type Pricing, pricingFor } from "../../views/fiat-view.ts";
import { type Ended, outcomeView } from "../../views/outcome-view.ts";
import { receiptReceivers, receiptRows } from "../../views/receipt.ts";
import { entryKeyOf, needsService } from "./entry.ts";

/** Journal state that a row has reached once the step is done. */
const REACHED_BY: Readonly<Record<ProgressStepName, JournalState>> = {
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
/** The service returns the bytes to broadcast and receives the hash. */
const OF_ATTEMPT: Names = ["matched", "claimed", "signed", "recorded", "submitted", "reported", "confirmed"];
const OF_LOCAL_REQUEST: Names = ["matched", "signed", "recorded", "submitted", "confirmed"];
const OF_TRANSACTIONS: Names = ["matched", "signed", "recorded", "submitted", "answered", "confirmed"];
const OF_SIGNATURES: Names = ["matched", "signed", "recorded", "answered"];

function stepsOf(row: JournalRow, legs: readonly JournalRow[]): Names {
	if (isOwnKind(row.kind)) return OF_LOCAL_REQUEST;
	if (!hasStepRows(row)) return row.transport === "browser_send" ? OF_ATTEMPT : OF_COMMIT;
	// The service doesn't expect an answer for a Build's stateless commit.

	if (entryKeyOf(row.entryId)?.kind === "pipeline") return OF_LOCAL_REQUEST;
	// Only plain signatures have a revision in their intent ID (signing/authorize.ts).
	return legs.some((item) => item.intentId.includes("@")) ? OF_SIGNATURES : OF_TRANSACTIONS;
}

function setAsideText(steps: readonly JournalStep[]): Message | null {
	const detail = detailOf(steps, "approved");
	if (detail?.kind !== "allowed_once") return null;
	const rules = detail.rules.map(({ name }) => message("rule.quoted", { name: plain(name) }));
	return message("progress.note.allowed-once", { count: rules.length, rules });
}

/** The headline contains the approved amount, so this only adds the proposed amount, in base units. */
function loweredText({ frozen }: JournalRow): Message | null {
	const approved = readableOrNull(frozen);
	if (approved?.kind !== "proposal" || approved.request.type !== "execute_evm") return null;
	const { transactions } = approved.request;
	const [first, ...others] = (approved.lowered ?? []).flatMap(({ place, amount }) => {
		const proposed = allowanceOf(transactions[place]?.data ?? "");
		return proposed === null ? [] : [{ proposed, amount }];
	});
	if (first === undefined) return null;
	return message("progress.note.lowered", {
		count: others.length + 1,
		isUnlimited: isUnlimited(first.proposed),
		proposed: first.proposed.toString(),
		approved: first.amount,
	});
}

function matchedNote(row: JournalRow, steps: readonly JournalStep[]): Message | null {
	const [setAside, lowered] = [setAsideText(steps), loweredText(row)];
	return setAside !== null && lowered !== null ? sentences(setAside, lowered) : (setAside ?? lowered);
}

function stepNote(name: ProgressStepName, row: JournalRow, steps: readonly JournalStep[]): Message | null {
	if (name === "matched") return matchedNote(row, steps);
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

function lastOf(times: readonly (number | null)[]): number | null {
	return times.reduce<number | null>(
		(last, time) => (last === null || time === null ? null : Math.max(last, time)),
		times.length === 0 ? null : 0,
	);
}

/** Steps that happen once for each item of an action. All other steps happen once for the whole action. */
const OF_ITEMS: ReadonlySet<ProgressStepName> = new Set(["signed", "recorded", "submitted"]);

export interface StepProgress {
	readonly row: JournalRow;
	readonly steps: readonly JournalStep[];
}

function refusalOf(steps: readonly JournalStep[]): Text | null {
	const detail = detailOf(steps, "reported");
	return detail?.kind === "refused" ? detail.told : null;
}

/** The first unfinished step is in progress, or has failed if the row has ended. */
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
				? lastOf(legs.map((item) => timeOf(item.steps, REACHED_BY[name])))
				: timeOf(steps, REACHED_BY[name]);
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
	refused: "unsigned",
};

function itemState({ state, outcome }: JournalRow): SignedItemView["state"] {
	if (state !== "settled") return ITEM_STATES[state];
	if (outcome === "confirmed" || outcome === "answered") return "confirmed";
	return outcome === "skipped" ? "skipped" : "failed";
}

function stoppedText(steps: readonly JournalStep[]): readonly Message[] {
	const detail = detailOf(steps, "refused");
	if (detail?.kind !== "stopped_by") return [];
	const rules = detail.rules.map(({ name }) => message("rule.quoted", { name: plain(name) }));
	return [message("progress.note.stopped-by", { count: rules.length, rules })];
}

function itemView({ row, steps }: StepProgress): SignedItemView {
	const { text } = row;
	return {
		at: row.place + 1,
		headline: row.headline,
		state: itemState(row),
		transactionId: row.transactionId,
		text: text === null ? null : sentences(text, ...stoppedText(steps)),
	};
}

/**
 * Returns whether the approval ended after some steps went through and before the others were signed. No step
 * failed on chain.
 */
export const isCutShort = (items: readonly JournalRow[]): boolean =>
	items.some(({ outcome }) => outcome === "confirmed") &&
	items.some(({ state }) => state === "refused") &&
	items.every(
		({ state, outcome }) => state === "refused" || outcome === "confirmed" || outcome === "skipped",
	);

function isWithdrawn(own: readonly JournalStep[]): boolean {
	const detail = detailOf(own, "refused");
	return detail?.kind === "declined" && detail.how === "taken_back";
}

/** Returns whether the next step is waiting for its block or can be signed now. */
function isBetweenSteps(row: JournalRow, items: readonly StepProgress[]): boolean {
	if (row.state !== "approved" || items.length < 2) return false;
	const due = items.find((item) => !ENDED.has(item.row.state))?.row;
	return due !== undefined && (due.state === "submitted" || due.text === null);
}

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
	if (isBetweenSteps(row, legs)) return "moving";
	return row.text !== null && row.state !== "reported" ? "stuck" : "moving";
}

/** @param happened whether a replacement with a higher fee executed the call */
function fundsMayHaveMoved(row: JournalRow, happened = false): boolean {
	if (happened) return true;
	// Once the answer is stored, the service may have seen the signatures.
	if (hasStepRows(row) && row.answer !== null && row.outcome === "refused") return true;

	if (row.signature === null || row.state === "signed") return false;
	if (row.state !== "settled" || row.outcome === "confirmed" || row.outcome === "unanswered") return true;
	// Only the service reports this failure, and no chain has confirmed it.
	return row.outcome === "failed" && row.receipt === null;
}

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

function itemReceipt(
	row: JournalRow,
	count: number,
	pricing: Pricing,
	isByReceiver: boolean,
): ProgressView["receipt"] {
	const rows = receiptRows(row, pricing, isByReceiver);
	return count === 1
		? rows
		: rows.map((each) => ({
				...each,
				what: message("receipt.of-step", { step: String(row.place + 1), what: each.what }),
			}));
}

function anyMoved(
	row: JournalRow,
	legs: readonly StepProgress[],
	happened: (row: JournalRow) => boolean,
): boolean {
	return [row, ...legs.map((item) => item.row)].some((each) => fundsMayHaveMoved(each, happened(each)));
}

/** A claimed attempt isn't requested again, even before the service confirms the claim. */
function canReview(row: JournalRow, asks: boolean): boolean {
	return row.state === "refused" && asks && row.attemptId === null;
}

export function withdrawable(row: JournalRow, legs: readonly JournalRow[]): JournalRow | null {
	const own = hasStepRows(row) ? legs : [row];
	return own.find(({ state }) => state === "approved" || state === "claimed") ?? null;
}

function endedOf(
	{ outcome: ended }: JournalRow,
	outcome: ProgressView["outcome"],
	items: readonly JournalRow[],
): Ended | null {
	if (outcome === "failed") return isCutShort(items) ? "cut-short" : "failed";
	if (outcome !== "confirmed") return outcome === "unanswered" ? "done" : null;
	return ended === "answered" ? "signed" : "done";
}

/** The journal stores "model, derivation path". Receipts show only the model. */
const modelOf = (device: string): string => plain(device.replace(/, [^,]*$/, ""), 40);

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
	context: {
		readonly items: readonly StepProgress[];
		readonly canReplace: ProgressView["canReplace"];
		/** Returns whether the row's effect happened, either by its own transaction or by a replacement. */
		readonly happened: (row: JournalRow) => boolean;
		readonly asks: boolean;
		readonly device: ProgressView["device"];
		readonly left?: ProgressView["left"];
		/**
		 * Whether the claimed wallet attempt ended without a signature while the service is still waiting for
		 * its outcome.
		 */
		readonly waits?: boolean;
		readonly network?: Text | null;
		readonly explorer?: string | null;
		readonly replaceFees?: ProgressView["replaceFees"];
		readonly offline?: boolean;
		readonly prices?: PriceSource | null;
		/** Names of the user's accounts and contacts. */
		readonly labels?: Labels;
	},
): ProgressView {
	const { items } = context;
	const outcome = outcomeOf(row, steps, items);
	const rows = items.map((item) => item.row);
	const sent = rows.length === 0 ? [row] : rows;
	const prices = context.prices ?? null;
	const frozen = readableOrNull(row.frozen);
	const isMoved = anyMoved(row, items, context.happened);
	const stage = isMoved ? "sent" : sent.some((each) => each.signature !== null) ? "signed" : "unsigned";
	const isOwed = context.device?.canCancel !== true && withdrawable(row, rows) !== null;
	const receivers = receiptReceivers(sent, context.labels ?? {}, prices);
	// If several transactions have only one receiver, it receives everything that is sent.
	const isByReceiver = receivers.receivers !== undefined || sent.length > 1;
	const outcomeRow = items.length === 1 ? (items[0]?.row ?? row) : row;

	return {
		entryId: row.entryId,
		headline: row.headline,
		sessionId: row.sessionId,
		session,
		app: frozen === null ? null : appOfFrozen(frozen),
		isLocal: isOwnKind(row.kind),
		network: context.network ?? null,
		approvedAt: row.approvedAt,
		signedWith: signedWith(items.length === 0 ? [{ row, steps }] : items),
		result: outcomeView(row, sent, endedOf(row, outcome, rows), prices),
		steps: progressSteps(row, steps, items),
		outcome,
		text: messageFor(row, outcome, stage),
		fundsMayHaveMoved: isMoved,
		transactionId: outcomeRow.transactionId,
		blockNumber: blockOf(outcomeRow),
		fingerprint: row.fingerprint,
		digest: row.digest,
		receipt: sent.flatMap((each) =>
			itemReceipt(each, sent.length, pricingFor(each.chainRef, prices), isByReceiver),
		),
		...receivers,
		left: outcome === "confirmed" || isCutShort(rows) ? (context.left ?? []) : [],
		canRetry: (outcome === "stuck" && row.state !== "held") || canReview(row, context.asks),
		items: items.length > 1 ? items.map(itemView) : [],
		canReplace: context.canReplace,
		replaceFees: context.replaceFees ?? {},
		canWithdraw: isOwed,
		offline: context.offline === true && needsService(row.entryId) && withdrawable(row, rows) !== null,
		explorer: outcomeRow.transactionId === null ? null : (context.explorer ?? null),
		canReportUnsent: context.waits === true,
		device: context.device,
	};
}
