import { loadDescriptors } from "../../core/claims/descriptors/load.ts";
import { intentIdOf, isStepOf } from "../../core/journal/intent-id.ts";
import { type Frozen, intentsOf, type RequestOwner } from "../../core/match/frozen.ts";
import type { Text } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { ApprovalRequest } from "../../core/review/approval-request.ts";
import { type Contradictions, createScopedContradictions } from "../../core/review/effects/contradiction.ts";
import type { PolicyStanding } from "../../core/rules/rules.ts";
import type { PriceSource } from "../../core/worth/price.ts";
import type { Counterparties } from "../address-book/counterparties.ts";
import type { TypedTexts } from "../conversations/log/typed-texts.ts";
import type { Sessions } from "../conversations/sessions.ts";
import type { Cohort } from "../inbox/entries/cohort.ts";
import { PIPELINE_SESSION, titled } from "../inbox/entries/titles.ts";
import { deduplicationChecks, repetitionOf } from "../inbox/requests/deduplication-checks.ts";
import type { Freezings } from "../inbox/requests/freezings.ts";
import type { Requests } from "../inbox/requests/requests.ts";
import type { TurnBudget } from "../inbox/turn-budget.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { MetCodes } from "../storage/met-codes.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import type { Accounts } from "../wallet/accounts.ts";
import type { Ledger } from "../wallet/ledger.ts";
import type { Signer } from "../wallet/signers/signer.ts";
import type { WindowRoute } from "../window-route.ts";
import type { Chains } from "./facts/completing.ts";
import { createPreparing } from "./facts/preparing.ts";
import { createSecondOpinions } from "./facts/second-opinion.ts";
import type { Revocations } from "./own/revoking.ts";
import { createKeepFresh, type KeepFresh } from "./reviews/keep-fresh.ts";
import { createRechecks, type Rechecks } from "./reviews/rechecks.ts";
import { createReviews } from "./reviews/reviews.ts";
import type { Reviews, ReviewsParts } from "./reviews/reviews-types.ts";
import { createTickets, type Tickets } from "./ticket.ts";

/** The reviews of what is asked, and the tickets with which one of them may be approved. */
export interface Reviewing {
	readonly reviews: Reviews;
	readonly tickets: Tickets;
	readonly contradictions: Contradictions;
	readonly keepFresh: KeepFresh;
	/**
	 * Another RPC of a chain is asked from now on: second opinions are asked anew, the review that is open is read again,
	 * and what was shown of it can't be approved any more.
	 */
	rpcMoved(): void;
	readonly rechecks: Rechecks;
}

/** Of whoever is signed in. */
interface ReviewingAccount {
	readonly owner: RequestOwner;
	readonly scope: string;
	readonly sessions: Sessions;
	readonly cohort: Cohort;
}

export interface ReviewingParts {
	readonly ports: Pick<Ports, "clock" | "log">;
	/** The same clock, whose timers cost nothing but themselves where they fail. */
	readonly clock: Ports["clock"];
	readonly journal: Journal;
	readonly codes: MetCodes;
	/** What the user typed in the composer. */
	readonly typed: Pick<TypedTexts, "list">;
	/** Prices by feeds. */
	readonly price: PriceSource;
	readonly networks: Chains;
	readonly requests: Requests;
	readonly freezings: Freezings;
	readonly revocations: Revocations;
	readonly budget: TurnBudget;
	readonly signer: Pick<Signer, "state">;
	readonly accounts: Pick<Accounts, "watches">;
	readonly ledger: Pick<Ledger, "facts">;
	readonly account: () => ReviewingAccount;
	readonly counterparties: Counterparties;
	/** The user's accounts, as far as they are believed. */
	readonly ownAddresses: () => readonly string[];
	/** The user's own names for addresses. */
	labels(): Labels;
	readonly blindAllowed: () => boolean;
	/** The user's rules, with what they count for this. */
	readonly standing: (frozen: Frozen | null) => PolicyStanding;
	noteHealth(chainRef: string, health: ChainHealth): void;
	/** The first RPC of this chain's list does not answer, and another one is asked. */
	readonly hasStandIn: (chainRef: string) => boolean;
	/** Where the trusted window is. */
	place(): WindowRoute;
	entry(id: string): object | null;
	/** Something that a window shows has changed. */
	changed(): void;
	/** A review was composed of a request that still asks. */
	readonly onReview: NonNullable<ReviewsParts["onReview"]>;
	/** False once it stops: nothing new is begun then. */
	running(): boolean;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
}

/** The unsettled row that holds a nonce of this, in words; null where none does. */
function heldBy(journal: Journal, frozen: Frozen): Text | null {
	if (frozen.kind === "replacement") return null;
	for (const intent of intentsOf(frozen)) {
		if (intent.kind !== "evm_transaction") continue;
		const row = journal.holder(String(intent.chain_id), frozen.signer, BigInt(intent.nonce));
		// The nonces of an action are held by its steps.
		if (row !== null && row.intentId !== intentIdOf(frozen) && !isStepOf(frozen, row)) return row.headline;
	}
	return null;
}

export function createReviewing(parts: ReviewingParts): Reviewing {
	const { account, journal, networks, ports, requests } = parts;
	const contradictions = createScopedContradictions(() => account().scope);
	const around = () => ({ sessions: account().sessions, journal, scope: account().scope });
	const isOfBuild = (id: string) => id === PIPELINE_SESSION || account().cohort.isThread(id);

	const tickets = createTickets();
	const opinions = createSecondOpinions({
		chains: networks,
		clock: ports.clock,
		accounts: parts.ownAddresses,
		descriptors: loadDescriptors,
		codes: parts.codes,
		hasStandIn: parts.hasStandIn,
		log: ports.log,
	});
	const openEntry = () => {
		const place = parts.place();
		return place.kind === "entry" ? place.entryId : null;
	};
	const reviews = createReviews({
		clock: ports.clock,
		clockOffset: parts.clockOffset,
		budget: parts.budget,
		owner: () => account().owner,
		user: (address, sessionId) => ({
			accounts: parts.ownAddresses(),
			labels: parts.labels(),
			signerState: parts.accounts.watches(address) ? "watched" : parts.signer.state(address),
			counterparties: parts.counterparties.history(account().scope),
			uses: parts.counterparties.uses(account().scope, sessionId),
			device: parts.ledger.facts(address),
		}),
		session: (sessionId) => ({ id: sessionId, title: titled(account(), sessionId), app: null }),
		typed: (sessionId, until) => parts.typed.list(account().scope, sessionId, until),
		requests,
		preparing: createPreparing({
			chains: networks,
			revocations: parts.revocations,
			freezings: parts.freezings,
			onHealth: (chainRef, ok, text) => parts.noteHealth(chainRef, { ok, text }),
			log: ports.log,
		}),
		contradictions,
		folding: (request: ApprovalRequest) => deduplicationChecks(request, around()),
		repeats: (request) => repetitionOf(request, { ...around(), isOfBuild }),
		blindAllowed: parts.blindAllowed,
		opinions,
		prices: parts.price,
		policy: parts.standing,
		log: ports.log,
		heldBy: (frozen) => heldBy(journal, frozen),
		onReview: parts.onReview,
		onChange: () => parts.changed(),
		open: openEntry,
		wanted: (entryId) => parts.running() && requests.asks(entryId),
	});

	return {
		reviews,
		tickets,
		contradictions,
		keepFresh: createKeepFresh({
			clock: parts.clock,
			reviews,
			place: () => parts.place(),
			entry: (id) => parts.entry(id),
			running: () => parts.running(),
		}),
		rpcMoved() {
			opinions.forget();
			tickets.void();
			const open = openEntry();
			if (open !== null && parts.running()) void reviews.load(open);
			parts.changed();
		},
		rechecks: createRechecks(parts.clock, () => {
			if (parts.running()) reviews.checkAgain();
		}),
	};
}
