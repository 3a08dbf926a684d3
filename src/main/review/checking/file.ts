import { z } from "zod";
import { frozen } from "../../match/frozen.ts";
import type { Labels } from "../../policy/labels.ts";
import type { ChainAnswer } from "../ask.ts";
import type { Review } from "../review.ts";
import { type ToldFacts, toldFacts, toldFactsOf } from "./facts.ts";
import { reportOf } from "./report.ts";

/** A review as it is saved, to be checked by another program on another machine. It holds no secret. */

export const CHECK_FORMAT = "countersign-check";

export const checkFile = z.strictObject({
	format: z.literal(CHECK_FORMAT),
	version: z.literal(1),
	/** Of the Countersign that wrote it. */
	app: z.string().max(40),
	/** ISO 8601. */
	saved_at: z.string().max(40),
	frozen,
	/** 64 hex digits. */
	fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
	/** What the person's own RPC said of tokens, in the order of signing; the decoding is told with it. */
	facts: z.array(toldFacts).max(200),
	labels: z.record(z.string().max(64), z.string().max(100)),
	accounts: z.array(z.string().max(64)).max(2_000),
	/** What the app told, line by line. */
	report: z.array(z.string()),
	/** What the app found besides, which needs chains and so can't be made again elsewhere. */
	noted: z.array(z.string()),
});
export type CheckFile = z.infer<typeof checkFile>;

/** The names that this review could speak with, and no others of the address book. */
function labelsIn(text: string, labels: Labels): Labels {
	const lower = text.toLowerCase();
	return Object.fromEntries(
		Object.entries(labels).filter(([address]) =>
			address.startsWith("0x") ? lower.includes(address.slice(2)) : text.includes(address),
		),
	);
}

function notedOf({ findings, insights, match }: Review): string[] {
	const chain = match.checks
		.filter(({ status }) => status !== "passed")
		.map(({ field, words }) => `Check ${field}: ${words}`);
	const found = findings.map(({ id, severity, words }) => `Finding ${id} (${severity}): ${words}`);
	const opinions = insights.flatMap(({ comparison }, at) =>
		comparison === null ? [] : [`Own simulation of ${at + 1}: ${comparison.verdict}`],
	);
	return [...chain, ...found, ...opinions];
}

/** null where there is nothing frozen, so nothing that could be signed. */
export function checkFileOf(
	review: Review,
	answers: readonly ChainAnswer[],
	about: { readonly app: string; readonly now: number },
): CheckFile | null {
	const { frozen: approved, fingerprint, person } = review;
	if (approved === null || fingerprint === null) return null;
	const facts: readonly ToldFacts[] = answers.map(toldFactsOf);
	const told = (labels: Labels, accounts: readonly string[]) =>
		reportOf({ frozen: approved, facts, labels, accounts });
	const whole = JSON.stringify([approved, facts, told({}, [])]);
	const labels = labelsIn(whole, person.labels);
	const accounts = Object.keys(
		labelsIn(
			whole,
			Object.fromEntries(
				person.accounts.map((each) => [each.toLowerCase().startsWith("0x") ? each.toLowerCase() : each, ""]),
			),
		),
	);
	return {
		format: CHECK_FORMAT,
		version: 1,
		app: about.app,
		saved_at: new Date(about.now).toISOString(),
		frozen: approved,
		fingerprint,
		facts: [...facts],
		labels,
		accounts,
		report: [...told(labels, accounts)],
		noted: notedOf(review),
	};
}
