import { message } from "../../../core/localized-text.ts";
import type { ActivityRow } from "../../../ipc/activity.ts";
import { headlineText, textOf } from "../../../text/index.ts";
import type { Tone } from "../../components/pill.tsx";

type RowOutcome = ActivityRow["outcome"];

const REJECTED_BY_OTHERS = message("desk.activity.outcome.rejected-elsewhere");
const ANSWERED = message("desk.activity.outcome.answered");

/** The outcome of a plain signature is "answered", because no chain confirms it. */
export function outcomeText(row: ActivityRow): string {
	if (row.kind === "rejected" && row.by === "elsewhere") return textOf(REJECTED_BY_OTHERS);
	const onChain = row.kind === "approved" && row.steps.some((step) => step.name === "confirmed");
	return textOf(
		row.outcome === "confirmed" && !onChain ? ANSWERED : message(`desk.activity.outcome.${row.outcome}`),
	);
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
	rule: "caution",
	lie: "danger",
	replaced: "quiet",
	unanswered: "caution",
	ended: "quiet",
};

export interface ActivityFilter {
	readonly text: string;
	readonly outcome: string;
	readonly chain: string;
	readonly app: string;
	readonly account: string;
	/** Empty if any time is allowed. */
	readonly days: string;
}

export const NO_FILTER: ActivityFilter = {
	text: "",
	outcome: "",
	chain: "",
	app: "",
	account: "",
	days: "",
};

const DAY_MS = 86_400_000;

function hayOf(row: ActivityRow): string {
	const own: readonly string[] =
		row.kind === "approved"
			? [row.state, row.transactionId ?? "", row.fingerprint, row.digest]
			: row.kind === "rejected"
				? [row.reason]
				: row.kind === "rule"
					? [row.rule, textOf(row.text)]
					: row.kind === "lie"
						? [...row.fields, textOf(row.text)]
						: [];
	return [
		headlineText(row.headline),
		textOf(row.session),
		row.sessionId,
		textOf(row.chain),
		row.app ?? "",
		row.signer?.address ?? "",
		row.signer?.label ?? "",
		outcomeText(row),
		...own,
	]
		.join("\n")
		.toLowerCase();
}

export function filterActivity(
	rows: readonly ActivityRow[],
	filter: ActivityFilter,
	now: number,
): readonly ActivityRow[] {
	const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
	const since = filter.days === "" ? null : now - Number(filter.days) * DAY_MS;
	const fits = (wanted: string, own: string) => wanted === "" || wanted === own;
	return rows.filter((row) => {
		if (!fits(filter.outcome, row.outcome) || !fits(filter.chain, textOf(row.chain))) return false;
		if (!fits(filter.app, row.app ?? "") || !fits(filter.account, row.signer?.address ?? "")) return false;
		if (since !== null && row.at < since) return false;
		if (words.length === 0) return true;
		const hay = hayOf(row);
		return words.every((word) => hay.includes(word));
	});
}
