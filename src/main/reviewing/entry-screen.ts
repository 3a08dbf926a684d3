import { nativeOf } from "../../core/chain/names.ts";
import { devicePlansOf } from "../../core/device/plans.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { UnreadableRecord } from "../../core/journal/unreadable.ts";
import { message, type Text } from "../../core/message.ts";
import type { Review } from "../../core/review/compose.ts";
import type { GlanceView, ReviewView } from "../../ipc/review.ts";
import type { ProgressView } from "../../ipc/signing.ts";
import type { TrustedScreen } from "../../ipc/windows.ts";
import type { Prices } from "../chains/prices.ts";
import { stepProgressOf } from "../inbox/entries/entries.ts";
import { type Entry, entryIdOf, entryKeyOf } from "../inbox/entries/entry.ts";
import { progressView } from "../inbox/entries/progress-view.ts";
import { titled } from "../inbox/entries/titles.ts";
import type { Pager } from "../inbox/pager.ts";
import { isRejecting, type RejectionDeps } from "../inbox/rejecting/rejection.ts";
import { leftAttemptOf } from "../inbox/rejecting/rejections.ts";
import { rejectionView } from "../inbox/rejecting/views.ts";
import type { Exceptions } from "../rules/exceptions.ts";
import type { Journal } from "../storage/journal-db.ts";
import { doneBy, frozenOfRow } from "../storage/same-nonce.ts";
import { roundedView } from "../views/amounts.ts";
import { deviceSigningView } from "../views/device-view.ts";
import type { BatchMember } from "../views/review-parts.ts";
import { reviewView } from "../views/review-view.ts";
import { pricingFor } from "../views/worth-view.ts";
import type { Ledger } from "../wallet/ledger.ts";
import { awaitedOf, type LedgerEntryDeps } from "../wallet/ledger-entry.ts";
import { hasConversation } from "./asking-change.ts";
import { consentOf } from "./consent.ts";
import { exceptedOf } from "./excepted.ts";
import { leastReplacementCost, replaceable } from "./own/replacement.ts";
import { type Replacements, stuckRow } from "./own/replacing.ts";
import type { Revocations } from "./own/revoking.ts";
import type { Reviews } from "./reviews/reviews-types.ts";
import { type Tickets, WAKE_MS } from "./ticket.ts";

/** What a review is drawn with. */
export type GlanceDeps = Pick<
	EntryScreenDeps,
	| "reviews"
	| "ledger"
	| "prices"
	| "showsWorth"
	| "account"
	| "entry"
	| "chainNameOf"
	| "notesOf"
	| "lacksRpc"
	| "headline"
>;

export interface EntryScreenDeps {
	readonly ports: RejectionDeps["ports"];
	readonly journal: Journal;
	readonly intents: RejectionDeps["intents"];
	readonly ledger: LedgerEntryDeps["ledger"] & Pick<Ledger, "facts" | "view">;
	readonly reviews: Reviews;
	readonly tickets: Tickets;
	readonly exceptions: Exceptions;
	readonly pager: Pick<Pager, "waiting">;
	/** For the eye alone. */
	readonly prices: Prices;
	readonly replacements: Pick<Replacements, "get">;
	readonly revocations: Pick<Revocations, "get">;
	/** What a review speaks of is looked for from then on. */
	readonly allowances: { met(review: Review): void };
	/** What a confirmed request left standing, by the rows that went to the chain. */
	leftAllowances(entryId: string, sent: readonly JournalRow[]): ProgressView["left"];
	/** The user wants to see what amounts are worth. */
	showsWorth(): boolean;
	/** Whoever is signed in. */
	account: RejectionDeps["account"];
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
	entry(id: string): Entry | null;
	/** The user's own name for a network, else the known one. */
	readonly chainNameOf: (chainRef: string) => string;
	readonly notesOf: (chainRef: string) => readonly Text[];
	readonly lacksRpc: (chainRef: string) => string | null;
	/** The page of a chain's transactions, with `{id}`; null where none is known. */
	readonly explorerOf: (chainRef: string) => string | null;
	/** One line of an entry for a list or a notification. */
	headline(entry: Entry): Text;
}

/**
 * One entry in the trusted window: its review, or how its answer fares. Issuing tickets happens here, and nowhere else;
 * a screen without a review voids the last one.
 */

function queueOf(deps: EntryScreenDeps, entryId: string): { readonly at: number; readonly of: number } {
	const waiting = deps.pager.waiting(deps.entries());
	return { at: waiting.findIndex((entry) => entry.id === entryId) + 1, of: waiting.length };
}

/** The batch's other commits, as far as they are known. */
function batchMembers(deps: GlanceDeps, review: Review): ReadonlyMap<string, BatchMember> {
	const { sessions } = deps.account();
	const view = review.subject.kind === "commit" ? review.subject.view : null;
	return new Map(
		(view?.batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const read = sessions.commit(id)?.read;
			const entry = deps.entry(entryIdOf(id));
			return read?.kind === "known" && entry !== null
				? [[id, { state: read.view.state, headline: deps.headline(entry) }] as const]
				: [];
		}),
	);
}

/** The ticket for what this review shows: kept where nothing of it is graver than what was shown, else a new one. */
function ticketFor(deps: EntryScreenDeps, entryId: string, review: Review): string | null {
	const consent = review.approval.possible ? consentOf(review) : null;
	if (consent === null) {
		deps.tickets.void();
		return null;
	}
	return deps.tickets.keep({ entryId, consent }).id;
}

/** What the user can still do about a transaction that no block takes, and what each may cost. */
function replacing(deps: EntryScreenDeps, row: JournalRow): Pick<ProgressView, "canReplace" | "replaceFees"> {
	const stuck = stuckRow(deps, row);
	if (stuck === null) return { canReplace: [], replaceFees: {} };
	const canReplace = replaceable(stuck);
	const earlier = deps.journal.replacementsOf(stuck.id);
	if ([stuck, ...earlier].some(({ frozen }) => frozen instanceof UnreadableRecord))
		return { canReplace, replaceFees: {} };
	const pricing = pricingFor(stuck.chainRef, pricesOf(deps));
	const fees = canReplace.map((purpose) => {
		const raw = leastReplacementCost(stuck, earlier, purpose);
		const amount = { raw, ...nativeOf(stuck.chainRef), checked: true };
		return [purpose, { ...roundedView(amount, "up"), ...pricing.fee(amount) }] as const;
	});
	return { canReplace, replaceFees: Object.fromEntries(fees) };
}

const pricesOf = (deps: EntryScreenDeps) => (deps.showsWorth() ? deps.prices.of : null);

/** Whose page shows a transaction of this chain; null where none is known. */
function explorerOf(deps: EntryScreenDeps, chainRef: string): string | null {
	const template = deps.explorerOf(chainRef);
	return template !== null && URL.canParse(template) ? new URL(template).host : null;
}

/** What is asked of a Ledger for an approved entry, or waits for one. */
function signingOnDevice(deps: EntryScreenDeps, entryId: string): ProgressView["device"] {
	const awaited = awaitedOf(deps, entryId);
	if (awaited === null) return null;
	const { account, row, activity } = awaited;
	const facts = deps.ledger.facts(account.address);
	const plans = devicePlansOf(frozenOfRow(row), facts);
	return deviceSigningView({
		model: account.model,
		stage: activity?.stage ?? "waiting",
		text: activity === null ? row.text : null,
		device: deps.ledger.view(account),
		plan: plans[row.place] ?? null,
		canCancel: activity !== null || row.state === "approved" || row.state === "claimed",
	});
}

/** A request of the user's own that is remembered no more can't be reviewed again: only how it ended can be shown. */
function isForgotten(deps: EntryScreenDeps, entryId: string): boolean {
	const key = entryKeyOf(entryId);
	if (key?.kind === "replacement") return deps.replacements.get(key.id) === null;
	return key?.kind === "revocation" && deps.revocations.get(key.id) === null;
}

function drawn(deps: GlanceDeps, entry: Entry, review: Review): ReviewView {
	const account = review.frozen === null ? null : deps.ledger.account(review.frozen.signer);
	return reviewView(review, {
		entryId: entry.id,
		batch: batchMembers(deps, review),
		chainNameOf: deps.chainNameOf,
		networks: deps,
		canAskChange: review.canReject && hasConversation(deps, entry),
		device: account === null ? null : deps.ledger.view(account),
		...(deps.showsWorth() ? { prices: deps.prices.of } : {}),
	});
}

/** The review of a request that waits, for reading alone: it gives no ticket, and asks for no simulation. */
export async function glanceOf(deps: GlanceDeps, entryId: string): Promise<GlanceView | null> {
	const entry = deps.entry(entryId);
	if (entry === null || entry.state !== "waiting") return null;
	const review = deps.reviews.get(entryId) ?? (await deps.reviews.load(entryId));
	if (review === null) return null;
	const { raw: _raw, logs: _logs, ...glance } = drawn(deps, entry, review);
	return glance;
}

/** Any screen but that of its review voids what is allowed once. */
export function entryScreen(
	deps: EntryScreenDeps,
	entryId: string,
	mode: "review" | "progress",
): TrustedScreen {
	const screen = screenOf(deps, entryId, mode);
	if (screen.screen !== "review") deps.exceptions.attend(null);
	return screen;
}

/** What can be allowed once of the review that is on screen, and how long what was allowed holds. */
function exceptionOf(deps: EntryScreenDeps, entryId: string, review: Review) {
	const { fingerprint } = review;
	deps.exceptions.attend(fingerprint === null ? null : { entryId, fingerprint });
	const excepted = exceptedOf(review, entryId);
	return {
		allowOnce: excepted === null ? null : deps.exceptions.offer(excepted),
		exceptionUntil: deps.exceptions.until(),
	};
}

function screenOf(deps: EntryScreenDeps, entryId: string, mode: "review" | "progress"): TrustedScreen {
	const entry = deps.entry(entryId);
	if (entry === null) return { screen: "empty", waiting: 0 };
	const { row } = entry;
	// A wallet attempt of ours that ended unsigned is not another wallet's: why it ended is what there is to see.
	const isLeft = row?.transport === "browser_send" && row.state === "refused" && entry.state === "done";
	const isOver = row !== null && (row.state === "refused" || row.dead) && !isLeft;
	const open = row === null || (isOver && !isForgotten(deps, entryId));
	if (row !== null && (mode === "progress" || !open)) {
		deps.tickets.void();
		const title = titled(deps.account(), row.sessionId);
		const legs = stepProgressOf(deps.journal, row);
		const sent = legs.length === 0 ? [row] : legs.map((leg) => leg.row);
		return {
			screen: "progress",
			waiting: deps.entries().filter((each) => each.actionable && each.id !== entryId).length,
			progress: progressView(row, deps.journal.steps(row.id), title, {
				legs,
				left: deps.leftAllowances(entryId, sent),
				...replacing(deps, row),
				network: row.chainRef === "" ? null : deps.chainNameOf(row.chainRef),
				explorer: explorerOf(deps, row.chainRef),
				offline: deps.account().sessions.connection().state === "offline",
				prices: pricesOf(deps),
				happened: (each) => doneBy(deps.journal, each) !== null,
				asks: entry.actionable,
				device: signingOnDevice(deps, entryId),
				waits: leftAttemptOf(entry) !== null && !isRejecting(deps, entryId),
			}),
		};
	}
	const rejection = rejectionView(deps, entryId, entry.actionable);
	if (rejection !== null) {
		deps.tickets.void();
		const { of } = queueOf(deps, entryId);
		return { screen: "rejection", rejection, waiting: of };
	}
	const review = deps.reviews.get(entryId);
	if (review === null) {
		deps.tickets.void();
		if (deps.reviews.stale(entryId)) void deps.reviews.load(entryId);
		return { screen: "loading", headline: message("app.reading-request") };
	}
	deps.allowances.met(review);
	return {
		screen: "review",
		review: drawn(deps, entry, review),
		ticket: ticketFor(deps, entryId, review),
		...exceptionOf(deps, entryId, review),
		wakeMs: WAKE_MS,
		queue: queueOf(deps, entryId),
	};
}
