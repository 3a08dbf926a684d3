import { ChainError } from "../../../core/chain/chain-error.ts";
import { type ActionFreezing, intentIndexOf } from "../../../core/match/freeze-action.ts";
import type { FreezeRefusal, Frozen, Intent, SvmLookup } from "../../../core/match/frozen.ts";
import { asMessage, type Message } from "../../../core/message.ts";
import type { ApprovalRequest, PlannedRevocation, RequestOf } from "../../../core/review/approval-request.ts";
import type { ReviewFreezing } from "../../../core/review/compose.ts";
import type { ChainAnswer } from "../../../core/subject/question.ts";
import { saying } from "../../../core/unsigned.ts";
import type { Freezings } from "../../inbox/requests/freezings.ts";
import type { Revocations } from "../own/revoking.ts";
import { type ChainAskingParts, createChainAsking } from "./chain-asking.ts";
import { CompletionError, completeAction, stillFits } from "./completing.ts";
import { lookupsFor } from "./lookups.ts";

/** What a review needs from the chain before it can be composed: lookup tables, what we choose ourselves, facts. */

export interface Prepared {
	/** Made again at each composition, since a commit is frozen by the user's settings of that moment. */
	readonly freezing: () => ReviewFreezing;
	readonly frozen: Frozen | null;
	readonly answers: readonly ChainAnswer[];
}

export interface Preparing {
	/** Never rejects for a chain that did not answer: that is part of the result. */
	prepare(request: ApprovalRequest): Promise<Prepared>;
	/** Prepares it without the chain, for the reason given. */
	without(request: ApprovalRequest, text: Message): Prepared;
}

export interface PreparingParts extends ChainAskingParts {
	readonly revocations: Pick<Revocations, "current" | "fresh">;
	readonly freezings: Pick<Freezings, "commit" | "action">;
}

const UNFROZEN: ReviewFreezing = { ok: false, refusals: [] };

/** There is nothing to ask a chain about. */
const UNPREPARED: Prepared = { freezing: () => UNFROZEN, frozen: null, answers: [] };

const preparedOf = (freezing: ReviewFreezing, answers: readonly ChainAnswer[]): Prepared => ({
	freezing: () => freezing,
	frozen: freezing.ok ? freezing.frozen : null,
	answers,
});

export function createPreparing(parts: PreparingParts): Preparing {
	const { chains, freezings } = parts;
	const { answersTo, faultOf } = createChainAsking(parts);
	/** What was chosen for an action when its review was first shown: never chosen again while it fits. */
	const chosen = new WeakMap<object, readonly Intent[]>();

	async function lookupsOfCommit(request: RequestOf<"commit">): Promise<readonly SvmLookup[]> {
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

	function ofCommit({ read }: RequestOf<"commit">, lookups: readonly SvmLookup[]) {
		if (read.kind === "unreadable") return { freezing: () => UNFROZEN, frozen: null };
		const freezing = () => freezings.commit(read.view, lookups);
		const now = freezing();
		return { freezing, frozen: now.ok ? now.frozen : null };
	}

	async function prepareCommit(request: RequestOf<"commit">): Promise<Prepared> {
		const lookups = await lookupsOfCommit(request);
		const { freezing, frozen } = ofCommit(request, lookups);
		return { freezing, frozen, answers: frozen === null ? [] : await answersTo(frozen) };
	}

	async function intentsFor(request: RequestOf<"action">): Promise<readonly Intent[]> {
		const { action } = request;
		const known = chosen.get(action);
		if (known !== undefined && (await stillFits(known, action, chains))) return known;
		const intents = await completeAction(action, chains);
		chosen.set(action, intents);
		return intents;
	}

	async function freezingOf(request: RequestOf<"action">): Promise<ActionFreezing> {
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
				refusals: [
					{
						field: "chain",
						text: asMessage(down.fault),
						...(down.isRpcSilent === true ? { isRpcSilent: true } : {}),
						...saying(down),
						...passing,
					},
				],
			};
		}
	}

	async function prepareAction(request: RequestOf<"action">): Promise<Prepared> {
		const freezing = await freezingOf(request);
		return preparedOf(freezing, freezing.ok ? await answersTo(freezing.frozen) : []);
	}

	/** Keeps what was chosen for a revocation while it fits the chain, or chooses anew. */
	async function prepareRevocation(planned: PlannedRevocation): Promise<Prepared> {
		const { revocations } = parts;
		try {
			const frozen = await revocations.fresh(planned);
			return preparedOf({ ok: true, frozen }, await answersTo(frozen));
		} catch (cause) {
			const frozen = revocations.current(planned);
			return preparedOf({ ok: true, frozen }, [faultOf(frozen.chain_ref, cause)]);
		}
	}

	return {
		async prepare(request) {
			switch (request.kind) {
				case "commit":
					return await prepareCommit(request);
				case "action":
					return await prepareAction(request);
				case "unreadable":
					return UNPREPARED;
				case "replacement": {
					if (request.planned === null) return UNPREPARED;
					const { frozen } = request.planned;
					return preparedOf({ ok: true, frozen }, await answersTo(frozen));
				}
				case "revocation":
					return request.planned === null ? UNPREPARED : await prepareRevocation(request.planned);
			}
		},
		without(request, text) {
			const fault = [{ fault: text }];
			switch (request.kind) {
				case "commit":
					return { ...ofCommit(request, []), answers: fault };
				case "action":
					return preparedOf({ ok: false, refusals: [{ field: "chain", text: asMessage(text) }] }, []);
				case "unreadable":
					return UNPREPARED;
				case "replacement":
					return request.planned === null
						? UNPREPARED
						: preparedOf({ ok: true, frozen: request.planned.frozen }, fault);
				case "revocation":
					return request.planned === null
						? UNPREPARED
						: preparedOf({ ok: true, frozen: parts.revocations.current(request.planned) }, fault);
			}
		},
	};
}
