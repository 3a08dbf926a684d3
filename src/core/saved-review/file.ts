import { z } from "zod";
import type { ChainAnswer } from "../decoded-transaction/question.ts";
import type { Labels } from "../identities/labels.ts";
import { type Message, message } from "../localized-text.ts";
import { messageSchema } from "../localized-text-schema.ts";
import { frozenSchema } from "../match/frozen.ts";
import type { Review } from "../review/review.ts";
import { type SavedFacts, savedFacts, savedFactsOf } from "./facts.ts";
import { claimFacts, claimFactsOf } from "./published.ts";
import { reportOf } from "./report.ts";

/** A saved review that another program can check on another machine. Contains no secrets. */

export const CHECK_FORMAT = "countersign-check";

export const CHECK_VERSION = 1;

const MAX_LINES = 200_000;
const DEEPEST = 128;

const line = z.strictObject({ level: z.number().int().min(0).max(DEEPEST), told: messageSchema }).nullable();

export const checkFile = z.strictObject({
	format: z.literal(CHECK_FORMAT),
	version: z.literal(CHECK_VERSION),
	app: z.string().max(40),
	/** ISO 8601. */
	saved_at: z.string().max(40),
	frozen: frozenSchema,
	fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
	facts: z.array(savedFacts).max(200),
	published: z.array(claimFacts.nullable()).max(200),
	labels: z.record(z.string().max(64), z.string().max(100)),
	accounts: z.array(z.string().max(64)).max(2_000),
	report: z.array(line).max(MAX_LINES),
	/** Other findings, which require a chain and can't be reproduced on another machine. */
	noted: z.array(messageSchema).max(MAX_LINES),
});
export type CheckFile = z.infer<typeof checkFile>;

/** Returns only the labels that this review can use, not the whole address book. */
function labelsIn(text: string, labels: Labels): Labels {
	const lower = text.toLowerCase();
	return Object.fromEntries(
		Object.entries(labels).filter(([address]) =>
			address.startsWith("0x") ? lower.includes(address.slice(2)) : text.includes(address),
		),
	);
}

function notedOf({ findings, analyses, match }: Review): Message[] {
	const unpassed = match.checks
		.filter(({ status }) => status !== "passed")
		.map(({ field, text }) => message("saved-review.check", { field, words: text }));
	const found = findings.map(({ id, severity, text }) =>
		message("saved-review.finding", { id, severity, words: text }),
	);
	const opinions = analyses.flatMap(({ comparison }, at) =>
		comparison === null
			? []
			: [message("saved-review.simulation", { place: String(at + 1), verdict: comparison.verdict })],
	);
	return [...unpassed, ...found, ...opinions];
}

export function checkFileOf(
	review: Review,
	answers: readonly ChainAnswer[],
	about: { readonly app: string; readonly now: number },
): CheckFile | null {
	const { frozen, fingerprint, user } = review;
	if (frozen === null || fingerprint === null) return null;
	const facts: readonly SavedFacts[] = answers.map(savedFactsOf);
	const published = review.analyses.map(({ opinion }) => claimFactsOf(opinion.addressFacts));
	const index =
		review.analyses
			.map(({ opinion }) => opinion.addressFacts?.published?.index)
			.find((each) => each !== undefined) ?? null;
	const reported = (labels: Labels, accounts: readonly string[]) =>
		reportOf({ frozen, facts, published, labels, accounts }, index);
	const whole = JSON.stringify([frozen, facts, reported({}, [])]);
	const labels = labelsIn(whole, user.labels);
	const accounts = Object.keys(
		labelsIn(
			whole,
			Object.fromEntries(
				user.accounts.map((each) => [each.toLowerCase().startsWith("0x") ? each.toLowerCase() : each, ""]),
			),
		),
	);
	return {
		format: CHECK_FORMAT,
		version: CHECK_VERSION,
		app: about.app,
		saved_at: new Date(about.now).toISOString(),
		frozen,
		fingerprint,
		facts: [...facts],
		published,
		labels,
		accounts,
		report: [...reported(labels, accounts)],
		noted: notedOf(review),
	};
}
