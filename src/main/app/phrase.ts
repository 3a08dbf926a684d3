import type { App } from "./parts.ts";

/**
 * A new phrase waits to be written down and checked. Its words are shown once, so nothing from outside (a link, a
 * notification, the desk) leads the trusted window away from them. Once the vault has forgotten it, all may again.
 */
export function phraseWaits(app: Pick<App, "place" | "vault">): boolean {
	const { kind } = app.place();
	return (kind === "phrase" || kind === "phraseCheck") && app.vault.status().phrasePositions !== null;
}
