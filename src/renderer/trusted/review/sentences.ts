import type { ProgressView, ReviewView } from "../../../bridge/views.ts";
import { visible } from "../../components/visible.ts";
import { plural } from "../../components/words.ts";

/** "9 of 9 fields match", by what the checks themselves say. */
export function matchWords(review: Pick<ReviewView, "checks" | "verdict" | "verdictWords">): string {
	const { checks } = review;
	const passed = checks.filter((check) => check.status === "passed").length;
	const failed = checks.filter((check) => check.status === "failed").length;
	const unknown = checks.filter((check) => check.status === "unknown").length;
	if (failed > 0) return `${plural(failed, "field differs", "fields differ")} from the review`;
	if (unknown > 0) return `${plural(unknown, "field")} can’t be checked`;
	if (review.verdict !== "matched" || passed === 0) return review.verdictWords;
	const noted = checks.filter((check) => check.status === "noted").length;
	const all = passed === 1 ? "The one field matches the review" : `All ${passed} fields match the review`;
	return noted === 0 ? all : `${all}, ${noted} noted`;
}

/** The first letter that draws something. */
export function initial(name: string): string {
	const first = visible(name.trim())
		.find((segment) => segment.kind === "text")
		?.text.trim();
	return first === undefined || first === "" ? "?" : ([...first][0]?.toUpperCase() ?? "?");
}

/** Whether funds can have moved, said in every state. */
export function fundsWords(progress: Pick<ProgressView, "outcome" | "fundsMayHaveMoved">): string {
	if (progress.outcome === "confirmed") return "It has taken effect on the chain.";
	return progress.fundsMayHaveMoved
		? "Funds may have moved, or may still move: don’t approve the same thing again before this is settled."
		: "No funds have moved.";
}
