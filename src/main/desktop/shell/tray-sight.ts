import type { Clock } from "../../ports.ts";

/** Time after a start at login by which the desktop's own bar is there. */
export const AT_LOGIN_MS = 15_000;

/**
 * Whether the desktop shows status icons. On Linux it may show none at all (GNOME without an extension): the tray is
 * there, and nobody sees it. A user who closes the last window is asked once; later they know that starting the app
 * again shows it.
 */
export class TraySight {
	readonly #options;
	#isShown = true;

	constructor(options: {
		/** `null` if it can't be found out. */
		readonly ask: () => Promise<boolean | null>;
		readonly clock: Pick<Clock, "after">;
		/** A window is on screen, or in the desktop's list of windows. */
		readonly isInSight: () => boolean;
		readonly isQuitting: () => boolean;
		readonly wasTold: () => boolean;
		/** On disk once it returns. */
		readonly noteTold: () => void;
		readonly askToStay: () => Promise<"stay" | "quit">;
		readonly quit: () => void;
		/** Shows a window. */
		readonly raise: () => void;
		readonly onChange: () => void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	/** As far as it is known; a system that can't be asked counts as one that shows it. */
	isShown(): boolean {
		return this.#isShown;
	}

	/** Looks after the start. @param isHidden without a window: one is shown if no tray is in sight either */
	begin(isHidden: boolean): void {
		if (isHidden) this.#options.clock.after(AT_LOGIN_MS, () => this.#quietly(this.#raiseIfUnseen()));
		else this.#quietly(this.#look());
	}

	/** Handles the user's closing of a window. */
	windowClosed(): void {
		this.#quietly(this.#askOnce());
	}

	/** Asks anew each time: an extension may have been turned on meanwhile. */
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
		const { askToStay, isInSight, isQuitting, noteTold, quit, wasTold } = this.#options;
		const isOver = () => isQuitting() || isInSight() || wasTold();
		if (isOver() || (await this.#look()) || isOver()) return;
		noteTold();
		if ((await askToStay()) === "quit") quit();
	}

	#quietly(work: Promise<unknown>): void {
		work.catch((error: unknown) => this.#options.log(`whether the tray is shown: ${String(error)}`));
	}
}
