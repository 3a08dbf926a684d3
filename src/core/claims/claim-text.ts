import { plain, unquoted } from "../format/plain.ts";
import { type Message, message } from "../message.ts";
import type { PublishedClaim } from "./claims.ts";

/** Whose claim it is and who vouches for it, in words. */

/** Who publishes it, by the registry's own words; null where it does not say. */
export function publisherOf({ description: { owner, contractName } }: PublishedClaim): string | null {
	const name = owner ?? contractName;
	return name === null || name === "" ? null : plain(name, 40);
}

/** Who publishes it, as the value of a message. */
export const claimantOf = (claim: PublishedClaim): string | Message =>
	publisherOf(claim) ?? message("claim.claimant.unnamed");

/** "In the words of 1inch Network: “Swap”"; null where it does not say what the call is for. */
export function claimText(claim: PublishedClaim): Message | null {
	const { intent } = claim.description;
	return intent === null || intent === ""
		? null
		: message("claim.words", { claimant: claimantOf(claim), intent: unquoted(intent, 80) });
}

/** Who vouches for it: "audited by Patrick Collins, Cyfrin (0x3846…)", or that nobody does. */
export function vouchedText({ description: { attestation }, vouched }: PublishedClaim): Message {
	if (attestation === null || vouched === "none") return message("claim.not-audited");
	const { auditor, signer } = attestation;
	const who = auditor === null ? signer : `${auditor} (${signer})`;
	if (vouched === "revoked") return message("claim.not-audited.revoked", { who });
	return message(vouched === "current" ? "claim.audited" : "claim.audited.unchecked", { who });
}
