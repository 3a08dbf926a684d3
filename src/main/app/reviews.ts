import type { ReadCommit } from "../../contract/commit.ts";
import { ChainError, type EvmChains, type EvmFacts } from "../chains/evm.ts";
import { type FrozenReview, freeze, type Owner } from "../match/frozen.ts";
import type { Clock } from "../ports.ts";
import { factsRequestOf } from "../review/ask.ts";
import { composeReview, type FactsFault, type Review, type ReviewSession } from "../review/compose.ts";
import type { Contradictions } from "../review/contradiction.ts";
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
	readonly contradictions: Contradictions;
	/** The unsettled row that holds this nonce, in words; null where none does. */
	readonly heldBy: (frozen: FrozenReview) => string | null;
	readonly onHealth: (chainRef: string, ok: boolean, words: string) => void;
	readonly onChange: (commitId: string) => void;
}

interface Kept {
	readonly review: Review;
	readonly facts: EvmFacts | FactsFault;
	/** The very view that it was composed of. */
	readonly of: ReadCommit;
}

/** Composes the reviews of commits and keeps the latest of each. */
export function createReviews(parts: ReviewsParts): Reviews {
	const kept = new Map<string, Kept>();
	const seen = new Map<string, FrozenReview>();
	/** Commits whose kept review was drawn in the trusted window. */
	const onScreen = new Set<string>();
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
			if (!(cause instanceof ChainError)) throw cause;
			parts.onHealth(chain_ref, false, cause.message);
			return { fault: cause.message };
		}
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
			contradiction: read.kind === "known" ? parts.contradictions.of(read.view) : null,
		});
	}

	async function load(commitId: string): Promise<Review | null> {
		// The GET has its own authority; where it fails, what is stored is shown as not confirmed.
		await parts.refresh(commitId).catch((cause: unknown) => {
			if (!(cause instanceof ServiceError)) throw cause;
		});
		const stored = parts.stored(commitId);
		if (stored === null) return null;
		const facts = await factsFor(stored.read);
		const now = parts.stored(commitId) ?? stored;
		const old = kept.get(commitId)?.review ?? null;
		const fresh = compose(now, now.read, facts);
		if (old?.frozen != null && old.fingerprint !== fresh.fingerprint && onScreen.has(commitId)) {
			// What the person looked at is what the new one is told apart from.
			seen.set(commitId, old.frozen);
			onScreen.delete(commitId);
		}
		kept.set(commitId, { review: compose(now, now.read, facts), facts, of: now.read });
		parts.onChange(commitId);
		return kept.get(commitId)?.review ?? null;
	}

	return {
		get(commitId) {
			const known = kept.get(commitId);
			const stored = parts.stored(commitId);
			if (known === undefined || stored === null) return null;
			// Lock state, labels, clock and lane move on: the same facts, composed for this very moment.
			return stored.read === known.of ? compose(stored, stored.read, known.facts) : null;
		},
		load(commitId) {
			const running = loading.get(commitId);
			if (running !== undefined) return running;
			const started = load(commitId).finally(() => loading.delete(commitId));
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
