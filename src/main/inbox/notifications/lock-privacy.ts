import { message } from "../../../core/localized-text.ts";
import type { NotificationDetails } from "../../../ipc/settings.ts";
import type { Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";
import type { Quiet } from "./notification-settings.ts";

/** `later` shows only the count until the screen is unlocked. */
type Detail = "all" | "later" | "never";

function detailOf(chosen: NotificationDetails, isLocked: () => boolean): Detail {
	if (chosen === "always") return "all";
	if (chosen === "never") return "never";
	return isLocked() ? "later" : "all";
}

export const COUNT_ID = "inbox:count";
/** Time during which new requests are combined into one count. */
export const COUNT_MS = 1_000;

class CountNotice {
	readonly #options;
	readonly #counted = new Set<string>();
	#isShown = false;
	#isLoud = false;
	#hasNewRequest = false;
	#cancel: (() => void) | null = null;

	constructor(options: {
		readonly ports: Pick<Ports, "clock" | "desktop" | "log">;
		readonly waiting: () => { readonly count: number; readonly entryId: string } | null;
		readonly detail: () => Detail;
	}) {
		this.#options = options;
	}

	add(key: string, silent: boolean): void {
		if (this.#counted.has(key)) return;
		this.#counted.add(key);
		this.#hasNewRequest = true;
		this.#isLoud ||= !silent;
		this.#showSoon();
	}

	endPrivacy(): void {
		if (this.#isShown) this.#showSoon();
	}

	clear(): void {
		this.#cancel?.();
		this.#cancel = null;
		this.#counted.clear();
		this.#hasNewRequest = false;
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
		else if (this.#hasNewRequest && detail !== "all") {
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
		this.#hasNewRequest = false;
		this.#isLoud = false;
	}

	#withdraw(): void {
		if (this.#isShown) this.#options.ports.desktop.withdraw(COUNT_ID);
		this.#isShown = false;
	}
}

/** Polling interval for the screen lock in ms. Some systems don't report an unlock. */
const LOCK_POLL_MS = 3_000;

/** While the screen is locked, counts requests and defers their notifications until the unlock. */
export class LockPrivacy {
	readonly #app;
	readonly #quiet: Pick<Quiet, "isNow">;
	readonly #onUnlocked: () => void;
	readonly #count: CountNotice;
	#isAwaitingUnlock = false;

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

	showsDetails(): boolean {
		return this.#detail() === "all";
	}

	isDeferred(): boolean {
		return this.#quiet.isNow() || this.#detail() === "later";
	}

	isAwaitingUnlock(): boolean {
		return this.#isAwaitingUnlock;
	}

	count(key: string, silent: boolean): void {
		const now = this.#detail();
		if (now === "all") return;
		if (now === "later") this.awaitUnlock();
		this.#count.add(key, silent);
	}

	endPrivacy(): void {
		this.#count.endPrivacy();
	}

	awaitUnlock(): void {
		if (this.#isAwaitingUnlock) return;
		this.#isAwaitingUnlock = true;
		this.#pollLater();
	}

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

	#pollLater(): void {
		const { ports, signedIn } = this.#app;
		ports.clock.after(LOCK_POLL_MS, () => {
			if (this.#isAwaitingUnlock && signedIn.isRunning() && !this.wake()) this.#pollLater();
		});
	}
}
