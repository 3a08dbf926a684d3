import type { CommitView, ReadCommit } from "../../service-api/commit.ts";
import type { Action, UnreadableAction } from "../../service-api/events.ts";
import { intentIndexOf } from "../match/freeze-action.ts";
import type { FrozenBuild, FrozenReplacement, Revoked } from "../match/frozen.ts";
import type { Message, Text } from "../message.ts";

/** Replacement of a stuck transaction of the user's own. */
export interface PlannedReplacement {
	readonly id: string;
	readonly sessionId: string;
	readonly frozen: FrozenReplacement;
	/** Journal row whose nonce it reuses. */
	readonly rowId: string;
	/** Headline of the replaced transaction. */
	readonly headline: Text;
	/** Reason for the replacement; `null` if there is nothing to add. */
	readonly text: Message | null;
	/** Unix ms. */
	readonly plannedAt: number;
}

/** A permission that the user revokes, as their own RPC showed it. */
export interface RevocationRequest {
	readonly family: "evm" | "svm";
	/** Decimal chain id or cluster. */
	readonly chainRef: string;
	readonly account: string;
	readonly revokes: Revoked;
	/** Asset of the permission by the chain: a symbol, a collection, a token account. */
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

interface RequestCommon {
	readonly entryId: string;
	readonly sessionId: string;
	/** The decoded object: another object is another request. */
	readonly source: object;
	/** Unix ms. */
	readonly receivedAt: number;
}

/** A request that waits for the user's answer, of any origin. */
export type ApprovalRequest = RequestCommon &
	(
		| {
				readonly kind: "commit";
				readonly commitId: string;
				readonly read: ReadCommit;
				/** Its own GET has succeeded since the app began to follow it. */
				readonly isConfirmed: boolean;
				/** The service has no route to the commit, or does not have it there. */
				readonly isUnoffered: boolean;
		  }
		| {
				readonly kind: "action";
				readonly action: Action;
				/** Arrival of its first revision, Unix ms. */
				readonly firstSeen: number;
				/** Set for a stateless commit of a Build: the service gets no answer. */
				readonly build?: FrozenBuild;
		  }
		/** An action that can't be read; its entry is the action's. */
		| { readonly kind: "unreadable"; readonly action: UnreadableAction }
		/** `planned` is `null` once only the journal knows the request. */
		| { readonly kind: "replacement"; readonly planned: PlannedReplacement | null }
		| { readonly kind: "revocation"; readonly planned: PlannedRevocation | null }
	);

type RequestKind = ApprovalRequest["kind"];

export type RequestOf<Kind extends RequestKind> = Extract<ApprovalRequest, { kind: Kind }>;

/** Returns the commit's view; `null` for every other kind, and for a commit that can't be read. */
export const commitViewOf = (request: ApprovalRequest): CommitView | null =>
	request.kind === "commit" && request.read.kind === "known" ? request.read.view : null;

/** Returns the signer that the request states; empty if it states none. */
export const statedSigner = (request: ApprovalRequest): string =>
	request.kind === "action"
		? intentIndexOf(request.action.request).signer
		: (commitViewOf(request)?.signer ?? "");

/**
 * Checks whether Countersign itself submits the request's transactions, as it does for no commit of the
 * service.
 */
export const isSelfSubmitted = ({ action }: Pick<RequestOf<"action">, "action">): boolean =>
	action.request.type !== "sign";

/** Returns a text that differs for each revision of a request. */
export function revisionKeyOf(request: ApprovalRequest): string {
	switch (request.kind) {
		case "replacement":
		case "revocation":
			return "user-request";
		case "action":
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
