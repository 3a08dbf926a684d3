import { message } from "../../../core/message.ts";
import type { NotificationDetails } from "../../../ipc/settings.ts";
import type { Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";

/** How much is shown now. `later`: the count alone, and the rest once the screen is unlocked. */
type Detail = "all" | "later" | "never";

function detailOf(chosen: NotificationDetails, isLocked: () => boolean): Detail {
	if (chosen === "always") return "all";
	if (chosen === "never") return "never";
	return isLocked() ? "later" : "all";
}

export const COUNT_ID = "inbox:count";
/** What comes within this time is counted together, in ms. */
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

/** While details wait for the screen to be unlocked it is looked at so often, in ms: not every system tells of it. */
const LOCK_LOOK_MS = 3_000;

export interface DisclosureParts {
	readonly ports: Pick<Ports, "clock" | "settings" | "desktop" | "log">;
	/** The user wants to be left alone now. */
	readonly isQuiet: () => boolean;
	/** False once it stops. */
	readonly running: () => boolean;
	/** What waits for the user, oldest first; nothing once it stops. */
	readonly waiting: () => readonly Entry[];
	/** The screen is open again, after it was locked while something was to be told. */
	readonly onOpen: () => void;
}

/**
 * How much may be told at this moment. Where it is no more than how many wait, they are counted here; what is held
 * back by the lock alone is told once the screen is open.
 */
export class Disclosure {
	readonly #parts: DisclosureParts;
	readonly #count: CountNotice;
	#isAwaitingUnlock = false;

	constructor(parts: DisclosureParts) {
		this.#parts = parts;
		this.#count = new CountNotice({
			ports: parts.ports,
			waiting() {
				const [oldest, ...others] = parts.waiting();
				return oldest === undefined ? null : { count: others.length + 1, entryId: oldest.id };
			},
			detail: () => this.#detail(),
		});
	}

	/** A notification may say what it is about; else it gives no more than a count. */
	showsDetails(): boolean {
		return this.#detail() === "all";
	}

	/** What comes is told afterwards: the user wants to be left alone, or nobody but them may read it. */
	isHeldBack(): boolean {
		return this.#parts.isQuiet() || this.#detail() === "later";
	}

	/** Something was to be told while the screen was locked, and is told once it is open. */
	isAwaitingUnlock(): boolean {
		return this.#isAwaitingUnlock;
	}

	/**
	 * Counts it in, where no more than that may be told now.
	 * @param key of what is told: it is counted once
	 */
	count(key: string, silent: boolean): void {
		const now = this.#detail();
		if (now === "all") return;
		if (now === "later") this.awaitUnlock();
		this.#count.add(key, silent);
	}

	/** Something waits no more: where nothing does, the count is taken back. */
	over(): void {
		this.#count.over();
	}

	/** What is held back by the lock alone is told once it is open. */
	awaitUnlock(): void {
		if (this.#isAwaitingUnlock) return;
		this.#isAwaitingUnlock = true;
		this.#lookLater();
	}

	/** The screen may have been unlocked. @returns whether it is open now */
	wake(): boolean {
		if (this.#detail() === "later") return false;
		if (this.#isAwaitingUnlock) {
			this.#isAwaitingUnlock = false;
			this.#count.clear();
			this.#parts.onOpen();
		}
		return true;
	}

	#detail(): Detail {
		const { settings, desktop } = this.#parts.ports;
		return detailOf(settings.get().notificationDetails, desktop.isScreenLocked);
	}

	#lookLater(): void {
		const { ports, running } = this.#parts;
		ports.clock.after(LOCK_LOOK_MS, () => {
			if (this.#isAwaitingUnlock && running() && !this.wake()) this.#lookLater();
		});
	}
}
