import { message } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { WindowRoute } from "../window-route.ts";
import type { VaultClient } from "./signers/vault/client.ts";
import type { VaultStatus } from "./signers/vault/connection.ts";

export interface PhraseDeps {
	place(): WindowRoute;
	readonly vault: Pick<VaultClient, "status">;
}

export interface LeadDeps extends PhraseDeps {
	/** Moves the trusted window, and raises it unless told not to. */
	go(place: WindowRoute, raise?: boolean): void;
	readonly ports: { readonly desktop: Pick<Ports["desktop"], "raiseTrusted"> };
}

/**
 * Returns whether the window shows a new phrase that waits to be written down and checked. Until the user goes back or
 * the vault locks, nothing from outside leads the window away from it.
 */
export const isNewPhrase = (
	{ kind }: WindowRoute,
	{ phrasePositions }: Pick<VaultStatus, "phrasePositions">,
): boolean => (kind === "phrase" || kind === "phraseCheck") && phrasePositions !== null;

export const phraseWaits = (deps: PhraseDeps): boolean => isNewPhrase(deps.place(), deps.vault.status());

/** A command of the desk's: the trusted window shows this place, or is only raised while a phrase waits in it. */
export function leadTo(deps: LeadDeps, next: WindowRoute): CommandOutcome {
	if (phraseWaits(deps)) deps.ports.desktop.raiseTrusted();
	else deps.go(next);
	return done;
}

/** A command of the trusted window's own: it goes on to this place, unless a phrase waits in it. */
export function leadOn(deps: Omit<LeadDeps, "ports">, next: WindowRoute): CommandOutcome {
	if (phraseWaits(deps)) return refused(message("app.phrase-waits"));
	deps.go(next);
	return done;
}
