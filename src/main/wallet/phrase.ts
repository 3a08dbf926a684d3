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
