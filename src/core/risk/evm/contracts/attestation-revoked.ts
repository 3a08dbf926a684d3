import { claimantOf } from "../../../claims/claim-text.ts";
import type { PublishedClaim } from "../../../claims/claims.ts";
import { message } from "../../../message.ts";
import type { Finding, FindingRule } from "../../finding.ts";

/** Somebody vouched for what a contract publishes of itself, and has taken that back. */
export function revokedFinding(claims: readonly PublishedClaim[]): Finding | null {
	const found = claims.find(({ vouched }) => vouched === "revoked");
	if (found === undefined) return null;
	return {
		id: "attestation-revoked",
		severity: "caution",
		text: message("finding.attestation-revoked", { claimant: claimantOf(found) }),
		needsWord: false,
	};
}

export const attestationRevoked: FindingRule = ({ subject }) => revokedFinding(subject.claims ?? []);
