import type { Frozen } from "../match/frozen.ts";
import type { Message } from "../message.ts";
import type { StepDetail } from "./details.ts";
import type { KeptSignature } from "./kept-signature.ts";
import type { AnswerBody, Receipt } from "./records.ts";
import type { JournalOutcome } from "./types.ts";

/** What a step may write besides the state itself. */
export interface StepFacts {
	readonly signature?: KeptSignature;
	readonly transactionId?: string;
	/** Once, and never another. */
	readonly attemptId?: string;
	/** null where the chain took its end back. */
	readonly outcome?: JournalOutcome | null;
	readonly text?: Message | null;
	readonly receipt?: Receipt | null;
	readonly live?: boolean;
	readonly dead?: boolean;
	readonly answer?: AnswerBody;
	/** The frozen review with a renewed blockhash, before anything was signed. */
	readonly frozen?: Frozen;
	/** For the chain of steps; never a secret. */
	readonly detail?: StepDetail;
}
