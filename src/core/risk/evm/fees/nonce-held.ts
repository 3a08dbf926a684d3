import { message } from "../../../message.ts";
import type { FindingRule } from "../../finding.ts";

/** One lane per chain and signer: a nonce that an unsettled transaction holds is not signed again. */
export const nonceHeld: FindingRule = ({ heldBy }) => {
	if (heldBy === null) return null;
	return {
		id: "nonce-held",
		severity: "block",
		text: message("finding.nonce-held", { transaction: heldBy }),
		needsWord: false,
	};
};
