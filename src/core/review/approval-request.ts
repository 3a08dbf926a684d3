import type { CommitView, ReadCommit } from "../../service-api/commit.ts";
import type { Action, UnreadableAction } from "../../service-api/events.ts";
import type { Message, Text } from "../localized-text.ts";
import { intentIndexOf } from "../match/freeze-action.ts";
import type { FrozenBuild, FrozenReplacement, Lowered, Revoked, Sent } from "../match/frozen.ts";

export interface PlannedReplacement {
	readonly id: string;
	readonly sessionId: string;
	readonly frozen: FrozenReplacement;
	/** Journal row whose nonce the replacement reuses. */
	readonly rowId: string;
	readonly headline: Text;
	readonly text: Message | null;
	/** In Unix ms. */
	readonly plannedAt: number;
}

export interface RevocationRequest {
	readonly family: "evm" | "svm";
	readonly chainRef: string;
	readonly account: string;
	readonly revokes: Revoked;
	readonly asset: string;
	/** Allowance at the time the list was read, in base units. `null` if the permission has no amount. */
	readonly allowed: bigint | null;
	/**
	 * Unit of a Solana token, identified by its mint. `null` on other networks, or if the mint couldn't be
	 * read.
	 */
	readonly unit: { readonly decimals: number; readonly symbol: string } | null;
}

export interface PlannedRevocation {
	readonly id: string;
	readonly sessionId: string;
	readonly request: RevocationRequest;
	readonly asset: string;
	/** Amount that the spender keeps, in base units. `null` to revoke the permission entirely. */
	readonly keeps: bigint | null;
	/** In Unix ms. */
	readonly plannedAt: number;
}

/** A payment that the user entered, with validated addresses. */
export interface TransferRequest {
	readonly family: "evm" | "svm";
	readonly chainRef: string;
	readonly account: string;
	readonly sends: Sent;
	/** The user sends everything, so the amount depends on the balance and the fee. */
	readonly isAll: boolean;
}

export interface PlannedTransfer {
	readonly id: string;
	readonly sessionId: string;
	readonly request: TransferRequest;
	/** In Unix ms. */
	readonly plannedAt: number;
}

interface ProposalCaller {
	readonly door: "mcp_stdio" | "mcp_http" | "json_rpc";
	readonly program: string | null;
	readonly pid: number | null;
	/** In Unix ms. */
	readonly at: number;
}

/**
 * Fee that the user chose for a transaction that Countersign completes. Custom amounts are in wei per gas.
 */
export type FeeChoice =
	| { readonly speed: "slow" | "normal" | "fast" }
	| { readonly speed: "own"; readonly most: bigint; readonly tip: bigint };

/** Changes that the user made to a request while reviewing it. */
export interface RequestEdit {
	readonly fee: FeeChoice;
	readonly lowered: readonly Lowered[];
}

interface RequestCommon {
	readonly entryId: string;
	readonly sessionId: string;
	/** The decoded object. A different object means a different request. */
	readonly source: object;
	/** Not set if the user hasn't changed anything. Each change creates a new `source`. */
	readonly edit?: RequestEdit;
	readonly receivedAt: number;
}

export type ApprovalRequest = RequestCommon &
	(
		| {
				readonly kind: "commit";
				readonly commitId: string;
				readonly read: ReadCommit;
				/** The request's own GET has succeeded since the app started tracking the request. */
				readonly isConfirmed: boolean;
				/** The service has no endpoint for the commit, or doesn't find the commit there. */
				readonly isUnoffered: boolean;
		  }
		| {
				readonly kind: "action";
				readonly action: Action;
				readonly firstSeen: number;
				/** Set for a stateless commit from a Build. No answer is sent to the service. */
				readonly build?: FrozenBuild;
		  }
		| {
				/** A proposal from an agent on this computer, stored as an action. */
				readonly kind: "proposal";
				readonly action: Action;
				readonly firstSeen: number;
				readonly agentId: string;
				/** The agent's own text. `null` if the agent didn't give a reason. */
				readonly reason: string | null;
				readonly requestCount: number;
				/** JSON text with x402 payment requirements. `null` for all other proposals. */
				readonly payment: string | null;
				/**
				 * Program that sent the proposal. Its name is self-reported. `null` if the program is
				 * unknown.
				 */
				readonly caller: ProposalCaller | null;
		  }
		| { readonly kind: "unreadable"; readonly action: UnreadableAction }
		/** `planned` is `null` once the request exists only in the journal. */
		| { readonly kind: "replacement"; readonly planned: PlannedReplacement | null }
		| { readonly kind: "revocation"; readonly planned: PlannedRevocation | null }
		| { readonly kind: "transfer"; readonly planned: PlannedTransfer | null }
	);

type RequestKind = ApprovalRequest["kind"];

export type RequestOf<Kind extends RequestKind> = Extract<ApprovalRequest, { kind: Kind }>;

/**
 * A request from the service, a Build, or an agent on this computer, whose payloads Countersign completes.
 */
export type ActionLikeRequest = RequestOf<"action" | "proposal">;

/** Returns whether the user started the transaction themselves, without a request from a service or agent. */
export const isOwnKind = (kind: RequestKind | "leg"): kind is "replacement" | "revocation" | "transfer" =>
	kind === "replacement" || kind === "revocation" || kind === "transfer";

export const isActionLikeRequest = (
	request: ApprovalRequest,
): request is Extract<ApprovalRequest, { kind: "action" | "proposal" }> =>
	request.kind === "action" || request.kind === "proposal";

export const commitViewOf = (request: ApprovalRequest): CommitView | null =>
	request.kind === "commit" && request.read.kind === "known" ? request.read.view : null;

export const statedSigner = (request: ApprovalRequest): string =>
	isActionLikeRequest(request)
		? intentIndexOf(request.action.request).signer
		: (commitViewOf(request)?.signer ?? "");

/** Returns whether the app itself submits the transactions. Never true for a commit. */
export const isSelfSubmitted = ({ action }: Pick<ActionLikeRequest, "action">): boolean =>
	action.request.type !== "sign";

export function revisionKeyOf(request: ApprovalRequest): string {
	switch (request.kind) {
		case "replacement":
		case "revocation":
		case "transfer":
			return "user-request";
		case "action":
		case "proposal":
			return `revision ${request.action.revision}`;
		case "unreadable":
			return `unreadable revision ${request.action.revision ?? "unknown"}`;
		case "commit": {
			if (request.read.kind === "unreadable") return "unreadable";
			const { review } = request.read.view;
			return review === null ? "no review" : `${review.digest} ${review.revision}`;
		}
	}
}
