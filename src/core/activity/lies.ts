import type { Check } from "../match/check.ts";
import { matchFrozen } from "../match/match.ts";
import { type Message, sentences } from "../message.ts";
import type { Review } from "../review/review.ts";
import type { LieKind } from "./records.ts";

/**
 * Which promises of the service a review shows broken. What merely can't be proven is no lie, nor is what a chain has
 * moved on from, or what the user asked for here.
 */

export interface Lie {
	readonly lie: LieKind;
	/** All that differs of this kind; `reviewed` and `payload` are of the first. */
	readonly fields: readonly string[];
	readonly reviewed: string | null;
	readonly payload: string | null;
	readonly told: Message;
}

/** Values beyond this are cut: the proof holds all of them. */
const MAX = 2_000;
/** More of them are in the proof alone. */
const MAX_FIELDS = 20;
const MAX_FIELD_LENGTH = 200;
const cut = (text: string | null): string | null =>
	text === null || text.length <= MAX ? text : `${text.slice(0, MAX)}…`;

/** However much differs: a record that is larger than this could not be read again. */
const named = (fields: readonly string[]): readonly string[] =>
	[...new Set(fields.map((field) => field.slice(0, MAX_FIELD_LENGTH)))].slice(0, MAX_FIELDS);

/** Two values that are there and differ. A payload that only can't be read claims nothing. */
const contradicts = ({ status, reviewed, payload }: Check): boolean =>
	status === "failed" && reviewed !== null && payload !== null && reviewed !== payload;

/**
 * Who is to send it is no part of the payload; and which chain typed data counts on, no service decides: a request may
 * name the network that its app is used on, and the typed data what its reader expects.
 */
const NO_LIE: ReadonlySet<string> = new Set(["route", "domain.chainId"]);

/** Without the place of one of several: "[2].domain.chainId". */
const bareField = (field: string): string => field.replace(/^\[[0-9]+\]\./, "");

/** Returns the lies that the match alone shows: it needs no chain, and another program can repeat it. */
export const payloadLies = (frozen: NonNullable<Review["frozen"]>): readonly Check[] =>
	frozen.kind === "commit" || frozen.kind === "action"
		? matchFrozen(frozen).checks.filter((check) => contradicts(check) && !NO_LIE.has(bareField(check.field)))
		: [];

/** The finding that compares what the service declares with what it does. */
const CLAIM = "declared-differs";

function ofChecks(lie: LieKind, checks: readonly Check[]): Lie[] {
	const [first] = checks;
	if (first === undefined) return [];
	return [
		{
			lie,
			fields: named(checks.map(({ field }) => field)),
			reviewed: cut(first.reviewed),
			payload: cut(first.payload),
			told: first.text,
		},
	];
}

const bare = (lie: LieKind, fields: readonly string[], told: Message): Lie => ({
	lie,
	fields: named(fields),
	reviewed: null,
	payload: null,
	told,
});

function ofClaims(findings: Review["findings"]): Lie[] {
	const claims = findings.filter(
		({ id, severity }) => id === CLAIM && (severity === "danger" || severity === "block"),
	);
	if (claims.length === 0) return [];
	return [
		bare(
			"effect",
			claims.map(({ id }) => id),
			sentences(...claims.slice(0, MAX_FIELDS).map(({ text }) => text)),
		),
	];
}

/** One of each kind at most; what a false payload does besides is part of that lie. */
export function liesOf(review: Pick<Review, "frozen" | "match" | "asked" | "findings">): readonly Lie[] {
	const { frozen, match, asked, findings } = review;
	if (frozen === null) return [];
	const payload = match.verdict === "refused" ? ofChecks("payload", payloadLies(frozen)) : [];
	const twice = match.checks.filter(
		({ status, isSecondReview }) => status === "failed" && isSecondReview === true,
	);
	if (payload.length > 0) return [...payload, ...ofChecks("review", twice)];
	return [
		...ofChecks("review", twice),
		...(asked?.outcome === "differs" && asked.certain ? [bare("typed", [asked.kind], asked.text)] : []),
		...ofClaims(findings),
	];
}
