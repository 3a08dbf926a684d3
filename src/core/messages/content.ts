import type { GrantedApproval } from "../explain/evm/approvals.ts";
import type { Headline } from "../explain/evm/headline.ts";
import type { TypedKind } from "../match/typed-data/kinds.ts";
import type { Message } from "../message.ts";
import type { Finding } from "../risk/finding.ts";
import type { DescribedClaim } from "./claim-rows.ts";
import type { ExplainedRow } from "./explained-row.ts";

/** What the windows draw of a message, of typed data and of a user operation. */

export type { TypedNode } from "../match/typed-data/reading.ts";

import type { TypedNode } from "../match/typed-data/reading.ts";

/** Sign-In with Ethereum (EIP-4361) or with Solana, as the message states it. */
export interface SignInMessage {
	readonly domain: string;
	readonly address: string;
	readonly statement: string | null;
	/** `null` where it is not stated, as all below: Solana's form needs none of them. */
	readonly uri: string | null;
	readonly chainId: string | null;
	readonly nonce: string | null;
	readonly issuedAt: string | null;
	readonly expiresAt: string | null;
	readonly notBefore: string | null;
	/** What else it names, as it came; some of these give rights away. */
	readonly resources: readonly string[];
}

export interface MessageContent {
	readonly kind: "message";
	readonly encoding: "text" | "bytes";
	/** As it came, hostile; null where the bytes are no text. */
	readonly text: string | null;
	/** With its 0x. */
	readonly bytesHex: string;
	/** In bytes. */
	readonly length: number;
	/** What wraps the bytes before they are signed: EIP-191, or of Solana the off-chain header or nothing. */
	readonly standard: Message;
	/** The hash that is signed; null where the bytes are signed as they are. */
	readonly digest: string | null;
	readonly signIn: SignInMessage | null;
}

export interface TypedDataContent {
	readonly kind: "typed_data";
	readonly primaryType: string;
	/** By its structure; null where the kind is unknown. */
	readonly typed: TypedKind | null;
	/** "Permit (EIP-2612)"; null where the kind is unknown. */
	readonly known: Message | null;
	readonly rows: readonly ExplainedRow[];
	readonly domain: readonly TypedNode[];
	readonly tree: readonly TypedNode[];
	readonly domainHash: string;
	readonly messageHash: string;
	readonly digest: string;
}

export interface UserOperationContent {
	readonly kind: "user_operation";
	readonly requests: readonly { readonly message: string; readonly rawPayload: string }[];
	/** What the service says that the operation calls: our own decoding of its words, which nothing proves. */
	readonly calls: readonly Headline[];
}

/** What one message means, as far as it can be told. */
export interface MessageInsight {
	/** null where it can't be read at all: then the match refuses it. */
	readonly content: MessageContent | TypedDataContent | UserOperationContent | null;
	readonly headline: Headline;
	readonly approvals: readonly GrantedApproval[];
	readonly rows: readonly ExplainedRow[];
	/** What contracts publish of typed data of a kind that Countersign does not know; left out where nothing is. */
	readonly claims?: readonly DescribedClaim[];
	/** The gravest first. */
	readonly findings: readonly Finding[];
	readonly needsWord: boolean;
	/** Until when the signature can be used, in Unix seconds; null where nothing states an end. */
	readonly deadline: bigint | null;
}
