import { message } from "../../core/message.ts";
import type { Review } from "../../core/review/compose.ts";
import { predictionOf } from "../../core/review/effects/prediction.ts";
import { policyFactsOf } from "../../core/review/policy/policy-facts.ts";
import type { signingProcedures } from "../../ipc/signing.ts";
import { textOf } from "../../text/index.ts";
import type { HandlersOf } from "../handlers.ts";
import { type Entry, entryKeyOf } from "../inbox/entries/entry.ts";
import { withdrawable } from "../inbox/entries/progress-view.ts";
import { isRejecting, type RejectionDeps } from "../inbox/rejecting/rejection.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import { consentOf, isGraver } from "../reviewing/consent.ts";
import type { Replacements } from "../reviewing/own/replacing.ts";
import { isServiceAway } from "../reviewing/service-away.ts";
import type { Tickets } from "../reviewing/ticket.ts";
import type { Exceptions } from "../rules/exceptions.ts";
import type { StandingDeps } from "../rules/policy-standing.ts";
import { standingOf } from "../rules/policy-standing.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { Ledger } from "../wallet/ledger.ts";
import type { WindowRoute } from "../window-route.ts";
import { type AllowOnceDeps, allowOnce } from "./allow-once.ts";
import { type ApprovedReview, authorize } from "./authorize.ts";
import type { Runner } from "./runner.ts";
import { transactionPage } from "./transaction-page.ts";

export interface ApprovalDeps
	extends Omit<StandingDeps, "journal" | "ports" | "account" | "guard">,
		Omit<AllowOnceDeps, "guard"> {
	readonly ports: Pick<Ports, "clock" | "log" | "desktop">;
	readonly guard: StandingDeps["guard"] & AllowOnceDeps["guard"];
	readonly journal: Journal;
	readonly intents: RejectionDeps["intents"];
	readonly exceptions: Exceptions;
	readonly tickets: Pick<Tickets, "admit">;
	readonly replacements: Pick<Replacements, "get">;
	/** Another one once somebody else is signed in. */
	account(): ReturnType<RejectionDeps["account"]> & { readonly runner: Runner };
	entry(id: string): Entry | null;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
	/** The page of a chain's transactions, with `{id}`; null where none is known. */
	explorerOf(chainRef: string): string | null;
	/** What the review said of the Ledger that is asked. */
	readonly ledger: Pick<Ledger, "approved" | "account">;
	/** Moves the trusted window, and raises it unless told not to. */
	go(place: WindowRoute, raise?: boolean): void;
	/** Something that a window shows has changed. */
	changed(): void;
}

/** What is written down of each thing that is signed; null where one of them could not be decoded. */
function stepsOf(review: Review): ApprovedReview["steps"] | null {
	const steps = review.insights.map((insight, place) => {
		const predicted = predictionOf(review, place);
		if (predicted === null) return null;
		// A row keeps a symbol as text.
		const moves = predicted.moves.map((move) => ({ ...move, symbol: textOf(move.symbol) }));
		const { receivers: totals = [], ...rest } = predicted;
		const receivers = totals.map((each) => ({ ...each, symbol: textOf(each.symbol) }));
		return {
			headline: insight.headline.text,
			predicted: { ...rest, moves, ...(receivers.length === 0 ? {} : { receivers }) },
		};
	});
	return steps.length > 0 && steps.every((step) => step !== null) ? steps : null;
}

function replacedRow(deps: ApprovalDeps, entryId: string): string | null {
	const key = entryKeyOf(entryId);
	return key?.kind === "replacement" ? (deps.replacements.get(key.id)?.rowId ?? null) : null;
}

/** The one command that leads to the door, and what may be done after it: what is approved must be what the ticket was given for, and still stand. */
export function signingHandlers(deps: ApprovalDeps): HandlersOf<typeof signingProcedures> {
	const { ports, tickets } = deps;
	const now = () => ports.clock.now();

	return {
		allowOnce: async (asked) => await allowOnce(deps, asked),
		async approve({ ticket, fingerprint, word }, gesture) {
			const admission = tickets.admit({ ticket, fingerprint, word }, gesture, now());
			if (!admission.ok) {
				ports.log(`approval refused: ${admission.code}`);
				return refused(admission.text);
			}
			// The ticket is spent, whatever comes next: the window gets a new one where there is one to give.
			deps.changed();
			const { entryId, consent } = admission.ticket;
			const review = deps.reviews.get(entryId);
			const shown = review === null || !review.approval.possible ? null : consentOf(review);
			// What was found since the ticket was given is not what the user saw.
			if (review?.frozen == null || shown === null || isGraver(consent, shown))
				return refused(message("app.review-changed"));
			// It would wait here, and be signed once nobody looks any more.
			if (isServiceAway(deps, entryId)) return refused(message("app.offline"));
			if (isRejecting(deps, entryId)) return refused(message("app.rejected"));
			const steps = stepsOf(review);
			if (steps === null) return refused(message("app.undecodable"));
			const standing = standingOf(deps, review.frozen);
			// Once means once, whatever comes next.
			deps.exceptions.void();
			const authorization = authorize(
				{ journal: deps.journal, runner: deps.account().runner },
				{
					scope: deps.account().scope,
					entryId,
					headline: review.headline.text,
					frozen: review.frozen,
					fingerprint,
					steps,
					replaces: replacedRow(deps, entryId),
					policy: {
						standing,
						legs: policyFactsOf(review),
					},
				},
				now(),
				deps.clockOffset(),
			);
			if (!authorization.ok) return refused(authorization.text);
			// In the same tick, so before any device is asked. What the door refused changes nothing of an earlier approval.
			deps.ledger.approved(fingerprint, review.device);
			if (authorization.row.kind === "commit") deps.account().sessions.expect(authorization.row.intentId);
			deps.go({ kind: "entry", entryId, mode: "progress" });
			return done;
		},
		async withdraw({ entryId }) {
			const row = deps.entry(entryId)?.row ?? null;
			const first = row === null ? null : withdrawable(row, deps.journal.stepRowsOf(row.id));
			if (first === null || !deps.account().runner.takeBack(first.id))
				return refused(message("app.withdraw.too-late"));
			deps.changed();
			return done;
		},
		async openExplorer({ entryId }) {
			const row = deps.entry(entryId)?.row ?? null;
			const page = row === null ? null : transactionPage(deps, row, deps.journal.stepRowsOf(row.id));
			if (page === null) return refused(message("app.no-explorer"));
			// A “no” to main's question is an answer, not a fault.
			await ports.desktop.confirmLink(page.href);
			return done;
		},
	};
}
