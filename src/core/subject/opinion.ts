import type { BalanceChange, PipelineSimulation } from "../../service-api/simulation.ts";
import type { Fact } from "../chain/chain-error.ts";
import type { SvmAccountFacts } from "../chain/svm.ts";
import type { Published } from "../claims/claims.ts";
import type { Amount } from "../format/amount.ts";
import type { Hex } from "../format/numeral.ts";
import type { Message } from "../message.ts";

/**
 * The second opinion: what the user's own RPC says that a payload does, whatever the service says of it. It is
 * asked after the review is on screen; until it is there, nothing is approved.
 */

/** Who rules something changes: no place in a PipelineSimulation says so. */
export interface ControlChange {
	/** What is ruled: a contract, a token account, a mint, an account of the user. In lower case where it is EVM. */
	readonly account: string;
	readonly what: "owner" | "close" | "mint" | "freeze" | "lockup" | "program" | "code" | "other";
	/** null: nobody, or not known. */
	readonly before: string | null;
	readonly after: string | null;
	/** It was the user's before, so that losing it costs them. */
	readonly mine: boolean;
}

/** One call or instruction inside a transaction, as the simulation ran it; in order, deeper ones after what called them. */
export interface InnerCall {
	/** Of the top-level call or instruction under which it ran, counted from 0. */
	readonly under: number;
	/** 1 for what the top level called. */
	readonly depth: number;
	/** EVM: `call`, `delegatecall`, `staticcall`, `create`. Solana: `instruction`. */
	readonly kind: "call" | "delegatecall" | "staticcall" | "create" | "instruction";
	/** EVM: who called, in lower case. Solana: empty. */
	readonly from: string;
	/** EVM: who was called, in lower case. Solana: the program. */
	readonly to: string;
	/** Wei; 0n on Solana. */
	readonly value: bigint;
	/** EVM: hex. Solana: hex of the instruction's data. */
	readonly data: string;
	/** Solana only: the instruction's accounts, in order. */
	readonly accounts: readonly string[];
}

/**
 * Why there is no simulation. `no_method`: this RPC offers none, whatever is asked, or none is set. `failed`: not just
 * now; it is asked again. `exceeds`: this RPC simulates, but not this, by what the payload itself is; `too_many_steps`
 * is the part of it that the agent can mend. `later`: it follows one after which it can't be run.
 */
export type NotSimulated = "no_method" | "failed" | "exceeds" | "too_many_steps" | "later";

/** What an address is in between, by the simulation itself. */
export interface CodeSeen {
	/** Bytes of code; 0 for an account without. */
	readonly size: number;
	/** EIP-7702: the contract that an account has lent its code from, in lower case. */
	readonly delegatedTo: string | null;
}

/** What somebody may take of a token of the user's once this has run, as far as it was asked. */
export interface StandingAllowance {
	/** All in lower case. */
	readonly account: string;
	readonly spender: string;
	readonly token: string;
	/** `token`: the token's own book; else the contract that keeps another, as Permit2 does. */
	readonly book: string;
	/** Base units. */
	readonly amount: bigint;
}

/** Balance of an account of the user's, or of one that they control. All in lower case. */
export interface HeldBefore {
	readonly account: string;
	/** `native`, or a token. */
	readonly token: string;
	/** The number of an item of EIP-1155; `null` for what is counted by amount alone. */
	readonly id: bigint | null;
	readonly amount: bigint;
}

interface ControlledChanges {
	/** Accounts that were asked of. */
	readonly accounts: readonly string[];
	readonly changes: readonly BalanceChange[];
}

/** Of a numbered position of a contract, which is in lower case. */
export const positionKey = (contract: string, id: bigint): string => `${contract} ${id}`;

/** The pool of a position of Uniswap v4; all in lower case. */
export interface PoolSeen {
	/** The zero address for the chain's own coin. */
	readonly currencies: readonly Hex[];
	/** null where it has none. */
	readonly hook: Hex | null;
}

/** A place in an account's data at which a key of the user's stands, before or after. */
export interface KeyPlace {
	readonly key: string;
	/** Bytes from the start of the data. */
	readonly at: number;
	readonly stands: "before" | "after" | "both";
	/** Address at the same place in the other state; `null` if nothing stands there. */
	readonly other: string | null;
}

/** Solana: an account that the transaction changes, whoever owns it. */
export interface AccountWrite {
	readonly address: string;
	/** `null` if there is no such account. */
	readonly before: SvmAccountFacts | null;
	readonly after: SvmAccountFacts | null;
	/** Its data or its owner program changed, not its lamports alone. */
	readonly isDataChanged: boolean;
	/** Others changed it meanwhile: the difference is not this transaction's alone. */
	readonly isMoved: boolean;
	readonly keys: readonly KeyPlace[];
}

/** What the user's own RPC made of one transaction. */
export type OwnSimulation =
	/** It is being asked. */
	| { readonly state: "running" }
	/** Nothing is sent, so nothing can be simulated. */
	| { readonly state: "none" }
	/** It can't be simulated: why, and that as whole sentences. What it does is then not proven. */
	| { readonly state: "impossible"; readonly why: NotSimulated; readonly text: Message }
	| {
			readonly state: "done";
			readonly how: "eth_simulateV1" | "debug_traceCall" | "simulateTransaction";
			/** Block number or slot on top of which it ran. */
			readonly at: bigint;
			/**
			 * In the service's own shape. Balance changes are of what an account gained or lost by its balance before
			 * and after, never of events alone; each names its account. EVM addresses are in lower case, `asset` is
			 * `native` or an address.
			 */
			readonly simulation: PipelineSimulation;
			/** Why that is not all, as whole sentences. */
			readonly gaps: readonly Message[];
			readonly controls: readonly ControlChange[];
			readonly inner: readonly InnerCall[];
			/** EVM: what whoever gets or is allowed something is once this has run, by address in lower case. */
			readonly codes: ReadonlyMap<string, CodeSeen>;
			/** EVM: what others may take once this has run; what may not be taken any more stands here as 0. */
			readonly standing: readonly StandingAllowance[];
			/** EVM: balances before this, as far as it was asked. */
			readonly held?: readonly HeldBefore[];
			/** EVM: what accounts gain and lose that are not the user's and whose funds the payload moves. */
			readonly controlled?: ControlledChanges;
			/** EVM: who holds positions that the payload names, by positionKey, once this has run; left out where not asked. */
			readonly holders?: ReadonlyMap<string, string>;
			/** EVM: pools of such positions, by positionKey; left out where not asked, or not answered. */
			readonly pools?: ReadonlyMap<string, PoolSeen>;
			/** Solana: every account that changed. */
			readonly writes?: readonly AccountWrite[];
			/** Solana: writable accounts too large to be read whole, of which nothing is known. */
			readonly unread?: readonly string[];
			/** It does something else in another block, as far as can be seen: another time, random number, or maker. */
			readonly hangsOnBlock: boolean;
			/** Why it failed, as the chain said it, empty where it said nothing; null where it did not fail. */
			readonly revert: Message | null;
	  };

/** Our simulation, where it ran to its end. */
export const passedOf = (own: OwnSimulation): PipelineSimulation | null =>
	own.state === "done" && own.simulation.status === "passed" ? own.simulation : null;

/** What an address is, by the chain. */
export interface CodeFacts {
	/** Bytes of code; 0 for an account without. Solana: 1 for a program. */
	readonly size: number;
	/** EIP-7702: the contract that an account has lent its code from, in lower case. */
	readonly delegatedTo: string | null;
	/** Keccak-256 of the code, in lower case; null for an account without, and on Solana. */
	readonly codeHash: string | null;
	/**
	 * Of a proxy whose code is known, byte by byte: the contract whose code it runs, by its own storage, in lower case.
	 * null for everything else.
	 */
	readonly implementation: string | null;
	/** It had no code yet some blocks ago; null where the RPC does not know that far back. */
	readonly fresh: { readonly withinBlocks: number; readonly isFresh: boolean } | null;
	/** Of a known contract: since when its code is remembered here, Unix ms, and whether it is still the same. */
	readonly met?: { readonly since: number; readonly isSame: boolean };
}

/** What else was asked about one thing that is signed. */
export interface AddressFacts {
	/** By address, of EVM in lower case: everything that the payload names. */
	readonly codes: ReadonlyMap<string, Fact<CodeFacts>>;
	/** What contracts publish of themselves, looked up beside it; left out where it was not. */
	readonly published?: Published;
}

/** Of one thing that is signed. */
export interface LegOpinion {
	readonly own: OwnSimulation;
	/** null until it is there. */
	readonly addressFacts: AddressFacts | null;
}

/** Of a whole request, in the order of signing. */
export interface SecondOpinion {
	readonly legs: readonly LegOpinion[];
	/** Names that the chain itself gives, verified both ways (ENS, SNS); by address, of EVM in lower case. */
	readonly names: ReadonlyMap<string, string>;
}

export const RUNNING: LegOpinion = { own: { state: "running" }, addressFacts: null };
export const NO_OPINION: SecondOpinion = { legs: [], names: new Map() };

/** One effect, by the service's simulation and by ours. */
export interface ComparedEffect {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	/**
	 * `same`; `drift`: as far apart as a price moves between two blocks; `differs`: both have it, by other amounts;
	 * `only_theirs`: the service shows it, we don't; `only_ours`: the service does not declare it.
	 */
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	/** The difference is to the user's cost: more leaves, less comes, more is allowed, or control is lost. */
	readonly costs: boolean;
	readonly account: string;
	/** `native`, a token, or what is ruled. */
	readonly asset: string;
	/** Spender, new ruler or other side; null where there is none. */
	readonly other: string | null;
	/** Signed: what leaves is negative. null for what has no amount, or is not there. */
	readonly theirs: Amount | null;
	readonly ours: Amount | null;
	/** A whole sentence. */
	readonly text: Message;
}

/** The service's simulation held against ours. */
export interface Comparison {
	/**
	 * `agrees`: something is seen, and all of it is the same. `unseen`: both ran, and neither shows an effect, which says
	 * nothing of what neither looks at. `drifts`: but for prices. `differs`: not to the user's cost. `undeclared`: something
	 * that costs the user and that the service did not declare. `unproven`: ours is not to be had. `running`: not yet.
	 */
	readonly verdict: "agrees" | "unseen" | "drifts" | "differs" | "undeclared" | "unproven" | "running";
	readonly effects: readonly ComparedEffect[];
}
