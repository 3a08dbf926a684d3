import { plain, unquoted } from "../format/plain.ts";
import { type Message, message } from "../message.ts";
import type { PublishedClaim } from "./claims.ts";

/** Publishers and attesters of claims, as text. */

/** Returns the publisher in the registry's words; `null` if none is stated. */
export function publisherOf({ description: { owner, contractName } }: PublishedClaim): string | null {
	const name = owner ?? contractName;
	return name === null || name === "" ? null : plain(name, 40);
}

/** Returns the publisher as a message parameter. */
export const claimantOf = (claim: PublishedClaim): string | Message =>
	publisherOf(claim) ?? message("claim.claimant.unnamed");

/** Returns "In the words of 1inch Network: “Swap”"; `null` if the purpose of the call is not stated. */
export function claimText(claim: PublishedClaim): Message | null {
	const { intent } = claim.description;
	return intent === null || intent === ""
		? null
		: message("claim.words", { claimant: claimantOf(claim), intent: unquoted(intent, 80) });
}

/**
 * Returns the attesters, "audited by Patrick Collins, Cyfrin (0x3846…)", or a statement that there are none.
 */
export function vouchedText({ description: { attestation }, vouched }: PublishedClaim): Message {
	if (attestation === null || vouched === "none") return message("claim.not-audited");
	const { auditor, signer } = attestation;
	const who = auditor === null ? signer : `${auditor} (${signer})`;
	if (vouched === "revoked") return message("claim.not-audited.revoked", { who });
	return message(vouched === "current" ? "claim.audited" : "claim.audited.unchecked", { who });
}
