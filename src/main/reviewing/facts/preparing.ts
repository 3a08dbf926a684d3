import { ChainError } from "../../../core/chain/chain-error.ts";
import { type ActionFreezing, intentIndexOf } from "../../../core/match/freeze-action.ts";
import type { FreezeRefusal, Frozen, Intent, SvmLookup } from "../../../core/match/frozen.ts";
import { asMessage, type Message } from "../../../core/message.ts";
import type { Reviewed, ReviewedCommit } from "../../../core/review/compose.ts";
import type { ChainAnswer } from "../../../core/subject/question.ts";
import { saying } from "../../../core/unsigned.ts";
import type { UnreadableAction } from "../../../service-api/events.ts";
import type { Freezings } from "../../inbox/requests/freezings.ts";
import type { Request } from "../../inbox/requests/requests.ts";
import type { Revocations } from "../own/revoking.ts";
import { type ChainAskingParts, createChainAsking } from "./chain-asking.ts";
import { CompletionError, completeAction, stillFits } from "./completing.ts";
import { lookupsFor } from "./lookups.ts";

/** What a review needs from the chain before it can be composed: lookup tables, what we choose ourselves, facts. */

export interface Prepared {
	/** What is reviewed: asked at each composition, since a commit is frozen by the user's settings of that moment. */
	readonly of: () => Reviewed;
	readonly frozen: Frozen | null;
	readonly answers: readonly ChainAnswer[];
}

export interface Preparing {
	/** Never rejects for what a chain did not answer: that is part of what it gives. */
	prepare(request: Request): Promise<Prepared>;
	/** The same without the chain's word, for the reason given. */
	without(request: Request, text: Message): Prepared;
}

export interface PreparingParts extends ChainAskingParts {
	readonly revocations: Pick<Revocations, "current" | "fresh">;
	readonly freezings: Pick<Freezings, "commit" | "action">;
}

/** Its transactions are ours to submit: no commit carries them. */
const sendsItself = ({ action }: Request & { kind: "action" }) => action.request.type !== "sign";

const actionWith = (request: Request & { kind: "action" }, freezing: ActionFreezing): Reviewed => ({
	kind: "action",
	action: request.action,
	freezing,
	sendsItself: sendsItself(request),
	...(request.build === undefined ? {} : { build: request.build }),
});

/** There is nothing to ask a chain about. */
const unreadable = (action: UnreadableAction): Prepared => ({
	of: () => ({ kind: "unreadable", action }),
	frozen: null,
	answers: [],
});

export function createPreparing(parts: PreparingParts): Preparing {
	const { chains, freezings } = parts;
	const { answersTo, faultOf } = createChainAsking(parts);
	/** What was chosen for an action when its review was first shown: never chosen again while it fits. */
	const chosen = new WeakMap<object, readonly Intent[]>();

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

	function ofCommit({ read }: Request & { kind: "commit" }, lookups: readonly SvmLookup[]) {
		const of = (): ReviewedCommit =>
			read.kind === "known"
				? { kind: "commit", read, freezing: freezings.commit(read.view, lookups) }
				: { kind: "commit", read, freezing: null };
		const { freezing } = of();
		return { of, frozen: freezing?.ok === true ? freezing.frozen : null };
	}

	async function prepareCommit(request: Request & { kind: "commit" }): Promise<Prepared> {
		const lookups = await lookupsOfCommit(request);
		const { of, frozen } = ofCommit(request, lookups);
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
			return freezings.action(action, sessionId, intents, request.build);
		} catch (cause) {
			if (cause instanceof CompletionError)
				return { ok: false, refusals: [{ field: cause.field, text: cause.text, ...saying(cause) }] };
			const down = faultOf(intentIndexOf(action.request).chain_ref, cause);
			const passing: Pick<FreezeRefusal, "passing"> =
				cause instanceof ChainError && cause.isPassing ? { passing: true } : {};
			return {
				ok: false,
				refusals: [{ field: "chain", text: asMessage(down.fault), ...saying(down), ...passing }],
			};
		}
	}

	async function prepareAction(request: Request & { kind: "action" }): Promise<Prepared> {
		const freezing = await freezingOf(request);
		const frozen = freezing.ok ? freezing.frozen : null;
		const of = actionWith(request, freezing);
		return { of: () => of, frozen, answers: frozen === null ? [] : await answersTo(frozen) };
	}

	/** What was chosen for a revocation fits the chain as it is now, or is chosen anew. */
	async function prepareRevocation({ planned }: Request & { kind: "revocation" }): Promise<Prepared> {
		const { revocations } = parts;
		const { asset } = planned;
		try {
			const frozen = await revocations.fresh(planned);
			return { of: () => ({ kind: "revocation", frozen, asset }), frozen, answers: await answersTo(frozen) };
		} catch (cause) {
			const frozen = revocations.current(planned);
			const fault = faultOf(frozen.chain_ref, cause);
			return { of: () => ({ kind: "revocation", frozen, asset }), frozen, answers: [fault] };
		}
	}

	return {
		async prepare(request) {
			if (request.kind === "commit") return await prepareCommit(request);
			if (request.kind === "action") return await prepareAction(request);
			if (request.kind === "revocation") return await prepareRevocation(request);
			if (request.kind === "unreadable") return unreadable(request.action);
			const { frozen, headline, text } = request.planned;
			return {
				of: () => ({ kind: "replacement", frozen, headline, text }),
				frozen,
				answers: await answersTo(frozen),
			};
		},
		without(request, text) {
			if (request.kind === "commit") return { ...ofCommit(request, []), answers: [{ fault: text }] };
			if (request.kind === "action") {
				const freezing: ActionFreezing = {
					ok: false,
					refusals: [{ field: "chain", text: asMessage(text) }],
				};
				return { of: () => actionWith(request, freezing), frozen: null, answers: [] };
			}
			if (request.kind === "unreadable") return unreadable(request.action);
			if (request.kind === "revocation") {
				const frozen = parts.revocations.current(request.planned);
				const of: Reviewed = { kind: "revocation", frozen, asset: request.planned.asset };
				return { of: () => of, frozen, answers: [{ fault: text }] };
			}
			const { frozen, headline, text: about } = request.planned;
			const of: Reviewed = { kind: "replacement", frozen, headline, text: about };
			return { of: () => of, frozen, answers: [{ fault: text }] };
		},
	};
}
