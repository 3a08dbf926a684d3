import type { Text } from "../../../core/message.ts";
import type { RejectingAccount, Rejection } from "./rejection.ts";

/** How rejections ended that could be taken back: told for a while, and forgotten with the app. */

export interface RejectionOutcome {
	readonly body: Rejection;
	/** The service has it; another request stands in its place; the service refused it. */
	readonly state: "arrived" | "changed" | "failed";
	readonly text: Text | null;
	/** Unix ms. */
	readonly at: number;
}

/** More than anybody reads. */
const MAX_OUTCOMES = 1000;

const kept = new WeakMap<RejectingAccount, readonly RejectionOutcome[]>();

/** Oldest first. */
export const outcomesOf = (account: RejectingAccount): readonly RejectionOutcome[] => kept.get(account) ?? [];

/** The user has read it. */
export function forgetOutcomes(account: RejectingAccount, group: string): void {
	kept.set(
		account,
		outcomesOf(account).filter(({ body }) => body.held?.group !== group),
	);
}

export function noteOutcome(account: RejectingAccount, outcome: RejectionOutcome): void {
	kept.set(account, [...outcomesOf(account), outcome].slice(-MAX_OUTCOMES));
}
