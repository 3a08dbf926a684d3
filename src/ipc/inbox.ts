import type { Text } from "../core/message.ts";
import type { AddressView, AmountView, Claim } from "./primitives.ts";
import type { ProgressStep, ProgressStepName, ProgressView } from "./signing.ts";

/** What waits for the user, and what was answered. */

export type EntryState = "waiting" | "settling" | "done";

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

export interface ActivityRow {
	readonly id: string;
	readonly at: number;
	readonly headline: Text;
	/** The service's own title as a string, or what stands for one. */
	readonly session: Text;
	readonly sessionId: string;
	readonly entryId: string;
	readonly chain: Text;
	readonly signer: AddressView;
	readonly state: string;
	readonly outcome: ProgressView["outcome"];
	readonly transactionId: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly steps: readonly ProgressStep[];
}
