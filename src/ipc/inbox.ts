import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AmountView, type Claim, type CommandOutcome, id, returns } from "./primitives.ts";
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
	readonly app: Claim | null;
	readonly headline: Text;
	readonly amount: AmountView | null;
	readonly chain: string;
	readonly expiresAt: number | null;
	readonly arrivedAt: number;
	readonly state: EntryState;
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	readonly findings: number;
	/** Of a settling or settled entry: the steps that it goes through, and how many are done. */
	readonly steps: readonly ProgressStepName[];
	readonly stepsDone: number;
	readonly note: Text | null;
	readonly muted: boolean;
}

/** The desk may ask for a review to be opened. */
export const inboxProcedures = {
	openReview: returns<CommandOutcome>()(z.strictObject({ entryId: id })),
};

/** A "no" is the user's own, in the trusted window. */
export const inboxTrustedProcedures = {
	reject: returns<CommandOutcome>()(
		z.strictObject({ entryId: id, reason: z.string().trim().min(1).max(2000) }),
	),
};
