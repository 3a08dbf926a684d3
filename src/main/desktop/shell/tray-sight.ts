import type { Clock } from "../../ports.ts";

/** Time after a start at login by which the desktop's own bar exists. */
export const AT_LOGIN_MS = 15_000;

/**
 * Visibility of the tray icon. A Linux desktop may display no status icons (GNOME without an extension): the
 * tray then exists unseen. A user who closes the last window is asked once; later they know that starting the
 * app again shows it.
 */
export class TraySight {
	readonly #options;
	#isShown = true;

	constructor(options: {
		/** `null` if it can't be determined. */
		readonly ask: () => Promise<boolean | null>;
		readonly clock: Pick<Clock, "after">;
		/** A window is on screen, or in the desktop's list of windows. */
		readonly isInSight: () => boolean;
		readonly isQuitting: () => boolean;
		readonly wasNotified: () => boolean;
		/** Durable on return. */
		readonly markNotified: () => void;
		readonly askToStay: () => Promise<"stay" | "quit">;
		readonly quit: () => void;
		/** Shows a window. */
		readonly raise: () => void;
		readonly onChange: () => void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	/**
	 * Returns whether icons are displayed, as far as known; a system that can't be queried counts as
	 * displaying them.
	 */
	isShown(): boolean {
		return this.#isShown;
	}

	/**
	 * Checks after the start. @param isHidden started without a window: one is shown if no tray is visible
	 * either
	 */
	begin(isHidden: boolean): void {
		if (isHidden) this.#options.clock.after(AT_LOGIN_MS, () => this.#quietly(this.#raiseIfUnseen()));
		else this.#quietly(this.#look());
	}

	/** Handles a window closed by the user. */
	windowClosed(): void {
		this.#quietly(this.#askOnce());
	}

	/** Queries again each time: an extension may have been enabled meanwhile. */
	async #look(): Promise<boolean> {
		const now = (await this.#options.ask()) ?? true;
		const isOther = now !== this.#isShown;
		this.#isShown = now;
		if (isOther) this.#options.onChange();
		return now;
	}

	async #raiseIfUnseen(): Promise<void> {
		const { isInSight, isQuitting, raise } = this.#options;
		if (!(await this.#look()) && !isInSight() && !isQuitting()) raise();
	}

	async #askOnce(): Promise<void> {
		const { askToStay, isInSight, isQuitting, markNotified, quit, wasNotified } = this.#options;
		const isOver = () => isQuitting() || isInSight() || wasNotified();
		if (isOver() || (await this.#look()) || isOver()) return;
		markNotified();
		if ((await askToStay()) === "quit") quit();
	}

	#quietly(work: Promise<unknown>): void {
		work.catch((error: unknown) => this.#options.log(`whether the tray is shown: ${String(error)}`));
	}
}
