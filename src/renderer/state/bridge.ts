import type { DeskBridge, TrustedBridge } from "../../ipc/windows.ts";

declare global {
	interface Window {
		/** Each preload puts one half here; each entry takes only its own. */
		readonly countersign: DeskBridge & TrustedBridge;
	}
}

/** The desk's half of the bridge. Present in the desk window only. */
export function deskBridge(): DeskBridge {
	return window.countersign;
}

/** The trusted half of the bridge. Present in the trusted window only. */
export function trustedBridge(): TrustedBridge {
	return window.countersign;
}
