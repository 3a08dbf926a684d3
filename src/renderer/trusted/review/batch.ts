import { type Message, message } from "../../../core/message.ts";
import type { BatchStepRow } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";

/** Where each member of a batch stands, in words. */

const STANDINGS: Readonly<Record<string, Message>> = {
	needs_signature: message("trusted.review.standings.needs-signature"),
	awaiting_broadcast: message("trusted.review.standings.awaiting-broadcast"),
	submitted: message("trusted.review.standings.submitted"),
	confirmed: message("trusted.review.standings.confirmed"),
	rejected: message("trusted.review.standings.rejected"),
	failed: message("trusted.review.standings.failed"),
	expired: message("trusted.review.standings.expired"),
	unknown: message("trusted.review.standings.unknown"),
};

const OVER: ReadonlySet<string> = new Set(["rejected", "failed", "expired"]);

/**
 * What there is to say of one member. One that waits while an earlier one is not confirmed waits for that one.
 * A state that has no words here is given back as it came: main's own words, or one newer than this window.
 */
export function standing(step: BatchStepRow, steps: readonly BatchStepRow[]): string {
	if (step.state === "needs_signature") {
		const before = steps
			.filter((other) => other.index < step.index && other.state !== "confirmed")
			.sort((a, b) => a.index - b.index)
			.at(0);
		if (before !== undefined) {
			return OVER.has(before.state)
				? t("trusted.review.cant-go-step", { step: before.index + 1, state: before.state })
				: t("trusted.review.waits-step-confirmed", { step: before.index + 1 });
		}
	}
	return textOf(STANDINGS[step.state] ?? step.state);
}

/** "1 confirmed · 1 waiting". */
export function batchSummary(steps: readonly BatchStepRow[]): string {
	const confirmed = steps.filter((step) => step.state === "confirmed").length;
	const over = steps.filter((step) => OVER.has(step.state)).length;
	const waiting = steps.length - confirmed - over;
	return [
		confirmed > 0 ? t("trusted.review.batch.confirmed", { count: confirmed }) : null,
		waiting > 0 ? t("trusted.review.batch.waiting", { count: waiting }) : null,
		over > 0 ? t("trusted.review.batch.ended", { count: over }) : null,
	]
		.filter((part) => part !== null)
		.join(" · ");
}
