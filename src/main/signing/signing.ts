import { LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { message } from "../../core/localized-text.ts";
import { hasSeveralSteps } from "../../core/match/frozen.ts";
import { predictionOf } from "../../core/review/effects/prediction.ts";
import { shownEffectsOf } from "../../core/review/effects/shown-effects.ts";
import { policyFactsOf } from "../../core/review/policy/policy-facts.ts";
import type { Review } from "../../core/review/review.ts";
import { sameRefusals } from "../../core/rules/check-rules.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { signingProcedures } from "../../ipc/signing.ts";
import { textOf } from "../../text/index.ts";
import type { Sessions } from "../conversations/sessions.ts";
import type { Events } from "../events.ts";
import { done, type HandlersOf, refused } from "../handlers.ts";
import { entryKeyOf, isServiceAway, scopeOfEntry } from "../inbox/entries/entry.ts";
import { withdrawable } from "../inbox/entries/progress-view.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { Networks } from "../networks/networks.ts";
import type { Gesture, Ports } from "../ports.ts";
import { consentOf, exceptedOf, isMoreSevere } from "../reviewing/consent.ts";
import type { RequestServices } from "../reviewing/request-services.ts";
import type { Reviewing } from "../reviewing/reviewing.ts";
import type { RefusedReview } from "../rules/allow-once.ts";
import type { Rules } from "../rules/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Ledger } from "../wallet/ledger.ts";
import { type ApprovedReview, authorize } from "./authorize.ts";
import type { Runner } from "./runner.ts";
import { transactionPage } from "./transaction-page.ts";

function stepsOf(review: Review): ApprovedReview["steps"] | null {
	const isOneOfSeveral = review.frozen !== null && hasSeveralSteps(review.frozen);
	const steps = review.analyses.map((analysis, index) => {
		const predicted = predictionOf(review, index);
		if (predicted === null) return null;
		const moves = predicted.moves.map((move) => ({ ...move, symbol: textOf(move.symbol) }));
		const { receivers: totals = [], ...rest } = predicted;
		const receivers = totals.map((each) => ({ ...each, symbol: textOf(each.symbol) }));
		const shown = isOneOfSeveral ? shownEffectsOf(review, index) : null;
		return {
			headline: analysis.headline.text,
			predicted: {
				...rest,
				moves,
				...(receivers.length === 0 ? {} : { receivers }),
				...(shown === null ? {} : { shown }),
			},
		};
	});
	return steps.length > 0 && steps.every((step) => step !== null) ? steps : null;
}

interface SigningContext {
	readonly ports: Pick<Ports, "clock" | "log" | "desktop">;
	readonly events: Events;
	readonly window: Pick<TrustedWindow, "route" | "go">;
	readonly stores: { readonly journal: Journal };
	readonly networks: Pick<Networks, "explorerOf">;
	readonly wallet: { readonly ledger: Pick<Ledger, "account" | "approved"> };
	readonly rules: Pick<Rules, "policyContext" | "allowOnce" | "admitLoosening">;
	readonly requests: Pick<RequestServices, "replacements">;
	readonly reviewing: Pick<Reviewing, "reviews" | "tickets">;
	readonly inbox: Pick<Inbox, "entry" | "rejections" | "triage">;
	readonly signedIn: {
		current(): {
			readonly scope: string;
			readonly sessions: Sessions;
			readonly runner: Pick<Runner, "wake" | "withdraw">;
		};
		clockOffset(): number;
	};
}

export class Signing implements HandlersOf<typeof signingProcedures> {
	readonly #app;

	constructor(app: SigningContext) {
		this.#app = app;
	}

	async approve(
		given: { readonly ticket: string; readonly fingerprint: string; readonly word: string | null },
		gesture: Gesture,
	): Promise<CommandOutcome> {
		const { ports, events, reviewing, inbox, rules, signedIn, wallet, window } = this.#app;
		const { journal } = this.#app.stores;
		const now = ports.clock.now();
		const admission = reviewing.tickets.admit(given, gesture, now);
		if (!admission.ok) {
			ports.log(`approval refused: ${admission.code}`);
			return refused(admission.text);
		}
		// The ticket is used up, even if the approval fails below.
		events.emit("app-changed");
		const { entryId, consent } = admission.ticket;
		const review = reviewing.reviews.composeCurrent(entryId);
		const shown = review === null || !review.approval.possible ? null : consentOf(review);
		// Refused, because findings may have been added since the ticket was issued.
		if (review?.frozen == null || shown === null || isMoreSevere(consent, shown))
			return refused(message("app.review-changed"));
		const { scope, sessions, runner } = signedIn.current();
		// An approval while the app is offline would be queued and signed later, unattended.
		if (isServiceAway(sessions, entryId)) return refused(message("app.offline"));
		if (inbox.rejections.isPending(entryId)) return refused(message("app.rejected"));
		const steps = stepsOf(review);
		if (steps === null) return refused(message("app.undecodable"));
		const policy = rules.policyContext(review.frozen);
		const replaces = this.#replacedRow(entryId);
		// An exception covers only one attempt, even if that attempt fails.
		rules.allowOnce.void();
		const authorization = authorize(
			{ journal, runner },
			{
				scope: this.#scopeOf(entryId, replaces, scope),
				entryId,
				headline: review.headline.text,
				frozen: review.frozen,
				fingerprint: given.fingerprint,
				steps,
				replaces,
				policy: { context: policy, items: policyFactsOf(review) },
			},
			now,
			signedIn.clockOffset(),
		);
		if (!authorization.ok) return refused(authorization.text);
		// Recorded in the same tick, before any device prompt.
		wallet.ledger.approved(given.fingerprint, review.device);
		if (authorization.row.kind === "commit") sessions.expect(authorization.row.intentId);
		if (!inbox.triage.approved(entryId, wallet.ledger.account(review.frozen.signer) !== null))
			window.go({ kind: "entry", entryId, mode: "progress" });
		return done;
	}

	/**
	 * Overrides the rules that refuse the request, for a single approval of the displayed review. Each
	 * attempt uses up the offer, so a message can't be replayed.
	 */
	async allowOnce(given: {
		readonly offer: string;
		readonly fingerprint: string;
		readonly password: string;
	}): Promise<CommandOutcome> {
		const { events, rules } = this.#app;
		const excepted = rules.allowOnce.redeem(given.offer);
		events.emit("app-changed");
		if (excepted === null || excepted.fingerprint !== given.fingerprint || !this.#isShown(excepted))
			return refused(message("app.exception.gone"));
		const admitted = await rules.admitLoosening(given.password);
		if (!admitted.ok) return admitted;
		// Anything may have changed while the password was being checked.
		if (!this.#isShown(excepted) || !rules.allowOnce.grant(excepted))
			return refused(message("app.exception.gone"));
		events.emit("app-changed");
		return done;
	}

	async withdraw({ entryId }: { readonly entryId: string }): Promise<CommandOutcome> {
		const { events, signedIn } = this.#app;
		const { row, steps } = this.#rowsOf(entryId);
		const first = row === null ? null : withdrawable(row, steps);
		if (first === null || !signedIn.current().runner.withdraw(first.id))
			return refused(message("app.withdraw.too-late"));
		events.emit("app-changed");
		return done;
	}

	/** Opens a page after the user confirms it. Main builds its URL. */
	async openExplorer({ entryId }: { readonly entryId: string }): Promise<CommandOutcome> {
		const { row, steps } = this.#rowsOf(entryId);
		const page = row === null ? null : transactionPage(this.#app.networks, row, steps);
		if (page === null) return refused(message("app.no-explorer"));
		await this.#app.ports.desktop.confirmLink(page.href);
		return done;
	}

	#isShown(excepted: RefusedReview): boolean {
		const { reviewing, window } = this.#app;
		const route = window.route();
		if (route.kind !== "entry" || route.entryId !== excepted.entryId || route.mode !== "review") return false;
		const review = reviewing.reviews.composeCurrent(excepted.entryId);
		const now = review === null ? null : exceptedOf(review, excepted.entryId);
		return (
			now !== null &&
			now.fingerprint === excepted.fingerprint &&
			now.digest === excepted.digest &&
			sameRefusals(now.refusals, excepted.refusals)
		);
	}

	#rowsOf(entryId: string): { readonly row: JournalRow | null; readonly steps: readonly JournalRow[] } {
		const row = this.#app.inbox.entry(entryId)?.row ?? null;
		return { row, steps: row === null ? [] : this.#app.stores.journal.stepRowsOf(row.id) };
	}

	/** A replacement for a proposal's transaction belongs to this computer, like the original. */
	#scopeOf(entryId: string, replaces: string | null, current: string): string {
		const replaced = replaces === null ? null : this.#app.stores.journal.row(replaces);
		return replaced?.scope === LOCAL_SCOPE ? LOCAL_SCOPE : scopeOfEntry(entryId, current);
	}

	#replacedRow(entryId: string): string | null {
		const key = entryKeyOf(entryId);
		if (key?.kind !== "replacement") return null;
		return this.#app.requests.replacements.get(key.id)?.rowId ?? null;
	}
}
