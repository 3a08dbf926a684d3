import type { GrantedApproval } from "../explain/evm/approvals.ts";
import type { Headline } from "../explain/evm/headline.ts";
import type { TypedKind } from "../match/typed-data/kinds.ts";
import type { TypedNode } from "../match/typed-data/reading.ts";
import type { Message } from "../message.ts";
import type { Finding, Severity } from "../risk/finding.ts";
import type { DescribedClaim } from "./claim-rows.ts";
import type { ExplainedRow } from "./explanation.ts";

/** View models of messages, typed data and user operations. */

export type { TypedNode } from "../match/typed-data/reading.ts";

/** Sign-In with Ethereum (EIP-4361) or Solana, as the message states it. */
export interface SignInMessage {
	readonly domain: string;
	readonly address: string;
	readonly statement: string | null;
	/** `null` if not stated, like the members below: Solana's form requires none of them. */
	readonly uri: string | null;
	readonly chainId: string | null;
	readonly nonce: string | null;
	readonly issuedAt: string | null;
	readonly expiresAt: string | null;
	readonly notBefore: string | null;
	/** Further resources, unchanged; some of them grant rights. */
	readonly resources: readonly string[];
}

export interface MessageContent {
	readonly kind: "message";
	readonly encoding: "text" | "bytes";
	/** Hostile text, unchanged; `null` if the bytes are not text. */
	readonly text: string | null;
	/** Includes 0x. */
	readonly bytesHex: string;
	/** Bytes. */
	readonly length: number;
	/** Envelope of the bytes before signing: EIP-191, or Solana's off-chain header or none. */
	readonly standard: Message;
	/** Signed hash; `null` if the bytes are signed unchanged. */
	readonly digest: string | null;
	readonly signIn: SignInMessage | null;
}

export interface TypedDataContent {
	readonly kind: "typed_data";
	readonly primaryType: string;
	/** Kind by structure; `null` if unknown. */
	readonly typed: TypedKind | null;
	/** "Permit (EIP-2612)"; `null` if the kind is unknown. */
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
	/** Calls according to the service, decoded here; nothing proves them. */
	readonly calls: readonly Headline[];
}

/** Meaning of one message, as far as it can be determined. */
export interface MessageAnalysis {
	/** `null` if the message can't be parsed: the match refuses it then. */
	readonly content: MessageContent | TypedDataContent | UserOperationContent | null;
	readonly headline: Headline;
	readonly approvals: readonly GrantedApproval[];
	readonly rows: readonly ExplainedRow[];
	/** Descriptions that contracts publish for typed data of an unknown kind; absent if there are none. */
	readonly claims?: readonly DescribedClaim[];
	/** Most severe first. */
	readonly findings: readonly Finding[];
	readonly needsWord: boolean;
	/** End of the signature's validity, in Unix seconds; `null` if none is stated. */
	readonly deadline: bigint | null;
}

const WEIGHT: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

interface WeighedParts extends Omit<MessageAnalysis, "findings" | "needsWord"> {
	readonly findings: readonly (Finding | null)[];
}

/** Sorts findings by severity, removes duplicates, and determines whether a word must be typed. */
export function analysisWith({ findings, ...parts }: WeighedParts): MessageAnalysis {
	const present = findings.filter((finding) => finding !== null);
	const single = present.filter((finding, at) => present.findIndex(({ id }) => id === finding.id) === at);
	const sorted = single.toSorted((left, right) => WEIGHT[left.severity] - WEIGHT[right.severity]);
	return { ...parts, findings: sorted, needsWord: sorted.some((finding) => finding.needsWord) };
}
