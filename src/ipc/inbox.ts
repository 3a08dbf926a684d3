import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AmountView, type Claim, type CommandOutcome, desk, id, trusted } from "./primitives.ts";
import type { StakeMark } from "./review.ts";
import { APP_LEVELS } from "./settings.ts";
import type { ProgressStepName } from "./signing.ts";

/** What waits for the user. */

type EntryState = "waiting" | "settling" | "done";

export interface InboxEntryView {
	readonly id: string;
	/** Digest of the Build whose commit asks for it: no conversation belongs to it. */
	readonly build?: Claim;
	readonly sessionId: string;
	/** The service's own title as a string, or what stands for one. */
	readonly session: Text;
	/** By `appNamed`: as it is muted and blocked. */
	readonly app: Claim | null;
	readonly headline: Text;
	readonly amount: AmountView | null;
	/** Of the token that it moves or lets others spend. */
	readonly mark: StakeMark;
	readonly chain: string;
	readonly expiresAt: number | null;
	readonly arrivedAt: number;
	readonly state: EntryState;
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	readonly findings: number;
	/** The gravest finding that is more than information; null before the review was read. */
	readonly worst: { readonly severity: "caution" | "danger" | "block"; readonly text: Text } | null;
	/** Somebody may take without a limit afterwards. */
	readonly unlimited: boolean;
	/** What the amount is worth, in whole US cents as decimal digits; null without a price. */
	readonly cents: string | null;
	/** The batch that it is a step of. */
	readonly batch: { readonly id: string; readonly index: number } | null;
	/** Out of sight until then, Unix ms; null where it is not. */
	readonly snoozedUntil: number | null;
	/** Of a settling or settled entry: the steps that it goes through, and how many are done. */
	readonly steps: readonly ProgressStepName[];
	readonly stepsDone: number;
	readonly note: Text | null;
	readonly muted: boolean;
	/** A rule of the user's blocks its app, or blocks some and it names none: it can't be approved. */
	readonly blocked: boolean;
}

/** Requests that were rejected together, and can still be taken back or were told of lately. */
export interface RejectionView {
	readonly group: string;
	/** Those that stand as `state` says. */
	readonly entryIds: readonly string[];
	/** Of the first of them. */
	readonly headline: string;
	/** `changed`: another request stands in its place, and was not rejected. `failed`: the service refused it. */
	readonly state: "held" | "sending" | "arrived" | "changed" | "failed";
	/** Unix ms until which it can be taken back; null once it can't. */
	readonly until: number | null;
	/** The user gave a reason. */
	readonly explained: boolean;
	/** Why, of `changed` and `failed`. */
	readonly text: Text | null;
	/** Since when it stands so, Unix ms. */
	readonly at: number;
}

const reason = z.string().trim().min(1).max(2000);
const entryIds = z.array(id).min(1).max(1000);

const answered = z.strictObject({ entryIds, reason: reason.nullable() });
const group = z.string().min(1).max(600);

/** The desk may ask for a review to be opened, reject, and put out of sight. */
export const inboxProcedures = {
	/** `order`: what waits as the list shows it, which the review's pager follows. */
	openReview: desk.command(z.strictObject({ entryId: id, order: entryIds.optional() }), {
		needsInput: false,
	}),
	/** Nothing is told for so long; null: it goes on at once. */
	pauseNotifications: desk.command(z.strictObject({ minutes: z.number().int().min(1).max(1440).nullable() })),
	/** Out of sight until then, Unix ms; null brings it back. */
	snooze: desk.command(z.strictObject({ entryIds, until: z.number().int().min(0).nullable() })),
	/** How requests of this app are told of; those of a muted one stand at the end, too. */
	setAppLevel: desk.command(z.strictObject({ app: id, level: z.enum(APP_LEVELS) })),
	/** A rule by which nothing of this app is approved. Lifted in the trusted window alone, by the password. */
	blockApp: desk.command(z.strictObject({ app: id })),
	/**
	 * Interrupts the turn, rejects all that waits of the conversation, and mutes it. `allowed`: ids of the permissions that
	 * were approved in it (`AllowanceRow`).
	 */
	stopAgent: desk.returns<CommandOutcome & { readonly allowed?: readonly string[] }>()(
		z.strictObject({ sessionId: id }),
	),
	/** On disk at once, sent to the service after a while. A rejection signs nothing: either window may send it. */
	rejectEntries: desk.command(answered),
	undoRejection: desk.command(z.strictObject({ entryIds })),
	/** `null`: a reason is about to be written, and the rejection is held for longer. */
	explainRejection: desk.command(answered),
	/** The user has read how it ended. */
	dismissRejection: desk.command(z.strictObject({ group }), { needsInput: false }),
};

export const inboxTrustedProcedures = {
	rejectEntries: trusted.command(answered),
	undoRejection: trusted.command(z.strictObject({ entryIds })),
	explainRejection: trusted.command(answered),
	dismissRejection: trusted.command(z.strictObject({ group })),
	/** At once, without a while in which it can be taken back. */
	reject: trusted.command(z.strictObject({ entryId: id, reason })),
};
