import { factValue } from "../../../core/chain/chain-error.ts";
import type { EvmFacts } from "../../../core/chain/evm.ts";
import { NO_OPINION } from "../../../core/decoded-transaction/opinion.ts";
import type { ChainAnswer } from "../../../core/decoded-transaction/question.ts";
import { readUint } from "../../../core/format/numeral.ts";
import { sameAddress } from "../../../core/identities/labels.ts";
import { LOCAL_OWNER } from "../../../core/journal/intent-id.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { message, sameText } from "../../../core/localized-text.ts";
import type { Check } from "../../../core/match/check.ts";
import { type Intent, intentsOf } from "../../../core/match/frozen.ts";
import { memberOf } from "../../../core/match/member.ts";
import {
	type ApprovalRequest,
	commitViewOf,
	isOwnKind,
	statedSigner,
} from "../../../core/review/approval-request.ts";
import { bandOf, worstOf } from "../../../core/review/band.ts";
import { composeReview } from "../../../core/review/compose.ts";
import { siblingChecks } from "../../../core/review/effects/siblings.ts";
import { evmFactsOf } from "../../../core/review/item-analysis.ts";
import type { Review } from "../../../core/review/review.ts";
import type { AssembledEvmTransaction } from "../../../service-api/action.ts";
import type { CommitView } from "../../../service-api/commit.ts";
import type { Events } from "../../events.ts";
import type { EntryReviews } from "../../inbox/entries/entries.ts";
import type { ReviewBrief } from "../../inbox/entries/entry-view.ts";
import type { Requests } from "../../inbox/requests/requests.ts";
import type { TurnBudget } from "../../inbox/turn-budget.ts";
import type { Clock } from "../../ports.ts";
import { ServiceError } from "../../service/errors.ts";
import { openEntryId, type TrustedWindow } from "../../trusted-window.ts";
import { judgedView } from "../../views/review-view.ts";
import type { Prepared, Preparing } from "../facts/preparing.ts";
import type { SecondOpinions } from "../facts/second-opinions.ts";
import type { EarlierCall } from "../facts/simulate-evm.ts";
import { LoadQueue } from "./load-queue.ts";
import { Memories } from "./memories.ts";
import type { ComposedReview, ReviewInputs } from "./review-inputs.ts";

/** Returns `null` unless one of the user's balance changes equals the headline's amount exactly. */
function atStakeOf({ headline, analyses, frozen }: Review): ReviewBrief["stake"] {
	const { amount } = headline;
	if (amount === null || frozen === null) return null;
	for (const { changes } of analyses)
		for (const row of changes?.rows ?? []) {
			const own = row.amount;
			if (!row.mine || row.tokenId !== null || own.kind !== "amount") continue;
			if (own.amount.raw === amount.raw && sameText(own.amount.symbol, amount.symbol))
				return {
					chainRef: frozen.chain_ref ?? "",
					asset: row.asset,
					amount: own.amount,
					rounding: row.direction === "in" ? "down" : "up",
				};
		}
	return null;
}

/**
 * Prefers the amount at stake, then an asset that the request lets others spend, then the only outgoing
 * asset.
 */
function assetOf(review: Review, stake: ReviewBrief["stake"]): ReviewBrief["asset"] {
	if (stake !== null) return stake;
	const { frozen, analyses } = review;
	if (frozen === null) return null;
	const granted = analyses
		.flatMap(({ permissions }) => permissions)
		.filter(({ grants, kind }) => grants && kind !== "right")
		.map(({ token }) => token);
	const rows = analyses.flatMap(({ changes }) => changes?.rows ?? []);
	const out = rows.filter(({ mine, direction }) => mine && direction === "out").map(({ asset }) => asset);
	const [asset, ...others] = new Set(granted.length > 0 ? granted : out);
	return asset === undefined || others.length > 0 ? null : { chainRef: frozen.chain_ref ?? "", asset };
}

const MESSAGES: ReadonlySet<string> = new Set<Intent["kind"]>([
	"evm_personal",
	"evm_typed_data",
	"svm_message",
]);

export function briefOf(review: Review): ReviewBrief {
	const { findings, analyses, match, frozen } = review;
	const stake = atStakeOf(review);
	return {
		verdict: match.verdict,
		findings: findings.filter(({ severity }) => severity !== "info").length,
		worst: worstOf(bandOf(judgedView(review))),
		unlimited: analyses.some(({ permissions }) => permissions.some((each) => each.grants && each.unlimited)),
		stake,
		asset: assetOf(review, stake),
		signsOnly: frozen !== null && intentsOf(frozen).every(({ kind }) => MESSAGES.has(kind)),
	};
}

/** Applies only to background loads. A flood of requests must not flood the service and the RPC. */
const AT_ONCE = 4;
/** If the request changes this many times during a query, it is shown without the chain's answer. */
const MAX_TRIES = 3;
const CHANGING = message("chain.request-changed");

/** Returns the previous review with its approval blocked, because the service withdrew the request. */
function withdrawnReview(before: Review, now: Review): Review {
	const { approval, canReject } = now;
	return {
		...before,
		request: now.request,
		changed: [],
		approval: { ...approval, possible: false, word: null, wordOf: null },
		canReject,
	};
}

function transactionOf({ review, batch }: CommitView): AssembledEvmTransaction | null {
	const membership = review === null ? null : memberOf({ ...review, batch });
	return membership?.ok === true ? membership.member.transaction : null;
}

/**
 * Returns the calls in the batch that must run before this one. Limits them to the unused nonces before the
 * commit's own. Otherwise, the service could name a call that is never broadcast and that makes this one look
 * harmless.
 * @param viewOf returns `null` for an unknown or unreadable commit
 */
export function earlierCalls(
	view: CommitView | null,
	{ frozen, answers }: Pick<Prepared, "frozen" | "answers">,
	viewOf: (commitId: string) => CommitView | null,
): EarlierCall[] {
	if (view?.batch == null || frozen === null || frozen.kind !== "commit") return [];
	if (frozen.request.type !== "execute_evm" || frozen.payload.kind !== "evm_transaction") return [];
	const [answer] = answers;
	const next = factValue(evmFactsOf(answer)?.latestNonce);
	const before = next === null ? 0 : Math.max(0, frozen.payload.nonce - next);
	if (before === 0) return [];
	const { ordered_commit_ids: ids, index } = view.batch;
	const whole = frozen.request.transactions.length === ids.length ? frozen.request.transactions : [];
	const open = ids.slice(0, index).flatMap((id, at) => {
		const theirs = viewOf(id);
		if (theirs?.state === "confirmed") return [];
		// If a review contains only its own transaction, the earlier transactions are read from their own
		// reviews.
		const each = whole[at] ?? (theirs === null ? null : transactionOf(theirs));
		return each === null ? [] : [{ to: each.to, value: readUint(each.value ?? "0") ?? 0n, data: each.data }];
	});
	return open.slice(-before);
}

type UsedNonce = Pick<JournalRow, "chainRef" | "signer" | "nonce" | "entryId">;

/** The user's own requests are replanned after each change, under the same ID. */
const isEditOf = (before: ApprovalRequest, now: ApprovalRequest): boolean =>
	before.edit !== now.edit || (isOwnKind(now.kind) && before.source !== now.source);

export class Reviews implements EntryReviews {
	readonly #app;
	readonly #memories: Memories;
	readonly #queue: LoadQueue<Review | null>;
	readonly #awaited = new Set<string>();

	constructor(app: {
		readonly clock: Clock;
		readonly log: (line: string) => void;
		readonly events: Events;
		readonly window: Pick<TrustedWindow, "route">;
		readonly budget: Pick<TurnBudget, "spend" | "isSpent">;
		readonly requests: Requests;
		readonly preparing: Pick<Preparing, "prepare" | "without">;
		readonly opinions: Pick<SecondOpinions, "of" | "ask">;
		readonly inputs: ReviewInputs;
		/** Returns whether the request is displayed next. By default, none is. */
		readonly isAhead?: (entryId: string) => boolean;
		/** Called for open requests before their review is displayed. */
		readonly onReview?: (composed: ComposedReview) => void;
		readonly isRunning: () => boolean;
	}) {
		this.#app = app;
		this.#memories = new Memories(app);
		this.#queue = new LoadQueue({
			clock: app.clock,
			budget: app.budget,
			most: AT_ONCE,
			run: (entryId) => this.#safely(entryId),
			wanted: (entryId) => app.isRunning() && app.requests.asks(entryId),
		});
	}

	/**
	 * Composes the review from the facts read so far, and starts a missing simulation. `null` if the request
	 * hasn't been read.
	 */
	composeCurrent(entryId: string): Review | null {
		const review = this.#now(entryId);
		if (review === null) return null;
		const memory = this.#memories.use(entryId);
		const { cached } = memory;
		// The review was loaded in the background, without a simulation.
		if (cached !== null && review.analyses.some(({ opinion }) => opinion.addressFacts === null))
			this.#askOpinion(cached.request, cached.prepared);
		if (review.analyses.length > 0) {
			memory.decoded = review;
			return review;
		}
		const before = memory.decoded;
		// The request expired or was answered, so its last content stays on the screen with the reason.
		return before === null || this.#app.requests.asks(entryId) ? review : withdrawnReview(before, review);
	}

	brief(entryId: string): ReviewBrief | null {
		const memory = this.#memories.current(entryId);
		if (memory === null) return null;
		const batchRequests = this.#batchRequests(memory.request);
		const same =
			batchRequests.length === memory.batchRequests.length &&
			batchRequests.every((each, at) => each.source === memory.batchRequests[at]?.source);
		if (same) return memory.brief;
		const brief = briefOf(this.#compose(memory.request, memory.prepared));
		this.#memories.use(entryId).cached = { ...memory, brief, batchRequests };
		return brief;
	}

	decoded(entryId: string): Review | null {
		return this.#memories.peek(entryId)?.decoded ?? null;
	}

	load(entryId: string): Promise<Review | null> {
		this.#awaited.add(entryId);
		return this.#queue.now(entryId).finally(() => this.#awaited.delete(entryId));
	}

	/** Reads and simulates the request that will be displayed next. */
	prepare(entryId: string): void {
		const memory = this.#memories.current(entryId);
		if (memory === null) void this.loadSoon(entryId);
		else this.#askOpinion(memory.request, memory.prepared);
	}

	loadSoon(entryId: string): Promise<Review | null> {
		return this.#queue.soon(entryId);
	}

	facts(entryId: string): EvmFacts | null {
		const answer: ChainAnswer | undefined = this.answers(entryId)[0];
		return answer !== undefined && "family" in answer && answer.family === "evm" ? answer.facts : null;
	}

	answers(entryId: string): readonly ChainAnswer[] {
		return this.#memories.current(entryId)?.prepared.answers ?? [];
	}

	signer(entryId: string): string | null {
		return this.#memories.peek(entryId)?.cached?.review.frozen?.signer ?? null;
	}

	/** Marks the review as displayed. Later reviews highlight what has changed since then. */
	markShown(entryId: string): void {
		const memory = this.#memories.peek(entryId);
		if (memory !== null) memory.onScreen = true;
	}

	isStale(entryId: string): boolean {
		return this.#memories.current(entryId) === null;
	}

	/** Re-reads waiting commits with this nonce, because another transaction has used it. */
	reloadSameNonce({ chainRef, signer, nonce, entryId }: UsedNonce): void {
		for (const id of this.#memories.ids()) {
			const frozen = this.#memories.current(id)?.review.frozen ?? null;
			if (id === entryId || frozen?.kind !== "commit" || frozen.payload.kind !== "evm_transaction") continue;
			const isSame = frozen.chain_ref === chainRef && sameAddress(frozen.signer, signer);
			if (isSame && BigInt(frozen.payload.nonce) === nonce && this.#app.requests.asks(id))
				void this.loadSoon(id);
		}
	}

	checkAgain(): void {
		for (const id of this.#memories.ids())
			if (this.answers(id).some((answer) => "fault" in answer)) void this.loadSoon(id);
	}

	#compose(request: ApprovalRequest, prepared: Prepared): Review {
		const { clock, inputs, opinions, requests } = this.#app;
		const { frozen } = prepared;
		const policy = inputs.policy(frozen);
		const review = composeReview({
			...(request.kind === "proposal" ? LOCAL_OWNER : inputs.owner()),
			request,
			freezing: prepared.freezing(),
			answers: prepared.answers,
			user: inputs.user(frozen?.signer ?? statedSigner(request), request.sessionId),
			now: clock.now(),
			clockOffset: inputs.clockOffset(),
			lane: { sameNonceHeadline: frozen === null ? null : inputs.sameNonceHeadline(frozen) },
			previous: this.#memories.peek(request.entryId)?.seen ?? null,
			confirmedByGet: requests.confirmed(request),
			session: inputs.session(request.sessionId),
			typed: inputs.typed(request.sessionId, request.receivedAt),
			contextChecks: this.#contextChecks(request),
			repeats: inputs.repeats(request),
			safetyMode: inputs.safetyMode(request),
			blindAllowed: inputs.blindAllowed(),
			opinion: frozen === null ? NO_OPINION : opinions.of(frozen),
			prices: inputs.prices,
			policy,
		});
		if (requests.asks(request.entryId))
			this.#app.onReview?.({ request, review, answers: prepared.answers, policy });
		return review;
	}

	#batchRequests(request: ApprovalRequest): ApprovalRequest[] {
		const view = commitViewOf(request);
		if (view === null) return [];
		return (view.batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const other = id === view.commit_id ? null : this.#app.requests.commit(id);
			return other === null ? [] : [other];
		});
	}

	#contextChecks(request: ApprovalRequest): Check[] {
		const { inputs } = this.#app;
		const view = commitViewOf(request);
		const folded = inputs.folding(request);
		if (view === null) return [...folded];
		const contradiction = inputs.contradictions.of(view);
		const others = this.#batchRequests(request).flatMap((other) => {
			const found = commitViewOf(other);
			return found === null ? [] : [[found.commit_id, found] as const];
		});
		return [
			...(contradiction === null ? [] : [contradiction]),
			...folded,
			...siblingChecks(view, new Map(others)),
		];
	}

	/** The lock state, labels, clock and queue may have changed since the facts were read. */
	#now(entryId: string): Review | null {
		const memory = this.#memories.current(entryId);
		return memory === null ? null : this.#compose(memory.request, memory.prepared);
	}

	/**
	 * Simulates only the displayed review and the next one in the triage, because a flood of requests must
	 * not flood the user's RPC.
	 */
	#askOpinion(request: ApprovalRequest, prepared: Prepared): void {
		const { events, isAhead, opinions, requests, window } = this.#app;
		const { frozen } = prepared;
		const isWanted = openEntryId(window) === request.entryId || isAhead?.(request.entryId) === true;
		if (frozen === null || !isWanted) return;
		const earlier = earlierCalls(commitViewOf(request), prepared, (id) => {
			const member = requests.commit(id);
			return member === null ? null : commitViewOf(member);
		});
		opinions.ask(frozen, earlier, () => events.emit("review-changed"));
	}

	async #safely(entryId: string): Promise<Review | null> {
		try {
			return await this.#load(entryId);
		} catch (cause) {
			this.#app.log(`review of ${entryId}: ${String(cause)}`);
			return null;
		}
	}

	async #load(entryId: string): Promise<Review | null> {
		const { preparing, requests } = this.#app;
		// Without the service's answer, the stored request is shown as unconfirmed.
		await requests.refresh(entryId).catch((cause: unknown) => {
			// Other errors (a full disk, a GET aborted on shutdown) are treated the same way.
			if (!(cause instanceof ServiceError)) this.#app.log(`review of ${entryId}: ${String(cause)}`);
		});
		const first = requests.get(entryId);
		if (first === null) return null;
		let request: ApprovalRequest = first;
		for (let tries = 0; tries < MAX_TRIES; tries += 1) {
			const asked: ApprovalRequest = request;
			const prepared = await preparing.prepare(asked);
			const now = (): ApprovalRequest => requests.get(entryId) ?? asked;
			// If the request changed during the query, the chain's answer applies to the old version.
			const review = await this.#inTurn(entryId, () =>
				now().source === asked.source ? this.#keep(now(), prepared) : null,
			);
			if (review !== null) return review;
			request = now();
		}
		return this.#keep(request, preparing.without(request, CHANGING));
	}

	#inTurn<T>(entryId: string, work: () => T): Promise<T> {
		const { budget, clock } = this.#app;
		const isAwaited = () => this.#awaited.has(entryId);
		return new Promise((resolve, reject) => {
			function attempt(): void {
				if (!isAwaited() && budget.isSpent()) {
					clock.after(0, attempt);
					return;
				}
				try {
					resolve(budget.spend(work));
				} catch (cause) {
					reject(cause);
				}
			}
			attempt();
		});
	}

	#keep(request: ApprovalRequest, prepared: Prepared): Review {
		const memory = this.#memories.use(request.entryId);
		const old = memory.cached?.review ?? null;
		let fresh = this.#compose(request, prepared);
		// The user doesn't need a comparison with their own change.
		const isEdited = old !== null && isEditOf(old.request, request);
		if (old?.frozen != null && old.fingerprint !== fresh.fingerprint && memory.onScreen && !isEdited) {
			// The new review is compared with the one on the screen.
			memory.seen = old.frozen;
			memory.onScreen = false;
			fresh = this.#compose(request, prepared);
		}
		const batchRequests = this.#batchRequests(request);
		memory.cached = { review: fresh, prepared, request, brief: briefOf(fresh), batchRequests };
		if (fresh.analyses.length > 0) memory.decoded = fresh;
		this.#memories.sweep();
		this.#askOpinion(request, prepared);
		this.#app.events.emit("review-changed");
		return fresh;
	}
}
