import type { TypedText } from "../../core/asked/typed-request.ts";
import { known } from "../../core/chain/chain-error.ts";
import { readUint } from "../../core/format/numeral.ts";
import type { Check } from "../../core/match/check.ts";
import type { Frozen, RequestOwner } from "../../core/match/frozen.ts";
import { memberOf } from "../../core/match/member.ts";
import { message, type Text } from "../../core/message.ts";
import { composeReview, type Review, type ReviewSession } from "../../core/review/compose.ts";
import type { Contradictions } from "../../core/review/contradiction.ts";
import { evmFactsOf } from "../../core/review/insight.ts";
import { siblingChecks } from "../../core/review/siblings.ts";
import type { Repetition } from "../../core/risk/evm/done-before.ts";
import type { PolicyStanding } from "../../core/rules/rules.ts";
import { NO_OPINION } from "../../core/subject/opinion.ts";
import type { ChainAnswer } from "../../core/subject/question.ts";
import type { Person } from "../../core/subject/subject.ts";
import type { AssembledEvmTransaction } from "../../service-api/action.ts";
import { type CommitView, TERMINAL_COMMIT_STATES } from "../../service-api/commit.ts";
import type { ReviewBrief } from "../inbox/entries/entry-view.ts";
import type { Request, Requests } from "../inbox/requests.ts";
import type { TurnBudget } from "../inbox/turn-budget.ts";
import type { Clock } from "../ports.ts";
import { ServiceError } from "../service/errors.ts";
import { briefOf } from "./brief.ts";
import { evictable, MAX_REMEMBERED } from "./cache-eviction.ts";
import { createLoadQueue } from "./load-queue.ts";
import type { Prepared, Preparing } from "./preparing.ts";
import type { Reviews } from "./reviews-types.ts";
import type { SecondOpinions } from "./second-opinion.ts";
import type { EarlierCall } from "./simulate-evm.ts";

/** A review as it was composed, with what it was composed of. */
export interface ComposedReview {
	readonly request: Request;
	readonly review: Review;
	readonly answers: readonly ChainAnswer[];
	/** The user's rules as they stood then. */
	readonly policy: PolicyStanding;
}

export interface ReviewsParts {
	readonly clock: Clock;
	/** Reviews that nobody looks at are loaded in turns that others leave time in. */
	readonly budget: TurnBudget;
	readonly owner: () => RequestOwner;
	readonly person: (signer: string, sessionId: string) => Person;
	readonly session: (sessionId: string) => ReviewSession;
	/** What the user typed there, oldest first, none of it sent after this moment (Unix ms); nothing where it is left out. */
	readonly typed?: (sessionId: string, until: number) => readonly TypedText[];
	readonly requests: Requests;
	readonly preparing: Preparing;
	readonly log: (line: string) => void;
	readonly contradictions: Contradictions;
	/** What else was said of the same transactions: they are answered elsewhere, or were. */
	readonly folding: (request: Request) => readonly Check[];
	/** What it would do once more; nothing where it is left out. */
	readonly repeats?: (request: Request) => Repetition | null;
	/** The unsettled row that holds a nonce of this, in words; null where none does. */
	readonly heldBy: (frozen: Frozen) => Text | null;
	readonly blindAllowed: () => boolean;
	readonly opinions: Pick<SecondOpinions, "of" | "ask">;
	/** The user's rules, with what they count for this. */
	readonly policy: (frozen: Frozen | null) => PolicyStanding;
	/** A review was composed of a request that still asks; told before anybody sees it. Nothing where it is left out. */
	readonly onReview?: (composed: ComposedReview) => void;
	readonly onChange: (entryId: string) => void;
	/** The entry that the user looks at. */
	readonly open: () => string | null;
	/** Whether a review that was queued is still worth a load. */
	readonly wanted: (entryId: string) => boolean;
}

/** Reviews that nobody looks at are loaded so many at a time: a flood of requests is no flood for service and RPC. */
const AT_ONCE = 4;
/** How often what is remembered is gone through, in ms, while it is not too much. */
const SWEEP_MS = 3600_000;

/** A request that keeps changing while the chain is asked about it is shown without the chain's word. */
const MAX_TRIES = 3;
const CHANGING = message("chain.request-changed");

/** The EVM transaction of a commit as its own review tells it; null where it can't be found there. */
function transactionOf({ review, batch }: CommitView): AssembledEvmTransaction | null {
	const membership = review === null ? null : memberOf({ ...review, batch });
	return membership?.ok === true ? membership.member.transaction : null;
}

interface KeptReview {
	readonly review: Review;
	readonly prepared: Prepared;
	readonly request: Request;
	readonly brief: ReviewBrief;
	/** The other members of its batch as they stood then: the match reads them too. */
	readonly beside: readonly Request[];
}

/** What is remembered of one entry. */
interface EntryMemory {
	kept: KeptReview | null;
	/** The review that the user saw before the kept one. */
	seen: Frozen | null;
	/** The kept review was drawn in the trusted window. */
	onScreen: boolean;
	/** The last review that could be decoded, for when its payload is gone. */
	decoded: Review | null;
}

/** What was decoded before, under a service that no longer asks: nothing of it can be approved. */
function over(before: Review, now: Review): Review {
	const { approval, canReject } = now;
	return {
		...before,
		subject: now.subject,
		changed: [],
		approval: { ...approval, possible: false, word: null, wordOf: null },
		canReject,
	};
}

const viewOf = (request: Request): CommitView | null =>
	request.kind === "commit" && request.read.kind === "known" ? request.read.view : null;

/** Composes the reviews of entries and keeps the latest of each. */
export function createReviews(parts: ReviewsParts): Reviews {
	const { requests, preparing } = parts;
	/** Used longest ago first. */
	const memories = new Map<string, EntryMemory>();
	let swept = parts.clock.now();

	/** The memory of this entry, put last as the one used latest. */
	function remember(entryId: string): EntryMemory {
		const memory = memories.get(entryId) ?? { kept: null, seen: null, onScreen: false, decoded: null };
		memories.delete(entryId);
		memories.set(entryId, memory);
		return memory;
	}

	/** Since when an entry is over, Unix ms; null while it is not. One that is no longer known is over for ever. */
	function overSince(entryId: string, kept: KeptReview | null): number | null {
		const request = requests.get(entryId);
		if (request === null) return 0;
		const view = viewOf(request);
		const ended =
			request.kind === "action" || request.kind === "unreadable"
				? (request.action.state ?? "pending") !== "pending"
				: view !== null && TERMINAL_COMMIT_STATES.has(view.state);
		if (ended) return request.receivedAt;
		const expiresAt = kept?.review.expiresAt ?? null;
		return expiresAt !== null && expiresAt <= parts.clock.now() ? expiresAt : null;
	}

	function sweep(): void {
		const now = parts.clock.now();
		if (memories.size <= MAX_REMEMBERED && now - swept < SWEEP_MS) return;
		swept = now;
		const all = [...memories].map(([id, { kept }]) => ({ id, overSince: overSince(id, kept) }));
		for (const id of evictable(all, parts.open(), now)) memories.delete(id);
	}

	/** The kept review's memory, where the request that it was composed of still stands. */
	function current(entryId: string): KeptReview | null {
		const kept = memories.get(entryId)?.kept ?? null;
		return kept !== null && requests.get(entryId)?.of === kept.request.of ? kept : null;
	}

	function besideOf(request: Request): Request[] {
		const view = viewOf(request);
		if (view === null) return [];
		return (view.batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const other = id === view.commit_id ? null : requests.commit(id);
			return other === null ? [] : [other];
		});
	}

	function aroundOf(request: Request): Check[] {
		const view = viewOf(request);
		const folded = parts.folding(request);
		if (view === null) return [...folded];
		const contradiction = parts.contradictions.of(view);
		const others = besideOf(request).flatMap((other) => {
			const found = viewOf(other);
			return found === null ? [] : [[found.commit_id, found] as const];
		});
		return [
			...(contradiction === null ? [] : [contradiction]),
			...folded,
			...siblingChecks(view, new Map(others)),
		];
	}

	function compose(request: Request, prepared: Prepared): Review {
		const { frozen } = prepared;
		const policy = parts.policy(frozen);
		const review = composeReview({
			...parts.owner(),
			of: prepared.of(),
			answers: prepared.answers,
			person: parts.person(frozen?.signer ?? viewOf(request)?.signer ?? "", request.sessionId),
			now: parts.clock.now(),
			lane: { heldBy: frozen === null ? null : parts.heldBy(frozen) },
			previous: memories.get(request.entryId)?.seen ?? null,
			confirmedByGet: requests.confirmed(request),
			session: parts.session(request.sessionId),
			typed: parts.typed?.(request.sessionId, request.receivedAt) ?? [],
			around: aroundOf(request),
			repeats: parts.repeats?.(request) ?? null,
			blindAllowed: parts.blindAllowed(),
			opinion: frozen === null ? NO_OPINION : parts.opinions.of(frozen),
			policy,
		});
		if (requests.asks(request.entryId))
			parts.onReview?.({ request, review, answers: prepared.answers, policy });
		return review;
	}

	/**
	 * Members of a batch that have to be on the chain before this one, as the review tells them; never more than there
	 * are nonces left before its own. The service could name one that is never sent, and that makes this look harmless.
	 */
	function earlierOf(request: Request, { frozen, answers }: Prepared): EarlierCall[] {
		const view = viewOf(request);
		if (view?.batch == null || frozen === null || !("commit_id" in frozen)) return [];
		if (frozen.request.type !== "execute_evm" || frozen.payload.kind !== "evm_transaction") return [];
		const [answer] = answers;
		const next = known(evmFactsOf(answer)?.latestNonce);
		const before = next === null ? 0 : Math.max(0, frozen.payload.nonce - next);
		if (before === 0) return [];
		const { ordered_commit_ids: ids, index } = view.batch;
		const whole = frozen.request.transactions.length === ids.length ? frozen.request.transactions : [];
		const open = ids.slice(0, index).flatMap((id, at) => {
			const member = requests.commit(id);
			const theirs = member === null ? null : viewOf(member);
			if (theirs?.state === "confirmed") return [];
			// Where this review tells of its own transaction alone, each earlier member tells of its own.
			const each = whole[at] ?? (theirs === null ? null : transactionOf(theirs));
			return each === null
				? []
				: [{ to: each.to, value: readUint(each.value ?? "0") ?? 0n, data: each.data }];
		});
		return open.slice(-before);
	}

	/** Only what the user looks at is simulated: a flood of requests is none for their RPC. */
	function askOpinion(request: Request, prepared: Prepared): void {
		const { frozen } = prepared;
		if (frozen === null || parts.open() !== request.entryId) return;
		parts.opinions.ask(frozen, earlierOf(request, prepared), () => parts.onChange(request.entryId));
	}

	async function load(entryId: string): Promise<Review | null> {
		// The service's own answer has its own authority; without it, what is stored is shown as not confirmed.
		await requests.refresh(entryId).catch((cause: unknown) => {
			// A full disk, or an end of the app that cut the GET off: the same holds.
			if (!(cause instanceof ServiceError)) parts.log(`review of ${entryId}: ${String(cause)}`);
		});
		let request = requests.get(entryId);
		if (request === null) return null;
		let prepared: Prepared | null = null;
		for (let tries = 0; tries < MAX_TRIES; tries += 1) {
			const asked: Request = request;
			const answer = await preparing.prepare(asked);
			request = requests.get(entryId) ?? asked;
			// What the chain said of one request says nothing about another that came meanwhile.
			if (request.of !== asked.of) continue;
			prepared = answer;
			break;
		}
		prepared ??= preparing.without(request, CHANGING);
		const memory = remember(entryId);
		const old = memory.kept?.review ?? null;
		let fresh = compose(request, prepared);
		if (old?.frozen != null && old.fingerprint !== fresh.fingerprint && memory.onScreen) {
			// What the user looked at is what the new one is told apart from.
			memory.seen = old.frozen;
			memory.onScreen = false;
			fresh = compose(request, prepared);
		}
		memory.kept = { review: fresh, prepared, request, brief: briefOf(fresh), beside: besideOf(request) };
		if (fresh.insights.length > 0) memory.decoded = fresh;
		sweep();
		askOpinion(request, prepared);
		parts.onChange(entryId);
		return fresh;
	}

	/** Lock state, labels, clock and lane move on: the same facts, composed for this very moment. */
	function now(entryId: string): Review | null {
		const known = current(entryId);
		return known === null ? null : compose(known.request, known.prepared);
	}

	async function safely(entryId: string): Promise<Review | null> {
		try {
			return await load(entryId);
		} catch (cause) {
			parts.log(`review of ${entryId}: ${String(cause)}`);
			return null;
		}
	}

	const queue = createLoadQueue({
		clock: parts.clock,
		budget: parts.budget,
		most: AT_ONCE,
		run: safely,
		wanted: parts.wanted,
	});

	return {
		get(entryId) {
			const review = now(entryId);
			if (review === null) return null;
			const memory = remember(entryId);
			const { kept } = memory;
			// It was read before anybody looked at it.
			if (kept !== null && review.insights.some(({ opinion }) => opinion.addressFacts === null))
				askOpinion(kept.request, kept.prepared);
			if (review.insights.length > 0) {
				memory.decoded = review;
				return review;
			}
			const before = memory.decoded;
			// It ran out or was answered: what it was stays on screen, and why it is over stands beside it.
			return before === null || requests.asks(entryId) ? review : over(before, review);
		},
		brief(entryId) {
			const known = current(entryId);
			if (known === null) return null;
			const beside = besideOf(known.request);
			const same =
				beside.length === known.beside.length && beside.every((each, at) => each.of === known.beside[at]?.of);
			if (same) return known.brief;
			const brief = briefOf(compose(known.request, known.prepared));
			remember(entryId).kept = { ...known, brief, beside };
			return brief;
		},
		decoded: (entryId) => memories.get(entryId)?.decoded ?? null,
		load: queue.now,
		loadSoon: queue.soon,
		facts(entryId) {
			const answer: ChainAnswer | undefined = current(entryId)?.prepared.answers[0];
			return answer !== undefined && "family" in answer && answer.family === "evm" ? answer.facts : null;
		},
		answers: (entryId) => current(entryId)?.prepared.answers ?? [],
		signer: (entryId) => memories.get(entryId)?.kept?.review.frozen?.signer ?? null,
		shown(entryId) {
			const memory = memories.get(entryId);
			if (memory !== undefined) memory.onScreen = true;
		},
		stale: (entryId) => current(entryId) === null,
	};
}
