import { z } from "zod";
import type { Message, Text } from "../core/message.ts";
import type { Severity } from "../core/risk/finding.ts";
import { type AddressView, type AmountView, type Claim, desk, id, trusted } from "./primitives.ts";
import type { DeviceReviewView } from "./wallet.ts";

/** A review as the trusted window draws it: what is signed, what it does, and what speaks against it. */

export type CheckStatus = "passed" | "failed" | "unknown" | "noted";

/** One field of the match: both values, and what it means. `noted` differs without blocking. */
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
	/** The main thing, for where there is room for one line; absent if the first sentence says it. */
	readonly short?: Message;
}

/** What the user typed in the composer themselves, beside what would be signed. */
export interface AskedRow {
	readonly outcome: "same" | "differs";
	readonly text: Text;
}

/** The chain's own coin, a listed token that keeps to a dollar, or another listed token. */
export type TokenMark = "coin" | "dollar" | "listed";
/**
 * The subject of a request: `unlisted` is an unknown token, `call` a transaction about no single token, `signature` a
 * text or typed data about none. `none` until its review is read.
 */
export type StakeMark = TokenMark | "unlisted" | "call" | "signature" | "none";

export interface ChangeRow {
	readonly account: AddressView;
	readonly mine: boolean;
	readonly direction: "in" | "out" | "unknown";
	readonly amount: AmountView;
	readonly tokenId: Claim | null;
	readonly counterparty: AddressView | null;
	/** Balance of the account before this row, where it is known. */
	readonly of: AmountView | null;
	/** Balance after this row and those before it, the network's fee left out; where both are known. */
	readonly after?: AmountView;
	/** A plain glyph for what is known by its address; left out for all else. */
	readonly mark?: TokenMark;
	/** Which of several transactions does it, counted from 1; null where there is one only, or it is not said. */
	readonly step: number | null;
	/** Whose simulation has it; only the service's where it is left out. */
	readonly source?: "service" | "simulated" | "both";
}

export interface ApprovalRow {
	readonly spender: AddressView;
	readonly token: AddressView;
	readonly kind: "allowance" | "token" | "operator" | "right";
	/** null for a whole collection, a single token, or an amount that the service does not state. */
	readonly amount: AmountView | null;
	readonly unlimited: boolean;
	/** False where it takes a permission away. */
	readonly grants: boolean;
	readonly text: Text;
	/** Where it comes from: our own decoding of the payload, the service's simulation, or only our own. */
	readonly source: "decoded" | "service" | "simulated";
	readonly step: number | null;
}

/** Whom money or power goes to. */
export interface PartyView {
	readonly role: "recipient" | "spender" | "former" | "contract" | "program" | "verifier" | "warned";
	readonly address: AddressView;
	/** What this app calls a known contract; null for all else. */
	readonly name: Text | null;
	/** What it is, by what is kept here or comes with the app; null where nobody knows. */
	readonly standing: Text | null;
	/** How it was used before, from here; null where that is not counted. */
	readonly usage: Text | null;
	/** Totals that it gets in the whole request, one for each asset; left out where the rows tell all. */
	readonly gets?: readonly Text[];
	/** The known address that it is made to be taken for. */
	readonly imitates: {
		readonly address: AddressView;
		readonly whom: Text;
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
	/** What it does, by our own decoding where its request is known; null where it is not. */
	readonly headline: Text | null;
	/** Where the service staged it, as it says; null where it says nothing. */
	readonly source: Claim | null;
	readonly here: boolean;
}

/** One instruction of a Solana transaction. */
export interface SvmInstructionView {
	/** Counted from 1. */
	readonly at: number;
	readonly program: { readonly name: string | null; readonly address: AddressView };
	/** What it does, from our own decoding; for an unknown program, that it is unknown. */
	readonly text: Text;
	/** False: its program or its data could not be decoded, and it is shown raw. */
	readonly known: boolean;
	readonly args: readonly DecodedArgView[];
	/** What it calls in turn, as our simulation ran it; empty where it was not simulated. */
	readonly inner: readonly SvmInstructionView[];
	/** Of an inner one: it takes something from the signer, or gives somebody a right. */
	readonly grave?: boolean;
	readonly accounts: readonly {
		readonly address: AddressView;
		/** What the program uses it for, where we know. */
		readonly role: Text | null;
		readonly signer: boolean;
		readonly writable: boolean;
		/** The lookup table that it comes from; null where the transaction names it itself. */
		readonly table: string | null;
	}[];
	/** Hex. */
	readonly data: string;
}

/** A member of typed data; a leaf has a value, a branch has children. */
export interface TypedNodeView {
	readonly name: Claim;
	readonly type: Claim;
	readonly value: Claim | null;
	readonly children: readonly TypedNodeView[];
}

/** One line of what a message means, in our own words. */
export interface ExplainedRowView {
	readonly label: Text;
	readonly value: Text;
	readonly tone: "plain" | "good" | "danger";
}

/** One thing that is signed: what our own decoding finds in it. */
export type ContentView =
	| {
			readonly kind: "evm_transaction";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly to: AddressView;
			readonly decoded: DecodedCall | null;
			/** What it calls in turn, as decoded from its own bytes and as our simulation ran it; empty where neither knows. */
			readonly calls: readonly CallNodeView[];
			/** What contracts publish of calls that our own decoding does not read; empty where nothing is. */
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
			/** Null where the bytes are no text. */
			readonly text: Claim | null;
			/** Hex. */
			readonly bytes: string;
			/** In bytes. */
			readonly length: number;
			/** What wraps the bytes before they are signed: "EIP-191", "Solana message", "Solana off-chain message". */
			readonly standard: Text;
			/** What a device shows: the hash that is signed; null where the bytes are signed as they are. */
			readonly digest: string | null;
			readonly rows: readonly ExplainedRowView[];
	  }
	| {
			readonly kind: "typed_data";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly primaryType: Claim;
			/** "Permit (EIP-2612)"; null where the kind is unknown. */
			readonly known: Text | null;
			/** What the contract that reads it publishes of it, where its kind is unknown. */
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
			/** What the service says that it calls, decoded by us; nothing proves it. */
			readonly calls?: readonly { readonly text: Text; readonly known: boolean }[];
	  };

export interface CostsView {
	/** What it can take at most, in the chain's own coin. */
	readonly most: AmountView | null;
	/** From the user's own RPC; null where it can't be asked. */
	readonly likely: AmountView | null;
	/** What of it is for posting on L1; null where nothing is. */
	readonly l1: Text | null;
	/** `null` if the service states no fee of its own. */
	readonly serviceFee: Text | null;
	readonly fees: readonly { readonly kind: Claim; readonly amount: AmountView }[];
	readonly covered: { readonly ok: boolean | null; readonly text: Text };
}

/** A transaction of ours that this one is to replace. */
export interface ReplacementView {
	readonly purpose: "speed_up" | "cancel";
	readonly headline: Text;
	readonly transactionId: string;
	readonly text: Text;
}

export interface ReviewView {
	readonly entryId: string;
	/** What is answered: a commit with the service's digest, an action that describes itself, or a request of the user. */
	readonly subject: "commit" | "action" | "replacement" | "revocation";
	/** The commit's or action's id; null for a replacement. */
	readonly subjectId: string | null;
	/** Digest of the Build whose stateless commit asks for this, which no service takes an answer to. */
	readonly build?: Claim;
	readonly replaces: ReplacementView | null;
	readonly who: { readonly app: Claim | null; readonly session: Text; readonly sessionId: string };
	readonly broadcaster: {
		readonly kind: "wallet" | "hosted" | "venue";
		readonly text: Text;
		/** What the route that is taken means; absent where there is only the usual one. */
		readonly route?: Text;
	};
	readonly chain: { readonly id: string; readonly name: Text };
	/** What its RPCs have to do with this review; left out where there is nothing to say. */
	readonly rpc?: {
		/** Another one is asked than the first of its list, one of them is of another chain, or it is busy. */
		readonly notes: readonly Text[];
		/** The chain's id in Settings, where no RPC is set for it; null where one is. */
		readonly missing: string | null;
		/** None that is set gave an answer that could be used. */
		readonly failing: boolean;
		/** It takes no more requests just now, and is waited for. */
		readonly busy: boolean;
	};
	/** The place in a batch, counted from 1. */
	readonly step: { readonly at: number; readonly of: number } | null;
	/** From our own decoding of the payload. */
	readonly headline: Text;
	readonly headlineKnown: boolean;
	/** Of what the headline names: "≈ $250.00"; left out where there is no price. */
	readonly worth?: Text;
	/** Of a swap: how much less than foretold it may still bring; left out where that is not known. */
	readonly slippage?: Text;
	/** Those that imitate another first; empty where money and power go to nobody. */
	readonly parties: readonly PartyView[];
	readonly serviceSays: readonly Claim[];
	/** Members that the interface does not name and that change nothing of what is signed or answered. */
	readonly adds: readonly { readonly name: Claim; readonly value: Claim }[];
	readonly expiresAt: number | null;
	readonly changes: readonly ChangeRow[];
	readonly changesClaim: Text;
	/** Where the prices come from by which worth is told, and how old they are; absent where none was used. */
	readonly prices?: Text;
	readonly approvals: readonly ApprovalRow[];
	/** Null where nothing is sent, so that it costs nothing. */
	readonly costs: CostsView | null;
	readonly verdict: "matched" | "refused" | "unproven";
	readonly verdictText: Text;
	readonly checks: readonly CheckRow[];
	readonly guards: readonly GuardRow[];
	readonly warnings: readonly Claim[];
	/** What the user typed, held against it; null where nothing can be compared. */
	readonly asked: AskedRow | null;
	readonly findings: readonly FindingRow[];
	/** SHA-256, 64 hex digits. */
	readonly fingerprint: string | null;
	readonly digest: Claim | null;
	/** The name by which the commit's batch goes, where that is another than its review's. */
	readonly batchDigest?: Claim;
	readonly revision: number | null;
	readonly steps: readonly BatchStepRow[];
	/** In the order of signing; empty where nothing could be decoded. */
	readonly contents: readonly ContentView[];
	readonly logs: readonly {
		readonly address: string;
		readonly topics: readonly string[];
		readonly data: string;
	}[];
	/** The payload and review as JSON, for reading. */
	readonly raw: string;
	/** What differs from the review that was open before; empty where nothing changed. */
	readonly changed: readonly DiffRow[];
	readonly signer: {
		readonly address: AddressView;
		readonly state: "ready" | "locked" | "missing" | "watched";
		readonly text: Text;
	};
	readonly approval: {
		readonly possible: boolean;
		/** Why not, each a whole sentence; the first is the main one. */
		readonly refusals: readonly Text[];
		/** To be typed by the user where the risk is high, in whatever case. */
		readonly word: string | null;
		/** What the word is; null where there is none. */
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
		/** The refusal may go away by itself or by a retry (RPC down, locked). */
		readonly canRetry: boolean;
		/** The main refusal says that the request is over or not there yet; left out otherwise. */
		readonly isOver?: true;
		/** The user's rules are sealed with the vault: its password is needed whoever signs. */
		readonly rulesLocked?: true;
	};
	/** Somebody reads what is written in its conversation: a change can be asked for there. */
	readonly canAskChange: boolean;
	/** The service can still be told no. */
	readonly canReject: boolean;
	/** What the Ledger that must sign will show; null where no Ledger signs. */
	readonly device: DeviceReviewView | null;
	/** What the user's own RPC makes of it, beside the service's simulation; null where nothing is sent. */
	readonly opinion: OpinionView | null;
	/** Names that the chain gives, verified both ways, with the system that gives them; by address as shown. */
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
	/** Where it comes from: the payload's own bytes, or only our simulation of it. */
	readonly source: "decoded" | "simulated";
	readonly children: readonly CallNodeView[];
}

/** One line of what a contract publishes of a call, or of what it leaves out. */
export interface ClaimRowView {
	/**
	 * `said`: the description shows it. `adds`: a text of the description's own, no part of what is signed. `left_out`: it
	 * is signed, and the description does not show it whole. `ours`: what Countersign adds.
	 */
	readonly kind: "said" | "adds" | "left_out" | "ours";
	readonly label: Text;
	readonly value: Text;
	/** Where the value is an address. */
	readonly address: AddressView | null;
	/** False: it may be folded, and counted. */
	readonly open: boolean;
}

/** What a contract publishes of itself (ERC-7730), where our own decoding does not read it: a claim. */
export interface ClaimView {
	/** The call that it is of; null for a message. */
	readonly target: AddressView | null;
	/** Who publishes it, by the registry's own words. */
	readonly claimant: Text;
	/** What they call it; null where they don't. */
	readonly intent: Claim | null;
	/** The code that the called contract runs, where the description is of that; null otherwise. */
	readonly proxyOf: AddressView | null;
	/** Who vouches for it, or that nobody does. */
	readonly vouched: Text;
	readonly isVouched: boolean;
	readonly rows: readonly ClaimRowView[];
}

/** What the windows draw of the second opinion: the user's own RPC beside the service. */

/** One effect, as the service's simulation says it and as ours found it. */
export interface OpinionRow {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	readonly costs: boolean;
	readonly account: AddressView;
	readonly other: AddressView | null;
	/** Signed by `theirsSign` and `oursSign`: what leaves is "out". */
	readonly theirs: (AmountView & { readonly direction: "in" | "out" | "none" }) | null;
	readonly ours: (AmountView & { readonly direction: "in" | "out" | "none" }) | null;
	readonly text: Text;
	/** Counted from 1; null where there is one only. */
	readonly step: number | null;
}

export interface OpinionView {
	readonly state: "running" | "agrees" | "unseen" | "drifts" | "differs" | "undeclared" | "unproven";
	/** One or two whole sentences. */
	readonly text: Text;
	/** "Simulated on your RPC (eth_simulateV1), on top of block 123"; null where it was not. */
	readonly how: Text | null;
	readonly rows: readonly OpinionRow[];
}

/** A review as the desk draws the request that is focused: for reading, without what only the raw parts show. */
export type GlanceView = Omit<ReviewView, "raw" | "logs">;

const changeRequest = z.strictObject({ entryId: id, message: z.string().trim().min(1).max(4_000) });
const recipient = z.strictObject({ entryId: id, address: z.string().min(32).max(64) });

/** Of the desk: it looks, and talks to the agent. It is given no ticket, so that nothing is approved by it. */
export const glanceProcedures = {
	/** Null where nothing waits under this id any more. It is simulated by the review alone. */
	glance: desk.returns<GlanceView | null>()(z.strictObject({ entryId: id }), { needsInput: false }),
	/** Sends a message of the user's in the request's conversation; the request stays as it is. */
	askForChange: desk.command(changeRequest, { needsInput: false }),
	/** Adds a rule: nothing is sent to this party of the review from then on. The user's own accounts are refused. */
	blockRecipient: desk.command(recipient),
};

/** The review that is open, and the next one: for the trusted window alone. */
export const reviewProcedures = {
	blockRecipient: trusted.command(recipient),
	/** The review's content has been drawn; the waking of Approve counts from here. */
	reviewShown: trusted.command(z.strictObject({ ticket: id }), { needsInput: false }),
	/** Reads the service and the chain again for the review that is open, or retries a stuck approval. */
	retry: trusted.command(z.strictObject({ entryId: id })),
	showReview: trusted.command(z.strictObject({ direction: z.enum(["next", "previous"]) })),
	/** Opens the review of a replacement for a transaction of ours that is stuck. */
	replace: trusted.command(z.strictObject({ entryId: id, purpose: z.enum(["speed_up", "cancel"]) })),
	askForChange: trusted.command(changeRequest),
	/** Writes the review that is open to a file, to be checked on another computer. */
	saveForChecking: trusted.command(z.strictObject({ entryId: id })),
};
