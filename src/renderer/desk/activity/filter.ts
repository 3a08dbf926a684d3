import { type Message, message } from "../../../core/message.ts";
import type { ActivityRow } from "../../../ipc/activity.ts";
import type { ProgressView } from "../../../ipc/signing.ts";
import { headlineText, textOf } from "../../../text/index.ts";
import type { Tone } from "../../components/pill.tsx";

type RowOutcome = ProgressView["outcome"];

/** What the user calls a row's state. */
export const OUTCOME_WORDS: Readonly<Record<RowOutcome, Message>> = {
	moving: message("desk.activity.outcome.moving"),
	stuck: message("desk.activity.outcome.stuck"),
	confirmed: message("desk.activity.outcome.confirmed"),
	failed: message("desk.activity.outcome.failed"),
	rejected: message("desk.activity.outcome.rejected"),
	refused: message("desk.activity.outcome.refused"),
	withdrawn: message("desk.activity.outcome.withdrawn"),
	expired: message("desk.activity.outcome.expired"),
	replaced: message("desk.activity.outcome.replaced"),
	unanswered: message("desk.activity.outcome.unanswered"),
	ended: message("desk.activity.outcome.ended"),
};

/** The same of one row: a signature alone is answered, no chain confirms it. */
export function outcomeText({ outcome, steps }: Pick<ActivityRow, "outcome" | "steps">): string {
	const onChain = steps.some((step) => step.name === "confirmed");
	return outcome === "confirmed" && !onChain ? "answered" : textOf(OUTCOME_WORDS[outcome]);
}

export const OUTCOME_TONES: Readonly<Record<RowOutcome, Tone>> = {
	moving: "accent",
	stuck: "caution",
	confirmed: "in",
	failed: "danger",
	rejected: "quiet",
	refused: "danger",
	withdrawn: "quiet",
	expired: "quiet",
	replaced: "quiet",
	unanswered: "caution",
	ended: "quiet",
};

export type OutcomeFilter = RowOutcome | "all";

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
			headlineText(row.headline),
			textOf(row.session),
			row.sessionId,
			textOf(row.chain),
			row.signer.address,
			row.signer.label ?? "",
			row.state,
			outcomeText(row),
			row.transactionId ?? "",
			row.fingerprint,
			row.digest,
		]
			.join("\n")
			.toLowerCase();
		return words.every((word) => hay.includes(word));
	});
}
