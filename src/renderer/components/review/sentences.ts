import { sameText } from "../../../core/localized-text.ts";
import type { CheckStatus, OpinionRow, ReviewView } from "../../../ipc/review.ts";
import type { ProgressView } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { visible } from "../text/visible.ts";

/** Returns text such as "All 9 fields match the review". */
export function matchText(
	review: Pick<ReviewView, "checks" | "verdict" | "verdictText" | "requestKind">,
): string {
	const { checks } = review;
	const what = review.requestKind === "commit" ? "fields" : "checks";
	const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
	const passed = count("passed");
	const failed = count("failed");
	const unknown = count("unknown");
	if (failed > 0) return t(`trusted.review.match.failed-${what}`, { count: failed });
	if (unknown > 0) return t(`trusted.review.match.unknown-${what}`, { count: unknown });
	if (review.verdict !== "matched" || passed === 0) return textOf(review.verdictText);
	const noted = count("noted");
	const all = t(`trusted.review.match.all-${what}`, { count: passed });
	return noted === 0 ? all : t("trusted.review.noted", { all, noted });
}

/** Returns the announcement for a second simulation that has just finished, or `null`. */
export function arrivalText(before: OpinionState | null, now: ReviewView["opinion"]): string | null {
	return before === "running" && now !== null && now.state !== "running" ? textOf(now.text) : null;
}

export type OpinionState = NonNullable<ReviewView["opinion"]>["state"];

/** Returns `null` if the amounts are equal or either is missing. */
export function differenceOf({ theirs, ours }: OpinionRow): string | null {
	if (theirs === null || ours === null || !sameText(theirs.unit, ours.unit)) return null;
	// The difference between amounts in opposite directions would be meaningless.
	if (theirs.direction !== ours.direction) return null;
	const [left, right] = [BigInt(theirs.raw), BigInt(ours.raw)];
	if (left === right) return null;
	const by = right < left ? left - right : right - left;
	const share = left === 0n ? 0n : (by * 10_000n) / left;
	return `${share / 100n}.${(share % 100n).toString().padStart(2, "0")} % ${right < left ? t("trusted.review.less") : t("trusted.review.more")}`;
}

export function initial(name: string): string {
	const first = visible(name.trim())
		.find((segment) => segment.kind === "text")
		?.text.trim();
	return first === undefined || first === "" ? "?" : ([...first][0]?.toUpperCase() ?? "?");
}

/** A locked Ledger needs no password, because it is unlocked with its PIN. */
export function needsPassword({
	signer,
	device,
	approval,
}: Pick<ReviewView, "signer" | "device" | "approval">): boolean {
	return approval.rulesLocked === true || (signer.state === "locked" && device === null);
}

/** Returns `false` for a plain signature, which ends at the service. */
export function endsOnChain(steps: ProgressView["steps"]): boolean {
	return !steps.some((step) => step.name === "answered") || steps.some((step) => step.name === "confirmed");
}

export function fundsText(
	progress: Pick<ProgressView, "outcome" | "fundsMayHaveMoved" | "steps" | "items">,
): string {
	if (progress.outcome === "confirmed") {
		return endsOnChain(progress.steps)
			? t("trusted.review.effect.confirmed", { count: Math.max(1, progress.items.length) })
			: t("trusted.review.signature.allows");
	}
	if (progress.outcome === "unanswered") return t("trusted.review.effect.taken");
	const isEnded = ({ state }: ProgressView["items"][number]) =>
		state === "confirmed" || state === "unsigned" || state === "skipped";
	if (progress.outcome === "failed" && progress.items.length > 0 && progress.items.every(isEnded))
		return t("trusted.review.rest-moves-nothing");
	return progress.fundsMayHaveMoved
		? t("trusted.review.funds.uncertain")
		: t("trusted.review.no-funds-moved");
}
