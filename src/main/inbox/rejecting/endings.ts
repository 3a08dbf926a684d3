import type { Text } from "../../../core/message.ts";
import type { RejectingAccount, Rejection } from "./rejection.ts";

/** How rejections ended that could be taken back: told for a while, and forgotten with the app. */

export interface Ending {
	readonly body: Rejection;
	/** The service has it; another request stands in its place; the service refused it. */
	readonly state: "arrived" | "changed" | "failed";
	readonly text: Text | null;
	/** Unix ms. */
	readonly at: number;
}

/** More than anybody reads. */
const MAX_ENDINGS = 1000;

const kept = new WeakMap<RejectingAccount, readonly Ending[]>();

/** Oldest first. */
export const endingsOf = (account: RejectingAccount): readonly Ending[] => kept.get(account) ?? [];

/** The user has read it. */
export function forgetEndings(account: RejectingAccount, group: string): void {
	kept.set(
		account,
		endingsOf(account).filter(({ body }) => body.held?.group !== group),
	);
}

export function noteEnding(account: RejectingAccount, ending: Ending): void {
	kept.set(account, [...endingsOf(account), ending].slice(-MAX_ENDINGS));
}
