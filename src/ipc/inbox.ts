import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import {
	type AmountView,
	type Claim,
	type CommandOutcome,
	desk,
	id,
	nothing,
	trusted,
} from "./primitives.ts";
import type { AtStakeMark } from "./review.ts";
import { APP_LEVELS } from "./settings.ts";
import type { ProgressStepName } from "./signing.ts";

type EntryState = "waiting" | "settling" | "done";

export interface InboxEntryView {
	readonly id: string;
	/** Digest of the Build. Set only for a stateless commit, which has no session. */
	readonly build?: Claim;
	readonly sessionId: string;
	readonly session: Text;
	/** Name determined by `appNamed`. Apps are also muted and blocked by this name. */
	readonly app: Claim | null;
	readonly headline: Text;
	readonly amount: AmountView | null;
	readonly mark: AtStakeMark;
	readonly chain: string;
	readonly expiresAt: number | null;
	readonly arrivedAt: number;
	readonly state: EntryState;
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	readonly findings: number;
	/** `null` if there is no caution or danger, or the review isn't loaded yet. */
	readonly worst: { readonly severity: "caution" | "danger" | "block"; readonly text: Text } | null;
	readonly unlimited: boolean;
	readonly cents: string | null;
	readonly batch: { readonly id: string; readonly index: number } | null;
	readonly snoozedUntil: number | null;
	readonly steps: readonly ProgressStepName[];
	readonly stepsDone: number;
	readonly note: Text | null;
	readonly muted: boolean;
	/**
	 * Whether a rule blocks the app. If a rule blocks any app, requests that don't name an app count as
	 * blocked.
	 */
	readonly blocked: boolean;
}

/** Requests that were rejected together. The rejection can be undone for a short time. */
export interface RejectionView {
	readonly group: string;
	readonly entryIds: readonly string[];
	readonly headline: string;
	/**
	 * `changed`: the service replaced the request before the rejection arrived. `failed`: the service didn't
	 * accept the rejection.
	 */
	readonly state: "undoable" | "sending" | "arrived" | "changed" | "failed";
	readonly until: number | null;
	readonly explained: boolean;
	readonly text: Text | null;
	readonly at: number;
}

/** `over`: the request ended without a decision in this app. */
export type TriageMark = "waiting" | "approved" | "rejected" | "later" | "over";

/** Requests of one session, batch or Build. */
export interface TriageGroup {
	readonly key: string;
	readonly session: Text;
	readonly app: Claim | null;
	/**
	 * Total value of the group's requests in US cents, as decimal digits. `null` if no amount has a price.
	 */
	readonly cents: string | null;
	readonly unlimited: boolean;
	/** Whether at least one waiting request is high risk. */
	readonly isDanger: boolean;
	readonly decided: number;
	readonly of: number;
	readonly isCurrent: boolean;
	/** First waiting request, or `null` if there is none. */
	readonly firstWaiting: string | null;
}

/** State of *Review all*, which goes through every waiting request in the trusted window. */
export interface TriageView {
	/** Position of the current request in `marks`, starting at 1. 0 if no request is displayed. */
	readonly at: number;
	/** One mark per request, in order. */
	readonly marks: readonly TriageMark[];
	/**
	 * Estimated time left: the average time per decision times the number of waiting requests. `null` until
	 * the user has made three decisions.
	 */
	readonly msLeft: number | null;
	readonly groups: readonly TriageGroup[];
	readonly next: InboxEntryView | null;
	/** The most recent rejection in this *Review all*, while it can be undone. */
	readonly rejection: RejectionView | null;
}

const reason = z.string().trim().min(1).max(2000);
const entryIds = z.array(id).min(1).max(1000);

const answered = z.strictObject({ entryIds, reason: reason.nullable() });
const group = z.string().min(1).max(600);
/** `until`: Unix ms, or `null` to show the requests again. */
const snoozed = z.strictObject({ entryIds, until: z.number().int().min(0).nullable() });

export const inboxProcedures = {
	/** `order`: order of the list on screen, which the review's pager follows. */
	openReview: desk.command(z.strictObject({ entryId: id, order: entryIds.optional() }), {
		needsInput: false,
	}),
	/** Opens all waiting requests in the trusted window, highest risk first. */
	openTriage: desk.command(nothing, { needsInput: false }),
	pauseNotifications: desk.command(z.strictObject({ minutes: z.number().int().min(1).max(1440).nullable() })),
	snooze: desk.command(snoozed),
	setAppLevel: desk.command(z.strictObject({ app: id, level: z.enum(APP_LEVELS) })),
	/** Adds a rule. Only the trusted window can remove it, with the password. */
	blockApp: desk.command(z.strictObject({ app: id })),
	/**
	 * Interrupts the turn, rejects the session's waiting requests and mutes the session. `allowed`:
	 * allowances that were approved in the session, as `PowerRow.id`.
	 */
	stopAgent: desk.returns<CommandOutcome & { readonly allowed?: readonly string[] }>()(
		z.strictObject({ sessionId: id }),
	),
	/**
	 * The rejection is stored immediately and sent after the undo window. The desk can reject too, because a
	 * rejection signs nothing.
	 */
	rejectEntries: desk.command(answered),
	undoRejection: desk.command(z.strictObject({ entryIds })),
	/** A `null` reason means that the user is still typing the reason, which extends the undo window. */
	explainRejection: desk.command(answered),
	dismissRejection: desk.command(z.strictObject({ group }), { needsInput: false }),
};

export const inboxTrustedProcedures = {
	rejectEntries: trusted.command(answered),
	undoRejection: trusted.command(z.strictObject({ entryIds })),
	explainRejection: trusted.command(answered),
	dismissRejection: trusted.command(z.strictObject({ group })),
	reject: trusted.command(z.strictObject({ entryId: id, reason })),
	snooze: trusted.command(snoozed),
	/** Shows one of the requests in *Review all*. */
	showTriaged: trusted.command(z.strictObject({ entryId: id })),
};
