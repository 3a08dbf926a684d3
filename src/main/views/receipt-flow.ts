import { knownNameAt } from "../../core/decoded-transaction/known-contracts.ts";
import { byKey } from "../../core/effects/accounting.ts";
import type { ReceiverOutcome } from "../../core/journal/move-outcomes.ts";
import type { PredictedReceiver } from "../../core/journal/records.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { FlowNodeView, FlowStepView } from "../../ipc/review.ts";
import type { ProgressView } from "../../ipc/signing.ts";
import { addressView, type Labels } from "./addresses.ts";
import { receiptAmount, roundedView, unitOfMove } from "./amounts.ts";
import type { Pricing } from "./fiat-view.ts";
import { foldedEnd, type MapNode, ribbonViews, unknownTitle } from "./flow-view.ts";

/** One receiver's outcome in one of the request's transactions. */
export interface SentOutcome {
	/** Index of the transaction. */
	readonly at: number;
	readonly succeeded: boolean;
	readonly outcome: ReceiverOutcome;
}

interface FlowNames {
	readonly chainRef: string;
	readonly labels: Labels;
}

interface PaidStep {
	readonly step: number;
	readonly receiver: PredictedReceiver;
	/** The paid amount, or the predicted one if the receipt doesn't show it. `null` if unlimited. */
	readonly paid: bigint | null;
	readonly isOutlier: boolean;
}

function paidOf({ succeeded, outcome: { expected, happened } }: SentOutcome): bigint | null {
	if (!succeeded) return 0n;
	const paid = happened ?? expected;
	return paid !== null && paid < 0n ? 0n : paid;
}

const isNamed = ({ to }: PredictedReceiver, { chainRef, labels }: FlowNames): boolean =>
	addressView(to, labels).label !== null || knownNameAt(chainRef, to) !== null;

function titleOf({ to }: PredictedReceiver, { chainRef, labels }: FlowNames): Text {
	const { label, short } = addressView(to, labels);
	return label ?? knownNameAt(chainRef, to) ?? short;
}

const isShort = ({ succeeded, outcome: { expected, happened } }: SentOutcome): boolean =>
	!succeeded || (happened !== null && happened !== expected);

function stepText(sent: SentOutcome, names: FlowNames): Text {
	const { receiver, expected, happened } = sent.outcome;
	const to = titleOf(receiver, names);
	if (sent.succeeded && happened === null) return message("receipt.step.predicted", { to });
	return isShort(sent) && expected !== null
		? message("receipt.step.differs", { to, predicted: receiptAmount(expected, unitOfMove(receiver)) })
		: message("flow.step.to", { to });
}

const summed = (steps: readonly PaidStep[]): bigint | null =>
	steps.reduce<bigint | null>((sum, { paid }) => (sum === null || paid === null ? null : sum + paid), 0n);

/** Adds up amounts by asset. */
function totalsOf(
	steps: readonly PaidStep[],
): readonly { readonly receiver: PredictedReceiver; readonly paid: bigint | null }[] {
	return [...byKey(steps, ({ receiver }) => receiver.asset).values()].flatMap((group) => {
		const [first] = group;
		return first === undefined ? [] : [{ receiver: first.receiver, paid: summed(group) }];
	});
}

const amountTexts = (steps: readonly PaidStep[], sign: "+" | "−"): readonly Text[] =>
	totalsOf(steps).map(({ receiver, paid }) =>
		message("flow.signed", {
			sign,
			amount: paid === null ? message("flow.unbounded") : receiptAmount(paid, unitOfMove(receiver)),
		}),
	);

function centsOf(steps: readonly PaidStep[], pricing: Pricing): bigint | null {
	const all = totalsOf(steps).map(({ receiver, paid }) =>
		paid === null ? null : pricing.centsOfStored(paid, receiver),
	);
	return all.reduce<bigint | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0n);
}

const compareCents = (left: bigint | null, right: bigint | null): number =>
	left === right ? 0 : right === null || (left !== null && left > right) ? -1 : 1;

function mapOf(
	steps: readonly PaidStep[],
	names: FlowNames,
	pricing: Pricing,
): NonNullable<ProgressView["flow"]>["map"] {
	const groups = [...byKey(steps, ({ receiver }) => receiver.to).entries()]
		.map(([to, group]) => ({ to, group, cents: centsOf(group, pricing) }))
		.toSorted(
			(left, right) =>
				Number(right.group.some(({ isOutlier }) => isOutlier)) -
					Number(left.group.some(({ isOutlier }) => isOutlier)) || compareCents(left.cents, right.cents),
		);
	const receivers = groups.flatMap(({ to, group }): MapNode[] => {
		const [first] = group;
		if (first === undefined) return [];
		const isOutlier = group.some((each) => each.isOutlier);
		return [
			{
				column: 2,
				title:
					isOutlier && !isNamed(first.receiver, names) ? unknownTitle(to) : titleOf(first.receiver, names),
				details: amountTexts(group, "+"),
				tone: isOutlier ? "unknown" : "plain",
				addresses: [to],
			},
		];
	});
	const drawn = foldedEnd(receivers);
	const user: FlowNodeView = {
		column: 0,
		title: message("flow.you"),
		details: amountTexts(steps, "−"),
		tone: "user",
	};
	const nodes = [user, ...drawn.map(({ addresses: _, ...node }) => node)];
	const lines = drawn.map(({ addresses }, index) => {
		const its = steps.filter(({ receiver }) => addresses.includes(receiver.to));
		return {
			from: 0,
			to: index + 1,
			steps: its.map(({ step }) => step),
			cents: centsOf(its, pricing),
			label: message("flow.amounts", {
				amounts: totalsOf(its).map(({ receiver, paid }) =>
					paid === null ? message("flow.unbounded") : receiptAmount(paid, unitOfMove(receiver)),
				),
			}),
		};
	});
	return { nodes, ribbons: ribbonViews(nodes, lines) };
}

/**
 * Draws the payments in the receipts. Payments that a receipt doesn't show, for example in native coin, are
 * drawn as predicted.
 */
export function receiptFlow(
	outcomes: readonly SentOutcome[],
	names: FlowNames,
	pricing: Pricing,
): Pick<ProgressView, "flow"> {
	const isSeveral = new Set(outcomes.map(({ at }) => at)).size > 1;
	const all = outcomes.map(
		(sent, step): PaidStep => ({
			step,
			receiver: sent.outcome.receiver,
			paid: paidOf(sent),
			isOutlier: sent.outcome.receiver.isOutlier === true,
		}),
	);
	const steps = outcomes.map((sent, index): FlowStepView => {
		const { receiver } = sent.outcome;
		const paid = paidOf(sent);
		const unit = unitOfMove(receiver);
		return {
			at: (isSeveral ? sent.at : index) + 1,
			text: stepText(sent, names),
			isOutlier: receiver.isOutlier === true,
			amount:
				paid === null
					? null
					: {
							...roundedView({ raw: paid, ...unit }, "up"),
							...pricing.ofStoredMovement(paid, receiver, "up"),
						},
		};
	});
	const paid = all.filter((each) => each.paid !== 0n);
	return paid.length === 0 ? {} : { flow: { steps, map: mapOf(paid, names, pricing) } };
}
