import { message } from "../../../core/message.ts";
import type { NotificationDetails } from "../../../ipc/settings.ts";
import type { Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";
import type { Quiet } from "./notification-settings.ts";

/** How much is shown now. `later`: the count alone, and the rest once the screen is unlocked. */
type Detail = "all" | "later" | "never";

function detailOf(chosen: NotificationDetails, isLocked: () => boolean): Detail {
	if (chosen === "always") return "all";
	if (chosen === "never") return "never";
	return isLocked() ? "later" : "all";
}

export const COUNT_ID = "inbox:count";
/** Time in which what comes is counted together, in ms. */
export const COUNT_MS = 1_000;

/** Shows how many requests wait if nothing of them may be shown: one notification, which a later one replaces. */
class CountNotice {
	readonly #options;
	/** Keys of what was counted; each counts once until `clear`. */
	readonly #counted = new Set<string>();
	#isShown = false;
	#isLoud = false;
	/** Something new came since it was shown. */
	#isNews = false;
	#cancel: (() => void) | null = null;

	constructor(options: {
		readonly ports: Pick<Ports, "clock" | "desktop" | "log">;
		/** How many wait for the user, and the one that a click opens; `null` if none does, or the app ends. */
		readonly waiting: () => { readonly count: number; readonly entryId: string } | null;
		readonly detail: () => Detail;
	}) {
		this.#options = options;
	}

	/** Counts something in. */
	add(key: string, silent: boolean): void {
		if (this.#counted.has(key)) return;
		this.#counted.add(key);
		this.#isNews = true;
		this.#isLoud ||= !silent;
		this.#showSoon();
	}

	/** Something waits no more: withdraws the count if nothing does. */
	over(): void {
		if (this.#isShown) this.#showSoon();
	}

	/** Everything can be shown by itself now. */
	clear(): void {
		this.#cancel?.();
		this.#cancel = null;
		this.#counted.clear();
		this.#isNews = false;
		this.#isLoud = false;
		this.#withdraw();
	}

	#showSoon(): void {
		const { clock, log } = this.#options.ports;
		this.#cancel ??= clock.after(COUNT_MS, () => {
			this.#cancel = null;
			try {
				this.#show();
			} catch (cause) {
				log(`notifications: ${String(cause)}`);
			}
		});
	}

	#show(): void {
		const waiting = this.#options.waiting();
		const detail = this.#options.detail();
		if (waiting === null) this.#withdraw();
		else if (this.#isNews && detail !== "all") {
			const { count, entryId } = waiting;
			this.#isShown = true;
			this.#options.ports.desktop.notify({
				id: COUNT_ID,
				entryId,
				title: message("notice.count.waits", { count }),
				body:
					detail === "later"
						? message("notice.count.locked", { count })
						: message("notice.count.hidden", { count }),
				silent: !this.#isLoud,
			});
		}
		this.#isNews = false;
		this.#isLoud = false;
	}

	#withdraw(): void {
		if (this.#isShown) this.#options.ports.desktop.withdraw(COUNT_ID);
		this.#isShown = false;
	}
}

/** Interval between looks at a locked screen while details wait for it, in ms: not every system reports an unlock. */
const LOCK_LOOK_MS = 3_000;

/**
 * Decides how much a notification may show at this moment. If it is no more than how many requests wait, they are
 * counted here; what is deferred by the lock alone is shown once the screen is unlocked.
 */
export class LockPrivacy {
	readonly #app;
	readonly #quiet: Pick<Quiet, "isNow">;
	readonly #onUnlocked: () => void;
	readonly #count: CountNotice;
	#isAwaitingUnlock = false;

	/**
	 * @param waiting what waits for the user, oldest first; nothing once the app stops
	 * @param onUnlocked the screen is unlocked again after something was deferred
	 */
	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "settings" | "desktop" | "log">;
			readonly signedIn: { isRunning(): boolean };
		},
		quiet: Pick<Quiet, "isNow">,
		waiting: () => readonly Entry[],
		onUnlocked: () => void,
	) {
		this.#app = app;
		this.#quiet = quiet;
		this.#onUnlocked = onUnlocked;
		this.#count = new CountNotice({
			ports: app.ports,
			waiting() {
				const [oldest, ...others] = waiting();
				return oldest === undefined ? null : { count: others.length + 1, entryId: oldest.id };
			},
			detail: () => this.#detail(),
		});
	}

	/** Whether a notification may say what it is about; else it shows no more than a count. */
	showsDetails(): boolean {
		return this.#detail() === "all";
	}

	/** Whether notifications are deferred: the user wants none now, or nobody but them may read it. */
	isHeldBack(): boolean {
		return this.#quiet.isNow() || this.#detail() === "later";
	}

	/** Whether something is deferred until the screen is unlocked. */
	isAwaitingUnlock(): boolean {
		return this.#isAwaitingUnlock;
	}

	/**
	 * Counts something in, if no more than that may be shown now.
	 * @param key of what is counted: it counts once
	 */
	count(key: string, silent: boolean): void {
		const now = this.#detail();
		if (now === "all") return;
		if (now === "later") this.awaitUnlock();
		this.#count.add(key, silent);
	}

	/** Something waits no more: withdraws the count if nothing does. */
	over(): void {
		this.#count.over();
	}

	/** Shows what is deferred by the lock alone once it is open. */
	awaitUnlock(): void {
		if (this.#isAwaitingUnlock) return;
		this.#isAwaitingUnlock = true;
		this.#lookLater();
	}

	/** Follows a screen that may have been unlocked. @returns whether it is unlocked now */
	wake(): boolean {
		if (this.#detail() === "later") return false;
		if (this.#isAwaitingUnlock) {
			this.#isAwaitingUnlock = false;
			this.#count.clear();
			this.#onUnlocked();
		}
		return true;
	}

	#detail(): Detail {
		const { settings, desktop } = this.#app.ports;
		return detailOf(settings.get().notificationDetails, desktop.isScreenLocked);
	}

	#lookLater(): void {
		const { ports, signedIn } = this.#app;
		ports.clock.after(LOCK_LOOK_MS, () => {
			if (this.#isAwaitingUnlock && signedIn.isRunning() && !this.wake()) this.#lookLater();
		});
	}
}
