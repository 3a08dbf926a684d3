import { CHECK_IDS, CHECKS, type CheckId } from "./checks.ts";

/** What was found, and how it is shown. No token and nothing invisible leaves through here. */

/** `extra`: more than the interface names, which a reader that is open to it can live with. */
export type Verdict = "conforms" | "deviates" | "extra" | "not offered" | "not checked";

export interface Finding {
	readonly id: CheckId;
	readonly part: string;
	readonly asked: string;
	readonly verdict: Verdict;
	readonly detail: string;
}

/** The worse word stands where a check was made on several things. */
const WEIGHT: Readonly<Record<Verdict, number>> = {
	"not checked": 0,
	"not offered": 1,
	conforms: 2,
	extra: 3,
	deviates: 4,
};

const DETAILS = 3;
const LONGEST = 220;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

export interface Report {
	note(id: CheckId, verdict: Verdict, detail?: string): void;
	conforms(id: CheckId, detail?: string): void;
	deviates(id: CheckId, detail: string): void;
	/** True where it was noted, in whatever word. */
	has(id: CheckId): boolean;
	findings(): readonly Finding[];
}

/** @param secrets never shown, whoever repeats them */
export function createReport(secrets: readonly string[]): Report {
	const noted = new Map<CheckId, { verdict: Verdict; details: string[]; more: number }>();

	function safe(text: string): string {
		const bare = secrets
			.filter((secret) => secret !== "")
			.reduce((line, secret) => line.replaceAll(secret, "[token]"), text);
		const line = bare.replace(INVISIBLE, "?");
		return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
	}

	const report: Report = {
		note(id, verdict, detail = "") {
			const before = noted.get(id);
			if (before === undefined || WEIGHT[verdict] > WEIGHT[before.verdict])
				noted.set(id, { verdict, details: detail === "" ? [] : [safe(detail)], more: 0 });
			else if (before.verdict === verdict && detail !== "" && !before.details.includes(safe(detail))) {
				if (before.details.length < DETAILS) before.details.push(safe(detail));
				else before.more += 1;
			}
		},
		conforms: (id, detail) => report.note(id, "conforms", detail),
		deviates: (id, detail) => report.note(id, "deviates", detail),
		has: (id) => noted.has(id),
		findings: () =>
			CHECK_IDS.map((id) => {
				const { verdict, details, more } = noted.get(id) ?? {
					verdict: "not checked" as const,
					details: [],
					more: 0,
				};
				const rest = more === 0 ? "" : `; and ${more} more`;
				return { id, ...CHECKS[id], verdict, detail: `${details.join("; ")}${rest}` };
			}),
	};
	return report;
}

/** 0: nothing deviates. 1: something does. */
export function exitCode(findings: readonly Finding[]): 0 | 1 {
	return findings.some(({ verdict }) => verdict === "deviates") ? 1 : 0;
}

export function summary(findings: readonly Finding[]): string {
	const count = (verdict: Verdict) => findings.filter((each) => each.verdict === verdict).length;
	const words: readonly Verdict[] = ["conforms", "deviates", "extra", "not offered", "not checked"];
	return words.map((verdict) => `${count(verdict)} ${verdict}`).join(", ");
}

/** One line a check: its word, id, part, what was asked, and what there is to say. */
export function table(findings: readonly Finding[]): string {
	const rows = findings.map(({ verdict, id, part, asked, detail }) => [
		verdict.toUpperCase(),
		id,
		part,
		detail === "" ? asked : `${asked}: ${detail}`,
	]);
	const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd(),
		)
		.join("\n");
}
