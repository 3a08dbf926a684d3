import type {
	AssembledEvmTransaction,
	AssembledSvmTransaction,
	Broadcaster,
	SignRequest,
} from "../../service-api/action.ts";
import type { EvmTransactionPayload, SignableCommit } from "../../service-api/commit.ts";
import {
	overridesBalances,
	type PipelineSimulation,
	unlistedWords,
	unstatedResult,
} from "../../service-api/simulation.ts";
import {
	type Frozen,
	type FrozenActionLike,
	type FrozenCommit,
	type FrozenReplacement,
	type FrozenRevocation,
	type FrozenTransfer,
	type Intent,
	isActionLike,
	type SvmLookup,
} from "../match/frozen.ts";
import { approvedRequest } from "../match/lowered.ts";
import { memberOf, simulationOf, simulationOfStep, svmMemberOf } from "../match/member.ts";

interface ItemCommon {
	readonly signer: string;
	readonly chainRef: string;
	readonly broadcaster: Broadcaster;
	readonly simulation: PipelineSimulation | null;
	readonly unavailable?: PipelineSimulation;
	/** An agent on this computer proposed the item, so only Countersign simulates it. */
	readonly isUndeclared?: true;
	/** The service simulated the item using balances that differ from the account's actual balances. */
	readonly isOverridden?: true;
}

export interface EvmItem extends ItemCommon {
	readonly kind: "evm";
	readonly payload: EvmTransactionPayload;
	/** `null` if the review doesn't contain a transaction, e.g. because the user is replacing their own. */
	readonly transaction: AssembledEvmTransaction | null;
}

export interface SvmItem extends ItemCommon {
	readonly kind: "svm";
	readonly payload: { readonly signer: string; readonly transaction_base64: string };
	readonly lookups: readonly SvmLookup[];
	/** `null` if the review doesn't contain a transaction. The transaction is then only signed. */
	readonly transaction: AssembledSvmTransaction | null;
}

type MessageIntent = Extract<Intent, { kind: "evm_personal" | "evm_typed_data" | "svm_message" }>;

export interface MessageItem {
	readonly kind: "message";
	readonly signer: string;
	readonly chainRef: string | null;
	readonly intent: MessageIntent;
	readonly request: SignRequest;
}

export interface OperationItem {
	readonly kind: "operation";
	readonly signer: string;
	readonly chainRef: string;
	readonly payload: Extract<SignableCommit, { kind: "user_operation" }>;
	/** The calls as described by the service. The descriptions aren't verified. */
	readonly calls: NonNullable<SignRequest["calls"]>;
}

/** `unreadable`: the review doesn't say which of its transactions this item belongs to. */
export type SignedItem = EvmItem | SvmItem | MessageItem | OperationItem | { readonly kind: "unreadable" };

const UNREADABLE: SignedItem = { kind: "unreadable" };

const isUnknown = (simulation: PipelineSimulation | null): boolean =>
	simulation !== null && (unstatedResult(simulation) !== null || unlistedWords(simulation).length > 0);

/** If the overall simulation declares nothing usable, every step counts as undeclared. */
function declared(
	own: PipelineSimulation | null,
	frozen: FrozenCommit | FrozenActionLike,
): Pick<ItemCommon, "simulation" | "unavailable" | "isUndeclared" | "isOverridden"> {
	if (frozen.kind === "proposal") return { simulation: null, isUndeclared: true };
	const { request } = frozen;
	const whole = request.type === "sign" ? null : request.simulation;
	const unavailable = [own, whole].find(isUnknown) ?? null;
	if (unavailable !== null) return { simulation: null, unavailable };
	return { simulation: own, ...([own, whole].some(overridesBalances) ? { isOverridden: true } : {}) };
}

function claimedCalls({ request }: FrozenCommit): OperationItem["calls"] {
	if (request.type === "sign") return request.calls ?? [];
	if (request.type === "execute_svm") return [];
	return request.transactions.map(({ to, value, data }) => ({ to, value: value ?? "0", data }));
}

function commitItem(frozen: FrozenCommit): SignedItem {
	const { payload, signer, chain_ref: chainRef, broadcaster } = frozen;
	if (payload.kind === "user_operation")
		return { kind: "operation", signer, chainRef, payload, calls: claimedCalls(frozen) };
	const place = { signer, chainRef, broadcaster, ...declared(simulationOf(frozen), frozen) };
	if (payload.kind === "svm_transaction") {
		const membership = svmMemberOf(frozen);
		if (!membership.ok) return UNREADABLE;
		const { transaction } = membership.member;
		return { ...place, kind: "svm", payload, lookups: frozen.lookups ?? [], transaction };
	}
	const membership = memberOf(frozen);
	return membership.ok
		? { ...place, kind: "evm", payload, transaction: membership.member.transaction }
		: UNREADABLE;
}

function actionItem(frozen: FrozenActionLike, intent: Intent, index: number): SignedItem {
	const { signer } = frozen;
	const request = approvedRequest(frozen);
	const count = frozen.intents.length;
	const simulation = request.type === "sign" ? null : simulationOfStep(request.simulation, index, count);
	const place = {
		signer,
		chainRef: frozen.chain_ref ?? "",
		// Actions don't have a commit, so the wallet broadcasts.
		broadcaster: "wallet" as const,
		...declared(simulation, frozen),
	};
	switch (intent.kind) {
		case "evm_transaction": {
			const transaction = request.type === "execute_evm" ? request.transactions[index] : undefined;
			return transaction === undefined ? UNREADABLE : { ...place, kind: "evm", payload: intent, transaction };
		}
		case "svm_transaction": {
			const transaction = request.type === "execute_svm" ? (request.transactions[index] ?? null) : null;
			if (transaction === null && request.type !== "sign") return UNREADABLE;
			return { ...place, kind: "svm", payload: intent, lookups: intent.lookups, transaction };
		}
		default:
			return request.type === "sign"
				? { kind: "message", signer, chainRef: frozen.chain_ref, intent, request }
				: UNREADABLE;
	}
}

function replacementItem(frozen: FrozenReplacement): SignedItem {
	const { signer, chain_ref: chainRef, payload } = frozen;
	return {
		kind: "evm",
		signer,
		chainRef,
		broadcaster: "wallet",
		payload,
		transaction: null,
		simulation: null,
	};
}

/** Creates an item for a request that the user started. Countersign builds the transaction itself. */
function writtenItem(frozen: FrozenRevocation | FrozenTransfer): SignedItem {
	const { signer, chain_ref: chainRef, payload } = frozen;
	const place = { signer, chainRef, broadcaster: "wallet", transaction: null, simulation: null } as const;
	return payload.kind === "evm_transaction"
		? { ...place, kind: "evm", payload }
		: { ...place, kind: "svm", payload, lookups: [] };
}

export function signedItemsOf(frozen: Frozen): readonly SignedItem[] {
	if (frozen.kind === "replacement") return [replacementItem(frozen)];
	if (frozen.kind === "revocation" || frozen.kind === "transfer") return [writtenItem(frozen)];
	if (isActionLike(frozen)) return frozen.intents.map((intent, index) => actionItem(frozen, intent, index));
	return [commitItem(frozen)];
}
