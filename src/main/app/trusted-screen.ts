import { devicePlansOf } from "../../core/device/plans.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { message } from "../../core/message.ts";
import type { Review } from "../../core/review/compose.ts";
import { countsOnAccounts, countsOnRpc } from "../../core/rules/loosening.ts";
import type { SettingsView } from "../../ipc/settings.ts";
import type { ProgressView } from "../../ipc/signing.ts";
import type { TrustedScreen, TrustedView } from "../../ipc/windows.ts";
import { bookView } from "../address-book/book-desk.ts";
import { legStepsOf } from "../inbox/entries.ts";
import { entryIdOf, entryKeyOf } from "../inbox/entry.ts";
import { progressView } from "../inbox/progress-view.ts";
import { isRejecting, leftAttemptOf } from "../inbox/rejections.ts";
import { titled } from "../inbox/titles.ts";
import { consentOf } from "../reviewing/consent.ts";
import { replaceable } from "../reviewing/replacement.ts";
import { stuckRow } from "../reviewing/replacing.ts";
import { WAKE_MS } from "../reviewing/ticket.ts";
import { hasPassword, rulesView } from "../rules/policy-desk.ts";
import { keptNow } from "../rules/policy-standing.ts";
import { identityView } from "../sign-in/identity-desk.ts";
import { doneBy, frozenOfRow } from "../storage/same-nonce.ts";
import { deviceSigningView } from "../views/device-view.ts";
import type { BatchMember } from "../views/review-parts.ts";
import { reviewView } from "../views/review-view.ts";
import { awaitedOf } from "../wallet/ledger-entry.ts";
import { vaultView } from "../wallet/vault-view.ts";
import type { App } from "./parts.ts";

/** Composes what the trusted window shows. Issuing and voiding tickets happens here, and nowhere else. */

function queueOf(app: App, entryId: string): { readonly at: number; readonly of: number } {
	const waiting = app.entries().filter((entry) => entry.actionable);
	return { at: waiting.findIndex((entry) => entry.id === entryId) + 1, of: waiting.length };
}

/** The batch's other commits, as far as they are known. */
function batchMembers(app: App, review: Review): ReadonlyMap<string, BatchMember> {
	const { sessions } = app.account();
	const view = review.subject.kind === "commit" ? review.subject.view : null;
	return new Map(
		(view?.batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const read = sessions.commit(id)?.read;
			const entry = app.entry(entryIdOf(id));
			return read?.kind === "known" && entry !== null
				? [[id, { state: read.view.state, headline: app.headline(entry) }] as const]
				: [];
		}),
	);
}

/** The ticket for what this review shows: kept where nothing of it is graver than what was shown, else a new one. */
function ticketFor(app: App, entryId: string, review: Review): string | null {
	const consent = review.approval.possible ? consentOf(review) : null;
	if (consent === null) {
		app.tickets.void();
		return null;
	}
	return app.tickets.keep({ entryId, consent }).id;
}

function replaceableNow(app: App, row: JournalRow): ProgressView["canReplace"] {
	const stuck = stuckRow(app, row);
	return stuck === null ? [] : replaceable(stuck);
}

/** What is asked of a Ledger for an approved entry, or waits for one. */
function signingOnDevice(app: App, entryId: string): ProgressView["device"] {
	const awaited = awaitedOf(app, entryId);
	if (awaited === null) return null;
	const { account, row, activity } = awaited;
	const facts = app.ledger.facts(account.address);
	const plans = devicePlansOf(frozenOfRow(row), facts);
	return deviceSigningView({
		model: account.model,
		stage: activity?.stage ?? "waiting",
		words: activity === null ? row.words : null,
		device: app.ledger.view(account),
		plan: plans[row.place] ?? null,
		canCancel: activity !== null || row.state === "approved" || row.state === "claimed",
	});
}

/** A wish of the user's own that is remembered no more can't be reviewed again: only how it ended can be shown. */
function isForgotten(app: App, entryId: string): boolean {
	const key = entryKeyOf(entryId);
	if (key?.kind === "replacement") return app.replacements.get(key.id) === null;
	return key?.kind === "revocation" && app.revocations.get(key.id) === null;
}

function entryScreen(app: App, entryId: string, mode: "review" | "progress"): TrustedScreen {
	const entry = app.entry(entryId);
	if (entry === null) return { screen: "empty", waiting: 0 };
	const { row } = entry;
	// A wallet attempt of ours that ended unsigned is not another wallet's: why it ended is what there is to see.
	const isLeft = row?.transport === "browser_send" && row.state === "refused" && entry.state === "done";
	const isOver = row !== null && (row.state === "refused" || row.dead) && !isLeft;
	const open = row === null || (isOver && !isForgotten(app, entryId));
	if (row !== null && (mode === "progress" || !open)) {
		app.tickets.void();
		const title = titled(app.account(), row.sessionId);
		return {
			screen: "progress",
			progress: progressView(row, app.journal.steps(row.id), title, {
				legs: legStepsOf(app.journal, row),
				canReplace: replaceableNow(app, row),
				happened: (each) => doneBy(app.journal, each) !== null,
				asks: entry.actionable,
				device: signingOnDevice(app, entryId),
				waits: leftAttemptOf(entry) !== null && !isRejecting(app, entryId),
			}),
		};
	}
	const review = app.reviews.get(entryId);
	if (review === null) {
		app.tickets.void();
		if (app.reviews.stale(entryId)) void app.reviews.load(entryId);
		return { screen: "loading", headline: message("app.reading-request") };
	}
	app.allowances.met(review);
	const account = review.frozen === null ? null : app.ledger.account(review.frozen.signer);
	return {
		screen: "review",
		review: reviewView(review, {
			entryId,
			batch: batchMembers(app, review),
			device: account === null ? null : app.ledger.view(account),
		}),
		ticket: ticketFor(app, entryId, review),
		wakeMs: WAKE_MS,
		queue: queueOf(app, entryId),
	};
}

export function trustedScreen(app: App): TrustedScreen {
	const place = app.place();
	if (place.kind !== "entry") app.tickets.void();
	switch (place.kind) {
		case "empty":
			return { screen: "empty", waiting: app.entries().filter((entry) => entry.actionable).length };
		case "phrase":
			return { screen: "phrase", words: place.words };
		case "phraseCheck":
			return { screen: "phraseCheck", positions: place.positions, wrong: place.wrong };
		case "unlock": {
			const entry = place.next === null ? null : app.entry(place.next);
			return { screen: "unlock", next: entry === null ? null : app.headline(entry) };
		}
		case "ledger":
			return { screen: "ledger", ledger: app.ledgerDesk().view() };
		case "rules":
			return { screen: "rules", rules: rulesView(app) };
		case "contacts":
			return { screen: "contacts", book: bookView(app) };
		case "signIn":
			return { screen: "signIn", identity: identityView(app) };
		case "build":
			return { screen: "build", build: app.account().catalog.build(place.buildId) };
		case "topUp":
			return { screen: "topUp", account: app.account().serviceAccount.view() };
		case "removeApp":
			return { screen: "removeApp", app: app.account().serviceAccount.app(place.applicationId) };
		case "entry":
			return entryScreen(app, place.entryId, place.mode);
		default:
			return { screen: place.kind };
	}
}

export function trustedView(app: App, settings: SettingsView): TrustedView {
	const kept = keptNow(app);
	return {
		screen: trustedScreen(app),
		takesPassword: { account: countsOnAccounts(kept), rpc: countsOnRpc(kept) && hasPassword(app) },
		vault: vaultView(app.vault.status(), app.ports.settings.get()),
		settings,
		theme: settings.theme,
		now: app.ports.clock.now(),
	};
}
