import type { Consent } from "../../../../src/main/reviewing/consent.ts";

/** What a review shows that warns of nothing, for tests. */
export function consent(patch: Partial<Consent> = {}): Consent {
	return {
		fingerprint: "a".repeat(64),
		word: null,
		headlines: ["Sends 5 TUSD"],
		findings: [],
		effects: [],
		proofs: [{ own: "done", verdict: "agrees" }],
		...patch,
	};
}
