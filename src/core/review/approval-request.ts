import type { CommitView, ReadCommit } from "../../service-api/commit.ts";
import type { Action, UnreadableAction } from "../../service-api/events.ts";
import { intentIndexOf } from "../match/freeze-action.ts";
import type { FrozenBuild, FrozenReplacement, Revoked } from "../match/frozen.ts";
import type { Message, Text } from "../message.ts";

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

interface RequestCommon {
	readonly entryId: string;
	readonly sessionId: string;
	/** The decoded object. A different object is a different request. */
	readonly source: object;
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
		| { readonly kind: "unreadable"; readonly action: UnreadableAction }
		/** `planned` is `null` once only the journal knows the request. */
		| { readonly kind: "replacement"; readonly planned: PlannedReplacement | null }
		| { readonly kind: "revocation"; readonly planned: PlannedRevocation | null }
	);

type RequestKind = ApprovalRequest["kind"];

export type RequestOf<Kind extends RequestKind> = Extract<ApprovalRequest, { kind: Kind }>;

export const commitViewOf = (request: ApprovalRequest): CommitView | null =>
	request.kind === "commit" && request.read.kind === "known" ? request.read.view : null;

export const statedSigner = (request: ApprovalRequest): string =>
	request.kind === "action"
		? intentIndexOf(request.action.request).signer
		: (commitViewOf(request)?.signer ?? "");

/** Returns whether the app submits the transactions itself, which it never does for a commit. */
export const isSelfSubmitted = ({ action }: Pick<RequestOf<"action">, "action">): boolean =>
	action.request.type !== "sign";

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
