import type { Clock } from "../../ports.ts";

/** How long a desktop's panel may take to start. */
export const AT_LOGIN_MS = 15_000;

/**
 * Some Linux desktops don't show tray icons (GNOME without an extension). On these, the app asks once whether
 * to keep running when the user closes the last window.
 */
export class TraySight {
	readonly #options;
	#isShown = true;

	constructor(options: {
		readonly ask: () => Promise<boolean | null>;
		readonly clock: Pick<Clock, "after">;
		readonly isInSight: () => boolean;
		readonly isQuitting: () => boolean;
		readonly wasNotified: () => boolean;
		readonly markNotified: () => void;
		readonly askToStay: () => Promise<"stay" | "quit">;
		readonly quit: () => void;
		readonly raise: () => void;
		readonly onChange: () => void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	isShown(): boolean {
		return this.#isShown;
	}

	begin(isHidden: boolean): void {
		if (isHidden) this.#options.clock.after(AT_LOGIN_MS, () => this.#quietly(this.#raiseIfUnseen()));
		else this.#quietly(this.#hasTray());
	}

	windowClosed(): void {
		this.#quietly(this.#askOnce());
	}

	/** Queried each time, because the user may have enabled an extension since. */
	async #hasTray(): Promise<boolean> {
		const now = (await this.#options.ask()) ?? true;
		const isOther = now !== this.#isShown;
		this.#isShown = now;
		if (isOther) this.#options.onChange();
		return now;
	}

	async #raiseIfUnseen(): Promise<void> {
		const { isInSight, isQuitting, raise } = this.#options;
		if (!(await this.#hasTray()) && !isInSight() && !isQuitting()) raise();
	}

	async #askOnce(): Promise<void> {
		const { askToStay, isInSight, isQuitting, markNotified, quit, wasNotified } = this.#options;
		const isOver = () => isQuitting() || isInSight() || wasNotified();
		if (isOver() || (await this.#hasTray()) || isOver()) return;
		markNotified();
		if ((await askToStay()) === "quit") quit();
	}

	#quietly(work: Promise<unknown>): void {
		work.catch((error: unknown) => this.#options.log(`whether the tray is shown: ${String(error)}`));
	}
}
