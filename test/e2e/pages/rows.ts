import { fieldText } from "../../../src/core/review/field-text.ts";
import { t, textOf } from "../../../src/text/index.ts";

const STEP_NAMES = [
	"Matched",
	"Claimed",
	"Signed",
	"Recorded",
	"Sent",
	"Submitted",
	"Reported",
	"Answered",
	"Confirmed",
] as const;
export type StepName = (typeof STEP_NAMES)[number];

export interface Step {
	readonly name: StepName;
	/** As displayed: done, in progress, not yet, failed or skipped. */
	readonly state: string;
	/** The displayed note and time. */
	readonly rest: string;
}

export function readSteps(rows: readonly string[]): Step[] {
	return rows.map((row) => {
		const found = new RegExp(
			`^(${STEP_NAMES.join("|")}): (done|under way|not yet|failed|skipped)(.*)$`,
			"s",
		).exec(row);
		const name = STEP_NAMES.find((each) => each === found?.[1]);
		if (found === null || name === undefined) throw new Error(`“${row}” is no step`);
		return { name, state: found[2] ?? "", rest: found[3] ?? "" };
	});
}

export interface Change {
	readonly direction: "in" | "out";
	/** Decimal digits without separators. */
	readonly amount: string;
	/** The unit as displayed. A long one is cut off. */
	readonly unit: string;
}

/** Parses a row of the balance changes, such as "ETH1.2 → 1.15 (before …)− 0.05… ETHexactly 0.0512". */
export function readChange(row: string): Change {
	const found =
		/([+−]) ([\d,]+(?:\.\d+)?)…? (\S.*?)(?:exactly ([\d,.]+)|of [\d,.]+…?|to |from |raw units|≈|< \$|no price|$)/.exec(
			row,
		);
	const [, sign, rounded = "", unit = "", exact] = found ?? [];
	if (found === null) throw new Error(`“${row}” is no change with an amount`);
	const amount = (exact ?? rounded).replaceAll(",", "");
	return { direction: sign === "+" ? "in" : "out", amount, unit };
}

/** One of several transactions or payloads in an answer, such as "1. Sends 0.1 ETH to …confirmed". */
export interface Leg {
	readonly at: number;
	readonly text: string;
	readonly state: string;
}

const LEG_STATES = [
	t("trusted.progress.states.waiting"),
	t("trusted.progress.states.signing"),
	t("trusted.progress.states.signed"),
	t("trusted.progress.states.submitted"),
	t("trusted.progress.states.confirmed"),
	t("trusted.progress.states.failed"),
	t("trusted.progress.states.skipped"),
	t("trusted.progress.states.held"),
	t("trusted.progress.states.unsigned"),
	"signed",
] as const;

/** Returns the name of a checked field as displayed in the proof. */
export const fieldName = (path: string): string => textOf(fieldText(path));

export function readLeg(row: string): Leg {
	const [, at, text = ""] = /^(\d+)\. (.+)$/s.exec(row) ?? [];
	const state = LEG_STATES.find((sentence) => new RegExp(`${sentence}(?: · .*|0x.*|)$`, "s").test(text));
	if (at === undefined || state === undefined) throw new Error(`“${row}” is no leg`);
	return { at: Number(at), text, state };
}
