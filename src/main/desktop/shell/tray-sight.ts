import type { Clock } from "../../ports.ts";

/**
 * On Linux a desktop may show no status icons at all (GNOME without an extension): the tray is there, and nobody sees
 * it. Whoever closes the last window is told so once, and asked; later they know that starting the app again shows it.
 */

export interface TraySight {
	/** As far as it is known; a system that can't be asked counts as one that shows it. */
	readonly isShown: () => boolean;
	/** The app has started. @param isHidden without a window: where no tray is in sight either, one is shown */
	readonly begin: (isHidden: boolean) => void;
	/** The user has closed a window. */
	readonly windowClosed: () => void;
}

export interface TraySightParts {
	/** Null where it can't be found out. */
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
	/** It is otherwise than it was thought to be. */
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

/** At login the desktop's own bar may come later than the app; by then it is there, in ms. */
export const AT_LOGIN_MS = 15_000;

export function createTraySight(parts: TraySightParts): TraySight {
	let isShown = true;

	/** Each time anew: an extension may have been turned on meanwhile. */
	async function look(): Promise<boolean> {
		const now = (await parts.ask()) ?? true;
		const isOther = now !== isShown;
		isShown = now;
		if (isOther) parts.onChange();
		return now;
	}

	async function showWhereUnseen(): Promise<void> {
		if (!(await look()) && !parts.isInSight() && !parts.isQuitting()) parts.raise();
	}

	async function askOnce(): Promise<void> {
		const isOver = () => parts.isQuitting() || parts.isInSight() || parts.wasTold();
		if (isOver() || (await look()) || isOver()) return;
		parts.noteTold();
		if ((await parts.askToStay()) === "quit") parts.quit();
	}

	const quietly = (work: Promise<unknown>) => {
		work.catch((error: unknown) => parts.log(`whether the tray is shown: ${String(error)}`));
	};

	return {
		isShown: () => isShown,
		begin(isHidden) {
			if (isHidden) parts.clock.after(AT_LOGIN_MS, () => quietly(showWhereUnseen()));
			else quietly(look());
		},
		windowClosed: () => quietly(askOnce()),
	};
}
