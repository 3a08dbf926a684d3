import type { Frozen } from "../match/frozen.ts";
import type { Message } from "../message.ts";
import type { StepDetail } from "./details.ts";
import type { KeptSignature } from "./kept-signature.ts";
import type { AnswerBody, Receipt } from "./records.ts";
import type { JournalOutcome } from "./types.ts";

/** Values that a step may write besides the state. */
export interface StepFacts {
	readonly signature?: KeptSignature;
	readonly transactionId?: string;
	/** Written once and never replaced. */
	readonly attemptId?: string;
	/** `null` if a reorg removed its end. */
	readonly outcome?: JournalOutcome | null;
	readonly text?: Message | null;
	readonly receipt?: Receipt | null;
	readonly live?: boolean;
	readonly dead?: boolean;
	readonly answer?: AnswerBody;
	/** Frozen review with a renewed blockhash, before signing. */
	readonly frozen?: Frozen;
	/** Stored in the step chain; never a secret. */
	readonly detail?: StepDetail;
}
