import { type CommitView, type ReadCommit, TERMINAL_COMMIT_STATES } from "../../contract/commit.ts";
import { ChainError, type EvmChains, type EvmFacts } from "../chains/evm.ts";
import type { Check } from "../match/check.ts";
import { type FrozenReview, freeze, type Owner } from "../match/frozen.ts";
import type { Clock } from "../ports.ts";
import { factsRequestOf } from "../review/ask.ts";
import { composeReview, type FactsFault, type Review, type ReviewSession } from "../review/compose.ts";
import type { Contradictions } from "../review/contradiction.ts";
import { siblingChecks } from "../review/siblings.ts";
import type { Person } from "../review/subject.ts";
import { ServiceError } from "../service/errors.ts";
import type { StoredCommit } from "../sessions/types.ts";
import { forgettable, MOST_REMEMBERED } from "./forgetting.ts";
import { createLoadQueue } from "./load-queue.ts";
import type { ReviewBrief, Reviews } from "./parts.ts";

export interface ReviewsParts {
	readonly chains: EvmChains;
	readonly clock: Clock;
	readonly owner: () => Owner;
	readonly person: (signer: string) => Person;
	readonly session: (read: ReadCommit, sessionId: string) => ReviewSession;
	readonly stored: (commitId: string) => StoredCommit | null;
	readonly refresh: (commitId: string) => Promise<ReadCommit>;
	readonly log: (line: string) => void;
	readonly contradictions: Contradictions;
	/** The unsettled row that holds this nonce, in words; null where none does. */
	readonly heldBy: (frozen: FrozenReview) => string | null;
	readonly onHealth: (chainRef: string, ok: boolean, words: string) => void;
	readonly onChange: (commitId: string) => void;
	/** The commit that the person looks at. */
	readonly open: () => string | null;
	/** Whether a review that was queued is still worth a load. */
	readonly wanted: (commitId: string) => boolean;
}

/** Reviews that nobody looks at are loaded so many at a time: a flood of requests is no flood for service and RPC. */
const AT_ONCE = 4;
/** How often what is remembered is gone through, in ms, while it is not too much. */
const SWEEP_MS = 3600_000;

/** A request that keeps changing while the chain is asked about it is shown without the chain's word. */
const MOST_TRIES = 3;
const CHANGING = "The request changed while your RPC was asked about it.";

interface Kept {
	readonly review: Review;
	readonly facts: EvmFacts | FactsFault;
	/** The very view that it was composed of. */
	readonly of: ReadCommit;
	readonly brief: ReviewBrief;
	/** The other members of its batch as they stood then: the match reads them too. */
	readonly beside: readonly ReadCommit[];
}

/** What is remembered of one commit. */
interface Memory {
	kept: Kept | null;
	/** The review that the person saw before the kept one. */
	seen: FrozenReview | null;
	/** The kept review was drawn in the trusted window. */
	onScreen: boolean;
	/** The last review that could be decoded, for when its payload is gone. */
	decoded: Review | null;
}

function briefOf(review: Review): ReviewBrief {
	return { verdict: review.match.verdict, findings: review.insight?.findings.length ?? 0 };
}

/** What was decoded before, under a service that no longer asks: nothing of it can be approved. */
function over(before: Review, now: Review): Review {
	const { approval, canReject } = now;
	return {
		...before,
		view: now.view,
		changed: [],
		approval: { ...approval, possible: false, word: null },
		canReject,
	};
}

/** Composes the reviews of commits and keeps the latest of each. */
export function createReviews(parts: ReviewsParts): Reviews {
	/** Used longest ago first. */
	const memories = new Map<string, Memory>();
	let swept = parts.clock.now();

	/** The memory of this commit, put last as the one used latest. */
	function remember(commitId: string): Memory {
		const memory = memories.get(commitId) ?? { kept: null, seen: null, onScreen: false, decoded: null };
		memories.delete(commitId);
		memories.set(commitId, memory);
		return memory;
	}

	/** Since when a commit is over, Unix ms; null while it is not. One that is no longer known is over for ever. */
	function overSince(commitId: string, kept: Kept | null): number | null {
		const stored = parts.stored(commitId);
		if (stored === null) return 0;
		const { read } = stored;
		if (read.kind === "known" && TERMINAL_COMMIT_STATES.has(read.view.state)) return stored.receivedAt;
		const expiresAt = kept?.review.expiresAt ?? null;
		return expiresAt !== null && expiresAt <= parts.clock.now() ? expiresAt : null;
	}

	function sweep(): void {
		const now = parts.clock.now();
		if (memories.size <= MOST_REMEMBERED && now - swept < SWEEP_MS) return;
		swept = now;
		const all = [...memories].map(([id, { kept }]) => ({ id, overSince: overSince(id, kept) }));
		for (const id of forgettable(all, parts.open(), now)) memories.delete(id);
	}

	/** The kept review's memory, where the view that it was composed of still stands. */
	function current(commitId: string): (Kept & { readonly stored: StoredCommit }) | null {
		const kept = memories.get(commitId)?.kept ?? null;
		const stored = parts.stored(commitId);
		return kept === null || stored?.read !== kept.of ? null : { ...kept, stored };
	}

	async function factsFor(read: ReadCommit): Promise<EvmFacts | FactsFault> {
		if (read.kind === "unreadable") return { fault: "Nothing could be asked of the chain." };
		const freezing = freeze(read.view, parts.owner());
		const request = freezing.ok ? factsRequestOf(freezing.frozen) : null;
		if (request === null) return { fault: "Nothing could be asked of the chain." };
		const { chain_ref } = read.view;
		try {
			const facts = await parts.chains.of(Number(chain_ref)).facts(request);
			parts.onHealth(
				chain_ref,
				facts.rightChain,
				facts.rightChain ? "Answers" : `Is of chain ${facts.chainId}, not ${chain_ref}`,
			);
			return facts;
		} catch (cause) {
			if (!(cause instanceof ChainError)) {
				parts.log(`facts of chain ${chain_ref.slice(0, 24)}: ${String(cause)}`);
				return { fault: "What your RPC answered could not be used." };
			}
			parts.onHealth(chain_ref, false, cause.message);
			return { fault: cause.message };
		}
	}

	function besideOf(read: ReadCommit): ReadCommit[] {
		if (read.kind === "unreadable") return [];
		const { batch, commit_id } = read.view;
		return (batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const other = id === commit_id ? undefined : parts.stored(id)?.read;
			return other === undefined ? [] : [other];
		});
	}

	function aroundOf(read: ReadCommit, view: CommitView): Check[] {
		const contradiction = parts.contradictions.of(view);
		const others = besideOf(read).flatMap((other) =>
			other.kind === "known" ? [[other.view.commit_id, other.view] as const] : [],
		);
		return [...(contradiction === null ? [] : [contradiction]), ...siblingChecks(view, new Map(others))];
	}

	function compose(stored: StoredCommit, read: ReadCommit, facts: EvmFacts | FactsFault): Review {
		const signer = read.kind === "known" ? read.view.signer : "";
		const frozen = read.kind === "known" ? freeze(read.view, parts.owner()) : null;
		const previous = memories.get(stored.commitId)?.seen ?? null;
		return composeReview({
			...parts.owner(),
			read,
			facts,
			person: parts.person(signer),
			now: parts.clock.now(),
			lane: { heldBy: frozen?.ok === true ? parts.heldBy(frozen.frozen) : null },
			previous,
			confirmedByGet: stored.confirmedByGet !== null,
			session: parts.session(read, stored.sessionId),
			around: read.kind === "known" ? aroundOf(read, read.view) : [],
		});
	}

	async function load(commitId: string): Promise<Review | null> {
		// The GET has its own authority; where it fails, what is stored is shown as not confirmed.
		await parts.refresh(commitId).catch((cause: unknown) => {
			// A full disk, or an end of the app that cut the GET off: the same holds.
			if (!(cause instanceof ServiceError)) parts.log(`review of ${commitId}: ${String(cause)}`);
		});
		let now = parts.stored(commitId);
		if (now === null) return null;
		let facts: EvmFacts | FactsFault = { fault: CHANGING };
		for (let tries = 0; tries < MOST_TRIES; tries += 1) {
			const asked: StoredCommit = now;
			const answer = await factsFor(asked.read);
			now = parts.stored(commitId) ?? asked;
			// What the chain said of one request says nothing about another that came meanwhile.
			if (now.read !== asked.read) continue;
			facts = answer;
			break;
		}
		const memory = remember(commitId);
		const old = memory.kept?.review ?? null;
		let fresh = compose(now, now.read, facts);
		if (old?.frozen != null && old.fingerprint !== fresh.fingerprint && memory.onScreen) {
			// What the person looked at is what the new one is told apart from.
			memory.seen = old.frozen;
			memory.onScreen = false;
			fresh = compose(now, now.read, facts);
		}
		const { read } = now;
		memory.kept = { review: fresh, facts, of: read, brief: briefOf(fresh), beside: besideOf(read) };
		if (fresh.insight !== null) memory.decoded = fresh;
		sweep();
		parts.onChange(commitId);
		return fresh;
	}

	/** Lock state, labels, clock and lane move on: the same facts, composed for this very moment. */
	function now(commitId: string): Review | null {
		const known = current(commitId);
		return known === null ? null : compose(known.stored, known.of, known.facts);
	}

	async function safely(commitId: string): Promise<Review | null> {
		try {
			return await load(commitId);
		} catch (cause) {
			parts.log(`review of ${commitId}: ${String(cause)}`);
			return null;
		}
	}

	const queue = createLoadQueue(AT_ONCE, safely, parts.wanted);

	return {
		get(commitId) {
			const review = now(commitId);
			if (review === null) return null;
			const memory = remember(commitId);
			if (review.insight !== null) {
				memory.decoded = review;
				return review;
			}
			const before = memory.decoded;
			// It ran out or was answered: what it was stays on screen, and why it is over stands beside it.
			return before === null || review.view?.state === "needs_signature" ? review : over(before, review);
		},
		brief(commitId) {
			const known = current(commitId);
			if (known === null) return null;
			const beside = besideOf(known.of);
			const same =
				beside.length === known.beside.length && beside.every((read, at) => read === known.beside[at]);
			if (same) return known.brief;
			const brief = briefOf(compose(known.stored, known.of, known.facts));
			const { review, facts, of } = known;
			remember(commitId).kept = { review, facts, of, brief, beside };
			return brief;
		},
		decoded: (commitId) => memories.get(commitId)?.decoded ?? null,
		load: queue.now,
		loadSoon: queue.soon,
		facts(commitId) {
			const facts = current(commitId)?.facts;
			return facts === undefined || "fault" in facts ? null : facts;
		},
		shown(commitId) {
			const memory = memories.get(commitId);
			if (memory !== undefined) memory.onScreen = true;
		},
		stale: (commitId) => current(commitId) === null,
	};
}
