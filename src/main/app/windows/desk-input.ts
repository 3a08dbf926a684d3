import { message, type Text } from "../../../core/message.ts";
import type { DeskProcedures } from "../../../ipc/windows.ts";
import type { Gesture } from "../../ports.ts";
import { hadInput } from "./recent-input.ts";

/**
 * Commands of the desk that change nothing but what it shows, what is read for it, and the talk with the agent; what is
 * to be approved opens in the trusted window. Every other command reaches beyond the desk's own window: the clipboard,
 * dialogs, notifications, the names by which the user knows their accounts, what is answered for them. It counts only
 * shortly after real input on that window, and only so often: a page that was taken over can do none of them while
 * nobody is at it, and can't flood the user with them.
 */
const WITHIN_WINDOW: ReadonlySet<keyof DeskProcedures> = new Set([
	"showTopics",
	"openTrusted",
	"readAbout",
	"lock",
	"openAccount",
	"startTurn",
	"interrupt",
	"watchTranscript",
	"findInTranscript",
	"reconnect",
	"renameSession",
	"archiveSession",
	"connectAccounts",
	"openReview",
	"dismissRejection",
	"glance",
	"askForChange",
	"verifyJournal",
	"olderActivity",
	"statement",
	"watchAllowances",
	"refreshAllowances",
	"revoke",
	"watchHome",
	"refreshHome",
	"openCatalog",
	"moreCatalog",
	"runOperation",
	"simulateBuild",
	"reviewBuild",
	"closeBuild",
	"readAccount",
	"moreCredits",
	"readSecrets",
	"askTopUp",
	"askRemoveApp",
	"readDiagnostics",
]);

/** So many of them within the time, and no more. */
const MAX_WITHIN = 30;
const WITHIN_MS = 60_000;

export interface DeskInput {
	/**
	 * Why this command is not carried out, as a whole sentence; null where it is, and then it is counted.
	 * @param now Unix ms
	 */
	fault(name: keyof DeskProcedures, gesture: Gesture, now: number): Text | null;
}

export function createDeskInput(): DeskInput {
	let acts: readonly number[] = [];
	return {
		fault(name, gesture, now) {
			if (WITHIN_WINDOW.has(name)) return null;
			if (gesture.visibleSince === null || !hadInput(gesture, now)) return message("app.no-input");
			// A clock that was set back forgets nothing for longer than it was counted for.
			acts = acts.filter((at) => Math.abs(now - at) < WITHIN_MS);
			if (acts.length >= MAX_WITHIN) return message("app.too-often");
			acts = [...acts, now];
			return null;
		},
	};
}
