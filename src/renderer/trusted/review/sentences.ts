import type { OpinionRow } from "../../../bridge/opinion-views.ts";
import type { CheckStatus, ProgressView, ReviewView } from "../../../bridge/views.ts";
import { visible } from "../../components/visible.ts";
import { plural } from "../../components/words.ts";

/** "All 9 fields match the review", by what the checks themselves say. Without a review, checks pass or fail. */
export function matchWords(
	review: Pick<ReviewView, "checks" | "verdict" | "verdictWords" | "subject">,
): string {
	const { checks } = review;
	const reviewed = review.subject === "commit";
	const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
	const passed = count("passed");
	const failed = count("failed");
	const unknown = count("unknown");
	if (failed > 0) {
		return reviewed
			? `${plural(failed, "field differs", "fields differ")} from the review`
			: `${plural(failed, "check")} failed`;
	}
	if (unknown > 0)
		return `${plural(unknown, reviewed ? "field" : "check")} can’t be ${reviewed ? "checked" : "made"}`;
	if (review.verdict !== "matched" || passed === 0) return review.verdictWords;
	const noted = count("noted");
	const all = reviewed
		? passed === 1
			? "The one field matches the review"
			: `All ${passed} fields match the review`
		: passed === 1
			? "The one check passed"
			: `All ${passed} checks passed`;
	return noted === 0 ? all : `${all}, ${noted} noted`;
}

/** Why the headline says less than everything. */
export function unknownWords(review: Pick<ReviewView, "contents">): string {
	const [only, ...more] = review.contents;
	const certain = "the sentence above says only what is certain.";
	if (only === undefined) return `Nothing of it could be decoded: ${certain}`;
	if (more.length > 0) return `Countersign does not understand every step of it: ${certain}`;
	switch (only.kind) {
		case "evm_transaction":
			return only.calls.some(({ source }) => source === "decoded")
				? `Countersign does not understand every call of it: ${certain}`
				: `Countersign does not know this function: ${certain}`;
		case "svm_transaction":
			return `Countersign does not know every instruction of it: ${certain}`;
		case "message":
			return `Countersign can’t tell what this message is used for: ${certain}`;
		case "typed_data":
			return `Countersign does not know this kind of typed data: ${certain}`;
		case "user_operation":
			return `Countersign can’t see what this stands for: ${certain}`;
	}
}

/** Nothing but the second opinion, which comes by itself, stands against an approval. */
export function waitsForOpinion({
	opinion,
	approval,
	fingerprint,
}: Pick<ReviewView, "opinion" | "approval" | "fingerprint">): boolean {
	return opinion?.state === "running" && approval.refusals.length === 1 && fingerprint !== null;
}

/** Told to those who listen, the moment that it arrives; null where there is nothing to tell. */
export function arrivalWords(before: OpinionState | null, now: ReviewView["opinion"]): string | null {
	return before === "running" && now !== null && now.state !== "running" ? now.words : null;
}

export type OpinionState = NonNullable<ReviewView["opinion"]>["state"];

/** How far apart the two are, to the last digit; null where they are not, or one of them is missing. */
export function differenceOf({ theirs, ours }: OpinionRow): string | null {
	if (theirs === null || ours === null || theirs.unit !== ours.unit) return null;
	// In and out are no more and less of one another.
	if (theirs.direction !== ours.direction) return null;
	const [left, right] = [BigInt(theirs.raw), BigInt(ours.raw)];
	if (left === right) return null;
	const by = right < left ? left - right : right - left;
	const share = left === 0n ? 0n : (by * 10_000n) / left;
	return `${share / 100n}.${(share % 100n).toString().padStart(2, "0")} % ${right < left ? "less" : "more"}`;
}

/** The first letter that draws something. */
export function initial(name: string): string {
	const first = visible(name.trim())
		.find((segment) => segment.kind === "text")
		?.text.trim();
	return first === undefined || first === "" ? "?" : ([...first][0]?.toUpperCase() ?? "?");
}

/** A password opens the keys on this computer; a locked Ledger takes its PIN on the device, never here. */
export function takesPassword({ signer, device }: Pick<ReviewView, "signer" | "device">): boolean {
	return signer.state === "locked" && device === null;
}

/** Whether an answer ends on the chain; a signature alone ends with the service. */
export function endsOnChain(steps: ProgressView["steps"]): boolean {
	return !steps.some((step) => step.name === "Answered") || steps.some((step) => step.name === "Confirmed");
}

/** Whether funds can have moved, said in every state. */
export function fundsWords(progress: Pick<ProgressView, "outcome" | "fundsMayHaveMoved" | "steps">): string {
	if (progress.outcome === "confirmed") {
		return endsOnChain(progress.steps)
			? "It has taken effect on the chain."
			: "By itself the signature moves nothing. What it allows can be used from now on.";
	}
	return progress.fundsMayHaveMoved
		? "Funds may have moved, or may still move: don’t approve the same thing again before this is settled."
		: "No funds have moved.";
}
