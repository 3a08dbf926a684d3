import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AmountView, type Claim, type CommandOutcome, desk, id, trusted } from "./primitives.ts";
import type { StakeMark } from "./review.ts";
import { APP_LEVELS } from "./settings.ts";
import type { ProgressStepName } from "./signing.ts";

/** Requests that need the user. */

type EntryState = "waiting" | "settling" | "done";

export interface InboxEntryView {
	readonly id: string;
	/** Digest of the Build of a stateless commit, which belongs to no session. */
	readonly build?: Claim;
	readonly sessionId: string;
	/** Service's title as a string, or its replacement. */
	readonly session: Text;
	/** Name by `appNamed`, by which it is muted and blocked. */
	readonly app: Claim | null;
	readonly headline: Text;
	readonly amount: AmountView | null;
	/** Mark of the token that it moves or approves. */
	readonly mark: StakeMark;
	readonly chain: string;
	readonly expiresAt: number | null;
	readonly arrivedAt: number;
	readonly state: EntryState;
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	readonly findings: number;
	/** Most severe finding above information; `null` before the review was read. */
	readonly worst: { readonly severity: "caution" | "danger" | "block"; readonly text: Text } | null;
	/** Someone may spend without a limit afterwards. */
	readonly unlimited: boolean;
	/** Value of the amount in US cents, decimal digits; `null` without a price. */
	readonly cents: string | null;
	/** Batch that it is a step of. */
	readonly batch: { readonly id: string; readonly index: number } | null;
	/** Hidden until then, Unix ms; `null` if visible. */
	readonly snoozedUntil: number | null;
	/** Steps of a settling or settled entry, and how many are complete. */
	readonly steps: readonly ProgressStepName[];
	readonly stepsDone: number;
	readonly note: Text | null;
	readonly muted: boolean;
	/** A rule blocks its app, or blocks some apps while it names none: it can't be approved. */
	readonly blocked: boolean;
}

/** Requests rejected together that can still be undone or ended recently. */
export interface RejectionView {
	readonly group: string;
	/** Requests in this `state`. */
	readonly entryIds: readonly string[];
	/** Headline of the first one. */
	readonly headline: string;
	/**
	 * `changed`: another request took its place and was not rejected. `failed`: the service refused the
	 * rejection.
	 */
	readonly state: "held" | "sending" | "arrived" | "changed" | "failed";
	/** Unix ms until which it can be undone; `null` afterwards. */
	readonly until: number | null;
	/** The user gave a reason. */
	readonly explained: boolean;
	/** Reason for `changed` and `failed`. */
	readonly text: Text | null;
	/** Start of this state, Unix ms. */
	readonly at: number;
}

const reason = z.string().trim().min(1).max(2000);
const entryIds = z.array(id).min(1).max(1000);

const answered = z.strictObject({ entryIds, reason: reason.nullable() });
const group = z.string().min(1).max(600);

/** Commands of the desk to open a review, reject, and snooze. */
export const inboxProcedures = {
	/** `order`: waiting requests as listed, which the review's pager follows. */
	openReview: desk.command(z.strictObject({ entryId: id, order: entryIds.optional() }), {
		needsInput: false,
	}),
	/** Pauses notifications; `null` resumes them. */
	pauseNotifications: desk.command(z.strictObject({ minutes: z.number().int().min(1).max(1440).nullable() })),
	/** Hides until then, Unix ms; `null` shows again. */
	snooze: desk.command(z.strictObject({ entryIds, until: z.number().int().min(0).nullable() })),
	/** Sets how an app's requests are notified; a muted app's requests also sort last. */
	setAppLevel: desk.command(z.strictObject({ app: id, level: z.enum(APP_LEVELS) })),
	/** Adds a rule that blocks this app. Removing it needs the trusted window and the password. */
	blockApp: desk.command(z.strictObject({ app: id })),
	/**
	 * Interrupts the turn, rejects all waiting requests of the session, and mutes it. `allowed`: ids of
	 * permissions approved in it (`AllowanceRow`).
	 */
	stopAgent: desk.returns<CommandOutcome & { readonly allowed?: readonly string[] }>()(
		z.strictObject({ sessionId: id }),
	),
	/**
	 * Stored at once, sent to the service after the undo window. A rejection signs nothing, so either window
	 * may send it.
	 */
	rejectEntries: desk.command(answered),
	undoRejection: desk.command(z.strictObject({ entryIds })),
	/** `null`: a reason is being written, which extends the undo window. */
	explainRejection: desk.command(answered),
	/** Dismisses an outcome that the user has read. */
	dismissRejection: desk.command(z.strictObject({ group }), { needsInput: false }),
};

export const inboxTrustedProcedures = {
	rejectEntries: trusted.command(answered),
	undoRejection: trusted.command(z.strictObject({ entryIds })),
	explainRejection: trusted.command(answered),
	dismissRejection: trusted.command(z.strictObject({ group })),
	/** Rejects at once, without an undo window. */
	reject: trusted.command(z.strictObject({ entryId: id, reason })),
};
