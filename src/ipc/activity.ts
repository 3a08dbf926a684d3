import type { Text } from "../core/message.ts";
import { type AddressView, type Claim, type CommandOutcome, nothing, returns } from "./primitives.ts";
import type { ProgressStep, ProgressView } from "./signing.ts";

/** What was approved, and what became of it. */

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

/** What was approved, checked and exported from the desk. */
export const activityProcedures = {
	verifyJournal: returns<{ readonly ok: boolean; readonly text: Text }>()(nothing),
	/** Main asks where to save; the window never names a path. */
	exportJournal: returns<CommandOutcome>()(nothing),
};
