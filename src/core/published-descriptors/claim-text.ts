import { plain, unquoted } from "../format/plain.ts";
import { type Message, message } from "../localized-text.ts";
import type { PublishedClaim } from "./published-claims.ts";

export function publisherOf({ description: { owner, contractName } }: PublishedClaim): string | null {
	const name = owner ?? contractName;
	return name === null || name === "" ? null : plain(name, 40);
}

export const claimantOf = (claim: PublishedClaim): string | Message =>
	publisherOf(claim) ?? message("claim.claimant.unnamed");

/**
 * Returns a text such as "In the words of 1inch Network: “Swap”". `null` if the descriptor states no intent.
 */
export function claimText(claim: PublishedClaim): Message | null {
	const { intent } = claim.description;
	return intent === null || intent === ""
		? null
		: message("claim.words", { claimant: claimantOf(claim), intent: unquoted(intent, 80) });
}

export function vouchedText({ description: { attestation }, vouched }: PublishedClaim): Message {
	if (attestation === null || vouched === "none") return message("claim.not-audited");
	const { auditor, signer } = attestation;
	const who = auditor === null ? signer : `${auditor} (${signer})`;
	if (vouched === "revoked") return message("claim.not-audited.revoked", { who });
	return message(vouched === "current" ? "claim.audited" : "claim.audited.unchecked", { who });
}
