import type { WindowRoute } from "../window-route.ts";
import type { VaultStatus } from "./signers/vault/connection.ts";

/**
 * Returns whether the window shows a new phrase that waits to be written down and checked. Until the user goes back or
 * the vault locks, nothing from outside leads the window away from it.
 */
export const isNewPhrase = (
	{ kind }: WindowRoute,
	{ phrasePositions }: Pick<VaultStatus, "phrasePositions">,
): boolean => (kind === "phrase" || kind === "phraseCheck") && phrasePositions !== null;
