import { centsOf, type PriceSource, type Rounding } from "../../../core/fiat/price.ts";
import type { Amount } from "../../../core/format/amount.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { type Message, message, type Text } from "../../../core/localized-text.ts";
import { isOwnKind } from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/review.ts";
import type { Summary } from "../../../core/review/summary.ts";
import type { RiskBadge, Severity } from "../../../core/risk/finding.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { AppLevelSetting } from "../../../ipc/settings.ts";
import type { ProgressStep } from "../../../ipc/signing.ts";
import { markOf } from "../../views/review-parts.ts";
import { levelOf } from "../notifications/notification-settings.ts";
import { type Entry, entryKeyOf } from "./entry.ts";
import { outcomeOf } from "./progress-view.ts";

export interface ReviewBrief {
	readonly verdict: Review["match"]["verdict"];
	readonly findings: number;
	/** Most severe finding above `info`. */
	readonly worst: { readonly severity: Exclude<Severity, "info">; readonly text: Text } | null;
	readonly unlimited: boolean;
	readonly stake: {
		readonly chainRef: string;
		/** `native`, or a token's address. */
		readonly asset: string;
		readonly amount: Amount;
		readonly rounding: Rounding;
	} | null;
	readonly asset: { readonly chainRef: string; readonly asset: string } | null;
	readonly signsOnly: boolean;
}

export interface EntryFacts {
	readonly summary: Summary;
	readonly amount: InboxEntryView["amount"];
	readonly brief: ReviewBrief | null;
	readonly steps: readonly ProgressStep[];
	/** Whether some of the request's transactions went through while the others were never signed. */
	readonly isCutShort: boolean;
}

export interface EntryContext {
	readonly mutedSessions: ReadonlySet<string>;
	readonly appLevels: readonly AppLevelSetting[];
	readonly blockedApps: ReadonlySet<string>;
	readonly title: (sessionId: string) => Text;
	readonly chainNameOf: (chainRef: string) => string;
	readonly buildOf: (commitId: string) => string | null;
	readonly snoozed: (entryId: string) => number | null;
	/** `null` if there is no price or the user hides fiat values. */
	readonly price: PriceSource;
}

export function signedRowOf({ row, state }: Pick<Entry, "row" | "state">): JournalRow | null {
	return row !== null && state !== "waiting" && row.state !== "refused" ? row : null;
}

export function entryView(entry: Entry, facts: EntryFacts, context: EntryContext): InboxEntryView {
	const { summary, brief, steps } = facts;
	const signed = signedRowOf(entry);
	const build = buildFor(entry.id, context.buildOf);
	return {
		id: entry.id,
		...(build === null ? {} : { build }),
		sessionId: entry.sessionId,
		session: context.title(entry.sessionId),
		app: summary.app,
		headline: signed?.headline ?? summary.headline,
		amount: facts.amount,
		mark: atStakeMark(brief),
		chain: context.chainNameOf(summary.chainRef),
		expiresAt: entry.expiresAt,
		arrivedAt: entry.firstSeen,
		state: entry.state,
		...badgeOf(entry, facts, context.blockedApps),
		findings: brief?.findings ?? 0,
		unlimited: brief?.unlimited ?? false,
		cents: centsOfBrief(brief, context.price),
		batch: batchOf(entry),
		snoozedUntil: entry.state === "waiting" ? context.snoozed(entry.id) : null,
		steps: steps.map((step) => step.name),
		stepsDone: steps.filter((step) => step.state === "done").length,
		note: entry.note ?? (signed === null ? null : noteOf(signed, facts)),
		muted: context.mutedSessions.has(entry.sessionId) || levelOf(context.appLevels, summary.app) === "muted",
	};
}

function atStakeMark(brief: ReviewBrief | null): InboxEntryView["mark"] {
	if (brief === null) return "none";
	const { asset, signsOnly } = brief;
	if (asset !== null) return markOf(asset.asset, asset.chainRef).mark ?? "unlisted";
	return signsOnly ? "signature" : "call";
}

export function badgeOf(
	entry: Entry,
	{ summary, brief }: Pick<EntryFacts, "summary" | "brief">,
	blockedApps: ReadonlySet<string>,
): RiskBadge {
	return {
		match: matchOf(entry, summary, brief),
		worst: brief?.worst ?? null,
		blocked: entry.state === "waiting" && isBlocked(entry, summary.app, blockedApps),
	};
}

export function buildFor(entryId: string, buildOf: EntryContext["buildOf"]): string | null {
	const key = entryKeyOf(entryId);
	if (key?.kind === "pipeline") return key.digest;
	return key?.kind === "commit" ? buildOf(key.commitId) : null;
}

function matchOf(entry: Entry, summary: Summary, brief: ReviewBrief | null): InboxEntryView["match"] {
	if (summary.match === "unreadable") return "unreadable";
	if (entry.state !== "waiting") return summary.match;
	if (brief === null) return summary.match === "refused" ? "refused" : "checking";
	return brief.verdict;
}

/** Uses only cached prices, because a list must not wait for the network. */
function centsOfBrief(brief: ReviewBrief | null, priceOf: PriceSource): string | null {
	const stake = brief?.stake ?? null;
	if (stake === null || stake.amount.decimals === null || !stake.amount.checked) return null;
	const price = priceOf(stake.chainRef, stake.asset);
	if (price === null) return null;
	return centsOf(stake.amount.raw, stake.amount.decimals, price, stake.rounding).toString();
}

/** A request without an app name counts as blocked, because it could come from a blocked app. */
function isBlocked({ request }: Entry, app: string | null, blocked: ReadonlySet<string>): boolean {
	if (blocked.size === 0 || isOwnKind(request.kind)) return false;
	return app === null || blocked.has(app.trim().toLowerCase());
}

function batchOf({ request }: Entry): InboxEntryView["batch"] {
	const batch = request.kind === "commit" && request.read.kind === "known" ? request.read.view.batch : null;
	return batch === null ? null : { id: batch.batch_id, index: batch.index };
}

function noteOf(row: JournalRow, { isCutShort }: Pick<EntryFacts, "isCutShort">): Message | null {
	if (row.outcome === "answered") return message("inbox.note.answered");
	const outcome = outcomeOf(row);
	if (outcome === "confirmed") return message("inbox.note.confirmed");
	if (outcome === "unanswered") return message("inbox.note.unanswered");
	if (outcome !== "failed") return null;
	return message(isCutShort ? "inbox.note.cut-short" : "inbox.note.failed");
}
