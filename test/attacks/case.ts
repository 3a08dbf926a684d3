import type { Keypair, TransactionInstruction } from "@solana/web3.js";
import type { Address, Hex } from "viem";
import type { ContextText } from "../../src/explain/context.ts";
import type { SignablePayload } from "../../src/service-api/action.ts";
import type { PipelineSimulation } from "../../src/service-api/simulation.ts";

/**
 * Format of a case in the corpus. A label states the correct result, with its source; it is never changed to
 * match the rules of today.
 */

/** From the mildest to the most severe. A danger always requires a typed word; a block can't be approved. */
export const LABELS = ["none", "info", "caution", "danger", "block"] as const;
export type Label = (typeof LABELS)[number];

/** The time in every case, Unix seconds: 2027-01-15. Deadlines are counted from it. */
export const NOW = 1_800_000_000;

/** The user's accounts: anvil's first one, and `devSvmKeypair(0)`. */
export const USER: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const SVM_USER = "2E7GiRLkbbuR5U8iBzFSmAHPHuu6tF5R1gYQZYauzMQS";
/** Nobody ever met them. */
export const THIEF: Address = "0x9B1f4C2ed8a67035b4A9e8d1C6f2037A5e4D8B61";
export const SVM_THIEF = "2NzXntZfRv5LVab8Wp1z83hZuj6fK5RNRd5BqKi5YMH1";

/**
 * Contents of the service's own simulation. `truth`: our own simulation's results, filled in before judging.
 * `nothing`: a passed simulation without effects. `absent`: sent as an action; a Solana transaction then
 * comes as bytes to sign, and an EVM transaction with an empty simulation, since the interface requires one.
 * Otherwise: exactly these records.
 */
export type Declares = "truth" | "nothing" | "absent" | PipelineSimulation;

export interface EvmStep {
	readonly to: Hex;
	/** Wei. */
	readonly value?: bigint;
	readonly data?: Hex;
	/** Default: its use on the chain, and half as much again. */
	readonly gas?: bigint;
	/** Wei per gas, for a commit alone: an action's price is the wallet's own. Default: the chain's price. */
	readonly price?: { readonly max: bigint; readonly tip: bigint };
	/** The service's own words for it. */
	readonly label?: string;
	/** The app of which it is, as the service says. */
	readonly protocol?: string;
}

/** Event on the chain before the request; reverted after the case. */
export type EvmBefore =
	| { readonly from: Hex; readonly to: Hex; readonly value?: bigint; readonly data?: Hex }
	/** An account has this code now, such as the mark of its delegation (EIP-7702). */
	| { readonly at: Hex; readonly code: Hex };

export type Ask =
	/** One step: a commit. Several, or `absent`: an execute_evm action. */
	| {
			readonly form: "evm";
			readonly steps: readonly EvmStep[];
			readonly declares: Declares;
			readonly before?: readonly EvmBefore[];
	  }
	/**
	 * One transaction of the user's: a commit, or a request to sign bytes if the simulation is `absent`.
	 * Several: an execute_svm action, whose truth is each one's own effect.
	 */
	| {
			readonly form: "svm";
			readonly instructions: readonly TransactionInstruction[];
			/** Transactions that come after it. */
			readonly more?: readonly (readonly TransactionInstruction[])[];
			/** Other parties that have signed the first one already: its blockhash must be kept. */
			readonly cosigners?: readonly Keypair[];
			/** Addresses of lookup tables of the world; with any, the message is of version 0. */
			readonly lookups?: readonly string[];
			readonly version?: "legacy" | "v0";
			/** The service's own words for it. */
			readonly description?: string;
			readonly declares: Declares;
	  }
	/** `0x` and an even number of hex digits are bytes, any other text is UTF-8. */
	| { readonly form: "personal"; readonly text: string; readonly description?: string }
	/** EIP-712: `types`, `primaryType`, `domain`, `message`. Numbers above 2^53 are decimal text. */
	| {
			readonly form: "typed";
			readonly typedData: Readonly<Record<string, unknown>>;
			readonly description?: string;
	  }
	| { readonly form: "svm-message"; readonly text: string; readonly description?: string }
	/** Several signatures in one request. */
	| {
			readonly form: "messages";
			readonly family: "evm" | "svm";
			readonly payloads: readonly SignablePayload[];
			readonly description?: string;
	  }
	/** JSON exactly as the service would send it. */
	| { readonly form: "service"; readonly payload: unknown };

/** Context in the form that `npm run explain -- --context` accepts. Accounts default to the user's two. */
export type CaseContext = Omit<ContextText, "format">;

export interface Case {
	/** "evm/unread/aave-approve-delegation": unique, and never changed. */
	readonly id: string;
	readonly kind: "attack" | "honest";
	/** For an attack the mildest correct label, for an honest request the most severe one. */
	readonly label: Label;
	/** One line that describes the effect. */
	readonly title: string;
	/** Why this label: the source. */
	readonly why: string;
	/** Local chain with the case's contracts; `null` if none is needed. */
	readonly world: "evm" | "svm" | null;
	readonly ask: Ask;
	readonly context?: CaseContext;
}
