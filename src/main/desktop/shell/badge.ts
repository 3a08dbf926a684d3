import { app, type BrowserWindow, nativeImage } from "electron";
import { textOf } from "../../../text/index.ts";
import type { WaitingState } from "../../ports.ts";
import { overlayBitmap } from "./overlay.ts";

type BadgeState = Pick<WaitingState, "count" | "isDanger" | "tooltip">;
type OverlaidWindow = Pick<BrowserWindow, "isDestroyed" | "setOverlayIcon">;

function imageOf(count: number, isDanger: boolean): Electron.NativeImage {
	const image = nativeImage.createEmpty();
	for (const scaleFactor of [1, 2]) {
		const { width, height, pixels } = overlayBitmap(count, isDanger, scaleFactor);
		image.addRepresentation({
			scaleFactor,
			width,
			height,
			buffer: nativeImage.createFromBitmap(pixels, { width, height, scaleFactor }).toPNG({ scaleFactor }),
		});
	}
	return image;
}

/**
 * Number of waiting requests on the app's icon. On Windows, it is on the taskbar button, and elsewhere it is
 * a badge.
 */
export class Badge {
	readonly #platform: NodeJS.Platform;
	#window: OverlaidWindow | null = null;
	#shown: BadgeState | null = null;
	#isTaken: boolean | null;

	constructor(platform: NodeJS.Platform = process.platform) {
		this.#platform = platform;
		this.#isTaken = platform === "win32" ? true : null;
	}

	show(state: BadgeState): void {
		const isSame = this.#shown?.count === state.count && this.#shown.isDanger === state.isDanger;
		this.#shown = state;
		if (this.#platform !== "win32") this.#isTaken = app.setBadgeCount(state.count);
		else if (!isSame) this.#lay();
	}

	/** On Windows, the badge belongs to the window's taskbar button. */
	attachTo(window: OverlaidWindow): void {
		if (this.#platform !== "win32") return;
		this.#window = window;
		this.#lay();
	}

	isTaken(): boolean | null {
		return this.#isTaken;
	}

	#lay(): void {
		if (this.#shown === null || this.#window === null || this.#window.isDestroyed()) return;
		const { count, isDanger, tooltip } = this.#shown;
		this.#window.setOverlayIcon(count === 0 ? null : imageOf(count, isDanger), textOf(tooltip));
	}
}
