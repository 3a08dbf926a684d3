import { nativeOf } from "../../core/chain/names.ts";
import { isUnlimited } from "../../core/decoded-transaction/decoded-transaction.ts";
import type { PriceSource } from "../../core/fiat/price.ts";
import { roundedText, shortText } from "../../core/format/amount.ts";
import { readUint } from "../../core/format/numeral.ts";
import { type MoveOutcome, moveOutcomes } from "../../core/journal/move-outcomes.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { displayedAmount, type Message, message, type Text } from "../../core/localized-text.ts";
import type { OutcomeView, ReceiptChange } from "../../ipc/signing.ts";
import { roundedView, unitOfMove } from "./amounts.ts";
import { type Pricing, pricingFor } from "./fiat-view.ts";
import { markOf } from "./review-parts.ts";

interface ReceiptEvent extends MoveOutcome {
	readonly happened: bigint;
}

function receiptEventsOf(row: JournalRow): readonly ReceiptEvent[] {
	const [foreseen, receipt] = [readableOrNull(row.predicted), readableOrNull(row.receipt)];
	if (foreseen === null || receipt === null || !receipt.succeeded) return [];
	return moveOutcomes(foreseen, receipt).flatMap((each) =>
		each.happened === null ? [] : [{ ...each, happened: each.happened }],
	);
}

/** The headline is based on the receipt only if the receipt shows every predicted movement. */
function isWhole(row: JournalRow): boolean {
	const foreseen = readableOrNull(row.predicted);
	return (
		foreseen !== null && foreseen.moves.length > 0 && receiptEventsOf(row).length === foreseen.moves.length
	);
}

const isIn = ({ move, happened }: ReceiptEvent): boolean => (move.direction === "in") === happened >= 0n;

const magnitude = (raw: bigint): bigint => (raw < 0n ? -raw : raw);

function amountText(event: ReceiptEvent): Message {
	const towards = isIn(event) ? "down" : "up";
	const seen = displayedAmount({ ...unitOfMove(event.move), raw: magnitude(event.happened) }, towards);
	const decimals = seen.decimals ?? 0;
	const amount = towards === "up" ? shortText(seen.raw, decimals) : roundedText(seen.raw, decimals, towards);
	return message("outcome.amount", { amount, symbol: event.move.symbol });
}

/** Returns the allowance that a row lowers, in base units. `null` for every other row. */
function loweredFrom({ frozen }: JournalRow): bigint | null {
	const own = readableOrNull(frozen);
	return own?.kind === "revocation" && own.lowers_to !== undefined ? readUint(own.lowers_to.from) : null;
}

/** @param from amount of an allowance that the user only lowered */
function approvalText(event: ReceiptEvent, from: bigint | null): Message {
	const { symbol } = event.move;
	if (from !== null && event.happened > 0n && event.happened < from) {
		const amount = amountText(event);
		return isUnlimited(from)
			? message("outcome.lowered.unlimited", { amount })
			: message("outcome.lowered", { from: amountText({ ...event, happened: from }), amount });
	}
	if (event.happened === 0n) return message("outcome.revoked", { symbol });
	if (isUnlimited(event.happened)) return message("outcome.approved.unlimited", { symbol });
	return message("outcome.approved", { amount: amountText(event) });
}

/**
 * Returns a text such as "Sent 0.05 ETH". `null` if there are several movements or the receipt is incomplete.
 */
function deedText(moves: readonly ReceiptEvent[], from: bigint | null): Message | null {
	const transfers = moves.filter(({ move, happened }) => move.kind === "transfer" && happened !== 0n);
	const [into, out] = [transfers.filter(isIn), transfers.filter((each) => !isIn(each))];
	const [got, gave] = [into[0], out[0]];
	if (into.length > 1 || out.length > 1) return null;
	if (got !== undefined && gave !== undefined)
		return message("outcome.exchanged", { out: amountText(gave), in: amountText(got) });
	if (gave !== undefined) return message("outcome.sent", { amount: amountText(gave) });
	if (got !== undefined) return message("outcome.received", { amount: amountText(got) });
	const [approval, ...others] = moves.filter(({ move }) => move.kind === "approval");
	return approval === undefined || others.length > 0 ? null : approvalText(approval, from);
}

function headlineOf(row: JournalRow, sent: readonly JournalRow[], ended: Ended | null): Message | null {
	const { headline } = row;
	switch (ended) {
		case null:
			return null;
		case "failed":
			return message("outcome.failed", { headline });
		case "cut-short": {
			const confirmed = sent.filter(({ outcome }) => outcome === "confirmed").length;
			return message("outcome.cut-short", { confirmed, count: sent.length, headline });
		}
		case "signed":
			return message("outcome.signed", { headline });
		case "done":
			return (
				(sent.every(isWhole) ? deedText(sent.flatMap(receiptEventsOf), loweredFrom(row)) : null) ??
				message("outcome.done", { headline })
			);
	}
}

function changeOf(event: ReceiptEvent, chainRef: string, pricing: Pricing): ReceiptChange {
	const { move, happened } = event;
	const mark = markOf(move.asset, chainRef).mark ?? null;
	const unit = unitOfMove(move);
	const [raw, into] = [magnitude(happened), isIn(event)];
	if (move.kind === "approval") {
		const text = message("outcome.allowance", { symbol: move.symbol });
		const amount = isUnlimited(raw) ? null : roundedView({ raw, ...unit }, "up");
		return { kind: "allowance", mark, amount, text };
	}
	const rounding = into ? "down" : "up";
	return {
		kind: into ? "in" : "out",
		mark,
		amount: { ...roundedView({ raw, ...unit }, rounding), ...pricing.ofStoredMovement(raw, move, rounding) },
		text: null,
	};
}

/** `cut-short` means that some steps are done, and the others were never signed. */
export type Ended = "done" | "failed" | "signed" | "cut-short";

/** Returns `null` if a fee is unknown or the fees are in different coins. */
function feeOf(sent: readonly JournalRow[]): bigint | null {
	const fees = sent.map(({ receipt }) => readableOrNull(receipt)?.feePaid ?? null);
	return fees.reduce<bigint | null>(
		(sum, fee) => (sum === null || fee === null ? null : sum + BigInt(fee)),
		fees.length === 0 ? null : 0n,
	);
}

/**
 * @param sent broadcast rows, which are an action's steps or the row itself
 * @param ended `null` until the row has ended
 * @param prices `null` if the user hides fiat values
 */
export function outcomeView(
	row: JournalRow,
	sent: readonly JournalRow[],
	ended: Ended | null,
	prices: PriceSource | null,
): OutcomeView {
	const pricing = pricingFor(row.chainRef, prices);
	const changes = sent.flatMap(receiptEventsOf).map((each) => changeOf(each, row.chainRef, pricing));
	const main = changes.find(({ kind }) => kind === "in") ?? changes.find(({ kind }) => kind === "out");
	const fee = feeOf(sent);
	const native = nativeOf(row.chainRef);
	const feeFiat: Text | undefined =
		fee === null || ended === null ? undefined : pricing.ofFee({ raw: fee, ...native, checked: true }).fiat;
	const source = pricing.source();
	return {
		headline: headlineOf(row, sent, ended),
		...(main?.amount?.fiat === undefined || ended !== "done" ? {} : { fiat: main.amount.fiat }),
		...(feeFiat === undefined ? {} : { feeFiat }),
		changes,
		...(source === null ? {} : { prices: source }),
	};
}
