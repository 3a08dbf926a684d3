import { nativeOf } from "../../core/chain/names.ts";
import { devicePlansOf } from "../../core/device/plans.ts";
import type { PriceSource } from "../../core/fiat/price.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { UnreadableRecord } from "../../core/journal/unreadable.ts";
import { message } from "../../core/localized-text.ts";
import { commitViewOf } from "../../core/review/approval-request.ts";
import { PROPOSED_CHANGES } from "../../core/review/change-requests.ts";
import type { Review } from "../../core/review/review.ts";
import type { ReviewView } from "../../ipc/review.ts";
import type { ProgressView } from "../../ipc/signing.ts";
import type { EntryScreen } from "../../ipc/windows.ts";
import { textOf } from "../../text/index.ts";
import type { Prices } from "../chains/prices.ts";
import type { TurnOrigin } from "../conversations/session-types.ts";
import type { BuildCommits } from "../inbox/entries/build-commits.ts";
import { stepProgressOf } from "../inbox/entries/entries.ts";
import { type Entry, entryIdOf, entryKeyOf, isServiceAway } from "../inbox/entries/entry.ts";
import { progressView } from "../inbox/entries/progress-view.ts";
import { PIPELINE_SESSION, titled } from "../inbox/entries/titles.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { RejectingAccount } from "../inbox/rejecting/delivery.ts";
import { leftAttemptOf } from "../inbox/rejecting/rejection.ts";
import type { Networks } from "../networks/networks.ts";
import type { Rules } from "../rules/rules.ts";
import type { AgentStore } from "../storage/agent-store.ts";
import type { Journal } from "../storage/journal-db.ts";
import { doneBy, frozenOfRow } from "../storage/same-nonce.ts";
import { feeAmountView } from "../views/amounts.ts";
import { deviceSigningView } from "../views/device-view.ts";
import { pricingFor } from "../views/fiat-view.ts";
import type { BatchMember } from "../views/review-parts.ts";
import { reviewView } from "../views/review-view.ts";
import type { Ledger } from "../wallet/ledger.ts";
import { awaitedOf } from "../wallet/ledger-requests.ts";
import { consentOf, exceptedOf } from "./consent.ts";
import { editView, withChosenFee } from "./edit-view.ts";
import type { Editing } from "./editing.ts";
import { leastReplacementCost, replaceable } from "./own/replacement.ts";
import { stuckRow } from "./own/replacements.ts";
import type { RequestServices } from "./request-services.ts";
import type { Reviews } from "./reviews/reviews.ts";
import type { Tickets } from "./tickets.ts";

/**
 * Returns whether the user can ask for a change, which is sent as a message in the session. The message
 * neither signs nor answers the request.
 */

export function hasConversation(
	{
		sessions,
		buildCommits,
	}: {
		readonly sessions: { list(): readonly { readonly id: string }[] };
		readonly buildCommits: Pick<BuildCommits, "isThread">;
	},
	{ request, sessionId }: Pick<Entry, "request" | "sessionId">,
): boolean {
	if (request.kind !== "commit" && request.kind !== "action") return false;
	if (sessionId === PIPELINE_SESSION || buildCommits.isThread(sessionId)) return false;
	return sessions.list().some(({ id }) => id === sessionId);
}

/**
 * Returns `app` for a proposed text that is sent unchanged, because the user didn't write it. Later requests
 * aren't compared with it.
 */
export function originOf(text: string): TurnOrigin {
	const proposed = Object.values(PROPOSED_CHANGES).some(
		({ text: own }) => own !== null && textOf(own).trim() === text.trim(),
	);
	return proposed ? "app" : "composer";
}

/** Only this class issues tickets. Showing anything other than a review invalidates the last ticket. */
export class EntryScreens {
	readonly #app;
	readonly #reviews: Reviews;
	readonly #tickets: Tickets;
	readonly #editing: Pick<Editing, "feeOf" | "isChanging">;

	constructor(
		app: {
			readonly stores: { readonly journal: Journal; readonly agents: Pick<AgentStore, "get"> };
			readonly networks: Networks;
			readonly wallet: { readonly ledger: Ledger };
			readonly fiat: { readonly prices: Prices; showsFiat(): boolean };
			readonly rules: Pick<Rules, "allowOnce" | "dayLimitOffer" | "labels">;
			readonly requests: Pick<
				RequestServices,
				"replacements" | "revocations" | "revocationQueue" | "transfers"
			>;
			readonly inbox: Pick<Inbox, "entry" | "entries" | "headline" | "pager" | "rejections">;
			readonly powers: {
				/** Allowances in a displayed review are tracked from then on. */
				recordAllowances(review: Review): void;
				leftRows(entryId: string, sent: readonly JournalRow[]): ProgressView["left"];
			};
			readonly signedIn: { current(): RejectingAccount };
		},
		reviews: Reviews,
		tickets: Tickets,
		editing: Pick<Editing, "feeOf" | "isChanging">,
	) {
		this.#app = app;
		this.#reviews = reviews;
		this.#tickets = tickets;
		this.#editing = editing;
	}

	/** Showing anything other than a review also invalidates one-time exceptions. */
	screen(entryId: string, mode: "review" | "progress"): EntryScreen {
		const screen = this.#screenOf(entryId, mode);
		if (screen.screen !== "review") this.#app.rules.allowOnce.attend(null);
		return screen;
	}

	reviewView(entry: Entry, review: Review): ReviewView {
		const { fiat, networks, signedIn, stores, wallet } = this.#app;
		const account = review.frozen === null ? null : wallet.ledger.account(review.frozen.signer);
		return reviewView(review, {
			entryId: entry.id,
			batch: this.#batchMembers(review),
			chainNameOf: (chainRef) => networks.chainNameOf(chainRef),
			networks,
			agentOf: (agentId) => stores.agents.get(agentId),
			canAskChange:
				review.canReject && (entry.request.kind === "proposal" || hasConversation(signedIn.current(), entry)),
			device: account === null ? null : wallet.ledger.view(account),
			dayLimit: this.#app.rules.dayLimitOffer(review),
			...(fiat.showsFiat() ? { prices: fiat.prices.of } : {}),
		});
	}

	#screenOf(entryId: string, mode: "review" | "progress"): EntryScreen {
		const { powers, inbox, networks, signedIn } = this.#app;
		const entry = inbox.entry(entryId);
		if (entry === null) return { screen: "empty", waiting: 0 };
		const { row } = entry;
		// An attempt by this wallet that ended unsigned must not look like another wallet's attempt.
		const isLeft = row?.transport === "browser_send" && row.state === "refused" && entry.state === "done";
		const isOver = row !== null && (row.state === "refused" || row.dead) && !isLeft;
		const open = row === null || (isOver && !this.#isForgotten(entryId));
		if (row !== null && (mode === "progress" || !open)) {
			this.#tickets.void();
			return this.#progressScreen(entry, row);
		}
		const rejection = inbox.rejections.view(entryId, entry.actionable);
		if (rejection !== null) {
			this.#tickets.void();
			return { screen: "rejection", rejection, waiting: this.#queueOf(entryId).of };
		}
		const isChanging = this.#editing.isChanging(entryId);
		// The last content stays on the screen while the user's change is applied.
		const review =
			this.#reviews.composeCurrent(entryId) ?? (isChanging ? this.#reviews.decoded(entryId) : null);
		if (review === null) {
			this.#tickets.void();
			if (this.#reviews.isStale(entryId)) void this.#reviews.load(entryId);
			const [busy] = networks.busyNotes();
			return { screen: "loading", headline: busy ?? message("app.reading-request") };
		}
		powers.recordAllowances(review);
		return {
			screen: "review",
			review: this.#editableView(entry, review),
			ticket: this.#ticketFor(entryId, review),
			offline: isServiceAway(signedIn.current().sessions, entryId),
			...this.#exceptionOf(entryId, review),
			queue: this.#queueOf(entryId),
		};
	}

	#editableView(entry: Entry, review: Review): ReviewView {
		const view = this.reviewView(entry, review);
		const isOpen = entry.row === null || entry.row.state === "refused" || entry.row.dead;
		if (!isOpen || review.approval.isEnded === true) return view;
		const edit = editView(review, this.#editing.feeOf(review.request), this.#shownPrices());
		return withChosenFee(view, edit);
	}

	#batchMembers(review: Review): ReadonlyMap<string, BatchMember> {
		const { inbox, signedIn } = this.#app;
		const { sessions } = signedIn.current();
		const view = commitViewOf(review.request);
		return new Map(
			(view?.batch?.ordered_commit_ids ?? []).flatMap((id) => {
				const read = sessions.commit(id)?.read;
				const entry = inbox.entry(entryIdOf(id));
				return read?.kind === "known" && entry !== null
					? [[id, { state: read.view.state, headline: inbox.headline(entry) }] as const]
					: [];
			}),
		);
	}

	#queueOf(entryId: string): { readonly at: number; readonly of: number } {
		const { inbox, requests } = this.#app;
		const queued = requests.revocationQueue.positionOf(entryId);
		if (queued !== null) return queued;
		const waiting = inbox.pager.waiting(inbox.entries());
		return { at: waiting.findIndex((entry) => entry.id === entryId) + 1, of: waiting.length };
	}

	/**
	 * Reuses the current ticket if the review is no worse. Returns `null` if the request can't be approved or
	 * the service is unreachable.
	 */
	#ticketFor(entryId: string, review: Review): string | null {
		if (this.#editing.isChanging(entryId)) {
			this.#tickets.void();
			return null;
		}
		const isAway = () => isServiceAway(this.#app.signedIn.current().sessions, entryId);
		const consent = review.approval.possible && !isAway() ? consentOf(review) : null;
		if (consent !== null) return this.#tickets.keep({ entryId, consent }).id;
		this.#tickets.void();
		return null;
	}

	#exceptionOf(entryId: string, review: Review) {
		const { allowOnce } = this.#app.rules;
		const { fingerprint } = review;
		allowOnce.attend(fingerprint === null ? null : { entryId, fingerprint });
		const excepted = exceptedOf(review, entryId);
		return {
			allowOnce: excepted === null ? null : allowOnce.offer(excepted),
			exceptionUntil: allowOnce.until(),
		};
	}

	#isForgotten(entryId: string): boolean {
		const { replacements, revocations, transfers } = this.#app.requests;
		const key = entryKeyOf(entryId);
		if (key?.kind === "replacement") return replacements.get(key.id) === null;
		if (key?.kind === "transfer") return transfers.get(key.id) === null;
		return key?.kind === "revocation" && revocations.get(key.id) === null;
	}

	#progressScreen(entry: Entry, row: JournalRow): EntryScreen {
		const { inbox, networks, requests, signedIn } = this.#app;
		const { journal } = this.#app.stores;
		const queued = requests.revocationQueue.remaining(entry.id, (id) => inbox.entry(id)?.row != null);
		const { sessions } = signedIn.current();
		const legs = stepProgressOf(journal, row);
		const sent = legs.length === 0 ? [row] : legs.map((item) => item.row);
		return {
			screen: "progress",
			waiting:
				queued > 0
					? queued
					: inbox.entries().filter((each) => each.actionable && each.id !== entry.id).length,
			progress: progressView(row, journal.steps(row.id), titled(signedIn.current(), row.sessionId), {
				items: legs,
				left: this.#app.powers.leftRows(entry.id, sent),
				...this.#replacing(row),
				network: row.chainRef === "" ? null : networks.chainNameOf(row.chainRef),
				explorer: this.#explorerOf(row.chainRef),
				offline: sessions.connection().state === "offline",
				prices: this.#shownPrices(),
				labels: this.#app.rules.labels(),
				happened: (each) => doneBy(journal, each) !== null,
				asks: entry.actionable,
				device: this.#signingOnDevice(entry.id),
				waits: leftAttemptOf(entry) !== null && !inbox.rejections.isPending(entry.id),
			}),
		};
	}

	#shownPrices(): PriceSource | null {
		const { fiat } = this.#app;
		return fiat.showsFiat() ? fiat.prices.of : null;
	}

	#replacing(row: JournalRow): Pick<ProgressView, "canReplace" | "replaceFees"> {
		const { journal } = this.#app.stores;
		const stuck = stuckRow(journal, row);
		if (stuck === null) return { canReplace: [], replaceFees: {} };
		const canReplace = replaceable(stuck);
		const earlier = journal.replacementsOf(stuck.id);
		if ([stuck, ...earlier].some(({ frozen }) => frozen instanceof UnreadableRecord))
			return { canReplace, replaceFees: {} };
		const pricing = pricingFor(stuck.chainRef, this.#shownPrices());
		const fees = canReplace.map((purpose) => {
			const raw = leastReplacementCost(stuck, earlier, purpose);
			const amount = { raw, ...nativeOf(stuck.chainRef), checked: true };
			return [purpose, { ...feeAmountView(amount), ...pricing.ofFee(amount) }] as const;
		});
		return { canReplace, replaceFees: Object.fromEntries(fees) };
	}

	#explorerOf(chainRef: string): string | null {
		const template = this.#app.networks.explorerOf(chainRef);
		return template !== null && URL.canParse(template) ? new URL(template).host : null;
	}

	#signingOnDevice(entryId: string): ProgressView["device"] {
		const { ledger } = this.#app.wallet;
		const awaited = awaitedOf(this.#app, entryId);
		if (awaited === null) return null;
		const { account, row, activity } = awaited;
		const facts = ledger.facts(account.address);
		const plans = devicePlansOf(frozenOfRow(row), facts);
		return deviceSigningView({
			model: activity?.device.model ?? facts?.model ?? account.model,
			stage: activity?.stage ?? "waiting",
			text: activity === null ? row.text : null,
			device: ledger.view(account),
			plan: plans[row.place] ?? null,
			canCancel: activity !== null || row.state === "approved" || row.state === "claimed",
		});
	}
}
