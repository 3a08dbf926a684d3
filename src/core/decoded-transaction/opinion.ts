import type { BalanceChange, PipelineSimulation } from "../../service-api/simulation.ts";
import { type Fact, factValue } from "../chain/chain-error.ts";
import type { SvmAccountFacts } from "../chain/svm.ts";
import type { Amount } from "../format/amount.ts";
import type { Hex } from "../format/numeral.ts";
import type { Message } from "../localized-text.ts";
import type { Published } from "../published-descriptors/published-claims.ts";

export type Agreement = "agrees" | "contradicts" | "silent";

/** A change of control. PipelineSimulation has no field for it. */
export interface ControlChange {
	/**
	 * The contract, token account, mint or user account being controlled. EVM addresses are in lower case.
	 */
	readonly account: string;
	readonly what: "owner" | "close" | "mint" | "freeze" | "lockup" | "program" | "code" | "other";
	readonly before: string | null;
	readonly after: string | null;
	/** Whether the user loses control through the change. */
	readonly mine: boolean;
}

/** Inner calls in execution order. Callers precede their callees. */
export interface InnerCall {
	/** Index of the top-level call or instruction, starting at 0. */
	readonly under: number;
	/** 1 for calls made directly by the top-level call or instruction. */
	readonly depth: number;
	readonly kind: "call" | "delegatecall" | "staticcall" | "create" | "instruction";
	/** EVM: caller in lower case. Solana: empty. */
	readonly from: string;
	/** EVM: callee in lower case. Solana: program. */
	readonly to: string;
	readonly value: bigint;
	readonly data: string;
	readonly accounts: readonly string[];
}

/**
 * `no_method`: there is no RPC, or it can't simulate. `failed`: a temporary failure that will be retried.
 * `exceeds`: the RPC can't simulate this payload. `too_many_steps`: the RPC can't simulate this payload, but
 * the agent can fix that. `later`: the payload follows a transaction and can't run before it.
 */
export type NotSimulated = "no_method" | "failed" | "exceeds" | "too_many_steps" | "later";

export interface SimulatedCode {
	/** Size in bytes. 0 if there is no code. */
	readonly size: number;
	/** EIP-7702 delegate in lower case. */
	readonly delegatedTo: string | null;
}

export interface RemainingAllowance {
	readonly account: string;
	readonly spender: string;
	readonly token: string;
	/**
	 * `token` if the token itself records the allowance, and otherwise the contract that does (e.g. Permit2).
	 */
	readonly book: string;
	readonly amount: bigint;
}

export interface PriorBalance {
	readonly account: string;
	readonly token: string;
	/** ERC-1155 ID. `null` for fungible assets. */
	readonly id: bigint | null;
	readonly amount: bigint;
}

interface ControlledChanges {
	readonly accounts: readonly string[];
	readonly changes: readonly BalanceChange[];
}

export const positionKey = (contract: string, id: bigint): string => `${contract} ${id}`;

/** A Uniswap v4 position's pool. Addresses are in lower case. */
export interface PositionPool {
	/** The zero address represents the native coin. */
	readonly currencies: readonly Hex[];
	readonly hook: Hex | null;
}

/** Offset in an account's data at which one of the user's keys appears, or appeared before. */
export interface KeyOffset {
	readonly key: string;
	readonly at: number;
	readonly stands: "before" | "after" | "both";
	/** Address at the same offset in the other state. `null` if there is none. */
	readonly other: string | null;
}

export interface AccountWrite {
	readonly address: string;
	readonly before: SvmAccountFacts | null;
	readonly after: SvmAccountFacts | null;
	/** The account's data or owner program changed, not just its lamports. */
	readonly isDataChanged: boolean;
	/**
	 * Other transactions changed the account in the meantime, so this transaction isn't the only cause of the
	 * difference.
	 */
	readonly isMoved: boolean;
	readonly keys: readonly KeyOffset[];
}

export type LocalSimulation =
	| { readonly state: "running" }
	| { readonly state: "none" }
	/** The effects couldn't be proven. `text` explains why in full sentences. */
	| { readonly state: "impossible"; readonly why: NotSimulated; readonly text: Message }
	| {
			readonly state: "done";
			readonly how: "eth_simulateV1" | "debug_traceCall" | "simulateTransaction";
			readonly at: bigint;
			/**
			 * Simulation in the service's format. Balance changes name their account and are computed from
			 * balances before and after, never from events alone. EVM addresses are in lower case. `asset` is
			 * `native` or an address.
			 */
			readonly simulation: PipelineSimulation;
			readonly gaps: readonly Message[];
			readonly controls: readonly ControlChange[];
			readonly inner: readonly InnerCall[];
			readonly codes: ReadonlyMap<string, SimulatedCode>;
			readonly allowances: readonly RemainingAllowance[];
			readonly balancesBefore?: readonly PriorBalance[];
			/** EVM: changes to accounts that don't belong to the user but whose funds the payload moves. */
			readonly controlled?: ControlledChanges;
			readonly holders?: ReadonlyMap<string, string>;
			readonly pools?: ReadonlyMap<string, PositionPool>;
			readonly writes?: readonly AccountWrite[];
			/** Solana: writable accounts that are too large to read. */
			readonly unread?: readonly string[];
			/**
			 * Whether the simulation shows that the result depends on the block's time, random number or
			 * proposer.
			 */
			readonly hangsOnBlock: boolean;
			/**
			 * Revert reason from the chain. Empty if the chain doesn't give one, and `null` if the run
			 * succeeded.
			 */
			readonly revert: Message | null;
	  };

export const passedOf = (own: LocalSimulation): PipelineSimulation | null =>
	own.state === "done" && own.simulation.status === "passed" ? own.simulation : null;

export interface CodeFacts {
	/** Size in bytes. 0 if there is no code, and 1 for a Solana program. */
	readonly size: number;
	readonly delegatedTo: string | null;
	/** Keccak-256 hash in lower case. `null` on Solana or if there is no code. */
	readonly codeHash: string | null;
	/** Address in lower case, read from the storage of a proxy whose code is known. `null` otherwise. */
	readonly implementation: string | null;
	/** Whether the address had no code some blocks ago. `null` if the RPC doesn't have state that old. */
	readonly fresh: { readonly withinBlocks: number; readonly isFresh: boolean } | null;
	/**
	 * Only for known contracts: when the app first recorded the code, in Unix ms, and whether it is still the
	 * same.
	 */
	readonly history?: { readonly since: number; readonly isSame: boolean };
}

export interface AddressFacts {
	readonly codes: ReadonlyMap<string, Fact<CodeFacts>>;
	readonly published?: Published;
}

/**
 * The second opinion: a payload's effects according to the user's own RPC, independent of the service. It is
 * requested when the review appears, and nothing can be approved until it arrives.
 */
export interface ItemOpinion {
	readonly local: LocalSimulation;
	readonly addressFacts: AddressFacts | null;
}

export interface SecondOpinion {
	readonly items: readonly ItemOpinion[];
	/** On-chain names (ENS, SNS), verified in both directions. EVM addresses are in lower case. */
	readonly names: ReadonlyMap<string, string>;
}

export const RUNNING: ItemOpinion = { local: { state: "running" }, addressFacts: null };
export const NO_OPINION: SecondOpinion = { items: [], names: new Map() };

export interface ComparedEffect {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	/** `drift`: the difference is within the normal price movement between two blocks. */
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	/**
	 * The difference is at the user's expense: more goes out, less comes in, more is allowed, or control is
	 * lost.
	 */
	readonly costs: boolean;
	readonly account: string;
	readonly asset: string;
	readonly other: string | null;
	/** Signed amount, negative for outflows. `null` if the effect is missing or has no amount. */
	readonly theirs: Amount | null;
	readonly ours: Amount | null;
	readonly text: Message;
}

export interface Comparison {
	/**
	 * `agrees`: both simulations show effects, and all of them match. `unseen`: both ran and show no effects,
	 * but neither checks everything. `drifts`: they only differ in prices. `differs`: they differ, but not at
	 * the user's expense. `undeclared`: the service didn't declare something at the user's expense.
	 * `unproven`: our own simulation is unavailable.
	 */
	readonly verdict: "agrees" | "unseen" | "drifts" | "differs" | "undeclared" | "unproven" | "running";
	readonly effects: readonly ComparedEffect[];
}

/** Returns the code before the request. `null` if the RPC wasn't queried or didn't respond. */
export function codeOf(opinion: Pick<ItemOpinion, "addressFacts">, address: string): CodeFacts | null {
	const codes: ReadonlyMap<string, Fact<CodeFacts>> | undefined = opinion.addressFacts?.codes;
	return factValue(codes?.get(address.toLowerCase()) ?? codes?.get(address));
}

/** Returns the code after this step and all earlier steps. `null` if our simulation didn't check it. */
export function codeAfter({ local }: Pick<ItemOpinion, "local">, address: string): SimulatedCode | null {
	if (local.state !== "done" || local.simulation.status !== "passed") return null;
	return local.codes.get(address.toLowerCase()) ?? null;
}

/** Returns whether the address is controlled by a key, with or without EIP-7702 delegation. */
export const isAccount = (code: SimulatedCode): boolean => code.size === 0 || code.delegatedTo !== null;
