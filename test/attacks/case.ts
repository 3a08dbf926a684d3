import type { Keypair, TransactionInstruction } from "@solana/web3.js";
import type { Address, Hex } from "viem";
import type { ContextText } from "../../src/explain/context.ts";
import type { SignablePayload } from "../../src/service-api/action.ts";
import type { PipelineSimulation } from "../../src/service-api/simulation.ts";

/**
 * Format of a case in the corpus. Its label states the correct result, with the source. Labels are never
 * changed to match what the rules do today.
 */

/**
 * Labels, ordered from mildest to most severe. `danger` always requires a typed word; `block` can't be
 * approved.
 */
export const LABELS = ["none", "info", "caution", "danger", "block"] as const;
export type Label = (typeof LABELS)[number];

/** Time of every case in Unix seconds (2027-01-15). Deadlines are relative to it. */
export const NOW = 1_800_000_000;

/** The user's accounts: anvil's first account and `devSvmKeypair(0)`. */
export const USER: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const SVM_USER = "2E7GiRLkbbuR5U8iBzFSmAHPHuu6tF5R1gYQZYauzMQS";
/** Attackers without any earlier transactions or messages. */
export const THIEF: Address = "0x9B1f4C2ed8a67035b4A9e8d1C6f2037A5e4D8B61";
export const SVM_THIEF = "2NzXntZfRv5LVab8Wp1z83hZuj6fK5RNRd5BqKi5YMH1";

/**
 * Content of the service's own simulation.
 * - `truth`: the results of our own simulation, filled in before judging.
 * - `nothing`: a passed simulation without effects.
 * - `absent`: the request is sent as an action. A Solana transaction is then sent as bytes to sign, and an
 * EVM transaction with an empty simulation, since the interface requires one.
 * - Otherwise: exactly the given records.
 */
export type Declares = "truth" | "nothing" | "absent" | PipelineSimulation;

export interface EvmStep {
	readonly to: Hex;
	/** Wei. */
	readonly value?: bigint;
	readonly data?: Hex;
	/** Default: 1.5 times the gas used on the chain. */
	readonly gas?: bigint;
	/**
	 * Wei per gas; only for commits, since the wallet sets the price of an action. Default: the current price
	 * of the chain.
	 */
	readonly price?: { readonly max: bigint; readonly tip: bigint };
	/** The service's own words for it. */
	readonly label?: string;
	/** The app that the service attributes the step to. */
	readonly protocol?: string;
}

/** Event on the chain before the request; reverted after the case. */
export type EvmBefore =
	| { readonly from: Hex; readonly to: Hex; readonly value?: bigint; readonly data?: Hex }
	/** Sets the code of an account, such as an EIP-7702 delegation indicator. */
	| { readonly at: Hex; readonly code: Hex };

export type Ask =
	/**
	 * A single step is sent as a commit. Several steps, or an `absent` simulation, are sent as an `execute_evm`
	 * action.
	 */
	| {
			readonly form: "evm";
			readonly steps: readonly EvmStep[];
			readonly declares: Declares;
			readonly before?: readonly EvmBefore[];
	  }
	/**
	 * A single transaction is sent as a commit, or as bytes to sign if the simulation is `absent`. Several are
	 * sent as an `execute_svm` action, and `truth` is the effect of each one alone.
	 */
	| {
			readonly form: "svm";
			readonly instructions: readonly TransactionInstruction[];
			/** Transactions after the first one. */
			readonly more?: readonly (readonly TransactionInstruction[])[];
			/**
			 * Other parties that have already signed the first transaction, so that its blockhash must not change.
			 */
			readonly cosigners?: readonly Keypair[];
			/** Addresses of lookup tables in the world. If there are any, the message has version 0. */
			readonly lookups?: readonly string[];
			readonly version?: "legacy" | "v0";
			/** The service's own words for it. */
			readonly description?: string;
			readonly declares: Declares;
	  }
	/** `0x` and an even number of hex digits are bytes; any other text is UTF-8. */
	| { readonly form: "personal"; readonly text: string; readonly description?: string }
	/** EIP-712 data: `types`, `primaryType`, `domain` and `message`. Numbers above 2^53 are decimal strings. */
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

/**
 * Context in the format that `npm run explain -- --context` accepts. `accounts` defaults to the two accounts
 * of the user.
 */
export type CaseContext = Omit<ContextText, "format">;

export interface Case {
	/** Unique and never changed, such as "evm/unread/aave-approve-delegation". */
	readonly id: string;
	readonly kind: "attack" | "honest";
	/** The mildest correct label of an attack, or the most severe correct label of an honest request. */
	readonly label: Label;
	/** One line that describes the effect. */
	readonly title: string;
	/** Reason for the label, with its source. */
	readonly why: string;
	/** Local chain with the contracts of the case; `null` if none is needed. */
	readonly world: "evm" | "svm" | null;
	readonly ask: Ask;
	readonly context?: CaseContext;
}
