import { z } from "zod";
import type { Message, Text } from "../core/message.ts";
import type { Severity } from "../core/risk/finding.ts";
import { type AddressView, type AmountView, type Claim, desk, id, trusted } from "./primitives.ts";
import type { DeviceReviewView } from "./wallet.ts";

/** Review as the trusted window displays it: the payload, its effects, and objections. */

export type CheckStatus = "passed" | "failed" | "unknown" | "noted";

/** One compared field with both values. `noted` differs without blocking. */
export interface CheckRow {
	readonly field: Text;
	readonly status: CheckStatus;
	readonly reviewed: Text | null;
	readonly payload: Text | null;
	readonly text: Text;
}

export type { Severity };

export interface FindingRow {
	readonly id: string;
	readonly severity: Severity;
	readonly text: Text;
	/** Main statement for a single line; absent if the first sentence is that. */
	readonly short?: Message;
}

/** The user's typed words compared with the payload. */
export interface AskedRow {
	readonly outcome: "same" | "differs";
	readonly text: Text;
}

/** Native coin, a listed dollar token, or another listed token. */
export type TokenMark = "coin" | "dollar" | "listed";
/**
 * Subject of a request: `unlisted` is an unknown token, `call` a transaction about several or no tokens,
 * `signature` a text or typed data about none. `none` until its review is read.
 */
export type StakeMark = TokenMark | "unlisted" | "call" | "signature" | "none";

export interface ChangeRow {
	readonly account: AddressView;
	readonly mine: boolean;
	readonly direction: "in" | "out" | "unknown";
	readonly amount: AmountView;
	readonly tokenId: Claim | null;
	readonly counterparty: AddressView | null;
	/** Known balance of the account before this row. */
	readonly of: AmountView | null;
	/** Balance after this and the previous rows without the network fee, if both are known. */
	readonly after?: AmountView;
	/** Glyph of an asset known by address; absent otherwise. */
	readonly mark?: TokenMark;
	/** Step number from 1; `null` if there is only one, or it is not stated. */
	readonly step: number | null;
	/** Source of the effect; defaults to the service's simulation. */
	readonly source?: "service" | "simulated" | "both";
}

export interface ApprovalRow {
	readonly spender: AddressView;
	readonly token: AddressView;
	readonly kind: "allowance" | "token" | "operator" | "right";
	/** `null` for a whole collection, a single token, or an amount that the service does not state. */
	readonly amount: AmountView | null;
	readonly unlimited: boolean;
	/** `false` for a revocation. */
	readonly grants: boolean;
	readonly text: Text;
	/** Source: our decoding, the service's simulation, or only our own simulation. */
	readonly source: "decoded" | "service" | "simulated";
	readonly step: number | null;
}

/** Recipient of money or power. */
export interface PartyView {
	readonly role: "recipient" | "spender" | "former" | "contract" | "program" | "verifier" | "warned";
	readonly address: AddressView;
	/** Name of a known contract; `null` otherwise. */
	readonly name: Text | null;
	/** Description from stored data or the built-in lists; `null` if unknown. */
	readonly description: Text | null;
	/** Earlier use from here; `null` if not counted. */
	readonly usage: Text | null;
	/** Totals per asset over the whole request; absent if the rows already show them. */
	readonly gets?: readonly Text[];
	/** Known address that it imitates. */
	readonly imitates: {
		readonly address: AddressView;
		readonly knownAs: Text;
		readonly usage: Text | null;
	} | null;
}

export interface GuardRow {
	readonly name: Claim;
	readonly status: Claim;
	readonly message: Claim | null;
}

export interface DecodedArgView {
	readonly name: Text;
	readonly type: string;
	readonly value: Text;
}

interface DecodedCall {
	readonly signature: string | null;
	readonly selector: string | null;
	readonly args: readonly DecodedArgView[];
}

export interface DiffRow {
	readonly field: Message;
	readonly before: Message;
	readonly after: Message;
}

export interface BatchStepRow {
	readonly commitId: string;
	readonly index: number;
	readonly state: string;
	/** Decoded effect if its request is known; `null` otherwise. */
	readonly headline: Text | null;
	/** Stated origin of the staged request; `null` if not stated. */
	readonly source: Claim | null;
	readonly here: boolean;
}

/** One instruction of a Solana transaction. */
export interface SvmInstructionView {
	/** Index from 1. */
	readonly at: number;
	readonly program: { readonly name: string | null; readonly address: AddressView };
	/** Decoded effect, or that the program is unknown. */
	readonly text: Text;
	/** `false` if program or data could not be decoded, so it is shown raw. */
	readonly known: boolean;
	readonly args: readonly DecodedArgView[];
	/** Inner instructions from our simulation; empty if not simulated. */
	readonly inner: readonly SvmInstructionView[];
	/** Inner instructions only: takes something from the signer or grants a right. */
	readonly grave?: boolean;
	readonly accounts: readonly {
		readonly address: AddressView;
		/** The program's use of the account, if known. */
		readonly role: Text | null;
		readonly signer: boolean;
		readonly writable: boolean;
		/** Source lookup table; `null` if the transaction names the account itself. */
		readonly table: string | null;
	}[];
	/** Hex. */
	readonly data: string;
}

/** Member of typed data; a leaf has a value, a branch has children. */
export interface TypedNodeView {
	readonly name: Claim;
	readonly type: Claim;
	readonly value: Claim | null;
	readonly children: readonly TypedNodeView[];
}

/** One row of a message's meaning, in our own words. */
export interface ExplainedRowView {
	readonly label: Text;
	readonly value: Text;
	readonly tone: "plain" | "good" | "danger";
}

/** One signed item, as decoded here. */
export type ContentView =
	| {
			readonly kind: "evm_transaction";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly to: AddressView;
			readonly decoded: DecodedCall | null;
			/** Inner calls from its bytes and from our simulation; empty if neither has any. */
			readonly calls: readonly CallNodeView[];
			/** Published descriptions of calls that our decoding does not cover. */
			readonly claims: readonly ClaimView[];
			readonly nonce: string;
			readonly gasLimit: string;
			/** Per unit of gas, in the chain's smallest unit. */
			readonly maxFee: string;
			readonly priorityFee: string;
			/** Hex. */
			readonly data: string;
	  }
	| {
			readonly kind: "svm_transaction";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			/** "legacy" or "v0". */
			readonly version: string;
			readonly feePayer: AddressView;
			readonly blockhash: { readonly value: string; readonly text: Text };
			readonly instructions: readonly SvmInstructionView[];
			readonly tables: readonly { readonly table: string; readonly accounts: readonly string[] }[];
			readonly signatures: readonly {
				readonly address: AddressView;
				readonly state: "yours" | "given" | "missing";
			}[];
	  }
	| {
			readonly kind: "message";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly encoding: "text" | "bytes";
			/** `null` if the bytes are not text. */
			readonly text: Claim | null;
			/** Hex. */
			readonly bytes: string;
			/** Bytes. */
			readonly length: number;
			/**
			 * Envelope of the bytes before signing: "EIP-191", "Solana message", "Solana off-chain message".
			 */
			readonly standard: Text;
			/** Signed hash as a device shows it; `null` if the bytes are signed unchanged. */
			readonly digest: string | null;
			readonly rows: readonly ExplainedRowView[];
	  }
	| {
			readonly kind: "typed_data";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly primaryType: Claim;
			/** "Permit (EIP-2612)"; `null` if the kind is unknown. */
			readonly known: Text | null;
			/** Published descriptions by the verifying contract, for an unknown kind. */
			readonly claims: readonly ClaimView[];
			readonly rows: readonly ExplainedRowView[];
			readonly domain: readonly TypedNodeView[];
			readonly tree: readonly TypedNodeView[];
			readonly domainHash: string;
			readonly messageHash: string;
			readonly digest: string;
	  }
	| {
			readonly kind: "user_operation";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly requests: readonly { readonly message: Claim; readonly rawPayload: Claim }[];
			/** Calls according to the service, decoded here; unproven. */
			readonly calls?: readonly { readonly text: Text; readonly known: boolean }[];
	  };

export interface CostsView {
	/** Maximum cost in the native coin. */
	readonly most: AmountView | null;
	/** Estimate from the user's own RPC; `null` if unavailable. */
	readonly likely: AmountView | null;
	/** Share for posting on L1; `null` if none. */
	readonly l1: Text | null;
	/** `null` if the service states no fee of its own. */
	readonly serviceFee: Text | null;
	readonly fees: readonly { readonly kind: Claim; readonly amount: AmountView }[];
	readonly covered: { readonly ok: boolean | null; readonly text: Text };
}

/** Transaction of this app that this one replaces. */
export interface ReplacementView {
	readonly purpose: "speed_up" | "cancel";
	readonly headline: Text;
	readonly transactionId: string;
	readonly text: Text;
}

export interface ReviewView {
	readonly entryId: string;
	/**
	 * Kind of answer: a commit with the service's digest, an action that describes itself, or a request of
	 * the user.
	 */
	readonly subject: "commit" | "action" | "replacement" | "revocation";
	/** Id of the commit or action; `null` for a replacement. */
	readonly subjectId: string | null;
	/** Digest of the Build of this stateless commit, which no service expects an answer to. */
	readonly build?: Claim;
	readonly replaces: ReplacementView | null;
	readonly who: { readonly app: Claim | null; readonly session: Text; readonly sessionId: string };
	readonly broadcaster: {
		readonly kind: "wallet" | "hosted" | "venue";
		readonly text: Text;
		/** Meaning of the chosen route; absent if it is the usual one. */
		readonly route?: Text;
	};
	readonly chain: { readonly id: string; readonly name: Text };
	/** RPC state for this review; absent if normal. */
	readonly rpc?: {
		/** A fallback RPC is in use, one RPC is on another chain, or one is rate-limited. */
		readonly notes: readonly Text[];
		/** Chain id in Settings if it has no RPC; `null` otherwise. */
		readonly missing: string | null;
		/** No configured RPC gave a usable answer. */
		readonly failing: boolean;
		/** The RPC is rate-limited; the app waits. */
		readonly busy: boolean;
	};
	/** Position in a batch, from 1. */
	readonly step: { readonly at: number; readonly of: number } | null;
	/** From our own decoding of the payload. */
	readonly headline: Text;
	readonly headlineKnown: boolean;
	/** Value of the headline's amount, "≈ $250.00"; absent without a price. */
	readonly worth?: Text;
	/** Maximum shortfall of a swap against the prediction; absent if unknown. */
	readonly slippage?: Text;
	/** Impostors first; empty if nobody receives money or power. */
	readonly parties: readonly PartyView[];
	readonly serviceSays: readonly Claim[];
	/** Unknown members that affect neither payload nor answer. */
	readonly adds: readonly { readonly name: Claim; readonly value: Claim }[];
	readonly expiresAt: number | null;
	readonly changes: readonly ChangeRow[];
	readonly changesClaim: Text;
	/** Source and age of the prices; absent if none were used. */
	readonly prices?: Text;
	readonly approvals: readonly ApprovalRow[];
	/** `null` if nothing is sent, so it costs nothing. */
	readonly costs: CostsView | null;
	readonly verdict: "matched" | "refused" | "unproven";
	readonly verdictText: Text;
	readonly checks: readonly CheckRow[];
	readonly guards: readonly GuardRow[];
	readonly warnings: readonly Claim[];
	/** The user's typed words compared with the payload; `null` if nothing is comparable. */
	readonly asked: AskedRow | null;
	readonly findings: readonly FindingRow[];
	/** SHA-256, 64 hex digits. */
	readonly fingerprint: string | null;
	readonly digest: Claim | null;
	/** Name of the commit's batch, if it differs from the review's. */
	readonly batchDigest?: Claim;
	readonly revision: number | null;
	readonly steps: readonly BatchStepRow[];
	/** In signing order; empty if nothing could be decoded. */
	readonly contents: readonly ContentView[];
	readonly logs: readonly {
		readonly address: string;
		readonly topics: readonly string[];
		readonly data: string;
	}[];
	/** Payload and review as JSON, for reading. */
	readonly raw: string;
	/** Differences from the previously open review; empty if none. */
	readonly changed: readonly DiffRow[];
	readonly signer: {
		readonly address: AddressView;
		readonly state: "ready" | "locked" | "missing" | "watched";
		readonly text: Text;
	};
	readonly approval: {
		readonly possible: boolean;
		/** Reasons against approval, each a whole sentence; the main one first. */
		readonly refusals: readonly Text[];
		/** Word that the user must type for high risks, in any case. */
		readonly word: string | null;
		/** Kind of the word; `null` if there is none. */
		readonly wordOf:
			| "recipient"
			| "spender"
			| "contract"
			| "program"
			| "address"
			| "imitation"
			| "unlimited"
			| "name"
			| "domain"
			| "application"
			| "fingerprint"
			| null;
		/** The refusal may disappear after a retry (RPC down, locked). */
		readonly canRetry: boolean;
		/** The main refusal says that the request has ended or not started; absent otherwise. */
		readonly isOver?: true;
		/** The rules are sealed with the vault, whose password is needed for any signer. */
		readonly rulesLocked?: true;
	};
	/** Its session is read, so a change can be requested there. */
	readonly canAskChange: boolean;
	/** The service still accepts a rejection. */
	readonly canReject: boolean;
	/** Prediction of the Ledger's screens; `null` if no Ledger signs. */
	readonly device: DeviceReviewView | null;
	/** Result of the user's own RPC next to the service's simulation; `null` if nothing is sent. */
	readonly opinion: OpinionView | null;
	/**
	 * Names from the chain, verified in both directions, with their naming system; keyed by displayed
	 * address.
	 */
	readonly names: Readonly<Record<string, { readonly name: Claim; readonly system: "ENS" | "SNS" }>>;
}

/** One call inside a call. */
export interface CallNodeView {
	readonly kind: "call" | "delegatecall" | "staticcall" | "create";
	readonly to: AddressView;
	/** From our own decoding. */
	readonly text: Text;
	readonly known: boolean;
	readonly signature: Claim | null;
	readonly args: readonly DecodedArgView[];
	readonly value: AmountView | null;
	/** Source: the payload's bytes, or only our simulation. */
	readonly source: "decoded" | "simulated";
	readonly children: readonly CallNodeView[];
}

/** One row of a published description, or of what it omits. */
export interface ClaimRowView {
	/**
	 * `said`: the description shows it. `adds`: the description's own text, not part of the signed data.
	 * `left_out`: signed, but not shown completely. `ours`: added by Countersign.
	 */
	readonly kind: "said" | "adds" | "left_out" | "ours";
	readonly label: Text;
	readonly value: Text;
	/** Set if the value is an address. */
	readonly address: AddressView | null;
	/** `false` if the row may be collapsed and counted. */
	readonly open: boolean;
}

/** Contract's published description (ERC-7730) of a call that our decoding does not cover: a claim. */
export interface ClaimView {
	/** The called contract; `null` for a message. */
	readonly target: AddressView | null;
	/** Publisher, in the registry's words. */
	readonly claimant: Text;
	/** The publisher's name for the action; `null` if it gives none. */
	readonly intent: Claim | null;
	/** Implementation that the description covers; `null` otherwise. */
	readonly proxyOf: AddressView | null;
	/** Attester, or a statement that there is none. */
	readonly vouched: Text;
	readonly isVouched: boolean;
	readonly rows: readonly ClaimRowView[];
}

/** Second opinion for display: the user's own RPC next to the service. */

/** One effect according to the service's simulation and ours. */
export interface OpinionRow {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	readonly costs: boolean;
	readonly account: AddressView;
	readonly other: AddressView | null;
	/** Direction by `theirsSign` and `oursSign`: outflows are "out". */
	readonly theirs: (AmountView & { readonly direction: "in" | "out" | "none" }) | null;
	readonly ours: (AmountView & { readonly direction: "in" | "out" | "none" }) | null;
	readonly text: Text;
	/** Index from 1; `null` if there is only one. */
	readonly step: number | null;
}

export interface OpinionView {
	readonly state: "running" | "agrees" | "unseen" | "drifts" | "differs" | "undeclared" | "unproven";
	/** One or two whole sentences. */
	readonly text: Text;
	/** "Simulated on your RPC (eth_simulateV1), on top of block 123"; `null` if not simulated. */
	readonly how: Text | null;
	readonly rows: readonly OpinionRow[];
}

/** Read-only review of the focused request in the desk, without the raw parts. */
export type ReviewPreview = Omit<ReviewView, "raw" | "logs">;

const changeRequest = z.strictObject({ entryId: id, message: z.string().trim().min(1).max(4_000) });
const recipient = z.strictObject({ entryId: id, address: z.string().min(32).max(64) });

/** Desk commands on the previewed review. The desk never receives a ticket, so it can't approve. */
export const previewProcedures = {
	/** Returns `null` if the request no longer waits. Only the full review simulates. */
	previewReview: desk.returns<ReviewPreview | null>()(z.strictObject({ entryId: id }), { needsInput: false }),
	/** Sends the user's message in the request's session; the request stays unchanged. */
	askForChange: desk.command(changeRequest, { needsInput: false }),
	/** Adds a rule that blocks this party of the review. The user's own accounts are refused. */
	blockRecipient: desk.command(recipient),
};

/** Commands on the open review and the next one, trusted window only. */
export const reviewProcedures = {
	blockRecipient: trusted.command(recipient),
	/** The review has been rendered; the delay before Approve is enabled starts now. */
	reviewShown: trusted.command(z.strictObject({ ticket: id }), { needsInput: false }),
	/** Reloads service and chain for the open review, or retries a stuck approval. */
	retry: trusted.command(z.strictObject({ entryId: id })),
	showReview: trusted.command(z.strictObject({ direction: z.enum(["next", "previous"]) })),
	/** Opens the review of a replacement for a stuck transaction of this app. */
	replace: trusted.command(z.strictObject({ entryId: id, purpose: z.enum(["speed_up", "cancel"]) })),
	askForChange: trusted.command(changeRequest),
	/** Saves the open review to a file, for checking on another computer. */
	saveForChecking: trusted.command(z.strictObject({ entryId: id })),
};

export type ContentOf<Kind extends ContentView["kind"]> = Extract<ContentView, { readonly kind: Kind }>;
