import { ChainError } from "../../../core/chain/chain-error.ts";
import { clusterOf } from "../../../core/chain/names.ts";
import type { ChainAnswer, ChainFault, ChainQuestion } from "../../../core/decoded-transaction/question.ts";
import { asMessage, type Message, message, type Text } from "../../../core/localized-text.ts";
import {
	type ActionFreezing,
	intentIndexOf,
	type ProposalFreezing,
} from "../../../core/match/freeze-action.ts";
import type {
	FreezeRefusal,
	Frozen,
	FrozenRevocation,
	FrozenTransfer,
	Intent,
	SvmLookup,
} from "../../../core/match/frozen.ts";
import type { ActionLikeRequest, ApprovalRequest, RequestOf } from "../../../core/review/approval-request.ts";
import { questionsOf } from "../../../core/review/ask.ts";
import type { ReviewFreezing } from "../../../core/review/review.ts";
import { saying } from "../../../core/unsigned.ts";
import type { FrozenRequests } from "../../inbox/requests/frozen-requests.ts";
import type { Revocations } from "../own/revocations.ts";
import type { Transfers } from "../own/transfers.ts";
import { type Chains, CompletionError, completeAction, lookupsFor, stillFits } from "./completing.ts";

/** One of the user's own requests. Countersign builds its transaction. */
type OwnWritten = RequestOf<"revocation"> | RequestOf<"transfer">;

export interface Prepared {
	readonly freezing: () => ReviewFreezing;
	readonly frozen: Frozen | null;
	readonly answers: readonly ChainAnswer[];
}

const UNFROZEN: ReviewFreezing = { ok: false, refusals: [] };

const UNPREPARED: Prepared = { freezing: () => UNFROZEN, frozen: null, answers: [] };

const preparedOf = (freezing: ReviewFreezing, answers: readonly ChainAnswer[]): Prepared => ({
	freezing: () => freezing,
	frozen: freezing.ok ? freezing.frozen : null,
	answers,
});

export class Preparing {
	readonly #app;
	/** Payloads chosen when the source's review was first displayed. They are reused while they are valid. */
	readonly #chosen = new WeakMap<object, readonly Intent[]>();

	constructor(app: {
		readonly chains: Chains;
		readonly revocations: Pick<Revocations, "current" | "fresh">;
		readonly transfers: Pick<Transfers, "current" | "fresh">;
		readonly frozenRequests: Pick<FrozenRequests, "commit" | "actionLike">;
		readonly onHealth: (chainRef: string, ok: boolean, text: Text) => void;
		readonly log: (line: string) => void;
	}) {
		this.#app = app;
	}

	async prepare(request: ApprovalRequest): Promise<Prepared> {
		switch (request.kind) {
			case "commit":
				return await this.#prepareCommit(request);
			case "action":
			case "proposal":
				return await this.#prepareAction(request);
			case "unreadable":
				return UNPREPARED;
			case "replacement": {
				if (request.planned === null) return UNPREPARED;
				const { frozen } = request.planned;
				return preparedOf({ ok: true, frozen }, await this.#answersTo(frozen));
			}
			case "revocation":
			case "transfer":
				return request.planned === null ? UNPREPARED : await this.#prepareOwn(request);
		}
	}

	without(request: ApprovalRequest, text: Message): Prepared {
		const fault = [{ fault: text }];
		switch (request.kind) {
			case "commit":
				return { ...this.#ofCommit(request, []), answers: fault };
			case "action":
			case "proposal":
				return preparedOf({ ok: false, refusals: [{ field: "chain", text: asMessage(text) }] }, []);
			case "unreadable":
				return UNPREPARED;
			case "replacement":
				return request.planned === null
					? UNPREPARED
					: preparedOf({ ok: true, frozen: request.planned.frozen }, fault);
			case "revocation":
			case "transfer": {
				const frozen = this.#currentOf(request);
				return frozen === null ? UNPREPARED : preparedOf({ ok: true, frozen }, fault);
			}
		}
	}

	async #lookupsOfCommit(request: RequestOf<"commit">): Promise<readonly SvmLookup[]> {
		if (request.read.kind === "unreadable") return [];
		const { action, chain_ref } = request.read.view;
		if (action?.kind !== "sign" || action.payload.kind !== "svm_transaction") return [];
		try {
			return await lookupsFor(this.#app.chains.svm, chain_ref, action.payload.transaction_base64);
		} catch (cause) {
			this.#faultOf(chain_ref, cause);
			return [];
		}
	}

	#ofCommit({ read }: RequestOf<"commit">, lookups: readonly SvmLookup[]) {
		if (read.kind === "unreadable") return { freezing: () => UNFROZEN, frozen: null };
		const freezing = () => this.#app.frozenRequests.commit(read.view, lookups);
		const now = freezing();
		return { freezing, frozen: now.ok ? now.frozen : null };
	}

	async #prepareCommit(request: RequestOf<"commit">): Promise<Prepared> {
		const lookups = await this.#lookupsOfCommit(request);
		const { freezing, frozen } = this.#ofCommit(request, lookups);
		return { freezing, frozen, answers: frozen === null ? [] : await this.#answersTo(frozen) };
	}

	async #intentsFor(request: ActionLikeRequest): Promise<readonly Intent[]> {
		const { action, edit, source } = request;
		const known = this.#chosen.get(source);
		if (known !== undefined && (await stillFits(known, action, this.#app.chains))) return known;
		const intents = await completeAction(action, this.#app.chains, edit);
		this.#chosen.set(source, intents);
		return intents;
	}

	async #freezingOf(request: ActionLikeRequest): Promise<ActionFreezing | ProposalFreezing> {
		const { action } = request;
		try {
			const intents = action.state === "pending" ? await this.#intentsFor(request) : [];
			return this.#app.frozenRequests.actionLike(request, intents);
		} catch (cause) {
			if (cause instanceof CompletionError)
				return { ok: false, refusals: [{ field: cause.field, text: cause.text, ...saying(cause) }] };
			const down = this.#faultOf(intentIndexOf(action.request).chain_ref, cause);
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

	async #prepareAction(request: ActionLikeRequest): Promise<Prepared> {
		const freezing = await this.#freezingOf(request);
		return preparedOf(freezing, freezing.ok ? await this.#answersTo(freezing.frozen) : []);
	}

	#currentOf(request: OwnWritten): FrozenRevocation | FrozenTransfer | null {
		if (request.planned === null) return null;
		const { revocations, transfers } = this.#app;
		return request.kind === "transfer"
			? transfers.current(request.planned)
			: revocations.current(request.planned);
	}

	async #freshOf(request: OwnWritten): Promise<FrozenRevocation | FrozenTransfer | null> {
		if (request.planned === null) return null;
		const { revocations, transfers } = this.#app;
		return request.kind === "transfer"
			? await transfers.fresh(request.planned)
			: await revocations.fresh(request.planned);
	}

	async #prepareOwn(request: OwnWritten): Promise<Prepared> {
		try {
			const frozen = await this.#freshOf(request);
			return frozen === null ? UNPREPARED : preparedOf({ ok: true, frozen }, await this.#answersTo(frozen));
		} catch (cause) {
			const frozen = this.#currentOf(request);
			return frozen === null
				? UNPREPARED
				: preparedOf({ ok: true, frozen }, [this.#faultOf(frozen.chain_ref, cause)]);
		}
	}

	#faultOf(chainRef: string | null, cause: unknown): ChainFault {
		if (cause instanceof ChainError) {
			// Health is keyed by the names in Settings. A chain without an RPC has no entry.
			if (chainRef !== null && cause.kind !== "no_rpc")
				this.#app.onHealth(clusterOf(chainRef) ?? chainRef, false, cause.text);
			return { fault: cause.text, ...(cause.isUnanswered ? { isRpcSilent: true } : {}), ...saying(cause) };
		}
		this.#app.log(`facts of chain ${(chainRef ?? "none").slice(0, 24)}: ${String(cause)}`);
		return { fault: message("chain.unusable"), isRpcSilent: true };
	}

	async #ask(question: ChainQuestion): Promise<ChainAnswer> {
		if (question.family === "none") return question;
		const chainRef = question.family === "evm" ? String(question.chainId) : question.cluster;
		try {
			if (question.family === "evm") {
				const facts = await this.#app.chains.evm.of(question.chainId).facts(question.request);
				const text = facts.rightChain
					? message("app.chain.answered")
					: message("app.chain.other-chain", { found: String(facts.chainId), chain: chainRef });
				this.#app.onHealth(chainRef, facts.rightChain, text);
				return { family: "evm", facts };
			}
			const chain = this.#app.chains.svm.of(question.cluster);
			const facts = await chain.facts(question.request);
			const text = facts.rightCluster
				? message("app.chain.answered")
				: message("app.chain.other-cluster", { cluster: chain.cluster });
			this.#app.onHealth(chain.cluster, facts.rightCluster, text);
			return { family: "svm", facts };
		} catch (cause) {
			return this.#faultOf(chainRef, cause);
		}
	}

	async answerOf(frozen: Frozen, step: number): Promise<ChainAnswer> {
		return await this.#ask(questionsOf(frozen)[step] ?? { family: "none" });
	}

	async #answersTo(frozen: Frozen): Promise<readonly ChainAnswer[]> {
		return await Promise.all(questionsOf(frozen).map((question) => this.#ask(question)));
	}
}
