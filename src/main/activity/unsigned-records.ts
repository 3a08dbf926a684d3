import { type Lie, liesOf } from "../../core/activity/lies.ts";
import type { ActivityRecord, RequestFacts, RuledFacts } from "../../core/activity/records.ts";
import type { Message, Text } from "../../core/localized-text.ts";
import { messageSchema } from "../../core/localized-text-schema.ts";
import {
	type ApprovalRequest,
	isActionLikeRequest,
	revisionKeyOf,
} from "../../core/review/approval-request.ts";
import { ruleRefusals } from "../../core/review/policy/rule-obstacles.ts";
import type { Summary } from "../../core/review/summary.ts";
import type { PolicyContext } from "../../core/rules/rules.ts";
import { proofOf } from "../../core/saved-review/proof.ts";
import type { EventPayloads } from "../events.ts";
import type { Entry } from "../inbox/entries/entry.ts";

import type { ComposedReview } from "../reviewing/reviews/review-inputs.ts";
import type { NewRecord } from "./record-store.ts";

/** Limits how much text written by others is stored. */
const MAX_TEXT = 4_000;
const cut = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`);
/**
 * A message may contain values written by others. A value that is too long couldn't be read back, and the
 * record would be lost.
 */
const cutText = (text: Text): Text => (typeof text === "string" ? cut(text) : cutMessage(text));
const cutMessage = (text: Message): Message =>
	messageSchema.parse(
		JSON.parse(
			JSON.stringify(text, (_key, value: unknown) => (typeof value === "string" ? cut(value) : value)),
		),
	);

export const rejectedKey = (entryId: string): string => `rejected ${entryId}`;
export const expiredKey = (entryId: string): string => `expired ${entryId}`;

/**
 * Returns a key that identifies the request's revision, because each revision can contain a new lie. `null`
 * for the user's own requests.
 */
export const revisionOfRequest = (request: ApprovalRequest): string | null =>
	isActionLikeRequest(request) || request.kind === "commit" ? revisionKeyOf(request) : null;

/** @param facts facts that rules read from the request; `null` if its review wasn't loaded */
export function requestFactsOf(
	{ id, sessionId, request }: Entry,
	{ headline, app, chainRef }: Summary,
	facts: RuledFacts | null,
): RequestFacts {
	const signer = request.kind === "commit" && request.read.kind === "known" ? request.read.view.signer : "";
	return {
		entryId: id,
		sessionId,
		app,
		headline: cutText(headline),
		chainRef: chainRef.slice(0, 400),
		signer: signer.slice(0, 400),
		...(facts === null ? {} : { facts }),
	};
}

export const withReview = (
	facts: RequestFacts,
	{ headline, frozen }: ComposedReview["review"],
): RequestFacts => ({
	...facts,
	headline: cutText(headline.text),
	signer: frozen?.signer ?? facts.signer,
});

const lieRecord = (about: RequestFacts, { fields, text: told, ...lie }: Lie): ActivityRecord => ({
	kind: "lie",
	...about,
	...lie,
	fields: [...fields],
	told: cutMessage(told),
});

function ruleNameOf({ stored }: PolicyContext, ruleId: string): string {
	return stored.ok ? (stored.rules.find(({ id }) => id === ruleId)?.name ?? "") : "";
}

export interface ReviewContext {
	readonly revision: string;
	/** Keys of stored records. A lie or a blocking rule is recorded once per revision. */
	readonly known: ReadonlySet<string>;
	readonly about: () => RequestFacts | null;
	readonly app: string;
	readonly now: number;
}

export function recordsOfReview(
	{ request, review, answers, policy }: ComposedReview,
	{ revision, known, about: factsOf, app, now }: ReviewContext,
): readonly NewRecord[] {
	const of = `${request.entryId} ${revision}`;
	const lies = liesOf(review).filter(({ lie }) => !known.has(`lie ${lie} ${of}`));
	const stops = ruleRefusals(policy, review).filter(
		({ ruleId }) => ruleId !== "" && !known.has(`rule ${ruleId} ${of}`),
	);
	const about = lies.length + stops.length === 0 ? null : factsOf();
	if (about === null) return [];
	return [
		...lies.map((lie): NewRecord => {
			const proof = lie.lie === "payload" ? proofOf(review, answers, { app, now }) : null;
			return {
				key: `lie ${lie.lie} ${of}`,
				at: now,
				body: lieRecord(about, lie),
				proof: proof === null ? null : JSON.stringify(proof),
			};
		}),
		...stops.map(({ ruleId, text }): NewRecord => {
			const rule = ruleNameOf(policy, ruleId);
			return {
				key: `rule ${ruleId} ${of}`,
				at: now,
				body: { kind: "rule", ...about, ruleId, rule, told: cutMessage(text) },
				proof: null,
			};
		}),
	];
}

export const factsOfRejection = ({
	entryId,
	sessionId,
}: EventPayloads["rejection-recorded"]): RequestFacts => ({
	entryId,
	sessionId,
	app: null,
	headline: "",
	chainRef: "",
	signer: "",
});

export const rejectionRecord = (
	about: RequestFacts,
	{ headline, reason, state, why }: EventPayloads["rejection-recorded"],
): ActivityRecord => ({
	...about,
	kind: "rejected",
	headline: cut(headline),
	by: "user",
	reason: cut(reason),
	arrival: state,
	why: why === null ? null : cutText(why),
});

/** The service chooses the expiry, so it is clamped. An invalid date couldn't be read back from disk. */
export function endRecord(
	{ id, expiresAt }: Pick<Entry, "id" | "expiresAt">,
	end: "expired" | "rejected",
	about: RequestFacts,
	{ since, now }: { readonly since: number; readonly now: number },
): NewRecord {
	const ended = end === "expired" ? (expiresAt ?? since) : since;
	const at = Math.max(0, Math.min(now, ended));
	if (end === "expired") return { key: expiredKey(id), at, body: { kind: "expired", ...about }, proof: null };
	const body: ActivityRecord = {
		kind: "rejected",
		...about,
		by: "elsewhere",
		reason: "",
		arrival: "arrived",
		why: null,
	};
	return { key: rejectedKey(id), at, body, proof: null };
}

export function endOf(
	{ request, row, expiresAt }: Pick<Entry, "request" | "row" | "expiresAt">,
	now: number,
): "expired" | "rejected" | null {
	// Approved requests are recorded in the journal. If an approval ends without a signature, the request
	// stays open.
	if (row !== null && row.state !== "refused" && !row.dead) return null;
	const state = stateOf(request);
	if (state === "expired") return state;
	// A rejection that follows an approval belongs to that approval.
	if (state === "rejected") return row === null ? state : null;
	const isOpen = state === "needs_signature" || state === "pending";
	return isOpen && expiresAt !== null && expiresAt <= now ? "expired" : null;
}

function stateOf(request: Entry["request"]): string | null {
	switch (request.kind) {
		case "commit":
			return request.read.kind === "known" ? request.read.view.state : (request.read.state ?? null);
		case "action":
		case "proposal":
		case "unreadable":
			return request.action.state;
		case "replacement":
		case "revocation":
		case "transfer":
			return null;
	}
}
