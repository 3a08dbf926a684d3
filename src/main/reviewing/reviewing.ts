import { sameAddress } from "../../core/identities/labels.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { message } from "../../core/localized-text.ts";
import type { RequestOwner } from "../../core/match/frozen.ts";
import { loadDescriptors } from "../../core/published-descriptors/erc7730/load.ts";
import { type Contradictions, ScopedContradictions } from "../../core/review/effects/contradiction.ts";
import { reviewParties } from "../../core/review/effects/parties.ts";
import type { Review } from "../../core/review/review.ts";
import { checkFileOf } from "../../core/saved-review/file.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { previewProcedures, ReviewPreview, reviewProcedures } from "../../ipc/review.ts";
import type { ProgressView } from "../../ipc/signing.ts";
import type { EntryScreen } from "../../ipc/windows.ts";
import type { Counterparties } from "../address-book/counterparties.ts";
import type { Prices } from "../chains/prices.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { TypedTexts } from "../conversations/log/typed-texts.ts";
import type { Events } from "../events.ts";
import { done, type HandlersOf, refused } from "../handlers.ts";
import { replacementEntryId } from "../inbox/entries/entry.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { RejectingAccount } from "../inbox/rejecting/delivery.ts";
import type { TurnBudget } from "../inbox/turn-budget.ts";
import type { Networks } from "../networks/networks.ts";
import type { Clock, Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";
import type { AgentStore } from "../storage/agent-store.ts";
import type { BuildModes } from "../storage/build-commits.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { SeenCodes } from "../storage/seen-codes.ts";
import { openEntryId, type TrustedWindow } from "../trusted-window.ts";
import type { Wallet } from "../wallet/wallet.ts";
import { Editing } from "./editing.ts";
import { EntryScreens, hasConversation, originOf } from "./entry-screens.ts";
import type { OpinionSources } from "./facts/opinion-questions.ts";
import { Preparing } from "./facts/preparing.ts";
import { SecondOpinions } from "./facts/second-opinions.ts";
import { stuckRow } from "./own/replacements.ts";
import type { RequestServices } from "./request-services.ts";
import { type ComposedReview, FeatureInputs } from "./reviews/review-inputs.ts";
import { Reviews } from "./reviews/reviews.ts";
import { StepChecks } from "./step-checks.ts";
import { Tickets } from "./tickets.ts";

const REVIEW_REFRESH_MS = 12_000;
/** Minimum interval in ms, so an unstable chain doesn't cause a flood of rechecks. */
const PACE_MS = 15_000;

export class ReviewRefresh {
	readonly #app;
	readonly #reviews;
	#cancelRefresh: (() => void) | null = null;
	#cancelPace: (() => void) | null = null;
	#isNotified = false;

	constructor(
		app: {
			readonly clock: Pick<Clock, "after">;
			readonly window: Pick<TrustedWindow, "route">;
			readonly inbox: { entry(id: string): object | null };
			readonly signedIn: { isRunning(): boolean };
		},
		reviews: { load(entryId: string): Promise<unknown>; checkAgain(): void },
	) {
		this.#app = app;
		this.#reviews = reviews;
	}

	schedule(): void {
		const { clock, window } = this.#app;
		this.#cancelRefresh?.();
		this.#cancelRefresh = null;
		const open = window.route();
		if (open.kind !== "entry" || open.mode !== "review") return;
		const { entryId } = open;
		this.#cancelRefresh = clock.after(REVIEW_REFRESH_MS, () => {
			const { inbox, signedIn } = this.#app;
			if (!signedIn.isRunning() || inbox.entry(entryId) === null) return;
			void this.#reviews.load(entryId).then(() => {
				const now = window.route();
				if (now.kind === "entry" && now.entryId === entryId) this.schedule();
			});
		});
	}

	/** Called when a chain responds again, the computer wakes up, or the network changes. */
	reachable(): void {
		if (this.#cancelPace !== null) {
			this.#isNotified = true;
			return;
		}
		this.#isNotified = false;
		this.#cancelPace = this.#app.clock.after(PACE_MS, () => {
			this.#cancelPace = null;
			if (this.#isNotified) this.reachable();
		});
		if (this.#app.signedIn.isRunning()) this.#reviews.checkAgain();
	}

	stop(): void {
		this.#cancelRefresh?.();
		this.#cancelPace?.();
	}
}

interface ReviewingContext {
	readonly ports: Pick<Ports, "clock" | "collectGarbage" | "log" | "version" | "desktop">;
	readonly clock: Clock;
	readonly events: Events;
	readonly budget: TurnBudget;
	readonly stores: {
		readonly journal: Journal;
		readonly agents: Pick<AgentStore, "get">;
		readonly typed: Pick<TypedTexts, "list">;
		readonly codes: SeenCodes;
	};
	readonly window: Pick<TrustedWindow, "route" | "go">;
	readonly networks: Networks;
	readonly wallet: Pick<Wallet, "accounts" | "signer" | "ledger">;
	readonly fiat: { readonly prices: Prices; showsFiat(): boolean };
	readonly rules: Rules;
	readonly addressBook: { readonly counterparties: Counterparties };
	readonly conversations: Pick<Conversations, "start">;
	readonly requests: RequestServices;
	readonly inbox: Pick<Inbox, "entry" | "entries" | "headline" | "pager" | "rejections" | "triage">;
	readonly activity: { readonly recorder: { recordReview(composed: ComposedReview): void } };
	readonly powers: {
		recordAllowances(review: Review): void;
		leftRows(entryId: string, sent: readonly JournalRow[]): ProgressView["left"];
	};
	readonly signedIn: {
		current(): RejectingAccount & {
			readonly owner: RequestOwner;
			readonly runner: { wake(rowId: string): void };
			readonly buildModes: Pick<BuildModes, "modeOf">;
		};
		clockOffset(): number;
		isRunning(): boolean;
	};
}

export class Reviewing implements HandlersOf<typeof previewProcedures>, HandlersOf<typeof reviewProcedures> {
	readonly #app;
	readonly #opinions: SecondOpinions;
	readonly #screens: EntryScreens;
	readonly reviews: Reviews;
	readonly tickets = new Tickets();
	readonly contradictions: Contradictions;
	readonly refresh: ReviewRefresh;
	readonly steps: StepChecks;
	readonly editing: Editing;

	constructor(app: ReviewingContext) {
		this.#app = app;
		const { events, networks, ports, requests, rules } = app;
		const chains = { evm: networks.chains, svm: networks.svmChains };
		this.contradictions = new ScopedContradictions(() => app.signedIn.current().scope);
		const sources: OpinionSources = {
			chains,
			clock: ports.clock,
			accounts: () => rules.userAddresses(),
			descriptors: loadDescriptors,
			codes: app.stores.codes,
			hasStandIn: (chainRef) => networks.hasStandIn(chainRef),
			log: ports.log,
		};
		const preparing = new Preparing({
			chains,
			revocations: requests.revocations,
			transfers: requests.transfers,
			frozenRequests: requests.frozenRequests,
			onHealth: (chainRef, ok, text) => networks.recordHealth(chainRef, { ok, text }),
			log: ports.log,
		});
		const inputs = new FeatureInputs(app, this.contradictions);
		this.#opinions = new SecondOpinions(sources);
		this.steps = new StepChecks({ sources, preparing, inputs });
		this.reviews = new Reviews({
			clock: ports.clock,
			log: ports.log,
			events,
			window: app.window,
			budget: app.budget,
			requests: requests.requests,
			preparing,
			opinions: this.#opinions,
			inputs,
			isAhead: (entryId) => app.inbox.triage.isAhead(entryId),
			onReview: (composed) => app.activity.recorder.recordReview(composed),
			isRunning: () => app.signedIn.isRunning(),
		});
		this.refresh = new ReviewRefresh(app, this.reviews);
		this.editing = new Editing({
			clock: ports.clock,
			window: app.window,
			inbox: {
				entry: (id) => app.inbox.entry(id),
				rejections: { isPending: (id) => app.inbox.rejections.isPending(id) },
			},
			requests,
			reviews: this.reviews,
			tickets: this.tickets,
			changed: () => events.emit("app-changed"),
		});
		this.#screens = new EntryScreens(app, this.reviews, this.tickets, this.editing);
	}

	screen(entryId: string, mode: "review" | "progress"): EntryScreen {
		return this.#screens.screen(entryId, mode);
	}

	/** Reviews that were displayed with the previous RPC can't be approved anymore. */
	rpcMoved(): void {
		const { events, signedIn, window } = this.#app;
		this.#opinions.forget();
		this.tickets.void();
		const open = openEntryId(window);
		if (open !== null && signedIn.isRunning()) void this.reviews.load(open);
		events.emit("review-changed");
	}

	/** Doesn't issue a ticket or start a simulation. */
	async previewReview({ entryId }: { readonly entryId: string }): Promise<ReviewPreview | null> {
		const entry = this.#app.inbox.entry(entryId);
		if (entry === null || entry.state !== "waiting") return null;
		const review = this.reviews.composeCurrent(entryId) ?? (await this.reviews.load(entryId));
		if (review === null) return null;
		const { raw: _raw, logs: _logs, ...preview } = this.#screens.reviewView(entry, review);
		return preview;
	}

	async askForChange(asked: { readonly entryId: string; readonly message: string }): Promise<CommandOutcome> {
		const { conversations, inbox, signedIn } = this.#app;
		const entry = inbox.entry(asked.entryId);
		// A local agent receives the requested change in the response to its request.
		if (entry?.request.kind === "proposal")
			return await inbox.rejections.requestChange(asked.entryId, asked.message);
		if (entry === null || !hasConversation(signedIn.current(), entry))
			return refused(message("app.no-conversation"));
		const turn = { sessionId: entry.sessionId, message: asked.message, mode: null, app: null };
		const started = conversations.start(turn, originOf(asked.message));
		return started.ok ? done : started;
	}

	/** Only an address in the review can be blocked, so a compromised page can't block others. */
	async blockRecipient(asked: {
		readonly entryId: string;
		readonly address: string;
	}): Promise<CommandOutcome> {
		const review = this.reviews.composeCurrent(asked.entryId);
		const frozen = review?.frozen ?? null;
		const parties =
			review === null || frozen === null
				? []
				: reviewParties({
						...review,
						signer: frozen.signer,
						chainRef: frozen.chain_ref ?? "",
						named: review.approval.wordParty,
					});
		const party = parties.map((each) => each.address).find((each) => sameAddress(each, asked.address));
		if (party === undefined) return refused(message("app.request-gone"));
		if (review?.user.accounts.some((own) => sameAddress(own, party)) === true)
			return refused(message("app.own-account-not-blocked"));
		return this.#app.rules.blockRecipient(party);
	}

	/** Recomputes the limit, which must match the displayed one. */
	async limitDay(asked: { readonly entryId: string; readonly most: string }): Promise<CommandOutcome> {
		const review = this.reviews.composeCurrent(asked.entryId);
		const limit = review === null ? null : this.#app.rules.dayLimitOffer(review);
		return limit === null || limit.most.toString() !== asked.most
			? refused(message("app.day-limit-changed"))
			: this.#app.rules.addDayLimit(limit);
	}

	async reviewShown({ ticket }: { readonly ticket: string }): Promise<CommandOutcome> {
		const current = this.tickets.current();
		if (current === null || !this.tickets.markShown(ticket, this.#app.ports.clock.now()))
			return refused(message("app.review-not-on-screen"));
		this.reviews.markShown(current.entryId);
		this.#app.ports.collectGarbage();
		return done;
	}

	async retry({ entryId }: { readonly entryId: string }): Promise<CommandOutcome> {
		const { inbox, signedIn, stores, window } = this.#app;
		const route = window.route();
		if (route.kind === "entry" && route.entryId === entryId && route.mode === "progress") {
			const row = inbox.entry(entryId)?.row ?? null;
			if (row !== null && row.state !== "refused" && !row.dead) {
				const { runner } = signedIn.current();
				for (const each of [row, ...stores.journal.stepRowsOf(row.id)]) runner.wake(each.id);
				return done;
			}
			window.go({ kind: "entry", entryId, mode: "review" });
		}
		await this.#reload(entryId);
		return done;
	}

	async showReview({ direction }: { readonly direction: "next" | "previous" }): Promise<CommandOutcome> {
		const { inbox, requests, window } = this.#app;
		if (inbox.triage.step(direction === "next" ? 1 : -1)) return done;
		const open = openEntryId(window);
		const by = direction === "next" ? 1 : -1;
		const queued =
			open === null
				? null
				: await requests.revocationQueue.step(open, by, (entryId) => inbox.entry(entryId)?.row != null);
		if (queued?.ok === false) return refused(queued.text);
		if (queued !== null) {
			window.go({ kind: "entry", entryId: queued.entryId, mode: "review" });
			void this.reviews.load(queued.entryId);
			return done;
		}
		const current = open === null ? null : inbox.entry(open);
		const next = inbox.pager.step(inbox.entries(), current, by);
		if (next === null) return refused(message("app.nothing-waits"));
		window.go({ kind: "entry", entryId: next.id, mode: "review" });
		return done;
	}

	async replace({
		entryId,
		purpose,
	}: {
		readonly entryId: string;
		readonly purpose: "speed_up" | "cancel";
	}): Promise<CommandOutcome> {
		const { inbox, requests, stores, window } = this.#app;
		const row = inbox.entry(entryId)?.row ?? null;
		const stuck = row === null ? null : stuckRow(stores.journal, row);
		if (stuck === null) return refused(message("app.no-replaceable"));
		const planning = await requests.replacements.plan(stuck, purpose);
		if (!planning.ok) return refused(planning.text);
		const id = replacementEntryId(planning.planned.id);
		window.go({ kind: "entry", entryId: id, mode: "review" });
		await this.#reload(id);
		return done;
	}

	async saveForChecking({ entryId }: { readonly entryId: string }): Promise<CommandOutcome> {
		const { clock, desktop, version: app } = this.#app.ports;
		const review = this.reviews.composeCurrent(entryId);
		const file =
			review === null ? null : checkFileOf(review, this.reviews.answers(entryId), { app, now: clock.now() });
		if (file === null) return refused(message("saved-review.nothing"));
		const name = `countersign-check-${file.fingerprint.slice(0, 12)}.json`;
		const saved = await desktop.saveFile(name, `${JSON.stringify(file, null, 2)}\n`);
		return saved ? done : refused(message("saved-review.not-saved"));
	}

	async #reload(entryId: string): Promise<void> {
		await this.reviews.load(entryId);
		this.#app.events.emit("app-changed");
	}
}
