import type { Consent } from "../../../../src/main/reviewing/consent.ts";

/** Returns the consent to a review without warnings. */
export function consent(patch: Partial<Consent> = {}): Consent {
	return {
		fingerprint: "a".repeat(64),
		word: null,
		headlines: ["Sends 5 TUSD"],
		findings: [],
		effects: [],
		evidence: [{ local: "done", verdict: "agrees" }],
		...patch,
	};
}
