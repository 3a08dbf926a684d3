import type { Headline } from "../describe/evm/headline.ts";
import type { GrantedPermission } from "../describe/evm/permissions.ts";
import type { Message } from "../localized-text.ts";
import type { TypedKind } from "../match/typed-data/kinds.ts";
import type { TypedNode } from "../match/typed-data/reading.ts";
import type { Finding, Severity } from "../risk/finding.ts";
import type { DescribedClaim } from "./claim-rows.ts";
import type { ExplainedRow } from "./explanation.ts";

export type { TypedNode } from "../match/typed-data/reading.ts";

export interface SignInMessage {
	readonly domain: string;
	readonly address: string;
	readonly statement: string | null;
	/** Optional in Solana's format, like the fields below. */
	readonly uri: string | null;
	readonly chainId: string | null;
	readonly nonce: string | null;
	readonly issuedAt: string | null;
	readonly expiresAt: string | null;
	readonly notBefore: string | null;
	readonly resources: readonly string[];
}

export interface MessageContent {
	readonly kind: "message";
	readonly encoding: "text" | "bytes";
	readonly text: string | null;
	readonly bytesHex: string;
	readonly length: number;
	readonly standard: Message;
	/** The signed hash. `null` if the bytes are signed without hashing. */
	readonly digest: string | null;
	readonly signIn: SignInMessage | null;
}

export interface TypedDataContent {
	readonly kind: "typed_data";
	readonly primaryType: string;
	readonly typed: TypedKind | null;
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
	readonly calls: readonly Headline[];
}

export interface MessageAnalysis {
	/** `null` if the message can't be parsed, in which case the match rejects it. */
	readonly content: MessageContent | TypedDataContent | UserOperationContent | null;
	readonly headline: Headline;
	readonly permissions: readonly GrantedPermission[];
	readonly rows: readonly ExplainedRow[];
	/** Published descriptions. Only set for typed data of an unknown kind. */
	readonly claims?: readonly DescribedClaim[];
	readonly findings: readonly Finding[];
	readonly needsWord: boolean;
	readonly deadline: bigint | null;
}

const WEIGHT: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

type Defaulted = "permissions" | "rows" | "deadline";

interface WeighedParts
	extends Omit<MessageAnalysis, Defaulted | "findings" | "needsWord">,
		Partial<Pick<MessageAnalysis, Defaulted>> {
	readonly findings: readonly (Finding | null)[];
}

/** Sorts and deduplicates the findings, and determines whether the user must type a word. */
export function analysisWith(weighed: WeighedParts): MessageAnalysis {
	const { findings, permissions = [], rows = [], deadline = null, ...parts } = weighed;
	const present = findings.filter((finding) => finding !== null);
	const single = present.filter((finding, at) => present.findIndex(({ id }) => id === finding.id) === at);
	const sorted = single.toSorted((left, right) => WEIGHT[left.severity] - WEIGHT[right.severity]);
	const needsWord = sorted.some((finding) => finding.needsWord);
	return { ...parts, permissions, rows, deadline, findings: sorted, needsWord };
}
