import type { CommitView, ReadCommit } from "../../contract/commit.ts";
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
import type { Reviews } from "./parts.ts";

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
}

/** A request that keeps changing while the chain is asked about it is shown without the chain's word. */
const MOST_TRIES = 3;
const CHANGING = "The request changed while your RPC was asked about it.";

interface Kept {
	readonly review: Review;
	readonly facts: EvmFacts | FactsFault;
	/** The very view that it was composed of. */
	readonly of: ReadCommit;
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
	const kept = new Map<string, Kept>();
	const seen = new Map<string, FrozenReview>();
	/** Commits whose kept review was drawn in the trusted window. */
	const onScreen = new Set<string>();
	/** The last review of each commit that could be decoded, for when its payload is gone. */
	const decoded = new Map<string, Review>();
	const loading = new Map<string, Promise<Review | null>>();

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

	function aroundOf(view: CommitView): Check[] {
		const contradiction = parts.contradictions.of(view);
		const others = (view.batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const read = id === view.commit_id ? undefined : parts.stored(id)?.read;
			return read?.kind === "known" ? [[id, read.view] as const] : [];
		});
		return [...(contradiction === null ? [] : [contradiction]), ...siblingChecks(view, new Map(others))];
	}

	function compose(stored: StoredCommit, read: ReadCommit, facts: EvmFacts | FactsFault): Review {
		const signer = read.kind === "known" ? read.view.signer : "";
		const frozen = read.kind === "known" ? freeze(read.view, parts.owner()) : null;
		const previous = seen.get(stored.commitId) ?? null;
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
			around: read.kind === "known" ? aroundOf(read.view) : [],
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
		const old = kept.get(commitId)?.review ?? null;
		let fresh = compose(now, now.read, facts);
		if (old?.frozen != null && old.fingerprint !== fresh.fingerprint && onScreen.has(commitId)) {
			// What the person looked at is what the new one is told apart from.
			seen.set(commitId, old.frozen);
			onScreen.delete(commitId);
			fresh = compose(now, now.read, facts);
		}
		kept.set(commitId, { review: fresh, facts, of: now.read });
		parts.onChange(commitId);
		return fresh;
	}

	/** Lock state, labels, clock and lane move on: the same facts, composed for this very moment. */
	function now(commitId: string): Review | null {
		const known = kept.get(commitId);
		const stored = parts.stored(commitId);
		if (known === undefined || stored?.read !== known.of) return null;
		return compose(stored, stored.read, known.facts);
	}

	return {
		get(commitId) {
			const review = now(commitId);
			if (review === null) return null;
			if (review.insight !== null) {
				decoded.set(commitId, review);
				return review;
			}
			const before = decoded.get(commitId);
			// It ran out or was answered: what it was stays on screen, and why it is over stands beside it.
			return before === undefined || review.view?.state === "needs_signature" ? review : over(before, review);
		},
		load(commitId) {
			const running = loading.get(commitId);
			if (running !== undefined) return running;
			const started = load(commitId)
				.catch((cause: unknown) => {
					parts.log(`review of ${commitId}: ${String(cause)}`);
					return null;
				})
				.finally(() => loading.delete(commitId));
			loading.set(commitId, started);
			return started;
		},
		facts: (commitId) => {
			const facts = kept.get(commitId)?.facts;
			return facts === undefined || "fault" in facts ? null : facts;
		},
		shown(commitId) {
			onScreen.add(commitId);
		},
		stale(commitId) {
			const known = kept.get(commitId);
			return known === undefined || parts.stored(commitId)?.read !== known.of;
		},
	};
}
