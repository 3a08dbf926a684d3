import type { BalanceChange, PipelineSimulation } from "../../service-api/simulation.ts";
import { type Fact, known } from "../chain/chain-error.ts";
import type { SvmAccountFacts } from "../chain/svm.ts";
import type { Amount } from "../format/amount.ts";
import type { Hex } from "../format/numeral.ts";
import type { Message } from "../localized-text.ts";
import type { Published } from "../published-descriptors/published-claims.ts";

export type Agreement = "agrees" | "contradicts" | "silent";

/**
 * The second opinion: a payload's effects according to the user's own RPC, independent of the service.
 * Requested when the review appears. Nothing can be approved until it arrives.
 */

/** PipelineSimulation has no field for changes of control. */
export interface ControlChange {
	/**
	 * The contract, token account, mint or user account that is controlled. EVM addresses are in lower case.
	 */
	readonly account: string;
	readonly what: "owner" | "close" | "mint" | "freeze" | "lockup" | "program" | "code" | "other";
	readonly before: string | null;
	readonly after: string | null;
	/** The user had control before, so they lose it. */
	readonly mine: boolean;
}

/** In execution order, with callers before callees. */
export interface InnerCall {
	/** Index of the top-level call or instruction, from 0. */
	readonly under: number;
	/** 1 for direct callees of the top level. */
	readonly depth: number;
	readonly kind: "call" | "delegatecall" | "staticcall" | "create" | "instruction";
	/** EVM: caller, in lower case. Solana: empty. */
	readonly from: string;
	/** EVM: callee, in lower case. Solana: program. */
	readonly to: string;
	readonly value: bigint;
	readonly data: string;
	readonly accounts: readonly string[];
}

/**
 * `no_method`: the RPC can't simulate, or there is no RPC. `failed`: temporary, will be retried. `exceeds`:
 * the RPC can't simulate this payload. `too_many_steps`: the same, but the agent can fix it. `later`: it
 * follows a transaction and can't run before it.
 */
export type NotSimulated = "no_method" | "failed" | "exceeds" | "too_many_steps" | "later";

export interface SimulatedCode {
	/** Bytes; 0 without code. */
	readonly size: number;
	/** EIP-7702 delegate, in lower case. */
	readonly delegatedTo: string | null;
}

export interface RemainingAllowance {
	readonly account: string;
	readonly spender: string;
	readonly token: string;
	/** `token` if the token records the allowance itself. Otherwise the contract that does, e.g. Permit2. */
	readonly book: string;
	readonly amount: bigint;
}

export interface PriorBalance {
	readonly account: string;
	readonly token: string;
	/** ERC-1155 id; `null` for fungible assets. */
	readonly id: bigint | null;
	readonly amount: bigint;
}

interface ControlledChanges {
	readonly accounts: readonly string[];
	readonly changes: readonly BalanceChange[];
}

export const positionKey = (contract: string, id: bigint): string => `${contract} ${id}`;

/** Pool of a Uniswap v4 position. Addresses are in lower case. */
export interface PositionPool {
	/** The zero address means the native coin. */
	readonly currencies: readonly Hex[];
	readonly hook: Hex | null;
}

/** Offset in an account's data where one of the user's keys is or was. */
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
	/** The data or the owner program changed, not only the lamports. */
	readonly isDataChanged: boolean;
	/**
	 * Other transactions changed the account in the meantime, so the difference isn't due to this transaction
	 * alone.
	 */
	readonly isMoved: boolean;
	readonly keys: readonly KeyOffset[];
}

export type LocalSimulation =
	| { readonly state: "running" }
	| { readonly state: "none" }
	/** The effects are unproven. The text gives the reason in full sentences. */
	| { readonly state: "impossible"; readonly why: NotSimulated; readonly text: Message }
	| {
			readonly state: "done";
			readonly how: "eth_simulateV1" | "debug_traceCall" | "simulateTransaction";
			readonly at: bigint;
			/**
			 * In the service's format. Balance changes compare balances before and after, never just events,
			 * and name their account. EVM addresses are in lower case; `asset` is `native` or an address.
			 */
			readonly simulation: PipelineSimulation;
			readonly gaps: readonly Message[];
			readonly controls: readonly ControlChange[];
			readonly inner: readonly InnerCall[];
			readonly codes: ReadonlyMap<string, SimulatedCode>;
			readonly allowances: readonly RemainingAllowance[];
			readonly balancesBefore?: readonly PriorBalance[];
			/** EVM: changes to accounts that aren't the user's but whose funds the payload moves. */
			readonly controlled?: ControlledChanges;
			readonly holders?: ReadonlyMap<string, string>;
			readonly pools?: ReadonlyMap<string, PositionPool>;
			readonly writes?: readonly AccountWrite[];
			/** Solana: writable accounts that are too large to read. */
			readonly unread?: readonly string[];
			/**
			 * As far as the simulation shows, the result depends on the block: its time, random number or
			 * proposer.
			 */
			readonly hangsOnBlock: boolean;
			/** Revert reason from the chain, empty if none was given. `null` if the run succeeded. */
			readonly revert: Message | null;
	  };

export const passedOf = (own: LocalSimulation): PipelineSimulation | null =>
	own.state === "done" && own.simulation.status === "passed" ? own.simulation : null;

export interface CodeFacts {
	/** Bytes; 0 without code, 1 for a Solana program. */
	readonly size: number;
	readonly delegatedTo: string | null;
	/** Keccak-256, in lower case. `null` without code and on Solana. */
	readonly codeHash: string | null;
	/** Read from the storage of a proxy with known code, in lower case. `null` for everything else. */
	readonly implementation: string | null;
	/** Whether the address had no code some blocks ago. `null` if the RPC has no state that old. */
	readonly fresh: { readonly withinBlocks: number; readonly isFresh: boolean } | null;
	/**
	 * Known contracts only: when the app first recorded the code, in Unix ms, and whether it is unchanged.
	 */
	readonly history?: { readonly since: number; readonly isSame: boolean };
}

export interface AddressFacts {
	readonly codes: ReadonlyMap<string, Fact<CodeFacts>>;
	readonly published?: Published;
}

export interface ItemOpinion {
	readonly local: LocalSimulation;
	readonly addressFacts: AddressFacts | null;
}

export interface SecondOpinion {
	readonly items: readonly ItemOpinion[];
	/** Names from the chain, verified in both directions (ENS, SNS). EVM addresses are in lower case. */
	readonly names: ReadonlyMap<string, string>;
}

export const RUNNING: ItemOpinion = { local: { state: "running" }, addressFacts: null };
export const NO_OPINION: SecondOpinion = { items: [], names: new Map() };

export interface ComparedEffect {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	/** `drift`: the difference is within normal price movement between two blocks. */
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	/**
	 * The difference is at the user's expense: more goes out, less comes in, more is allowed, or control is
	 * lost.
	 */
	readonly costs: boolean;
	readonly account: string;
	readonly asset: string;
	readonly other: string | null;
	/** Signed amount, negative for outflows. `null` if the effect has no amount or is missing. */
	readonly theirs: Amount | null;
	readonly ours: Amount | null;
	readonly text: Message;
}

export interface Comparison {
	/**
	 * `agrees`: both show effects, and all match. `unseen`: both ran and show nothing, but neither checks
	 * everything. `drifts`: equal except for prices. `differs`: not equal, but not at the user's expense.
	 * `undeclared`: the service didn't declare something at the user's expense. `unproven`: our simulation is
	 * unavailable.
	 */
	readonly verdict: "agrees" | "unseen" | "drifts" | "differs" | "undeclared" | "unproven" | "running";
	readonly effects: readonly ComparedEffect[];
}

/** State before the request. `null` if not queried or not answered. */
export function codeOf(opinion: Pick<ItemOpinion, "addressFacts">, address: string): CodeFacts | null {
	const codes: ReadonlyMap<string, Fact<CodeFacts>> | undefined = opinion.addressFacts?.codes;
	return known(codes?.get(address.toLowerCase()) ?? codes?.get(address));
}

/** State after this step and the ones before it. `null` if our simulation didn't check. */
export function codeAfter({ local }: Pick<ItemOpinion, "local">, address: string): SimulatedCode | null {
	if (local.state !== "done" || local.simulation.status !== "passed") return null;
	return local.codes.get(address.toLowerCase()) ?? null;
}

/** An account with a key, with or without EIP-7702 delegation. */
export const isAccount = (code: SimulatedCode): boolean => code.size === 0 || code.delegatedTo !== null;
