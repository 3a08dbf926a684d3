import { type Reported, type ReportLine, reportOf } from "../core/checking/report.ts";
import type { DescriptorIndex } from "../core/claims/descriptors/describe.ts";
import { plain } from "../core/format/plain.ts";
import type { Text } from "../core/message.ts";
import type { DescribedClaim } from "../core/messages/claim-rows.ts";
import type { Insight } from "../core/review/insight.ts";
import { textOf, withPatterns } from "../text/index.ts";
import texts from "./first-form-texts.json" with { type: "json" };

/** A report as the first form of a saved review held it: sentences of then, cut where they were cut then. */

const MAX_HEADLINE_LENGTH = 600;
const MAX_CLAIM_LENGTH = 400;

export const lineText = (line: ReportLine): string =>
	line === null ? "" : `${"  ".repeat(line.level)}${textOf(line.told)}`;

const cut = (text: Text, longest: number): string => plain(textOf(text), longest);

const claimAsThen = (claim: DescribedClaim): DescribedClaim => ({
	...claim,
	rows: claim.rows.map((row) => ({
		...row,
		label: textOf(row.label),
		// A text of others was cut already, before its characters were named.
		value:
			row.kind === "said" && typeof row.value !== "string"
				? cut(row.value, MAX_CLAIM_LENGTH)
				: textOf(row.value),
	})),
});

function insightAsThen(insight: Insight): Insight {
	const { content, headline, rows, claims } = insight;
	const isSent = content.kind === "evm_transaction" || content.kind === "svm_transaction";
	return {
		...insight,
		headline: isSent ? { ...headline, text: cut(headline.text, MAX_HEADLINE_LENGTH) } : headline,
		rows: rows.map((row) => ({ ...row, value: textOf(row.value) })),
		claims: claims.map(claimAsThen),
	};
}

/**
 * Throws what `reportOf` throws. The texts are what the first form was written with: they are never changed, and a code
 * that is renamed in the catalogue is renamed among them.
 */
export const firstFormLines = (reported: Reported, index: DescriptorIndex): readonly string[] =>
	withPatterns(texts, () => reportOf(reported, index, insightAsThen).map(lineText));
