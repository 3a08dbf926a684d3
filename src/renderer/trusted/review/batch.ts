import type { BatchStepRow } from "../../../bridge/views.ts";

/** Where each member of a batch stands, in words. */

const STANDINGS: Readonly<Record<string, string>> = {
	needs_signature: "waits for your answer",
	awaiting_broadcast: "signed, not sent yet",
	submitted: "sent, waits for its block",
	confirmed: "confirmed",
	rejected: "rejected",
	failed: "failed",
	expired: "expired",
	unknown: "not known yet",
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
				? `can’t go on: step ${before.index + 1} ${before.state === "rejected" ? "was rejected" : before.state}`
				: `waits for step ${before.index + 1} to be confirmed`;
		}
	}
	return STANDINGS[step.state] ?? step.state;
}

/** "1 confirmed · 1 waiting". */
export function batchSummary(steps: readonly BatchStepRow[]): string {
	const confirmed = steps.filter((step) => step.state === "confirmed").length;
	const over = steps.filter((step) => OVER.has(step.state)).length;
	const waiting = steps.length - confirmed - over;
	return [[confirmed, "confirmed"] as const, [waiting, "waiting"] as const, [over, "ended"] as const]
		.filter(([count]) => count > 0)
		.map(([count, words]) => `${count} ${words}`)
		.join(" · ");
}
