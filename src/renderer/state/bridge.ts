import type { DeskBridge, TrustedBridge } from "../../ipc/windows.ts";

declare global {
	interface Window {
		/** Each preload provides one half; each entry uses only its own. */
		readonly countersign: DeskBridge & TrustedBridge;
	}
}

/** Returns the desk's half, present in the desk window only. */
export function deskBridge(): DeskBridge {
	return window.countersign;
}

/** Returns the trusted half, present in the trusted window only. */
export function trustedBridge(): TrustedBridge {
	return window.countersign;
}
