import { message } from "../../../core/message.ts";
import type { NotificationDetails } from "../../../ipc/settings.ts";
import type { Clock, NotificationSpec } from "../../ports.ts";

/** Where nothing of a request may be told, how many wait is: one notification, which a later one replaces. */

/** How much is told at this moment. `later`: the count alone, and the rest once the screen is unlocked. */
export type Detail = "all" | "later" | "never";

export function detailOf(chosen: NotificationDetails, isLocked: () => boolean): Detail {
	if (chosen === "always") return "all";
	if (chosen === "never") return "never";
	return isLocked() ? "later" : "all";
}

export const COUNT_ID = "inbox:count";
/** What comes within this time is counted together, in ms. */
export const COUNT_MS = 1_000;

export interface CountNoticeParts {
	readonly clock: Clock;
	/** How many wait for the user, and the one that is opened by a click; null where none does, or the app ends. */
	readonly waiting: () => { readonly count: number; readonly entryId: string } | null;
	readonly detail: () => Detail;
	readonly notify: (notification: NotificationSpec) => void;
	readonly withdraw: (id: string) => void;
	/** A count that could not be told costs nothing but itself. */
	readonly log: (line: string) => void;
}

export interface CountNotice {
	/** Something is to be told. @param key of what it is: told once until `clear` */
	tell(key: string, silent: boolean): void;
	/** Something waits no more: where nothing does, the count is taken back. */
	over(): void;
	/** All of it can be told by itself now. */
	clear(): void;
}

export function createCountNotice(parts: CountNoticeParts): CountNotice {
	const { clock } = parts;
	const counted = new Set<string>();
	let isShown = false;
	let isLoud = false;
	/** Something new came since it was told. */
	let isNews = false;
	let cancel: (() => void) | null = null;

	function withdraw(): void {
		if (isShown) parts.withdraw(COUNT_ID);
		isShown = false;
	}

	function show(): void {
		const waiting = parts.waiting();
		const detail = parts.detail();
		if (waiting === null) withdraw();
		else if (isNews && detail !== "all") {
			const { count, entryId } = waiting;
			isShown = true;
			parts.notify({
				id: COUNT_ID,
				entryId,
				title: message("notice.count.waits", { count }),
				body:
					detail === "later"
						? message("notice.count.locked", { count })
						: message("notice.count.hidden", { count }),
				silent: !isLoud,
			});
		}
		isNews = false;
		isLoud = false;
	}

	function plan(): void {
		cancel ??= clock.after(COUNT_MS, () => {
			cancel = null;
			try {
				show();
			} catch (cause) {
				parts.log(`notifications: ${String(cause)}`);
			}
		});
	}

	return {
		tell(key, silent) {
			if (counted.has(key)) return;
			counted.add(key);
			isNews = true;
			isLoud ||= !silent;
			plan();
		},
		over() {
			if (isShown) plan();
		},
		clear() {
			cancel?.();
			cancel = null;
			counted.clear();
			isNews = false;
			isLoud = false;
			withdraw();
		},
	};
}
