import type { CommitView, ReadCommit } from "../../service-api/commit.ts";
import type { Action, UnreadableAction } from "../../service-api/events.ts";
import type { Message, Text } from "../localized-text.ts";
import { intentIndexOf } from "../match/freeze-action.ts";
import type { FrozenBuild, FrozenReplacement, Lowered, Revoked, Sent } from "../match/frozen.ts";

export interface PlannedReplacement {
	readonly id: string;
	readonly sessionId: string;
	readonly frozen: FrozenReplacement;
	/** Journal row whose nonce is reused. */
	readonly rowId: string;
	readonly headline: Text;
	readonly text: Message | null;
	/** Unix ms. */
	readonly plannedAt: number;
}

export interface RevocationRequest {
	readonly family: "evm" | "svm";
	readonly chainRef: string;
	readonly account: string;
	readonly revokes: Revoked;
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

/** A payment as the user entered it, with validated addresses. */
export interface TransferRequest {
	readonly family: "evm" | "svm";
	readonly chainRef: string;
	readonly account: string;
	readonly sends: Sent;
	/** The user sends all there is, so the amount follows balance and fee. */
	readonly isAll: boolean;
}

export interface PlannedTransfer {
	readonly id: string;
	readonly sessionId: string;
	readonly request: TransferRequest;
	/** Unix ms. */
	readonly plannedAt: number;
}

interface ProposalCaller {
	readonly door: "mcp_stdio" | "mcp_http" | "json_rpc";
	readonly program: string | null;
	readonly pid: number | null;
	/** Unix ms. */
	readonly at: number;
}

/** Fee that the user chose for a transaction that Countersign completes. Own amounts are in wei per gas. */
export type FeeChoice =
	| { readonly speed: "slow" | "normal" | "fast" }
	| { readonly speed: "own"; readonly most: bigint; readonly tip: bigint };

/** Changes that the user made to a request in its review. */
export interface RequestEdit {
	readonly fee: FeeChoice;
	readonly lowered: readonly Lowered[];
}

interface RequestCommon {
	readonly entryId: string;
	readonly sessionId: string;
	/** The decoded object. A different object is a different request. */
	readonly source: object;
	/** Absent if the user changed nothing. Each change is another source. */
	readonly edit?: RequestEdit;
	readonly receivedAt: number;
}

export type ApprovalRequest = RequestCommon &
	(
		| {
				readonly kind: "commit";
				readonly commitId: string;
				readonly read: ReadCommit;
				/** The request's own GET succeeded since the app began to follow it. */
				readonly isConfirmed: boolean;
				/** The service has no route to the commit, or doesn't have it there. */
				readonly isUnoffered: boolean;
		  }
		| {
				readonly kind: "action";
				readonly action: Action;
				readonly firstSeen: number;
				/** Set for a stateless commit of a Build; the service gets no answer. */
				readonly build?: FrozenBuild;
		  }
		| {
				/** Proposal of an agent on this computer, stored as an action. */
				readonly kind: "proposal";
				readonly action: Action;
				readonly firstSeen: number;
				readonly agentId: string;
				/** The agent's words; `null` without any. */
				readonly reason: string | null;
				/** How often it was asked for. */
				readonly requestCount: number;
				/** JSON text of x402 payment requirements; `null` for everything else. */
				readonly payment: string | null;
				/** Program that proposed it, as it states itself; `null` if it is not known. */
				readonly caller: ProposalCaller | null;
		  }
		| { readonly kind: "unreadable"; readonly action: UnreadableAction }
		/** `planned` is `null` once only the journal knows the request. */
		| { readonly kind: "replacement"; readonly planned: PlannedReplacement | null }
		| { readonly kind: "revocation"; readonly planned: PlannedRevocation | null }
		| { readonly kind: "transfer"; readonly planned: PlannedTransfer | null }
	);

type RequestKind = ApprovalRequest["kind"];

export type RequestOf<Kind extends RequestKind> = Extract<ApprovalRequest, { kind: Kind }>;

/** A request with payloads that Countersign completes: of the service, of a Build, or of an agent on this computer. */
export type ActionLikeRequest = RequestOf<"action" | "proposal">;

/** A transaction that the user started, which no service or agent requests. */
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

/** Returns whether the app submits the transactions itself, which it never does for a commit. */
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
