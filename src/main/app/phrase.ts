import type { Outcome } from "../../bridge/procedure.ts";
import type { Place } from "../approval/place.ts";
import { done } from "./outcome.ts";
import type { App } from "./parts.ts";

/**
 * A new phrase waits to be written down and checked. Its words are shown once, so nothing from outside (a link, a
 * notification, the desk) leads the trusted window away from them. Once the vault has forgotten it, all may again.
 */
export function phraseWaits(app: Pick<App, "place" | "vault">): boolean {
	const { kind } = app.place();
	return (kind === "phrase" || kind === "phraseCheck") && app.vault.status().phrasePositions !== null;
}

/** A wish of the desk's: the trusted window shows this place, or is only raised while a phrase waits in it. */
export function leadTo(app: Pick<App, "place" | "vault" | "go" | "ports">, next: Place): Outcome {
	if (phraseWaits(app)) app.ports.desktop.raiseTrusted();
	else app.go(next);
	return done;
}
