import { message } from "../../core/message.ts";
import type { Review } from "../../core/review/compose.ts";
import type { TrustedScreen } from "../../ipc/windows.ts";
import { entryKeyOf } from "../inbox/entries/entry.ts";
import { consentOf } from "./consent.ts";
import { drawn } from "./drawn-review.ts";
import type { EntryScreenDeps } from "./entry-deps.ts";
import { exceptedOf } from "./excepted.ts";
import { progressScreen } from "./progress-screen.ts";
import { isServiceAway } from "./service-away.ts";
import { WAKE_MS } from "./ticket.ts";

/**
 * One entry in the trusted window: its review, or how its answer fares. Issuing tickets happens here, and nowhere else;
 * a screen without a review voids the last one.
 */

function queueOf(deps: EntryScreenDeps, entryId: string): { readonly at: number; readonly of: number } {
	const waiting = deps.pager.waiting(deps.entries());
	return { at: waiting.findIndex((entry) => entry.id === entryId) + 1, of: waiting.length };
}

/**
 * The ticket for what this review shows: kept where nothing of it is graver than what was shown, else a new one. None
 * while the service is away.
 */
function ticketFor(deps: EntryScreenDeps, entryId: string, review: Review): string | null {
	const consent =
		review.approval.possible && !isServiceAway(deps.account().sessions, entryId) ? consentOf(review) : null;
	if (consent === null) {
		deps.tickets.void();
		return null;
	}
	return deps.tickets.keep({ entryId, consent }).id;
}

/** A request of the user's own that is remembered no more can't be reviewed again: only how it ended can be shown. */
function isForgotten(deps: EntryScreenDeps, entryId: string): boolean {
	const key = entryKeyOf(entryId);
	if (key?.kind === "replacement") return deps.replacements.get(key.id) === null;
	return key?.kind === "revocation" && deps.revocations.get(key.id) === null;
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
		return progressScreen(deps, entry, row);
	}
	const rejection = deps.inbox.rejections.view(entryId, entry.actionable);
	if (rejection !== null) {
		deps.tickets.void();
		const { of } = queueOf(deps, entryId);
		return { screen: "rejection", rejection, waiting: of };
	}
	const review = deps.reviews.get(entryId);
	if (review === null) {
		deps.tickets.void();
		if (deps.reviews.stale(entryId)) void deps.reviews.load(entryId);
		const [busy] = deps.busyNotes();
		return { screen: "loading", headline: busy ?? message("app.reading-request") };
	}
	deps.allowances.met(review);
	return {
		screen: "review",
		review: drawn(deps, entry, review),
		ticket: ticketFor(deps, entryId, review),
		offline: isServiceAway(deps.account().sessions, entryId),
		...exceptionOf(deps, entryId, review),
		wakeMs: WAKE_MS,
		queue: queueOf(deps, entryId),
	};
}
