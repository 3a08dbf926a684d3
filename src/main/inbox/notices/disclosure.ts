import type { Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";
import { type CountNotice, createCountNotice, type Detail, detailOf } from "./count-notice.ts";

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
		const { clock, desktop, log } = parts.ports;
		this.#count = createCountNotice({
			clock,
			waiting() {
				const [oldest, ...others] = parts.waiting();
				return oldest === undefined ? null : { count: others.length + 1, entryId: oldest.id };
			},
			detail: () => this.#detail(),
			notify: (notification) => desktop.notify(notification),
			withdraw: (id) => desktop.withdraw(id),
			log,
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
		this.#count.tell(key, silent);
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
