import type { Text } from "../core/localized-text.ts";
import { t, textOf } from "../text/index.ts";
import { CHECK_IDS, CHECKS, type CheckId } from "./checks.ts";

/** `extra`: the response has more fields than the API defines. The app accepts them. */
type Verdict = "conforms" | "deviates" | "extra" | "not offered" | "not checked";

export interface CheckFinding {
	readonly id: CheckId;
	readonly part: string;
	readonly asked: string;
	readonly verdict: Verdict;
	readonly detail: string;
}

/** If a check has several results, the one with the highest weight counts. */
const WEIGHT: Readonly<Record<Verdict, number>> = {
	"not checked": 0,
	"not offered": 1,
	conforms: 2,
	extra: 3,
	deviates: 4,
};

const DETAILS = 3;
const MAX_LENGTH = 220;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

export class Report {
	readonly #secrets: readonly string[];
	readonly #noted = new Map<CheckId, { verdict: Verdict; details: string[]; more: number }>();

	constructor(secrets: readonly string[]) {
		this.#secrets = secrets.filter((secret) => secret !== "");
	}

	#safe(detail: Text): string {
		const bare = this.#secrets.reduce((line, secret) => line.replaceAll(secret, "[token]"), textOf(detail));
		const line = bare.replace(INVISIBLE, "?");
		return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
	}

	record(id: CheckId, verdict: Verdict, detail: Text = ""): void {
		const before = this.#noted.get(id);
		const line = detail === "" ? null : this.#safe(detail);
		if (before === undefined || WEIGHT[verdict] > WEIGHT[before.verdict])
			this.#noted.set(id, { verdict, details: line === null ? [] : [line], more: 0 });
		else if (before.verdict === verdict && line !== null && !before.details.includes(line)) {
			if (before.details.length < DETAILS) before.details.push(line);
			else before.more += 1;
		}
	}

	conforms(id: CheckId, detail?: Text): void {
		this.record(id, "conforms", detail);
	}

	deviates(id: CheckId, detail: Text): void {
		this.record(id, "deviates", detail);
	}

	has(id: CheckId): boolean {
		return this.#noted.has(id);
	}

	findings(): readonly CheckFinding[] {
		return CHECK_IDS.map((id) => {
			const { verdict, details, more } = this.#noted.get(id) ?? {
				verdict: "not checked" as const,
				details: [],
				more: 0,
			};
			const { part, asked } = CHECKS[id];
			const text = details.join("; ");
			return {
				id,
				part: textOf(part),
				asked: textOf(asked),
				verdict,
				detail: more === 0 ? text : t("conformance.more", { details: text, count: String(more) }),
			};
		});
	}
}

export function exitCode(findings: readonly CheckFinding[]): 0 | 1 {
	return findings.some(({ verdict }) => verdict === "deviates") ? 1 : 0;
}

export function summary(findings: readonly CheckFinding[]): string {
	const count = (verdict: Verdict) => findings.filter((each) => each.verdict === verdict).length;
	const verdicts: readonly Verdict[] = ["conforms", "deviates", "extra", "not offered", "not checked"];
	return verdicts.map((verdict) => `${count(verdict)} ${verdict}`).join(", ");
}

export function table(findings: readonly CheckFinding[]): string {
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
