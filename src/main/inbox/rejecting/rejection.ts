import { z } from "zod";
import { LOCAL_SCOPE } from "../../../core/journal/intent-id.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { headlineText } from "../../../text/index.ts";
import { refused } from "../../handlers.ts";
import type { Intents, StoredIntent } from "../../storage/intents.ts";
import { type Entry, entryIdOf, entryKeyOf, pipelineEntryId } from "../entries/entry.ts";

export const REJECTION = "reject";
export const REASON = "reason";

const member = z.strictObject({ commitId: z.string(), headline: z.string() });

const rejection = z.strictObject({
	/** Commit ID, or the entry ID if the request isn't a commit. */
	commitId: z.string(),
	sessionId: z.string(),
	headline: z.string(),
	/** Empty if the user gave none. */
	reason: z.string(),
	/** The reason is part of the answer to an action (`ActionResult` `rejected`). */
	action: z.strictObject({ id: z.string(), revision: z.number().int().min(0) }).optional(),
	/** The service isn't involved in the requests of a Build's stateless commit. */
	build: z.strictObject({ digest: z.string(), place: z.number().int().min(0) }).optional(),
	/** Proposal of a local agent, which reads the answer from here. */
	proposal: z.strictObject({ id: z.string(), isWantedChange: z.literal(true).optional() }).optional(),
	/**
	 * Claimed wallet attempt that ended without a signature. The service is still waiting for its outcome.
	 */
	attemptId: z.string().optional(),
	/** Undo window shared by all requests rejected together. */
	held: z
		.strictObject({
			group: z.string(),
			/** Unix ms. */
			until: z.number(),
			/** The rejection doesn't apply to a later revision. */
			revision: z.string(),
		})
		.optional(),
	/** Other rejections from the same group and session, which share the message. */
	also: z.array(member).optional(),
});
export type Rejection = z.infer<typeof rejection>;

export interface Pending extends Rejection {
	readonly id: string;
	readonly key: string;
	readonly kind: typeof REJECTION | typeof REASON;
}

interface PendingList {
	readonly all: readonly Pending[];
	readonly byEntry: ReadonlyMap<string, readonly Pending[]>;
}

function parse({ id, key, kind, body }: StoredIntent): Pending | null {
	if (kind !== REJECTION && kind !== REASON) return null;
	const parsed = rejection.safeParse(body).data;
	return parsed === undefined ? null : { ...parsed, id, key, kind };
}

/**
 * Returns the scope that stores a rejection. For a proposal, this is the computer's scope, because a proposal
 * outlives a sign-in.
 */
export const scopeOfRejection = ({ proposal }: Rejection, current: string): string =>
	proposal === undefined ? current : LOCAL_SCOPE;

/**
 * Unsettled rejections and reasons for a scope and for this computer, read from disk. An intent is parsed
 * only once for each object that the store returns.
 */
export class PendingRejections {
	readonly #intents: Pick<Intents, "pending">;
	readonly #parsed = new WeakMap<StoredIntent, Pending | null>();
	readonly #lists = new WeakMap<object, PendingList & { readonly local: object }>();

	constructor(intents: Pick<Intents, "pending">) {
		this.#intents = intents;
	}

	list(scope: string): readonly Pending[] {
		return this.#load(scope).all;
	}

	get(scope: string, entryId: string): Pending | null {
		return this.#load(scope).byEntry.get(entryId)?.at(-1) ?? null;
	}

	#load(scope: string): PendingList {
		const [stored, local] = [this.#intents.pending(scope), this.#intents.pending(LOCAL_SCOPE)];
		const known = this.#lists.get(stored);
		if (known?.local === local) return known;
		const all = [...stored, ...local].map((each) => this.#parse(each)).filter((each) => each !== null);
		const byEntry = Map.groupBy(
			all.filter(({ kind }) => kind === REJECTION),
			entryOf,
		);
		const list = { all, byEntry, local };
		this.#lists.set(stored, list);
		return list;
	}

	#parse(stored: StoredIntent): Pending | null {
		const known = this.#parsed.get(stored);
		if (known !== undefined) return known;
		const parsed = parse(stored);
		this.#parsed.set(stored, parsed);
		return parsed;
	}
}

function nameOf(entryId: string): string | null {
	const key = entryKeyOf(entryId);
	if (key?.kind === "commit") return key.commitId;
	return key?.kind === "action" || key?.kind === "pipeline" || key?.kind === "proposal" ? entryId : null;
}

export function entryOf({ commitId, action, build, proposal }: Rejection): string {
	if (build !== undefined) return pipelineEntryId(build);
	return action === undefined && proposal === undefined ? entryIdOf(commitId) : commitId;
}

export function answersRevision(given: Pending, { request }: Pick<Entry, "request">): boolean {
	if (given.held !== undefined) return given.held.revision === revisionKeyOf(request);
	const revision =
		request.kind === "action" || request.kind === "unreadable" ? request.action.revision : undefined;
	return given.action === undefined || given.action.revision === revision;
}

/**
 * Returns the claimed wallet attempt that ended without a signature, if the service is still waiting for its
 * outcome. Otherwise `null`. The journal proves that nothing was signed, so the user can reject the request.
 */
export function leftAttemptOf({ request, row }: Pick<Entry, "request" | "row">): string | null {
	if (request.kind !== "commit" || request.read.kind !== "known" || row?.state !== "refused") return null;
	const { wallet_attempt: attempt = null } = request.read.view;
	const isOurs = attempt !== null && attempt.attempt_id === row.attemptId && row.signature === null;
	return isOurs && attempt.state === "awaiting_wallet" ? attempt.attempt_id : null;
}

type PlannedRejection =
	| { readonly ok: true; readonly entry: Entry; readonly body: Rejection }
	| Extract<CommandOutcome, { ok: false }>;

export function planRejection(
	entry: Entry | null,
	headline: Message | string | null,
	reason: string,
): PlannedRejection {
	const commitId = entry === null ? null : nameOf(entry.id);
	if (entry === null || commitId === null) return refused(message("app.request-gone"));
	const key = entryKeyOf(entry.id);
	const build = key?.kind === "pipeline" ? { digest: key.digest, place: key.place } : null;
	const proposal = key?.kind === "proposal" ? { id: key.id } : null;
	const isTracked = build === null && proposal === null;
	const { row } = entry;
	// Only the journal knows that a proposal was signed.
	const isOver = (each: JournalRow) =>
		each.live || (proposal !== null && each.state !== "refused" && !each.dead);
	if (row !== null && isOver(row))
		return refused(message(isTracked ? "app.reject.signature-out" : "app.reject.carried-out"));
	const { request } = entry;
	const action =
		isTracked && (request.kind === "action" || request.kind === "unreadable") ? request.action : null;
	const revision = action?.revision ?? undefined;
	if (action !== null && revision === undefined) return refused(message("app.reject.no-revision"));
	const attemptId = leftAttemptOf(entry);
	const body: Rejection = {
		commitId,
		sessionId: entry.sessionId,
		headline: headlineText(headline ?? entry.row?.headline ?? message("headline.this-request")),
		reason,
		...(attemptId === null ? {} : { attemptId }),
		...(action !== null && revision !== undefined ? { action: { id: action.id, revision } } : {}),
		...(build === null ? {} : { build }),
		...(proposal === null ? {} : { proposal }),
	};
	return { ok: true, entry, body };
}
