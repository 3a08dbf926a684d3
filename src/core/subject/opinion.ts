import type { BalanceChange, PipelineSimulation } from "../../service-api/simulation.ts";
import { type Fact, known } from "../chain/chain-error.ts";
import type { SvmAccountFacts } from "../chain/svm.ts";
import type { Published } from "../claims/claims.ts";
import type { Amount } from "../format/amount.ts";
import type { Hex } from "../format/numeral.ts";
import type { Message } from "../message.ts";

/** Agreement of two simulations on what leaves the account. */

/**
 * `agrees`: both show at least one effect, and all effects match. `unseen`: both ran and neither shows an
 * effect; neither checks everything. `drifts`: they match except for prices. `differs`: they differ, not at
 * the user's cost. `undeclared`: the service did not declare something that costs the user. `unproven`: our
 * simulation is unavailable. `running`: our simulation has not finished.
 */

export type Agreement = "agrees" | "contradicts" | "silent";

/**
 * The second opinion: effects of a payload according to the user's own RPC, independent of the service. It is
 * requested once the review is on screen; nothing can be approved before it arrives.
 */

/** Change of control over an account. PipelineSimulation has no field for it. */
export interface ControlChange {
	/** Controlled contract, token account, mint or account of the user. EVM addresses are in lower case. */
	readonly account: string;
	readonly what: "owner" | "close" | "mint" | "freeze" | "lockup" | "program" | "code" | "other";
	/** `null` if nobody, or unknown. */
	readonly before: string | null;
	readonly after: string | null;
	/** The user had control before, so losing it costs them. */
	readonly mine: boolean;
}

/**
 * One call or instruction inside a transaction, as the simulation ran it. Callers come before their callees.
 */
export interface InnerCall {
	/** Index of the top-level call or instruction, from 0. */
	readonly under: number;
	/** 1 for direct callees of the top level. */
	readonly depth: number;
	/** EVM: `call`, `delegatecall`, `staticcall`, `create`. Solana: `instruction`. */
	readonly kind: "call" | "delegatecall" | "staticcall" | "create" | "instruction";
	/** EVM: caller, in lower case. Solana: empty. */
	readonly from: string;
	/** EVM: callee, in lower case. Solana: program. */
	readonly to: string;
	/** Wei; 0n on Solana. */
	readonly value: bigint;
	/** EVM: hex. Solana: hex of the instruction's data. */
	readonly data: string;
	/** Solana only: accounts of the instruction, in order. */
	readonly accounts: readonly string[];
}

/**
 * Reasons for a missing simulation. `no_method`: the RPC never simulates, or no RPC is set. `failed`:
 * temporary, will be retried. `exceeds`: the RPC simulates, but not this payload; `too_many_steps` is the
 * case that the agent can fix. `later`: it follows a transaction after which it can't run.
 */
export type NotSimulated = "no_method" | "failed" | "exceeds" | "too_many_steps" | "later";

/** Code of an address during the simulation. */
export interface SimulatedCode {
	/** Bytes of code; 0 without code. */
	readonly size: number;
	/** EIP-7702 delegate of an account, in lower case. */
	readonly delegatedTo: string | null;
}

/** Allowance over a user's token after the simulation, as far as it was queried. */
export interface RemainingAllowance {
	/** All in lower case. */
	readonly account: string;
	readonly spender: string;
	readonly token: string;
	/** `token` for the token's own allowances, else the contract that records them, such as Permit2. */
	readonly book: string;
	/** Base units. */
	readonly amount: bigint;
}

/** Balance of the user's account or of one that they control. All addresses are in lower case. */
export interface PriorBalance {
	readonly account: string;
	/** `native`, or a token address. */
	readonly token: string;
	/** Item number of ERC-1155; `null` for fungible assets. */
	readonly id: bigint | null;
	readonly amount: bigint;
}

interface ControlledChanges {
	/** Queried accounts. */
	readonly accounts: readonly string[];
	readonly changes: readonly BalanceChange[];
}

/** Returns the key of a numbered position; the contract is in lower case. */
export const positionKey = (contract: string, id: bigint): string => `${contract} ${id}`;

/** Pool of a Uniswap v4 position. All addresses are in lower case. */
export interface PositionPool {
	/** Zero address for the native coin. */
	readonly currencies: readonly Hex[];
	/** `null` if the pool has no hook. */
	readonly hook: Hex | null;
}

/** Offset in an account's data that holds a key of the user before or after. */
export interface KeyOffset {
	readonly key: string;
	/** Byte offset from the start of the data. */
	readonly at: number;
	readonly stands: "before" | "after" | "both";
	/** Address at the same offset in the other state; `null` if the offset is empty there. */
	readonly other: string | null;
}

/** Solana account that the transaction changes, whoever owns it. */
export interface AccountWrite {
	readonly address: string;
	/** `null` if the account does not exist. */
	readonly before: SvmAccountFacts | null;
	readonly after: SvmAccountFacts | null;
	/** Data or owner program changed, not only lamports. */
	readonly isDataChanged: boolean;
	/**
	 * Other transactions changed the account meanwhile, so the difference is not this transaction's alone.
	 */
	readonly isMoved: boolean;
	readonly keys: readonly KeyOffset[];
}

/** Result of simulating one transaction on the user's own RPC. */
export type OwnSimulation =
	/** The simulation has not finished. */
	| { readonly state: "running" }
	/** No transaction is sent, so there is nothing to simulate. */
	| { readonly state: "none" }
	/**
	 * The simulation is impossible; the text gives the reason in whole sentences. Effects are then unproven.
	 */
	| { readonly state: "impossible"; readonly why: NotSimulated; readonly text: Message }
	| {
			readonly state: "done";
			readonly how: "eth_simulateV1" | "debug_traceCall" | "simulateTransaction";
			/** Block number or slot of the state that it ran on. */
			readonly at: bigint;
			/**
			 * Simulation in the service's shape. Balance changes compare balances before and after, never
			 * events alone, and each names its account. EVM addresses are in lower case; `asset` is `native`
			 * or an address.
			 */
			readonly simulation: PipelineSimulation;
			/** Reasons why the simulation is incomplete, as whole sentences. */
			readonly gaps: readonly Message[];
			readonly controls: readonly ControlChange[];
			readonly inner: readonly InnerCall[];
			/** EVM: code of recipients and spenders after the run, by lower-case address. */
			readonly codes: ReadonlyMap<string, SimulatedCode>;
			/** EVM: allowances after the run; a revoked one has amount 0. */
			readonly allowances: readonly RemainingAllowance[];
			/** EVM: queried balances before the run. */
			readonly balancesBefore?: readonly PriorBalance[];
			/**
			 * EVM: gains and losses of accounts that are not the user's and whose funds the payload moves.
			 */
			readonly controlled?: ControlledChanges;
			/** EVM: holders of the named positions after the run, by `positionKey`; absent if not queried. */
			readonly holders?: ReadonlyMap<string, string>;
			/** EVM: pools of those positions, by `positionKey`; absent if not queried or not answered. */
			readonly pools?: ReadonlyMap<string, PositionPool>;
			/** Solana: all changed accounts. */
			readonly writes?: readonly AccountWrite[];
			/** Solana: writable accounts too large to read, of unknown content. */
			readonly unread?: readonly string[];
			/**
			 * The outcome depends on the block as far as can be seen: its time, random number or proposer.
			 */
			readonly hangsOnBlock: boolean;
			/** Revert reason from the chain, empty if it gave none; `null` if the run succeeded. */
			readonly revert: Message | null;
	  };

/** Returns our simulation if it completed. */
export const passedOf = (own: OwnSimulation): PipelineSimulation | null =>
	own.state === "done" && own.simulation.status === "passed" ? own.simulation : null;

/** Code facts of an address, from the chain. */
export interface CodeFacts {
	/** Bytes of code; 0 without code. Solana: 1 for a program. */
	readonly size: number;
	/** EIP-7702 delegate of an account, in lower case. */
	readonly delegatedTo: string | null;
	/** Keccak-256 of the code, in lower case; `null` without code and on Solana. */
	readonly codeHash: string | null;
	/**
	 * Implementation of a proxy with known code, read from its storage, in lower case; `null` for anything
	 * else.
	 */
	readonly implementation: string | null;
	/** Whether the address had no code some blocks ago; `null` if the RPC has no state that old. */
	readonly fresh: { readonly withinBlocks: number; readonly isFresh: boolean } | null;
	/**
	 * Known contracts only: when its code was first recorded here, in Unix ms, and whether it is unchanged.
	 */
	readonly history?: { readonly since: number; readonly isSame: boolean };
}

/** Address queries about one signed item. */
export interface AddressFacts {
	/** All addresses that the payload names; EVM in lower case. */
	readonly codes: ReadonlyMap<string, Fact<CodeFacts>>;
	/** Descriptions that contracts publish; absent if not looked up. */
	readonly published?: Published;
}

/** Second opinion about one signed item. */
export interface ItemOpinion {
	readonly own: OwnSimulation;
	/** `null` until the answer arrives. */
	readonly addressFacts: AddressFacts | null;
}

/** Second opinion about a whole request, in signing order. */
export interface SecondOpinion {
	readonly items: readonly ItemOpinion[];
	/** Names from the chain, verified in both directions (ENS, SNS), by address; EVM in lower case. */
	readonly names: ReadonlyMap<string, string>;
}

export const RUNNING: ItemOpinion = { own: { state: "running" }, addressFacts: null };
export const NO_OPINION: SecondOpinion = { items: [], names: new Map() };

/** One effect according to the service's simulation and ours. */
export interface ComparedEffect {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	/**
	 * `drift`: differs by no more than prices move between two blocks. `differs`: both show it with other
	 * amounts. `only_theirs`: only the service shows it. `only_ours`: the service does not declare it.
	 */
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	/** The difference costs the user: more leaves, less arrives, more is allowed, or control is lost. */
	readonly costs: boolean;
	readonly account: string;
	/** `native`, a token, or the controlled account. */
	readonly asset: string;
	/** Spender, new controller or counterparty; `null` if there is none. */
	readonly other: string | null;
	/** Signed amount, negative for outflows; `null` if the effect has no amount or is missing. */
	readonly theirs: Amount | null;
	readonly ours: Amount | null;
	/** A whole sentence. */
	readonly text: Message;
}

/** Comparison of the service's simulation with ours. */
export interface Comparison {
	/**
	 * `agrees`: both show at least one effect, and all effects match. `unseen`: both ran and neither shows an
	 * effect; neither checks everything. `drifts`: they match except for prices. `differs`: they differ, not
	 * at the user's cost. `undeclared`: the service did not declare something that costs the user.
	 * `unproven`: our simulation is unavailable. `running`: our simulation has not finished.
	 */
	readonly verdict: "agrees" | "unseen" | "drifts" | "differs" | "undeclared" | "unproven" | "running";
	readonly effects: readonly ComparedEffect[];
}

/** Code of addresses, from the chain and from our own simulation. */

/**
 * Returns the code of an address before the request; `null` if it was not queried or the chain did not
 * answer.
 */
export function codeOf(opinion: Pick<ItemOpinion, "addressFacts">, address: string): CodeFacts | null {
	const codes: ReadonlyMap<string, Fact<CodeFacts>> | undefined = opinion.addressFacts?.codes;
	return known(codes?.get(address.toLowerCase()) ?? codes?.get(address));
}

/** Returns the code after this step and those before it; `null` if our simulation did not check. */
export function codeAfter({ own }: Pick<ItemOpinion, "own">, address: string): SimulatedCode | null {
	if (own.state !== "done" || own.simulation.status !== "passed") return null;
	return own.codes.get(address.toLowerCase()) ?? null;
}

/** Returns whether a key controls the address: an account, delegated (EIP-7702) or not. */
export const isAccount = (code: SimulatedCode): boolean => code.size === 0 || code.delegatedTo !== null;
