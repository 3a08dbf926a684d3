import type {
	AssembledEvmTransaction,
	AssembledSvmTransaction,
	Broadcaster,
	SignRequest,
} from "../../service-api/action.ts";
import type { EvmTransactionPayload, SignableCommit } from "../../service-api/commit.ts";
import { type PipelineSimulation, unlistedWords } from "../../service-api/simulation.ts";
import type {
	Frozen,
	FrozenAction,
	FrozenCommit,
	FrozenReplacement,
	FrozenRevocation,
	Intent,
	SvmLookup,
} from "../match/frozen.ts";
import { memberOf, simulationOf, svmMemberOf } from "../match/member.ts";

/** Each thing that is signed, beside what the review tells of it alone: of a commit one, of an action each step. */

interface LegCommon {
	readonly signer: string;
	/** Decimal chain id, or cluster as stated. */
	readonly chainRef: string;
	readonly broadcaster: Broadcaster;
	/** The service's, of this one alone; null where there is none, or where it could not simulate. */
	readonly simulation: PipelineSimulation | null;
	/** What it gave instead where it could not simulate: its words, and nothing that it declares. */
	readonly unavailable?: PipelineSimulation;
}

export interface EvmLeg extends LegCommon {
	readonly kind: "evm";
	readonly payload: EvmTransactionPayload;
	/** Null where nobody tells of it. */
	readonly transaction: AssembledEvmTransaction | null;
}

export interface SvmLeg extends LegCommon {
	readonly kind: "svm";
	readonly payload: { readonly signer: string; readonly transaction_base64: string };
	readonly lookups: readonly SvmLookup[];
	/** Null where nobody tells of it. */
	readonly transaction: AssembledSvmTransaction | null;
}

type MessageIntent = Extract<Intent, { kind: "evm_personal" | "evm_typed_data" | "svm_message" }>;

export interface MessageLeg {
	readonly kind: "message";
	readonly signer: string;
	/** Null where the request names no chain. */
	readonly chainRef: string | null;
	readonly intent: MessageIntent;
	readonly request: SignRequest;
}

export interface OperationLeg {
	readonly kind: "operation";
	readonly signer: string;
	readonly chainRef: string;
	readonly payload: Extract<SignableCommit, { kind: "user_operation" }>;
	/** What the service says that it calls; nothing proves it. */
	readonly calls: NonNullable<SignRequest["calls"]>;
}

/** `unreadable`: the review does not say which of its transactions this is. */
export type Leg = EvmLeg | SvmLeg | MessageLeg | OperationLeg | { readonly kind: "unreadable" };

const UNREADABLE: Leg = { kind: "unreadable" };

/** What a simulation of several transactions says of one: records of its step, and those that name none. */
export function simulationOfStep(
	whole: PipelineSimulation,
	index: number,
	count: number,
): PipelineSimulation {
	if (count === 1) return whole;
	const here = (record: { step?: number | null | undefined }) =>
		record.step === undefined || record.step === null || record.step === index + 1;
	return {
		...whole,
		balanceChanges: whole.balanceChanges.filter(here),
		approvals: whole.approvals.filter(here),
		logs: whole.logs.filter(here),
	};
}

/** It declares nothing that can be known: it could not simulate, or says it in words that this version does not know. */
const isUnknown = (simulation: PipelineSimulation | null): boolean =>
	simulation !== null && (simulation.status === "unavailable" || unlistedWords(simulation).length > 0);

/** What the service declares. A whole that declares nothing known leaves no part of it declared. */
function declared(
	own: PipelineSimulation | null,
	{ request }: FrozenCommit | FrozenAction,
): Pick<LegCommon, "simulation" | "unavailable"> {
	const whole = request.type === "sign" ? null : request.simulation;
	const unavailable = [own, whole].find(isUnknown) ?? null;
	return unavailable === null ? { simulation: own } : { simulation: null, unavailable };
}

function claimedCalls({ request }: FrozenCommit): OperationLeg["calls"] {
	if (request.type === "sign") return request.calls ?? [];
	if (request.type === "execute_svm") return [];
	return request.transactions.map(({ to, value, data }) => ({ to, value: value ?? "0", data }));
}

function commitLeg(frozen: FrozenCommit): Leg {
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

function actionLeg(frozen: FrozenAction, intent: Intent, index: number): Leg {
	const { request, signer } = frozen;
	const count = frozen.intents.length;
	const simulation = request.type === "sign" ? null : simulationOfStep(request.simulation, index, count);
	const place = {
		signer,
		chainRef: frozen.chain_ref ?? "",
		// No commit carries it, so it is for the wallet to submit.
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

function replacementLeg(frozen: FrozenReplacement): Leg {
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

function revocationLeg(frozen: FrozenRevocation): Leg {
	const { signer, chain_ref: chainRef, payload } = frozen;
	const place = { signer, chainRef, broadcaster: "wallet", transaction: null, simulation: null } as const;
	return payload.kind === "evm_transaction"
		? { ...place, kind: "evm", payload }
		: { ...place, kind: "svm", payload, lookups: [] };
}

/** One for each intent, in the order of signing. */
export function legsOf(frozen: Frozen): readonly Leg[] {
	if (frozen.kind === "replacement") return [replacementLeg(frozen)];
	if (frozen.kind === "revocation") return [revocationLeg(frozen)];
	if (frozen.kind === "action")
		return frozen.intents.map((intent, index) => actionLeg(frozen, intent, index));
	return [commitLeg(frozen)];
}
