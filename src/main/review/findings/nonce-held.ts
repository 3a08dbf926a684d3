import type { Rule } from "./finding.ts";

/** One lane per chain and signer: a nonce that an unsettled transaction holds is not signed again. */
export const nonceHeld: Rule = ({ heldBy }) => {
	if (heldBy === null) return null;
	return {
		id: "nonce-held",
		severity: "block",
		words: `An earlier transaction that you signed is not settled yet (${heldBy}) and holds this place. Nothing was signed; wait until it is settled.`,
		needsWord: false,
	};
};
