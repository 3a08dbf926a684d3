import type { CommitTransport } from "../../contract/commit.ts";
import { ChainError } from "../chains/chain-error.ts";
import { clusterOf } from "../chains/names.ts";
import { freeze } from "../match/freeze.ts";
import { type ActionFreezing, freezeAction, placeOf } from "../match/freeze-action.ts";
import type { Frozen, Intent, Owner, SvmLookup } from "../match/frozen.ts";
import { type ChainAnswer, type ChainQuestion, questionsOf } from "../review/ask.ts";
import type { Reviewed } from "../review/compose.ts";
import { type Chains, CompletionError, completeAction, stillFits } from "./completing.ts";
import { lookupsFor } from "./lookups.ts";
import type { Request } from "./requests.ts";
import type { Revocations } from "./revoking.ts";

/** What a review needs from the chain before it can be composed: lookup tables, what we choose ourselves, facts. */

export interface Prepared {
	readonly of: Reviewed;
	readonly frozen: Frozen | null;
	readonly answers: readonly ChainAnswer[];
}

export interface Preparing {
	/** Never rejects for what a chain did not answer: that is part of what it gives. */
	prepare(request: Request): Promise<Prepared>;
	/** The same without the chain's word, for the reason given. */
	without(request: Request, words: string): Prepared;
}

export interface PreparingParts {
	readonly chains: Chains;
	readonly revocations: Pick<Revocations, "current" | "fresh">;
	readonly owner: () => Owner;
	readonly blindAllowed: () => boolean;
	/** The route that the person wishes where a commit offers both. */
	readonly transport?: () => CommitTransport;
	readonly onHealth: (chainRef: string, ok: boolean, words: string) => void;
	readonly log: (line: string) => void;
}

/** Its transactions are ours to submit: no commit carries them. */
const sendsItself = ({ action }: Request & { kind: "action" }) => action.request.type !== "sign";

export function createPreparing(parts: PreparingParts): Preparing {
	const { chains } = parts;
	/** What was chosen for an action when its review was first shown: never chosen again while it fits. */
	const chosen = new WeakMap<object, readonly Intent[]>();

	/** @param chainRef as the request states it; null where it names no chain */
	function faultOf(chainRef: string | null, cause: unknown): { readonly fault: string } {
		if (cause instanceof ChainError) {
			// Health is kept by the names of Settings; a chain without an RPC has none.
			if (chainRef !== null && cause.kind !== "no_rpc")
				parts.onHealth(clusterOf(chainRef) ?? chainRef, false, cause.message);
			return { fault: cause.message };
		}
		parts.log(`facts of chain ${(chainRef ?? "none").slice(0, 24)}: ${String(cause)}`);
		return { fault: "What your RPC answered could not be used." };
	}

	async function ask(question: ChainQuestion): Promise<ChainAnswer> {
		if (question.family === "none") return question;
		const chainRef = question.family === "evm" ? String(question.chainId) : question.cluster;
		try {
			if (question.family === "evm") {
				const facts = await chains.evm.of(question.chainId).facts(question.request);
				const words = facts.rightChain ? "Answers" : `Is of chain ${facts.chainId}, not ${chainRef}`;
				parts.onHealth(chainRef, facts.rightChain, words);
				return { family: "evm", facts };
			}
			const chain = chains.svm.of(question.cluster);
			const facts = await chain.facts(question.request);
			const words = facts.rightCluster ? "Answers" : `Is of another cluster than ${chain.cluster}`;
			parts.onHealth(chain.cluster, facts.rightCluster, words);
			return { family: "svm", facts };
		} catch (cause) {
			return faultOf(chainRef, cause);
		}
	}

	async function answersTo(frozen: Frozen): Promise<readonly ChainAnswer[]> {
		return await Promise.all(questionsOf(frozen).map(ask));
	}

	async function lookupsOfCommit(request: Request & { kind: "commit" }): Promise<readonly SvmLookup[]> {
		if (request.read.kind === "unreadable") return [];
		const { action, chain_ref } = request.read.view;
		if (action?.kind !== "sign" || action.payload.kind !== "svm_transaction") return [];
		try {
			return await lookupsFor(chains.svm, chain_ref, action.payload.transaction_base64);
		} catch (cause) {
			faultOf(chain_ref, cause);
			return [];
		}
	}

	function frozenCommit(request: Request & { kind: "commit" }, lookups: readonly SvmLookup[]): Frozen | null {
		if (request.read.kind === "unreadable") return null;
		const freezing = freeze(
			request.read.view,
			parts.owner(),
			lookups,
			parts.blindAllowed(),
			parts.transport?.(),
		);
		return freezing.ok ? freezing.frozen : null;
	}

	async function prepareCommit(request: Request & { kind: "commit" }): Promise<Prepared> {
		const lookups = await lookupsOfCommit(request);
		const frozen = frozenCommit(request, lookups);
		const of: Reviewed = { kind: "commit", read: request.read, lookups };
		return { of, frozen, answers: frozen === null ? [] : await answersTo(frozen) };
	}

	async function intentsFor(request: Request & { kind: "action" }): Promise<readonly Intent[]> {
		const { action } = request;
		const known = chosen.get(action);
		if (known !== undefined && (await stillFits(known, action, chains))) return known;
		const intents = await completeAction(action, chains);
		chosen.set(action, intents);
		return intents;
	}

	async function freezingOf(request: Request & { kind: "action" }): Promise<ActionFreezing> {
		const { action, sessionId } = request;
		try {
			const intents = action.state === "pending" ? await intentsFor(request) : [];
			return freezeAction(action, sessionId, parts.owner(), intents, parts.blindAllowed());
		} catch (cause) {
			if (cause instanceof CompletionError)
				return { ok: false, refusals: [{ field: cause.field, words: cause.message }] };
			const { fault } = faultOf(placeOf(action.request).chain_ref, cause);
			return { ok: false, refusals: [{ field: "chain", words: fault }] };
		}
	}

	async function prepareAction(request: Request & { kind: "action" }): Promise<Prepared> {
		const freezing = await freezingOf(request);
		const frozen = freezing.ok ? freezing.frozen : null;
		const of: Reviewed = {
			kind: "action",
			action: request.action,
			freezing,
			sendsItself: sendsItself(request),
		};
		return { of, frozen, answers: frozen === null ? [] : await answersTo(frozen) };
	}

	/** What was chosen for a revocation fits the chain as it is now, or is chosen anew. */
	async function prepareRevocation({ planned }: Request & { kind: "revocation" }): Promise<Prepared> {
		const { revocations } = parts;
		const { asset } = planned;
		try {
			const frozen = await revocations.fresh(planned);
			return { of: { kind: "revocation", frozen, asset }, frozen, answers: await answersTo(frozen) };
		} catch (cause) {
			const frozen = revocations.current(planned);
			const fault = faultOf(frozen.chain_ref, cause);
			return { of: { kind: "revocation", frozen, asset }, frozen, answers: [fault] };
		}
	}

	return {
		async prepare(request) {
			if (request.kind === "commit") return await prepareCommit(request);
			if (request.kind === "action") return await prepareAction(request);
			if (request.kind === "revocation") return await prepareRevocation(request);
			const { frozen, headline, words } = request.planned;
			return {
				of: { kind: "replacement", frozen, headline, words },
				frozen,
				answers: await answersTo(frozen),
			};
		},
		without(request, words) {
			if (request.kind === "commit") {
				const of: Reviewed = { kind: "commit", read: request.read, lookups: [] };
				return { of, frozen: frozenCommit(request, []), answers: [{ fault: words }] };
			}
			if (request.kind === "action") {
				const freezing: ActionFreezing = { ok: false, refusals: [{ field: "chain", words }] };
				return {
					of: { kind: "action", action: request.action, freezing, sendsItself: sendsItself(request) },
					frozen: null,
					answers: [],
				};
			}
			if (request.kind === "revocation") {
				const frozen = parts.revocations.current(request.planned);
				const of: Reviewed = { kind: "revocation", frozen, asset: request.planned.asset };
				return { of, frozen, answers: [{ fault: words }] };
			}
			const { frozen, headline, words: about } = request.planned;
			const of: Reviewed = { kind: "replacement", frozen, headline, words: about };
			return { of, frozen, answers: [{ fault: words }] };
		},
	};
}
