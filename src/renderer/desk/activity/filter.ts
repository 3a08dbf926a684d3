import type { ActivityRow, ProgressView } from "../../../bridge/views.ts";
import type { Tone } from "../../components/pill.tsx";

type Outcome = ProgressView["outcome"];

/** What the person calls a row's state. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
	moving: "settling",
	stuck: "stuck",
	confirmed: "confirmed",
	failed: "failed",
	rejected: "rejected by you",
	refused: "refused",
	expired: "expired",
	replaced: "replaced",
	ended: "ended elsewhere",
};

/** The same of one row: a signature alone is answered, no chain confirms it. */
export function outcomeWords({ outcome, steps }: Pick<ActivityRow, "outcome" | "steps">): string {
	const onChain = steps.some((step) => step.name === "Confirmed");
	return outcome === "confirmed" && !onChain ? "answered" : OUTCOME_WORDS[outcome];
}

export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
	moving: "accent",
	stuck: "caution",
	confirmed: "in",
	failed: "danger",
	rejected: "quiet",
	refused: "danger",
	expired: "quiet",
	replaced: "quiet",
	ended: "quiet",
};

export type OutcomeFilter = Outcome | "all";

/** Rows of that outcome which hold every word of the text, in any of what is shown of them. Case makes no difference. */
export function filterActivity(
	rows: readonly ActivityRow[],
	text: string,
	outcome: OutcomeFilter,
): readonly ActivityRow[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	return rows.filter((row) => {
		if (outcome !== "all" && row.outcome !== outcome) return false;
		if (words.length === 0) return true;
		const hay = [
			row.headline,
			row.session,
			row.sessionId,
			row.chain,
			row.signer.address,
			row.signer.label ?? "",
			row.state,
			outcomeWords(row),
			row.transactionId ?? "",
			row.fingerprint,
			row.digest,
		]
			.join("\n")
			.toLowerCase();
		return words.every((word) => hay.includes(word));
	});
}
