import type { FrozenReplacement, Revoked } from "../../../core/match/frozen.ts";
import type { Message, Text } from "../../../core/message.ts";

/** What the user asks for by themselves: a replacement of a transaction of theirs, or a revocation. */

export interface PlannedReplacement {
	readonly id: string;
	readonly sessionId: string;
	readonly frozen: FrozenReplacement;
	/** The journal's row whose nonce it takes. */
	readonly rowId: string;
	readonly headline: Text;
	readonly text: Message;
	/** Unix ms. */
	readonly plannedAt: number;
}

/** What the user asks to take back, as their own RPC showed it. */
export interface RevocationRequest {
	readonly family: "evm" | "svm";
	/** Decimal chain id or cluster. */
	readonly chainRef: string;
	readonly account: string;
	readonly revokes: Revoked;
	/** What it is a permission on, by the chain. */
	readonly asset: string;
}

export interface PlannedRevocation {
	readonly id: string;
	readonly sessionId: string;
	readonly request: RevocationRequest;
	readonly asset: string;
	/** Unix ms. */
	readonly plannedAt: number;
}

/** Those that are remembered, by their own names. */
export interface OwnRequests<Planned> {
	get(id: string): Planned | null;
}
