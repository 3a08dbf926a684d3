import type { DeskBridge, TrustedBridge } from "../../ipc/windows.ts";

declare global {
	interface Window {
		/** Each preload script provides one of the two, and each window uses only its own. */
		readonly countersign: DeskBridge & TrustedBridge;
	}
}

export function deskBridge(): DeskBridge {
	return window.countersign;
}

export function trustedBridge(): TrustedBridge {
	return window.countersign;
}
