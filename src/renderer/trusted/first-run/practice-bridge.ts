import { message } from "../../../core/message.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { PracticeAnswer } from "../../../ipc/setup.ts";
import type { TrustedBridge } from "../../../ipc/windows.ts";

/** What the ticket of the request to practise on is called; main gives none for it, and takes none by this name. */
export const PRACTICE_TICKET = "practice";

const ANSWERS: Readonly<Record<string, PracticeAnswer>> = {
	approve: "approved",
	rejectEntries: "rejected",
};

/**
 * The bridge behind a review that is only practised on. What the review would have main do stays in this window: main
 * is never asked to approve, reject, read again or save anything, and hears of the answer by a command of its own.
 */
export function practiceBridge(bridge: Pick<TrustedBridge, "call" | "onPush">): TrustedBridge {
	async function call(name: string): Promise<CommandOutcome> {
		const answer = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : undefined;
		if (answer !== undefined) return await bridge.call("answerPractice", { answer });
		if (name === "reviewShown") return { ok: true };
		return { ok: false, text: message("trusted.practice.only") };
	}
	return { call: call as TrustedBridge["call"], onPush: (listener) => bridge.onPush(listener) };
}
