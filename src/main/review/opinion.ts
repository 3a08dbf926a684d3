import type { PipelineSimulation } from "../../contract/simulation.ts";
import type { Fact } from "../chains/chain-error.ts";
import type { Amount } from "./amount.ts";

/**
 * The second opinion: what the person's own RPC says that a payload does, whatever the service says of it. It is
 * asked after the review is on screen; until it is there, nothing is approved.
 */

/** Who rules something changes: no place in a PipelineSimulation says so. */
export interface ControlChange {
	/** What is ruled: a contract, a token account, a mint, an account of the person. In lower case where it is EVM. */
	readonly account: string;
	readonly what: "owner" | "close" | "mint" | "freeze" | "program" | "code" | "other";
	/** null: nobody, or not known. */
	readonly before: string | null;
	readonly after: string | null;
	/** It was the person's before, so that losing it costs them. */
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

/** What the person's own RPC made of one transaction. */
export type OwnSimulation =
	/** It is being asked. */
	| { readonly state: "running" }
	/** Nothing is sent, so nothing can be simulated. */
	| { readonly state: "none" }
	/** It can't be simulated here: why, as whole sentences. What it does is then not proven. */
	| { readonly state: "impossible"; readonly words: string }
	| {
			readonly state: "done";
			readonly how: "eth_simulateV1" | "debug_traceCall" | "simulateTransaction";
			/** Block number or slot on top of which it ran. */
			readonly at: bigint;
			/**
			 * In the service's own shape. Balance changes are of what an account gained or lost by its balance before
			 * and after, never of events alone; each names its account. EVM addresses are in lower case, `asset` is
			 * `native` or an address. `warnings` are ours, as whole sentences.
			 */
			readonly simulation: PipelineSimulation;
			readonly controls: readonly ControlChange[];
			readonly inner: readonly InnerCall[];
			/** Why it failed, as the chain said it; null where it did not fail. */
			readonly revert: string | null;
	  };

/** What an address is, by the chain. */
export interface CodeFacts {
	/** Bytes of code; 0 for an account without. Solana: 1 for a program. */
	readonly size: number;
	/** EIP-7702: the contract that an account has lent its code from, in lower case. */
	readonly delegatedTo: string | null;
	/** It had no code yet some blocks ago; null where the RPC does not know that far back. */
	readonly fresh: { readonly withinBlocks: number; readonly isFresh: boolean } | null;
}

/** What else was asked about one thing that is signed. */
export interface Enquiry {
	/** By address, of EVM in lower case: everything that the payload names. */
	readonly codes: ReadonlyMap<string, Fact<CodeFacts>>;
}

/** Of one thing that is signed. */
export interface LegOpinion {
	readonly own: OwnSimulation;
	/** null until it is there. */
	readonly enquiry: Enquiry | null;
}

/** Of a whole request, in the order of signing. */
export interface SecondOpinion {
	readonly legs: readonly LegOpinion[];
	/** Names that the chain itself gives, verified both ways (ENS, SNS); by address, of EVM in lower case. */
	readonly names: ReadonlyMap<string, string>;
}

export const RUNNING: LegOpinion = { own: { state: "running" }, enquiry: null };
export const NO_OPINION: SecondOpinion = { legs: [], names: new Map() };

/** One effect, by the service's simulation and by ours. */
export interface ComparedEffect {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	/**
	 * `same`; `drift`: as far apart as a price moves between two blocks; `differs`: both have it, by other amounts;
	 * `only_theirs`: the service shows it, we don't; `only_ours`: the service does not declare it.
	 */
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	/** The difference is to the person's cost: more leaves, less comes, more is allowed, or control is lost. */
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
	readonly words: string;
}

/** The service's simulation held against ours. */
export interface Comparison {
	/**
	 * `agrees`: all the same. `drifts`: but for prices. `differs`: not to the person's cost. `undeclared`: something
	 * that costs the person and that the service did not declare. `unproven`: ours is not to be had. `running`: not yet.
	 */
	readonly verdict: "agrees" | "drifts" | "differs" | "undeclared" | "unproven" | "running";
	readonly effects: readonly ComparedEffect[];
}
