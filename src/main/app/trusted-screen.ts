import { devicePlansOf } from "../../core/device/plans.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { message, type Text } from "../../core/message.ts";
import type { Review } from "../../core/review/compose.ts";
import { countsOnAccounts, countsOnRpc } from "../../core/rules/loosening.ts";
import type { ChainSetting, SettingsView } from "../../ipc/settings.ts";
import type { ProgressView } from "../../ipc/signing.ts";
import type { TrustedScreen, TrustedView } from "../../ipc/windows.ts";
import { type BookDeps, bookView } from "../address-book/book-desk.ts";
import type { Allowances } from "../allowances/allowances.ts";
import { legStepsOf } from "../inbox/entries.ts";
import { type Entry, entryIdOf, entryKeyOf } from "../inbox/entry.ts";
import { progressView } from "../inbox/progress-view.ts";
import { isRejecting, leftAttemptOf, type RejectionDeps } from "../inbox/rejections.ts";
import { titled } from "../inbox/titles.ts";
import type { Ports } from "../ports.ts";
import { consentOf } from "../reviewing/consent.ts";
import { replaceable } from "../reviewing/replacement.ts";
import { type Replacements, stuckRow } from "../reviewing/replacing.ts";
import type { Reviews } from "../reviewing/reviews-types.ts";
import type { Revocations } from "../reviewing/revoking.ts";
import { type Tickets, WAKE_MS } from "../reviewing/ticket.ts";
import { hasPassword, type RulesViewDeps, rulesView } from "../rules/policy-desk.ts";
import { type KeptDeps, keptNow } from "../rules/policy-standing.ts";
import { type IdentityDeps, identityView } from "../sign-in/identity-desk.ts";
import { doneBy, frozenOfRow } from "../storage/same-nonce.ts";
import { deviceSigningView } from "../views/device-view.ts";
import type { BatchMember } from "../views/review-parts.ts";
import { reviewView } from "../views/review-view.ts";
import type { Ledger } from "../wallet/ledger.ts";
import type { LedgerDesk } from "../wallet/ledger-desk.ts";
import { awaitedOf, type LedgerEntryDeps } from "../wallet/ledger-entry.ts";
import type { VaultClient } from "../wallet/signers/vault-types.ts";
import { vaultView } from "../wallet/vault-view.ts";
import type { WindowRoute } from "../window-route.ts";
import type { Scope } from "./scope.ts";

export interface TrustedParts extends BookDeps, IdentityDeps, KeptDeps {
	readonly ports: Pick<Ports, "clock" | "settings">;
	readonly rules: RulesViewDeps["rules"];
	readonly guard: RulesViewDeps["guard"] & KeptDeps["guard"];
	readonly vault: Pick<VaultClient, "status">;
	readonly ledger: LedgerEntryDeps["ledger"] & Pick<Ledger, "facts" | "view">;
	ledgerDesk(): LedgerDesk;
	readonly reviews: Reviews;
	readonly tickets: Tickets;
	readonly replacements: Pick<Replacements, "get">;
	readonly revocations: Pick<Revocations, "get">;
	readonly allowances: Pick<Allowances, "met">;
	readonly intents: RejectionDeps["intents"];
	/** The signed-in environment and identity. */
	account(): Scope;
	/** The chains that have an RPC, development's included. */
	chainSettings(): readonly ChainSetting[];
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
	entry(id: string): Entry | null;
	/** One line of an entry for a list or a notification. */
	headline(entry: Entry): Text;
	/** Where it is. */
	place(): WindowRoute;
}

/** Composes what the trusted window shows. Issuing and voiding tickets happens here, and nowhere else. */

function queueOf(parts: TrustedParts, entryId: string): { readonly at: number; readonly of: number } {
	const waiting = parts.entries().filter((entry) => entry.actionable);
	return { at: waiting.findIndex((entry) => entry.id === entryId) + 1, of: waiting.length };
}

/** The batch's other commits, as far as they are known. */
function batchMembers(parts: TrustedParts, review: Review): ReadonlyMap<string, BatchMember> {
	const { sessions } = parts.account();
	const view = review.subject.kind === "commit" ? review.subject.view : null;
	return new Map(
		(view?.batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const read = sessions.commit(id)?.read;
			const entry = parts.entry(entryIdOf(id));
			return read?.kind === "known" && entry !== null
				? [[id, { state: read.view.state, headline: parts.headline(entry) }] as const]
				: [];
		}),
	);
}

/** The ticket for what this review shows: kept where nothing of it is graver than what was shown, else a new one. */
function ticketFor(parts: TrustedParts, entryId: string, review: Review): string | null {
	const consent = review.approval.possible ? consentOf(review) : null;
	if (consent === null) {
		parts.tickets.void();
		return null;
	}
	return parts.tickets.keep({ entryId, consent }).id;
}

function replaceableNow(parts: TrustedParts, row: JournalRow): ProgressView["canReplace"] {
	const stuck = stuckRow(parts, row);
	return stuck === null ? [] : replaceable(stuck);
}

/** What is asked of a Ledger for an approved entry, or waits for one. */
function signingOnDevice(parts: TrustedParts, entryId: string): ProgressView["device"] {
	const awaited = awaitedOf(parts, entryId);
	if (awaited === null) return null;
	const { account, row, activity } = awaited;
	const facts = parts.ledger.facts(account.address);
	const plans = devicePlansOf(frozenOfRow(row), facts);
	return deviceSigningView({
		model: account.model,
		stage: activity?.stage ?? "waiting",
		words: activity === null ? row.words : null,
		device: parts.ledger.view(account),
		plan: plans[row.place] ?? null,
		canCancel: activity !== null || row.state === "approved" || row.state === "claimed",
	});
}

/** A wish of the user's own that is remembered no more can't be reviewed again: only how it ended can be shown. */
function isForgotten(parts: TrustedParts, entryId: string): boolean {
	const key = entryKeyOf(entryId);
	if (key?.kind === "replacement") return parts.replacements.get(key.id) === null;
	return key?.kind === "revocation" && parts.revocations.get(key.id) === null;
}

function entryScreen(parts: TrustedParts, entryId: string, mode: "review" | "progress"): TrustedScreen {
	const entry = parts.entry(entryId);
	if (entry === null) return { screen: "empty", waiting: 0 };
	const { row } = entry;
	// A wallet attempt of ours that ended unsigned is not another wallet's: why it ended is what there is to see.
	const isLeft = row?.transport === "browser_send" && row.state === "refused" && entry.state === "done";
	const isOver = row !== null && (row.state === "refused" || row.dead) && !isLeft;
	const open = row === null || (isOver && !isForgotten(parts, entryId));
	if (row !== null && (mode === "progress" || !open)) {
		parts.tickets.void();
		const title = titled(parts.account(), row.sessionId);
		return {
			screen: "progress",
			progress: progressView(row, parts.journal.steps(row.id), title, {
				legs: legStepsOf(parts.journal, row),
				canReplace: replaceableNow(parts, row),
				happened: (each) => doneBy(parts.journal, each) !== null,
				asks: entry.actionable,
				device: signingOnDevice(parts, entryId),
				waits: leftAttemptOf(entry) !== null && !isRejecting(parts, entryId),
			}),
		};
	}
	const review = parts.reviews.get(entryId);
	if (review === null) {
		parts.tickets.void();
		if (parts.reviews.stale(entryId)) void parts.reviews.load(entryId);
		return { screen: "loading", headline: message("app.reading-request") };
	}
	parts.allowances.met(review);
	const account = review.frozen === null ? null : parts.ledger.account(review.frozen.signer);
	return {
		screen: "review",
		review: reviewView(review, {
			entryId,
			batch: batchMembers(parts, review),
			device: account === null ? null : parts.ledger.view(account),
		}),
		ticket: ticketFor(parts, entryId, review),
		wakeMs: WAKE_MS,
		queue: queueOf(parts, entryId),
	};
}

export function trustedScreen(parts: TrustedParts): TrustedScreen {
	const place = parts.place();
	if (place.kind !== "entry") parts.tickets.void();
	switch (place.kind) {
		case "empty":
			return { screen: "empty", waiting: parts.entries().filter((entry) => entry.actionable).length };
		case "phrase":
			return { screen: "phrase", words: place.words };
		case "phraseCheck":
			return { screen: "phraseCheck", positions: place.positions, wrong: place.wrong };
		case "unlock": {
			const entry = place.next === null ? null : parts.entry(place.next);
			return { screen: "unlock", next: entry === null ? null : parts.headline(entry) };
		}
		case "ledger":
			return { screen: "ledger", ledger: parts.ledgerDesk().view() };
		case "rules":
			return { screen: "rules", rules: rulesView(parts) };
		case "contacts":
			return { screen: "contacts", book: bookView(parts) };
		case "signIn":
			return { screen: "signIn", identity: identityView(parts) };
		case "build":
			return { screen: "build", build: parts.account().catalog.build(place.buildId) };
		case "topUp":
			return { screen: "topUp", account: parts.account().serviceAccount.view() };
		case "removeApp":
			return { screen: "removeApp", app: parts.account().serviceAccount.app(place.applicationId) };
		case "entry":
			return entryScreen(parts, place.entryId, place.mode);
		default:
			return { screen: place.kind };
	}
}

export function trustedView(parts: TrustedParts, settings: SettingsView): TrustedView {
	const kept = keptNow(parts);
	return {
		screen: trustedScreen(parts),
		takesPassword: { account: countsOnAccounts(kept), rpc: countsOnRpc(kept) && hasPassword(parts) },
		vault: vaultView(parts.vault.status(), parts.ports.settings.get()),
		settings,
		theme: settings.theme,
		now: parts.ports.clock.now(),
	};
}
