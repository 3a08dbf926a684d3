import { app, type BrowserWindow, nativeImage } from "electron";
import { textOf } from "../../../text/index.ts";
import type { WaitingState } from "../../ports.ts";
import { overlayBitmap } from "./overlay.ts";

export interface Badge {
	readonly show: (state: Pick<WaitingState, "count" | "isDanger" | "tooltip">) => void;
	/** The app's window is on screen: on Windows the badge lies over its button, and goes with it. */
	readonly over: (window: Pick<BrowserWindow, "isDestroyed" | "setOverlayIcon">) => void;
	/** This desktop took it, as only some of Linux do; null before it was asked. */
	readonly isTaken: () => boolean | null;
}

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

/** How many wait, on the app's icon: over its button in Windows' taskbar, by the system's own badge elsewhere. */
export function createBadge(platform: NodeJS.Platform = process.platform): Badge {
	let window: Parameters<Badge["over"]>[0] | null = null;
	let shown: Parameters<Badge["show"]>[0] | null = null;
	let isTaken = platform === "win32" ? true : null;

	function lay(): void {
		if (shown === null || window === null || window.isDestroyed()) return;
		const { count, isDanger, tooltip } = shown;
		window.setOverlayIcon(count === 0 ? null : imageOf(count, isDanger), textOf(tooltip));
	}

	return {
		show(state) {
			const isSame = shown?.count === state.count && shown.isDanger === state.isDanger;
			shown = state;
			if (platform !== "win32") isTaken = app.setBadgeCount(state.count);
			else if (!isSame) lay();
		},
		over(shownWindow) {
			if (platform !== "win32") return;
			window = shownWindow;
			lay();
		},
		isTaken: () => isTaken,
	};
}
