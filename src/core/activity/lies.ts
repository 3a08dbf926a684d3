import { type Message, sentences } from "../localized-text.ts";
import type { Check } from "../match/check.ts";
import { matchFrozen } from "../match/match.ts";
import type { Review } from "../review/review.ts";
import type { LieKind } from "./records.ts";

/**
 * Detects promises that the service broke. Unproven claims, later on-chain changes, and the user's own
 * requests don't count as lies.
 */

export interface Lie {
	readonly lie: LieKind;
	/** `reviewed` and `payload` are the values of the first of these fields. */
	readonly fields: readonly string[];
	readonly reviewed: string | null;
	readonly payload: string | null;
	readonly text: Message;
}

const MAX = 2_000;
const MAX_FIELDS = 20;
const MAX_FIELD_LENGTH = 200;
const cut = (text: string | null): string | null =>
	text === null || text.length <= MAX ? text : `${text.slice(0, MAX)}…`;

/** Limits the list, because a record with a longer list would fail its schema when it is read back. */
const named = (fields: readonly string[]): readonly string[] =>
	[...new Set(fields.map((field) => field.slice(0, MAX_FIELD_LENGTH)))].slice(0, MAX_FIELDS);

const contradicts = ({ status, reviewed, payload }: Check): boolean =>
	status === "failed" && reviewed !== null && payload !== null && reviewed !== payload;

/**
 * Fields that may differ without being a lie. The payload doesn't contain the broadcaster (`route`). The
 * request may name the app's network, while typed data contains the network that its contract expects.
 */
const NO_LIE: ReadonlySet<string> = new Set(["route", "domain.chainId"]);

const bareField = (field: string): string => field.replace(/^\[[0-9]+\]\./, "");

export const payloadLies = (frozen: NonNullable<Review["frozen"]>): readonly Check[] =>
	frozen.kind === "commit" || frozen.kind === "action"
		? matchFrozen(frozen).checks.filter((check) => contradicts(check) && !NO_LIE.has(bareField(check.field)))
		: [];

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
			text: first.text,
		},
	];
}

const bare = (lie: LieKind, fields: readonly string[], told: Message): Lie => ({
	lie,
	fields: named(fields),
	reviewed: null,
	payload: null,
	text: told,
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

/**
 * Returns at most one lie per kind. If the payload itself is a lie, wrong effects and deviations from what
 * the user typed aren't reported separately.
 */
export function liesOf(
	review: Pick<Review, "frozen" | "match" | "typedIntent" | "findings">,
): readonly Lie[] {
	const { frozen, match, typedIntent, findings } = review;
	if (frozen === null) return [];
	const payload = match.verdict === "refused" ? ofChecks("payload", payloadLies(frozen)) : [];
	const twice = match.checks.filter(
		({ status, isSecondReview }) => status === "failed" && isSecondReview === true,
	);
	if (payload.length > 0) return [...payload, ...ofChecks("review", twice)];
	return [
		...ofChecks("review", twice),
		...(typedIntent?.outcome === "differs" && typedIntent.certain
			? [bare("typed", [typedIntent.kind], typedIntent.text)]
			: []),
		...ofClaims(findings),
	];
}
