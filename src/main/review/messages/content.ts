import type { Allow } from "../allows.ts";
import type { Finding } from "../findings/finding.ts";
import type { Headline } from "../headline.ts";

/** What the windows draw of a message, of typed data and of a user operation. */

export type { TypedNode } from "../../match/typed-data.ts";

import type { TypedNode } from "../../match/typed-data.ts";

/** One line of what a message means. The label is ours; the value may hold text of others. */
export interface ExplainedRow {
	readonly label: string;
	readonly value: string;
	readonly tone: "plain" | "good" | "danger";
}

/** Sign-In with Ethereum (EIP-4361), as the message states it. */
export interface SignIn {
	readonly domain: string;
	readonly address: string;
	readonly statement: string | null;
	readonly uri: string;
	readonly chainId: string;
	readonly nonce: string;
	readonly issuedAt: string;
	readonly expiresAt: string | null;
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
	readonly standard: "EIP-191" | "Solana message" | "Solana off-chain message";
	/** The hash that is signed; null where the bytes are signed as they are. */
	readonly digest: string | null;
	readonly signIn: SignIn | null;
}

export interface TypedDataContent {
	readonly kind: "typed_data";
	readonly primaryType: string;
	/** "Permit (EIP-2612)"; null where the kind is unknown. */
	readonly known: string | null;
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
	readonly allows: readonly Allow[];
	readonly rows: readonly ExplainedRow[];
	/** The gravest first. */
	readonly findings: readonly Finding[];
	readonly needsWord: boolean;
	/** Until when the signature can be used, in Unix seconds; null where nothing states an end. */
	readonly deadline: bigint | null;
}
