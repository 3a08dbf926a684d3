import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { type AmountView, type Claim, type CommandOutcome, desk, id, trusted } from "./primitives.ts";
import type { StakeMark } from "./review.ts";
import { APP_LEVELS } from "./settings.ts";
import type { ProgressStepName } from "./signing.ts";

type EntryState = "waiting" | "settling" | "done";

export interface InboxEntryView {
	readonly id: string;
	/** Digest of the Build if this is a stateless commit, which has no session. */
	readonly build?: Claim;
	readonly sessionId: string;
	readonly session: Text;
	/** The name from `appNamed`, which muting and blocking use as key. */
	readonly app: Claim | null;
	readonly headline: Text;
	readonly amount: AmountView | null;
	readonly mark: StakeMark;
	readonly chain: string;
	readonly expiresAt: number | null;
	readonly arrivedAt: number;
	readonly state: EntryState;
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	readonly findings: number;
	/** `null` until the review has been read or if no finding exceeds information. */
	readonly worst: { readonly severity: "caution" | "danger" | "block"; readonly text: Text } | null;
	readonly unlimited: boolean;
	readonly cents: string | null;
	readonly batch: { readonly id: string; readonly index: number } | null;
	readonly snoozedUntil: number | null;
	readonly steps: readonly ProgressStepName[];
	readonly stepsDone: number;
	readonly note: Text | null;
	readonly muted: boolean;
	/** A rule blocks the app. A request that names no app counts as blocked if a rule blocks any. */
	readonly blocked: boolean;
}

/** Requests that were rejected together and can still be undone, or were until recently. */
export interface RejectionView {
	readonly group: string;
	readonly entryIds: readonly string[];
	readonly headline: string;
	/**
	 * `changed`: the service replaced the request before the rejection arrived. `failed`: the service refused
	 * the rejection.
	 */
	readonly state: "held" | "sending" | "arrived" | "changed" | "failed";
	readonly until: number | null;
	readonly explained: boolean;
	readonly text: Text | null;
	readonly at: number;
}

const reason = z.string().trim().min(1).max(2000);
const entryIds = z.array(id).min(1).max(1000);

const answered = z.strictObject({ entryIds, reason: reason.nullable() });
const group = z.string().min(1).max(600);

export const inboxProcedures = {
	/** `order` is the list on the screen, which the review's pager follows. */
	openReview: desk.command(z.strictObject({ entryId: id, order: entryIds.optional() }), {
		needsInput: false,
	}),
	pauseNotifications: desk.command(z.strictObject({ minutes: z.number().int().min(1).max(1440).nullable() })),
	snooze: desk.command(z.strictObject({ entryIds, until: z.number().int().min(0).nullable() })),
	setAppLevel: desk.command(z.strictObject({ app: id, level: z.enum(APP_LEVELS) })),
	/** Adds a rule. Only the trusted window can remove it, with the password. */
	blockApp: desk.command(z.strictObject({ app: id })),
	/**
	 * Interrupts the turn, rejects the session's waiting requests, and mutes the session. `allowed` lists the
	 * allowances that were approved in it, by `PowerRow.id`.
	 */
	stopAgent: desk.returns<CommandOutcome & { readonly allowed?: readonly string[] }>()(
		z.strictObject({ sessionId: id }),
	),
	/**
	 * Stored at once and sent after the undo window. Either window may reject, because a rejection signs
	 * nothing.
	 */
	rejectEntries: desk.command(answered),
	undoRejection: desk.command(z.strictObject({ entryIds })),
	/** A `null` reason says that the user is typing one, which extends the undo window. */
	explainRejection: desk.command(answered),
	dismissRejection: desk.command(z.strictObject({ group }), { needsInput: false }),
};

export const inboxTrustedProcedures = {
	rejectEntries: trusted.command(answered),
	undoRejection: trusted.command(z.strictObject({ entryIds })),
	explainRejection: trusted.command(answered),
	dismissRejection: trusted.command(z.strictObject({ group })),
	reject: trusted.command(z.strictObject({ entryId: id, reason })),
};
