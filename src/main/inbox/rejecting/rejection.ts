import { z } from "zod";
import type { Text } from "../../../core/message.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { UserState } from "../../../service-api/user-state.ts";
import type { Sessions } from "../../conversations/types.ts";
import type { Ports } from "../../ports.ts";
import type { AgentService } from "../../service/agent.ts";
import type { CommitsService } from "../../service/commits.ts";
import type { Intents, StoredIntent } from "../../storage/intents.ts";
import type { WindowRoute } from "../../window-route.ts";
import type { Cohort } from "../entries/cohort.ts";
import { type Entry, entryIdOf, entryKeyOf, pipelineEntryId } from "../entries/entry.ts";
import type { CommittedActions } from "../requests/committed.ts";

/** Whoever is signed in, with the ways in which the service is told. */
export interface RejectingAccount {
	readonly scope: string;
	readonly sessions: Sessions;
	readonly commits: CommitsService & Pick<AgentService, "resolveAction">;
	readonly committed: CommittedActions;
	readonly cohort: Cohort;
}

export interface RejectionDeps {
	readonly ports: Pick<Ports, "clock" | "log" | "desktop">;
	readonly intents: Intents;
	/** What is told of a request, where a review of it was composed. */
	readonly reviews: { get(entryId: string): { readonly headline: { readonly text: Text } } | null };
	/** Its notification is taken back, or given again. */
	readonly inbox: { readonly notices: { look(entryId: string): void } };
	/** Another one once somebody else is signed in. */
	account(): RejectingAccount;
	entry(id: string): Entry | null;
	place(): WindowRoute;
	/** Moves the trusted window, and raises it unless told not to. */
	go(place: WindowRoute, raise?: boolean): void;
	/** Something that a window shows has changed. */
	changed(): void;
	/** Where it is written down for good that the user said no, and whether the service heard it. Neither throws. */
	readonly recorder: {
		rejecting(scope: string, body: Rejection): void;
		rejected(
			scope: string,
			body: Rejection,
			arrival: "arrived" | "changed" | "failed",
			why: Text | null,
		): void;
	};
	/** False once it stops: nothing new is begun then. */
	running(): boolean;
	/** What the agent is told of the user's wallet. */
	userState(): UserState;
}

/** Kinds of the intents: a "no", and its reason as a message of its own. */
export const REJECTION = "reject";
export const REASON = "reason";

const member = z.strictObject({ commitId: z.string(), headline: z.string() });

/** What the intents of both kinds hold. */
const rejection = z.strictObject({
	/** A commit's id; of anything else the entry's. */
	commitId: z.string(),
	sessionId: z.string(),
	headline: z.string(),
	/** Empty where the user gave none. */
	reason: z.string(),
	/** Of an action: its revision as it stood; its answer carries the reason itself (ActionResult `rejected`). */
	action: z.strictObject({ id: z.string(), revision: z.number().int().min(0) }).optional(),
	/** Of what a Build's stateless commit asks for: nobody is told. */
	build: z.strictObject({ digest: z.string(), place: z.number().int().min(0) }).optional(),
	/** Of a wallet attempt that was given to us and ended unsigned: the service waits to hear of it. */
	attemptId: z.string().optional(),
	/** Of one that can be taken back for a while: those of one group were rejected together. */
	held: z
		.strictObject({
			group: z.string(),
			/** Unix ms. */
			until: z.number(),
			/** What was rejected: another revision is another question. */
			revision: z.string(),
		})
		.optional(),
	/** Of a reason: others of its group in the same conversation, which the same message names. */
	also: z.array(member).optional(),
});
export type Rejection = z.infer<typeof rejection>;

export interface Pending extends Rejection {
	readonly id: string;
	readonly key: string;
	readonly kind: typeof REJECTION | typeof REASON;
}

interface Read {
	readonly all: readonly Pending[];
	/** Those of which the service was not told yet. */
	readonly byEntry: ReadonlyMap<string, readonly Pending[]>;
}

/** What is stored of one, read; null for an intent of another kind. Keyed by the very object that is stored. */
const parsed = new WeakMap<StoredIntent, Pending | null>();

function parse(stored: StoredIntent): Pending | null {
	const { id, key, kind, body } = stored;
	const known = parsed.get(stored);
	if (known !== undefined) return known;
	const read = kind === REJECTION || kind === REASON ? rejection.safeParse(body).data : undefined;
	const made =
		read === undefined ? null : ({ ...read, id, key, kind: kind === REASON ? REASON : REJECTION } as const);
	parsed.set(stored, made);
	return made;
}

/** Keyed by the list that was read: it is the same object until something of it changes. */
const readings = new WeakMap<object, Read>();

function read({ intents }: Pick<RejectionDeps, "intents">, scope: string): Read {
	const stored = intents.pending(scope);
	const known = readings.get(stored);
	if (known !== undefined) return known;
	const all = stored.map(parse).filter((each) => each !== null);
	const byEntry = Map.groupBy(
		all.filter(({ kind }) => kind === REJECTION),
		entryOf,
	);
	const made = { all, byEntry };
	readings.set(stored, made);
	return made;
}

/** Rejections and reasons that are not done with, oldest first. */
export const pendingOf = (deps: Pick<RejectionDeps, "intents">, scope: string): readonly Pending[] =>
	read(deps, scope).all;

/** What a rejection is known by; null for what can't be rejected: a wish of the user's own. */
export function nameOf(entryId: string): string | null {
	const key = entryKeyOf(entryId);
	if (key?.kind === "commit") return key.commitId;
	return key?.kind === "action" || key?.kind === "pipeline" ? entryId : null;
}

/** The entry that was rejected. */
export function entryOf({ commitId, action, build }: Rejection): string {
	if (build !== undefined) return pipelineEntryId(build);
	return action === undefined ? entryIdOf(commitId) : commitId;
}

/** The "no" of the user that the service has not heard yet; null where there is none. */
export function rejectionOf(
	deps: Pick<RejectionDeps, "intents"> & { account(): Pick<RejectingAccount, "scope"> },
	entryId: string,
): Pending | null {
	return read(deps, deps.account().scope).byEntry.get(entryId)?.at(-1) ?? null;
}

/** The user has said no to this, and the service is still being told, or will be. */
export const isRejecting = (deps: Parameters<typeof rejectionOf>[0], entryId: string): boolean =>
	rejectionOf(deps, entryId) !== null;

/** The same of the request as it stands now: the "no" to a revision before this one does not answer it. */
export function isAnsweredNo(
	deps: Parameters<typeof rejectionOf>[0],
	entry: Pick<Entry, "id" | "request">,
): boolean {
	const given = rejectionOf(deps, entry.id);
	if (given === null) return false;
	if (given.held !== undefined) return given.held.revision === revisionKeyOf(entry.request);
	const { request } = entry;
	const revision =
		request.kind === "action" || request.kind === "unreadable" ? request.action.revision : undefined;
	return given.action === undefined || given.action.revision === revision;
}
